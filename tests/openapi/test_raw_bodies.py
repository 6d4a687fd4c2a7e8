"""Bodies that no document describes: never a failure of the app's own, and never half a change."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from shared.api.body import DEEPEST_BODY, LARGEST_BODY
from shared.domain.about import EXTENDED, ORIGINAL
from tests.openapi.document import OPERATIONS
from tests.openapi.sending import send
from tests.openapi.site import (
    BASIC,
    CALENDARS,
    COLLECTION,
    DEFAULTS,
    GUARDED,
    HTTP,
    LOCAL,
    PAUSED,
    QUEUE,
    RICH,
    TAGS,
)

BOUNDED: Final = settings(
    derandomize=True,
    deadline=None,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)

BUS: Final = {
    "namespace": "namespace-1",
    "transportType": "AMQP",
    "authentication": {"type": "sharedAccessKey", "sasKeyName": "key-1", "sasKey": "made-up"},
    "message": "hello",
    "brokeredMessageProperties": {"timeToLive": "00:01:00", "scheduledEnqueueTimeUtc": "2026-04-01T00:00Z"},
    "customMessageProperties": {"a": "b"},
}
OAUTH: Final = {
    "type": "ActiveDirectoryOAuth",
    "tenant": "t",
    "audience": "a",
    "clientId": "c",
    "secret": "s",
}
PFX: Final = {"type": "ClientCertificate", "pfx": "cGZ4", "password": "open"}
WEEKLY: Final = {"frequency": "week", "schedule": {"weekDays": ["monday"]}}
JOBS: Final[list[Any]] = [
    {"properties": RICH},
    {"properties": LOCAL},
    {"tags": TAGS, "properties": GUARDED},
    {"properties": PAUSED},
    {"properties": {"action": HTTP, "recurrence": {"cron": "0 9 * * mon-fri"}, "timeZone": "Europe/Berlin"}},
    {"properties": {"action": HTTP, "recurrence": WEEKLY}},
    {"properties": {"action": {"type": "StorageQueue", "queueMessage": QUEUE}}},
    {
        "properties": {
            "action": {"type": "ServiceBusQueue", "serviceBusQueueMessage": {**BUS, "queueName": "q"}}
        }
    },
    {
        "properties": {
            "action": {"type": "ServiceBusTopic", "serviceBusTopicMessage": {**BUS, "topicPath": "t"}}
        }
    },
    *(
        {"properties": {"action": {**HTTP, "request": {**HTTP["request"], "authentication": access}}}}  # type: ignore[dict-item]
        for access in (BASIC, OAUTH, PFX)
    ),
]
QUOTA: Final = {
    "maxJobCount": 9,
    "maxJobOccurrence": 9,
    "maxRecurrence": {"frequency": "minute", "interval": 1},
}
LOCAL_DEFAULTS: Final = {
    "timeZone": "Europe/Berlin",
    "daylightSaving": {"missing": "skip", "repeated": "both"},
}
COLLECTIONS: Final[list[Any]] = [
    {
        "location": "West Europe",
        "tags": {"a": "b"},
        "properties": {"sku": {"name": "Standard"}, "quota": QUOTA},
    },
    {"location": "West Europe", "properties": {"state": "Disabled"}},
    {"location": "West Europe", "properties": {"calendars": CALENDARS, "defaults": LOCAL_DEFAULTS}},
    {
        "location": "West Europe",
        "properties": {"defaults": DEFAULTS, "state": "Disabled", "disabled": PAUSED["disabled"]},
    },
]
PAUSES: Final[list[Any]] = [PAUSED["disabled"]]
NOTES: Final[list[Any]] = [{"note": "why"}]
PREVIEWS: Final[list[Any]] = [
    {"now": "2026-03-02T09:00:00Z", "top": 5, "properties": {"recurrence": RICH["recurrence"]}},
    {"startTime": "2026-03-02T09:00:00Z", "recurrence": {"frequency": "day", "interval": 2, "count": 3}},
    {"job": f"/{COLLECTION}/jobs/any", **LOCAL},
    {"job": f"/{COLLECTION}/jobs/any", **GUARDED},
    {"timeZone": "Pacific/Apia", "recurrence": {"cron": "*/15 9-16 * * *", "endTime": "2027-01-01T00:00:00"}},
]
BODIES: Final = {
    "putJob": JOBS,
    "patchJob": JOBS,
    "putCollection": COLLECTIONS,
    "patchCollection": COLLECTIONS,
    "previewRuns": PREVIEWS,
    "disableJob": PAUSES,
    "disableCollection": PAUSES,
    "enableCollection": NOTES,
    "enableJob": NOTES,
    "runJob": NOTES,
}
NUMBERS: Final = [0, -1, 1, 60, 2**31, 2**63, 10**100, 1.5, -0.0, 1e308, float("inf"), float("nan")]
TEXTS: Final = [
    *("", " ", "\0", "\ud800", "\U0001f600", "x" * 9_000, "http://", "http://[", "http://a:0/", "//a"),
    *(
        "0001-01-01T00:00:00Z",
        "9999-12-31T23:59:59.9999999Z",
        "9999-12-31T23:59:59-23:59",
        "2026-02-30",
        "9999-12-31",
    ),
    *("0001-01-01T00:00:00+23:59", "2026-03-02T24:00Z", "2026-03-02T09:00:00.5Z", "2026-03-02"),
    *("99999999.23:59:59", "P9999999999Y", "PT1D", "P", "٣:٤٥", "enabled", "Deleted", "completed", "year"),
    *("PT99999999999999999999S", "month", "Free", "P20Premium", "NotSpecified", "None", "sunday"),
    *("9999-12-31T23:59:59.9999999", "0001-01-01T00:00:00", "2026-03-29T02:30:00", "--02-29", "--02-30"),
    *("0000-01-01", "9999-12-31", "Etc/GMT-14", "etc/gmt+12", "../../etc/passwd", "+01:00", "both", "before"),
    *("* * * * *", "0 0 30 2 *", "@reboot", "__proto__", "holidays", "allow", "one", "none", "all"),
    *("00:00:00", "00:00:00.001", "-00:05:00", "1.00:00:00", "548.00:00:01", "3650.00:00:00"),
]
ODD: Final = st.one_of(
    st.sampled_from([None, True, False, [], {}, [[]], [None], {"": None}]),
    st.sampled_from(NUMBERS),
    st.sampled_from(TEXTS),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
        max_leaves=8,
    ),
)


VERSIONS: Final = st.sampled_from([EXTENDED, EXTENDED, EXTENDED, ORIGINAL])


def places(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the way to every value in a body."""
    yield way
    below = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in below:
        yield from places(item, (*way, key))


