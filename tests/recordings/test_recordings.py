"""Every recorded request is asked again; the answer is the recorded one, or differs as the list below says.

Each session has a store of its own, the clock shows each pair's date, and nothing runs meanwhile.
Calls of one second stand in the recordings in the order in which they were made.
"""

import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

import pytest

from shared.domain.collection import JobCollection, MaxRecurrence, Quota
from shared.domain.history import HistoryEntry, Status
from shared.domain.job import Job
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.recurrence import Frequency
from tests.builders import a_collection, a_job, an_entry
from tests.certificates import a_pfx
from tests.recordings.comparison import ABSENT, Difference, differences
from tests.recordings.replay import Replay
from tests.recordings.sessions import Pair, Session, read_sessions

PFX = a_pfx(password="fake-password", expires=datetime(2021, 1, 1, 7, tzinfo=UTC))
MINUTE = timedelta(minutes=1)
SUBSCRIPTION = "00000000-0000-0000-0000-000000000000"
NET, POWERSHELL = "CS-SouthCentralUS-scheduler", "CreateJobCollectionWithStandardPlan"


@dataclass(frozen=True, slots=True)
class Deliberate:
    """A difference that is wanted, and the reason."""

    what: str
    why: str
    covers: Callable[[Difference], bool]


def replaces_a_collection(found: Difference) -> bool:
    is_collection = "/jobs/" not in found.pair.url and found.pair.method == "PUT"
    return found.path == "status" and is_collection and (found.recorded, found.answered) == (201, 200)


def is_status_of_an_entry(found: Difference) -> bool:
    is_status = re.fullmatch(r"body\.value\[\d]\.properties\.status", found.path) is not None
    return is_status and (found.recorded, found.answered) == (ABSENT, "Completed")


def is_expiration_date(found: Difference) -> bool:
    is_date = found.path.endswith(".authentication.certificateExpirationDate")
    return is_date and (found.recorded, found.answered) == (ABSENT, "2021-01-01T07:00:00Z")


def is_seventh_digit(found: Difference) -> bool:
    between = apart(found) if re.search(r"Time$", found.path) else None
    has_seven = re.search(r"\.\d{7}Z$", str(found.recorded)) is not None
    return has_seven and between is not None and abs(between) <= timedelta(microseconds=1)


def is_run_at_once(found: Difference) -> bool:
    between = apart(found) if found.path.endswith(".status.nextExecutionTime") else None
    is_now = between is not None and instant(found.answered) <= found.pair.date
    return is_now and between is not None and timedelta() < between <= timedelta(seconds=25)


def is_name_of_an_entry(found: Difference) -> bool:
    """The first number still tells the start, to ten ticks of .NET: a microsecond."""
    if not re.fullmatch(r"body\.value\[\d]\.(id|name)", found.path):
        return False
    recorded, answered = (
        re.fullmatch(r"(.*/)(\d{20}):\d{20}", name) for name in (found.recorded, found.answered)
    )
    if recorded is None or answered is None:
        return False
    return recorded[1] == answered[1] and abs(int(recorded[2]) - int(answered[2])) <= 10


def is_message_of_a_bad_request(found: Difference) -> bool:
    return found.path == "body.error.message" and found.pair.status == 400


def is_failure_cause(found: Difference) -> bool:
    return (found.path, found.answered) == ("headers.x-ms-failure-cause", ABSENT)


