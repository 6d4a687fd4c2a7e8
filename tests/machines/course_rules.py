"""What must hold for what a job notes of its course: what is open, what waits, what failed in a row."""

from tests.machines.seen import Seen
from tests.machines.snapshot import OCCURRENCE, RETRY, JobSeen


def check_course(job: JobSeen, seen: Seen) -> None:
    check_running(job, seen)
    check_waiting(job, seen)
    check_streak(job)


def check_running(job: JobSeen, seen: Seen) -> None:
    """The tickets by which occurrences are open are noted, and there, if no other may overlap them."""
    assert job.one_at_a_time or not job.running, f"{job.row} notes what is open, and needs not"
    if job.one_at_a_time and job.fields["open"]:
        assert job.running, f"{job.row} has something open, and nobody knows what"
    tickets = {ticket.row: ticket for ticket in seen.of(job, OCCURRENCE, RETRY)}
    for row in job.running:
        aside = row in seen.aside
        assert not aside or job.fields["incarnation"] in seen.notebook.once_spoilt, f"{row} is aside"
        assert row in tickets, f"{job.row} notes {row}, which is gone"
        assert tickets[row].started, f"{job.row} notes {row}, which has not started"
        assert tickets[row].fields["scheduled"], f"{job.row} notes {row}, which somebody asked for"
        former = tickets[row].revision != job.fields["revision"]
        lease = tickets[row].fields["leaseUntil"]
        assert not former or lease, f"{job.row} waits for {row}, which will not be made"


def check_waiting(job: JobSeen, seen: Seen) -> None:
    """What waits is marked, and something is open that will wake it."""
    noted, waits = job.fields["nextTicket"], "waits" in job.course
    standing = {ticket.row for ticket in seen.snapshot.tickets}
    marked = [ticket for ticket in seen.of(job, OCCURRENCE) if ticket.fields.get("waiting")]
    rows = [ticket.row for ticket in marked if ticket.row in standing]
    assert rows == ([noted] if waits and noted in standing else []), f"{job.row}: what waits"
    if waits:
        assert noted, f"{job.row} waits, and has nothing to wait with"
        assert job.fields["open"] or job.running, f"{job.row} waits for nothing"


def check_streak(job: JobSeen) -> None:
    """A job that is enabled has not failed too often in a row."""
    most, faults = job.policies.get("disable_after_faults"), job.course.get("streak", {}).get("faults", [])
    assert most is not None or faults == [], f"{job.row} counts faults in a row, and needs not"
    if job.fields["state"] == "enabled" and most is not None:
        rows = [all(first + more in faults for more in range(most)) for first in faults]
        assert not any(rows), f"{job.row} has failed too often: {faults}"
