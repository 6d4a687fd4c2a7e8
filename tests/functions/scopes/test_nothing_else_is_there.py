"""For a key with a scope there is nothing else: it hears what it would hear if all else were deleted."""

import json
import re
from base64 import urlsafe_b64decode
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from typing import Any, Final
from urllib.parse import parse_qsl, unquote, urlsplit

import azure.functions as func
import pytest

from shared.domain.asking import Asking
from shared.domain.audit import AuditNote, Operation
from shared.domain.callers import Scope
from shared.domain.changes import Insert
from shared.domain.keys import CollectionKey
from shared.flow.audit_log import MOST_LOOKED_AT
from shared.functions.routes import Route
from tests.builders import NINE
from tests.functions.calls import content
from tests.functions.scopes.asked import LEDGER, OPERATIONS, REQUESTS, ZZPAY, Asked, name_of
from tests.functions.scopes.town import (
    NOBODY,
    OPS,
    PLACES,
    READS,
    SCOPES,
    VIEWER,
    WRITES,
    Town,
    everything,
    is_within,
    only,
    words_outside,
)

OF_THE_APP: Final = ("status", "whoami", "health/jobs")
"""What they tell a key with a scope is theirs alone; tests of their own are below."""
COMPARED: Final = [one for one in OPERATIONS if name_of(one[0]) not in OF_THE_APP]
PROVIDER: Final = "providers/Microsoft.Scheduler"
PUT_COLLECTION: Final = ("jobCollections/{collection}", "PUT")
IDS: Final = [f"{method} {name_of(route)}" for route, method in COMPARED]


@dataclass(frozen=True, slots=True)
class Heard:
    """An answer, without what differs from call to call."""

    status: int
    headers: dict[str, str]
    body: bytes


def test_every_operation_is_asked() -> None:
    assert {(name_of(route), method) for route, method in OPERATIONS} == set(REQUESTS)


@pytest.mark.parametrize(
    "name",
    ["jobCollections", "jobs", "failures", "upcomingRuns", "running", "expiring", "clockChanges", "audit"],
)
def test_there_is_something_of_everything_to_be_silent_about(name: str) -> None:
    town, _ = towns("group")

    usual = REQUESTS[name, "GET"][0]
    told = str(answers(town, OPS, "GET", f"subscriptions/prod/{PROVIDER}/{name}", usual))

    assert ("ledger" in told, "zzpay" in told) == (True, True)


@pytest.mark.parametrize("kind", SCOPES)
@pytest.mark.parametrize(("route", "method"), COMPARED, ids=IDS)
def test_it_hears_and_does_what_a_key_for_everything_would_if_all_else_were_gone(
    route: Route, method: str, kind: str
) -> None:
    scope = SCOPES[kind]
    town, rest = towns(kind)

    for path, place in paths(route):
        if (name_of(route), method) == PUT_COLLECTION and not is_within(scope, place):
            continue  # it is told that it may not, in any case: a test of its own is below
        for asked in REQUESTS[name_of(route), method]:
            heard = answers(town, WRITES, method, path, asked)

            assert heard == answers(rest, OPS, method, path, asked), (path, asked)
            assert_silent(scope, heard, (path, asked))
            if route.changes(method):
                assert town.changed() == rest.changed(), (path, asked)
                town.reset()
                rest.reset()


@pytest.mark.parametrize("kind", SCOPES)
def test_a_key_that_may_only_read_hears_the_same(kind: str) -> None:
    town, rest = towns(kind)

    for route, method in COMPARED:
        for path, _ in paths(route):
            asked = REQUESTS[name_of(route), method][0]
            heard = answers(town, READS, method, path, asked)
            assert heard == answers(rest, VIEWER, method, path, asked), (path, asked)


@pytest.mark.parametrize("kind", SCOPES)
def test_names_in_another_case_are_the_same_names(kind: str) -> None:
    town, rest = towns(kind)

    for route, method in COMPARED:
        if not route.changes(method):
            for path, _ in paths(route):
                asked = REQUESTS[name_of(route), method][-1]
                heard = answers(town, WRITES, method, path.upper(), asked)
                assert heard == answers(rest, OPS, method, path.upper(), asked), (path, asked)


