"""`plan`: shows what a folder of definitions would change."""

import argparse
import os
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

from migrate.app_options import KEY_VARIABLE
from migrate.code.plan import CodePlan, plan_folder
from migrate.code.plan_file import write_plan_file
from migrate.code.report import PlanReport, report_plan
from migrate.code.text import write_comment, write_plan
from migrate.connection import reach
from migrate.documents import Unreadable, documents_of
from migrate.filling_options import defaults_of
from migrate.planning.job import Wishes
from migrate.private_file import write_or_tell
from migrate.remote_app import RemoteApp
from migrate.terminal import Misuse, Problem, json_text
from shared.domain.about import EXTENDED

CHANGES: Final = 3  # 2 is what argparse says of a wrong command line


def run_plan(options: argparse.Namespace, clock: Callable[[], datetime]) -> int:
    """Show the plan; return 0 if there is nothing to do, 3 if there is, 1 if something cannot be."""
    _refuse_places(Path(options.folder), [options.out, options.report, options.markdown])
    app = reach(options, EXTENDED)
    plan, report = plan_and_print(options, app, clock())
    if options.report is not None:
        _write(options.report, json_text(report.as_json(), indent=2))
    if options.markdown is not None:
        _write(options.markdown, write_comment(report))
    if options.out is not None:
        write_plan_file(options.out, plan, app.address)
    if plan.impossible:
        return 1
    return CHANGES if report.changes else 0


def plan_and_print(options: argparse.Namespace, app: RemoteApp, now: datetime) -> tuple[CodePlan, PlanReport]:
    """Plan what the options say, and show it on stdout."""
    wishes = Wishes(
        now=now,
        secrets={},
        accept_loss=options.accept_loss,
        replace=True,
        as_written=True,
        prune=options.prune,
        send_secrets=options.send_secrets,
    )
    given = {**_environment(), **(_read_secrets(options.secrets) if options.secrets else {})}
    plan = plan_folder(options.folder, defaults_of(options), given, app, wishes)
    report = report_plan(plan, app.address)
    print(write_plan(report), flush=True)
    return plan, report


def _refuse_places(folder: Path, outputs: Sequence[Path | None]) -> None:
    """Raise Misuse if a file would be written into the folder: it could replace a definition."""
    for file in filter(None, outputs):
        if file.resolve().is_relative_to(folder.resolve()):
            raise Misuse(
                f"{file} would be written into {folder}, which holds definitions: choose another place."
            )


def _environment() -> dict[str, str]:
    """Return what definitions may name, which the key to the app itself is not."""
    return {name: value for name, value in os.environ.items() if name != KEY_VARIABLE}


def _read_secrets(file: Path) -> dict[str, str]:
    """Return values by name; raise Problem, never with a value."""
    try:
        (document,) = documents_of(file.name, file.read_bytes())
    except OSError as exc:
        raise Problem(f"Cannot read {file}: {exc.strerror}.") from exc
    except (Unreadable, ValueError) as exc:
        raise Problem(f"{file} is not one object of secrets by their names, in JSON or YAML.") from exc
    if not isinstance(document, dict):
        raise Problem(f"{file} is not an object of secrets by their names.")
    wrong = [name for name, value in document.items() if not isinstance(value, str)]
    if wrong:
        raise Problem(f"{file}: {wrong[0]} is not a text: put it in quotes.")
    return document


def _write(file: Path, text: str) -> None:
    write_or_tell(file, text if text.endswith("\n") else f"{text}\n")
