"""The file that asks for secrets, and what was filled in."""

import json
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from migrate.planning.collection import PlannedCollection
from migrate.prepare import PreparedJob
from migrate.secrets_file import read_secrets, unused, write_template
from migrate.terminal import Problem
from shared.domain.action import Action, ActionType, ErrorAction
from shared.domain.authentication import ActiveDirectoryOAuth, Basic, ClientCertificate
from shared.domain.collection import Defaults, JobCollection
from shared.domain.keys import CollectionKey, JobKey
from tests.builders import a_definition, an_action
from tests.migrate.builders import (
    ID,
    NIGHTLY,
    PASSWORD,
    a_bus_action,
    a_filled_entry,
    a_key,
    a_planned_collection,
    a_prepared_job,
    a_queue_action,
)

Secrets = dict[JobKey | CollectionKey, dict[str, str]]
SAS_KEY = "action.serviceBusQueueMessage.authentication.sasKey"
OF_DEFAULTS = "defaults.errorAction.queueMessage.sasToken"
CERTIFICATE = ClientCertificate(thumbprint="AB12")
OAUTH = ActiveDirectoryOAuth(tenant="contoso.example", audience="https://api.example", client_id="client-1")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "secrets.json"


@pytest.fixture
def open_umask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def a_job_for(action: Action, *missing: str, name: str = "backup", **changes: Any) -> PreparedJob:
    return a_prepared_job(name, definition=a_definition(action=action, **changes), missing=missing)


def a_job_with_password(name: str = "backup", username: str = "clerk", **request: Any) -> PreparedJob:
    action = an_action(authentication=Basic(username=username), **request)
    return a_job_for(action, PASSWORD, name=name)


def asked_by(file: Path, *jobs: PreparedJob) -> list[Any]:
    write_template(file, jobs)
    entries: list[Any] = json.loads(file.read_text(encoding="utf-8"))["secrets"]
    return entries


@pytest.mark.parametrize(
    ("action", "field", "purpose"),
    [
        pytest.param(
            an_action(authentication=Basic(username="clerk")),
            PASSWORD,
            "password of user 'clerk' at http://receiver.example",
            id="Basic",
        ),
        pytest.param(
            an_action(authentication=CERTIFICATE),
            "action.request.authentication.pfx",
            "pfx of client certificate AB12 at http://receiver.example",
            id="PFX file",
        ),
        pytest.param(
            an_action(authentication=CERTIFICATE),
            PASSWORD,
            "password of client certificate AB12 at http://receiver.example",
            id="password of a PFX file",
        ),
        pytest.param(
            an_action(authentication=ClientCertificate()),
            "action.request.authentication.pfx",
            "pfx of client certificate without a known thumbprint at http://receiver.example",
            id="unknown certificate",
        ),
        pytest.param(
            an_action(authentication=OAUTH),
            "action.request.authentication.secret",
            "secret of client 'client-1' of tenant 'contoso.example' for 'https://api.example' "
            "at http://receiver.example",
            id="OAuth",
        ),
        pytest.param(
            a_queue_action(account="Accounts"),
            "action.queueMessage.sasToken",
            "sasToken of Storage account 'accounts', queue 'orders'",
            id="Storage queue",
        ),
        pytest.param(
            a_bus_action(),
            SAS_KEY,
            "sasKey of Service Bus 'busy', 'orders', key 'sender'",
            id="Service Bus queue",
        ),
        pytest.param(
            a_bus_action(ActionType.SERVICE_BUS_TOPIC),
            "action.serviceBusTopicMessage.authentication.sasKey",
            "sasKey of Service Bus 'busy', 'orders', key 'sender'",
            id="Service Bus topic",
        ),
    ],
)
def test_each_kind_of_secret_is_asked_for(file: Path, action: Action, field: str, purpose: str) -> None:
    asked = asked_by(file, a_job_for(action, field))

    assert asked == [{"for": purpose, "value": "", "usedBy": [{"job": f"{ID}/jobs/backup", "field": field}]}]