DELIBERATE = (
    Deliberate(
        "A collection that is replaced is answered with 200, recorded was 201.",
        "The OpenAPI document says 200, as for jobs; clients accept either.",
        replaces_a_collection,
    ),
    Deliberate(
        "History entries always have their status; recorded were completed ones without.",
        "Clients that follow the OpenAPI document work then, and absence was read as success.",
        is_status_of_an_entry,
    ),
    Deliberate(
        "certificateExpirationDate stands beside certificateExpiration.",
        "The official clients read the one, the documentation and the recording have the other.",
        is_expiration_date,
    ),
    Deliberate(
        "Instants are kept to the microsecond; recorded were tenths of it.",
        "Nothing depends on them, and the language has no such instants.",
        is_seventh_digit,
    ),
    Deliberate(
        "What runs immediately is due at once, not 20 seconds later.",
        "Nobody was served by the wait.",
        is_run_at_once,
    ),
    Deliberate(
        "The second number in the name of a history entry is another; the first ends with the microsecond.",
        "Names are opaque, and the second number changed from call to call.",
        is_name_of_an_entry,
    ),
    Deliberate(
        "The message of a 400 names the field and the rule.",
        "The original's words left the caller to guess.",
        is_message_of_a_bad_request,
    ),
    Deliberate(
        "x-ms-failure-cause is not sent.",
        "There is no gateway in front of the app whose refusals could be told from its own.",
        is_failure_cause,
    ),
)


def a_recorded_collection(group: str, name: str, **changes: Any) -> JobCollection:
    key = CollectionKey(subscription=SUBSCRIPTION, resource_group=group, name=name)
    return a_collection(key, location="South Central US", **changes)


EVERY_MINUTE = Quota(max_job_count=50, max_recurrence=MaxRecurrence(frequency=Frequency.MINUTE))

# What a session takes for granted; the recordings of jobs leave out how their collections came to be.
COLLECTIONS = {
    "Scenario_JobCollectionListByResourceGroup": (NET, "sdk-test", EVERY_MINUTE),
    "Scenario_JobCollectionListBySubscription": (NET, "sdk-test", EVERY_MINUTE),
    "Scenario_JobCreateHttpJobWithBasicAuth": (NET, "jc15349", None),
    "Scenario_JobCreateHttpJobWithClientCertAuth": (NET, "jc17455", None),
    "Scenario_JobCreateHttpJobWithOAuth": (NET, "jc15068", None),
    "Scenario_JobCreatePatchDeleteStorageJob": (NET, "jc17164", None),
    "Scenario_JobCreateUpdateDeleteHttpJob": (NET, "jc18657", None),
    "Scenario_JobCreateUpdateDeleteServiceBusQueueJob": (NET, "jc16956", None),
    "Scenario_JobCreateUpdateDeleteServiceBusTopicJob": (NET, "jc18197", None),
    "Scenario_JobCreateWithScheduleForDay": (NET, "jc17896", None),
    "Scenario_JobCreateWithScheduleForMonth": (NET, "jc12519", None),
    "Scenario_JobCreateWithScheduleForMonthlyOccurrence": (NET, "jc17867", None),
    "Scenario_JobCreateWithScheduleForWeek": (NET, "jc18832", None),
    "Scenario_JobList": (NET, "jc19657", None),
    "Scenario_JobHistoryList": (NET, "sdk-test", None),
    "TestCreateHttpJob": ("onesdk2716", POWERSHELL, None),
    "TestUpdateHttpJob": ("onesdk4601", POWERSHELL, None),
    "an issue of azure-sdk-for-python": ("onesdk2716", POWERSHELL, None),
    "an issue of azure-sdk-for-net": ("onesdk2716", POWERSHELL, None),
}

# Errors that are known from issues alone: jobs that bring them about.
JOB_URL = (
    f"/subscriptions/{SUBSCRIPTION}/resourceGroups/onesdk2716/providers/Microsoft.Scheduler"
    f"/jobCollections/{POWERSHELL}/jobs/j1?api-version=2016-03-01"
)
BAD_JOBS = {
    "Malformed Job Object": {"properties": {"action": "GET http://example.org"}},
    "Cannot set days of month with recurrence unit 'Week'.": {
        "properties": {
            "action": {"type": "Http", "request": {"uri": "http://example.org", "method": "GET"}},
            "recurrence": {"frequency": "week", "schedule": {"days": [1]}},
        }
    },
}

