"""What is kept of a managed identity, by whom, and what takes its place."""

from typing import Any

import pytest

from shared.domain.about import EXTENDED
from shared.domain.identity import IdentityRules
from shared.functions.action_settings import ActionSettings
from tests.functions.calls import an_app
from tests.functions.identity.places import (
    BARE,
    BASIC,
    ERP,
    ORIGINAL,
    SAS,
    Place,
    action,
    with_identity,
    wrapped,
)
from tests.functions.test_secrets_and_targets import KEY as KEY_OF_JOB

PROOFS: dict[str, dict[str, Any]] = {
    "http": {"authentication": BASIC},
    "storage": {"sasToken": "s3cret"},
    "queue": {"authentication": SAS},
    "topic": {"authentication": SAS},
}


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


def test_an_identity_is_not_kept_where_the_settings_no_longer_allow_it() -> None:
    place = Place()
    place.send("PUT", with_identity("http"))
    place.app = an_app(place.world, actions=ActionSettings(identity=IdentityRules()))

    status, said = place.send("PUT", action("http"), ORIGINAL)

    assert (status, said[:40]) == (400, "properties.action.request.managedIdentit")
