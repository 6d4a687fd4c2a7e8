"""A field is described once, beside its value: reading, writing, keys, schema and row follow from it."""

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import Annotated, Any, get_args

import pytest

from local.openapi.objects import object_schema
from local.openapi.words import Side
from shared.api.fields import Fields
from shared.api.keys.known import keys_of
from shared.api.shapes.objects import ACTION, AUTHENTICATION, AuthenticationType
from shared.api.shapes.reading import Reader
from shared.api.shapes.shape import Choice, Record, record
from shared.api.shapes.writing import write
from shared.domain.about import About
from shared.domain.action import Action, ActionType
from shared.domain.authentication import Authentication
from shared.domain.errors import Faults
from shared.domain.messages import Pairs
from shared.domain.recurrence import Weekday
from shared.domain.secret import Secret
from tests.builders import PlainVault


@dataclass(frozen=True, slots=True, kw_only=True)
class Before:
    queue: Annotated[str, About(key="queueName", longest=5)]


@dataclass(frozen=True, slots=True, kw_only=True)
class After(Before):
    time_to_live: timedelta | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Everything:
    week_days: tuple[Weekday, ...] = ()
    headers: Pairs = ()
    inner_text: Annotated[str | None, About(key="outer.inner.text")] = None
    token: Annotated[Secret | None, About(clean=str.strip)] = None
    expires: Annotated[str, About(key="expiry", also="expiryDate", read_only=True)] = ""


def read(shape: Record, sent: dict[str, Any]) -> tuple[Any, list[str]]:
    faults = Faults()
    value = Reader(faults, {}, PlainVault()).value(shape, Fields(sent, faults))
    return value, [str(fault) for fault in faults.found]


def test_a_new_optional_field_is_one_line() -> None:
    old, new = record(Before), record(After)
    sent = {"queueName": "q", "timeToLive": "00:05:00"}

    value, faults = read(new, sent)

    assert (value, faults) == (After(queue="q", time_to_live=timedelta(minutes=5)), [])
    assert write(new, value) == sent
    assert keys_of(new).keys.keys() - keys_of(old).keys.keys() == {"timeToLive"}
    added = object_schema(Side.INPUT, new)["properties"].keys() - object_schema(Side.INPUT, old)["properties"]
    assert added == {"timeToLive"}
    assert read(new, {"queueName": "q"}) == (After(queue="q"), [])
    assert write(new, After(queue="q")) == {"queueName": "q"}


@pytest.mark.parametrize(
    ("sent", "faults"),
    [
        pytest.param({}, ["queueName: is required"], id="what has no default is required"),
        pytest.param(
            {"queueName": 5, "timeToLive": "soon"},
            [
                "queueName: is not a string",
                "timeToLive: 'soon' is not a duration like 00:00:30, 1.00:00:00 or PT30S",
            ],
            id="all faults, each with its path",
        ),
    ],
)
def test_faults_are_told_with_the_names_of_the_wire(sent: dict[str, Any], faults: list[str]) -> None:
    assert read(record(After), sent)[1] == faults


def test_what_stands_beside_a_field_is_heard() -> None:
    shape = record(Everything)
    sent = {
        "weekDays": ["Monday", "friday"],
        "headers": {"a": "b"},
        "outer": {"inner": {"text": "deep"}},
        "token": " made up ",
        "expiry": "not heard",
    }

    value, faults = read(shape, sent)

    assert faults == []
    assert value == Everything(
        week_days=(Weekday.MONDAY, Weekday.FRIDAY),
        headers=(("a", "b"),),
        inner_text="deep",
        token=PlainVault().seal("made up"),
    )
    assert write(shape, value) == {
        "weekDays": ["monday", "friday"],
        "headers": {"a": "b"},
        "outer": {"inner": {"text": "deep"}},
    }
    assert write(shape, Everything(expires="soon")) == {"expiry": "soon", "expiryDate": "soon"}
    assert set(keys_of(shape).ignored) == {"expiry", "expiryDate"}


def test_a_secret_goes_in_and_never_out() -> None:
    shape = record(Everything)

    assert object_schema(Side.INPUT, shape)["properties"]["token"]["writeOnly"] is True
    assert "token" not in object_schema(Side.ANSWER, shape)["properties"]
    assert "token" not in write(shape, Everything(token=PlainVault().seal("made up")))


@pytest.mark.parametrize(
    ("choice", "types", "values"),
    [
        pytest.param(ACTION, ActionType, get_args(Action), id="actions"),
        pytest.param(AUTHENTICATION, AuthenticationType, get_args(Authentication), id="authentications"),
    ],
)
def test_every_type_and_every_value_of_a_choice_has_a_shape(
    choice: Choice, types: type[StrEnum], values: tuple[type, ...]
) -> None:
    assert set(choice.records) == set(types)
    assert {shape.kind for shape in choice.records.values() if shape is not None} == set(values)
