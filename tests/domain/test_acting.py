"""What is told of a change of a managed identity, and where its tokens go."""

from dataclasses import replace

import pytest

from shared.domain.acting import AnIdentity, Suffixes, identity_of, keep_identity, target_of_identity
from shared.domain.action import Action, ActionType, ServiceBusAction, StorageQueueAction
from shared.domain.authentication import Basic
from shared.domain.contents import words_of_job
from shared.domain.definition import Definition
from shared.domain.identity import IdentityTarget, MessageIdentity, RequestIdentity, read_identity_targets
from shared.domain.messages import ServiceBusMessage, StorageQueueMessage, TransportType
from tests.builders import an_action

PLAIN = an_action(uri="https://erp.example.com/")
HTTP = an_action(uri="https://erp.example.com/", managed_identity=RequestIdentity(audience="api://erp"))
OTHER = an_action(uri="https://erp.example.com/", managed_identity=RequestIdentity(audience="api://two"))
QUEUE = StorageQueueAction(
    message=StorageQueueMessage(account="Acct", queue="q", message="m", managed_identity=MessageIdentity())
)
BUS = ServiceBusAction(
    type=ActionType.SERVICE_BUS_TOPIC,
    message=ServiceBusMessage(
        entity="e",
        namespace="Ns1",
        transport=TransportType.AMQP,
        message="m",
        key_name="",
        managed_identity=MessageIdentity(),
    ),
)
BY_KEY = replace(BUS, message=replace(BUS.message, key_name="send", managed_identity=None))


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        (PLAIN, HTTP, {"action.request.managedIdentity": "set"}),
        (HTTP, OTHER, {"action.request.managedIdentity": "changed"}),
        (HTTP, HTTP, {"action.request.managedIdentity": "kept"}),
        (HTTP, PLAIN, {"action.request.managedIdentity": "removed"}),
        (
            BY_KEY,
            BUS,
            {
                "action.serviceBusTopicMessage.authentication": "removed",
                "action.serviceBusTopicMessage.managedIdentity": "set",
                "action.serviceBusTopicMessage.message": "kept",
            },
        ),
        (
            QUEUE,
            QUEUE,
            {"action.queueMessage.managedIdentity": "kept", "action.queueMessage.message": "kept"},
        ),
    ],
)
def test_a_change_is_told_in_a_word(before: Action, after: Action, words: dict[str, str]) -> None:
    assert dict(words_of_job(Definition(action=before), Definition(action=after))) == words


BASIC = an_action(uri="https://erp.example.com/", authentication=Basic(username="u"))


@pytest.mark.parametrize(
    ("wanted", "stored", "identity"),
    [
        pytest.param(PLAIN, HTTP, RequestIdentity(audience="api://erp"), id="kept"),
        pytest.param(OTHER, HTTP, RequestIdentity(audience="api://two"), id="another is named"),
        pytest.param(BASIC, HTTP, None, id="a secret is named"),
        pytest.param(BY_KEY, BUS, None, id="a key is named"),
        pytest.param(an_action(uri="https://other.example/"), HTTP, None, id="another host"),
        pytest.param(PLAIN, QUEUE, None, id="another kind of action"),
    ],
)
def test_when_it_is_kept(wanted: Action, stored: Action, identity: AnIdentity | None) -> None:
    assert identity_of(keep_identity(wanted, stored)) == identity


@pytest.mark.parametrize(
    ("action", "target"),
    [
        (PLAIN, None),
        (HTTP, IdentityTarget(audience="api://erp", host="erp.example.com", by_request=True)),
        (
            an_action(uri="HTTPS://ERP.example.com:8443/", managed_identity=RequestIdentity(audience="a")),
            IdentityTarget(audience="a", host="erp.example.com", port=8443, by_request=True),
        ),
        (QUEUE, IdentityTarget(audience="https://storage.azure.com/", host="acct.queue.core.example")),
        (BUS, IdentityTarget(audience="https://servicebus.azure.net/", host="ns1.bus.example")),
    ],
)
def test_where_its_tokens_go(action: Action, target: IdentityTarget | None) -> None:
    suffixes = Suffixes(storage="core.example", service_bus="bus.example")

    assert target_of_identity(action, suffixes) == target


@pytest.mark.parametrize(
    ("allowed", "audience", "host", "covered"),
    [
        ("api://erp|erp.example.com", "api://erp", "erp.example.com", True),
        ("api://erp|erp.example.com", "api://erp/", "ERP.example.com", True),
        ("api://erp|erp.example.com", "api://ERP", "erp.example.com", False),
        ("api://erp|erp.example.com", "api://erp", "erp.example.com.", False),
        ("api://erp|erp.example.com", "api://erp", "x.erp.example.com", False),
        ("a|*.vault.azure.net", "a", "v1.vault.azure.net", True),
        ("a|*.vault.azure.net", "a", "vault.azure.net", False),
        ("a|*.vault.azure.net", "a", "evilvault.azure.net", False),
        ("a|*.queue.core.windows.net", "a", "acct.queue.core.windows.net", True),
        ("a|*.queue.core.windows.net", "a", "acct.blob.core.windows.net", False),
        ("a|*.servicebus.chinacloudapi.cn", "a", "ns.servicebus.chinacloudapi.cn", True),
        ("a|*.vault.usgovcloudapi.net", "a", "v1.vault.usgovcloudapi.net", True),
    ],
)
def test_which_targets_an_entry_allows(allowed: str, audience: str, host: str, *, covered: bool) -> None:
    (entry,) = read_identity_targets([allowed])

    assert entry.covers(IdentityTarget(audience=audience, host=host)) is covered


@pytest.mark.parametrize(
    ("allowed", "host", "covered"),
    [
        ("a|*.servicebus.windows.net", "ns1.servicebus.windows.net", False),
        ("a|*.servicebus.usgovcloudapi.net", "ns1.servicebus.usgovcloudapi.net", False),
        ("a|*.servicebus.chinacloudapi.cn", "ns1.servicebus.chinacloudapi.cn", False),
        ("a|*.one.servicebus.windows.net", "ns1.one.servicebus.windows.net", False),
        ("a|ns1.servicebus.windows.net", "ns1.servicebus.windows.net", True),
        ("a|*.vault.azure.net", "v1.vault.azure.net", True),
        ("a|*.blob.core.windows.net", "a1.blob.core.windows.net", True),
    ],
)
def test_a_request_goes_to_no_relay_that_anybody_can_have(allowed: str, host: str, *, covered: bool) -> None:
    (entry,) = read_identity_targets([allowed])

    assert entry.covers(IdentityTarget(audience="a", host=host, by_request=True)) is covered
    assert entry.covers(IdentityTarget(audience="a", host=host))
