"""Playing the past: the app's own code over a table in memory, by a clock that is turned."""

import json
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from datetime import datetime, timedelta
from heapq import heappop, heappush
from itertools import count
from typing import Any, Final, ParamSpec, TypeVar
from uuid import uuid4

import azure.functions as func

from local.demo.collections.data_platform import UNREADABLE
from local.demo.company import PAST, PAUSE
from local.demo.jobs import Company, Deed
from local.demo.settings import KEYS, settings_for
from local.demo.targets import Targets
from local.dev.terminal import Problem
from shared.domain.attempt import Attempt, Outcome
from shared.domain.ticket import Dispatch
from shared.flow.ports import Pace, Ports
from shared.flow.run import run
from shared.flow.scan import scan
from shared.functions.http import answer
from shared.functions.settings import read_settings
from shared.functions.wiring import App
from shared.storage.memory_table import MemoryTable
from shared.storage.store import Store
from shared.storage.table import Entity
from shared.storage.vault import KeyedVault

SCANS: Final = timedelta(minutes=10)
"""Seldom, so that three days take seconds."""
PACE: Final = Pace(horizon=2 * SCANS, near=2 * SCANS, lease=timedelta(hours=1))
"""The lease is as long as the settings say, so that what runs in the end runs on when somebody looks."""
SET_ASIDE_AGO: Final = timedelta(hours=5, minutes=5)

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")


class Rows(MemoryTable):
    """A table in memory that can be copied."""

    def all(self) -> Iterator[tuple[str, list[Entity]]]:
        """Yield each partition with its rows."""
        for name, partition in self._partitions.items():
            yield name, list(partition.rows.values())


class StillRunning(Exception):
    """Ends a run as a power cut would: the attempt has begun, and nobody knows more."""


class Clock:
    def __init__(self, begin: datetime) -> None:
        self.now = begin

    def __call__(self) -> datetime:
        return self.now

    def turn(self, span: timedelta) -> None:
        self.now += span


class SideBySide(Executor):
    """Does what it is given at once; the time that it took has not passed for the others."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    def submit(
        self, fn: Callable[_Arguments, _Result], /, *args: _Arguments.args, **kwargs: _Arguments.kwargs
    ) -> Future[_Result]:
        before, future = self._clock.now, Future[_Result]()
        try:
            future.set_result(fn(*args, **kwargs))
        finally:
            self._clock.now = before
        return future


class Messages:
    """The dispatch queue, by the turned clock."""

    def __init__(self) -> None:
        self._waiting: list[tuple[datetime, int, Dispatch]] = []
        self._numbers = count()

    def send(self, dispatch: Dispatch, *, now: datetime) -> None:
        heappush(self._waiting, (now + dispatch.delay(now), next(self._numbers), dispatch))

    def depths(self) -> tuple[int, int]:
        return len(self._waiting), 0

    def left(self) -> list[Dispatch]:
        return [dispatch for _, _, dispatch in sorted(self._waiting)]

    def first(self, *, before: datetime) -> datetime:
        """Return when the next message is seen, or `before` if none is seen until then."""
        return min(self._waiting[0][0], before) if self._waiting else before

    def take(self, now: datetime) -> Dispatch | None:
        seen = self._waiting and self._waiting[0][0] <= now
        return heappop(self._waiting)[2] if seen else None


class Past:
    """The company from its first day until the end of the past."""

    def __init__(self, company: Company, *, end: datetime) -> None:
        self._company, self._end = company, end
        self.rows = Rows()
        self._clock, self.messages = Clock(end - PAST), Messages()
        self._targets = Targets(company, end=end)
        settings = read_settings(settings_for("UseDevelopmentStorage=true"))
        self._ports = Ports(
            store=Store(self.rows, shards=settings.shards),
            queue=self.messages,
            perform=self._perform,
            executor=SideBySide(self._clock),
            clock=self._clock,
            wait=self._clock.turn,
            new_id=lambda: uuid4().hex,
            pace=PACE,
            vault=lambda owner: KeyedVault(settings.encryption_keys, owner),
        )
        self.app = App(settings=settings, ports=self._ports, check=lambda: None)

    def play(self) -> None:
        """Go from instant to instant at which something is to be done.

        1. People do what they do.
        2. The app scans every ten minutes, but not while it is down.
        3. What is due is run.
        """
        deeds, scans = list(self._company.deeds), self._clock.now
        damaged = self._end - SET_ASIDE_AGO
        while self._clock.now < self._end:
            if deeds and self._end - deeds[0].ago <= self._clock.now:
                self._do(deeds.pop(0))
                continue
            if self._clock.now >= damaged:
                self._damage_a_ticket()
                damaged = self._end
            if self._clock.now >= scans:
                scan(self._ports, now=self._clock.now)
                scans = self._clock.now + SCANS
            self._run_what_is_seen()
            following = min(scans, self._end - deeds[0].ago if deeds else self._end, damaged)
            self._go_on(self.messages.first(before=following))

    def _go_on(self, instant: datetime) -> None:
        """Turn the clock; while the app is down, turn it until that is over."""
        down, up = (self._end - ago for ago in PAUSE)
        instant = up if down <= instant < up else instant
        self._clock.now = max(self._clock.now, min(instant, self._end))

    def _run_what_is_seen(self) -> None:
        while (dispatch := self.messages.take(self._clock.now)) is not None:
            try:
                run(dispatch, self._ports)
            except StillRunning:
                continue

    def _perform(self, attempt: Attempt) -> Outcome:
        if self._targets.hangs(attempt, at=self._clock.now):
            raise StillRunning
        outcome, seconds = self._targets.perform(attempt)
        self._clock.turn(timedelta(seconds=seconds))
        return outcome

    def _do(self, deed: Deed) -> None:
        path, _, _ = deed.path.partition("?")
        headers = {"x-functions-key": KEYS[deed.who], "x-ms-correlation-request-id": deed.correlation}
        request: dict[str, Any] = {
            "method": deed.method,
            "url": f"https://app.contoso.example/{path}",
            "headers": headers,
            "params": {"api-version": "2026-11-01"},
            "route_params": {"path": path},
            "body": b"" if deed.body is None else json.dumps(deed.body).encode(),
        }
        said = answer(func.HttpRequest(**request), lambda: self.app)
        if said.status_code >= 400:
            raise Problem(f"{deed.method} {deed.path} is refused: {said.get_body().decode()}")

    def _damage_a_ticket(self) -> None:
        """Spoil the ticket that a job waits for, as a row of a foreign program would be."""
        for partition, rows in self.rows.all():
            for row in rows:
                key = row.fields["RowKey"]
                if key.startswith("d") and UNREADABLE in key and "occurrence" in key:
                    self.rows.overwrite(partition, key, {**row.fields, "expected": "next Tuesday"})
