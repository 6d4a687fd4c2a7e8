"""The app understands every setting that a deployment gives it."""

import json
import re
from typing import Final

import pytest

from infra.keys import SECRETS
from local.dev.environment import ROOT
from shared.functions.settings import Settings, read_settings
from tests.infra.conftest import Report, Resource

APP_IDENTITY: Final = "<identities.bicep appIdentity properties.clientId>"
ACTION_IDENTITY: Final = "<identities.bicep actionIdentity properties.clientId>"
CLIENT_IDS: Final = {
    APP_IDENTITY: "aaaaaaaa-0000-4000-8000-000000000001",
    ACTION_IDENTITY: "bbbbbbbb-0000-4000-8000-000000000002",
}
"""What Azure puts in, once the identities are made."""
OF_IDENTITIES: Final = {
    "SCHEDULER_ACTION_IDENTITY",
    "SCHEDULER_IDENTITY_TARGETS",
    "SCHEDULER_ENTRA_TENANT",
    "SCHEDULER_ENTRA_AUDIENCE",
    "SCHEDULER_ENTRA_PORTAL_CLIENT",
}
OF_THE_HOST: Final = {
    "APPLICATIONINSIGHTS_AUTHENTICATION_STRING",
    "APPLICATIONINSIGHTS_CONNECTION_STRING",
    "AzureWebJobsStorage__blobServiceUri",
    "AzureWebJobsStorage__clientId",
    "AzureWebJobsStorage__credential",
    "AzureWebJobsStorage__queueServiceUri",
    "AzureWebJobsStorage__tableServiceUri",
}


@pytest.fixture
def given(report: Report) -> dict[str, str]:
    return settings_of(report.plain)


def test_the_app_reads_the_settings_and_finds_nothing_odd(given: dict[str, str]) -> None:
    settings = read(given)

    assert settings.warnings == ()
    assert [key.name for key in (*settings.keys, *settings.read_keys)] == ["ops", "dashboard"]
    assert [key.name for key in settings.encryption_keys] == ["first"]


def test_the_app_reaches_its_storage_with_its_own_identity(given: dict[str, str]) -> None:
    storage = read(given).storage

    assert storage.managed_identity
    assert storage.client_id == CLIENT_IDS[APP_IDENTITY]
    assert storage.table_uri == "https://stunique.table.core.windows.net/"
    assert storage.queue_uri == "https://stunique.queue.core.windows.net/"


def test_actions_have_an_identity_of_their_own_that_may_reach_nothing(given: dict[str, str]) -> None:
    assert given["SCHEDULER_ACTION_IDENTITY"] == ACTION_IDENTITY
    assert given["SCHEDULER_IDENTITY_TARGETS"] == ""


def test_every_setting_is_the_apps_or_the_hosts(report: Report) -> None:
    example = json.loads((ROOT / "local.settings.json.example").read_text(encoding="utf-8"))["Values"]
    given = settings_of(report.with_entra)

    assert set(given) - set(example) == (OF_THE_HOST | OF_IDENTITIES) - set(example)


def test_what_is_in_the_example_and_matters_has_the_same_value(given: dict[str, str]) -> None:
    example = json.loads((ROOT / "local.settings.json.example").read_text(encoding="utf-8"))["Values"]
    names = ("SCAN_SCHEDULE", "PYTHON_THREADPOOL_THREAD_COUNT", "FUNCTIONS_REQUEST_BODY_SIZE_LIMIT")

    assert {name: given[name] for name in names} == {name: example[name] for name in names}


def test_without_entra_its_settings_are_left_out(report: Report, given: dict[str, str]) -> None:
    asked_for = settings_of(report.with_entra)

    assert [name for name in given if "ENTRA" in name] == []
    assert asked_for["SCHEDULER_ENTRA_TENANT"] == "11111111-1111-1111-1111-111111111111"
    assert asked_for["SCHEDULER_ENTRA_AUDIENCE"] == "api://scheduler"
    assert asked_for["SCHEDULER_ENTRA_PORTAL_CLIENT"] == "22222222-2222-2222-2222-222222222222"


def test_settings_of_an_operators_own_are_kept_and_win(report: Report) -> None:
    changed = settings_of(report.changed)

    assert changed["SCHEDULER_CONCURRENCY"] == "32"
    assert changed["SCAN_SCHEDULE"] == "*/30 * * * * *"
    assert read({**changed}).warnings == ()


def test_the_hook_makes_exactly_the_secrets_that_the_settings_refer_to(given: dict[str, str]) -> None:
    referred = [secret_of(text) for text in given.values()]

    assert [name for name in referred if name] == list(SECRETS)


def test_no_setting_holds_a_secret(given: dict[str, str]) -> None:
    keys = {name: text for name, text in given.items() if name.endswith("_KEYS")}

    assert len(keys) == 3
    assert [name for name, text in keys.items() if not secret_of(text)] == []


def settings_of(resources: list[Resource]) -> dict[str, str]:
    (found,) = [each.body for each in resources if each.symbol == "settings"]
    assert found["name"] == "appsettings"
    settings: dict[str, str] = found["properties"]
    return settings


def read(given: dict[str, str]) -> Settings:
    """Read the settings as the app does, after Azure has put the secrets in."""
    resolved = {name: secret_of(text) or CLIENT_IDS.get(text, text) for name, text in given.items()}
    return read_settings(
        {name: SECRETS[text]() if text in SECRETS else text for name, text in resolved.items()}
    )


def secret_of(text: str) -> str:
    found = re.fullmatch(r"@Microsoft\.KeyVault\(VaultName=kv-unique;SecretName=([\w-]+)\)", text)
    return found[1] if found else ""
