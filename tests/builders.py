"""Values for tests: each builder states only the difference that matters."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from shared.domain.action import ActionType, HttpAction, HttpRequest
from shared.domain.collection import JobCollection
from shared.domain.definition import Definition
from shared.domain.errors import Fault, Invalid
from shared.domain.history import HistoryEntry, Status
from shared.domain.job import Job, JobState
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.lifecycle import Wanted, create, schedule
from shared.domain.recurrence import Frequency, Recurrence, Schedule
from shared.domain.secret import CertificateFacts, Secret
from shared.domain.ticket import Ticket

NINE: Final = datetime(2026, 3, 2, 9, tzinfo=UTC)
COLLECTION: Final = CollectionKey(subscription="Sub-1", resource_group="Group (a)", name="First Collection")
KEY: Final = JobKey(collection=COLLECTION, name="Job.1")


class PlainVault:
    """A vault whose seal anybody can read, for tests that are not about sealing."""

    def seal(self, text: str) -> Secret:
        return Secret(f"sealed:{text}", size=len(text))

    def bind(self, secret: Secret, target: str) -> Secret:
        return secret

    def opens(self, secret: Secret, target: str) -> str | None:
        return "plain" if secret.sealed.startswith("sealed:") else None

    def read_certificate(self, pfx: str, password: str, *, now: datetime) -> CertificateFacts:
        if (pfx, password) != ("cGZ4", "open"):
            raise Invalid((Fault("", "the password does not open it"),))
        return CertificateFacts(thumbprint="AB" * 20, subject="CN=test", expires=now + timedelta(days=1))


def at(text: str) -> datetime:
    """Return an instant of the day of NINE, or of the day named."""
    return datetime.fromisoformat(f"2026-03-02T{text}Z" if "-" not in text else f"{text}Z")


def a_request(**changes: Any) -> HttpRequest:
    return replace(HttpRequest(uri="http://receiver.example/hook", method="GET"), **changes)


def an_action(**changes: Any) -> HttpAction:
    return HttpAction(type=ActionType.HTTP, request=a_request(**changes))


def a_definition(
    *, every: str | None = "minute", interval: int = 1, count: int | None = None, **changes: Any
) -> Definition:
    """A job that runs every minute unless said otherwise; `every=None` runs once."""
    recurrence = Recurrence(frequency=Frequency(every), interval=interval, count=count) if every else None
    return replace(Definition(action=an_action(), recurrence=recurrence), **changes)


def a_job(
    key: JobKey = KEY, *, now: datetime = NINE, definition: Definition | None = None, **changes: Any
) -> Job:
    """A job just created, not yet stored; `changes` are made after it was scheduled."""
    wanted = Wanted(definition=definition or a_definition(), state=JobState.ENABLED)
    new = create(key, wanted, now=now, id="revision-1")
    job, _ = schedule(new, a_collection(key.collection), now=now)
    return replace(job, **changes)


def a_ticket(job: Job | None = None, **changes: Any) -> Ticket:
    """The ticket that a job waits for."""
    waiting = job or a_job()
    assert waiting.next_ticket is not None
    due = waiting.next_ticket.due
    return replace(Ticket(key=waiting.next_ticket, incarnation=waiting.incarnation, expected=due), **changes)


def a_collection(key: CollectionKey = COLLECTION, **changes: Any) -> JobCollection:
    return replace(JobCollection(key=key, location="West Europe"), **changes)


def an_entry(job: Job | None = None, **changes: Any) -> HistoryEntry:
    ran = job or a_job()
    entry = HistoryEntry(
        job=ran.key,
        incarnation=ran.incarnation,
        number=1,
        attempt=0,
        expected=NINE,
        started=NINE,
        ended=NINE,
        status=Status.COMPLETED,
        message="Http Action - Response from host 'receiver.example': 'OK' Response Headers:  Body: ",
    )
    return replace(entry, **changes)


def every(frequency: str, interval: int = 1, **fields: Any) -> Recurrence:
    ends = {key: fields.pop(key) for key in ("count", "end_time") if key in fields}
    schedule = Schedule(**fields) if fields else None
    return Recurrence(frequency=Frequency(frequency), interval=interval, schedule=schedule, **ends)
