"""`dev.py bench reads` with a few jobs: that it works, not how fast it is."""

from proofs.benchmarks.reads.__main__ import run


def test_reads_are_measured_in_memory_and_on_azurite() -> None:
    report = run(60)

    for name in ("subscriptions", "jobs, all pages", "failures, all pages", "running", "expiring", "audit"):
        assert f"| {name} " in report.text
    figures = [sorted(goal.figures) for goal in report.goals]
    assert figures == [["in memory", "on Azurite"], ["seconds"], ["a page"]]
    assert not any(goal.missed for goal in report.goals)
