"""Scopes of keys, as settings say them."""

import pytest

from shared.domain.callers import EVERYTHING, Scope
from shared.domain.errors import NotConfigured
from shared.functions.settings import read_settings
from tests.functions.calls import COLLECTION, an_app, call, content
from tests.functions.extended import EXTENDED
from tests.functions.test_settings import KEY_1, KEY_2, STORAGE

NO_SCOPE = "has a key whose scope is not subscription[/group[/collection]]"


def settings_with(**given: str) -> dict[str, str]:
    return {**STORAGE, **{f"SCHEDULER_{name.upper()}": value for name, value in given.items()}}


@pytest.mark.parametrize("setting", ["keys", "read_keys"])
@pytest.mark.parametrize(
    ("written", "scope"),
    [
        pytest.param("billing", EVERYTHING, id="none"),
        pytest.param("billing@prod", Scope(subscription="prod"), id="a subscription"),
        pytest.param(
            "billing@prod/Fin ance.(1)_-",
            Scope(subscription="prod", resource_group="Fin ance.(1)_-"),
            id="a group",
        ),
        pytest.param(
            "billing@prod/finance/ledger",
            Scope(subscription="prod", resource_group="finance", collection="ledger"),
            id="a collection",
        ),
    ],
)
def test_a_scope_stands_behind_the_name(setting: str, written: str, scope: Scope) -> None:
    settings = read_settings(settings_with(**{setting: f" ops={KEY_1}, {written}={KEY_2}"}))

    ops, billing = settings.keys or settings.read_keys
    assert (ops.name, ops.value, ops.scope) == ("ops", KEY_1, EVERYTHING)
    assert (billing.name, billing.value, billing.scope) == ("billing", KEY_2, scope)


@pytest.mark.parametrize(
    "scope",
    ["", "/", "/prod", "prod/", "prod//ledger", "a/b/c/d", "pr od", "prod/.", "prod/g/..", "a@b", "p/gröp"],
)
@pytest.mark.parametrize("setting", ["keys", "read_keys"])
def test_what_is_no_scope_is_a_wrong_setting_and_is_not_told(setting: str, scope: str) -> None:
    with pytest.raises(NotConfigured) as refused:
        read_settings(settings_with(**{setting: f"hunter2@{scope}={KEY_1}"}))

    assert f"SCHEDULER_{setting.upper()}: {NO_SCOPE}" in str(refused.value)
    assert "hunter2" not in str(refused.value)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        pytest.param({"keys": f"@prod={KEY_1}"}, "must read name=key,name=key", id="no name"),
        pytest.param({"keys": f"a@x={KEY_1},a@y={KEY_2}"}, "a name that another key has", id="name twice"),
        pytest.param(
            {"keys": f"a={KEY_1}", "read_keys": f"a@y={KEY_2}"},
            "a name that another key has",
            id="name twice, in both settings",
        ),
        pytest.param(
            {"keys": f"this machine@prod={KEY_1}"},
            "has a key called 'this machine', which means another",
            id="a name that means another",
        ),
        pytest.param(
            {"keys": f"a@x={KEY_1},b@x/g={KEY_1}"},
            "has a key that occurs twice, with different scopes",
            id="one key with two scopes",
        ),
        pytest.param(
            {"keys": f"a@x={KEY_1}", "read_keys": f"b={KEY_1}"},
            "SCHEDULER_READ_KEYS: has a key that occurs twice, with different scopes",
            id="one key to change a part and to read everything",
        ),
        pytest.param({"keys": "a@x=short"}, "shorter than 32", id="a short key"),
    ],
)
def test_scopes_and_names_that_contradict_each_other_are_wrong_settings(
    given: dict[str, str], told: str
) -> None:
    with pytest.raises(NotConfigured) as refused:
        read_settings(settings_with(**given))

    assert told in str(refused.value)


def test_one_key_with_one_scope_may_stand_in_both_settings() -> None:
    read_settings(settings_with(keys=f"a@X/g={KEY_1}", read_keys=f"b@x/G={KEY_1}"))


def test_the_audit_names_a_key_without_its_scope() -> None:
    keys = read_settings(settings_with(keys=f"billing@s/rg={KEY_1}")).keys
    app, headers = an_app(keys=keys), {"x-functions-key": KEY_1}
    created = call(app, "PUT", COLLECTION, {"location": "westus"}, headers=headers, params=EXTENDED)
    audit = "subscriptions/s/providers/Microsoft.Scheduler/audit"

    (change,) = content(call(app, "GET", audit, headers=headers, params=EXTENDED))["value"]

    assert created.status_code == 201
    assert change["properties"]["who"] == "billing"
