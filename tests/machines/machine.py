"""The app as a state machine: everything that can happen to it, in any order, and what holds nevertheless."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from shared.storage.memory_table import MemoryTable
from shared.storage.table import Table
from tests.machines.drain import drain_and_delete
from tests.machines.execution_rules import ExecutionRules
from tests.machines.forms import JOBS, Asked
from tests.machines.invariants import Seen, check_all, check_history_is_unique, check_what_follows
from tests.machines.machine_world import Act, a_machine_world
from tests.machines.notebook import Notebook
from tests.machines.requests import Request, Verb, carry_out
from tests.machines.snapshot import SHARD, SPOILT, RowSeen, read_snapshot
from tests.machines.strategies import (
    ACTS,
    AHEAD,
    ANY_REQUEST,
    ASKED,
    BACKWARD,
    FORWARD,
    JOB_FIELD,
    TICKET_FIELD,
    TROUBLES,
    requests,
)
from tests.machines.troubled_table import Trouble


class SchedulerMachine(RuleBasedStateMachine):
    def __init__(self, table: Table | None = None) -> None:
        super().__init__()
        self.world = a_machine_world(table or MemoryTable())
        self.notebook, self.rules_of_execution = Notebook(), ExecutionRules()
        self.before = read_snapshot(self.world.troubled.sound)
        self.whole: dict[str, dict[str, Any]] = {}
        self.sound = True

    @initialize(asked=st.tuples(*[ASKED] * len(JOBS)))
    def collections_with_jobs(self, asked: Sequence[Asked]) -> None:
        for verb in (Verb.CREATE_COLLECTION, Verb.PUT):
            for job, wanted in zip(JOBS, asked, strict=True):
                carry_out(Request(verb=verb, job=job, asked=wanted), self.world.ports)

    @rule(request=requests(Verb.PUT), trouble=TROUBLES)
    def put(self, request: Request, trouble: Any) -> None:
        self._ask(request, trouble)

    @rule(request=requests(Verb.PATCH, Verb.DISABLE, Verb.ENABLE), trouble=TROUBLES)
    def patch(self, request: Request, trouble: Any) -> None:
        self._ask(request, trouble)

    @rule(request=ANY_REQUEST, trouble=TROUBLES)
    def ask(self, request: Request, trouble: Any) -> None:
        self._ask(request, trouble)

    @rule(ahead=AHEAD, trouble=TROUBLES, broken=st.sampled_from([False, False, False, True]))
    def scan(self, ahead: timedelta, trouble: Any, broken: bool) -> None:
        self.world.queue.broken = broken
        with self.world.journey(self._trouble(trouble)):
            self.world.scan_at(ahead)

    @rule(acts=ACTS, trouble=TROUBLES)
    def run(self, acts: Sequence[Act], trouble: Any) -> None:
        with self.world.journey(self._trouble(trouble), acts=acts):
            self.world.run_visible()

    @rule(acts=ACTS)
    def deliver_twice(self, acts: Sequence[Act]) -> None:
        with self.world.journey(None, acts=acts):
            self.world.deliver_twice()

    @rule(steps=st.integers(1, 8), acts=ACTS)
    def some_time_passes(self, steps: int, acts: Sequence[Act]) -> None:
        with self.world.journey(None, acts=acts):
            for _ in range(steps):
                self.world.now += timedelta(seconds=20)
                self.world.scan_at()
                self.world.run_visible()

    @rule()
    def empty_the_queue(self) -> None:
        self.world.queue.messages.clear()

    @rule(by=FORWARD)
    def turn_the_clock_forward(self, by: timedelta) -> None:
        self.world.now += by

    @rule(by=BACKWARD)
    def turn_the_clock_back(self, by: timedelta) -> None:
        self.world.now -= by

    @precondition(lambda self: self.before.tickets)
    @rule(which=st.integers(0, 20), field=TICKET_FIELD)
    def spoil_a_ticket(self, which: int, field: str) -> None:
        self._write(self.before.tickets[which % len(self.before.tickets)], {field: SPOILT})

    @precondition(lambda self: self.before.jobs)
    @rule(which=st.integers(0, 20), field=JOB_FIELD)
    def spoil_a_job(self, which: int, field: str) -> None:
        job = self.before.jobs[which % len(self.before.jobs)]
        if job.spoilt:
            return
        if field == "nextTicket":
            self.notebook.forgotten.add(job.fields[field])
        self.whole[job.row] = {field: job.fields[field]}
        self._write(job, {field: SPOILT})

    @precondition(lambda self: any(job.spoilt for job in self.before.jobs))
    @rule()
    def restore_the_jobs(self) -> None:
        """As when a version of the app returns that can read them."""
        for job in [job for job in self.before.jobs if job.spoilt]:
            fields = self.whole.pop(job.row)
            self.notebook.forgotten -= set(fields.values())
            self._write(job, fields)

    @invariant()
    def everything_holds(self) -> None:
        world, self.sound = self.world, False
        snapshot = read_snapshot(world.troubled.sound)
        new = self.notebook.read(snapshot, world.executions, now=world.now, disturbed=world.disturbed)
        seen = Seen(snapshot=snapshot, standing=self.notebook.standing(snapshot), notebook=self.notebook)
        check_all(seen)
        for entry in new:
            check_what_follows(entry, seen)
        check_history_is_unique(self.notebook)
        if world.after_waiting is not None:
            begun = world.executions[: world.begun_before_waiting]
            self.rules_of_execution.check(begun, [self.before], disturbed=world.disturbed)
        befores = [self.before, world.after_waiting or self.before]
        self.rules_of_execution.check(world.executions, befores, disturbed=world.disturbed)
        world.after_waiting = None
        self.before, self.sound = snapshot, True

    def teardown(self) -> None:
        if self.sound:
            drain_and_delete(self.world, self.everything_holds)

    def _ask(self, request: Request, trouble: Any) -> None:
        self.sound = False
        with self.world.journey(self._trouble(trouble)):
            self.world.ask(request)

    def _trouble(self, drawn: Any) -> Trouble | None:
        return None if drawn is None else self.world.trouble(**drawn)

    def _write(self, row: RowSeen, fields: dict[str, Any]) -> None:
        kept = {name: value for name, value in row.fields.items() if name not in ("RowKey", "PartitionKey")}
        self.world.troubled.sound.overwrite(SHARD, row.row, kept | fields)
