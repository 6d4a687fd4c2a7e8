"""Definitions count as they are written: compared as the app stores them, and nothing fires by surprise."""

from typing import Any, Final

import pytest

from migrate.found import FoundJob, Json
from migrate.planning.job import Outcome, PlannedJob, Wishes, plan_job
from shared.domain.collection import JobCollection
from tests.migrate.builders import PASSWORD
from tests.migrate.exports import BASIC, DAILY, HTTP, JOB, KEY, NOW, REQUEST, SECURED, a_found_job

COLLECTION: Final = JobCollection(key=KEY, location="West US")
START: Final = "2026-02-28T06:00:00Z"
COMING: Final = "2026-03-28T06:00:00Z"
CRON: Final = {"cron": "30 6 * * *"}
STORED_CRON: Final = {"frequency": "day", "interval": 1, "schedule": {"minutes": [30], "hours": [6]}}
GIVEN: Final = {**SECURED, "request": {**REQUEST, "authentication": {**BASIC, "password": "s3cret"}}}
ELSEWHERE: Final = {
    "type": "Http",
    "request": {**REQUEST, "authentication": BASIC, "uri": "http://example.org/"},
}


def planned(found: FoundJob, existing: Json | None = None, **wishes: Any) -> PlannedJob:
    asked = Wishes(now=NOW, secrets={}, replace=True, as_written=True, **wishes)
    return plan_job(found, JOB, COLLECTION, existing, asked)


def written(**properties: Any) -> FoundJob:
    return a_found_job(**{"startTime": START, "recurrence": DAILY, **properties})


def there(**properties: Any) -> Json:
    """The job as the app answers it."""
    whole = {"startTime": START, "action": HTTP, "recurrence": DAILY, "state": "enabled", **properties}
    return {"name": "c/j", "properties": {key: value for key, value in whole.items() if value is not None}}


@pytest.mark.parametrize(
    ("found", "existing"),
    [
        pytest.param(written(), there(), id="as it was applied"),
        pytest.param(written(), there(status={"executionCount": 3}), id="it has run since"),
        pytest.param(written(), there(state="completed"), id="it has been completed since"),
        pytest.param(
            written(startTime=None, recurrence=CRON),
            there(recurrence=STORED_CRON),
            id="the app made up a start for cron",
        ),
        pytest.param(
            written(startTime=None), there(startTime=None), id="it counts from its first run, here and there"
        ),
        pytest.param(
            written(recurrence=None), there(recurrence=None, state="completed"), id="it ran once, long ago"
        ),
        pytest.param(
            written(recurrence={**DAILY, "count": 10}),
            there(recurrence={**DAILY, "count": 10}, status={"executionCount": 3}),
            id="some of its count is used up",
        ),
        pytest.param(
            written(recurrence={**DAILY, "endTime": "2026-02-28T23:00:00Z"}),
            there(recurrence={**DAILY, "endTime": "2026-02-28T23:00:00Z"}, state="completed"),
            id="it has ended",
        ),
        pytest.param(written(action=SECURED), there(action=SECURED), id="the app keeps its secret"),
        pytest.param(
            written(action=GIVEN), there(action=SECURED), id="its secret is given, and there already"
        ),
        pytest.param(
            written(state="disabled", disabled={"until": START}),
            there(),
            id="it was to be disabled until then",
        ),
    ],
)
def test_what_the_app_would_store_is_no_difference(found: FoundJob, existing: Json) -> None:
    job = planned(found, existing)

    assert (job.outcome, job.differences) == (Outcome.SAME, ())


@pytest.mark.parametrize(
    ("found", "existing", "fields"),
    [
        pytest.param(written(), there(state="disabled"), {"state"}, id="somebody disabled it"),
        pytest.param(written(state="disabled"), there(), {"state"}, id="it is to be disabled"),
        pytest.param(
            written(recurrence={**DAILY, "count": 7}),
            there(recurrence={**DAILY, "count": 10}, status={"executionCount": 3}),
            {"recurrence.count"},
            id="what is left of a count is another count",
        ),
        pytest.param(written(startTime=None), there(), {"startTime"}, id="its start was taken away"),
        pytest.param(
            written(startTime=None, recurrence=CRON),
            there(recurrence=STORED_CRON, startTime=COMING),
            {"startTime"},
            id="a start that is still to come was not made up",
        ),
        pytest.param(
            written(startTime=None, recurrence=CRON),
            there(),
            {"recurrence.schedule"},
            id="another schedule, with the old start",
        ),
    ],
)
def test_a_difference_will_be_changed(found: FoundJob, existing: Json, fields: set[str]) -> None:
    job = planned(found, existing)

    assert job.outcome is Outcome.REPLACE
    assert {one.field for one in job.differences} == fields


@pytest.mark.parametrize(
    ("found", "existing", "reason"),
    [
        pytest.param(
            written(recurrence=None),
            None,
            f"its time, {START}, is over, and it would run at once: give it another startTime",
            id="its time is over",
        ),
        pytest.param(
            a_found_job(),
            None,
            "it would run at once: give it a startTime",
            id="it was never to run at a time",
        ),
        pytest.param(
            written(recurrence=None, description="new"),
            there(recurrence=None, state="completed"),
            f"its time, {START}, is over, and it would run at once: give it another startTime",
            id="a change would let it run again",
        ),
        pytest.param(
            written(recurrence={**DAILY, "endTime": "2026-02-28T23:00:00Z"}),
            None,
            "recurrence.endTime: lies in the past",
            id="it has ended",
        ),
        pytest.param(
            written(action=SECURED), None, f"{PASSWORD}: a secret is missing", id="a secret is missing"
        ),
        pytest.param(
            written(action=ELSEWHERE),
            there(action=SECURED),
            f"{PASSWORD}: a secret is missing",
            id="the app keeps a secret for the same target only",
        ),
        pytest.param(
            written(action=SECURED),
            there(action=SECURED, state="disabled"),
            f"{PASSWORD}: a secret is missing",
            id="nobody knows whether a disabled job has its secret",
        ),
        pytest.param(
            written(recurence=DAILY),
            None,
            "properties.recurence: is not known; did you mean 'recurrence'?",
            id="a misspelt key",
        ),
    ],
)
def test_what_would_surprise_is_refused(found: FoundJob, existing: Json | None, reason: str) -> None:
    job = planned(found, existing)

    assert (job.outcome, job.reasons) == (Outcome.CANNOT, (reason,))


def test_a_disabled_job_may_be_over_and_may_lack_its_secret() -> None:
    assert planned(written(recurrence=None, action=SECURED, state="disabled")).outcome is Outcome.CREATE


def test_secrets_of_unchanged_jobs_are_sent_only_if_asked_for() -> None:
    found, existing = written(action=GIVEN), there(action=SECURED)

    assert planned(found, existing).outcome is Outcome.SAME
    assert planned(found, existing, send_secrets=True).outcome is Outcome.ADD_SECRETS


def test_what_its_form_has_lost_is_refused() -> None:
    found = FoundJob(
        origin=a_found_job().origin,
        names=a_found_job().names,
        properties={"action": HTTP, "startTime": COMING},
        lost=("x",),
    )

    assert planned(found).reasons == ("x",)
