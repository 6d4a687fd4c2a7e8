"""What must hold after every step, whatever happened before."""

from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from shared.domain.attempt import Failed
from shared.domain.disabled import SCHEDULER
from shared.domain.retry import Retrying
from tests.machines.course_rules import check_course
from tests.machines.notebook import Entry, Notebook
from tests.machines.seen import Seen
from tests.machines.snapshot import (
    COLLECTION_SWEEP,
    ENABLE,
    ERROR_ACTION,
    OCCURRENCE,
    REMOVAL,
    RETRY,
    SWEEP,
    TRIM,
    JobSeen,
    Snapshot,
    TicketSeen,
)

_USUAL_RETRIES: Final = 4
_USUAL_INTERVAL: Final = timedelta(seconds=30)
_USUALLY_KEPT: Final = timedelta(days=60)
_FAULTED_KEPT: Final = timedelta(days=7)
_CLOCK_SET_BACK: Final = timedelta(minutes=30)  # in all
_WITH_SKIPS: Final = "skips"
"""The id of a sweep that does not stop at history."""


def check_all(seen: Seen) -> None:
    check_no_next_ticket_without_a_job(seen)
    for job in seen.jobs:
        check_next_ticket(job, seen)
        check_open(job, seen)
        check_course(job, seen)
        check_counters(job, seen)
        check_state(job, seen)
        check_removal(job, seen)
        check_trim(job, seen)
    check_quota(seen)
    check_what_is_left_of_the_deleted(seen)
    check_audit(seen)
    assert seen.snapshot.others == []


def check_audit(seen: Seen) -> None:
    """Every record of a change has its note by instant, and every note its record."""
    audited = {
        (instant, *names, id) for _, *names, instant, id in (row.parts for row in seen.snapshot.audited)
    }
    assert audited == {tuple(row.parts[1:]) for row in seen.snapshot.notes}
    for job in seen.jobs:
        told = [row for row in seen.snapshot.audited if row.fields["after"] == job.fields["revision"]]
        assert told, f"{job.row}: nobody noted its last change"


def check_next_ticket(job: JobSeen, seen: Seen) -> None:
    """One that waits for an occurrence has exactly one next ticket, the noted one; any other has none.

    One that is disabled until an instant waits for that. If what waits for an open occurrence was set aside,
    another ticket takes its place when that occurrence is over.
    """
    noted, state, open_now = (job.fields[name] for name in ("nextTicket", "state", "open"))
    waiting = [ticket for ticket in _next_tickets(seen) if ticket.owner == job.owner]
    woken = seen.aside if len(waiting) > 1 else set()
    waiting = [ticket for ticket in waiting if not (ticket.row in woken and ticket.fields.get("waiting"))]
    assert [ticket.row for ticket in waiting] == ([noted] if noted else []), f"{job.row}: its next ticket"
    kinds = {(ticket.kind, ticket.due if ticket.kind == ENABLE else None) for ticket in waiting}
    if state == "enabled":
        assert noted or open_now > 0 or _closed(job, seen), f"{job.row} is enabled and waits for nothing"
        assert kinds <= {(OCCURRENCE, None)}, f"{job.row} is enabled and waits for that"
    else:
        until = job.until if state == "disabled" else None
        assert kinds == ({(ENABLE, until)} if until else set()), f"{job.row} is {state} and waits"
        assert open_now == 0, f"{job.row} is {state} and has something open"
    assert all(ticket.fields["leaseUntil"] == "" for ticket in waiting), f"{job.row}: shows what has started"


def check_no_next_ticket_without_a_job(seen: Seen) -> None:
    """What was set aside goes a little after its job when a whole collection goes."""
    owners = {job.owner for job in seen.snapshot.jobs}
    aside = {row.former for row in seen.snapshot.aside}
    ownerless = [ticket.row for ticket in _next_tickets(seen) if ticket.owner not in owners]
    assert set(ownerless) <= aside


def check_open(job: JobSeen, seen: Seen) -> None:
    """What was set aside stays open, unless others must not overlap it: these would wait for ever."""
    over = {ticket.row for ticket in _closed(job, seen)}
    started = [
        ticket.row
        for ticket in seen.of(job, OCCURRENCE, RETRY)
        if ticket.started
        and ticket.fields["scheduled"]
        and ticket.fields["revision"] == job.fields["revision"]
        and ticket.row not in over
        and job.fields["state"] != "disabled"
    ]
    assert job.fields["open"] == len(started), f"{job.row} has {job.fields['open']} open, not {started}"


