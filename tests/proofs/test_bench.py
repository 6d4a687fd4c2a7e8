"""`dev.py bench`, up to the point where it would measure."""

import subprocess
import sys

import pytest

from local.dev import bench
from local.dev.benchmarks import BENCHMARKS
from local.dev.environment import ROOT
from local.dev.terminal import Problem


@pytest.mark.parametrize(
    "arguments", [pytest.param([], id="no name"), pytest.param(["--help"], id="a cry for help")]
)
def test_without_a_name_the_benchmarks_are_listed(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    code = bench.main(arguments)

    assert code == 0
    assert "    recurrence  how fast the next run of a job is found" in capsys.readouterr().out


def test_a_name_that_does_not_exist_is_refused() -> None:
    with pytest.raises(Problem, match="There is no benchmark 'sprint': choose one of recurrence"):
        bench.main(["sprint"])


@pytest.mark.parametrize("name", BENCHMARKS)
def test_every_benchmark_listed_exists(name: str) -> None:
    folder = ROOT / "proofs" / "benchmarks"

    assert (folder / f"{name}.py").is_file() or (folder / name / "__main__.py").is_file()


@pytest.mark.parametrize("name", BENCHMARKS)
def test_options_reach_the_benchmark(name: str) -> None:
    command = [sys.executable, "-m", f"proofs.benchmarks.{name}", "--help"]

    printed = subprocess.check_output(command, cwd=ROOT, encoding="utf-8")

    assert printed.startswith(f"usage: python3 dev.py bench {name} [-h] [--save]")
