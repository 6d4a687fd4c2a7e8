"""The workflows have the form that GitHub reads, and zizmor finds nothing unsafe in them."""

import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from local.dev.environment import ROOT
from local.dev.infra_checks import ensure_infra_checks

GITHUB = ROOT / ".github"
EXAMPLE = ROOT / "docs" / "examples" / "jobs-as-code.yml"
WORKFLOWS = [*sorted((GITHUB / "workflows").glob("*.yml")), EXAMPLE]


@pytest.fixture(scope="module")
def scripts() -> Path:
    return ensure_infra_checks().parent


@pytest.mark.parametrize(
    ("schema", "files"),
    [("vendor.github-workflows", WORKFLOWS), ("vendor.dependabot", [GITHUB / "dependabot.yml"])],
)
def test_the_files_have_the_form_that_github_reads(scripts: Path, schema: str, files: list[Path]) -> None:
    run([scripts / "python", "-m", "check_jsonschema", "--builtin-schema", schema, *files])


def test_nothing_unsafe_is_found(scripts: Path) -> None:
    zizmor = scripts / ("zizmor.exe" if sys.platform == "win32" else "zizmor")
    run([zizmor, "--offline", "--quiet", GITHUB, EXAMPLE])


def test_a_deployment_may_read_the_project_and_sign_in_and_nothing_else() -> None:
    deploy = yaml.safe_load((GITHUB / "workflows" / "deploy.yml").read_text(encoding="utf-8"))

    assert deploy["permissions"] == {}
    assert deploy["jobs"]["deploy"]["permissions"] == {"contents": "read", "id-token": "write"}


def test_the_example_lets_a_plan_comment_and_an_apply_only_read() -> None:
    example = yaml.safe_load(EXAMPLE.read_text(encoding="utf-8"))

    assert example["permissions"] == {}
    assert example["jobs"]["plan"]["permissions"] == {"contents": "read", "pull-requests": "write"}
    assert example["jobs"]["apply"]["permissions"] == {"contents": "read"}


def test_the_portal_is_built_before_the_app_is_deployed() -> None:
    deploy = yaml.safe_load((GITHUB / "workflows" / "deploy.yml").read_text(encoding="utf-8"))
    steps = deploy["jobs"]["deploy"]["steps"]
    build, clear, publish = steps[2], steps[3], steps[-1]

    assert build["run"] == "python dev.py build"
    assert clear["run"].startswith("rm -rf .venv node_modules .npm")
    assert publish["uses"].startswith("azure/functions-action@")
    assert publish["with"]["remote-build"] is True
    assert publish["with"]["respect-funcignore"] is True


def run(command: list[str | Path]) -> None:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
