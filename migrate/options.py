"""The command lines of moving in and out. Reading them needs no package that must be installed."""

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from migrate.app_options import add_app
from migrate.asking.options import ASKING
from migrate.code.options import AS_CODE
from migrate.exporting.form import Form
from migrate.filling_options import add_accept_loss, add_filling
from migrate.login_options import LOGGING_IN
from migrate.preview_options import PREVIEW
from migrate.usage import CommandLine, one_of

REPORTS: Final = (".json", ".html")


def parse(command: str, arguments: Sequence[str]) -> argparse.Namespace:
    """Return the options of one of the commands; end the program if they are wrong."""
    return COMMANDS[command].parse(command, arguments)


def _add_import(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="a file, a folder with all files in it, or - for stdin"
    )
    add_app(parser, "--to", required=False, changes=True)
    parser.add_argument(
        "--dry-run", action="store_true", help="change nothing and say what would be done, job by job"
    )
    add_filling(parser)
    _add_secrets(parser)
    _add_arrival(parser)
    parser.add_argument(
        "--report",
        action="append",
        default=[],
        type=_report,
        metavar="FILE",
        help="write the report as FILE.json for programs or FILE.html for people; can be repeated",
    )


def _add_arrival(parser: argparse.ArgumentParser) -> None:
    how = parser.add_argument_group("how jobs arrive")
    how.add_argument(
        "--disabled", action="store_true", help="create the collections disabled, to be enabled when ready"
    )
    add_accept_loss(how)
    how.add_argument(
        "--replace", action="store_true", help="replace what exists and differs; without it, it is left alone"
    )


def _check_import(parser: argparse.ArgumentParser, options: argparse.Namespace) -> None:
    looking = options.dry_run or options.secrets_template
    if options.to is None and options.app is None and not looking:
        parser.error("the following arguments are required: --to (or --dry-run, to look at the files alone)")
    if options.key is not None and options.to is None and options.app is None:
        parser.error("--key goes with --to or --app")


def _add_export(parser: argparse.ArgumentParser) -> None:
    add_app(parser, "--from", required=False)
    _add_collections(parser, needed=False)
    parser.add_argument(
        "--as",
        dest="form",
        type=one_of(*Form),
        default=Form.REST,
        metavar="FORM",
        help=f"how it is written: {', '.join(Form)}; the first without this",
    )
    parser.add_argument("--out", type=Path, metavar="FILE", help="write into this file instead of stdout")


def _add_reseal(parser: argparse.ArgumentParser) -> None:
    add_app(parser, "--to", required=True)
    _add_collections(parser, needed=True)


def _add_collections(parser: argparse.ArgumentParser, *, needed: bool) -> None:
    usual = (
        "a login never decides what is changed"
        if needed
        else "without it, that of the login, or the only one"
    )
    parser.add_argument("--subscription", required=needed, metavar="ID", help=f"whose collections; {usual}")
    parser.add_argument("--resource-group", metavar="NAME", help="only those of this resource group")
    parser.add_argument(
        "--collection", action="append", metavar="NAME", help="only this one; can be repeated"
    )


def _add_switch(parser: argparse.ArgumentParser) -> None:
    add_app(parser, "--to", required=True)
    parser.add_argument(
        "--collection",
        action="append",
        required=True,
        metavar="NAME",
        help="its name, or its whole id (/subscriptions/…); can be repeated",
    )
    parser.add_argument("--subscription", metavar="ID", help="the subscription of a collection given by name")
    parser.add_argument(
        "--resource-group", metavar="NAME", help="its resource group, where several have one of that name"
    )


def _add_secrets(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("secrets, which exports do not hold")
    group.add_argument(
        "--secrets-template",
        type=Path,
        metavar="FILE",
        help="write a file that asks for the missing ones, and change nothing",
    )
    group.add_argument("--secrets", type=Path, metavar="FILE", help="that file, filled in")
    group.add_argument(
        "--without-secrets",
        type=one_of("disabled", "skip", "fail"),
        default="disabled",
        metavar="WAY",
        help="what becomes of jobs whose secret is missing: they arrive disabled (so without this), "
        "are left out, or stop the import before it has begun",
    )


def _report(text: str) -> Path:
    if Path(text).suffix.lower() not in REPORTS:
        raise argparse.ArgumentTypeError(f"must end with {' or '.join(REPORTS)}")
    return Path(text)


_MOVING: Final = {
    "import": CommandLine(
        description="""Bring jobs over from what is left of Azure Scheduler, and from other schedulers.

Understood, by content: answers of the REST API (one, lists, pages, several in a row), ARM templates with
their parameters files, jobs of the classic API, Get-AzureRmSchedulerJob (or Get-AzSchedulerJob) piped into
ConvertTo-Json -Depth 10, Terraform states; workflows of Logic Apps, schedules of EventBridge, jobs of Google
Cloud Scheduler, crontabs, CronJobs of Kubernetes, and jobs as code. Begin with --dry-run; docs/migrating.md
is the guide.""",
        add=_add_import,
        check=_check_import,
    ),
    "export": CommandLine(
        description="""Write job collections and their jobs out as ARM JSON, without secrets and history.

What is written can be read by `import`, here or elsewhere. With --as it is written for other tools: a
template of ARM (which `import` reads too), Bicep, or Terraform with the provider azapi. Secrets become
parameters there. What only this app understands is told job by job, and gets apiVersion 2026-11-01.""",
        add=_add_export,
    ),
    "enable": CommandLine(
        description="Let the jobs of collections run, as after an import with --disabled.",
        add=_add_switch,
    ),
    "disable": CommandLine(
        description="Let no job of collections run; jobs, schedules and history stay.",
        add=_add_switch,
    ),
    "reseal": CommandLine(
        description="""Let the app encrypt all stored secrets anew, with the first of its encryption keys.

Every job that could hold secrets gets a PATCH that changes nothing, which also cancels retries that wait.
Finished jobs cannot be patched: their secrets stay under the old key until the jobs are removed. What failed
is tried again by the same command. The app's /status says when a key is no longer in use.""",
        add=_add_reseal,
    ),
}
COMMANDS: Final[Mapping[str, CommandLine]] = {
    **LOGGING_IN,
    **ASKING,
    "preview": PREVIEW,
    **_MOVING,
    **AS_CODE,
}
"""All commands, in the order of the help."""
DESCRIPTIONS: Final = {name: line.description for name, line in COMMANDS.items()}
