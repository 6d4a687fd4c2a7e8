"""The app over real storage, with a clock that is turned by hand and a receiver that keeps a list."""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final
from urllib.parse import urlsplit

import azure.functions as func
from azure.core.exceptions import ResourceNotFoundError
from azure.data.tables import TableServiceClient

from proofs.crash.ending import EndingTransport
from proofs.crash.trial import Called, Held, Notes, Progress, Trial
from proofs.harness.at_once import AtOnce
from proofs.harness.clock import TurnedClock
from proofs.harness.parts import messages_of, ports_over
from proofs.harness.telling import Told
from shared.domain.action import HttpAction
from shared.domain.attempt import Attempt, Completed, Failed, Outcome
from shared.domain.history import ActionName
from shared.domain.job import Job
from shared.domain.keys import CollectionKey
from shared.domain.occurrences.story import Occurrence
from shared.domain.ticket import HINTED_AHEAD, HOUSEKEEPING, Dispatch
from shared.flow.occurrences import explain
from shared.flow.run import run
from shared.flow.scan import scan
from shared.functions.http import answer
from shared.functions.settings import Settings, read_settings
from shared.functions.wiring import App
from shared.storage.account import StorageAccount
from shared.storage.azure_table import AzureTable
from shared.storage.dispatch_queue import DispatchQueue, read_dispatch
from shared.storage.row_keys import due_range
from shared.storage.store import Store

OLD: Final = "2016-03-01"
EXTENDED: Final = "2026-11-01"
"""The api-version that knows policies."""
BEGINNING: Final = datetime(2026, 3, 2, 8, 59, tzinfo=UTC)
BEGIN: Final = BEGINNING.replace(hour=8, minute=0)
END: Final = BEGINNING.replace(hour=13, minute=0)
"""From when to when the app is asked what became of the jobs' occurrences."""
TICK: Final = timedelta(seconds=30)
MOST_TICKS: Final = 60
"""Half an hour: leases of two and a half minutes and waits of up to 15 are over by then."""
ERROR: Final = "/error"
"""How the path of an error action ends."""
FAILS: Final = "fails"
"""The query of an address that refuses; `fails=9` refuses only what was expected at nine."""
MEANWHILE: Final = "meanwhile"
"""The query of an address during whose calls something else happens."""
_MOST: Final = 1_000
_INVISIBILITY: Final = 600  # seconds of real time: no trial takes so long


