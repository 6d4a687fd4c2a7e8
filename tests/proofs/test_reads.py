"""`dev.py bench reads` with a few jobs: that it works, not how fast it is."""

from proofs.benchmarks.reads.__main__ import run


def test_reads_are_measured_in_memory_and_on_azurite() -> None:
    report = run(60)

    for name in ("subscriptions", "jobs, all pages", "failures, all pages", "running", "expiring"):
        assert f"| {name} " in report.text
    assert [sorted(goal.figures) for goal in report.goals] == [["in memory", "on Azurite"], ["seconds"]]
    assert not any(goal.missed for goal in report.goals)
