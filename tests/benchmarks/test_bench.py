"""`dev.py bench`, up to the point where it would measure."""

import pytest

from local.dev import bench
from local.dev.environment import ROOT
from local.dev.terminal import Problem


def test_without_a_name_the_benchmarks_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    code = bench.main([])

    assert code == 0
    assert "    recurrence  how fast the next run of a job is found" in capsys.readouterr().out


def test_a_name_that_does_not_exist_is_refused() -> None:
    with pytest.raises(Problem, match="There is no benchmark 'sprint': choose one of recurrence"):
        bench.main(["sprint"])


@pytest.mark.parametrize("name", bench.BENCHMARKS)
def test_every_benchmark_listed_exists(name: str) -> None:
    assert (ROOT / "benchmarks" / f"{name}.py").is_file()