@pytest.mark.parametrize("kind", SCOPES)
def test_a_preview_for_a_job_elsewhere_knows_nothing_of_it(kind: str) -> None:
    town, rest = towns(kind)
    calendars = {"exclude": {"calendars": ["zzpay-days"]}}

    for job in (ZZPAY, ZZPAY.upper(), ZZPAY.replace("zz", "%7a%7a"), f"{ZZPAY}-2", LEDGER.upper()):
        for more in ({}, calendars):
            asked = Asked({}, {"recurrence": {"frequency": "day"}, "job": job, **more})
            heard = answers(town, READS, "POST", f"subscriptions/prod/{PROVIDER}/previewRuns", asked)
            assert heard == answers(rest, OPS, "POST", f"subscriptions/prod/{PROVIDER}/previewRuns", asked)


@pytest.mark.parametrize("kind", SCOPES)
def test_a_new_collection_outside_is_refused_in_the_same_words_whether_it_is_there(kind: str) -> None:
    scope, (town, _) = SCOPES[kind], towns(kind)
    (route,) = (one for one, method in OPERATIONS if (name_of(one), method) == PUT_COLLECTION)
    before = town.table.rows()

    told = {
        (answer.status, answer.body)
        for path, place in paths(route)
        if not is_within(scope, place)
        for asked in REQUESTS[name_of(route), "PUT"]
        for answer in answers(town, WRITES, "PUT", path, asked)
    }

    ((status, body),) = told
    assert (status, f"only what lies within {scope}." in body.decode()) == (403, True)
    assert town.table.rows() == before


@pytest.mark.parametrize("kind", SCOPES)
def test_whether_any_job_fails_is_not_told(kind: str) -> None:
    town, _ = towns(kind)

    for key in (READS, WRITES):
        answer = town.send(key, "GET", "health/jobs")
        assert (answer.status_code, content(answer)["error"]["code"]) == (403, "AuthorizationFailed")
    assert town.send(VIEWER, "GET", "health/jobs").status_code == 200


@pytest.mark.parametrize("key", [WRITES, READS], ids=["writes", "reads"])
@pytest.mark.parametrize("kind", SCOPES)
def test_the_status_says_only_whether_all_is_well(kind: str, key: str) -> None:
    town, _ = towns(kind)

    told = content(town.send(key, "GET", "status"))

    whole = content(town.send(OPS, "GET", "status"))
    assert told == {"ok": False, "version": whole["version"]}
    assert "zzpay-stuck" in str(whole["setAside"])


@pytest.mark.parametrize(
    ("kind", "shown"),
    [("subscription", "/Prod"), ("group", "/prod/Finance"), ("collection", "/prod/finance/Ledger")],
)
def test_a_key_learns_its_scope(kind: str, shown: str) -> None:
    town, _ = towns(kind)

    assert content(town.send(WRITES, "GET", "whoami")) == {"name": "mine", "canChange": True, "scope": shown}
    assert content(town.send(READS, "GET", "whoami")) == {"name": "eyes", "canChange": False, "scope": shown}


@pytest.mark.parametrize(
    ("kind", "collections", "jobs"), [("subscription", 4, 18), ("group", 2, 12), ("collection", 1, 6)]
)
def test_it_counts_what_is_its_own(kind: str, collections: int, jobs: int) -> None:
    town, _ = towns(kind)

    (own,) = content(town.send(READS, "GET", "subscriptions"))["value"]

    counts = {name: count for name, count in own.items() if isinstance(count, int)} or own["properties"]
    assert (counts["jobCollections"], counts["jobs"]) == (collections, jobs)


def test_where_nothing_is_yet_it_still_gets_its_own_subscription() -> None:
    town = Town(Scope(subscription="New"), only(Scope(subscription="new"), everything()))

    (own,) = content(town.send(WRITES, "GET", "subscriptions"))["value"]

    assert "New" in str(own)


