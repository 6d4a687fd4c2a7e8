"""Every recorded request is asked again; the answer is the recorded one, or differs as the list below says.

Each session has a store of its own, the clock shows each pair's date, and nothing runs meanwhile.
Calls of one second stand in the recordings in the order in which they were made.
"""

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
from tests.certificates import Pfx, a_pfx
from tests.recordings.comparison import ABSENT, Difference, differences
from tests.recordings.replay import Replay
from tests.recordings.sessions import Pair, Session, read_sessions

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
    if not re.search(r"(Time|Date|Expiration)$", found.path) or not isinstance(found.answered, str):
        return False
    has_seven = re.search(r"\.\d{7}Z$", found.recorded) is not None
    return has_seven and abs(apart(found)) <= timedelta(microseconds=1)


def is_run_at_once(found: Difference) -> bool:
    if not found.path.endswith(".status.nextExecutionTime") or not isinstance(found.answered, str):
        return False
    return timedelta() <= apart(found) <= timedelta(seconds=25) and instant(found.answered) <= found.pair.date


def is_name_of_an_entry(found: Difference) -> bool:
    """The first number still tells the start, to ten ticks of .NET: a microsecond."""
    if not re.fullmatch(r"body\.value\[\d]\.(id|name)", found.path):
        return False
    recorded, answered = (re.fullmatch(r"(.*/)(\d{20}):\d{20}", name) for name in sides(found))
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
}

# Errors that are known from issues alone: requests that bring them about.
JOB_URL = (
    f"/subscriptions/{SUBSCRIPTION}/resourceGroups/onesdk2716/providers/Microsoft.Scheduler"
    f"/jobCollections/{POWERSHELL}/jobs/j1?api-version=2016-03-01"
)
GET_EXAMPLE = {"type": "Http", "request": {"uri": "http://example.org", "method": "GET"}}
BAD_REQUESTS = {
    "#1814": {"properties": {"action": "GET http://example.org"}},
    "#662": {
        "properties": {
            "action": GET_EXAMPLE,
            "recurrence": {"frequency": "week", "schedule": {"days": [1]}},
        }
    },
}

SESSIONS = read_sessions("job-collections.json", "jobs.json", "history.json")
ERRORS = read_sessions("errors.json")
ISSUES = [session for session in ERRORS if "issue" in session.source]


def test_the_recordings_are_complete() -> None:
    recorded = [*SESSIONS, *ERRORS]

    asked = Counter(pair.method for session in recorded for pair in session.pairs)

    assert (len(SESSIONS), len(ERRORS)) == (23, 4)
    assert asked == {"PUT": 46, "PATCH": 9, "GET": 21, "POST": 2, "DELETE": 11, "": 2}


@pytest.mark.parametrize("session", SESSIONS, ids=lambda session: session.name)
def test_a_session_is_answered_as_it_was(session: Session) -> None:
    assert unexplained(session) == []


@pytest.mark.parametrize("session", [session for session in ERRORS if session not in ISSUES])
def test_a_recorded_error_is_answered_as_it_was(session: Session) -> None:
    assert unexplained(session) == []


@pytest.mark.parametrize("session", ISSUES, ids=lambda session: session.source[:50])
def test_an_error_known_from_an_issue_has_its_status_and_code(session: Session) -> None:
    assert unexplained(with_request(session)) == []


def test_every_deliberate_difference_is_met() -> None:
    sessions = [*SESSIONS, *(with_request(session) for session in ERRORS)]

    met = {why.what for session in sessions for found in replayed(session) for why in explanations(found)}

    assert met == {wanted.what for wanted in DELIBERATE}


def test_no_difference_has_two_explanations() -> None:
    found = [found for session in SESSIONS for found in replayed(session)]

    assert [str(one) for one in found if len(explanations(one)) > 1] == []


@cache
def replayed(session: Session) -> list[Difference]:
    replay = Replay()
    replay.take_for_granted(taken_for_granted(session))
    return [found for pair in map(with_own_pfx, session.pairs) for found in differences(pair, replay.ask(pair))]


def unexplained(session: Session) -> list[str]:
    return [str(found) for found in replayed(session) if not explanations(found)]


def explanations(found: Difference) -> list[Deliberate]:
    return [wanted for wanted in DELIBERATE if wanted.covers(found)]


def taken_for_granted(session: Session) -> list[JobCollection | Job | HistoryEntry]:
    if session in ISSUES:
        return [a_recorded_collection("onesdk2716", POWERSHELL)]
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


def with_request(session: Session) -> Session:
    body = BAD_REQUESTS.get(f"#{session.source.partition('#')[2].partition(' ')[0]}")
    if body is None:
        return session
    return replace(
        session, pairs=tuple(replace(pair, method="PUT", url=JOB_URL, sent=body) for pair in session.pairs)
    )


def with_own_pfx(pair: Pair) -> Pair:
    """Put a real PFX file in the place of the fake one, and its thumbprint in the place of the fake's."""
    authentication = ((pair.sent or {}).get("properties", {}).get("action", {}).get("request", {})
    ...


MINUTE = timedelta(minutes=1)


def sides(found: Difference) -> tuple[str, str]:
    return str(found.recorded), str(found.answered)


def apart(found: Difference) -> timedelta:
    return instant(found.recorded) - instant(found.answered)


def instant(text: str) -> datetime:
    return datetime.fromisoformat(text)