def check_counters(job: JobSeen, seen: Seen) -> None:
    """Counted since the last PUT; how many faulted cannot always be told."""
    told = _main_entries(job, seen)
    executions, failures, faults = (job.fields[name] for name in ("executions", "failures", "faults"))
    assert executions == sum(entry.attempt == 0 for entry in told), f"{job.row}: executions"
    assert failures == sum(entry.failed for entry in told), f"{job.row}: failures"
    certain = sum(entry.failed and entry.retried is False for entry in told)
    doubtful = sum(entry.failed and entry.retried is None for entry in told)
    assert certain <= faults <= certain + doubtful, f"{job.row}: {faults} faults"


def check_state(job: JobSeen, seen: Seen) -> None:
    """A finished job is faulted if its last scheduled occurrence was, and nothing of that was set aside."""
    if not job.finished:
        return
    told = [entry for entry in _main_entries(job, seen) if entry.execution.ticket.scheduled]
    last = max(told, key=lambda entry: (entry.number, entry.attempt), default=None)
    if last is None or any(ticket.fields["number"] == last.number for ticket in _closed(job, seen)):
        return
    if last.execution.ticket.revision == job.fields["revision"]:
        assert job.fields["state"] == ("faulted" if last.failed else "completed"), job.row


def check_removal(job: JobSeen, seen: Seen) -> None:
    """A finished job is removed when its time is over; one that faulted is kept for a week at least."""
    living = [ticket for ticket in seen.of(job, REMOVAL) if ticket.revision == job.fields["revision"]]
    assert len(living) == int(job.finished), f"{job.row} is {job.fields['state']}, its removals: {living}"
    if job.finished and job.fields["incarnation"] not in seen.notebook.once_spoilt:
        asked = job.policies.get("keep_finished_for")
        kept = _USUALLY_KEPT if asked is None else timedelta(seconds=asked)
        kept = max(kept, _FAULTED_KEPT) if job.fields["state"] == "faulted" else kept
        assert living[0].due <= seen.now + kept + _CLOCK_SET_BACK, f"{living[0].row} is too late"
        told = [entry for entry in _main_entries(job, seen) if entry.belongs_to(job)]
        early = [entry.seen.row for entry in told if living[0].due < entry.ended.at + kept]
        assert early == [], f"{living[0].row} is too early"


def check_trim(job: JobSeen, seen: Seen) -> None:
    noted, incarnation = job.fields["trimTicket"], job.fields["incarnation"]
    trims = [ticket.row for ticket in seen.of(job, TRIM) if ticket.revision == incarnation]
    put_off = bool(noted) and len(trims) == 1 and incarnation in seen.notebook.once_spoilt
    assert put_off or trims == ([noted] if noted else []), f"{job.row}: its trim"
    found = seen.snapshot
    told = [row for row in found.history if (row.owner, row.incarnation) == job.identity]
    skips = [row for row in found.skips if (row.owner, row.incarnation) == job.identity]
    assert noted or not (told or skips), f"{job.row} has history that nobody will trim"
    assert job.course.get("has_records") or not skips, f"{job.row} has skips that nobody will trim"


def check_quota(seen: Seen) -> None:
    count = Counter(job.owner[:3] for job in seen.snapshot.jobs)
    for collection in seen.snapshot.collections:
        assert collection.fields["jobCount"] == count.pop(collection.owner, 0), f"{collection.row}: its count"
    assert not count, "there are jobs without a collection"


def check_what_is_left_of_the_deleted(seen: Seen) -> None:
    """History without a job has its sweep, a collection that goes has one, what is set aside has a job."""
    found = seen.snapshot
    going = {row.owner for row in found.collections if row.fields["state"] == "Deleted"}
    sweeps = [ticket.owner[:3] for ticket in found.tickets if ticket.kind == COLLECTION_SWEEP]
    assert going <= set(sweeps), "a collection is being deleted and nobody goes on"
    living = {(job.owner, job.fields["incarnation"]) for job in found.jobs}
    swept = {(ticket.owner, ticket.revision) for ticket in found.tickets if ticket.kind == SWEEP}
    thorough = {
        (ticket.owner, ticket.revision)
        for ticket in found.tickets
        if ticket.kind == SWEEP and ticket.parts[9] == _WITH_SKIPS
    }
    left = [row.row for row in found.history if (row.owner, row.incarnation) not in living | swept]
    left += [row.row for row in found.skips if (row.owner, row.incarnation) not in living | thorough]
    assert [row for row in left if tuple(row.split("|")[1:4]) not in going] == []
    owners = {job.owner for job in found.jobs}
    assert [row.row for row in found.aside if row.owner not in owners and row.owner[:3] not in going] == []


