"""Jobs with policies, tags and a pause, as they arrive."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final

import pytest

from migrate.carry_out import job_body
from migrate.found import FoundJob, Json
from migrate.planning.job import Wishes, plan_job
from migrate.prepare import Place, PreparedJob, prepare
from shared.api.parse import BARE
from shared.domain.errors import Invalid
from tests.migrate.exports import DAILY, HTTP, JOB, NOW, SECURED, a_found_job

START: Final = "2026-02-28T06:00:00Z"
OPTIONS: Final = {"backoff": 2.5, "maxInterval": "01:00:00", "retryAfter": True, "stopOn": [400, 404]}
ACTION: Final = {
    **HTTP,
    "retryOptions": OPTIONS,
    "errorAction": {**HTTP, "retryOptions": {"backoff": 1.5, "retryAfter": False}},
}
POLICIES: Final[Json] = {
    "missedRuns": {"policy": "none", "within": "00:15:00"},
    "overlap": "wait",
    "spread": "00:10:00",
    "disableAfterFaults": 3,
    "keepFinishedFor": "7.00:00:00",
    "useDefaults": False,
    "description": "Counts the stock.",
}
TAGS: Final = {"team": "billing"}
LATER: Final = "2026-03-09T09:00:00Z"


def recurring(**properties: Any) -> FoundJob:
    return a_found_job(**{"startTime": START, "recurrence": DAILY, **properties})


def arriving(found: FoundJob, place: Place | None = None) -> PreparedJob:
    return prepare(found, JOB, {}, now=NOW, place=place or Place())


def test_all_policies_are_sent_as_they_were_written() -> None:
    written: Json = {
        "startTime": START,
        "action": ACTION,
        "recurrence": DAILY,
        **POLICIES,
        "state": "enabled",
    }
    found = replace(a_found_job(**written), tags=TAGS)

    job = arriving(found)

    assert (job.version, job.dropped, job.changes, job.notes) == ("2026-11-01", (), (), ())
    assert job_body(job) == {"tags": TAGS, "properties": written}


@pytest.mark.parametrize("key", POLICIES)
def test_each_of_them_tells_by_itself_that_a_file_is_ours(key: str) -> None:
    assert arriving(recurring(**{key: POLICIES[key]})).version == "2026-11-01"


@pytest.mark.parametrize(
    "found",
    [
        pytest.param(recurring(action=ACTION), id="options for retries"),
        pytest.param(recurring(state="disabled", disabled={"note": "a"}), id="a note"),
        pytest.param(replace(recurring(), tags=TAGS), id="tags"),
    ],
)
def test_so_do_keys_elsewhere(found: FoundJob) -> None:
    assert arriving(found).version == "2026-11-01"


@pytest.mark.parametrize("tags", [None, {}, ""], ids=["null", "none", "nothing"])
def test_tags_that_tools_write_beside_any_resource_say_nothing(tags: object) -> None:
    job = arriving(replace(recurring(), tags=tags))

    assert (job.version, job.dropped, "tags" in job_body(job)) == ("2016-03-01", (), False)


def test_in_our_own_form_empty_tags_are_tags() -> None:
    job = arriving(replace(recurring(), tags={}, version="2026-11-01"))

    assert job_body(job)["tags"] == {}


@pytest.mark.parametrize(
    ("found", "dropped"),
    [
        pytest.param(recurring(overlap="skip"), ["properties.overlap"], id="a policy"),
        pytest.param(
            recurring(action=ACTION),
            ["properties.action.retryOptions", "properties.action.errorAction.retryOptions"],
            id="options for retries",
        ),
        pytest.param(replace(recurring(), tags=TAGS), ["tags"], id="tags"),
        pytest.param(recurring(disabled={"note": "a"}), ["properties.disabled"], id="a note"),
    ],
)
def test_in_a_form_that_cannot_have_them_they_are_dropped_and_the_job_arrives_disabled(
    found: FoundJob, dropped: list[str]
) -> None:
    old = replace(found, version="2016-03-01")

    job = plan_job(old, JOB, BARE, None, Wishes(now=NOW, secrets={})).prepared

    assert job is not None
    assert sorted(said.partition(":")[0] for said in job.dropped) == sorted(dropped)
    assert all("is known from api-version 2026-11-01 on" in said for said in job.dropped)
    assert (job.version, job.state) == ("2016-03-01", "disabled")


REFUSALS: Final = [
    pytest.param({"spread": "2.00:00:00"}, "properties.spread: is not between", id="a spread of two days"),
    pytest.param(
        {"missedRuns": {"policy": "all"}},
        "properties.missedRuns.within: is required for 'all'",
        id="no limit",
    ),
    pytest.param(
        {"overlap": "skip", "recurrence": None, "startTime": LATER},
        "properties.overlap: has no effect on a job without a recurrence",
        id="a policy of a single run",
    ),
    pytest.param(
        {"disabled": {"note": "x" * 2_000}}, "properties.disabled.note: is longer than", id="a note"
    ),
]


@pytest.mark.parametrize(("properties", "words"), REFUSALS)
def test_what_the_app_would_refuse_is_refused_in_its_words(properties: dict[str, Any], words: str) -> None:
    with pytest.raises(Invalid) as refused:
        arriving(recurring(**properties))

    assert str(refused.value).startswith(words)


def test_tags_that_are_none_are_refused() -> None:
    with pytest.raises(Invalid, match="tags: is not an object of strings"):
        arriving(replace(recurring(), tags="billing"))


def test_a_job_that_is_disabled_for_a_while_arrives_so() -> None:
    pause = {"note": "moved", "until": LATER, "by": "ops", "since": "2026-02-01T00:00:00Z"}

    job = arriving(recurring(state="disabled", disabled=pause))

    assert job_body(job)["properties"]["disabled"] == {"note": "moved", "until": LATER}
    assert job.changes == ()


@pytest.mark.parametrize("note", ["moved", None], ids=["with a note", "without"])
def test_a_time_that_is_over_does_not_enable_a_job(note: str | None) -> None:
    pause = {"note": note, "until": "2026-02-27T09:00:00Z"}

    job = arriving(recurring(state="disabled", disabled=pause))

    assert (job.state, job_body(job)["properties"].get("disabled")) == (
        "disabled",
        {"note": note} if note else None,
    )
    assert job.changes == ("disabled.until is left out: 2026-02-27T09:00:00Z is over, and it stays disabled",)


@pytest.mark.parametrize(
    "properties",
    [
        pytest.param({"state": "enabled"}, id="enabled"),
        pytest.param({"state": "completed"}, id="completed"),
        pytest.param({"state": "enabled", "action": SECURED}, id="disabled only when it arrives"),
    ],
)
def test_a_pause_has_no_meaning_for_a_job_that_is_not_disabled_in_its_file(
    properties: dict[str, Any],
) -> None:
    found = recurring(**properties, disabled={"note": "moved", "until": "2020-01-01T00:00:00Z"})

    job = plan_job(found, JOB, BARE, None, Wishes(now=NOW, secrets={})).prepared

    assert job is not None
    assert "disabled" not in job_body(job)["properties"]


def test_a_job_that_has_lost_something_is_not_enabled_later() -> None:
    found = recurring(state="disabled", disabled={"note": "moved", "until": LATER}, colour="blue")

    job = plan_job(found, JOB, BARE, None, Wishes(now=NOW, secrets={})).prepared

    assert job is not None
    assert job_body(job)["properties"]["disabled"] == {"note": "moved"}
    assert job.changes == (
        "disabled.until is left out: keys of it are not known here; "
        "--accept-loss brings it over without them",
    )


@pytest.mark.parametrize(
    ("status", "start"),
    [
        pytest.param(
            {"executionCount": 2, "nextExecutionTime": "2026-03-02T06:08:33.158Z"},
            "2026-03-02T06:00:00Z",
            id="the next run without its delay",
        ),
        pytest.param(
            {"executionCount": 2, "lastExecutionTime": "2026-02-28T06:08:34.158Z"},
            "2026-02-28T06:00:01Z",
            id="the last run without its delay",
        ),
        pytest.param(
            {"executionCount": 1, "lastExecutionTime": "2026-02-28T06:00:00Z"},
            "2026-02-28T06:00:00Z",
            id="a first run at once has no delay",
        ),
        pytest.param(
            {"executionCount": 0, "nextExecutionTime": "2026-02-28T06:00:00Z"},
            "2026-02-28T06:00:00Z",
            id="neither has one that is still owed",
        ),
    ],
)
def test_a_job_that_is_spread_keeps_the_times_of_its_schedule(status: dict[str, Any], start: str) -> None:
    found = a_found_job(recurrence=DAILY, spread="00:10:00", status=status)

    job = arriving(found)

    assert job.definition.start_time == datetime.fromisoformat(start).astimezone(UTC)
    assert job.notes == ()


def test_the_run_that_an_export_expected_was_a_delayed_one() -> None:
    status = {"nextExecutionTime": "2026-03-02T06:08:33.158Z"}

    assert arriving(recurring(spread="00:10:00", status=status)).notes == ()
    assert arriving(recurring(status=status)).notes == (
        "its next run is 2026-03-02T06:00:00Z; the export expected 2026-03-02T06:08:33.158Z",
    )


@pytest.mark.parametrize(
    ("properties", "effectless"),
    [
        pytest.param({"overlap": "skip", "startTime": LATER, "recurrence": None}, "overlap", id="whole"),
        pytest.param(
            {
                "action": {
                    "type": "StorageQueue",
                    "queueMessage": {"storageAccount": "account1", "queueName": "queue-1", "message": "go"},
                    "retryOptions": OPTIONS,
                }
            },
            "action.retryOptions.stopOn",
            id="deep inside",
        ),
    ],
)
def test_what_our_own_export_says_has_no_effect_is_left_out(
    properties: dict[str, Any], effectless: str
) -> None:
    others = ["action.retryOptions.retryAfter"] if "action" in effectless else []

    job = arriving(recurring(**properties, status={"noEffect": [effectless, *others]}))

    assert job.changes[0] == f"{effectless} is left out: the export says that it has no effect"
    assert effectless.rpartition(".")[2] not in str(job_body(job))
