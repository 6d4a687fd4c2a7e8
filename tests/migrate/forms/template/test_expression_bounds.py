"""Expressions that would grow, nest or run without an end are refused."""

from typing import Any, Final

import pytest

from migrate.forms.template.values import Unknown
from migrate.found import Defaults
from tests.migrate.forms.template.resolving import expressions_of, resolved

SPENT: Final = "the template's expressions come to more than 10,000,000 characters"


def resolved_with(variables: dict[str, object], *written: str) -> list[Any]:
    expressions = expressions_of({}, variables, {}, Defaults())
    return [expressions.resolve(text) for text in written]


def doubling(first: object, pattern: str) -> dict[str, object]:
    steps = {f"v{step}": pattern.replace("LAST", f"variables('v{step - 1}')") for step in range(1, 41)}
    return {"v0": first, **steps}


TOO_LONG: Final = Unknown(reason="the result is longer than 100,000 characters")


@pytest.mark.parametrize(
    "variables",
    [
        pytest.param(doubling("aa", "[concat(LAST, LAST)]"), id="texts"),
        pytest.param(doubling(["a"], "[concat(LAST, LAST)]"), id="arrays"),
        pytest.param(doubling("aa", "[format('{0}{0}', LAST)]"), id="format"),
        pytest.param(doubling("aa", "[replace(LAST, 'a', 'aa')]"), id="replace"),
        pytest.param(doubling("aa", "[base64(base64(base64(LAST)))]"), id="base64"),
        pytest.param(doubling('"', "[concat(string(LAST), string(LAST))]"), id="string"),
    ],
)
def test_what_doubles_forty_times_is_refused(variables: dict[str, object]) -> None:
    found = resolved_with(variables, *[f"[variables('v{step}')]" for step in range(41)])

    assert found[0] == variables["v0"]
    assert found[40] == TOO_LONG


def test_what_doubles_forty_times_is_refused_also_from_its_end() -> None:
    found = resolved_with(doubling("aa", "[concat(LAST, LAST)]"), "[variables('v40')]")

    assert found == [Unknown(reason="the expressions lead deeper than 100 into one another")]


def test_objects_that_hold_one_another_twice_are_refused() -> None:
    last = [f"[variables('v{step}')]" for step in range(40)]
    holders = {f"v{step + 1}": {"a": text, "b": [text]} for step, text in enumerate(last)}

    found = resolved_with({"v0": "a", **holders}, last[10], last[39])

    assert found[0]["b"][0]["a"]["a"]["b"][0]["a"]["a"]["a"]["a"]["a"]["a"] == "a"
    assert "100,000 characters" in str(found[1])


def test_all_results_together_have_a_bound() -> None:
    many = [f"[concat(variables('long'), '{number}')]" for number in range(250)]
    expressions = expressions_of({}, {"long": "a" * 90_000}, {}, Defaults())

    found = [expressions.resolve(text) for text in many]

    assert found[0] == "a" * 90_000 + "0"
    assert found[-1] == Unknown(reason=SPENT)


@pytest.mark.parametrize("step", ["Y" + "0" * 50, "no"], ids=["in another case", "missing"])
def test_looking_for_properties_counts_too(step: str) -> None:
    expressions = expressions_of({}, {"x": {f"y{number:050}": 1 for number in range(900)}}, {}, Defaults())

    found = [expressions.resolve(f"[variables('x').{step}]") for _ in range(220)]

    assert found[0] in (1, Unknown(reason="variables('x') has no 'no' here"))
    assert found[-1] == Unknown(reason=SPENT)


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        pytest.param(
            f"['{'a' * 20_000}']", "the expression is longer than 20,000 characters", id="long expression"
        ),
        pytest.param(
            f"[{'trim(' * 51}'a'{')' * 51}]", "the expression is nested deeper than 50", id="nested calls"
        ),
        pytest.param(f"[{'(' * 900}]", "cannot be read as an expression", id="nested brackets"),
        pytest.param(
            f"[variables('list'){'[variables(' * 200}", "cannot be read as an expression", id="never closed"
        ),
        pytest.param(
            f"[variables('list'){'[0]' * 5_000}]",
            "variables('list') has no 0 here",
            id="a path of 5,000 steps",
        ),
    ],
)
def test_long_and_deep_expressions_are_refused(written: str, reason: str) -> None:
    found = resolved(written if written.endswith("]") else f"{written}]")

    assert reason in found.reason


def test_forty_nine_calls_inside_one_another_are_not_too_many() -> None:
    assert resolved(f"[{'trim(' * 49}'a'{')' * 49}]") == "a"


def test_a_long_chain_of_variables_is_refused() -> None:
    chain: dict[str, object] = {
        f"v{step}": f"[trim(trim(trim(variables('v{step + 1}'))))]" for step in range(2_000)
    }

    found = resolved_with(chain, "[variables('v0')]")

    assert found == [Unknown(reason="the expressions lead deeper than 100 into one another")]


def nested(depth: int) -> object:
    value: object = "a"
    for _ in range(depth):
        value = [value]
    return value


def test_values_nested_too_deep_are_refused() -> None:
    expressions = expressions_of({}, {"deep": nested(600)}, {"deep": nested(600)}, Defaults())

    written = [nested(600), "[variables('deep')]", "[parameters('deep')]"]
    reasons = [str(expressions.resolve(value)) for value in written]

    assert all("deeper than 100" in reason for reason in reasons)
