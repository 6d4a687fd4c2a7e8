"""What must hold for actions: none early, none twice without an excuse, none that was cancelled."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from shared.domain.ticket import Ticket, TicketKind
from shared.storage.row_keys import ticket_row
from tests.machines.acts import Execution
from tests.machines.snapshot import ACTIONS, RUN_NOW, Owner, Snapshot, TicketSeen


@dataclass
class ExecutionRules:
    """Looks at every action once, in the order in which they were begun."""

    _looked_at: int = 0
    _last: dict[tuple[Owner, str, int, bool, int], Execution] = field(default_factory=dict)
    _numbers: dict[tuple[Owner, str, int], tuple[object, ...]] = field(default_factory=dict)

    def check(self, executions: Sequence[Execution], befores: Sequence[Snapshot], *, disturbed: bool) -> None:
        """`befores` is what stood in the table when others had asked for the last thing before the latest
        ones were begun. If a runner had read its pack by then, it is preceded by what stood when it read.
        """
        new, self._looked_at = executions[self._looked_at :], len(executions)
        for execution in new:
            assert execution.begun >= execution.ticket.key.due, f"{execution.ticket.key} was early"
            self._check_number(execution)
            self._check_repetition(execution)
            if not disturbed:
                _check_right(execution.ticket, befores)

    def _check_number(self, execution: Execution) -> None:
        """A number is given once: all with the same one are attempts of one occurrence."""
        ticket = execution.ticket
        assert ticket.number > 0
        identity = (execution.owner, ticket.put_revision, ticket.number)
        occurrence = (ticket.expected, ticket.scheduled, ticket.revision)
        assert self._numbers.setdefault(identity, occurrence) == occurrence, f"{identity} was used twice"

    def _check_repetition(self, execution: Execution) -> None:
        ticket = execution.ticket
        mourning = ticket.key.kind is TicketKind.ERROR_ACTION
        identity = (execution.owner, ticket.put_revision, ticket.number, mourning, ticket.key.attempt)
        former = self._last.get(identity)
        excused = former is None or execution.begun_late or former.may_be_repeated(execution.begun)
        assert excused, f"{identity} ran twice"
        self._last[identity] = execution


def check_nothing_is_skipped(start: Snapshot, end: Snapshot, executions: Sequence[Execution]) -> None:
    """An action that stood, and is gone, was begun, or its job was changed or its collection off."""
    begun = {ticket_row(execution.ticket.key) for execution in executions}
    left = begun | {row.row for row in end.tickets} | {row.former for row in end.aside}
    on = {row.owner for row in start.collections if row.fields["state"] == "Enabled"}
    jobs = {job.owner: job.fields for job in end.jobs}
    for ticket in start.tickets:
        if ticket.kind in ACTIONS and not ticket.spoilt and ticket.owner[:3] in on and ticket.row not in left:
            assert not _belongs(ticket, jobs.get(ticket.owner)), f"{ticket.row} was skipped"


def _belongs(ticket: TicketSeen, job: Mapping[str, Any] | None) -> bool:
    if job is None:
        return False
    if ticket.kind == RUN_NOW:
        return bool(ticket.fields["incarnation"] == job["incarnation"])
    return bool(ticket.revision == job["revision"])


def _check_right(ticket: Ticket, befores: Sequence[Snapshot]) -> None:
    """Nothing runs that was cancelled, or in a collection that is not enabled.

    A job that was changed while the runner waited does not run in its old form.
    A collection that was disabled meanwhile may still let it run.
    """
    owner = ticket.key.job.canonical
    states = {row.fields["state"] for one in befores for row in one.collections if row.owner == owner[:3]}
    assert "Enabled" in states, f"{ticket.key} ran in a collection that was off"
    job = next((row for row in befores[-1].jobs if row.owner == owner), None)
    assert job is not None, f"{ticket.key} ran, and its job was gone"
    if ticket.key.kind is TicketKind.RUN_NOW:
        assert job.fields["incarnation"] == ticket.incarnation
    else:
        assert job.fields["revision"] == ticket.key.revision, f"{ticket.key} was cancelled, and ran"
    if ticket.key.kind in (TicketKind.OCCURRENCE, TicketKind.RETRY) and ticket.scheduled:
        assert job.fields["state"] == "enabled"
