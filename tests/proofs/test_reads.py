"""`dev.py bench reads` with a few jobs: that it works, not how fast it is."""

from proofs.benchmarks.reads.__main__ import run
from proofs.benchmarks.reads.dearest import POPULATIONS, READS


def test_reads_are_measured_in_memory_and_on_azurite() -> None:
    report = run(60)

    for name in ("subscriptions", "jobs, all pages", "failures, all pages", "running", "expiring", "audit"):
        assert f"| {name} " in report.text
    assert "| upcomingRuns, buckets of 31 days " in report.text
    figures = [sorted(goal.figures) for goal in report.goals]
    assert figures[:3] == [["in memory", "on Azurite"], ["seconds"], ["a page"]]
    assert len(figures[3]) == len(POPULATIONS) * len(READS)
    assert figures[4] == ["seconds"]
    assert "| clockChanges " in report.text
    assert not any(goal.missed for goal in report.goals)
