"""The audit: who changed what, and nothing of what people put tokens into."""

from datetime import timedelta
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from shared.domain.asking import Asking
from shared.domain.audit import AuditNote, Operation
from shared.domain.changes import Insert
from shared.domain.keys import CollectionKey
from shared.functions.wiring import App
from tests.builders import NINE
from tests.functions.calls import COLLECTION, JOB, KEY, a_job_body, call, content
from tests.functions.extended import a_place, extended, put
from tests.functions.overviews.lists import an_empty_place
from tests.functions.policies.days import BROKEN, pass_time
from tests.world import World

AUDIT = "subscriptions/s/providers/Microsoft.Scheduler/audit"
MINUTELY: dict[str, Any] = {"frequency": "minute"}
START = "2026-03-02T09:00:00Z"


def audit(app: App, **asked: str) -> list[dict[str, Any]]:
    answer = extended(app, "GET", AUDIT, **asked)
    assert answer.status_code == 200, answer.get_body()
    return [one["properties"] for one in content(answer)["value"]]


def of_job(app: App, job: str = "j1") -> list[dict[str, Any]]:
    return audit(app, collection="rg/jc1", job=job)


def deeds(told: list[dict[str, Any]]) -> list[tuple[str, str]]:
    return [(one["operation"], one["who"]) for one in told]


def test_every_change_is_there_newest_first() -> None:
    world, app = a_place()
    put(app, startTime=START, recurrence={**MINUTELY, "count": 1})
    for second, (method, path, body) in enumerate(
        [
            ("PATCH", JOB, {"properties": {"recurrence": {"count": 2}}}),
            ("POST", f"{JOB}/disable", {"note": "the target moves"}),
            ("POST", f"{JOB}/enable", {"note": "it has moved"}),
            ("POST", f"{JOB}/run", {"note": "to see"}),
        ]
    ):
        world.now = world.now.replace(second=second + 1)
        assert extended(app, method, path, body).status_code == 200
    pass_time(world, "09:03:00")
    extended(app, "DELETE", JOB)

    told = of_job(app)

    assert deeds(told) == [
        ("delete", "ops"),
        ("finish", "the scheduler"),
        ("run", "ops"),
        ("enable", "ops"),
        ("disable", "ops"),
        ("patch", "ops"),
        ("put", "ops"),
    ]
    assert [one.get("note") for one in told[2:5]] == ["to see", "it has moved", "the target moves"]


def test_what_the_scheduler_does_by_itself() -> None:
    world, app = a_place()
    put(
        app,
        startTime="2026-03-02T09:00:05Z",
        recurrence=MINUTELY,
        disableAfterFaults=1,
        action={**a_job_body()["properties"]["action"], "retryPolicy": {"retryType": "none"}},
    )
    world.answer = lambda _: BROKEN
    pass_time(world, "09:00:15")
    assert deeds(of_job(app))[0] == ("disable", "the scheduler")
    extended(app, "POST", f"{JOB}/disable", {"until": "2026-03-02T09:01:00Z"})

    pass_time(world, "09:01:10")

    assert ("enable", "the scheduler") in deeds(of_job(app))


def test_a_record_tells_timing_and_targets_in_full_and_the_rest_by_a_word() -> None:
    world, app = a_place()
    request = {
        "uri": "https://user:pass@receiver.example/path?token=abc",
        "method": "POST",
        "headers": {"X-Token": "abc", "X-Other": "1"},
        "body": "abc",
    }
    action = {"type": "Https", "request": request, "retryPolicy": {"retryType": "none"}}
    extended(app, "PUT", JOB, {"properties": {"action": action, "recurrence": MINUTELY, "startTime": START}})
    world.now = world.now.replace(second=1)
    extended(app, "PATCH", JOB, {"properties": {"action": {"request": {"body": "abd"}}}})

    patched, created = of_job(app)

    assert patched["fields"] == {
        "action.request.body": "changed",
        "action.request.headers.X-Other": "kept",
        "action.request.headers.X-Token": "kept",
        "action.request.uri (query)": "kept",
    }
    assert set(created["fields"].values()) == {"set"}
    assert patched["action"] == {
        "type": "Https",
        "method": "POST",
        "target": "https://receiver.example/path",
        "retryPolicy": {"retryType": "none"},
    }
    assert patched["definition"]["recurrence"]["frequency"] == "minute"
    assert patched["revisionBefore"] == created["revisionAfter"]


