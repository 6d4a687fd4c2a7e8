"""What becomes of collections, and of everything together."""

from dataclasses import replace
from typing import Any

import pytest

from migrate.found import Defaults, Found, FoundCollection, FoundJob, Json, Names
from migrate.gather import gather
from migrate.planning.collection import PlannedCollection, Target, plan_collection
from migrate.planning.job import Outcome, Wishes, WithoutSecrets
from migrate.planning.whole_import import make_plan
from migrate.terminal import Problem
from tests.migrate.exports import DAILY, KEY, NAMES, NOW, SECURED, a_found_collection, a_found_job

WISHES = Wishes(now=NOW, secrets={})
NOTHING = Target(collections={}, jobs={})


def planned(
    *found: Found, there: Json | None = None, jobs: dict[str, Json] | None = None, **wishes: Any
) -> PlannedCollection:
    (gathered,), _ = gather(found, Defaults())
    target = NOTHING if there is None else Target(collections={KEY: there}, jobs={KEY: jobs or {}})
    defaults = Defaults(location="westeurope", sku="Standard")
    return plan_collection(gathered, defaults, target, [], replace(WISHES, **wishes))


def many(count: int) -> list[FoundJob]:
    return [a_found_job(names=replace(NAMES, job=f"j{number}")) for number in range(count)]


def existing(**changes: Any) -> Json:
    properties = {"sku": {"name": "Standard"}, "state": "Enabled"}
    return {"id": "…", "name": "c", "location": "West US", "properties": properties, **changes}


def test_a_collection_is_created_as_it_was() -> None:
    found = replace(
        a_found_collection(state="Suspended", quota={"maxJobCount": 7}),
        body={
            "location": "westus",
            "tags": {"a": "b"},
            "properties": {"sku": {"name": "premium"}, "state": "suspended", "quota": {"maxJobCount": 7}},
        },
    )

    plan = planned(found)

    assert (plan.outcome, plan.collection is not None) == (Outcome.CREATE, True)
    assert plan.collection is not None
    assert (plan.collection.location, plan.collection.sku, plan.collection.state) == (
        "West US",
        "P10Premium",
        "Suspended",
    )
    assert (plan.collection.tags, plan.collection.most_jobs) == ((("a", "b"),), 7)


def test_keys_of_a_collection_that_are_not_known_are_dropped_and_named() -> None:
    plan = planned(a_found_collection(colour="blue", quota={"maxJobs": 5}))

    assert plan.outcome is Outcome.CREATE
    assert plan.dropped == (
        "properties.colour: is not known; known here: sku, state, quota, defaults, calendars, disabled",
        "properties.quota.maxJobs: is not known; known here: maxJobCount, maxJobOccurrence, maxRecurrence",
    )


def test_an_app_that_knows_more_keys_can_be_asked_all_the_same() -> None:
    plan = planned(a_found_collection(), there=existing(calendars={"a": 1}))

    assert plan.outcome is Outcome.SAME


def test_jobs_without_their_collection_get_the_one_that_the_command_line_describes() -> None:
    plan = planned(a_found_job())

    assert plan.collection is not None
    assert (plan.collection.location, plan.collection.sku) == ("West Europe", "Standard")


def test_a_collection_can_arrive_disabled() -> None:
    plan = planned(a_found_collection(state="Enabled"), disabled=True)

    assert plan.collection is not None
    assert plan.collection.state == "Disabled"


def test_a_collection_that_is_there_is_the_same_also_in_another_state() -> None:
    plan = planned(
        a_found_collection(), there=existing(properties={"sku": {"name": "Standard"}, "state": "Disabled"})
    )

    assert (plan.outcome, plan.differences) == (Outcome.SAME, ())


