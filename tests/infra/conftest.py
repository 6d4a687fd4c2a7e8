"""What the checks of the Bicep files found, asked once: they run in an environment of their own."""

import json
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest

from local.dev.environment import ROOT
from local.dev.infra_checks import ensure_infra_checks
from tests.infra.vaults import AVault, FakeVault, Line, a_line

PLAIN: Final = {"environmentName": "try", "location": "westeurope", "principalId": "me"}
WITH_ENTRA: Final = {
    **PLAIN,
    "entraTenant": "11111111-1111-1111-1111-111111111111",
    "entraAudience": "api://scheduler",
    "entraPortalClient": "22222222-2222-2222-2222-222222222222",
}
BY_NOBODY: Final = {**PLAIN, "principalId": ""}
CHANGED: Final = {
    **PLAIN,
    "principalType": "ServicePrincipal",
    "purgeProtection": True,
    "pythonVersion": "3.12",
    "alertEmail": "ops@example.com",
    "moreSettings": {"SCHEDULER_CONCURRENCY": "32", "SCAN_SCHEDULE": "*/30 * * * * *"},
}
"""What an operator may change in the file of parameters."""
SAMPLE: Final = 6
"""Every so many names are misspelt here; `dev.py infra` takes all of them."""

SPOILED: Final = [
    (
        "storage.bicep",
        "'TLS1_2'",
        "'TLS1_9'",
        "account: properties.minimumTlsVersion is 'TLS1_9', not one of",
    ),
    ("app.bicep", "httpsOnly: true", "httpsOnly: 'yes'", "site: properties.httpsOnly is no bool"),
    ("app.bicep", "reserved: true", "provisioningState: 'Succeeded'", "cannot be set"),
    ("vault.bicep", "    tenantId: tenant().tenantId\n", "", "vault: properties.tenantId is missing"),
    ("main.bicep", "    sku: storageSku\n", "", "storage: storage.bicep needs the parameter sku"),
    ("main.bicep", "    name: vaultName\n", "    name: valutName\n", "valutName is not declared"),
    ("identities.bicep", "userAssignedIdentities@", "userIdentities@", "no type is known for"),
]
"""File, what stands there, what is put in its place, and what is said about it."""


@dataclass(frozen=True, slots=True)
class Resource:
    """A resource as a deployment would send it."""

    file: str
    symbol: str
    type: str
    body: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    faults: list[str]
    misspellings: dict[str, list[dict[str, Any]]]
    plain: list[Resource]
    with_entra: list[Resource]
    by_nobody: list[Resource]
    changed: list[Resource]
    spoiled: list[str]
    """The faults of a copy of the files, in which SPOILED was changed."""

    def only(self, symbol: str) -> dict[str, Any]:
        """Return the body of the resource that its file calls so."""
        return body_of(symbol, self.plain)


def body_of(symbol: str, resources: list[Resource]) -> dict[str, Any]:
    (found,) = [resource.body for resource in resources if resource.symbol == symbol]
    return found


@pytest.fixture(scope="session")
def report(tmp_path_factory: pytest.TempPathFactory) -> Report:
    told = ask([PLAIN, WITH_ENTRA, BY_NOBODY, CHANGED], spoil(tmp_path_factory.mktemp("bicep")))
    deployments = [[Resource(**each) for each in deployment] for deployment in told["deployments"]]
    plain, with_entra, by_nobody, changed = deployments
    return Report(
        faults=told["faults"],
        misspellings=told["misspellings"],
        plain=plain,
        with_entra=with_entra,
        by_nobody=by_nobody,
        changed=changed,
        spoiled=told["spoiled"],
    )


def spoil(folder: Path) -> Path:
    """Return a copy of the Bicep files, with faults."""
    shutil.copytree(ROOT / "infra", folder, dirs_exist_ok=True)
    for name, right, wrong, _ in SPOILED:
        text = (folder / name).read_text(encoding="utf-8")
        assert right in text
        (folder / name).write_text(text.replace(right, wrong, 1), encoding="utf-8")
    return folder


def ask(deployments: Sequence[Mapping[str, Any]], spoiled: Path) -> dict[str, Any]:
    command: list[str | Path] = [
        *(ensure_infra_checks(), "-m", "local.infra_checks", "--every", str(SAMPLE)),
        *("--deploy", json.dumps(deployments), "--spoiled", spoiled),
    ]
    told: dict[str, Any] = json.loads(subprocess.check_output(command, cwd=ROOT, encoding="utf-8"))
    return told


@pytest.fixture(scope="module")
def line(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Line]:
    with pytest.MonkeyPatch.context() as patch, a_line(tmp_path_factory.mktemp("vault")) as line:
        patch.setenv("NO_PROXY", "127.0.0.1,localhost")
        yield line


@pytest.fixture
def a_vault(line: Line) -> AVault:
    def build(secrets: dict[str, str] | None = None, **changes: Any) -> FakeVault:
        return FakeVault(line, {**(secrets or {})}, **changes)

    return build
