"""The app as a state machine: everything that can happen to it, in any order, and what holds nevertheless."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from shared.storage.table import Table
from tests.machines.acts import Act
from tests.machines.policy_machine import PolicyMachine
from tests.machines.requests import Request
from tests.machines.snapshot import SHARD, SPOILT, RowSeen
from tests.machines.strategies import (
    ACTS,
    AHEAD,
    ANY_REQUEST,
    BACKWARD,
    FORWARD,
    JOB_FIELD,
    TICKET_FIELD,
    TROUBLES,
)


class SchedulerMachine(PolicyMachine):
    def __init__(self, table: Table | None = None) -> None:
        super().__init__(table)
        self.whole: dict[str, dict[str, Any]] = {}

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

    @rule()
    def empty_the_queue(self) -> None:
        self.world.queue.messages.clear()

    @rule(by=FORWARD)
    def turn_the_clock_forward(self, by: timedelta) -> None:
        self.world.now += by

    @rule(by=BACKWARD)
    def turn_the_clock_back(self, by: timedelta) -> None:
        self.world.now -= by
        self.world.muddled = True

    @precondition(lambda self: self.before.tickets)
    @rule(which=st.integers(0, 20), field=TICKET_FIELD)
    def spoil_a_ticket(self, which: int, field: str) -> None:
        ticket = self.before.tickets[which % len(self.before.tickets)]
        for execution in self.world.executions:
            execution.forgotten |= execution.row == ticket.row
        self._write(ticket, {field: SPOILT})

    @precondition(lambda self: self.before.jobs)
    @rule(which=st.integers(0, 20), field=JOB_FIELD)
    def spoil_a_job(self, which: int, field: str) -> None:
        job = self.before.jobs[which % len(self.before.jobs)]
        if job.spoilt:
            return
        if field == "nextTicket":
            self.notebook.forgotten.add(job.fields[field])
        self.whole[job.row] = {field: job.fields.get(field, "")}
        self._write(job, {field: SPOILT})

    @precondition(lambda self: any(job.spoilt for job in self.before.jobs))
    @rule()
    def restore_the_jobs(self) -> None:
        """As when a version of the app returns that can read them."""
        for job in [job for job in self.before.jobs if job.spoilt]:
            fields = self.whole.pop(job.row)
            self.notebook.forgotten -= set(fields.values())
            self._write(job, fields)

    def _write(self, row: RowSeen, fields: dict[str, Any]) -> None:
        self.world.muddled = True
        kept = {name: value for name, value in row.fields.items() if name not in ("RowKey", "PartitionKey")}
        self.world.troubled.sound.overwrite(SHARD, row.row, kept | fields)
