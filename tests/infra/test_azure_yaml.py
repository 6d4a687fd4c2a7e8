"""azure.yaml and the parameters say what azd understands: its own schema takes misspelt keys."""

import json
import re
from typing import Any, Final

import pytest
import yaml

from local.dev.environment import ROOT
from tests.infra.conftest import Report

HOOK: Final = {"posix", "windows"}
KEYS: Final = {
    "": {"name", "requiredVersions", "infra", "services", "hooks"},
    "requiredVersions": {"azd"},
    "infra": {"provider", "path", "module"},
    "services.scheduler": {"project", "language", "host", "remoteBuild", "hooks"},
    "services.scheduler.hooks": {"prepackage"},
    "services.scheduler.hooks.prepackage": HOOK,
    "hooks": {"preprovision", "postprovision"},
    "hooks.preprovision": HOOK,
    "hooks.postprovision": HOOK,
    **{
        f"{hook}.{system}": {"shell", "run"}
        for hook in ("services.scheduler.hooks.prepackage", "hooks.preprovision", "hooks.postprovision")
        for system in sorted(HOOK)
    },
}
OF_AZD: Final = {"AZURE_ENV_NAME", "AZURE_LOCATION", "AZURE_PRINCIPAL_ID", "AZURE_PRINCIPAL_TYPE"}


@pytest.fixture(scope="module")
def azd() -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load((ROOT / "azure.yaml").read_text(encoding="utf-8"))
    return read


@pytest.mark.parametrize("place", KEYS, ids=lambda place: place or "the top")
def test_every_key_is_one_that_azd_knows(azd: dict[str, Any], place: str) -> None:
    found: Any = azd
    for key in filter(None, place.split(".")):
        found = found[key]

    assert set(found) == KEYS[place]


def test_the_service_is_a_function_app_in_python(azd: dict[str, Any]) -> None:
    service = azd["services"]["scheduler"]

    assert (service["project"], service["language"], service["host"]) == (".", "python", "function")


def test_the_site_carries_the_name_of_the_service(azd: dict[str, Any], report: Report) -> None:
    assert report.only("site")["tags"]["azd-service-name"] in azd["services"]
    assert report.only("group")["tags"] == {"azd-env-name": "try"}


def test_an_azd_that_packs_secrets_of_this_machine_is_refused(azd: dict[str, Any]) -> None:
    assert azd["requiredVersions"] == {"azd": ">= 1.18.0"}  # the first that reads .funcignore


def test_azure_installs_what_the_app_imports(azd: dict[str, Any]) -> None:
    assert azd["services"]["scheduler"]["remoteBuild"] is True


def test_what_the_hooks_run_is_there(azd: dict[str, Any]) -> None:
    hooks = [*azd["hooks"].values(), azd["services"]["scheduler"]["hooks"]["prepackage"]]

    told = [[hook[system]["run"] for hook in hooks] for system in ("posix", "windows")]

    scripts = ["infra/keys.py check", "infra/keys.py", "dev.py build"]
    assert told == [[f"{python} {script}" for script in scripts] for python in ("python3", "python")]
    assert all((ROOT / script.split()[0]).is_file() for script in scripts)


def test_the_hook_gets_what_the_deployment_puts_out() -> None:
    outputs = set(re.findall(r"^output (\w+)", bicep("main.bicep"), re.MULTILINE))
    sources = [file.read_text(encoding="utf-8") for file in (ROOT / "infra").rglob("*.py")]
    asked = {name for source in sources for name in re.findall(r'environment\.get\("(\w+)"', source)}

    of_azd = {"AZURE_SUBSCRIPTION_ID", "AZURE_TENANT_ID"}
    assert asked - of_azd == {"KEY_VAULT_NAME", "KEY_VAULT_URI", "APP_RESOURCE_ID", "RESOURCE_MANAGER"}
    assert of_azd <= asked
    assert asked - of_azd <= outputs


def test_every_parameter_in_the_file_is_one_of_the_deployments() -> None:
    given = json.loads((ROOT / "infra/main.parameters.json").read_text(encoding="utf-8"))["parameters"]
    declared = re.findall(r"^param (\w+) \w+( =)?", bicep("main.bicep"), re.MULTILINE)

    assert set(given) <= {name for name, _ in declared}
    assert {name for name, default in declared if not default} <= set(given)


def test_a_variable_that_azd_does_not_set_has_a_default() -> None:
    text = (ROOT / "infra/main.parameters.json").read_text(encoding="utf-8")

    assert set(re.findall(r"\$\{(\w+)\}", text)) <= OF_AZD


def bicep(name: str) -> str:
    return (ROOT / "infra" / name).read_text(encoding="utf-8")
