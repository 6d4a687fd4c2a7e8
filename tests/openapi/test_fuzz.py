"""Requests made up from the document, right and wrong ones: every answer is one that it describes."""

import json
from collections import Counter
from itertools import product
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from schemathesis import Case, Config, GenerationMode

from shared.domain.about import EXTENDED, ORIGINAL
from shared.domain.action import ActionType
from shared.domain.recurrence import Frequency
from tests.openapi.conformity import faults, is_arm_error
from tests.openapi.document import DOCUMENT, OPERATIONS, Schema, known_to, path_of
from tests.openapi.focus import EXTENSIONS, SAMPLES, by_cron, focused, local, only
from tests.openapi.kept import not_kept
from tests.openapi.site import AUTHORIZED, JOBS, NAMES, Site

RIGHT: Final = {False: 60, True: 240}  # how many requests, without and with a body
WRONG: Final = {False: 15, True: 60}
NARROW: Final = 60
FEWEST_SUCCESSES: Final = 25
FEWEST_REACHED: Final = 10

READ_BACK: Final = {
    "putJob": ("getJob", "upcomingRuns"),
    "patchJob": ("getJob", "upcomingRuns"),
    "putCollection": ("getCollection",),
    "patchCollection": ("getCollection",),
}

CHOSEN: Final = {
    "from": ["2026-03-01T00:00:00Z", "2026-03-02T09:10:00Z"],
    "to": ["2026-03-02T10:00:00Z", "2026-04-01T00:00:00+01:00"],
    "at": ["2026-03-02T09:05:00Z", "2026-03-29T02:30:00"],
    "until": ["2026-03-03T00:00:00Z", "2026-03-20T00:00:00Z"],
    "within": ["7.00:00:00", "PT1H"],
    "bucket": ["01:00:00", "PT15M"],
    "ofCollection": ["first", "group-1/first"],
    "ofJob": ["running"],
    "behind": [""],
}
"""Values of parameters that fit each other, or what is there."""

