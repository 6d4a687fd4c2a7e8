"""What must hold for actions: none early, none twice without an excuse, none that was cancelled."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from shared.domain.ticket import Ticket, TicketKind
from tests.machines.acts import Execution
from tests.machines.snapshot import (
    ACTIONS,
    ERROR_ACTION,
    OCCURRENCE,
    RETRY,
    RUN_NOW,
    CollectionSeen,
    JobSeen,
    Owner,
    Snapshot,
    TicketSeen,
    instant,
)


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
                _check_right(execution, befores)

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
    """An action that stood, and is gone, was begun, or its job was changed or its collection off.

    An occurrence may have waited, and begun or wait with another ticket, or was skipped and has a record.
    """
    begun = {execution.row for execution in executions}
    left = begun | {row.row for row in end.tickets} | {row.former for row in end.aside}
    on = {row.owner for row in start.collections if row.fields["state"] == "Enabled"}
    jobs = {job.owner: job for job in end.jobs}
    for ticket in start.tickets:
        if ticket.kind in ACTIONS and not ticket.spoilt and ticket.owner[:3] in on and ticket.row not in left:
            job = jobs.get(ticket.owner)
            dead = job is None or not _belongs(ticket, job)
            assert dead or _is_told(ticket, jobs[ticket.owner], end, executions), f"{ticket.row} was skipped"


def _belongs(ticket: TicketSeen, job: JobSeen) -> bool:
    if ticket.kind == RUN_NOW:
        return bool(ticket.fields["incarnation"] == job.fields["incarnation"])
    if ticket.kind in (OCCURRENCE, RETRY) and ticket.fields["scheduled"] and job.disabled:
        return False  # by the scheduler, who leaves the revision as it is
    return bool(ticket.revision == job.fields["revision"])


def _is_told(ticket: TicketSeen, job: JobSeen, end: Snapshot, executions: Sequence[Execution]) -> bool:
    """Say whether another ticket or a record tells what became of one that is gone."""
    if job.spoilt:
        return False
    if ticket.kind == ERROR_ACTION:
        return "error_action" not in job.definition  # the default may be gone
    if ticket.kind != OCCURRENCE:
        return False
    expected = instant(ticket.fields["expected"])
    skips = [row.skip for row in end.skips if (row.owner, row.incarnation) == job.identity]
    if any(skip.first <= expected <= skip.until for skip in [*skips, *([job.skip] if job.skip else [])]):
        return True
    others = [row for row in end.tickets if row.owner == ticket.owner and row.kind == OCCURRENCE]
    waits = any(row.fields["expected"] == ticket.fields["expected"] for row in others)
    return waits or any(
        execution.owner == ticket.owner and execution.ticket.expected == expected for execution in executions
    )


def _check_right(execution: Execution, befores: Sequence[Snapshot]) -> None:
    """Nothing runs that was cancelled, or in a collection that is not enabled.

    A job that was changed while the runner waited does not run in its old form.
    A collection that was disabled meanwhile may still let it run.
    What is disabled until an instant may run from then on.
    """
    ticket, owner = execution.ticket, execution.owner
    rows = [row for one in befores for row in one.collections if row.owner == owner[:3]]
    assert any(_lets_run(row, execution) for row in rows), f"{ticket.key} ran in a collection that was off"
    job = next((row for row in befores[-1].jobs if row.owner == owner), None)
    assert job is not None, f"{ticket.key} ran, and its job was gone"
    if not job.spoilt and job.fields["revision"] == ticket.key.revision:
        noted = [_noted(job, row) for row in rows]
        assert _noted_in(ticket) in noted, f"{ticket.key} was to note one of {noted}"
    if ticket.key.kind is TicketKind.RUN_NOW:
        assert job.fields["incarnation"] == ticket.incarnation
    elif not _was_enabled_since(job, execution):
        assert job.fields["revision"] == ticket.key.revision, f"{ticket.key} was cancelled, and ran"
        if ticket.key.kind in (TicketKind.OCCURRENCE, TicketKind.RETRY) and ticket.scheduled:
            assert job.fields["state"] == "enabled"


def _noted_in(ticket: Ticket) -> tuple[int | None, bool] | None:
    """Return what a claim has noted of the defaults: how often to try again, and whether to mourn."""
    if ticket.retrying is None:
        return None
    policy = ticket.retrying.policy
    return None if policy is None else policy.count, ticket.mourned


def _noted(job: JobSeen, collection: CollectionSeen) -> tuple[int | None, bool] | None:
    """Return what a claim is to note if the collection has defaults, and the job looks at them."""
    defaults = collection.defaults
    if not defaults or job.policies.get("use_defaults") is False:
        return None
    policy = job.definition.get("retry_policy") or defaults.get("retry_policy") or {}
    mourned = "error_action" not in job.definition and "error_action" in defaults
    return policy.get("count"), mourned


def _lets_run(collection: CollectionSeen, execution: Execution) -> bool:
    until = collection.until
    return collection.fields["state"] == "Enabled" or (until is not None and until <= execution.begun)


def _was_enabled_since(job: JobSeen, execution: Execution) -> bool:
    """Say whether a job that was disabled has been enabled because its time has come."""
    if job.spoilt or job.until is None:
        return False
    ticket = execution.ticket
    return job.until <= execution.begun and job.fields["incarnation"] == ticket.incarnation
