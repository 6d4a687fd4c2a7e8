"""The functions of template expressions, one by one."""

from typing import Any, Final

import pytest

from migrate.forms.template.expressions import Expressions
from migrate.forms.template.scope import Known, scope_of
from migrate.forms.template.values import Unknown
from migrate.found import Defaults

VARIABLES: Final = {
    "list": ["a", "b", "c"],
    "object": {"Alpha": 1, "beta": {"x": 1, "y": 2}},
    "unique": "[uniqueString('a')]",
    "plain": "text",
    "late": "[utcNow()]",
}
FUNCTIONS: Final = [
    {
        "namespace": "contoso",
        "members": {
            "job": {
                "parameters": [{"name": "First", "type": "string"}, {"name": "second", "type": "int"}],
                "output": {
                    "type": "string",
                    "value": "[format('{0}-{1}', parameters('first'), parameters('second'))]",
                },
            },
            "none": {"output": {"type": "object", "value": {"a": "[toUpper('b')]"}}},
            "nothing": {
                "parameters": [{"name": "a", "type": "object"}],
                "output": {"value": "[parameters('a')]"},
            },
            "outside": {"parameters": [], "output": {"type": "string", "value": "[variables('plain')]"}},
            "given": {"output": {"type": "string", "value": "[parameters('given')]"}},
            "unique": {"output": {"type": "string", "value": "[uniqueString('a')]"}},
            "other": {"output": {"type": "string", "value": "[contoso.job('x', 1)]"}},
            "itself": {"output": {"type": "string", "value": "[contoso.itself()]"}},
            "late": {"output": {"type": "string", "value": "[utcNow()]"}},
        },
    },
    {"namespace": "__bicep", "members": {"name": {"output": {"type": "string", "value": "from Bicep"}}}},
]
EVERYTHING: Final = Defaults(subscription="sub-1", resource_group="group-1", location="West US")


def expressions(functions: object = FUNCTIONS, defaults: Defaults = EVERYTHING) -> Expressions:
    template = {"variables": VARIABLES, "functions": functions}
    return Expressions(scope_of(template, {"given": "from a file"}, defaults))


