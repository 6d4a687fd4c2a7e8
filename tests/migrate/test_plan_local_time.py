"""What becomes of jobs and collections that have what the original did not, beside what is there."""

from dataclasses import replace
from typing import Any

import pytest

from migrate.carry_out import collection_body, job_body
from migrate.found import Defaults as Options
from migrate.found import Found, FoundJob, Json
from migrate.gather import gather
from migrate.planning.collection import PlannedCollection, Target, plan_collection
from migrate.planning.job import Outcome, PlannedJob, Wishes, plan_job
from shared.api.parse import BARE
from shared.domain.exclude import Calendar
from tests.migrate.exports import DAILY, HTTP, JOB, KEY, NOW, a_found_collection, a_found_job

BERLIN = "Europe/Berlin"
START = "2026-02-28T06:00:00Z"
EXCLUDE = {"weekDays": ["sunday"], "calendars": ["de-by"], "then": "skip"}
HOLIDAYS: Json = {"de-by": {"dates": ["2026-12-25"]}}
COLLECTION = replace(BARE, calendars=(("de-by", Calendar(dates=("2026-12-25",))),))


def planned(found: FoundJob, existing: Json | None = None, **wishes: Any) -> PlannedJob:
    return plan_job(found, JOB, COLLECTION, existing, Wishes(now=NOW, secrets={}, **wishes))


def recurring(**properties: Any) -> FoundJob:
    return a_found_job(**{"startTime": START, "recurrence": DAILY, "state": "enabled", **properties})


def there(**properties: Any) -> Json:
    """The job as the app answers it."""
    whole = {"startTime": START, "action": HTTP, "recurrence": DAILY, "state": "enabled", **properties}
    return {"name": "c/j", "properties": whole}


LOCAL = {"startTime": "2026-02-28T07:00:00", "timeZone": BERLIN}


@pytest.mark.parametrize(
    ("found", "existing"),
    [
        pytest.param(recurring(timeZone=BERLIN), there(timeZone=BERLIN), id="a zone"),
        pytest.param(recurring(timeZone="europe/berlin"), there(timeZone=BERLIN), id="in any case"),
        pytest.param(recurring(**LOCAL), there(**LOCAL), id="a local start"),
        pytest.param(recurring(exclude=EXCLUDE), there(exclude=EXCLUDE), id="days that do not count"),
        pytest.param(
            recurring(exclude=EXCLUDE, effective={"timeZone": BERLIN}),
            there(exclude=EXCLUDE),
            id="what it takes from its collection is not its own",
        ),
        pytest.param(recurring(), there(timeZone=BERLIN), id="a file of the original cannot say a zone"),
        pytest.param(recurring(), there(**LOCAL), id="nor that the same instant was written as local time"),
        pytest.param(
            recurring(recurrence={"frequency": "hour"}),
            there(
                recurrence={"frequency": "hour", "interval": 1},
                exclude={"weekDays": ["sunday"], "then": "after"},
                status={"noEffect": ["exclude.then"]},
            ),
            id="nor what has no effect",
        ),
    ],
)
def test_what_is_there_already_is_the_same(found: FoundJob, existing: Json) -> None:
    again = planned(found, existing)

    assert (again.outcome, again.differences) == (Outcome.SAME, ())


@pytest.mark.parametrize(
    ("found", "existing", "differences"),
    [
        pytest.param(
            recurring(timeZone=BERLIN),
            there(),
            [f'timeZone: absent there, "{BERLIN}" in the files'],
            id="new",
        ),
        pytest.param(
            replace(recurring(), version="2026-11-01"),
            there(timeZone=BERLIN),
            [f'timeZone: "{BERLIN}" there, absent in the files'],
            id="gone, says a file of ours",
        ),
        pytest.param(
            recurring(exclude=EXCLUDE),
            there(exclude={**EXCLUDE, "weekDays": ["saturday"]}),
            ['exclude.weekDays: ["saturday"] there, ["sunday"] in the files'],
            id="other days",
        ),
        pytest.param(
            recurring(**LOCAL),
            there(timeZone=BERLIN),
            [f'startTime: "{START}" there, "2026-02-28T07:00:00" in the files'],
            id="the same instant by local clocks, which move",
        ),
    ],
)
def test_what_differs_is_told_and_replaced_if_that_is_wished(
    found: FoundJob, existing: Json, differences: list[str]
) -> None:
    told, done = planned(found, existing), planned(found, existing, replace=True)

    assert (told.outcome, done.outcome) == (Outcome.DIFFERS, Outcome.REPLACE)
    assert [str(difference) for difference in told.differences] == differences
    assert done.prepared is not None
    assert done.prepared.version == "2026-11-01"


