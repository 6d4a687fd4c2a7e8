"""A state machine of early reads: whatever comes between a read and its instant, everything holds."""

from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from shared.storage.memory_table import MemoryTable
from shared.storage.table import Table
from tests.machines.acts import Act
from tests.machines.between import Between, Mark
from tests.machines.drain import drain_and_delete
from tests.machines.execution_rules import ExecutionRules, check_nothing_is_skipped
from tests.machines.forms import JOBS, Asked
from tests.machines.invariants import check_all, check_history_is_unique, check_last_fault, check_what_follows
from tests.machines.machine_world import a_machine_world
from tests.machines.notebook import Notebook
from tests.machines.requests import Request, Verb
from tests.machines.seen import Seen, Step
from tests.machines.skip_rules import SkipRules
from tests.machines.snapshot import Snapshot, TicketSeen, read_snapshot
from tests.machines.strategies import ASKED, BETWEEN, QUIET_ACTS, TROUBLES, requests
from tests.machines.troubled_table import Trouble


class EarlyReadMachine(RuleBasedStateMachine):
    def __init__(self, table: Table | None = None) -> None:
        super().__init__()
        self.world = a_machine_world(table or MemoryTable())
        self.notebook, self.rules_of_execution = Notebook(), ExecutionRules()
        self.rules_of_skips = SkipRules()
        self.before = read_snapshot(self.world.troubled.sound)
        self.sound, self.begun = True, 0

    @initialize(asked=st.tuples(*[ASKED] * len(JOBS)))
    def collections_with_jobs(self, asked: Sequence[Asked]) -> None:
        for verb in (Verb.CREATE_COLLECTION, Verb.PUT):
            for job, wanted in zip(JOBS, asked, strict=True):
                self.world.ask(Request(verb=verb, job=job, asked=wanted))

    @rule(request=requests(Verb.PUT, Verb.PUT, Verb.REVISE, Verb.PAUSE), trouble=TROUBLES)
    def put(self, request: Request, trouble: Any) -> None:
        self._ask(request, trouble)

    @precondition(lambda self: self.world.next_action(self.before))
    @rule(betweens=st.lists(BETWEEN, min_size=1, max_size=3), acts=QUIET_ACTS)
    def see_the_next_hints(self, betweens: Sequence[Between], acts: Sequence[Act]) -> None:
        """The second is often the hint of a retry."""
        with self.world.journey(None, acts=acts):
            for between in betweens:
                self.world.see_next_hint(between)

    @invariant()
    def everything_holds(self) -> None:
        world, self.sound = self.world, False
        snapshot, now = read_snapshot(world.troubled.sound), max(world.now, world.latest)
        for mark in world.marks:
            self.notebook.see(mark.snapshot)
        new = self.notebook.read(snapshot, world.executions, now=now, disturbed=world.disturbed)
        standing = self.notebook.standing(snapshot)
        seen = Seen(snapshot=snapshot, standing=standing, notebook=self.notebook, now=now)
        check_all(seen)
        for entry in new:
            check_what_follows(entry, seen)
        check_last_fault(new, self.before, seen)
        check_history_is_unique(self.notebook)
        self._check_executions(snapshot)
        self._check_times(snapshot, seen.standing, now)
        world.marks, world.sightings = [], []
        self.before, self.sound = snapshot, True

    def teardown(self) -> None:
        if self.sound and not self.world.broken:
            drain_and_delete(self.world, self.everything_holds)

    def _check_executions(self, snapshot: Snapshot) -> None:
        """Check what was begun between two marks against what stood at the first of these."""
        world, rules = self.world, self.rules_of_execution
        earlier = first = Mark(snapshot=self.before, begun=0)
        last = Mark(snapshot=snapshot, begun=len(world.executions))
        for start, end in pairwise([first, *world.marks, last]):
            befores = [earlier.snapshot, start.snapshot] if start.early else [start.snapshot]
            rules.check(world.executions[: end.begun], befores, disturbed=world.disturbed)
            if not world.disturbed:
                check_nothing_is_skipped(start.snapshot, end.snapshot, world.executions)
            earlier = start

    def _check_times(self, snapshot: Snapshot, standing: Sequence[TicketSeen], now: datetime) -> None:
        """Check what became of the times that the schedules name, and what is told about these."""
        world = self.world
        for job in snapshot.jobs:
            world.chronicles.see(job, world.executions, between=(now, now), asked=False)
        world.chronicles.check(snapshot, standing, now)
        moments = [self.before, *world.sightings, *(mark.snapshot for mark in world.marks), snapshot]
        step = Step(
            jobs=[job for moment in moments for job in moment.jobs],
            collections=[row for moment in moments for row in moment.collections],
            begun=world.executions[self.begun :],
            ever=world.executions,
            tickets=self.notebook.tickets,
            latest=now,
        )
        self.rules_of_skips.check(snapshot, step)
        self.begun = len(world.executions)

    def _ask(self, request: Request, trouble: Any) -> None:
        self.sound = False
        with self.world.journey(self._trouble(trouble)):
            self.world.ask(request)

    def _trouble(self, drawn: Any) -> Trouble | None:
        return None if drawn is None else self.world.trouble(**drawn)
