"""The app in a world of troubles: others come in between, actions fail, are slow or kill their runner."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final, ParamSpec, TypeVar

from proofs.harness.at_once import AtOnce
from shared.domain.attempt import Attempt, Completed, Ended, Failed, Outcome
from shared.domain.errors import SchedulerError, StorageUnavailable
from shared.domain.lifecycle import Claimed
from shared.domain.ticket import HINTED_AHEAD, Dispatch, Ticket
from shared.flow.run import run
from shared.flow.scan import scan
from shared.flow.traffic import Precedence, Traffic
from shared.storage.store import Store
from shared.storage.table import Table
from tests.machines.requests import Request, carry_out
from tests.machines.snapshot import Owner, Snapshot, read_snapshot
from tests.machines.troubled_table import Kind, Trouble, TroubledTable
from tests.world import MemoryQueue, World

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")

_SCANNED_AHEAD: Final = timedelta(seconds=30)
_COMES_BACK_AFTER: Final = timedelta(seconds=30)
"""A message whose runner died or raised becomes visible again."""


class Ending(StrEnum):
    FINE = "fine"
    FAILURE = "failure"
    DEATH = "death"
    """The runner dies in the middle of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """How an action goes: what happens while it is under way, how long it takes, and its end."""

    ending: Ending = Ending.FINE
    takes: timedelta = timedelta()
    meanwhile: tuple[Request, ...] = ()


@dataclass(kw_only=True)
class Execution:
    """An action that was begun; one that was not ended killed its runner."""

    ticket: Ticket
    begun: datetime
    ended: Ended | None = None
    excused: bool = False
    """It may be repeated: its runner died, or was held up until its lease had run out."""

    @property
    def owner(self) -> Owner:
        return self.ticket.key.job.canonical

    @property
    def begun_late(self) -> bool:
        """Its lease had run out: here, other than in the app, actions wait for each other."""
        return not self.ticket.leased(self.begun)


class RecordingExecutor(AtOnce):
    """Notes for which ticket each action was done."""

    def __init__(self, world: "MachineWorld") -> None:
        self._world = world

    def submit(
        self, fn: Callable[_Arguments, _Result], /, *args: _Arguments.args, **kwargs: _Arguments.kwargs
    ) -> Future[_Result]:
        claimed, *_ = args
        assert isinstance(claimed, Claimed)
        execution = Execution(ticket=claimed.ticket, begun=self._world.now + self._world.skew)
        self._world.executions.append(execution)
        future = super().submit(fn, *args, **kwargs)
        ended = future.result()
        assert isinstance(ended, Ended)
        execution.ended = ended
        return future


@dataclass
class ServersQueue(MemoryQueue):
    """Counts delays by its own clock: that of a sender may be wrong."""

    clock: Callable[[], datetime]

    def __post_init__(self) -> None:
        super().__init__()

    def send(self, dispatch: Dispatch, *, now: datetime) -> None:
        super().send(dispatch, now=now)
        self.messages[-1] = (self.clock() + dispatch.delay(now), dispatch)


