"""`import`: reads, plans, and does what was planned, unless it is a dry run. It ends with a report."""

import argparse
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path

from migrate.carry_out import Work
from migrate.connection import reach
from migrate.files import read_sources
from migrate.filling_options import defaults_of
from migrate.planning.idle_options import refuse_idle_options
from migrate.planning.job import Outcome, Wishes, WithoutSecrets
from migrate.planning.whole_import import ImportPlan, make_plan
from migrate.private_file import write_or_tell
from migrate.progress import Progress
from migrate.recognise import find_all
from migrate.remote_app import RemoteApp
from migrate.reporting.html import write_html
from migrate.reporting.report import Occasion, Report, make_report
from migrate.reporting.text import write_summary, write_text
from migrate.secrets_file import read_secrets, unused, write_template
from migrate.terminal import INTERRUPTED, Misuse, Problem, counted, json_text, say
from shared.domain.keys import CollectionKey, JobKey


def run_import(options: argparse.Namespace, clock: Callable[[], datetime]) -> int:
    """Do what the options say; return 0 if everything in the files is there now, or would be."""
    _refuse_places(options.report)
    secrets = read_secrets(options.secrets) if options.secrets else {}
    defaults = defaults_of(options)
    say("Reading …")
    sources = read_sources(options.files)
    _refuse_overwriting(options.report, [Path(source.name) for source in sources])
    findings, files = find_all(sources, defaults)
    app = reach(options) if options.to or options.app else None
    wishes = _wishes(options, secrets, clock())
    plan = make_plan(findings, defaults, app, wishes)
    refuse_idle_options(defaults, sources, findings, plan)
    looking = options.dry_run or options.secrets_template is not None
    occasion = Occasion(
        now=wishes.now,
        to=app.address if app else "",
        dry_run=looking,
        unused_secrets=unused(secrets, plan.holders, plan.unfit),
        unsent_secrets=sum(bool(job.secrets) for job in plan.prepared(Outcome.SAME)),
        unsent_defaults=tuple(
            one.key.name for one in plan.collections if one.outcome is Outcome.SAME and one.secrets
        ),
    )
    if options.secrets_template is not None:
        _write_template(options.secrets_template, plan)
    if app is None or looking:
        write = write_text if options.dry_run else write_summary
        return _show(make_report(plan, files, occasion), options.report, write)
    plan, stopped, code = _carry_out(plan, app)
    report = make_report(plan, files, replace(occasion, stopped=stopped))
    shown = _show(report, options.report, partial(write_text, whole=False))
    return code or shown


def _refuse_places(reports: list[Path]) -> None:
    """Raise Problem if a report cannot be written. The user should know it before the work, not after."""
    for file in reports:
        if not file.parent.is_dir():
            raise Problem(f"Cannot write {file}: there is no folder {file.parent}.")
        if file.is_dir():
            raise Problem(f"Cannot write {file}: it is a folder.")


def _refuse_overwriting(reports: list[Path], sources: list[Path]) -> None:
    """Raise Problem if a report would overwrite a source. An export may be the only one that is left."""
    read = {source.resolve() for source in sources}
    for file in reports:
        if file.resolve() in read:
            raise Misuse(f"The report would overwrite {file}, which is to be imported: choose another name.")


def _wishes(
    options: argparse.Namespace, secrets: Mapping[JobKey | CollectionKey, Mapping[str, str]], now: datetime
) -> Wishes:
    return Wishes(
        now=now,
        secrets=secrets,
        accept_loss=options.accept_loss,
        disabled=options.disabled,
        replace=options.replace,
        without_secrets=_without_secrets(options),
    )


def _without_secrets(options: argparse.Namespace) -> WithoutSecrets:
    """Return the option. Who asks which secrets are missing is not refused because some are missing."""
    return WithoutSecrets("disabled" if options.secrets_template else options.without_secrets)


def _write_template(file: Path, plan: ImportPlan) -> None:
    asked = write_template(file, plan.holders)
    say(
        f"{file} asks for {counted(asked, 'secret')}." if asked else f"No secret is missing: {file} is empty."
    )


def _carry_out(plan: ImportPlan, app: RemoteApp) -> tuple[ImportPlan, str, int]:
    """Do what is planned; return the result, why it was stopped, and the exit code for that."""
    work, stopped, code = Work(app, plan.collections), "", 0
    try:
        work.do(lambda total: Progress(total, "jobs"))
    except KeyboardInterrupt:
        stopped, code = "it was interrupted.", INTERRUPTED
    except Problem as problem:
        stopped, code = str(problem), 1
    return replace(plan, collections=tuple(work.result)), stopped, code


def _show(report: Report, files: list[Path], write: Callable[[Report], str]) -> int:
    print(write(report), flush=True)
    for file in files:
        _write_report(file, report)
    return 0 if report.complete else 1


def _write_report(file: Path, report: Report) -> None:
    as_page = file.suffix.lower() == ".html"
    text = write_html(report) if as_page else json_text(report.as_json(), indent=2)
    write_or_tell(file, text)