def test_what_differs_in_a_collection_is_told_and_replaced_only_if_wished() -> None:
    found = a_found_collection(quota={"maxJobCount": 5})
    there = existing(tags={"a": "b"}, properties={"sku": {"name": "Standard"}, "state": "Disabled"})

    told, done = planned(found, there=there), planned(found, there=there, replace=True)

    assert told.outcome is Outcome.DIFFERS
    assert [difference.field for difference in told.differences] == ["tags", "properties.quota"]
    assert (done.outcome, done.collection and done.collection.state) == (Outcome.REPLACE, "Disabled")


def test_a_collection_that_runs_there_and_not_in_the_files_is_pointed_out() -> None:
    plan = planned(a_found_collection(state="Disabled"), there=existing(), replace=True)

    assert plan.outcome is Outcome.SAME
    assert [str(difference) for difference in plan.differences] == [
        'properties.state: "Enabled" there, "Disabled" in the files'
    ]


def test_what_the_command_line_filled_in_is_no_difference_the_next_time() -> None:
    bare = replace(a_found_collection(), body={"location": "", "properties": {"state": "Enabled"}})
    there = existing(properties={"sku": {"name": "P20Premium"}, "state": "Enabled"})

    created, again = planned(bare), planned(bare, there=there)

    assert created.collection is not None
    assert (created.collection.location, created.collection.sku) == ("West Europe", "Standard")
    assert (again.outcome, again.differences) == (Outcome.SAME, ())


def test_tags_that_are_empty_are_tags() -> None:
    tagged = replace(a_found_collection(), body={**a_found_collection().body, "tags": {}})

    assert planned(tagged, there=existing(tags={})).outcome is Outcome.SAME


def test_a_job_that_is_there_may_forbid_a_stricter_plan() -> None:
    often = {"properties": {**a_found_job(recurrence={"frequency": "minute"}).properties, "state": "enabled"}}
    stricter = a_found_collection(sku={"name": "Free"})

    plan = planned(stricter, a_found_job(), there=existing(), jobs={"often": often}, replace=True)

    assert plan.outcome is Outcome.CANNOT
    assert plan.reasons[0].startswith("Job 'often' would run again after 00:01:00")
    assert [job.outcome for job in plan.jobs] == [Outcome.CREATE]  # into the collection as it is


@pytest.mark.parametrize("replacing", [True, False])
def test_a_region_that_differs_is_told_but_cannot_be_changed(replacing: bool) -> None:
    plan = planned(a_found_collection(), there=existing(location="East US"), replace=replacing)

    assert plan.outcome is Outcome.SAME
    assert [str(difference) for difference in plan.differences] == [
        'location: "East US" there, "West US" in the files'
    ]


def test_a_collection_that_cannot_be_takes_its_jobs_with_it() -> None:
    plan = planned(a_found_collection(sku={"name": "Gold"}), a_found_job())

    assert plan.outcome is Outcome.CANNOT
    assert plan.reasons == ("properties.sku.name: 'Gold' is none of Standard, Free, P10Premium, P20Premium",)
    assert [(job.outcome, job.reasons) for job in plan.jobs] == [
        (Outcome.CANNOT, ("its collection cannot be imported",))
    ]


@pytest.mark.parametrize(
    ("new", "there", "outcome"),
    [
        pytest.param(50, 0, Outcome.CREATE, id="just enough room"),
        pytest.param(51, 0, Outcome.CANNOT, id="one too many"),
        pytest.param(1, 50, Outcome.CANNOT, id="the house is full"),
    ],
)
def test_all_jobs_of_a_collection_find_room_or_none(new: int, there: int, outcome: Outcome) -> None:
    others: dict[str, Json] = {f"other{number}": {} for number in range(there)}

    plan = planned(*many(new), there=existing(), jobs=others)

    assert {job.outcome for job in plan.jobs} == {outcome}
    assert bool(plan.reasons) == (outcome is Outcome.CANNOT)