def test_many_changes_elsewhere_make_short_pages_of_the_audit_which_name_nobody() -> None:
    scope = SCOPES["group"]
    town = Town(scope, everything())
    there = CollectionKey(subscription="prod", resource_group="zzpeople", name="zzpay")
    for begin in range(0, MOST_LOOKED_AT, 100):
        notes = [a_note(there, number) for number in range(begin, begin + 100)]
        town.world.store.commit([Insert(note) for note in notes])

    heard = answers(town, READS, "GET", f"subscriptions/prod/{PROVIDER}/audit", Asked())

    listed = [json.loads(answer.body) for answer in heard]
    assert (len(listed) > 1, listed[0]["value"], "behind=b%7C" in listed[0]["nextLink"]) == (True, [], True)
    assert sum(len(page["value"]) for page in listed) > 10
    assert_silent(scope, heard, ("", Asked()))
    (elsewhere,) = answers(town, READS, "GET", f"subscriptions/none/{PROVIDER}/audit", Asked())
    assert json.loads(elsewhere.body) == {"value": [], "nextLink": None}


def a_note(place: CollectionKey, number: int) -> AuditNote:
    return AuditNote(
        at=NINE + timedelta(days=1, seconds=number),
        place=place,
        id=f"note-{number}",
        operation=Operation.ENABLE,
        asking=Asking(who="zzboss"),
    )


@cache
def towns(kind: str) -> tuple[Town, Town]:
    """The town, and what is left of it within a scope. Both are as they were at first."""
    scope = SCOPES[kind]
    return Town(scope, everything()), Town(scope, only(scope, everything()))


def paths(route: Route) -> list[tuple[str, str]]:
    """Return the paths of a route to all places, and to a job that is nowhere; each once, with its place."""
    found: dict[str, str] = {}
    for place in (*PLACES, *NOBODY):
        subscription, group, collection = place.split("/")
        for job in (f"{collection}-daily", *(["nothing"] if place in PLACES[::2] else [])):
            path = route.template.format(
                subscription=subscription, resource_group=group, collection=collection, job=job
            )
            found.setdefault(path, place)
    return list(found.items())


def answers(town: Town, key: str, method: str, path: str, asked: Asked) -> list[Heard]:
    """Ask, and follow each nextLink to the end."""
    params = asked.params
    heard = []
    for _ in range(100):
        answer = town.send(key, method, path, asked.body, params=params, headers=asked.headers)
        heard.append(_heard(answer))
        link = content(answer).get("nextLink") if method == "GET" and answer.get_body() else None
        if not link:
            return heard
        parts = urlsplit(link)
        path, params = parts.path.strip("/"), dict(parse_qsl(parts.query, strict_parsing=True))
    raise AssertionError(f"{path} has no end")


def assert_silent(scope: Scope, heard: list[Heard], asked: tuple[str, Asked]) -> None:
    """Fail if an answer names what lies outside, unless the question did."""
    said = set(filter(lambda word: word in str(asked).lower(), words_outside(scope)))
    for answer in heard:
        for text in _texts(answer):
            named = {word for word in words_outside(scope) if word in text.lower()}
            assert named <= said, (asked, text)


def _texts(answer: Heard) -> Iterator[str]:
    """Yield what an answer says, in clear and in the places of its links."""
    whole = f"{answer.headers} {answer.body.decode()}"
    yield whole
    for place in re.findall(r'behind=([^&"]+)', whole):
        written = unquote(place)
        yield written
        with suppress(ValueError):  # most places are in Base64; the audit's are in clear
            yield urlsafe_b64decode(written + "=" * (-len(written) % 4)).decode()


def _heard(answer: func.HttpResponse) -> Heard:
    headers: dict[str, Any] = dict(answer.headers)
    headers.pop("x-ms-request-id")
    body = answer.get_body().replace(b'"mine"', b'"ops"')
    return Heard(answer.status_code, headers, body)
