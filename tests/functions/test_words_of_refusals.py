"""What is said of a key that does not belong: where it belongs, what was meant, or nothing that misleads."""

import re
from typing import Any, Final

import pytest

from tests.functions.calls import COLLECTION, JOB, a_job_body, content
from tests.functions.extended import a_place, extended, message, put

OF_JOBS: Final = (
    "spread",
    "overlap",
    "missedRuns",
    "disableAfterFaults",
    "exclude",
    "keepFinishedFor",
    "description",
)
OF_COLLECTIONS: Final = ("defaults", "quota")


@pytest.mark.parametrize("key", OF_JOBS)
@pytest.mark.parametrize("inside", ["properties", "properties.defaults", ""])
def test_a_key_of_jobs_in_a_collection_is_told_so(key: str, inside: str) -> None:
    _, app = a_place()
    body: dict[str, Any] = {key: "x"}
    for part in reversed(inside.split(".") if inside else []):
        body = {part: body}

    answer = extended(app, "PATCH", COLLECTION, body)

    path = f"{inside}.{key}".strip(".")
    assert (answer.status_code, message(answer)) == (400, f"{path}: is not known here: it is a key of jobs")


@pytest.mark.parametrize("key", OF_COLLECTIONS)
def test_a_key_of_collections_in_a_job_is_told_so(key: str) -> None:
    _, app = a_place()
    put(app)

    answer = extended(app, "PATCH", JOB, {"properties": {key: {}}})

    told = f"properties.{key}: is not known here: it is a key of job collections"
    assert (answer.status_code, message(answer)) == (400, told)


@pytest.mark.parametrize("how", ["run", "enable"])
def test_a_time_is_for_disabling_alone(how: str) -> None:
    _, app = a_place()
    put(app)

    answer = extended(app, "POST", f"{JOB}/{how}", {"note": "now", "until": "2026-03-09"})

    assert (answer.status_code, message(answer)) == (400, "until: is not known here: only disable takes it")


@pytest.mark.parametrize(
    "key", ["dependsOn", "token", "notify", "timeout", "timeoutSeconds", "concurrency", "zzz", "x"]
)
@pytest.mark.parametrize("place", ["properties", "properties.action", "properties.recurrence"])
def test_what_is_nothing_alike_is_not_guessed(key: str, place: str) -> None:
    _, app = a_place()
    body: dict[str, Any] = a_job_body(recurrence={"frequency": "day"})
    holder = body
    for part in place.split("."):
        holder = holder[part]
    holder[key] = {}

    answer = extended(app, "PUT", JOB, body)

    assert answer.status_code == 400
    assert message(answer).startswith(f"{place}.{key}: is not known; known here: ")
    assert "did you mean" not in message(answer)


@pytest.mark.parametrize("slip", ["recurence", "timeZonee", "tiemZone", "overlpa", "descripton", "startTme"])
def test_a_slip_is_told_what_was_meant(slip: str) -> None:
    _, app = a_place()

    answer = extended(app, "PUT", JOB, a_job_body(**{slip: "x"}))

    meant = re.search(r"did you mean '(\w+)'", message(answer))
    assert meant is not None
    assert meant[1] in ("recurrence", "timeZone", "overlap", "description", "startTime")


RECURRING: Final = {"frequency": "day", "schedule": {"hours": [9], "minutes": [0]}}
FITS_RECURRING: Final[dict[str, Any]] = {
    "exclude": {"weekDays": ["sunday"]},
    "daylightSaving": {"missing": "skip"},
    "missedRuns": {"policy": "all", "within": "01:00:00"},
    "overlap": "skip",
    "spread": "00:05:00",
    "disableAfterFaults": 3,
}


def a_job_with_no_effect(key: str) -> Any:
    """A job that recurred, with a key that fits: it recurs no more, and the key has stayed."""
    _, app = a_place()
    put(app, recurrence=RECURRING, startTime="2026-04-01T09:00:00Z", **{key: FITS_RECURRING[key]})
    patched = extended(app, "PATCH", JOB, {"properties": {"recurrence": None}})
    assert patched.status_code == 200, patched.get_body()
    return app


@pytest.mark.parametrize("key", FITS_RECURRING)
@pytest.mark.parametrize("method", ["PUT", "PATCH"])
def test_what_has_no_effect_can_be_put_back_as_it_was_read(key: str, method: str) -> None:
    app = a_job_with_no_effect(key)
    before = read(app)
    assert before["properties"]["status"]["noEffect"] == [key]

    answer = extended(app, method, JOB, before)

    assert answer.status_code == 200, answer.get_body()
    after = read(app)
    assert (after["properties"][key], after["properties"]["status"]["noEffect"]) == (
        before["properties"][key],
        [key],
    )


OTHER_VALUES: Final[dict[str, Any]] = {
    "exclude": {"weekDays": ["monday"]},
    "daylightSaving": {"repeated": "both"},
    "missedRuns": {"policy": "none", "within": "01:00:00"},
    "overlap": "wait",
    "spread": "00:06:00",
    "disableAfterFaults": 4,
}


@pytest.mark.parametrize("key", FITS_RECURRING)
@pytest.mark.parametrize("method", ["PUT", "PATCH"])
def test_another_value_that_has_no_effect_is_refused(key: str, method: str) -> None:
    app = a_job_with_no_effect(key)
    body = read(app)
    body["properties"][key] = OTHER_VALUES[key]

    answer = extended(app, method, JOB, body)

    assert (answer.status_code, f"properties.{key}: has no effect" in message(answer)) == (400, True)


@pytest.mark.parametrize("key", FITS_RECURRING)
def test_a_new_job_with_a_key_of_no_effect_is_refused(key: str) -> None:
    app = a_job_with_no_effect(key)

    answer = extended(app, "PUT", f"{COLLECTION}/jobs/copy", {**read(app), "name": "copy"})

    assert (answer.status_code, f"properties.{key}: has no effect" in message(answer)) == (400, True)


@pytest.mark.parametrize("empty", [{}, {"then": "skip"}, {"dates": []}, {"weekDays": [], "calendars": []}])
@pytest.mark.parametrize("method", ["PUT", "PATCH"])
def test_an_exclude_that_names_no_day_is_none(empty: dict[str, Any], method: str) -> None:
    _, app = a_place()
    put(app, recurrence=RECURRING)
    body = (
        a_job_body(recurrence=RECURRING, exclude=empty)
        if method == "PUT"
        else {"properties": {"exclude": empty}}
    )

    answer = extended(app, method, JOB, body)

    assert answer.status_code == 200
    assert "exclude" not in read(app)["properties"]


@pytest.mark.parametrize("then", ["before", "after"])
def test_an_exclude_that_moves_nothing_is_refused(then: str) -> None:
    _, app = a_place()

    answer = put(app, recurrence=RECURRING, exclude={"then": then})

    told = "properties.exclude.then: moves nothing: no weekDays, dates or calendars are named"
    assert (answer.status_code, message(answer)) == (400, told)


def test_the_last_day_of_an_exclude_can_be_patched_away() -> None:
    _, app = a_place()
    put(app, recurrence=RECURRING, exclude={"dates": ["2026-12-24"]})

    assert extended(app, "PATCH", JOB, {"properties": {"exclude": {"dates": None}}}).status_code == 200
    assert "exclude" not in read(app)["properties"]


def read(app: Any) -> dict[str, Any]:
    found: dict[str, Any] = content(extended(app, "GET", JOB))
    return found