@pytest.mark.parametrize(
    ("before_host", "authentication"),
    [
        pytest.param("user:planted-token@", None, id="in the address"),
        pytest.param(
            "",
            {"type": "Basic", "username": "planted-token", "password": "planted-token"},
            id="beside the address",
        ),
    ],
)
def test_nothing_that_could_be_a_token_is_stored(before_host: str, authentication: object) -> None:
    world, app = a_place()
    planted = "planted-token"
    request = {
        "uri": f"https://{before_host}receiver.example/path?token={planted}#{planted}",
        "method": "POST",
        "headers": {"Authorization": planted},
        "body": planted,
        "authentication": authentication,
    }
    mourn = {
        "type": "ServiceBusQueue",
        "serviceBusQueueMessage": {
            "queueName": "q",
            "namespace": "ns",
            "transportType": "AMQP",
            "message": planted,
            "authentication": {"type": "sharedAccessKey", "sasKeyName": planted, "sasKey": planted},
            "brokeredMessageProperties": {"label": planted},
            "customMessageProperties": {"a": planted},
        },
    }
    properties = {
        "action": {"type": "Https", "request": request, "errorAction": mourn},
        "recurrence": MINUTELY,
    }
    assert extended(app, "PUT", JOB, {"properties": properties}).status_code == 201
    patch = {"properties": {"action": {"request": {"body": f"{planted} 2"}}}}
    assert extended(app, "PATCH", JOB, patch).status_code == 200
    defaults = {"properties": {"defaults": {"errorAction": mourn}}}
    assert extended(app, "PATCH", COLLECTION, defaults).status_code == 200
    assert extended(app, "DELETE", JOB).status_code == 200

    rows = _rows(world, "a") + _rows(world, "b")

    assert len(rows) >= 8
    assert [row for row in rows if planted in str(row)] == []


def test_the_audit_outlives_what_it_tells_of() -> None:
    world, app = a_place()
    put(app, recurrence=MINUTELY)
    world.now = world.now.replace(second=1)

    assert extended(app, "DELETE", COLLECTION).status_code == 200

    told = audit(app)
    assert told[0]["operation"] == "delete"
    assert told[0]["target"].endswith("/jobCollections/jc1")
    assert [one["operation"] for one in told if one["target"].endswith("/jobs/j1")] == ["put"]
    assert deeds(of_job(app)) == [("put", "ops")]


def test_changes_are_found_by_collection_who_and_time() -> None:
    world, app = a_place()
    put(app, recurrence=MINUTELY)
    world.now = world.now.replace(hour=10)
    put(app, f"{COLLECTION}/jobs/j2", recurrence=MINUTELY)

    assert len(audit(app, collection="jc1")) == len(audit(app)) == 4
    assert audit(app, collection="another") == audit(app, who="somebody") == []
    late = {"from": "2026-03-02T09:30:00Z"}
    assert [one["target"].rsplit("/", 1)[1] for one in audit(app, **late)] == ["j2"]
    assert len(audit(app, to="2026-03-02T09:30:00Z")) == 3


def test_pages_lead_to_each_other_without_a_key() -> None:
    world, app = a_place()
    for number in range(7):
        world.now = world.now.replace(second=number)
        put(app, f"{COLLECTION}/jobs/j{number}", recurrence=MINUTELY)
    seen: list[str] = []
    params = {"$top": "2", "code": KEY}

    while params:
        answer = content(extended(app, "GET", AUDIT, **params))
        seen += [one["properties"]["target"].rsplit("/", 1)[1] for one in answer["value"]]
        link = answer["nextLink"]
        assert link is None or KEY not in link
        params = _params(link)

    assert seen == ["j6", "j5", "j4", "j3", "j2", "j1", "j0", "jc1", "jc1"]