AnyCase = Case[Any]
SITE: Final = Site()
BOUNDED: Final = settings(
    derandomize=True,
    deadline=None,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def served(document: Schema) -> schemathesis.BaseSchema:
    config = Config.from_dict({"generation": {"with-security-parameters": False}})
    loaded = schemathesis.openapi.from_dict(document, config=config)
    loaded.app = SITE.wsgi
    return loaded


def steered(document: Schema) -> Schema:
    """Return the document with conditions that mostly hold: others are answered by 412 alone."""
    parameters = document["components"]["parameters"]
    parameters["If-Match"]["schema"] = {"enum": ["", "", "*"]}
    parameters["If-None-Match"]["schema"] = {"enum": [""]}
    parameters["dryRun"]["schema"] = {"enum": ["false", "false", "false", "true"]}
    for name, values in CHOSEN.items():
        parameters[name]["schema"] = {"enum": values}
    return document


for name, samples in SAMPLES.items():
    schemathesis.openapi.format(name, st.sampled_from(samples))
OLD, NEW = known_to(ORIGINAL), steered(known_to(EXTENDED))
WHOLE: Final = served(DOCUMENT)
PLAIN: Final = served(NEW), served(OLD)
LOCAL: Final = served(local(focused(NEW))), served(by_cron(local(focused(NEW))))
FOCUSED: Final = served(focused(NEW)), served(focused(OLD)), *LOCAL


def names(operation: str) -> SearchStrategy[dict[str, str]]:
    """Mostly those of what is there, now and then others."""
    there: dict[str, SearchStrategy[str]] = {name: st.just(value) for name, value in NAMES.items()}
    there["job"] = st.sampled_from([*JOBS, "new"])
    if operation == "putCollection":  # what is there must not be moved to another location
        there["collection"] = st.sampled_from(["new", NAMES["collection"]])
    others = {name: st.sampled_from([value] * 5 + ["Other"]) for name, value in NAMES.items()}
    return st.fixed_dictionaries(there) | st.fixed_dictionaries(others)


def right_cases(operation: str) -> SearchStrategy[AnyCase]:
    """Most have nothing in them that the document does not name; some are of older api-versions."""
    described = OPERATIONS[operation]
    names = {name: value for name, value in NAMES.items() if f"{{{name}}}" in described.path}
    schemas = (PLAIN[0], *FOCUSED) if described.takes else PLAIN
    if described.since >= EXTENDED:
        schemas = PLAIN[0], FOCUSED[0]
    return st.one_of(
        [schema[described.path][described.method].as_strategy(path_parameters=names) for schema in schemas]
    )


def wrong_cases(operation: str) -> SearchStrategy[AnyCase]:
    described = OPERATIONS[operation]
    return WHOLE[described.path][described.method].as_strategy(GenerationMode.NEGATIVE)


def check(operation: str, case: AnyCase) -> int:
    """Send a request, check the answer and what has become of the store, and return the status."""
    SITE.reset()
    before = SITE.stored()

    response = case.call(headers=AUTHORIZED)

    status, body = response.status_code, json.loads(response.content) if response.content else None
    assert status < 500, response.content
    if status >= 400:
        assert is_arm_error(body)
        assert SITE.stored() == before
    url = response.request.url
    if not is_elsewhere(operation, url):
        assert faults(operation, status, body, asked_version(url)) == []
    return status


def read_back(operations: tuple[str, ...], names: dict[str, str], sent: Any) -> None:
    """Read what was stored as old and new api-versions show it."""
    for operation, version in product(operations, (ORIGINAL, EXTENDED)):
        method, path = path_of(operation, names)
        response = SITE.send(method, path, b"", **{"api-version": version})
        answered = json.loads(response.get_body())
        assert response.status_code == 200
        assert faults(operation, 200, answered, version) == []
        if version == EXTENDED and operation != "upcomingRuns":
            assert not_kept(sent, answered) == []


@pytest.mark.parametrize("operation", OPERATIONS)
def test_a_right_request_is_answered_as_described(operation: str) -> None:
    statuses, reached = Counter[int](), Counter[str]()

    @settings(BOUNDED, max_examples=RIGHT[OPERATIONS[operation].takes is not None])
    @given(right_cases(operation), names(operation))
    def ask(case: AnyCase, wanted: dict[str, str]) -> None:
        case.path_parameters = {name: wanted[name] for name in case.path_parameters or {}}
        status = check(operation, case)
        statuses[status] += 1
        if status < 300 and operation in READ_BACK and not is_trial(case):
            read_back(READ_BACK[operation], wanted, case.body)
        reached.update(keys_in(case.body) if status < 300 else ())

    ask()

    told = {key: reached[key] for key in expected(operation)}
    print(f"\n{operation}: {dict(sorted(statuses.items()))}, {told}")
    assert sum(count for status, count in statuses.items() if status < 300) >= FEWEST_SUCCESSES
    assert [key for key, count in told.items() if count < FEWEST_REACHED] == []


@pytest.mark.parametrize(
    ("sent", "lost"),
    [
        ({"tags": {"a": "b"}}, ["tags"]),
        ({"properties": {"spread": "PT5M"}}, []),
        ({"properties": {"spread": "PT6M", "overlap": None}}, ["overlap", "spread"]),
        ({"properties": {"disabled": {"note": "other"}}}, ["disabled"]),
        ({"properties": {"disabled": {"until": "2026-04-01T06:00:00Z"}}}, []),
        ({"properties": {"disabled": {"until": "2026-04-01T08:00"}}}, []),
        ({"properties": {"disabled": {"until": "2026-04-01T06:00"}}}, ["disabled"]),
        ({"properties": {"disabled": None}}, []),
        ({"properties": {"action": {"retryOptions": {"backoff": 2, "stopOn": []}}}}, []),
        ({"properties": {"action": {"retryOptions": {"backoff": 3}}}}, ["retryOptions"]),
    ],
)
def test_what_is_not_kept_is_noticed(sent: Any, lost: list[str]) -> None:
    kept = {"spread": "00:05:00", "overlap": "skip", "action": {"retryOptions": {"backoff": 2.0}}}

    pause = {"disabled": {"until": "2026-04-01T08:00:00+02:00"}} if "until" in str(sent) else {}
    assert not_kept(sent, {"properties": {"state": "disabled", **kept, **pause}}) == lost


@pytest.mark.parametrize(
    ("type_", "frequency"), list(zip([*ActionType, ActionType.HTTP], Frequency, strict=True))
)
def test_jobs_of_every_kind_are_created(type_: ActionType, frequency: Frequency) -> None:
    statuses: Counter[int] = Counter()
    described = OPERATIONS["putJob"]
    schema = served(only(focused(NEW), type_, frequency))[described.path][described.method]

    @settings(BOUNDED, max_examples=NARROW)
    @given(schema.as_strategy(path_parameters={**NAMES, "job": "new"}))
    def ask(case: AnyCase) -> None:
        statuses[check("putJob", case)] += 1

    ask()

    print(f"\nputJob, {type_} every {frequency}: {dict(sorted(statuses.items()))}")
    assert statuses[201] >= 10


@pytest.mark.parametrize(
    "operation", [name for name, found in OPERATIONS.items() if found.says["parameters"]]
)
def test_a_wrong_request_is_answered_as_described(operation: str) -> None:
    statuses: Counter[int] = Counter()

    @settings(BOUNDED, max_examples=WRONG[OPERATIONS[operation].takes is not None])
    @given(wrong_cases(operation), st.none() | names(operation))
    def ask(case: AnyCase, wanted: dict[str, str] | None) -> None:
        if wanted is not None:
            case.path_parameters = {name: wanted[name] for name in case.path_parameters or {}}
        statuses[check(operation, case)] += 1

    ask()

    print(f"\n{operation}, wrong: {dict(sorted(statuses.items()))}")
    assert sum(count for status, count in statuses.items() if status >= 400)


def is_trial(case: AnyCase) -> bool:
    return str((case.query or {}).get("dryRun", "")).lower() == "true"


def expected(operation: str) -> tuple[str, ...]:
    """Return the extensions that must be in some of the bodies that are accepted."""
    taken = str((OPERATIONS[operation].takes or {}).get("$ref", "")).rpartition("/")[2]
    keys = EXTENSIONS.get(taken, ())
    return (*keys, "cron") if "recurrence" in keys else keys


def keys_in(value: Any) -> set[str]:
    """Return the keys that have a value, at any depth."""
    below = value.items() if isinstance(value, dict) else ()
    inner = [keys_in(item) for _, item in below]
    return {key for key, item in below if item is not None}.union(*inner)


def asked_version(url: str | None) -> str:
    """Return the api-version of a request; the latest if it has none."""
    return parse_qs(urlsplit(url or "").query).get("api-version", [EXTENDED])[0]


def is_elsewhere(operation: str, url: str | None) -> bool:
    """Say whether a name with a slash, or an empty one, made the path another one."""
    return (
        len(urlsplit(url or "").path.strip("/").split("/")) != len(OPERATIONS[operation].path.split("/")) - 1
    )
