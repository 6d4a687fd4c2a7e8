"""Where a managed identity may not be used, and what a refusal says."""

from typing import Any

import pytest

from shared.actions.service_bus.bus import ServiceBusSettings
from shared.actions.storage_queue import QueueSettings
from shared.domain.about import EXTENDED
from shared.domain.identity import IdentityRules
from shared.functions.action_settings import ActionSettings
from tests.functions.calls import COLLECTION, an_app, call, content
from tests.functions.identity.places import (
    BARE,
    BASIC,
    CLIENT,
    ERP,
    ORIGINAL,
    RULES,
    SAS,
    Place,
    action,
    with_identity,
    wrapped,
)

VAULT = {"audience": "https://vault.azure.net"}
PFX = {"type": "ClientCertificate", "pfx": "p", "password": "p"}
NOT_THERE = "the identity may not be used there: SCHEDULER_IDENTITY_TARGETS does not name"
REFUSED: list[tuple[str, dict[str, Any], str]] = [
    (
        "http",
        {"authentication": BASIC},
        "request.managedIdentity: cannot stand beside authentication: send one of them",
    ),
    (
        "storage",
        {"sasToken": "s"},
        "queueMessage.managedIdentity: cannot stand beside sasToken: send one of them",
    ),
    (
        "queue",
        {"authentication": SAS},
        "serviceBusQueueMessage.managedIdentity: cannot stand beside authentication: send one of them",
    ),
    ("http", {"uri": "http://erp.example.com/"}, "request.uri: must be https"),
    ("http", {"uri": "https://u@erp.example.com/"}, "request.uri: must hold no '@'"),
    ("http", {"uri": "https://evil.example\\@erp.example.com/"}, "request.uri: must hold no '\\'"),
    (
        "http",
        {"uri": "https://evil.example\\.vault.azure.net/", "managedIdentity": VAULT},
        "request.uri: must hold no '\\'",
    ),
    ("http", {"headers": {"Host": "evil.example"}}, "request.headers.Host: is refused"),
    ("http", {"managedIdentity": {}}, "request.managedIdentity.audience: is required"),
    ("http", {"managedIdentity": {"audience": " "}}, "request.managedIdentity.audience: ' ' is not 1 to 256"),
    ("http", {"managedIdentity": {"audience": "a" * 257}}, "request.managedIdentity.audience: 'aaa"),
    (
        "http",
        {"uri": "https://evil.example/"},
        f"request.managedIdentity: {NOT_THERE} 'api://erp|evil.example'",
    ),
    (
        "http",
        {"uri": "https://erp.example.com:8443/"},
        f"request.managedIdentity: {NOT_THERE} 'api://erp|erp.example.com:8443'",
    ),
    (
        "http",
        {"managedIdentity": VAULT},
        f"request.managedIdentity: {NOT_THERE} 'https://vault.azure.net|erp.example.com'",
    ),
    (
        "http",
        {"uri": "https://vault.azure.net/", "managedIdentity": VAULT},
        f"request.managedIdentity: {NOT_THERE} 'https://vault.azure.net|vault.azure.net'",
    ),
    (
        "queue",
        {"namespace": "ns2"},
        f"serviceBusQueueMessage.managedIdentity: {NOT_THERE} "
        "'https://servicebus.azure.net|ns2.servicebus.windows.net'",
    ),
    (
        "storage",
        {"managedIdentity": {"audience": "https://x"}},
        "queueMessage.managedIdentity.audience: is not known here: it belongs into",
    ),
    (
        "storage",
        {"managedIdentity": {"zzz": 1}},
        "queueMessage.managedIdentity.zzz: is not known: nothing belongs in here",
    ),
]


@pytest.mark.parametrize("part", ["action", "errorAction"])
@pytest.mark.parametrize(("kind", "change", "refusal"), REFUSED)
def test_what_is_refused(kind: str, change: dict[str, Any], refusal: str, part: str) -> None:
    status, said = Place().send("PUT", wrapped(action(kind, **_merged(kind, change)), part))

    assert status == 400
    assert said.startswith(f"properties.{'action' if part == 'action' else 'action.errorAction'}.{refusal}")


def _merged(kind: str, change: dict[str, Any]) -> dict[str, Any]:
    return {"managedIdentity": ERP if kind == "http" else {}, **change}


def test_a_vault_of_any_name_may_have_the_token_that_is_for_vaults() -> None:
    vault = {
        "uri": "https://v1.vault.azure.net/",
        "managedIdentity": {"audience": "https://vault.azure.net/"},
    }

    assert Place().send("PUT", action("http", **vault)) == (201, "")


