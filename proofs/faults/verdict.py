"""What came of a scenario, and whether that is what was promised."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from proofs.faults.checker import Matched, Report
from proofs.harness.pages import table

HEAD: Final = ("scenario", "expected", "lost", "early", "unexpected", "again", "late", "p50", "p99", "max")


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """`explained` are the doubles that a fault explains; `problems` are promises broken, one line each."""

    name: str
    report: Report
    explained: tuple[Matched, ...]
    problems: tuple[str, ...]
    harm: str


def figures(verdicts: Sequence[Verdict]) -> str:
    """Return a table of all scenarios, what each did, and everything that is not as it should be."""
    parts = [
        table([HEAD, *(_row(verdict) for verdict in verdicts)]),
        "\n".join(f"- **{verdict.name}**: {verdict.harm}." for verdict in verdicts),
    ]
    return "\n\n".join([*parts, *(doubles(verdict) for verdict in verdicts if verdict.explained)])


def in_a_line(verdict: Verdict) -> str:
    """Return the figures of a scenario that was just played."""
    cells = zip(HEAD[1:], _row(verdict)[1:], strict=True)
    return f"{verdict.name}: {', '.join(f'{name} {value}' for name, value in cells)}"


def doubles(verdict: Verdict) -> str:
    """Return a line for each occurrence whose action ran again, with what came between its runs."""
    lines = [f"Run again under '{verdict.name}', each with a fault between its runs:", ""]
    for match in verdict.explained:
        late = [f"{(run.at - match.expected.due).total_seconds():.1f} s" for run in match.runs]
        lines.append(f"- `{match.expected.path}` ran {', '.join(late)} after its due instant")
    return "\n".join(lines)


def _row(verdict: Verdict) -> list[str]:
    report = verdict.report
    counts = (report.lost, report.early, report.unexpected, report.doubled, report.late)
    shares = [f"{report.lateness(share).total_seconds():.1f} s" for share in (0.5, 0.99, 1)]
    return [
        verdict.name,
        str(len(report.matched)),
        *(str(len(items)) for items in counts),
        *shares,
    ]
