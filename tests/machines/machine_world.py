"""The app in a world of troubles: others come in between, actions fail, are slow or kill their runner."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import cycle
from typing import Final, ParamSpec, TypeVar

from proofs.harness.at_once import AtOnce
from shared.domain.attempt import Attempt, Completed, Ended, Failed, Outcome
from shared.domain.claiming import Claimed
from shared.domain.errors import SchedulerError, StorageUnavailable
from shared.domain.keys import JobKey
from shared.domain.ticket import Dispatch
from shared.flow.run import run
from shared.flow.scan import scan
from shared.flow.traffic import Precedence, Traffic
from shared.storage.row_keys import collection_row, job_row, ticket_row
from shared.storage.store import Store
from shared.storage.table import Table
from tests.builders import NINE
from tests.machines.acts import Act, Ending, Execution
from tests.machines.between import CLOCKS_DIFFER, Between, Mark, ServersQueue
from tests.machines.chronicle import Chronicles
from tests.machines.claim_rules import check_claim
from tests.machines.forms import JOBS
from tests.machines.policies import REFUSED
from tests.machines.requests import Request, carry_out
from tests.machines.snapshot import ACTIONS, ENABLE, Snapshot, TicketSeen, read_rows, read_snapshot
from tests.machines.troubled_table import Kind, Trouble, TroubledTable
from tests.world import World

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")

_SCANNED_AHEAD: Final = timedelta(seconds=30)
_COMES_BACK_AFTER: Final = timedelta(seconds=30)
"""A message whose runner died or raised becomes visible again."""
_A_LITTLE_MORE_THAN_A_MINUTE: Final = timedelta(seconds=65)
_MOST_LOOKS: Final = 10  # a hint that came too early is sent again, once or twice


class RecordingExecutor(AtOnce):
    """Notes for which ticket each action was done."""

    def __init__(self, world: "MachineWorld") -> None:
        self._world = world

    def submit(
        self, fn: Callable[_Arguments, _Result], /, *args: _Arguments.args, **kwargs: _Arguments.kwargs
    ) -> Future[_Result]:
        claimed, *_ = args
        assert isinstance(claimed, Claimed)
        world = self._world
        begun = world.now + world.skew
        row, delay = ticket_row(claimed.ticket.key), claimed.job.delay
        execution = Execution(ticket=claimed.ticket, row=row, begun=begun, delay=delay)
        world.executions.append(execution)
        check_claim(claimed, world.executions, lease=world.ports.pace.lease, now=world.farthest)
        future = super().submit(fn, *args, **kwargs)
        ended = future.result()
        assert isinstance(ended, Ended)
        execution.ended = ended
        return future


@dataclass
class MachineWorld(World):
    executions: list[Execution] = field(default_factory=list)
    acts: list[Act] = field(default_factory=list)
    """How the next actions go; those after them end as these do, in turn, and go fine if there are none."""
    disturbed: bool = False
    muddled: bool = False
    """Rows were spoilt, or the clock was set back: nobody can tell any more what happened when."""
    """Something came in between during the present journey."""
    broken: bool = False
    """A rule was broken during a journey: what follows would hide it."""

    skew: timedelta = timedelta()
    """How far the clock that is read now is ahead of storage's."""
    latest: datetime = NINE
    """What a clock showed at most during the present journey."""
    farthest: datetime = NINE
    """What a clock ever showed at most."""
    chronicles: Chronicles = field(default_factory=Chronicles)
    sightings: list[Snapshot] = field(default_factory=list)
    """What stood of a job and its collection before and after each request of the present journey."""
    between: Between | None = None
    """What comes once a runner has read its pack and waits for the instant."""
    marks: list[Mark] = field(default_factory=list)
    """What stood in the table whenever requests had been answered that came during the present journey."""

    _begun: int = 0
    """How many actions had been begun before the present journey."""
    _at_hand: Dispatch | None = None
    _calls_before: int = 0
    """What the present runner runs, and how many calls were made before it began."""

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
        self.latest = max(self.latest, self.now + self.skew)
        self.farthest = max(self.farthest, self.latest)
        return self.now + self.skew

    @contextmanager
    def journey(self, trouble: Trouble | None, *, acts: Sequence[Act] = ()) -> Iterator[None]:
        """Let a journey run into trouble; it may end with an outage or a death, but with nothing else."""
        self._begun, self.marks, self.sightings, self.latest = len(self.executions), [], [], self.now
        self.acts, self.disturbed = list(acts), trouble is not None or any(act.meanwhile for act in acts)
        self.troubled.begin(trouble)
        try:
            yield
        except (StorageUnavailable, KeyboardInterrupt) as end:
            if isinstance(end, StorageUnavailable) and trouble is None and not self.queue.broken:
                raise
            self._excuse()
        except AssertionError:
            self.broken = True
            raise
        finally:
            self.troubled.begin(None)
            self.acts, self.queue.broken = [], False
            self.skew, self.between = timedelta(), None

    def ask(self, request: Request) -> None:
        """Make a request; a refusal is an answer."""
        since = self.clock()
        self._look_at(request.job, since, asked=False)
        try:
            carry_out(request, self.ports)
        except StorageUnavailable:
            raise
        except SchedulerError:
            return
        finally:
            self._look_at(request.job, since, asked=True)

    def scan_at(self, ahead: timedelta = timedelta()) -> None:
        """Scan, with a clock that may be ahead or behind."""
        scan(replace(self.ports, clock=lambda: self.clock() + ahead), now=self.clock() + ahead)

    def run_visible(self) -> None:
        """Run what is visible now; if the runner raises or dies, its message comes back."""
        for message in [message for message in self.queue.messages if message[0] <= self.now]:
            if message not in self.queue.messages:
                continue  # another, who came in between, was faster
            self.queue.messages.remove(message)
            self._at_hand, self._calls_before = message[1], self.troubled.calls
            try:
                run(message[1], self.ports)
            except BaseException:
                self.queue.messages.append((self.now + _COMES_BACK_AFTER, message[1]))
                raise

    def next_action(self, snapshot: Snapshot) -> TicketSeen | None:
        """Return the ticket of the action or of the enabling that is due next, if one is."""
        ahead = [row for row in snapshot.tickets if row.kind in (*ACTIONS, ENABLE) and row.due > self.now]
        return min(ahead, key=lambda row: row.due, default=None)

    def run_next(self) -> None:
        """Let it be as late as the next action is due, if one is, and run what is due."""
        ticket = self.next_action(read_snapshot(self.troubled.sound))
        self.now = self.now if ticket is None else ticket.due
        self.scan_at()
        self.run_visible()

    def see_next_hint(self, between: Between) -> None:
        """Scan half a minute before the next action is due, and run each hint when storage shows it.

        Others come in between early read and instant. A hint that the runner finds too early comes again.
        """
        ticket = self.next_action(read_snapshot(self.troubled.sound))
        if ticket is None:
            return
        self.skew = between.clocks.others
        self._ask_all(between.before, [job for job in JOBS if job.canonical == ticket.owner], early=False)
        self.now = max(self.now, ticket.due - _SCANNED_AHEAD)
        scan(self.ports, now=self.clock())
        self.skew, self.between = between.clocks.runner, between
        for _ in range(_MOST_LOOKS):
            since = min((since for since, _ in self.queue.messages), default=None)
            if since is None or since > ticket.due + CLOCKS_DIFFER:
                break
            self.now = max(self.now, since)
            self.run_visible()
        self.between = None

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

    def _look_at(self, key: JobKey, since: datetime, *, asked: bool) -> None:
        """Take a note of a job and its collection, past all troubles."""
        found = read_rows(self.troubled.sound, [job_row(key), collection_row(key.collection)])
        self.sightings.append(found)
        for job in found.jobs:
            self.chronicles.see(job, self.executions, between=(since, self.clock()), asked=asked)

    def _wait(self, span: timedelta) -> None:
        """Wait; if the runner has read its pack by now, others come when half of the time is over."""
        between = self.between if self.troubled.calls > self._calls_before else None
        if between is not None:
            super()._wait(span / 2)
            self._let_in(between)
            span -= span / 2
        super()._wait(span)

    def _let_in(self, between: Between) -> None:
        assert self._at_hand is not None
        self.between, self.skew = None, between.clocks.others
        self._ask_all(between.requests, [ticket.job for ticket in self._at_hand.tickets], early=True)
        if between.rival:
            self._compete(self._at_hand)
        self.skew = between.clocks.runner

    def _ask_all(self, requests: Sequence[Request], jobs: Sequence[JobKey], *, early: bool) -> None:
        """Make the requests about these jobs, and mark what stands afterwards."""
        for request, job in zip(requests, cycle(jobs), strict=False):
            self.ask(replace(request, job=job))
        snapshot = read_snapshot(self.troubled.sound)
        self.marks.append(Mark(snapshot=snapshot, begun=len(self.executions), early=early))

    def _compete(self, dispatch: Dispatch) -> None:
        """Let another run the same; if it dies, only what it has begun may be repeated."""
        begun = len(self.executions)
        try:
            run(dispatch, self.ports)
        except KeyboardInterrupt:
            self._excuse(since=begun)

    def _act(self, attempt: Attempt) -> Outcome:
        in_turn = bool(self.acts)
        act = self.acts.pop(0) if in_turn else Act()
        self.acts += [Act(ending=act.ending)] if in_turn else []
        self.now += act.takes
        if act.takes > self.ports.pace.lease:
            self._excuse()
        if act.changed:
            self.in_between([replace(request, job=attempt.job) for request in act.meanwhile])
            self.now += _A_LITTLE_MORE_THAN_A_MINUTE
            self.in_between(())
        elif act.meanwhile:
            self.in_between(act.meanwhile)
        match act.ending:
            case Ending.FINE:
                return Completed("fine")
            case Ending.FAILURE:
                return Failed("503", status=503)
            case Ending.REFUSAL:
                return Failed("410", status=REFUSED)
            case Ending.DEATH:
                raise KeyboardInterrupt

    def _excuse(self, since: int | None = None) -> None:
        """Let what the present journey has begun be repeated: here actions wait for each other."""
        for execution in self.executions[self._begun if since is None else since :]:
            execution.excused = True


def a_machine_world(table: Table) -> MachineWorld:
    return MachineWorld(table=TroubledTable(table))
