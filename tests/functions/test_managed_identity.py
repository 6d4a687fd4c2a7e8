"""Jobs whose actions use the managed identity: what may be put, what is kept, and what is told of it."""

from typing import Any

import pytest

from shared.actions.service_bus.bus import ServiceBusSettings
from shared.actions.storage_queue import QueueSettings
from shared.domain.about import EXTENDED
from shared.domain.identity import IdentityRules, read_identity_targets
from shared.functions.action_settings import ActionSettings
from shared.functions.wiring import App
from tests.functions.calls import COLLECTION, JOB, WEST_EUROPE, an_app, call, content
from tests.functions.test_secrets_and_targets import KEY as KEY_OF_JOB
from tests.world import World

ORIGINAL = "2016-03-01"
CLIENT = "00000000-0000-0000-0000-0000000000a1"
TARGETS = (
    "https://vault.azure.net|*.vault.azure.net",
    "api://erp|erp.example.com",
    "https://storage.azure.com/|*.queue.core.windows.net",
    "https://servicebus.azure.net/|ns1.servicebus.windows.net",
)
RULES = IdentityRules(client_id=CLIENT, targets=read_identity_targets(TARGETS))
ERP = {"audience": "api://erp"}
VAULT = {"audience": "https://vault.azure.net"}
SAS = {"type": "sharedAccessKey", "sasKeyName": "send", "sasKey": "s3cret"}
PFX = {"type": "ClientCertificate", "pfx": "p", "password": "p"}
BASIC = {"type": "Basic", "username": "u", "password": "s3cret"}
_BUS = {"namespace": "ns1", "transportType": "AMQP", "message": "m"}
BARE: dict[str, tuple[str, str, dict[str, Any]]] = {
    "http": ("Https", "request", {"uri": "https://erp.example.com/a", "method": "GET"}),
    "storage": (
        "StorageQueue",
        "queueMessage",
        {"storageAccount": "account1", "queueName": "queue1", "message": "m"},
    ),
    "queue": ("ServiceBusQueue", "serviceBusQueueMessage", {**_BUS, "queueName": "q"}),
    "topic": ("ServiceBusTopic", "serviceBusTopicMessage", {**_BUS, "topicPath": "t"}),
}
PROOFS: dict[str, dict[str, Any]] = {
    "http": {"authentication": BASIC},
    "storage": {"sasToken": "s3cret"},
    "queue": {"authentication": SAS},
    "topic": {"authentication": SAS},
}


def action(kind: str, **message: Any) -> dict[str, Any]:
    type_, key, bare = BARE[kind]
    return {"type": type_, key: {**bare, **message}}


def with_identity(kind: str, **message: Any) -> dict[str, Any]:
    return action(kind, managedIdentity=ERP if kind == "http" else {}, **message)


def wrapped(one: Any, part: str) -> Any:
    """Return the action as a job's own, or as its error action."""
    plain = {"type": "Http", "request": {"uri": "http://receiver.example/", "method": "GET"}}
    return one if part == "action" else {**plain, "errorAction": one}


class Place:
    def __init__(self, rules: IdentityRules = RULES) -> None:
        self.world = World()
        self.app: App = an_app(self.world, actions=ActionSettings(identity=rules))
        assert call(self.app, "PUT", COLLECTION, WEST_EUROPE).status_code == 201

    def send(self, method: str, one: Any, version: str = EXTENDED, path: str = JOB) -> tuple[int, str]:
        body = (
            {"properties": {"action": one}} if path == JOB else {"location": "West Europe", "properties": one}
        )
        answer = call(self.app, method, path, body, params={"api-version": version})
        return answer.status_code, content(answer).get("error", {}).get("message", "")

    def shown(self, version: str = EXTENDED, part: str = "action") -> Any:
        answer = content(call(self.app, "GET", JOB, params={"api-version": version}))["properties"]["action"]
        return answer if part == "action" else answer["errorAction"]

    def message(self, kind: str, version: str = EXTENDED, part: str = "action") -> Any:
        return self.shown(version, part)[BARE[kind][1]]


@pytest.mark.parametrize("part", ["action", "errorAction"])
@pytest.mark.parametrize("kind", BARE)
def test_an_identity_is_stored_and_shown_to_the_new_version_alone(kind: str, part: str) -> None:
    place = Place()

    assert place.send("PUT", wrapped(with_identity(kind), part)) == (201, "")

    identity = ERP if kind == "http" else {}
    assert place.message(kind, part=part) == {**BARE[kind][2], "managedIdentity": identity}
    assert place.message(kind, ORIGINAL, part) == BARE[kind][2]


@pytest.mark.parametrize("part", ["action", "errorAction"])
@pytest.mark.parametrize("method", ["PUT", "PATCH"])
@pytest.mark.parametrize("kind", BARE)
def test_older_versions_keep_it_for_the_same_target(kind: str, method: str, part: str) -> None:
    place = Place()
    place.send("PUT", wrapped(with_identity(kind), part))
    before = place.message(kind, part=part)
    put_back = place.shown(ORIGINAL)

    assert place.send(method, put_back, ORIGINAL)[0] == 200

    assert place.message(kind, part=part) == before