@pytest.mark.parametrize(
    ("asked", "sizes"),
    [
        pytest.param({}, [9], id="all"),
        pytest.param({"$top": "9"}, [9], id="as many as there are"),
        pytest.param({"$top": "3"}, [3, 3, 3], id="by threes"),
        pytest.param({"$top": "8"}, [8, 1], id="one fewer"),
        pytest.param({"who": "ops", "$top": "3"}, [3, 3, 3], id="of somebody"),
        pytest.param({"who": "somebody", "$top": "3"}, [0], id="of nobody"),
        pytest.param({"collection": "rg/jc1", "job": "j1", "$top": "1"}, [1], id="of a job"),
    ],
)
def test_no_empty_page_ends_the_list(asked: dict[str, str], sizes: list[int]) -> None:
    world, app = a_place()
    for number in range(7):
        world.now = world.now.replace(second=number)
        put(app, f"{COLLECTION}/jobs/j{number}", recurrence=MINUTELY)

    assert _sizes(app, {"$top": "1000"} | asked) == sizes


@pytest.mark.parametrize(
    ("newer", "older", "top", "sizes"),
    [
        pytest.param(2_500, 2_499, 2, [1], id="as many as there are"),
        pytest.param(2_500, 2_500, 2, [1, 0], id="there is another"),
        pytest.param(4_999, 0, 2, [1], id="the last one is wanted"),
        pytest.param(5_000, 0, 2, [0, 1], id="the next one is wanted"),
        pytest.param(0, 4_999, 1, [1], id="behind a full page are as many as there are"),
        pytest.param(0, 5_000, 1, [1, 0], id="behind a full page there is another"),
    ],
)
def test_a_page_looks_through_five_thousand_changes(
    newer: int, older: int, top: int, sizes: list[int]
) -> None:
    world, app = an_empty_place()
    place = CollectionKey(subscription="s", resource_group="rg", name="jc1")
    who = ["others"] * older + ["somebody"] + ["others"] * newer
    notes = [
        AuditNote(
            at=NINE + timedelta(seconds=number),
            place=place,
            id=f"note-{number}",
            operation=Operation.ENABLE,
            asking=Asking(who=name),
        )
        for number, name in enumerate(who)
    ]
    for begin in range(0, len(notes), 100):
        world.store.commit([Insert(note) for note in notes[begin : begin + 100]])

    assert _sizes(app, {"who": "somebody", "$top": str(top)}) == sizes


def test_nothing_of_another_subscription_is_told() -> None:
    _, app = a_place()
    put(app, recurrence=MINUTELY)

    other = extended(app, "GET", AUDIT.replace("/s/", "/other/"))

    assert content(other) == {"value": [], "nextLink": None}


def test_requests_can_be_grouped() -> None:
    _, app = a_place()
    headers = {"x-functions-key": KEY, "x-ms-correlation-request-id": "mass change 7"}
    params = {"api-version": "2026-11-01"}
    answer = call(app, "PUT", JOB, a_job_body(recurrence=MINUTELY), params=params, headers=headers)

    (told,) = of_job(app)

    assert told["correlationId"] == "mass change 7"
    assert told["requestId"] == answer.headers["x-ms-request-id"]


def test_bad_questions_are_refused() -> None:
    _, app = a_place()

    for asked in ({"job": "j1"}, {"from": "yesterday"}, {"$top": "0"}, {"collection": "a|b"}):
        assert extended(app, "GET", AUDIT, **asked).status_code == 400, asked


def _rows(world: World, prefix: str) -> list[dict[str, Any]]:
    partitions = [f"shard-{shard:03d}" for shard in range(world.store.shards)]
    span = (f"{prefix}|", prefix + "}")
    return [row.fields for name in partitions for row in world.table.query(name, span)]


def _params(link: str | None) -> dict[str, str]:

    return dict(parse_qsl(urlsplit(link).query)) if link else {}


def _sizes(app: App, asked: dict[str, str]) -> list[int]:
    """Follow the links of a list, and return how much each page holds."""
    sizes, params = list[int](), asked
    while params:
        answer = content(extended(app, "GET", AUDIT, **params))
        sizes.append(len(answer["value"]))
        params = _params(answer["nextLink"])
    return sizes