SESSIONS = read_sessions("job-collections.json", "jobs.json", "history.json")
ERRORS = read_sessions("errors.json")


def test_the_recordings_are_complete() -> None:
    asked = Counter(pair.method for session in SESSIONS for pair in session.pairs)

    assert (len(SESSIONS), len(ERRORS)) == (23, 4)
    assert asked == {"PUT": 45, "PATCH": 9, "GET": 18, "POST": 2, "DELETE": 9}


@pytest.mark.parametrize("session", [*SESSIONS, *ERRORS], ids=lambda session: session.name)
def test_a_session_is_answered_as_it_was(session: Session) -> None:
    assert [str(found) for found in replayed(session) if not explanations(found)] == []


def test_every_deliberate_difference_is_met_and_none_has_two_reasons() -> None:
    found = [explanations(found) for session in (*SESSIONS, *ERRORS) for found in replayed(session)]

    assert {reason.what for reasons in found for reason in reasons} == {wanted.what for wanted in DELIBERATE}
    assert all(len(reasons) == 1 for reasons in found)


@cache
def replayed(session: Session) -> list[Difference]:
    """Return where the answers to a session differ from the recorded ones."""
    replay = Replay()
    replay.take_for_granted(taken_for_granted(session))
    return [found for pair in map(ready, session.pairs) for found in differences(pair, replay.ask(pair))]


def explanations(found: Difference) -> list[Deliberate]:
    return [wanted for wanted in DELIBERATE if wanted.covers(found)]


def taken_for_granted(session: Session) -> list[JobCollection | Job | HistoryEntry]:
    if session.name not in COLLECTIONS:
        return []
    group, name, quota = COLLECTIONS[session.name]
    collection = a_recorded_collection(group, name, quota=quota)
    if session.name != "Scenario_JobHistoryList":
        return [collection]
    job = a_job(JobKey(collection=collection.key, name="http_job"), now=session.pairs[0].date)
    return [collection, job, *history_rows(job, session)]


def history_rows(job: Job, session: Session) -> list[HistoryEntry]:
    """Return the 135 entries of the job; of those that were trimmed, the minute is known."""
    shown = [entry["properties"] for pair in session.pairs for entry in pair.body["value"]]
    known = {entry["repeatCount"]: recorded_entry(job, entry) for entry in shown}
    rows = [known[135]]
    for number in range(134, 0, -1):
        before = rows[-1]
        rows.append(known.get(number) or replace(before, number=number, started=before.started - MINUTE))
    return rows


def recorded_entry(job: Job, entry: dict[str, Any]) -> HistoryEntry:
    return an_entry(
        job,
        number=entry["repeatCount"],
        attempt=entry["retryCount"],
        expected=instant(entry["expectedExecutionTime"]),
        started=instant(entry["startTime"]),
        ended=instant(entry["endTime"]),
        status=Status.COMPLETED,
        message=entry["message"],
    )


def ready(pair: Pair) -> Pair:
    return with_own_pfx(pair if pair.method else with_request(pair))


def with_request(pair: Pair) -> Pair:
    """Ask for what is known from an issue alone."""
    return replace(pair, method="PUT", url=JOB_URL, sent=BAD_JOBS[pair.body["error"]["message"]])


def with_own_pfx(pair: Pair) -> Pair:
    """Put a real PFX file in the place of the fake one, and its thumbprint in the place of the fake's."""
    sent = json.dumps(pair.sent).replace("ZmFrZS1wZng=", PFX.text)
    body = json.dumps(pair.body).replace("0123456789ABCDEF0123456789ABCDEF01234567", PFX.thumbprint)
    return replace(pair, sent=json.loads(sent), body=json.loads(body))


def apart(found: Difference) -> timedelta | None:
    """Return how much later the recorded instant is, if both are there."""
    if ABSENT in (found.recorded, found.answered):
        return None
    return instant(found.recorded) - instant(found.answered)


def instant(text: str) -> datetime:
    return datetime.fromisoformat(text)