@pytest.mark.parametrize(
    ("found", "count", "there", "way_out"),
    [
        pytest.param(
            [a_found_collection()],
            51,
            0,
            "the plan P20Premium has room for 1000; give it that in the file",
            id="a plan in the file",
        ),
        pytest.param(
            [a_found_collection(quota={"maxJobCount": 50})],
            51,
            0,
            "the plan P20Premium has room for 1000; give it that and a larger quota.maxJobCount in the file",
            id="a plan and a quota in the file",
        ),
        pytest.param(
            [a_found_collection(quota={"maxJobCount": 5})],
            6,
            0,
            "raise its quota.maxJobCount in the file",
            id="a quota",
        ),
        pytest.param(
            [],
            51,
            0,
            "the plan P20Premium has room for 1000; give --sku P20Premium",
            id="no plan in the file",
        ),
        pytest.param(
            [],
            1,
            50,
            "the plan P20Premium has room for 1000; give it that there first",
            id="a plan in the app",
        ),
        pytest.param(
            [a_found_collection(sku={"name": "P20Premium"})],
            1_001,
            0,
            "no plan has room for more than 1000, so spread the jobs over several collections",
            id="more than any plan holds",
        ),
    ],
)
def test_what_would_make_room_is_named(
    found: list[FoundCollection], count: int, there: int, way_out: str
) -> None:
    others: dict[str, Json] = {f"other{number}": {} for number in range(there)}

    plan = planned(*found, *many(count), there=existing() if there else None, jobs=others)

    (reason,) = plan.reasons
    assert reason.endswith(f": {way_out}")


def test_a_quota_looser_than_the_plan_is_refused() -> None:
    plan = planned(a_found_collection(quota={"maxJobCount": 51}))

    assert plan.outcome is Outcome.CANNOT
    assert "51 is more than the 50 jobs" in plan.reasons[0]


def free(name: str) -> FoundCollection:
    return a_found_collection(name, sku={"name": "Free"})


def test_only_one_free_collection_finds_room() -> None:
    plan = make_plan([free("a"), free("b")], Defaults(), None, WISHES)

    assert [collection.outcome for collection in plan.collections] == [Outcome.CREATE, Outcome.CANNOT]
    assert plan.collections[1].reasons == ("A subscription can have only 1 Free job collection.",)


@pytest.mark.parametrize(
    ("found", "defaults", "asked"),
    [
        pytest.param(a_found_job(), Defaults(), ["--location", "--sku"], id="jobs alone"),
        pytest.param(a_found_job(), Defaults(location="westus"), ["--sku"], id="the plan is missing"),
        pytest.param(
            replace(a_found_collection(), body={"properties": {}}),
            Defaults(),
            ["--location"],
            id="the region",
        ),
        pytest.param(
            replace(a_found_collection(), body={"location": "westus"}),
            Defaults(),
            ["--sku"],
            id="a list of resources does not tell the plan",
        ),
    ],
)
def test_what_a_new_collection_lacks_is_asked_for(found: Found, defaults: Defaults, asked: list[str]) -> None:
    with pytest.raises(Problem) as problem:
        make_plan([found], defaults, None, WISHES)

    assert [line.strip() for line in str(problem.value).splitlines()[1:]] == [
        f"{option}: the files do not say it of 'c'" for option in asked
    ]


def test_missing_secrets_stop_everything_if_that_is_wished() -> None:
    secured = a_found_job(startTime="2026-02-28T06:00:00Z", recurrence=DAILY, action=SECURED)
    wishes = replace(WISHES, without_secrets=WithoutSecrets.FAIL)

    with pytest.raises(
        Problem, match="Secrets are missing, and --without-secrets is fail; nothing was changed"
    ):
        make_plan([a_found_collection(), secured], Defaults(), None, wishes)


def test_what_has_no_usable_name_is_in_the_plan_too() -> None:
    odd = a_found_job(names=Names(subscription="s", resource_group="g", collection="c", job="a/b"))

    plan = make_plan([a_found_collection(), odd], Defaults(), None, WISHES)

    assert len(plan.nameless) == 1
