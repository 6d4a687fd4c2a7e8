"""The report as a page for people: a table per collection, everything in one file."""

import html
from itertools import zip_longest
from typing import Final

from migrate.recognise import FileSummary
from migrate.reporting.fates import fates
from migrate.reporting.report import CollectionReport, JobReport, Report
from migrate.reporting.text import summary
from migrate.terminal import harmless
from shared.domain.job import JobState

_STYLE: Final = """
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem }
body { background: #fff; color: #222; overflow-wrap: break-word }
h1 { font-size: 1.5rem } h2 { font-size: 1.2rem; margin: 2.5rem 0 0 } p { margin: .3rem 0 .8rem }
table { border-collapse: collapse; width: 100%; table-layout: fixed } table.few { width: auto }
th, td { text-align: left; vertical-align: top; padding: .4rem .6rem; border-bottom: 1px solid #ddd }
th { background: #f4f4f4 } .jobs th:nth-child(1) { width: 17% } .jobs th:nth-child(2) { width: 14% }
.jobs th:nth-child(3) { width: 31% } ul { margin: 0; padding-left: 1.1rem }
.bad { background: #fdecea } .look { background: #fff8e1 } .quiet { color: #666 }
time { white-space: nowrap; display: block }
@media (prefers-color-scheme: dark) { body { background: #1b1b1b; color: #ddd } th { background: #2a2a2a }
th, td { border-color: #444 } .bad { background: #4a2320 } .look { background: #453a17 }
.quiet { color: #999 } }
""".strip()
_HEAD: Final = "<tr><th>Job</th><th>What happens</th><th>When it runs (UTC)</th><th>To know</th></tr>"
_BAD: Final = ("cannot be imported", "failed", "was not reached")


def write_html(report: Report) -> str:
    """Return a whole page. Everything that comes from files is escaped."""
    title = "Dry run of an import" if report.dry_run else "Import"
    body = "\n".join(
        [
            f"<h1>{title} of Scheduler jobs</h1>",
            f'<p class="quiet">{escape(report.at)}{f", to {escape(report.to)}" if report.to else ""}</p>',
            _summary(report),
            *(_collection(collection) for collection in report.collections),
            _nameless(report),
            _files(report),
            *(f"<p>{escape(line)}</p>" for line in summary(report)),
        ]
    )
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style></head>\n'
        f"<body>\n{body}\n</body></html>\n"
    )


def _summary(report: Report) -> str:
    rows = "".join(
        f"<tr><td>{number}</td><td>{escape(str(fate))}</td></tr>" for fate, number in fates(report).items()
    )
    stopped = f'<p class="bad">Stopped: {escape(report.stopped)}</p>' if report.stopped else ""
    unused = _listed("Secrets that no job needs:", report.unused_secrets)
    head = "<tr><th>Jobs</th><th>that</th></tr>"
    return f'{stopped}<table class="few">{head}{rows}</table>{unused}'


def _collection(collection: CollectionReport) -> str:
    facts = ", ".join(filter(None, (collection.location, collection.plan, collection.state)))
    rows = "\n".join(_row(job) for job in collection.jobs)
    return "\n".join(
        [
            f"<h2>{escape(collection.name)}: {escape(collection.outcome)}</h2>",
            f'<p class="quiet">{escape(collection.id)}{f" ({escape(facts)})" if facts else ""}</p>',
            _listed("Because", collection.reasons) + _listed("It differs in", collection.differences),
            _listed("Changed", collection.changes) + _listed("Lost", collection.lost),
            _listed("Secrets missing", collection.missing_secrets) + _listed("Note", collection.notes),
            f'<table class="jobs">{_HEAD}',
            rows,
            "</table>",
        ]
    )


def _row(job: JobReport) -> str:
    if_enabled = '<span class="quiet">, if enabled</span>' if job.state != JobState.ENABLED else ""
    runs = (if_enabled if job.runs else "") + "".join(
        _run(*run) for run in zip_longest(job.runs, job.local_runs)
    )
    return (
        f'<tr class="{_shade(job)}"><td>{escape(job.name)}</td>'
        f'<td>{escape(job.outcome)}<br><span class="quiet">{escape(job.state)}</span></td>'
        f"<td>{escape(job.sentence)}{runs}</td><td>{_remarks(job)}</td></tr>"
    )


def _run(at: str, local: str | None) -> str:
    there = f' <span class="quiet">{escape(local)}</span>' if local else ""
    return f"<time>{escape(at)}{there}</time>"


def _shade(job: JobReport) -> str:
    if job.outcome in _BAD:
        return "bad"
    return "look" if job.differences or job.lost or job.missing_secrets else ""


def _remarks(job: JobReport) -> str:
    return "".join(
        (
            _listed("Because", job.reasons),
            _listed("Differs in", job.differences),
            _listed("Changed", job.changes),
            _listed("Lost", job.lost),
            _listed("Secrets missing", job.missing_secrets),
            _listed("Note", job.notes),
            f'<span class="quiet">{escape(job.origin)}</span>',
        )
    )


def _listed(title: str, texts: tuple[str, ...]) -> str:
    if not texts:
        return ""
    return f"{escape(title)}<ul>{''.join(f'<li>{escape(text)}</li>' for text in texts)}</ul>"


def _nameless(report: Report) -> str:
    if not report.nameless:
        return ""
    items = "".join(
        f"<li>{escape(one['origin'])}: {escape('; '.join(one['reasons']))}</li>" for one in report.nameless
    )
    return f'<h2>Not usable</h2><ul class="bad">{items}</ul>'


def _files(report: Report) -> str:
    rows = "".join(
        f"<tr><td>{escape(file.name)}</td><td>{escape(', '.join(file.forms))}</td>"
        f"<td>{file.collections}</td><td>{file.jobs}</td><td>{_passed(file)}</td></tr>"
        for file in report.files
    )
    head = "<tr><th>File</th><th>Form</th><th>Collections</th><th>Jobs</th><th>Passed over</th></tr>"
    return f"<h2>Files</h2><table>{head}{rows}</table>"


def _passed(file: FileSummary) -> str:
    return _listed(str(len(file.passed)), file.passed) or "0"


def escape(text: str) -> str:
    """Return a text as it is written in a page. Characters that could mislead the reader are made visible."""
    return html.escape(harmless(text))