def test_the_secret_of_an_error_action_is_that_of_its_own_target(file: Path) -> None:
    field = "action.errorAction.queueMessage.sasToken"
    job = a_job_for(an_action(), field, error_action=ErrorAction(action=a_queue_action()))

    (asked,) = asked_by(file, job)

    assert asked["for"] == "sasToken of Storage account 'accounts', queue 'orders'"


def test_jobs_that_call_the_same_target_share_a_filled_entry(file: Path) -> None:
    one = a_job_with_password("one", uri="http://Receiver.example/one")
    other = a_job_with_password("other", uri="HTTP://receiver.example/other", method="POST")

    (asked,) = asked_by(file, one, other)

    assert asked["usedBy"] == [
        {"job": f"{ID}/jobs/one", "field": PASSWORD},
        {"job": f"{ID}/jobs/other", "field": PASSWORD},
    ]


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(a_job_with_password(username="boss"), id="user"),
        pytest.param(a_job_with_password(username="Clerk"), id="case of the user"),
        pytest.param(a_job_with_password(uri="https://receiver.example/hook"), id="scheme"),
        pytest.param(a_job_with_password(uri="http://receiver.example:8080/hook"), id="port"),
        pytest.param(a_job_with_password(uri="http://other.example/hook"), id="host"),
    ],
)
def test_another_target_is_asked_for_apart(file: Path, other: PreparedJob) -> None:
    assert len(asked_by(file, a_job_with_password(), other)) == 2


def test_a_password_in_an_address_is_not_shown(file: Path) -> None:
    (asked,) = asked_by(file, a_job_with_password(uri="http://someone:s3cret@receiver.example/"))

    assert asked["for"] == "password of user 'clerk' at http://receiver.example"


def test_it_says_how_many_secrets_are_asked_for(file: Path) -> None:
    certificate = a_job_for(
        an_action(authentication=CERTIFICATE), PASSWORD, "action.request.authentication.pfx"
    )

    assert write_template(file, [certificate, a_job_with_password(), a_prepared_job()]) == 3


def test_only_its_owner_may_read_the_file(file: Path, open_umask: None) -> None:
    write_template(file, [a_job_with_password()])

    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_file_that_exists_is_not_overwritten(file: Path) -> None:
    file.write_text("s3cret")

    with pytest.raises(Problem) as refused:
        write_template(file, [a_job_with_password()])

    assert str(refused.value) == f"{file} exists already, perhaps with secrets in it: choose another name."
    assert file.read_text() == "s3cret"


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(Problem) as refused:
        write_template(tmp_path / "no" / "secrets.json", [])

    assert str(refused.value) == f"Cannot write {tmp_path}/no/secrets.json: No such file or directory."


def test_what_was_filled_in_comes_back_by_job_and_field(file: Path) -> None:
    bus = a_job_for(a_bus_action(), SAS_KEY, name="bus")
    write_template(file, [a_job_with_password("one"), a_job_with_password("other"), bus])
    empty = file.read_text(encoding="utf-8")

    begun = empty.replace('"value": ""', '"value": "päßwörd 🔑"', 1)
    file.write_text(begun.replace('"value": ""', '"value": "k=="'), encoding="utf-8")

    assert read_secrets(file) == {
        a_key("one"): {PASSWORD: "päßwörd 🔑"},
        a_key("other"): {PASSWORD: "päßwörd 🔑"},
        a_key("bus"): {SAS_KEY: "k=="},
    }


def test_what_is_left_empty_is_not_given(file: Path) -> None:
    write_template(file, [a_job_with_password()])

    assert read_secrets(file) == {}


def test_an_editor_may_leave_comments_and_another_encoding(file: Path) -> None:
    text = json.dumps({"secrets": [a_filled_entry()]})
    file.write_text(f"// mine\n{text[:-1]},}}", encoding="utf-16")

    assert read_secrets(file) == {a_key(): {PASSWORD: "s3cret"}}


def test_a_job_may_be_given_another_value_in_an_entry_of_its_own(file: Path) -> None:
    other = a_filled_entry("other", job=f"{ID.upper()}/jobs/other")
    file.write_text(json.dumps({"secrets": [a_filled_entry("one"), other]}))

    assert read_secrets(file) == {a_key(): {PASSWORD: "one"}, a_key("other"): {PASSWORD: "other"}}


