"""`dev.py bench moving` with a few jobs: that it works, not how fast it is."""

from proofs.benchmarks import moving


def test_an_import_is_measured_beside_a_script() -> None:
    report = moving.run(60)

    in_code = ("plan, where nothing differs", "apply, where every job differs")
    for name in ("dry run", "import", "import again", *in_code, moving.SCRIPT):
        assert f"| {name} " in report.text
    assert [sorted(goal.figures) for goal in report.goals] == [["seconds"], ["ratio"], ["share"]]