def test_a_file_of_the_original_is_sent_so_that_the_app_keeps_what_it_cannot_say() -> None:
    found = recurring(recurrence={**DAILY, "interval": 2})

    job = planned(found, there(**LOCAL), replace=True).prepared

    assert job is not None
    assert (job.version, job.definition.time_zone) == ("2016-03-01", BERLIN)
    assert {"startTime", "timeZone"} & {*job_body(job)["properties"]} == {"startTime"}
    assert job_body(job)["properties"]["startTime"] == START


def in_collection(*found: Found, existing: Json | None = None, **wishes: Any) -> PlannedCollection:
    (gathered,), _ = gather(found, Options())
    target = Target(collections={KEY: existing} if existing else {}, jobs={})
    options = Options(location="westus", sku="Standard")
    return plan_collection(gathered, options, target, [], Wishes(now=NOW, secrets={}, **wishes))


def a_collection_there(**properties: Any) -> Json:
    whole = {"sku": {"name": "Standard"}, "state": "Enabled", **properties}
    return {"id": "…", "name": "c", "location": "West US", "properties": whole}


def test_a_collection_brings_its_defaults_and_calendars_before_its_jobs_need_them() -> None:
    defaults = {"timeZone": BERLIN, "daylightSaving": {"missing": "skip", "repeated": "first"}}

    plan = in_collection(
        a_found_collection(calendars=HOLIDAYS, defaults=defaults), recurring(exclude=EXCLUDE)
    )

    assert [plan.outcome, *(job.outcome for job in plan.jobs)] == [Outcome.CREATE, Outcome.CREATE]
    properties = collection_body(plan)["properties"]
    assert (plan.version, properties["calendars"], properties["defaults"]) == (
        "2026-11-01",
        HOLIDAYS,
        defaults,
    )


NEEDS_A_CALENDAR: list[Found] = [a_found_collection(calendars=HOLIDAYS), recurring(exclude=EXCLUDE)]


def test_a_job_whose_calendar_is_not_there_cannot_be_imported() -> None:
    plan = in_collection(*NEEDS_A_CALENDAR, existing=a_collection_there())

    (job,) = plan.jobs
    assert (plan.outcome, job.outcome) == (Outcome.DIFFERS, Outcome.CANNOT)
    assert [str(one) for one in plan.differences] == [
        'properties.calendars: absent there, {"de-by": {"dates": ["2026-12-25"]}} in the files'
    ]
    assert job.reasons == (
        "properties.exclude.calendars: 'de-by' is no calendar of collection 'c', which has none",
    )


def test_a_calendar_that_is_brought_over_first_will_be_there() -> None:
    plan = in_collection(*NEEDS_A_CALENDAR, existing=a_collection_there(), replace=True)

    (job,) = plan.jobs
    assert (plan.outcome, job.outcome) == (Outcome.REPLACE, Outcome.CREATE)


def test_a_collection_of_the_original_leaves_calendars_and_defaults_alone() -> None:
    existing = a_collection_there(calendars=HOLIDAYS, defaults={"timeZone": BERLIN})

    same = in_collection(a_found_collection(), existing=existing)
    changed = in_collection(a_found_collection(quota={"maxJobCount": 5}), existing=existing, replace=True)

    assert (same.outcome, same.differences) == (Outcome.SAME, ())
    assert (changed.outcome, changed.version) == (Outcome.REPLACE, "2016-03-01")
    assert changed.collection is not None
    assert len(changed.collection.calendars) == 1
    assert "calendars" not in collection_body(changed)["properties"]


def test_a_collection_of_ours_takes_away_what_it_does_not_name() -> None:
    existing = a_collection_there(calendars=HOLIDAYS)
    found = replace(a_found_collection(), version="2026-11-01")

    plan = in_collection(found, existing=existing, replace=True)

    assert plan.outcome is Outcome.REPLACE
    assert plan.collection is not None
    assert plan.collection.calendars == ()


@pytest.mark.parametrize(
    ("file", "zone"),
    [
        pytest.param("collections.json", None, id="of the same file takes its zone from there"),
        pytest.param("jobs.json", "UTC", id="of another file counts as it did"),
    ],
)
def test_a_job_without_a_zone(file: str, zone: str | None) -> None:
    collection = a_found_collection(defaults={"timeZone": BERLIN})
    job = a_found_job(file=file, startTime=START, recurrence=DAILY)

    (plan,) = in_collection(collection, job).jobs

    assert plan.prepared is not None
    assert plan.prepared.definition.time_zone == zone