def test_a_file_that_is_not_there_is_told(file: Path) -> None:
    with pytest.raises(Problem) as refused:
        read_secrets(file)

    assert str(refused.value) == f"Cannot read {file}: No such file or directory."


def test_a_secret_that_no_job_needs_is_named_without_its_value() -> None:
    needing = a_prepared_job(secrets={PASSWORD: "s3cret"})
    given: Secrets = {
        a_key(): {PASSWORD: "s3cret", SAS_KEY: "s3cret"},
        a_key("gone"): {PASSWORD: "s3cret"},
        NIGHTLY: {OF_DEFAULTS: "s3cret"},
    }

    assert unused(given, [needing], []) == [
        f"{ID}/jobs/backup: {SAS_KEY}",
        f"{ID}/jobs/gone: {PASSWORD}",
        f"{ID}: {OF_DEFAULTS}",
    ]


def test_secrets_that_are_all_needed_are_not_named() -> None:
    needing = a_prepared_job(secrets={PASSWORD: "s3cret"})
    collection = a_planned_collection(secrets={OF_DEFAULTS: "s3cret"})
    given: Secrets = {a_key("BACKUP"): {PASSWORD: "s3cret"}, NIGHTLY: {OF_DEFAULTS: "s3cret"}}

    assert unused(given, [needing, collection], []) == []


def test_secrets_of_what_cannot_be_imported_are_not_named() -> None:
    given: Secrets = {a_key("backup"): {PASSWORD: "s3cret"}, NIGHTLY: {OF_DEFAULTS: "s3cret"}}

    assert unused(given, [], [a_key("backup"), NIGHTLY]) == []


def a_collection_for(action: Action, *missing: str) -> PlannedCollection:
    """A collection whose defaults lack secrets."""
    defaults = Defaults(error_action=ErrorAction(action=action))
    collection = JobCollection(key=NIGHTLY, location="West Europe", defaults=defaults)
    return a_planned_collection(collection=collection, missing=missing)


def test_the_secret_of_a_collection_is_asked_for_and_shared_with_its_jobs(file: Path) -> None:
    lacking = a_collection_for(a_queue_action(), OF_DEFAULTS)
    job = a_job_for(a_queue_action(), "action.queueMessage.sasToken")

    assert write_template(file, [lacking, job]) == 1

    (asked,) = json.loads(file.read_text(encoding="utf-8"))["secrets"]
    assert asked == {
        "for": "sasToken of Storage account 'accounts', queue 'orders'",
        "value": "",
        "usedBy": [
            {"collection": ID, "field": OF_DEFAULTS},
            {"job": f"{ID}/jobs/backup", "field": "action.queueMessage.sasToken"},
        ],
    }


def test_what_was_filled_in_for_a_collection_is_read(file: Path) -> None:
    use = {"collection": ID, "field": OF_DEFAULTS.upper()}
    file.write_text(json.dumps({"secrets": [{"value": "s3cret", "usedBy": [use]}]}))

    assert read_secrets(file) == {NIGHTLY: {OF_DEFAULTS: "s3cret"}}


@pytest.mark.parametrize(
    ("use", "words"),
    [
        pytest.param(
            {"collection": f"{ID}/jobs/backup", "field": OF_DEFAULTS},
            "collection: is not the id of a collection",
            id="the id of a job",
        ),
        pytest.param(
            {"collection": ID, "field": PASSWORD}, "field: is no field of a secret", id="the field of a job"
        ),
        pytest.param(
            {"job": f"{ID}/jobs/backup", "field": OF_DEFAULTS},
            "field: is no field of a secret",
            id="the field of a collection",
        ),
    ],
)
def test_jobs_and_collections_are_not_confused(file: Path, use: dict[str, str], words: str) -> None:
    file.write_text(json.dumps({"secrets": [{"value": "s3cret", "usedBy": [use]}]}))

    with pytest.raises(Problem) as refused:
        read_secrets(file)

    assert str(refused.value) == f"{file}: secrets[0].usedBy[0].{words}."