def changed(value: Any, way: tuple[Any, ...], change: Callable[[Any], Any]) -> Any:
    """Return a copy with another value at the end of the way."""
    if not way:
        return change(value)
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[way[0]] = changed(value[way[0]], way[1:], change)
    return copy


def with_extra(old: Any, odd: Any) -> Any:
    return {**old, "extra": odd} if isinstance(old, dict) else odd


CHANGES: Final[list[Callable[[Any, Any], Any]]] = [
    lambda old, odd: odd,
    lambda old, odd: [old],
    lambda old, odd: [old, odd],
    lambda old, odd: {"value": old},
    lambda old, odd: old.upper() if isinstance(old, str) else None,
    with_extra,
]


@st.composite
def mutated(draw: st.DrawFn, bodies: list[Any]) -> Any:
    """A right body, changed in one to three places: other values, other keys, values wrapped or doubled."""
    body = draw(st.sampled_from(bodies))
    for _ in range(draw(st.integers(1, 3))):
        way, odd = draw(st.sampled_from(list(places(body)))), draw(ODD)
        body = changed(body, way, partial(draw(st.sampled_from(CHANGES)), odd=odd))
    return body


@pytest.mark.parametrize("operation", BODIES)
def test_a_right_body_with_wrong_places(operation: str) -> None:
    statuses: Counter[int] = Counter()

    @settings(BOUNDED, max_examples=400)
    @given(mutated(BODIES[operation]), VERSIONS, st.sampled_from(["idle", "local", "guarded", "paused"]))
    def ask(body: Any, version: str, job: str) -> None:
        statuses[send(operation, json.dumps(body).encode(), version, job)] += 1

    ask()

    print(f"\n{operation}, changed: {dict(sorted(statuses.items()))}")
    assert len(statuses) > 1