def check_what_follows(entry: Entry, seen: Seen) -> None:
    """What failed is tried again as often as its job says, and mourned in the end if the job says so."""
    ticket = entry.execution.ticket
    jobs = [job for job in seen.jobs if job.owner == entry.seen.owner]
    if entry.retried is None or not entry.main or not jobs or jobs[0].fields["revision"] != ticket.revision:
        return
    if ticket.scheduled and jobs[0].fields["state"] == "disabled":
        return  # faults in a row: some of these ended before it was disabled, and some after
    again = entry.failed and _is_tried_again(entry, jobs[0])
    assert entry.retried is again, f"{entry.seen.row}: its retry"
    if again:
        due = seen.notebook.due_after(entry.execution, RETRY, entry.attempt + 1)
        assert due is not None
        assert due - entry.ended.at >= _interval(entry, jobs[0]), f"{entry.seen.row} is retried too early"
    else:
        mourned = entry.failed and ("error_action" in jobs[0].definition or ticket.mourned)
        assert seen.notebook.followed_by(entry.execution, ERROR_ACTION, 0) is mourned, entry.seen.row


def check_last_fault(entries: Sequence[Entry], before: Snapshot, seen: Seen) -> None:
    """If faults in a row have just disabled a job, its error action is still done for the last of them."""
    enabled = {(job.owner, job.fields["revision"]) for job in before.jobs if job.fields["state"] == "enabled"}
    for job in seen.jobs:
        faults = [
            entry.execution
            for entry in entries
            if entry.main and entry.failed and entry.since_put_of(job) and not entry.retried
        ]
        tripped = job.disabled.get("by") == SCHEDULER and (job.owner, job.fields["revision"]) in enabled
        if tripped and "error_action" in job.definition:
            mourned = [seen.notebook.followed_by(fault, ERROR_ACTION, 0) for fault in faults]
            assert any(mourned), f"{job.row} was disabled, and nobody mourns"


def _is_tried_again(entry: Entry, job: JobSeen) -> bool:
    """The job says how often, or else the collection, as it was when the attempt was begun."""
    noted, outcome = entry.execution.ticket.retrying or Retrying(), entry.ended.outcome
    policy = job.definition.get("retry_policy")
    default = _USUAL_RETRIES if noted.policy is None else noted.policy.count or 0
    most = default if policy is None else policy.get("count", 0)
    stops = job.policies.get("retry_options", {}).get("stop_on", [])
    return entry.attempt < most and not (isinstance(outcome, Failed) and outcome.status in stops)


def _interval(entry: Entry, job: JobSeen) -> timedelta:
    """Return how long to wait after an attempt: longer each time, if the job says so."""
    noted, policy = entry.execution.ticket.retrying or Retrying(), job.definition.get("retry_policy")
    default = noted.policy.interval if noted.policy else None
    interval = (default or _USUAL_INTERVAL) if policy is None else timedelta(seconds=policy["interval"])
    backoff: float = job.policies.get("retry_options", {}).get("backoff", 1)
    return interval * backoff**entry.attempt


def check_history_is_unique(notebook: Notebook) -> None:
    identities = Counter(
        (entry.seen.owner, entry.execution.ticket.put_revision, entry.number, entry.main, entry.attempt)
        for entry in notebook.entries.values()
    )
    assert [identity for identity, count in identities.items() if count > 1] == []


def _next_tickets(seen: Seen) -> list[TicketSeen]:
    return [
        ticket
        for ticket in seen.standing
        if ticket.kind in (OCCURRENCE, ENABLE)
        and not ticket.started
        and ticket.row not in seen.notebook.forgotten
    ]


def _closed(job: JobSeen, seen: Seen) -> list[TicketSeen]:
    """Return what was set aside and is over, because others must not overlap it and would wait for ever."""
    over = seen.aside - set(job.running) if job.one_at_a_time else set()
    return [ticket for ticket in seen.of(job, OCCURRENCE, RETRY) if ticket.row in over and ticket.started]


def _main_entries(job: JobSeen, seen: Seen) -> list[Entry]:
    return [entry for entry in seen.notebook.entries.values() if entry.main and entry.since_put_of(job)]
