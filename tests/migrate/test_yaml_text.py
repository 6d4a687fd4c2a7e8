"""Text of YAML files, as tools and people write them, and as nobody should."""

from typing import Any

import pytest
import yaml

from migrate.yaml_text import NotYaml, read_yaml

BOMB = "a: &a [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join([f'*{before}'] * 10)}]\n"
    for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)


def refusal(text: str) -> str:
    with pytest.raises(NotYaml) as refused:
        read_yaml(text)
    return str(refused.value)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("a: 1\nb: -2.5", {"a": 1, "b": -2.5}, id="numbers"),
        pytest.param(
            "a: true\nb: False\nc: ~\nd:", {"a": True, "b": False, "c": None, "d": None}, id="words"
        ),
        pytest.param("a: on\nb: no\nc: y", {"a": "on", "b": "no", "c": "y"}, id="no words of YAML 1.1"),
        pytest.param("a: 00:01:00", {"a": "00:01:00"}, id="a time span is no number"),
        pytest.param("a: 2026-11-01", {"a": "2026-11-01"}, id="a date stays a text"),
        pytest.param("a: 2026-11-01T09:00:00Z", {"a": "2026-11-01T09:00:00Z"}, id="so does an instant"),
        pytest.param("a: 0x10\nb: 0o17\nc: 1_000", {"a": "0x10", "b": "0o17", "c": "1_000"}, id="no tricks"),
        pytest.param("a: .nan\nb: .inf", {"a": ".nan", "b": ".inf"}, id="what JSON has not"),
        pytest.param("a: '5'\nb: \"true\"\nc: !!str 7", {"a": "5", "b": "true", "c": "7"}, id="quoted"),
        pytest.param("a: |\n  one\n  two\n", {"a": "one\ntwo\n"}, id="a block"),
        pytest.param("1: a\ntrue: b", {"1": "a", "true": "b"}, id="keys are texts"),
        pytest.param("a: &x {b: 1}\nc: *x", {"a": {"b": 1}, "c": {"b": 1}}, id="an alias"),
        pytest.param(
            "a: &x {b: 1, c: 2}\nd:\n  <<: *x\n  c: 3",
            {"a": {"b": 1, "c": 2}, "d": {"b": 1, "c": 3}},
            id="a merge, whose own keys win",
        ),
        pytest.param(
            "a: {<<: [{b: 1}, {b: 2, c: 3}]}", {"a": {"b": 1, "c": 3}}, id="of several, the first wins"
        ),
        pytest.param("# nothing but a comment\na: [1, {b: c}]", {"a": [1, {"b": "c"}]}, id="flow"),
    ],
)
def test_a_document_is_read_as_json_would_hold_it(text: str, expected: Any) -> None:
    assert read_yaml(text) == [expected]


def test_several_documents_are_told_apart() -> None:
    assert read_yaml("---\na: 1\n---\nb: 2\n...\n") == [{"a": 1}, {"b": 2}]


def test_an_anchor_ends_with_its_document() -> None:
    assert refusal("a: &x 1\n---\nb: *x") == "names an anchor that is not there, at line 3, column 4"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        pytest.param("b: 1\na: ]", "is not YAML: it cannot be read at line 2, column 4", id="no beginning"),
        pytest.param("a: 1\na: 2", "has a key twice in one object, at line 2, column 1", id="a key twice"),
        pytest.param("? [a]\n: b", "has a key that is not a text, at line 1, column 3", id="a list as key"),
        pytest.param(
            "a: !!python/object:os.system x",
            "has a tag that is not understood, at line 1, column 4",
            id="code",
        ),
        pytest.param("a: !Ref b", "has a tag that is not understood, at line 1, column 4", id="a tag"),
        pytest.param("a: !!set {b}", "has a tag that is not understood, at line 1, column 4", id="a set"),
        pytest.param("a: &x [*x]", "names an anchor that is not there, at line 1, column 8", id="a cycle"),
        pytest.param(
            "a: {<<: 5}", "merges something that is not an object, at line 1, column 5", id="bad merge"
        ),
        pytest.param("[" * 200 + "]" * 200, "is nested too deeply", id="deep"),
        pytest.param(
            "a: " + "9" * 500, "has a number of more than 400 digits, at line 1, column 4", id="digits"
        ),
        pytest.param("a: 1e999", "has a number that is too large, at line 1, column 4", id="infinite"),
        pytest.param("a: \x07", "is not YAML: it holds characters that YAML does not allow", id="controls"),
        pytest.param(BOMB, "has more than 1,000,000 values, with those that its aliases repeat", id="a bomb"),
    ],
)
def test_what_is_no_yaml_is_refused_with_its_place(text: str, reason: str) -> None:
    assert refusal(text) == reason


@pytest.mark.parametrize("loader", [yaml.BaseLoader, yaml.CBaseLoader])
def test_half_a_pair_is_refused_by_every_loader(loader: Any) -> None:
    with pytest.raises(NotYaml):
        read_yaml('a: "\\ud800"', loader)