def texts() -> SearchStrategy[bytes]:
    """Bytes that begin like a body, and bytes that do not."""
    beginnings = [json.dumps(body).encode() for bodies in BODIES.values() for body in bodies]
    cut = st.tuples(st.sampled_from(beginnings), st.integers(0, 400)).map(lambda cut: cut[0][: cut[1]])
    spliced = st.tuples(st.sampled_from(beginnings), st.integers(0, 400), st.binary(max_size=4)).map(
        lambda splice: splice[0][: splice[1]] + splice[2] + splice[0][splice[1] :]
    )
    return st.one_of(st.binary(max_size=60), cut, spliced, st.text(max_size=30).map(encoded))


def encoded(text: str) -> bytes:
    return text.encode("utf-16", "surrogatepass")


@pytest.mark.parametrize("operation", BODIES)
def test_bytes_that_are_no_body(operation: str) -> None:
    statuses: Counter[int] = Counter()

    @settings(BOUNDED, max_examples=250)
    @given(texts())
    def ask(body: bytes) -> None:
        statuses[send(operation, body)] += 1

    ask()

    print(f"\n{operation}, bytes: {dict(sorted(statuses.items()))}")
    assert statuses[400]


@pytest.mark.parametrize("operation", BODIES)
@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"null", id="null"),
        pytest.param(b'{"properties": NaN}', id="NaN"),
        pytest.param(b'{"properties": -Infinity}', id="minus infinity"),
        pytest.param(b'{"tags": {"a": "\\ud800"}}', id="half of a surrogate pair"),
        pytest.param(b'{"\\ud800": 1}', id="half of a surrogate pair in a key"),
        pytest.param(b'{"top": 1, "top": 1, "location": "West Europe"}', id="a key twice"),
        pytest.param(b'{"a":' * 200_000 + b"1" + b"}" * 200_000, id="too large and too deep"),
        pytest.param(b'{"a":' * 150_000 + b"1" + b"}" * 150_000, id="too deep"),
        pytest.param(b"[" * 900 + b"]" * 900, id="an array of arrays"),
        pytest.param(b"[" * LARGEST_BODY, id="a million arrays"),
        pytest.param(b'{"count": ' + b"9" * 10_000 + b"}", id="a number too long to read"),
        pytest.param(b'{"a": "' + b"x" * LARGEST_BODY + b'"}', id="too large"),
        pytest.param(b"\xff\xfe{\x00}\x00", id="UTF-16"),
        pytest.param(b'{"a": "\xff"}', id="not UTF-8"),
        pytest.param(b'{"a": 1} {"a": 2}', id="two objects"),
    ],
)
def test_a_body_that_cannot_be_read_is_refused(operation: str, body: bytes) -> None:
    may_be_empty = not OPERATIONS[operation].needs_body

    assert send(operation, body) == (200 if may_be_empty and not body else 400)


@pytest.mark.parametrize(
    ("depth", "refused"),
    [
        (10, False),
        (DEEPEST_BODY - 1, False),
        (DEEPEST_BODY, True),
        (1_000, True),
        (3_000, True),
        (30_000, True),
    ],
)
@pytest.mark.parametrize(
    "operation", [name for name, bodies in BODIES.items() if bodies not in (PAUSES, NOTES)]
)
def test_a_body_may_be_nested_where_nobody_looks_but_not_too_deeply(
    operation: str, depth: int, refused: bool
) -> None:
    (right, *_) = BODIES[operation]
    nested = '{"a":' * depth + "1" + "}" * depth

    status = send(operation, (json.dumps(right)[:-1] + f', "etag": {nested}}}').encode())

    assert (status == 400) is refused


def test_a_preview_may_be_asked_for_at_the_end_of_the_calendar() -> None:
    assert send("previewRuns", b'{"now": "9999-12-31", "startTime": "2026-01-01"}') == 200
