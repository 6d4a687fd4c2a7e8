"""The whole way without any secret: storage and an action with tokens of two managed identities."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import requests

from local.dev.azurite import ACCOUNT, Azurite, free_ports
from local.dev.node import ensure_azurite
from tests.end_to_end.app_process import COLLECTION, LONGEST_WAIT, a_running_app, wait_for
from tests.identity import FOR_ACTIONS, OF_THE_APP, IdentityEndpoint, an_identity_endpoint, claims_of
from tests.receiver import Receiver, a_receiver
from tests.tls import Authority, an_authority

KEY = "0123456789abcdef0123456789abcdef"
AUDIENCE = "api://erp"


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    return an_authority(tmp_path)


@pytest.fixture
def storage(authority: Authority, tmp_path: Path) -> Iterator[Azurite]:
    azurite = Azurite(ensure_azurite(), tmp_path / "azurite", free_ports(), authority.server_file())
    azurite.start()
    yield azurite
    azurite.stop()


@pytest.fixture
def endpoint() -> Iterator[IdentityEndpoint]:
    with an_identity_endpoint() as found:
        yield found


@pytest.fixture
def erp(authority: Authority) -> Iterator[Receiver]:
    with a_receiver(tls=authority.server_context()) as receiver:
        yield receiver


def test_an_app_without_any_secret_runs_a_job(
    storage: Azurite, authority: Authority, endpoint: IdentityEndpoint, erp: Receiver
) -> None:
    settings = {
        **endpoint.environment,
        **by_identity(storage),
        "REQUESTS_CA_BUNDLE": authority.ca_file,
        "SCHEDULER_CA_FILE": authority.ca_file,
        "SCHEDULER_KEYS": f"test={KEY}",
        "SCHEDULER_ACTION_IDENTITY": FOR_ACTIONS,
        "SCHEDULER_IDENTITY_TARGETS": f"{AUDIENCE}|127.0.0.1:{urlsplit(erp.uri).port}",
        "SCAN_SCHEDULE": "* * * * * *",
    }
    with a_running_app(settings) as app:
        ask("PUT", app + COLLECTION, {"location": "West Europe"})
        ask("PUT", f"{app}{COLLECTION}/jobs/erp", a_job(erp.uri))
        seen = erp.next_request(within=LONGEST_WAIT)
        (entry,) = wait_for(lambda: ask("GET", f"{app}{COLLECTION}/jobs/erp/history")["value"])

    token = claims_of(seen.headers["authorization"].removeprefix("Bearer "))
    assert (token["aud"], token["appid"]) == (AUDIENCE, FOR_ACTIONS)
    assert entry["properties"]["message"] == "Http Action - Response from host '127.0.0.1': 'OK'"
    asked = set(endpoint.asked())
    assert asked == {("https://storage.azure.com", OF_THE_APP), (AUDIENCE, FOR_ACTIONS)}


def by_identity(storage: Azurite) -> dict[str, str]:
    where = {"queue": storage.ports.queue, "table": storage.ports.table}
    addresses = {
        f"AzureWebJobsStorage__{part}ServiceUri": f"https://127.0.0.1:{port}/{ACCOUNT}"
        for part, port in where.items()
    }
    return {
        **addresses,
        "AzureWebJobsStorage": "",
        "AzureWebJobsStorage__credential": "managedidentity",
        "AzureWebJobsStorage__clientId": OF_THE_APP,
    }


def a_job(uri: str) -> dict[str, Any]:
    request = {"uri": uri, "method": "POST", "managedIdentity": {"audience": AUDIENCE}}
    return {"properties": {"action": {"type": "Https", "request": request}}}


def ask(method: str, address: str, body: object = None) -> Any:
    answer = requests.request(
        method,
        address,
        json=body,
        params={"api-version": "2026-11-01"},
        headers={"x-functions-key": KEY},
        timeout=LONGEST_WAIT,
    )
    assert answer.ok, answer.text
    return answer.json()