def resolved(written: str, defaults: Defaults = EVERYTHING) -> Any:
    return expressions(defaults=defaults).resolve(written)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        pytest.param("[if(true, 1, utcNow())]", 1, id="if looks only at the branch it takes"),
        pytest.param("[if(false, utcNow(), 'b')]", "b", id="the other branch"),
        pytest.param("[and(true, equals(1, 1), not(false))]", True, id="and"),
        pytest.param("[and(false, utcNow())]", False, id="and ends with the first false"),
        pytest.param("[or(false, false)]", False, id="or"),
        pytest.param("[or(true, utcNow())]", True, id="or ends with the first true"),
        pytest.param("[not(true)]", False, id="not"),
        pytest.param("[equals('a', 'a')]", True, id="equal texts"),
        pytest.param("[equals('a', 'A')]", False, id="texts have case"),
        pytest.param("[equals(1, '1')]", False, id="a number is no text"),
        pytest.param("[equals(1, true)]", False, id="a number is not true"),
        pytest.param("[equals(createArray(1, 2), createArray(1, 2))]", True, id="equal arrays"),
        pytest.param("[equals(createArray(1, 2), createArray(2, 1))]", False, id="arrays have an order"),
        pytest.param(
            "[equals(createObject('a', 1, 'b', 2), createObject('b', 2, 'a', 1))]",
            True,
            id="objects have no order",
        ),
        pytest.param("[equals(null(), null())]", True, id="null is null"),
        pytest.param("[empty('')]", True, id="an empty text"),
        pytest.param("[empty(createArray())]", True, id="an empty array"),
        pytest.param("[empty(json('{}'))]", True, id="an empty object"),
        pytest.param("[empty(null())]", True, id="null is empty"),
        pytest.param("[empty('a')]", False, id="not empty"),
        pytest.param("[coalesce(null(), 'a', utcNow())]", "a", id="coalesce ends with the first value"),
        pytest.param("[coalesce(null(), null())]", None, id="coalesce of nothing"),
        pytest.param("[null()]", None, id="null"),
        pytest.param("[bool('TRUE')]", True, id="bool of a text"),
        pytest.param("[bool(0)]", False, id="bool of a number"),
        pytest.param("[bool(true)]", True, id="bool of true"),
        pytest.param("[greater(2, 1)]", True, id="greater"),
        pytest.param("[greaterOrEquals(1, 1)]", True, id="greaterOrEquals"),
        pytest.param("[less(2, 1)]", False, id="less"),
        pytest.param("[lessOrEquals(1, 1)]", True, id="lessOrEquals"),
        pytest.param("[add(2, 3)]", 5, id="add"),
        pytest.param("[sub(2, 3)]", -1, id="sub"),
        pytest.param("[mul(4, 3)]", 12, id="mul"),
        pytest.param("[div(-7, 2)]", -3, id="div goes towards zero"),
        pytest.param("[mod(-7, 2)]", -1, id="mod has the sign of what is divided"),
        pytest.param("[min(3, 1, 2)]", 1, id="min"),
        pytest.param("[max(createArray(3, 1, 2))]", 3, id="max of an array"),
        pytest.param("[length('abc')]", 3, id="length of a text"),
        pytest.param("[length(variables('list'))]", 3, id="length of an array"),
        pytest.param("[length(variables('object'))]", 2, id="length of an object"),
        pytest.param("[createArray(1, 'a')]", [1, "a"], id="createArray"),
        pytest.param("[createObject('a', 1, 'b', createArray())]", {"a": 1, "b": []}, id="createObject"),
        pytest.param("[array('a')]", ["a"], id="array of one"),
        pytest.param("[array(variables('list'))]", ["a", "b", "c"], id="array of an array"),
        pytest.param("[range(5, 3)]", [5, 6, 7], id="range"),
        pytest.param("[contains(variables('list'), 'b')]", True, id="contains in an array"),
        pytest.param("[contains(variables('list'), 'B')]", False, id="with its case"),
        pytest.param("[contains(createArray(1), true)]", False, id="and with its type"),
        pytest.param("[contains(variables('object'), 'ALPHA')]", True, id="contains of a key in any case"),
        pytest.param("[contains('abc', 'bc')]", True, id="contains in a text"),
        pytest.param("[split('a;b,c', createArray(';', ','))]", ["a", "b", "c"], id="split by several"),
        pytest.param("[split('a,b', ',')]", ["a", "b"], id="split"),
        pytest.param("[split('ab', '')]", ["ab"], id="split by nothing"),
        pytest.param("[join(createArray('a', 1), '-')]", "a-1", id="join"),
        pytest.param("[substring('abcdef', 2)]", "cdef", id="substring to the end"),
        pytest.param("[substring('abcdef', 2, 3)]", "cde", id="substring"),
        pytest.param("[startsWith('Abc', 'aB')]", True, id="startsWith has no case"),
        pytest.param("[endsWith('abC', 'Bc')]", True, id="endsWith has no case"),
        pytest.param("[padLeft(7, 3, '0')]", "007", id="padLeft"),
        pytest.param("[padLeft('abc', 2)]", "abc", id="padLeft of what is long enough"),
        pytest.param("[first(variables('list'))]", "a", id="first"),
        pytest.param("[last('abc')]", "c", id="last of a text"),
        pytest.param("[first(createArray())]", None, id="first of nothing"),
        pytest.param("[last('')]", "", id="last of an empty text"),
        pytest.param("[take(variables('list'), 2)]", ["a", "b"], id="take"),
        pytest.param("[take('abc', -1)]", "", id="take less than nothing"),
        pytest.param("[skip('abc', 1)]", "bc", id="skip"),
        pytest.param(
            "[items(createObject('b', 2, 'a', 1))]",
            [{"key": "a", "value": 1}, {"key": "b", "value": 2}],
            id="items, by name",
        ),
        pytest.param(
            "[union(variables('list'), createArray('c', 'd'))]", ["a", "b", "c", "d"], id="of arrays"
        ),
        pytest.param(
            "[union(variables('object'), json('{\"beta\": {\"y\": 3}}'))]",
            {"Alpha": 1, "beta": {"x": 1, "y": 3}},
            id="of objects, also inside",
        ),
        pytest.param(
            "[uri('https://a.example/b', 'c')]", "https://a.example/c", id="uri, the last part goes"
        ),
        pytest.param("[uri('https://a.example/b/', 'c')]", "https://a.example/b/c", id="uri with a slash"),
        pytest.param("[uri('https://a.example/b/', '/c')]", "https://a.example/b/c", id="uri, two slashes"),
        pytest.param("[uri('https://a.example', 'c')]", "https://a.example/c", id="uri without a path"),
        pytest.param("[uriComponent('a/b c?d=ü')]", "a%2Fb%20c%3Fd%3D%C3%BC", id="uriComponent"),
        pytest.param(
            "[resourceId('Microsoft.Web/sites', 's')]",
            "/subscriptions/sub-1/resourceGroups/group-1/providers/Microsoft.Web/sites/s",
            id="resourceId",
        ),
        pytest.param(
            "[resourceId('g', 'Microsoft.Scheduler/jobCollections/jobs', 'c', 'j')]",
            "/subscriptions/sub-1/resourceGroups/g/providers/Microsoft.Scheduler/jobCollections/c/jobs/j",
            id="resourceId in another resource group",
        ),
        pytest.param(
            "[resourceId('s', 'g', 'A.B/c', 'd')]",
            "/subscriptions/s/resourceGroups/g/providers/A.B/c/d",
            id="resourceId in another subscription",
        ),
        pytest.param(
            "[subscriptionResourceId('A.B/c', 'd')]",
            "/subscriptions/sub-1/providers/A.B/c/d",
            id="subscriptionResourceId",
        ),
        pytest.param("[contoso.job('a', 5)]", "a-5", id="a function of the template's own"),
        pytest.param("[CONTOSO.Job('a', 5)]", "a-5", id="its name has no case"),
        pytest.param("[contoso.none().a]", "B", id="a function that makes an object"),
        pytest.param("[contoso.nothing(null())]", None, id="a function that is given null"),
        pytest.param("[contoso.other()]", "x-1", id="a function that calls another, as Bicep lets it"),
        pytest.param("[__bicep.name()]", "from Bicep", id="a function that Bicep wrote"),
    ],
)
def test_what_can_be_told_is_computed(written: str, expected: object) -> None:
    found = resolved(written)

    assert found == expected
    assert type(found) is type(expected)


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        pytest.param("[if('a', 1, 2)]", "the function if takes true or false", id="if of a text"),
        pytest.param(
            "[if(true, 1)]", "the function if is given too many or too few arguments", id="if of two"
        ),
        pytest.param(
            "[and(true)]", "the function and is given too many or too few arguments", id="and of one"
        ),
        pytest.param("[or(false, 1)]", "the function or takes true or false", id="or of a number"),
        pytest.param("[if(true, utcNow(), 1)]", "the function utcNow is not understood", id="a branch"),
        pytest.param(
            "[coalesce()]", "the function coalesce is given too many or too few arguments", id="none"
        ),
        pytest.param("[not(1)]", "the function not takes true or false", id="not of a number"),
        pytest.param("[empty(5)]", "the function empty takes a text, an array or an object", id="empty"),
        pytest.param("[length(5)]", "the function length takes a text, an array or an object", id="length"),
        pytest.param("[bool('yes')]", "the function bool takes true, false, 1 or 0", id="bool"),
        pytest.param("[bool(null())]", "the function bool takes true, false, 1 or 0", id="bool of null"),
        pytest.param("[less('a', 'b')]", "the function less takes whole numbers", id="texts in order"),
        pytest.param("[add(true, 1)]", "the function add takes whole numbers", id="true is no number"),
        pytest.param(
            "[mul(9223372036854775807, 2)]", "the function mul takes whole numbers", id="more than 64 bits"
        ),
        pytest.param("[div(1, 0)]", "a division by zero", id="by zero"),
        pytest.param("[mod(1, 0)]", "a division by zero", id="the rest, by zero"),
        pytest.param("[min(createArray())]", "the function min takes whole numbers", id="min of nothing"),
        pytest.param(
            "[range(0, 100001)]", "the result is longer than 100,000 characters", id="a range without end"
        ),
        pytest.param(
            "[range(0, -1)]", "the function range cannot count to less than nothing", id="a negative range"
        ),
        pytest.param(
            "[padLeft('a', 100001)]", "the result is longer than 100,000 characters", id="padded without end"
        ),
        pytest.param(
            "[padLeft('a', 3, '')]", "the function padLeft fills with one character", id="by nothing"
        ),
        pytest.param(
            "[createObject('a')]",
            "the function createObject takes names and values in turn",
            id="a name alone",
        ),
        pytest.param(
            "[createObject(1, 2)]", "the function createObject takes a text", id="a number as a name"
        ),
        pytest.param(
            "[substring('abc', 2, 5)]", "the function substring leads beyond the text", id="beyond the end"
        ),
        pytest.param(
            "[substring('abc', -1)]", "the function substring leads beyond the text", id="before it"
        ),
        pytest.param("[join('a', 'b')]", "the function join takes an array", id="join of a text"),
        pytest.param("[first(5)]", "the function first takes an array", id="first of a number"),
        pytest.param("[union(1, 2)]", "the function union takes an array", id="union of numbers"),
        pytest.param("[items('a')]", "the function items takes an object", id="items of a text"),
        pytest.param(
            "[contains(5, 5)]",
            "the function contains takes an array, an object or a text, and what is in it",
            id="contains in a number",
        ),
        pytest.param(
            "[split('a', range(0, 21))]",
            "the function split is given more than 20 delimiters",
            id="many delimiters",
        ),
        pytest.param(
            "[uri('a', 'b')]",
            "the function uri takes an address that begins with a scheme and a host",
            id="no address",
        ),
        pytest.param(
            "[resourceId('Microsoft.Web/sites')]",
            "the function resourceId takes a type, and a name for each part of it",
            id="an id without a name",
        ),
        pytest.param(
            "[resourceId('a', 'b', 'c')]",
            "the function resourceId takes a type, and a name for each part of it",
            id="an id without a type",
        ),
        pytest.param(
            "[resourceId()]", "the function resourceId takes a type, and a name for each part of it", id="0"
        ),
        pytest.param("[resourceId(5)]", "the function resourceId takes a text", id="an id of a number"),
        pytest.param("[uniqueString(5)]", "the function uniqueString takes a text", id="unique number"),
        pytest.param(
            "[reference('x').a]", "the function reference is not understood", id="reference, by its name"
        ),
        pytest.param(
            "[listKeys('x', '1')]", "the function listKeys is not understood", id="list*, by its name"
        ),
        pytest.param("[deployment().name]", "the function deployment is not understood", id="deployment"),
        pytest.param("[environment().name]", "the function environment is not understood", id="environment"),
        pytest.param("[newGuid()]", "the function newGuid is not understood", id="newGuid"),
        pytest.param(
            "[map(variables('list'), lambda('x', lambdaVariables('x')))]",
            "the function map is not understood",
            id="lambdas",
        ),
        pytest.param(
            "[copyIndex()]", "the function copyIndex is not inside the copy loop that it means", id="no loop"
        ),
        pytest.param(
            "[contoso.job('a')]",
            "the function contoso.job is given too many or too few arguments",
            id="a function of its own with too few",
        ),
        pytest.param("[contoso.late()]", "the function utcNow is not understood", id="in its body"),
        pytest.param(
            "[contoso.outside()]", "variable 'plain' is not in the template", id="a body sees no variables"
        ),
        pytest.param(
            "[contoso.given()]",
            "parameter 'given' has no value: a function knows only its own",
            id="a body sees no parameters but its own",
        ),
        pytest.param(
            "[contoso.itself()]",
            "the expressions lead deeper than 100 into one another",
            id="a function that calls itself",
        ),
    ],
)
def test_what_cannot_be_told_says_why(written: str, reason: str) -> None:
    assert resolved(written) == Unknown(reason=reason)


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ("[resourceId('A.B/c', 'd')]", "needs --resource-group"),
        ("[resourceId('g', 'A.B/c', 'd')]", "needs --subscription"),
        ("[subscriptionResourceId('A.B/c', 'd')]", "needs --subscription"),
        ("[uniqueString(resourceGroup().id)]", "needs --subscription"),
    ],
)
def test_an_id_needs_what_only_the_command_line_knows(written: str, reason: str) -> None:
    assert resolved(written, Defaults()) == Unknown(reason=reason)


