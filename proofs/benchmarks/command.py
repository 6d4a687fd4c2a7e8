"""What all benchmarks do with what they found: print it, keep it if wanted, and say whether it is enough."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from local.dev.terminal import say
from proofs.benchmarks.goals import Goal
from proofs.harness.command import run_command
from proofs.harness.pages import PERFORMANCE, Section, publish

MOST_REPEATS: Final = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Report(Section):
    """What was measured, and the goals that it is measured against.

    Figures that were taken while the machine was disturbed are shown, but say nothing.
    """

    goals: Sequence[Goal]
    disturbed: bool = False

    @property
    def enough(self) -> bool:
        return not self.disturbed and not any(goal.missed for goal in self.goals)


def conduct(measures: Iterable[Callable[[], Report]], *, save: bool) -> int:
    """Measure, print and, if wanted, save, one after the other; return 0 if every goal is met."""
    return run_command(
        lambda: measure_all(measures, PERFORMANCE, save=save),
        if_interrupted="Interrupted: what is not shown is not saved either.",
    )


def measure_all(measures: Iterable[Callable[[], Report]], page: Path, *, save: bool) -> int:
    """Show each report and, if wanted, write it into the page, unless the machine was disturbed."""
    reports = [in_calm(measure, page, save=save) for measure in measures]
    return 0 if all(report.enough for report in reports) else 1


def in_calm(measure: Callable[[], Report], page: Path, *, save: bool) -> Report:
    """Measure, and again a few times while the machine is disturbed; return the last report."""
    for left in reversed(range(MOST_REPEATS + 1)):
        report = measure()
        publish(report, page, save=save and not report.disturbed)
        if not report.disturbed:
            break
        what_next = "Once more …" if left else "Nothing is saved: try again when it is quiet."
        say(f"{report.name}: the machine was disturbed. {what_next}")
    return report
