"""The command lines of jobs as code. Reading them needs no package that must be installed."""

import argparse
from pathlib import Path
from typing import Final

from migrate.app_options import add_app
from migrate.filling_options import add_accept_loss, add_filling
from migrate.usage import CommandLine


def _add_plan(parser: argparse.ArgumentParser) -> None:
    add_app(parser, "--to", required=False)
    _add_folder(parser)
    _add_outputs(parser)


def _add_apply(parser: argparse.ArgumentParser) -> None:
    add_app(parser, "--to", required=True)
    _add_folder(parser)
    _add_consent(parser)


def _add_folder(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", metavar="DIR", help="the folder, or one file")
    parser.add_argument(
        "--prune",
        action="store_true",
        help="remove jobs that are in no file from the collections that the files name; "
        "collections are never removed",
    )
    add_accept_loss(parser)
    add_filling(parser)
    secrets = parser.add_argument_group("secrets, which files name as ${NAME}")
    secrets.add_argument(
        "--secrets",
        type=Path,
        metavar="FILE",
        help="a JSON or YAML file, outside the folder, with their values by name; "
        "what is not in it is looked up in the environment",
    )
    secrets.add_argument(
        "--send-secrets",
        action="store_true",
        help="send them to unchanged jobs too, as after a change of a password: nobody can see stored ones",
    )


def _add_outputs(parser: argparse.ArgumentParser) -> None:
    outputs = parser.add_argument_group("what is written")
    outputs.add_argument("--out", type=Path, metavar="FILE", help="keep the plan, for `apply --plan FILE`")
    outputs.add_argument("--report", type=Path, metavar="FILE", help="write the plan as JSON, for programs")
    outputs.add_argument(
        "--markdown", type=Path, metavar="FILE", help="write the plan as a comment on a pull request"
    )


def _add_consent(parser: argparse.ArgumentParser) -> None:
    consent = parser.add_argument_group("consent")
    consent.add_argument("--yes", action="store_true", help="do not ask; without a terminal it is needed")
    consent.add_argument(
        "--plan", type=Path, metavar="FILE", help="change nothing if this is not the plan that was kept there"
    )
    consent.add_argument(
        "--break-lock",
        action="store_true",
        help="go on although another apply seems to be at work; right only if it has died",
    )


AS_CODE: Final = {
    "plan": CommandLine(
        description="""Show what a folder of job definitions would change in an app; nothing is changed.

The folder is the truth: JSON (with comments) or YAML, all files in it and below it. It shows what is created,
changed (field by field, next runs before and after) and, with --prune, removed. docs/jobs-as-code.md is the
guide.

exit codes: 0 nothing to do, 3 there are changes, 1 something cannot be, 2 the command line is wrong""",
        add=_add_plan,
    ),
    "apply": CommandLine(
        description="""Make an app what a folder of job definitions says: as the plan shows it, or not at all.

If the app has been changed since the plan was made, or another apply is at work, nothing is changed. A second
apply changes nothing. One that was stopped half-way is finished by the same command. docs/jobs-as-code.md is
the guide.

exit codes: 0 done, or nothing to do; 1 refused or failed; 130 interrupted; 2 the command line is wrong""",
        add=_add_apply,
    ),
}
