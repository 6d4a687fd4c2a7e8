"""Where two pieces of JSON differ."""

from typing import Any

import pytest

from migrate.planning.differences import Difference, differences


@pytest.mark.parametrize(
    "value",
    [
        pytest.param(None, id="null"),
        pytest.param({}, id="empty object"),
        pytest.param({"a": {"b": [1, {"c": "d"}]}}, id="nested"),
        pytest.param([1, 2], id="array"),
    ],
)
def test_the_same_does_not_differ(value: Any) -> None:
    assert list(differences(value, value)) == []


@pytest.mark.parametrize(
    ("there", "here"),
    [
        pytest.param({"a": 1, "b": 2}, {"b": 2, "a": 1}, id="order of keys"),
        pytest.param({"a": None}, {}, id="null and absent"),
        pytest.param({}, {"a": None}, id="absent and null"),
        pytest.param({"a": 1}, {"a": 1.0}, id="spelling of a number"),
    ],
)
def test_what_means_the_same_does_not_differ(there: Any, here: Any) -> None:
    assert list(differences(there, here)) == []


@pytest.mark.parametrize(
    ("there", "here", "expected"),
    [
        pytest.param({"a": 1}, {"a": 2}, ("a", "1", "2"), id="number"),
        pytest.param({"a": "x"}, {"a": "X"}, ("a", '"x"', '"X"'), id="case of a text"),
        pytest.param({"a": True}, {"a": False}, ("a", "true", "false"), id="boolean"),
        pytest.param({"a": "1"}, {"a": 1}, ("a", '"1"', "1"), id="kind"),
        pytest.param({"a": {"b": {"c": 1}}}, {"a": {"b": {"c": 2}}}, ("a.b.c", "1", "2"), id="deep inside"),
        pytest.param({}, {"a": 1}, ("a", "absent", "1"), id="absent there"),
        pytest.param({"a": 1}, {}, ("a", "1", "absent"), id="absent here"),
        pytest.param({"a": {"b": 1}}, {}, ("a", '{"b": 1}', "absent"), id="object and absent"),
        pytest.param({"a": {"b": 1}}, {"a": [1]}, ("a", '{"b": 1}', "[1]"), id="object and array"),
        pytest.param({"a": [1, 2]}, {"a": [2, 1]}, ("a", "[1, 2]", "[2, 1]"), id="order of an array"),
        pytest.param({"a": [{"b": 1}]}, {"a": [{"b": 2}]}, ("a", '[{"b": 1}]', '[{"b": 2}]'), id="array"),
        pytest.param({"a": "ü"}, {"a": "📚"}, ("a", '"ü"', '"📚"'), id="other letters"),
    ],
)
def test_a_difference_has_its_field_and_both_values(
    there: Any, here: Any, expected: tuple[str, str, str]
) -> None:
    field, shown_there, shown_here = expected

    assert list(differences(there, here)) == [Difference(field=field, there=shown_there, here=shown_here)]


def test_all_differences_are_found_those_of_there_first() -> None:
    there = {"b": 1, "a": {"c": 1, "d": 2}}
    here = {"z": 0, "a": {"d": 3, "c": 2}, "b": 2}

    assert [difference.field for difference in differences(there, here)] == ["b", "a.c", "a.d", "z"]


def test_a_long_value_is_cut() -> None:
    (found,) = differences({"a": "x" * 79}, {"a": "x" * 78})

    assert found.there == '"' + "x" * 79 + "…"
    assert found.here == '"' + "x" * 78 + '"'


def test_a_difference_says_which_value_is_where() -> None:
    found = Difference(field="action.type", there='"http"', here="absent")

    assert str(found) == 'action.type: "http" there, absent in the files'