def test_a_unique_string_is_stable_and_looks_like_azures() -> None:
    texts = [resolved(f"[uniqueString({arguments})]") for arguments in ("'a'", "'a'", "'a', 'b'", "'ab'")]

    assert texts[0] == texts[1] == "b223rvxydpdhp"
    assert len(set(texts)) == 3
    assert all(len(text) == 13 and text.isalnum() and text.islower() for text in texts)


@pytest.mark.parametrize(
    ("written", "made_up"),
    [
        pytest.param("[uniqueString('a')]", True, id="itself"),
        pytest.param("[toUpper(take(uniqueString('a'), 5))]", True, id="a part of it"),
        pytest.param({"a": ["[variables('unique')]"]}, True, id="in a variable"),
        pytest.param("[contoso.unique()]", True, id="in a function"),
        pytest.param("[if(true, 'a', uniqueString('a'))]", False, id="in a branch that is not taken"),
        pytest.param("[variables('plain')]", False, id="not at all"),
    ],
)
def test_a_value_says_whether_it_is_made_up(written: object, made_up: bool) -> None:
    same = expressions()

    assert [same.known(written).made_up for _ in range(2)] == [made_up, made_up]
    assert same.known("[variables('plain')]") == Known(value="text", made_up=False)


@pytest.mark.parametrize(
    "functions",
    [
        5,
        "a",
        [5],
        [{}],
        [{"namespace": "contoso"}],
        [{"namespace": "contoso", "members": 5}],
        {"contoso": {}},
    ],
    ids=str,
)
def test_functions_of_the_wrong_type_define_nothing(functions: object) -> None:
    reason = "a function is called that the template does not define"

    assert expressions(functions).resolve("[contoso.job('a', 1)]") == Unknown(reason=reason)


@pytest.mark.parametrize("member", [5, None, {}, {"parameters": 5, "output": 5}], ids=str)
def test_a_function_without_an_output_is_none(member: object) -> None:
    functions = [{"namespace": "contoso", "members": {"job": member}}]

    reason = "a function is called that the template does not define"
    assert expressions(functions).resolve("[contoso.job()]") == Unknown(reason=reason)


def test_functions_that_call_one_another_twice_come_to_an_end() -> None:
    twice = {"output": {"value": {"a": "[contoso.twice()]", "b": "[contoso.twice()]"}}}

    found = expressions([{"namespace": "contoso", "members": {"twice": twice}}]).resolve("[contoso.twice()]")

    assert "100,000 characters" in str(found) or "10,000,000 characters" in str(found)