ELSEWHERE: list[tuple[str, dict[str, str], str]] = [
    ("http", {"uri": "https://other.example.com/a"}, ""),
    ("http", {"uri": "http://erp.example.com/a"}, ""),
    ("http", {"uri": "https://erp.example.com:8443/a"}, ""),
    ("storage", {"storageAccount": "account2"}, "queueMessage.sasToken: is required"),
    ("storage", {"queueName": "queue2"}, "queueMessage.sasToken: is required"),
    ("queue", {"namespace": "ns2"}, "serviceBusQueueMessage.authentication: is required"),
    ("queue", {"queueName": "q2"}, "serviceBusQueueMessage.authentication: is required"),
    ("topic", {"topicPath": "t2"}, "serviceBusTopicMessage.authentication: is required"),
]


@pytest.mark.parametrize("method", ["PUT", "PATCH"])
@pytest.mark.parametrize(("kind", "change", "refusal"), ELSEWHERE)
def test_older_versions_do_not_take_it_to_another_target(
    kind: str, change: dict[str, str], refusal: str, method: str
) -> None:
    place = Place()
    place.send("PUT", with_identity(kind))

    status, said = place.send(method, action(kind, **change), ORIGINAL)

    assert (status, said) == (400 if refusal else 200, refusal and f"properties.action.{refusal}")
    assert refusal or "managedIdentity" not in place.message(kind)


@pytest.mark.parametrize(
    ("kind", "same"),
    [
        pytest.param("http", {"uri": "https://ERP.example.com:443/b"}, id="the usual port, and case"),
        pytest.param("storage", {"storageAccount": "Account1"}, id="case of an account"),
        pytest.param("storage", {"sasToken": None}, id="a token that is not told"),
        pytest.param("queue", {"namespace": "NS1"}, id="case of a namespace"),
    ],
)
def test_the_same_target_may_be_written_otherwise(kind: str, same: dict[str, Any]) -> None:
    place = Place()
    place.send("PUT", with_identity(kind))

    assert place.send("PUT", action(kind, **same), ORIGINAL) == (200, "")

    assert place.message(kind)["managedIdentity"] == (ERP if kind == "http" else {})


def test_a_topic_is_another_target_than_the_queue_of_its_name() -> None:
    place = Place()
    place.send("PUT", with_identity("queue", queueName="one"))

    refused = place.send("PUT", action("topic", topicPath="one"), ORIGINAL)

    assert refused == (400, "properties.action.serviceBusTopicMessage.authentication: is required")


@pytest.mark.parametrize("version", [ORIGINAL, EXTENDED])
@pytest.mark.parametrize("method", ["PUT", "PATCH"])
@pytest.mark.parametrize("kind", BARE)
def test_a_secret_in_a_request_takes_its_place(kind: str, method: str, version: str) -> None:
    place = Place()
    place.send("PUT", with_identity(kind))

    assert place.send(method, action(kind, **PROOFS[kind]), version) == (200, "")

    assert "managedIdentity" not in place.message(kind)


@pytest.mark.parametrize("key", ["authentication", "AUTHENTICATION"])
@pytest.mark.parametrize("version", [ORIGINAL, EXTENDED])
@pytest.mark.parametrize("method", ["PUT", "PATCH"])
@pytest.mark.parametrize("part", ["action", "errorAction"])
def test_an_authentication_that_is_null_removes_it(part: str, method: str, version: str, key: str) -> None:
    place = Place()
    place.send("PUT", wrapped(with_identity("http"), part))

    assert place.send(method, wrapped(action("http", **{key: None}), part), version) == (200, "")

    assert place.message("http", part=part) == BARE["http"][2]


def test_a_patch_may_remove_a_secret_and_name_the_identity() -> None:
    place = Place()
    place.send("PUT", action("http", **PROOFS["http"]))

    assert place.send("PATCH", with_identity("http", authentication=None)) == (200, "")

    assert place.message("http")["managedIdentity"] == ERP


def test_a_put_of_the_new_version_says_everything() -> None:
    place = Place()
    place.send("PUT", with_identity("http"))

    assert place.send("PUT", action("http")) == (200, "")

    assert "managedIdentity" not in place.message("http")


@pytest.mark.parametrize("kind", BARE)
def test_a_stored_secret_does_not_come_back_beside_an_identity(kind: str) -> None:
    place = Place()
    place.send("PUT", action(kind, **PROOFS[kind]))

    assert place.send("PUT", with_identity(kind)) == (200, "")

    assert place.world.job(KEY_OF_JOB).definition.action == stored(with_identity(kind))


def stored(one: Any) -> Any:
    place = Place()
    place.send("PUT", one)
    return place.world.job(KEY_OF_JOB).definition.action


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
    ("http", {"uri": "https://evil.example\\@erp.example.com/"}, "request.uri: must hold no '@'"),
    (
        "http",
        {"uri": "https://evil.example\\.vault.azure.net/", "managedIdentity": VAULT},
        "request.uri: must hold no '@' and no '\\'",
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


def test_an_identity_is_not_kept_where_the_settings_no_longer_allow_it() -> None:
    place = Place()
    place.send("PUT", with_identity("http"))
    place.app = an_app(place.world, actions=ActionSettings(identity=IdentityRules()))

    status, said = place.send("PUT", action("http"), ORIGINAL)

    assert (status, said[:40]) == (400, "properties.action.request.managedIdentit")
