"""JSON merge patch, without regard to the case of keys."""

from typing import Any

import pytest

from shared.api.merge import merge


@pytest.mark.parametrize(
    ("stored", "patch", "expected"),
    [
        pytest.param({"a": 1}, {}, {"a": 1}, id="nothing"),
        pytest.param({"a": 1}, {"a": 2}, {"a": 2}, id="replace"),
        pytest.param({"a": 1}, {"b": 2}, {"a": 1, "b": 2}, id="add"),
        pytest.param({"a": 1, "b": 2}, {"a": None}, {"b": 2}, id="null removes"),
        pytest.param({"a": 1}, {"b": None}, {"a": 1}, id="null of what is not there"),
        pytest.param({"a": {"b": 1, "c": 2}}, {"a": {"b": 3}}, {"a": {"b": 3, "c": 2}}, id="deep"),
        pytest.param({"a": {"b": 1}}, {"a": {"b": None}}, {"a": {}}, id="deep null"),
        pytest.param({}, {"a": {"b": {"c": None}}}, {"a": {"b": {}}}, id="no null comes into being"),
        pytest.param({"a": [1, 2]}, {"a": [3]}, {"a": [3]}, id="arrays whole"),
        pytest.param({"a": [{"b": 1}]}, {"a": [{"c": 2}]}, {"a": [{"c": 2}]}, id="also of objects"),
        pytest.param({"a": {"b": 1}}, {"a": 5}, {"a": 5}, id="a value for an object"),
        pytest.param({"a": 5}, {"a": {"b": 1}}, {"a": {"b": 1}}, id="an object for a value"),
        pytest.param(
            {"startTime": 1, "action": {"retryPolicy": 2}},
            {"STARTTIME": 3, "Action": {"RetryPolicy": None, "Type": "Http"}},
            {"startTime": 3, "action": {"Type": "Http"}},
            id="any case",
        ),
    ],
)
def test_merge(stored: Any, patch: Any, expected: Any) -> None:
    before = repr(stored)

    assert merge(stored, patch) == expected
    assert repr(stored) == before
