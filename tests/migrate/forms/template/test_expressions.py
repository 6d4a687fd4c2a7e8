"""Expressions of templates: what can be told is resolved, the rest says why."""

import pytest

from migrate.forms.template.values import Unknown
from migrate.found import Defaults
from tests.migrate.forms.template.resolving import expressions_of, resolved


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        pytest.param("plain text", "plain text", id="a text is itself"),
        pytest.param("[[text]", "[text]", id="two brackets escape one"),
        pytest.param("[[1], [2]]", "[1], [2]]", id="escaped JSON"),
        pytest.param("[text] more", "[text] more", id="no closing bracket, no expression"),
        pytest.param("[[text] more", "[[text] more", id="no closing bracket, nothing to escape"),
        pytest.param(17, 17, id="a number is itself"),
        pytest.param(None, None, id="null is itself"),
        pytest.param("['it''s']", "it's", id="two quotes are one"),
        pytest.param("[ 42 ]", 42, id="an integer, with space around it"),
        pytest.param("[-7]", -7, id="a negative integer"),
        pytest.param("[true]", True, id="true"),
        pytest.param("[False()]", False, id="false as a function"),
        pytest.param("[parameters('name')]", "nightly", id="a default value"),
        pytest.param("[PARAMETERS('NAME')]", "nightly", id="names have no case"),
        pytest.param("[parameters('computed')]", "nightly-2", id="a default value that is an expression"),
        pytest.param("[parameters('given')]", "[not an expression]", id="a given value, and it is literal"),
        pytest.param("[variables('upper')]", "TEXT", id="a variable that names another"),
        pytest.param("[variables('object').uri]", "https://text", id="a property, without regard to case"),
        pytest.param("[variables('object')['Uri']]", "https://text", id="a property in brackets"),
        pytest.param("[variables('object').deep[0].x]", 1, id="a path"),
        pytest.param("[variables('list')[1]]", "b", id="an element"),
        pytest.param("[concat('a', 1, variables('plain'))]", "a1text", id="concat of texts and numbers"),
        pytest.param("[concat(variables('list'), variables('list'))]", ["a", "b", "a", "b"], id="of arrays"),
        pytest.param("[concat()]", "", id="concat of nothing"),
        pytest.param("[format('{1}-{0}-{{{0}}}', 'a', 2)]", "2-a-{a}", id="format"),
        pytest.param("[format('{0}', true)]", "True", id="format writes True as .NET does"),
        pytest.param("[json('2.5')]", 2.5, id="a fraction, as Bicep writes it"),
        pytest.param("[json('{\"a\": [1]}')]", {"a": [1]}, id="any JSON"),
        pytest.param({"[[a]": "[[b]", "[c": "[c"}, {"[a]": "[b]", "[c": "[c"}, id="keys are escaped too"),
        pytest.param({"['a']": 1}, {"['a']": 1}, id="a key that is an expression stays as it is"),
        pytest.param("[string(12)]", "12", id="string of a number"),
        pytest.param("[string(false)]", "False", id="string of a boolean"),
        pytest.param("[string(variables('list'))]", '["a","b"]', id="string of an array is JSON"),
        pytest.param("[int(' 12 ')]", 12, id="int of a text"),
        pytest.param("[int(variables('number'))]", 5, id="int of a number"),
        pytest.param("[toLower('AbC')]", "abc", id="toLower"),
        pytest.param("[TOUPPER('AbC')]", "ABC", id="toUpper, in any case"),
        pytest.param("[replace('a-b-c', '-', '+')]", "a+b+c", id="replace"),
        pytest.param("[trim('  a ')]", "a", id="trim"),
        pytest.param("[base64('one, two, three')]", "b25lLCB0d28sIHRocmVl", id="base64"),
        pytest.param("[resourceGroup().name]", "group-1", id="resource group"),
        pytest.param("[resourceGroup().location]", "West US", id="location of the resource group"),
        pytest.param("[resourceGroup().id]", "/subscriptions/sub-1/resourceGroups/group-1", id="its id"),
        pytest.param("[subscription().subscriptionId]", "sub-1", id="subscription"),
        pytest.param("[subscription().id]", "/subscriptions/sub-1", id="the id of the subscription"),
        pytest.param({"[true]": ["[true]"]}, {"[true]": [True]}, id="inside arrays and objects, not in keys"),
    ],
)
def test_what_can_be_told_is_resolved(written: object, expected: object) -> None:
    assert resolved(written) == expected


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        pytest.param(
            "[parameters('secret')]",
            "parameter 'secret' has no value: give it in a parameters file",
            id="no default",
        ),
        pytest.param(
            "[parameters('empty')]",
            "parameter 'empty' has no value: give it in a parameters file",
            id="a default of null, as exports have",
        ),
        pytest.param(
            "[parameters('broken')]",
            "parameter 'broken' has no value: give it in a parameters file",
            id="a definition that is a number",
        ),
        pytest.param(
            "[parameters('none')]",
            "parameter 'none' has no value: give it in a parameters file",
            id="no such parameter",
        ),
        pytest.param("[variables('none')]", "variable 'none' is not in the template", id="no such variable"),
        pytest.param("[variables('itself')]", "variable 'itself' refers to itself", id="a cycle of one"),
        pytest.param("[variables('one')]", "variable 'one' refers to itself", id="a cycle of two"),
        pytest.param(
            "[parameters(5)]", "the function parameters takes one name", id="a name that is a number"
        ),
        pytest.param("[variables()]", "the function variables takes one name", id="no name"),
        pytest.param("[utcNow()]", "the function utcNow is not understood", id="utcNow"),
        pytest.param(
            "[concat('a', guid(resourceGroup().none))]",
            "the function guid is not understood",
            id="the function is named before its arguments",
        ),
        pytest.param(
            "[listKeys(resourceId('a', 'b'), '2017').primaryKey]",
            "the function listKeys is not understood",
            id="listKeys",
        ),
        pytest.param(
            "[json('{')]", "the function json takes a text that is JSON", id="what is no JSON is not shown"
        ),
        pytest.param("[json('NaN')]", "the function json takes a text that is JSON", id="no number"),
        pytest.param(
            f"[json('{'[' * 9_000}')]", "the function json takes a text that is JSON", id="much too deep"
        ),
        pytest.param(
            f"[json('{'[' * 101}{']' * 101}')]", "the value is nested deeper than 100", id="too deep"
        ),
        pytest.param("[hunter2()]", "a function is not understood", id="what ARM lacks is not named"),
        pytest.param(
            "[variables('object').late]", "the function utcNow is not understood", id="in a variable"
        ),
        pytest.param(
            "[string(variables('object'))]",
            "the function utcNow is not understood",
            id="in an object written out",
        ),
        pytest.param("[resourceGroup().tags]", "resourceGroup() has no 'tags' here", id="no such property"),
        pytest.param(
            "[contoso.hunter2('a')]",
            "a function is called that the template does not define",
            id="no such function of the template's own",
        ),
        pytest.param("[variables('list')[2]]", "variables('list') has no 2 here", id="no such element"),
        pytest.param("[variables('list')[-1]]", "variables('list') has no -1 here", id="nor from the end"),
        pytest.param("[variables('list')[true]]", "variables('list') has no True here", id="true is not 1"),
        pytest.param(
            "[variables('object')[parameters('given')]]",
            "variables('object') has no parameters('given') here",
            id="the value of a step is not shown",
        ),
        pytest.param(
            "[format('{0:N}', 5)]",
            "the function format is understood only with items such as {0}",
            id="a number format",
        ),
        pytest.param("[format('{1}', 5)]", "the function format has no argument 1", id="a missing argument"),
        pytest.param(
            "[concat('a', true)]",
            "the function concat takes texts and numbers, or arrays",
            id="concat of true",
        ),
        pytest.param(
            "[concat('a', variables('list'))]",
            "the function concat takes texts and numbers, or arrays",
            id="concat of text and array",
        ),
        pytest.param("[int('1.5')]", "the function int takes a whole number", id="int of a fraction"),
        pytest.param("[int(true)]", "the function int takes a whole number", id="int of true"),
        pytest.param("[toLower(5)]", "the function toLower takes a text", id="toLower of a number"),
        pytest.param(
            "[toLower('a', 'b')]",
            "the function toLower is given too many or too few arguments",
            id="too many arguments",
        ),
        pytest.param(
            "[replace('a', '', 'b')]",
            "the function replace cannot look for an empty text",
            id="replace of nothing",
        ),
        pytest.param(
            "[base64('\ud800')]",
            "the function base64 takes a text of whole characters",
            id="half a character",
        ),
    ],
)
def test_what_cannot_be_told_says_why(written: str, reason: str) -> None:
    assert resolved(written) == Unknown(reason=reason)