@dataclass
class MachineWorld(World):
    executions: list[Execution] = field(default_factory=list)
    acts: list[Act] = field(default_factory=list)
    """How the next actions go; those after them go fine."""
    disturbed: bool = False
    """Something came in between during the present journey."""

    skew: timedelta = timedelta()
    """How far the present runner's clock is ahead of storage's."""
    while_waiting: tuple[Request, ...] = ()
    """What others ask for while a runner waits for the instant, having read its pack."""
    after_waiting: Snapshot | None = None
    """What stood in the table when these had been answered."""
    begun_before_waiting: int = 0
    """How many actions had been begun by then."""

    _begun: int = 0
    """How many actions had been begun before the present journey."""

    def __post_init__(self) -> None:
        super().__post_init__()
        assert isinstance(self.table, TroubledTable)
        self.troubled = self.table
        self.store = Store(self.table, shards=1)
        self.queue = ServersQueue(clock=lambda: self.now)
        self.answer = self._act
        self.ports = replace(
            self.ports,
            store=self.store,
            queue=self.queue,
            executor=RecordingExecutor(self),
            traffic=Traffic(precedence=Precedence(longest=0)),  # others come in between in the same thread
            clock=self.clock,
        )

    def clock(self) -> datetime:
        """Time goes on by itself: no two things happen at the same instant."""
        self.now += datetime.resolution
        return self.now + self.skew

    @contextmanager
    def journey(self, trouble: Trouble | None, *, acts: Sequence[Act] = ()) -> Iterator[None]:
        """Let a journey run into trouble; it may end with an outage or a death, but with nothing else."""
        self._begun, self.after_waiting = len(self.executions), None
        self.acts, self.disturbed = list(acts), trouble is not None or any(act.meanwhile for act in acts)
        self.troubled.begin(trouble)
        try:
            yield
        except (StorageUnavailable, KeyboardInterrupt) as end:
            if isinstance(end, StorageUnavailable) and trouble is None and not self.queue.broken:
                raise
            self._excuse()
        finally:
            self.troubled.begin(None)
            self.acts, self.queue.broken = [], False
            self.skew, self.while_waiting = timedelta(), ()

    def ask(self, request: Request) -> None:
        """Make a request; a refusal is an answer."""
        try:
            carry_out(request, self.ports)
        except StorageUnavailable:
            raise
        except SchedulerError:
            return

    def scan_at(self, ahead: timedelta = timedelta()) -> None:
        """Scan, with a clock that may be ahead or behind."""
        scan(replace(self.ports, clock=lambda: self.clock() + ahead), now=self.clock() + ahead)

    def run_visible(self) -> None:
        """Run what is visible now; if the runner raises or dies, its message comes back."""
        for message in [message for message in self.queue.messages if message[0] <= self.now]:
            if message not in self.queue.messages:
                continue  # another, who came in between, was faster
            self.queue.messages.remove(message)
            try:
                run(message[1], self.ports)
            except BaseException:
                self.queue.messages.append((self.now + _COMES_BACK_AFTER, message[1]))
                raise

    def see_next_hint(self, meanwhile: Sequence[Request], *, skew: timedelta) -> None:
        """Turn the clock to where the hint of the next ticket is seen; its runner's clock may be wrong.

        Others ask for things while the runner waits for the instant.
        """
        dues = (datetime.fromisoformat(row.parts[1]) for row in read_snapshot(self.troubled.sound).tickets)
        due = min((due for due in dues if due > self.now), default=self.now)
        self.now = max(self.now, due - _SCANNED_AHEAD)
        self.scan_at()
        self.now = max(self.now, due - HINTED_AHEAD)
        self.skew, self.while_waiting = skew, tuple(meanwhile)
        self.run_visible()

    def deliver_twice(self) -> None:
        """Run the first message that is visible as if it had come twice; then the others."""
        visible = [dispatch for since, dispatch in self.queue.messages if since <= self.now]
        if visible:
            run(visible[0], self.ports)
        self.run_visible()

    def in_between(self, requests: Sequence[Request]) -> None:
        """Others scan, run and ask for things, without trouble of their own."""
        acts, self.acts = self.acts, []
        for request in requests:
            self.ask(request)
        self.scan_at()
        self.run_visible()
        self.acts = acts

    def trouble(self, kind: Kind, *, at: int, lasting: int, requests: Sequence[Request]) -> Trouble:
        meanwhile = None if kind is not Kind.MEANWHILE else lambda: self.in_between(requests)
        return Trouble(kind=kind, at=at, lasting=lasting, meanwhile=meanwhile)

    def _wait(self, span: timedelta) -> None:
        super()._wait(span)
        if self.while_waiting:
            requests, self.while_waiting = self.while_waiting, ()
            for request in requests:
                self.ask(request)
            self.after_waiting = read_snapshot(self.troubled.sound)
            self.begun_before_waiting = len(self.executions)

    def _act(self, attempt: Attempt) -> Outcome:
        act = self.acts.pop(0) if self.acts else Act()
        self.now += act.takes
        if act.takes > self.ports.pace.lease:
            self._excuse()
        if act.meanwhile:
            self.in_between(act.meanwhile)
        match act.ending:
            case Ending.FINE:
                return Completed("fine")
            case Ending.FAILURE:
                return Failed("503")
            case Ending.DEATH:
                raise KeyboardInterrupt

    def _excuse(self) -> None:
        """Let what the present journey has begun be repeated: here actions wait for each other."""
        for execution in self.executions[self._begun :]:
            execution.excused = True


def a_machine_world(table: Table) -> MachineWorld:
    return MachineWorld(table=TroubledTable(table))
