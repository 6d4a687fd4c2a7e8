"""What must hold for records of what was skipped: each tells the truth."""

from datetime import timedelta

from tests.machines.seen import Step
from tests.machines.sights import sight_of
from tests.machines.snapshot import JobSeen, Owner, Skip, Snapshot, TicketSeen, instant


class SkipRules:
    """Looks at each stretch when it is new or longer than it was."""

    def __init__(self) -> None:
        self._looked_at: set[tuple[Owner, str, Skip]] = set()

    def check(self, snapshot: Snapshot, step: Step) -> None:
        found = [(row.owner, row.incarnation, row.skip) for row in snapshot.skips]
        found += [(*job.identity, job.skip) for job in snapshot.jobs if not job.spoilt and job.skip]
        for owner, incarnation, skip in found:
            if (owner, incarnation, skip) not in self._looked_at:
                self._looked_at.add((owner, incarnation, skip))
                _check_skip(skip, owner, step.of((owner, incarnation)), step)


def _check_skip(skip: Skip, owner: Owner, jobs: list[JobSeen], step: Step) -> None:
    """`jobs` is the job at all moments of the step at which it was seen."""
    assert skip.first <= skip.until <= step.latest, f"{skip} of {owner} is not past"
    match skip.reason:
        case "overlap":
            _check_overlap(skip, owner, jobs, step)
        case "tooLate":
            _check_too_late(skip, jobs, step)
        case "collectionDisabled":
            _check_collection(skip, owner, jobs, step)
        case "disabled":
            assert any(job.fields["state"] == "disabled" for job in jobs), f"{skip}: it was enabled"
        case "superseded":
            assert len({job.fields["revision"] for job in jobs}) > 1, f"{skip}: nobody changed {owner}"
        case "begunInVain":
            assert _begun_in_vain(skip, owner, step), f"{skip}: nobody began it"
        case _:
            raise AssertionError(f"{skip} of {owner}: nothing else happens here")


def _begun_in_vain(skip: Skip, owner: Owner, step: Step) -> bool:
    """Say whether it was begun, its runner died, and the job had been changed by the time that was found."""
    tickets = [TicketSeen(row=row, fields=fields) for row, fields in step.tickets.items()]
    begun = [(ticket.owner, instant(ticket.fields["expected"])) for ticket in tickets if ticket.started]
    begun += [(execution.owner, execution.ticket.expected) for execution in step.ever]
    return (owner, skip.first) in begun


def _check_overlap(skip: Skip, owner: Owner, jobs: list[JobSeen], step: Step) -> None:
    """Something was open. What was missed before that began is made up for, if the job says so."""
    forms = [job for job in jobs if job.one_at_a_time]
    assert forms, f"{skip}: occurrences of {owner} may overlap"
    noted = any(job.fields["open"] or job.running for job in jobs)
    begun = any(execution.owner == owner and execution.ticket.scheduled for execution in step.begun)
    assert noted or begun, f"{skip}: nothing of {owner} was open"
    catching_up = [
        skip.first + sight_of(job).delay > instant(job.course["busy_since"])
        for job in forms
        if job.policies["overlap"] == "skip" and _missed(job) == "all" and "busy_since" in job.course
    ]
    assert len(catching_up) < len(forms) or any(catching_up), f"{skip}: {owner} had missed it before"


def _check_too_late(skip: Skip, jobs: list[JobSeen], step: Step) -> None:
    bounds = [
        timedelta(seconds=job.policies["missed_runs"]["within"]) + sight_of(job).delay
        for job in jobs
        if _missed(job) in ("none", "all")
    ]
    assert bounds, f"{skip}: it may be as late as it likes"
    assert skip.until + min(bounds) < step.latest, f"{skip}: it was not too late at {step.latest}"


def _check_collection(skip: Skip, owner: Owner, jobs: list[JobSeen], step: Step) -> None:
    """The collection was off, and nothing is skipped that is due when its time has come."""
    rows = [row for row in step.collections if row.owner == owner[:3]]
    off = [row for row in rows if row.fields["state"] != "Enabled"]
    assert off, f"{skip}: the collection of {owner} was enabled"
    untils = [row.until for row in off if row.until is not None]
    if len(untils) == len(off):
        delay = min(sight_of(job).delay for job in jobs)
        assert skip.until + delay < max(untils), f"{skip}: the collection was enabled by then"


def _missed(job: JobSeen) -> str:
    return str(job.policies.get("missed_runs", {}).get("policy", "one"))
