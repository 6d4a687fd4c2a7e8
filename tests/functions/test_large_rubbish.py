"""Answers do not grow with what was sent."""

import json
from typing import Any, Final

import azure.functions as func
import pytest

from shared.functions.http import answer
from tests.functions.calls import COLLECTION, JOB, KEY, a_job_body, a_world_and_its_app, call, content

PREVIEW: Final = "subscriptions/s/providers/Microsoft.Scheduler/previewRuns"
LARGE: Final = 900_000
LARGEST_ANSWER: Final = 20_000
HTTP: Final = a_job_body()["properties"]["action"]


def filled(piece: str, before: str, after: str) -> bytes:
    """Return a body of about nine tenths of a megabyte; `#` in the piece is its number."""
    number = (LARGE - len(before) - len(after)) // (len(piece) + 6)
    return (before + ",".join(piece.replace("#", str(index)) for index in range(number)) + after).encode()


def schedule(key: str, piece: str) -> bytes:
    return filled(piece, f'{{"recurrence": {{"frequency": "month", "schedule": {{"{key}": [', "]}}}")


def request(**changes: Any) -> bytes:
    return json.dumps(a_job_body(action={"type": "Http", "request": {**HTTP["request"], **changes}})).encode()


BODIES: Final = {
    "wrong hours": (PREVIEW, schedule("hours", "99")),
    "words for hours": (PREVIEW, schedule("hours", '"x"')),
    "one long word among the hours": (PREVIEW, schedule("hours", '"' + "x" * (LARGE // 2) + '"')),
    "wrong weekdays": (PREVIEW, schedule("weekDays", '"x"')),
    "wrong occurrences": (PREVIEW, schedule("monthlyOccurrences", '{"a":0}')),
    "unknown keys": (PREVIEW, filled('"k#":0', "{", "}")),
    "unknown keys further in": (JOB, filled('"k#":0', '{"properties": {"action": {"request": {', "}}}}")),
    "one long key": (JOB, b'{"' + b"k" * LARGE + b'": 1}'),
    "keys in two cases": (JOB, filled('"k#":0,"K#":0', '{"properties": {', "}}")),
    "headers that are no strings": (
        JOB,
        filled('"h#":0', '{"properties": {"action": {"type": "Http", "request": {"headers": {', "}}}}}"),
    ),
    "wrong headers": (JOB, request(headers={f"h {n}": "\n" for n in range(50_000)})),
    "a long header name": (JOB, request(headers={"h " * (LARGE // 2): ""})),
    "a long method": (JOB, request(method="x" * LARGE)),
    "a long state": (JOB, json.dumps(a_job_body(state="x" * LARGE)).encode()),
    "a long start": (JOB, json.dumps(a_job_body(startTime="2026-01-01T" + "0" * LARGE)).encode()),
    "a long fraction": (JOB, json.dumps(a_job_body(startTime=f"2026-13-01T00:00:00.{'1' * LARGE}")).encode()),
    "a long interval": (
        JOB,
        json.dumps(
            a_job_body(action={**HTTP, "retryPolicy": {"retryType": "fixed", "retryInterval": "1" * LARGE}})
        ).encode(),
    ),
    "a long type": (JOB, json.dumps(a_job_body(action={"type": "\0" * (LARGE // 6)})).encode()),
    "many tags": (COLLECTION, filled('"t#":0', '{"location": "westus", "tags": {', "}}")),
    "a long location": (COLLECTION, json.dumps({"location": "x" * LARGE}).encode()),
    "a long number": (PREVIEW, b'{"top": ' + b"9" * 400 + b"}"),
}


@pytest.mark.parametrize("name", BODIES)
def test_a_large_wrong_body_gets_a_small_answer(name: str) -> None:
    path, body = BODIES[name]
    _, app = a_world_and_its_app()

    request = func.HttpRequest(
        method="POST" if path == PREVIEW else "PUT",
        url=f"https://app.example/{path}",
        headers={"x-functions-key": KEY},
        params={"api-version": "2016-03-01"},
        route_params={"path": path},
        body=body,
    )
    refused = answer(request, lambda: app)

    assert refused.status_code == 400
    assert len(refused.get_body()) < LARGEST_ANSWER


def test_fifty_faults_are_told_and_how_many_more_there_are() -> None:
    _, app = a_world_and_its_app()

    refused = call(app, "PUT", JOB, a_job_body(**{f"k{number}": 1 for number in range(80)}))

    message = content(refused)["error"]["message"]
    assert message.count("is not known") == 50
    assert message.endswith("; and 30 more")


def test_too_many_entries_of_an_array_are_one_fault() -> None:
    _, app = a_world_and_its_app()

    def refusal(hours: list[int]) -> str:
        recurrence = {"frequency": "day", "schedule": {"hours": hours}}
        found = call(app, "PUT", JOB, a_job_body(recurrence=recurrence))
        return str(content(found).get("error", {}).get("message", ""))

    assert refusal([5] * 1_000) == ""
    assert refusal([99] * 1_001) == "properties.recurrence.schedule.hours: has 1001 entries, more than 1000"


@pytest.mark.parametrize(
    ("path", "params"),
    [
        (COLLECTION, {"api-version": "x" * 8_000}),
        ("x/" * 4_000, {"api-version": "2016-03-01"}),
        (f"{COLLECTION}{'x' * 8_000}", {"api-version": "2016-03-01"}),
        (f"{COLLECTION}/jobs", {"api-version": "2016-03-01", "$filter": "x" * 8_000, "$top": "9" * 8_000}),
    ],
    ids=["version", "path", "name", "parameters"],
)
def test_a_long_address_gets_a_short_answer(path: str, params: dict[str, str]) -> None:
    _, app = a_world_and_its_app()

    refused = call(app, "GET", path, params=params)

    assert refused.status_code in (400, 404)
    assert len(refused.get_body()) < 700