def test_a_host_header_is_refused_beside_an_identity_that_is_kept() -> None:
    place = Place()
    place.send("PUT", with_identity("http"))

    status, said = place.send("PUT", action("http", headers={"Host": "evil.example"}), ORIGINAL)

    assert (status, said[:48]) == (400, "properties.action.request.headers.Host: is refus")


@pytest.mark.parametrize(
    ("rules", "unset"),
    [
        (IdentityRules(), "SCHEDULER_ACTION_IDENTITY and SCHEDULER_IDENTITY_TARGETS"),
        (IdentityRules(client_id=CLIENT), "SCHEDULER_IDENTITY_TARGETS"),
        (IdentityRules(targets=RULES.targets), "SCHEDULER_ACTION_IDENTITY"),
    ],
)
@pytest.mark.parametrize("kind", BARE)
def test_without_settings_it_says_what_to_set(kind: str, rules: IdentityRules, unset: str) -> None:
    status, said = Place(rules).send("PUT", with_identity(kind))

    path = f"properties.action.{BARE[kind][1]}.managedIdentity"
    assert (status, said) == (400, f"{path}: actions have no identity here: {unset} must be set")


@pytest.mark.parametrize(
    ("kind", "host"),
    [("storage", "account1.queue.core.chinacloudapi.cn"), ("queue", "ns1.servicebus.chinacloudapi.cn")],
)
def test_in_another_cloud_its_hosts_are_asked_for(kind: str, host: str) -> None:
    there = ActionSettings(
        identity=RULES,
        queues=QueueSettings(suffix="core.chinacloudapi.cn"),
        bus=ServiceBusSettings(suffix="servicebus.chinacloudapi.cn"),
    )
    place = Place()
    place.app = an_app(place.world, actions=there)

    status, said = place.send("PUT", with_identity(kind))

    assert (status, said.endswith(f"|{host}'")) == (400, True)


def test_an_older_version_is_told_the_version_to_use() -> None:
    status, said = Place().send("PUT", with_identity("http"), ORIGINAL)

    known = "is known from api-version 2026-11-01 on: send the request with that version"
    assert (status, said) == (400, f"properties.action.request.managedIdentity: {known}")


def test_the_error_action_of_defaults_has_the_same_rules() -> None:
    place = Place()

    def put(one: Any) -> tuple[int, str]:
        return place.send("PUT", {"defaults": {"errorAction": one}}, path=COLLECTION)

    path = "properties.defaults.errorAction.request"
    assert put(with_identity("queue")) == (200, "")
    assert put(with_identity("http", uri="https://evil.example/"))[1].startswith(
        f"{path}.managedIdentity: the"
    )
    assert put(with_identity("http", headers={"host": "x"}))[1].startswith(f"{path}.headers.host: is refused")
    astray = {"defaults": {"errorAction": {"serviceBusQueueMessage": {"namespace": "ns2"}}}}
    refused = place.send("PATCH", astray, path=COLLECTION)[1]
    assert refused.startswith("properties.defaults.errorAction.serviceBusQueueMessage.managedIdentity: the")
    patch = {"defaults": {"errorAction": {"serviceBusQueueMessage": {"authentication": SAS}}}}
    assert place.send("PATCH", patch, path=COLLECTION) == (200, "")
    shown = content(call(place.app, "GET", COLLECTION, params={"api-version": EXTENDED}))["properties"]
    assert "managedIdentity" not in shown["defaults"]["errorAction"]["serviceBusQueueMessage"]


@pytest.mark.parametrize(
    ("kind", "secret", "path"),
    [
        ("storage", {"sasToken": "@Microsoft.KeyVault(SecretUri=https://v/)"}, "queueMessage.sasToken"),
        (
            "queue",
            {"authentication": {**SAS, "sasKey": "@microsoft.keyvault(x)"}},
            "serviceBusQueueMessage.authentication.sasKey",
        ),
        (
            "http",
            {"authentication": {**BASIC, "password": " @Microsoft.KeyVault(x)"}},
            "request.authentication.password",
        ),
        (
            "http",
            {
                "authentication": {
                    "type": "ClientCertificate",
                    "pfx": "@Microsoft.KeyVault(x)",
                    "password": "p",
                }
            },
            "request.authentication.pfx",
        ),
        (
            "http",
            {"authentication": {**PFX, "password": "@Microsoft.KeyVault(x)"}},
            "request.authentication.password",
        ),
    ],
)
def test_a_reference_to_a_vault_is_no_secret(kind: str, secret: Any, path: str) -> None:
    status, said = Place().send("PUT", action(kind, **secret), ORIGINAL)

    rule = "is a reference to a Key Vault, which only settings can be: send the secret itself"
    assert (status, said) == (400, f"properties.action.{path}: {rule}")
