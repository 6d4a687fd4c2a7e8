"""The command lines of import, export, enable and disable, read without any installed package."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from migrate.options import parse

ROOT = Path(__file__).parents[2]
APP = "https://app.example"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    without_packages = [sys.executable, "-S", "dev.py", *arguments]
    return subprocess.run(without_packages, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)


def complaint(capsys: pytest.CaptureFixture[str], command: str, *arguments: str) -> str:
    with pytest.raises(SystemExit) as ended:
        parse(command, arguments)
    shown = capsys.readouterr()
    assert (ended.value.code, shown.out) == (2, "")
    return shown.err.splitlines()[-1]


@pytest.mark.parametrize(
    ("command", "words"),
    [
        pytest.param(
            "import",
            "Bring jobs over from what is left of Azure Scheduler, and from other schedulers.",
            id="import",
        ),
        pytest.param("export", "Write job collections and their jobs out as ARM JSON", id="export"),
        pytest.param("enable", "Let the jobs of collections run", id="enable"),
        pytest.param("disable", "Let no job of collections run", id="disable"),
        pytest.param("reseal", "which also cancels retries that wait", id="reseal"),
        pytest.param("plan", "exit codes: 0 nothing to do, 3 there are changes", id="plan"),
        pytest.param("apply", "exit codes: 0 done, or nothing to do; 1 refused or failed", id="apply"),
    ],
)
def test_help_needs_no_installed_package(command: str, words: str) -> None:
    shown = run(command, "--help")

    assert (shown.returncode, shown.stderr) == (0, "")
    assert shown.stdout.startswith(f"usage: python3 dev.py {command} ")
    assert words in shown.stdout


def test_a_mistake_is_told_without_any_installed_package() -> None:
    shown = run("import", "jobs.json", "--report", "report.pdf", "--dry-run")

    assert (shown.returncode, shown.stdout) == (2, "")
    assert shown.stderr.splitlines()[-1] == (
        "python3 dev.py import: error: argument --report: must end with .json or .html"
    )


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        pytest.param([], "the following arguments are required: FILE", id="nothing"),
        pytest.param(["--to", APP], "the following arguments are required: FILE", id="no file"),
        pytest.param(
            ["a.json"],
            "the following arguments are required: --to (or --dry-run, to look at the files alone)",
            id="no app",
        ),
        pytest.param(["a.json", "--to", ""], "argument --to: must not be empty", id="a variable not set"),
        pytest.param(
            ["a.json", "--to", " ", "--dry-run"], "argument --to: must not be empty", id="in a dry run too"
        ),
        pytest.param(
            ["a.json", "--to"], "argument --to: expected one argument", id="an option without a value"
        ),
        pytest.param(
            ["a.json", "--dry-run", "--sku", "Gold"],
            "argument --sku: 'Gold' is none of Standard, Free, P10Premium, P20Premium",
            id="no plan",
        ),
        pytest.param(
            ["a.json", "--dry-run", "--without-secrets", "never"],
            "argument --without-secrets: 'never' is none of disabled, skip, fail",
            id="no way to go without secrets",
        ),
        pytest.param(
            ["a.json", "--dry-run", "--report", "report"],
            "argument --report: must end with .json or .html",
            id="a report of no kind",
        ),
        pytest.param(
            ["a.json", "--dry-run", "--force"], "unrecognized arguments: --force", id="unknown option"
        ),
    ],
)
def test_a_wrong_import_is_refused(
    capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    told = complaint(capsys, "import", *arguments)

    assert told.startswith(f"python3 dev.py import: error: {words}")


@pytest.mark.parametrize(
    ("command", "arguments", "words"),
    [
        pytest.param(
            "export",
            ["--from", "", "--subscription", "s"],
            "argument --from: must not be empty",
            id="from nowhere",
        ),
        pytest.param(
            "export",
            ["--from", APP, "--subscription", "s", "--as", "pulumi"],
            "argument --as: 'pulumi' is none of rest, arm, bicep, terraform-azapi",
            id="in a form that is not known",
        ),
        pytest.param("enable", [], "the following arguments are required: --collection", id="enable"),
        pytest.param("reseal", [], "the following arguments are required: --subscription", id="reseal"),
        pytest.param(
            "reseal",
            ["--subscription", "s"],
            "one of the arguments --to --app is required",
            id="a login does not decide what is changed",
        ),
        pytest.param(
            "enable",
            ["--collection", "c", "--to", APP, "--app", "prod"],
            "argument --app: not allowed with argument --to",
            id="two apps",
        ),
        pytest.param("plan", [], "the following arguments are required: DIR", id="plan"),
        pytest.param("apply", ["jobs"], "one of the arguments --to --app is required", id="apply nowhere"),
        pytest.param(
            "plan",
            ["jobs", "--to", APP, "--yes"],
            "unrecognized arguments: --yes",
            id="a plan needs no consent",
        ),
        pytest.param(
            "disable",
            ["--to", APP],
            "the following arguments are required: --collection",
            id="disable nothing",
        ),
        pytest.param(
            "disable",
            ["--to", "", "--collection", "c"],
            "argument --to: must not be empty",
            id="disable nowhere",
        ),
    ],
)
def test_the_other_commands_are_refused_likewise(
    capsys: pytest.CaptureFixture[str], command: str, arguments: list[str], words: str
) -> None:
    assert complaint(capsys, command, *arguments) == f"python3 dev.py {command}: error: {words}"


@pytest.mark.parametrize(
    "looking",
    [
        pytest.param(["--dry-run"], id="dry run"),
        pytest.param(["--secrets-template", "secrets.json"], id="asking for secrets"),
    ],
)
def test_who_only_looks_needs_no_app(looking: list[str]) -> None:
    assert parse("import", ["a.json", *looking]).to is None


@pytest.mark.parametrize(
    ("option", "value"),
    [
        pytest.param("files", ["a.json", "-"], id="files"),
        pytest.param("to", APP, id="to"),
        pytest.param("key", None, id="key"),
        pytest.param("dry_run", False, id="dry run"),
        pytest.param("disabled", False, id="disabled"),
        pytest.param("accept_loss", False, id="accept loss"),
        pytest.param("replace", False, id="replace"),
        pytest.param("without_secrets", "disabled", id="without secrets"),
        pytest.param("secrets", None, id="secrets"),
        pytest.param("secrets_template", None, id="secrets template"),
        pytest.param("report", [], id="report"),
        pytest.param("sku", None, id="sku"),
    ],
)
def test_an_import_is_careful_unless_told_otherwise(option: str, value: Any) -> None:
    assert getattr(parse("import", ["a.json", "-", "--to", APP]), option) == value


@pytest.mark.parametrize(
    ("arguments", "option", "value"),
    [
        pytest.param(["--sku", "p10premium"], "sku", "P10Premium", id="a plan in another case"),
        pytest.param(["--secrets", "s.json"], "secrets", Path("s.json"), id="secrets, not their template"),
        pytest.param(
            ["--report", "a.JSON", "--report", "b.html"],
            "report",
            [Path("a.JSON"), Path("b.html")],
            id="several reports",
        ),
        pytest.param(["--without-secrets", "skip"], "without_secrets", "skip", id="without secrets"),
        pytest.param(["--key", "k3y"], "key", "k3y", id="key"),
    ],
)
def test_what_an_import_is_told(arguments: list[str], option: str, value: Any) -> None:
    assert getattr(parse("import", ["a.json", "--to", APP, *arguments]), option) == value


def test_an_export_may_name_several_collections() -> None:
    options = parse(
        "export", ["--from", APP, "--subscription", "s", "--collection", "a", "--collection", "b"]
    )

    assert (getattr(options, "from"), options.subscription) == (APP, "s")
    assert (options.collection, options.out) == (["a", "b"], None)


@pytest.mark.parametrize(
    ("arguments", "form"), [([], "rest"), (["--as", "terraform-azapi"], "terraform-azapi")]
)
def test_an_export_is_in_the_form_of_the_api_unless_told_otherwise(arguments: list[str], form: str) -> None:
    assert parse("export", ["--from", APP, "--subscription", "s", *arguments]).form == form


@pytest.mark.parametrize("option", ["yes", "prune", "break_lock", "send_secrets"])
def test_an_apply_is_careful_unless_told_otherwise(option: str) -> None:
    assert getattr(parse("apply", ["jobs", "--to", APP]), option) is False


@pytest.mark.parametrize("verb", ["enable", "disable"])
def test_several_collections_may_be_switched(verb: str) -> None:
    options = parse(verb, ["--to", APP, "--collection", "a", "--collection", "b"])

    assert (options.to, options.collection, options.subscription) == (APP, ["a", "b"], None)