@pytest.mark.parametrize(
    "written",
    [
        "[]",
        "[ ]",
        "[hunter2]",
        "[concat('a']",
        "[concat('a',)]",
        "[concat('a' 'b')]",
        "[concat('a')) ]",
        "['open]",
        "['a''b''']x]",
        "[1.5]",
        "[99999999999999999999999]",
        "[variables('list').]",
        "[variables('list').5]",
        "[variables('list')[0]",
        "[contoso.name]",
        "[contoso.name.other('a')]",
        "[contoso.5('a')]",
        "[a + b]",
        "[\u0661]",
        '[{"a": 1}]',
    ],
)
def test_what_is_no_expression_is_not_quoted(written: str) -> None:
    reason = "cannot be read as an expression; a text that begins with '[' is written with '[['"

    assert resolved(written if written.endswith("]") else f"{written}]") == Unknown(reason=reason)


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        pytest.param("[resourceGroup().name]", "needs --resource-group", id="resource group"),
        pytest.param("[resourceGroup().location]", "needs --location", id="location"),
        pytest.param("[subscription().subscriptionId]", "needs --subscription", id="subscription"),
        pytest.param("[subscription().id]", "needs --subscription", id="the id of the subscription"),
        pytest.param("[resourceGroup().id]", "needs --subscription", id="the id of the resource group"),
    ],
)
def test_what_only_the_command_line_knows_names_the_option(written: str, reason: str) -> None:
    assert resolved(written, defaults=Defaults()) == Unknown(reason=reason)


def test_what_cannot_be_told_leaves_what_stands_beside_it() -> None:
    found = resolved(["[variables('object')]", "[utcNow()]", "[variables('plain')]"])

    unknown = Unknown(reason="the function utcNow is not understood")
    assert found == [{"Uri": "https://text", "late": unknown, "deep": [{"x": 1}]}, unknown, "text"]


@pytest.mark.parametrize(
    ("parameters", "variables", "reason"),
    [
        pytest.param(5, {}, "the template's parameters are not an object", id="parameters"),
        pytest.param(
            {"a": {"defaultValue": "[variables('b')]"}},
            ["b"],
            "the template's variables are not an object",
            id="variables",
        ),
    ],
)
def test_a_section_of_the_wrong_type_gives_a_reason(
    parameters: object, variables: object, reason: str
) -> None:
    expressions = expressions_of(parameters, variables, {}, Defaults())

    assert expressions.resolve("[parameters('a')]") == Unknown(reason=reason)
