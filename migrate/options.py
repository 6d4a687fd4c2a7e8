"""The command lines of moving in and out. Reading them needs no package that must be installed."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from migrate.usage import read_options
from shared.domain.collection import Sku

KEY_VARIABLE: Final = "SCHEDULER_KEY"
REPORTS: Final = (".json", ".html")

DESCRIPTIONS: Final = {
    "import": """Bring job collections over from what is left of Azure Scheduler.

Understood, by content: answers of the REST API (one, lists, pages, several in a row), ARM templates with
their parameters files, jobs of the classic API, Get-AzureRmSchedulerJob (or Get-AzSchedulerJob) piped into
ConvertTo-Json -Depth 10, and Terraform states. Begin with --dry-run; docs/migrating.md is the guide.""",
    "export": """Write job collections and their jobs out as ARM JSON, without secrets.

What is written can be read by `import`, here or elsewhere.""",
    "enable": "Let the jobs of collections run, as after an import with --disabled.",
    "disable": "Let no job of collections run; jobs, schedules and history stay.",
    "reseal": """Let the app encrypt all stored secrets anew, with the first of its encryption keys.

Every job that could hold secrets gets a PATCH that changes nothing, which also cancels retries that wait.
Finished jobs cannot be patched: their secrets stay under the old key until the jobs are removed. What failed
is tried again by the same command. The app's /status says when a key is no longer in use.""",
}


def parse(command: str, arguments: Sequence[str]) -> argparse.Namespace:
    """Return the options of one of the commands; end the program if they are wrong."""
    if command == "import":
        return _parse_import(arguments)
    if command in ("export", "reseal"):
        return _parse_export(arguments) if command == "export" else _parse_reseal(arguments)
    return _parse_switch(command, arguments)


def _parse_import(arguments: Sequence[str]) -> argparse.Namespace:
    parser = _parser("import")
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="a file, a folder with all its JSON files, or - for stdin"
    )
    add_app(parser, "--to", required=False)
    parser.add_argument(
        "--dry-run", action="store_true", help="change nothing and say what would be done, job by job"
    )
    filling = parser.add_argument_group("what a form lacks")
    filling.add_argument("--subscription", metavar="ID", help="the subscription of jobs that do not say it")
    filling.add_argument("--resource-group", metavar="NAME", help="their resource group")
    filling.add_argument("--collection", metavar="NAME", help="their collection")
    filling.add_argument("--location", metavar="REGION", help="where collections are that do not say it")
    filling.add_argument("--sku", type=_plan, metavar="PLAN", help=f"their plan: {', '.join(Sku)}")
    _add_secrets(parser)
    how = parser.add_argument_group("how jobs arrive")
    how.add_argument(
        "--disabled", action="store_true", help="create the collections disabled, to be enabled when ready"
    )
    how.add_argument(
        "--accept-loss",
        action="store_true",
        help="let jobs run that lost part of them, or keys not known here; without it they arrive disabled",
    )
    how.add_argument(
        "--replace", action="store_true", help="replace what exists and differs; without it, it is left alone"
    )
    parser.add_argument(
        "--report",
        action="append",
        default=[],
        type=_report,
        metavar="FILE",
        help="write the report as FILE.json for programs or FILE.html for people; can be repeated",
    )
    options = read_options(parser, arguments)
    if options.to is None and not (options.dry_run or options.secrets_template):
        parser.error("the following arguments are required: --to (or --dry-run, to look at the files alone)")
    return options


def _parse_export(arguments: Sequence[str]) -> argparse.Namespace:
    parser = _parser("export")
    add_app(parser, "--from", required=True)
    _add_collections(parser)
    parser.add_argument("--out", type=Path, metavar="FILE", help="write into this file instead of stdout")
    return read_options(parser, arguments)


def _parse_reseal(arguments: Sequence[str]) -> argparse.Namespace:
    parser = _parser("reseal")
    add_app(parser, "--to", required=True)
    _add_collections(parser)
    return read_options(parser, arguments)


def _add_collections(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--subscription", required=True, metavar="ID", help="whose collections")
    parser.add_argument("--resource-group", metavar="NAME", help="only those of this resource group")
    parser.add_argument(
        "--collection", action="append", metavar="NAME", help="only this one; can be repeated"
    )


def _parse_switch(verb: str, arguments: Sequence[str]) -> argparse.Namespace:
    parser = _parser(verb)
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
    return read_options(parser, arguments)


def _parser(command: str) -> argparse.ArgumentParser:
    return argparse.ArgumentParser(
        prog=f"python3 dev.py {command}",
        description=DESCRIPTIONS[command],
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def add_app(parser: argparse.ArgumentParser, option: str, *, required: bool) -> None:
    parser.add_argument(
        option,
        dest=option.strip("-"),
        required=required,
        type=_address,
        metavar="URL",
        help="the app: http://127.0.0.1:7071 or https://<your app>.azurewebsites.net",
    )
    parser.add_argument(
        "--key", help=f"its key; better in the environment, as {KEY_VARIABLE}, where nobody else sees it"
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
        choices=("disabled", "skip", "fail"),
        default="disabled",
        help="what becomes of jobs whose secret is missing: they arrive disabled (so without this), "
        "are left out, or stop the import before it has begun",
    )


def _plan(text: str) -> str:
    plan = next((plan for plan in Sku if plan.lower() == text.lower()), None)
    if plan is None:
        raise argparse.ArgumentTypeError(f"'{text}' is none of {', '.join(Sku)}")
    return plan


def _address(text: str) -> str:
    if not text.strip():  # a variable may not be set; as "no address", it would mean that nothing is done
        raise argparse.ArgumentTypeError("must not be empty")
    return text


def _report(text: str) -> Path:
    if Path(text).suffix.lower() not in REPORTS:
        raise argparse.ArgumentTypeError(f"must end with {' or '.join(REPORTS)}")
    return Path(text)