class World:
    def __init__(self, trial: Trial, notes: Notes) -> None:
        before = notes.progress()
        self.clock = TurnedClock(before.now if before else BEGINNING, self._note_time)
        self.step = before.step if before else 0
        self.meanwhile: Callable[[], None] = lambda: None
        """What happens while an action is under way whose address asks for it."""
        self._phase = ""
        self._under_way = ""
        self._notes = notes
        self._trial = trial
        self.transport = EndingTransport(trial.point, self._note_call)
        self._settings = read_settings(_settings(trial))
        self._app = _app(self)
        self._messages = messages_of(self.account, trial.queue)
        self._counted_messages = messages_of(self.ending_account, trial.queue)

    @property
    def now(self) -> datetime:
        return self.clock()

    @property
    def account(self) -> StorageAccount:
        """For looking on, and for what the host does: no call of it is counted."""
        return self._settings.storage

    @property
    def ending_account(self) -> StorageAccount:
        return StorageAccount(connection_string=self._trial.connection, transport=self.transport)

    @property
    def settings(self) -> Settings:
        return self._settings

    @property
    def trial(self) -> Trial:
        return self._trial

    def ask(
        self, method: str, path: str, body: object = None, *, version: str = OLD, also: tuple[int, ...] = ()
    ) -> Any:
        """Return what the API answers; raise AssertionError if it refuses, unless with a status named."""
        self._phase = method
        response = answer(_request(method, path, body, version), lambda: self._app)
        content = response.get_body().decode()
        if response.status_code >= 300 and response.status_code not in also:
            raise AssertionError(f"{method} {path}: {response.status_code} {content}")
        return json.loads(content) if content else None

    def let_pass(self, begin: datetime, until: datetime, *, losing: int = 0) -> None:
        """Let time pass, scan by scan, until nothing due up to an instant is left.

        The hints that the first so many scans find in the queue, or send, are lost.
        """
        self.clock.turn_to(begin)
        for tick in range(MOST_TICKS):
            self._phase = "scan"
            scan(self._app.ports, now=self.now)
            if tick < losing:
                self._messages.clear_messages()
            self._run_messages()
            if not self._left(until):
                return
            self.clock.turn(TICK)
        raise AssertionError(f"still open at {self.now}: {self._left(until)}")

    def look(self, later: timedelta) -> None:
        """Let time pass, scan once, and run what is due by then."""
        self.clock.turn(later)
        self._phase = "scan"
        scan(self._app.ports, now=self.now)
        self._run_messages()

    def give_back(self) -> None:
        """Make the messages that an ended process held visible again, as storage does, but at once."""
        for held in self._notes.held():
            with suppress(ResourceNotFoundError):  # it was done with
                self._messages.update_message(held.id, held.receipt, visibility_timeout=0)

    def perform(self, attempt: Attempt) -> Outcome:
        """Note the call; its address says how it ends."""
        if not isinstance(attempt.action, HttpAction):
            raise TypeError("the stories have HTTP actions only")
        target = urlsplit(attempt.action.request.uri)
        if attempt.given_up:
            return Failed("given up")
        action = ActionName.ERROR if target.path.endswith(ERROR) else ActionName.MAIN
        expected = attempt.expected.isoformat()
        called = Called(job=attempt.job.name, action=action, expected=expected, path=target.path)
        self._notes.note_called(called, self.now)
        if target.query == MEANWHILE:
            self._under_way = "under way, "
            self.meanwhile()
        self._phase, self._under_way = "settle", ""
        refused = target.query in (FAILS, f"{FAILS}={attempt.expected.hour}")
        return Failed("refused") if refused else Completed("done")

    def tell(self, collection: CollectionKey) -> None:
        """Note what the app tells of the jobs that are there; no call of that is counted."""
        counting, self.transport.counting = self.transport.counting, False
        ports = self._app.ports
        for job in ports.store.jobs(collection):
            if isinstance(job, Job):
                _, told, _ = explain(ports, job.key, begin=BEGIN, end=END, top=_MOST)
                self._notes.note_told(job.key.name, [_told(one) for one in told])
        self.transport.counting = counting

    def go_to(self, step: int) -> None:
        self.step = step
        self._notes.note_progress(Progress(step=step, now=self.now))

    def _note_call(self, words: str) -> None:
        self._notes.note_call(f"{self._under_way}{self._phase}: {words}")

    def _note_time(self) -> None:
        """A process that follows an ended one shall find the time not earlier than that left it."""
        if self.transport.counting:
            self.go_to(self.step)

    def _run_messages(self) -> None:
        """Run what the queue holds, in the order in which it is due, and what that sends."""
        waiting: list[_Received] = []
        while waiting := sorted([*waiting, *self._receive()], key=lambda received: received.dispatch.due):
            first, *waiting = waiting
            self.clock.turn_to(first.dispatch.due - HINTED_AHEAD)
            self._phase = "tidy" if first.is_housekeeping else "claim"
            run(first.dispatch, self._app.ports)
            self._phase = "done"
            self._counted_messages.delete_message(first.held.id, first.held.receipt)

    def _receive(self) -> Iterator["_Received"]:
        try:
            for message in self._messages.receive_messages(visibility_timeout=_INVISIBILITY):
                held = Held(id=message.id, receipt=message.pop_receipt or "")
                self._notes.note_held(held)
                yield _Received(dispatch=read_dispatch(message.content), held=held)
        except ResourceNotFoundError:
            return  # nothing was ever sent

    def _left(self, until: datetime) -> list[str]:
        """Return the tickets that are due by then, without those that wait for an earlier occurrence."""
        first, end = due_range(until)
        with self.account.tables() as service:
            return _row_keys(service, self._trial.table, f"RowKey ge '{first}' and RowKey lt '{end}'")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Received:
    dispatch: Dispatch
    held: Held

    @property
    def is_housekeeping(self) -> bool:
        return any(key.kind in HOUSEKEEPING for key in self.dispatch.tickets)


def _app(world: World) -> App:
    account, trial = world.ending_account, world.trial
    store = Store(AzureTable(account.tables(), name=trial.table), shards=1)
    queue = DispatchQueue(account.queues(), name=trial.queue)
    ports = ports_over(store, queue, world.clock, world.perform, AtOnce())
    return App(settings=world.settings, ports=ports, check=lambda: None)


def _told(occurrence: Occurrence) -> Told:
    return Told(
        at=occurrence.at,
        outcome=str(occurrence.outcome),
        due=occurrence.due,
        kind=str(occurrence.kind),
        reason=occurrence.reason or "",
        note=occurrence.note or "",
        into=occurrence.into,
    )


def _settings(trial: Trial) -> dict[str, str]:
    return {
        "AzureWebJobsStorage": trial.connection,
        "SCHEDULER_OPEN_LOOPBACK": "1",
        "SCHEDULER_ALLOWED_TARGETS": "127.0.0.1",
        "SCHEDULER_SHARDS": "1",
        "SCAN_SCHEDULE": "*/15 * * * * *",
    }


def _request(method: str, path: str, body: object, version: str) -> func.HttpRequest:
    return func.HttpRequest(
        method=method,
        url=f"http://127.0.0.1/{path}",
        headers={"host": "127.0.0.1"},
        params={"api-version": version},
        route_params={"path": path},
        body=b"" if body is None else json.dumps(body).encode(),
    )


def _row_keys(service: TableServiceClient, table: str, condition: str) -> list[str]:
    rows = service.get_table_client(table).query_entities(condition)
    return [row["RowKey"] for row in rows if not row.get("waiting")]
