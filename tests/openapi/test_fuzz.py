"""Requests made up from the document, right and wrong ones: every answer is one that it describes."""

import json
from collections import Counter
from datetime import timedelta
from typing import Any, Final
from urllib.parse import urlsplit

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from schemathesis import Case, Config, GenerationMode

from shared.api.instants import write_instant
from shared.domain.action import ActionType
from shared.domain.recurrence import Frequency
from tests.builders import NINE
from tests.openapi.conformity import faults, is_arm_error
from tests.openapi.document import DOCUMENT, OPERATIONS, Schema, copied, resolved
from tests.openapi.site import AUTHORIZED, JOBS, NAMES, Site

RIGHT: Final = {False: 110, True: 200}  # how many requests, without and with a body
WRONG: Final = {False: 25, True: 60}
NARROW: Final = 60
FEWEST_SUCCESSES: Final = 50

AnyCase = Case[Any]
SITE: Final = Site()
BOUNDED: Final = settings(
    derandomize=True,
    deadline=None,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
TIMES: Final = st.integers(-3_000_000, 3_000_000).map(
    lambda seconds: write_instant(NINE + timedelta(days=30, seconds=seconds))
)


def served(document: Schema) -> schemathesis.BaseSchema:
    config = Config.from_dict({"generation": {"with-security-parameters": False}})
    loaded = schemathesis.openapi.from_dict(document, config=config)
    loaded.app = SITE.wsgi
    return loaded


def focused(schema: Any) -> Any:
    """Return the document without the room that it leaves: no unknown keys, secrets always, short spans."""
    if isinstance(schema, list):
        return [focused(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: focused(value) for key, value in schema.items() if key != "patternProperties"}
    if "x-minimum" in found:
        return {"enum": [found["x-minimum"], *found["examples"], found["x-maximum"]]}
    if isinstance(properties := found.get("properties"), dict) and found.get("type") == "object":
        secrets = [name for name, below in properties.items() if below.get("writeOnly")]
        found |= {"additionalProperties": False, "required": [*found.get("required", []), *secrets]}
    return found


def only(type_: ActionType, frequency: Frequency) -> Schema:
    """Return the document as if there were no other action and no other recurrence."""
    document: Schema = focused(copied(DOCUMENT))
    schemas = document["components"]["schemas"]
    for name, key, value in (("ActionInput", "type", type_), ("RecurrenceInput", "frequency", frequency)):
        reference = {"$ref": schemas[name].pop("discriminator")["mapping"][value]}
        schemas[name]["oneOf"] = [reference]
        resolved(reference, document)["properties"][key] = {"const": str(value)}
    schemas["JobInput"]["properties"]["properties"]["required"] += ["recurrence"]
    return document


schemathesis.openapi.format("date-time", TIMES)  # most of all times are too far away to be accepted
SCHEMAS: Final = (served(DOCUMENT), served(focused(copied(DOCUMENT))))


def names(operation: str) -> SearchStrategy[dict[str, str]]:
    """Mostly those of what is there, now and then others."""
    there: dict[str, SearchStrategy[str]] = {name: st.just(value) for name, value in NAMES.items()}
    there["job"] = st.sampled_from([*JOBS, "new"])
    if operation == "putCollection":  # what is there must not be moved to another location
        there["collection"] = st.sampled_from(["new", NAMES["collection"]])
    others = {name: st.sampled_from([value] * 5 + ["Other"]) for name, value in NAMES.items()}
    return st.fixed_dictionaries(there) | st.fixed_dictionaries(others)


def right_cases(operation: str) -> SearchStrategy[AnyCase]:
    """Half of them have nothing in them that the document does not name."""
    described = OPERATIONS[operation]
    names = {name: value for name, value in NAMES.items() if f"{{{name}}}" in described.path}
    plain, focused = (
        schema[described.path][described.method].as_strategy(path_parameters=names) for schema in SCHEMAS
    )
    return st.one_of(plain, focused) if described.takes else plain


def wrong_cases(operation: str) -> SearchStrategy[AnyCase]:
    described, (plain, _) = OPERATIONS[operation], SCHEMAS
    return plain[described.path][described.method].as_strategy(GenerationMode.NEGATIVE)


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
    if not is_elsewhere(operation, response.request.url):
        assert faults(operation, status, body) == []
    return status


@pytest.mark.parametrize("operation", OPERATIONS)
def test_a_right_request_is_answered_as_described(operation: str) -> None:
    statuses: Counter[int] = Counter()

    @settings(BOUNDED, max_examples=RIGHT[OPERATIONS[operation].takes is not None])
    @given(right_cases(operation), names(operation))
    def ask(case: AnyCase, wanted: dict[str, str]) -> None:
        case.path_parameters = {name: wanted[name] for name in case.path_parameters or {}}
        statuses[check(operation, case)] += 1

    ask()

    print(f"\n{operation}: {dict(sorted(statuses.items()))}")
    assert sum(count for status, count in statuses.items() if status < 300) >= FEWEST_SUCCESSES


@pytest.mark.parametrize(
    ("type_", "frequency"), list(zip([*ActionType, ActionType.HTTP], Frequency, strict=True))
)
def test_jobs_of_every_kind_are_created(type_: ActionType, frequency: Frequency) -> None:
    statuses: Counter[int] = Counter()
    described = OPERATIONS["putJob"]
    schema = served(only(type_, frequency))[described.path][described.method]

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


def is_elsewhere(operation: str, url: str | None) -> bool:
    """Say whether a name with a slash, or an empty one, made the path another one."""
    return (
        len(urlsplit(url or "").path.strip("/").split("/")) != len(OPERATIONS[operation].path.split("/")) - 1
    )
