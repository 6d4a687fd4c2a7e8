"""Figures of a machine that was disturbed are taken again, and never saved."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from proofs.benchmarks.calm import Calm, was_disturbed
from proofs.benchmarks.command import Report, measure_all
from proofs.benchmarks.goals import Goal, at_most


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [
        pytest.param([], False, id="never looked"),
        pytest.param([0.1], False, id="looked once"),
        pytest.param([0.1, 0.11, 0.125], False, id="a quarter slower at most"),
        pytest.param([0.1, 0.13, 0.1], True, id="slower once"),
        pytest.param([0.13, 0.1, 0.1], True, id="slower at first"),
    ],
)
def test_work_that_takes_longer_tells_of_a_disturbance(seconds: Sequence[float], expected: bool) -> None:
    assert was_disturbed(seconds) is expected


def test_what_the_work_took_is_told() -> None:
    took = iter([0.1, 0.2])
    calm = Calm(lambda: next(took))

    calm.look()
    calm.look()

    assert str(calm) == (
        "A fixed piece of work, done 2 times before, between and after, took 100 to 200 ms: "
        "the machine was disturbed."
    )


def measures(*disturbed: bool, goals: Sequence[Goal] = ()) -> Callable[[], Report]:
    """Return a measurement that is disturbed or not, one time after the other."""
    turns = iter(enumerate(disturbed, start=1))

    def measure() -> Report:
        number, harmed = next(turns)
        return Report(name="speed", text=f"turn {number}", goals=goals, packages=(), disturbed=harmed)

    return measure


@pytest.fixture
def page(tmp_path: Path) -> Path:
    file = tmp_path / "performance.md"
    file.write_text("<!-- speed: begin -->\nold\n<!-- speed: end -->\n", encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("turns", "saved", "code"),
    [
        pytest.param([False], "turn 1", 0, id="calm"),
        pytest.param([True, False], "turn 2", 0, id="repeated"),
        pytest.param([True, True, False], "turn 3", 0, id="repeated twice"),
        pytest.param([True, True, True], "old", 1, id="never calm"),
    ],
)
def test_only_figures_of_a_calm_machine_are_saved(
    page: Path, turns: list[bool], saved: str, code: int
) -> None:
    assert measure_all([measures(*turns)], page, save=True) == code
    assert saved in page.read_text(encoding="utf-8")


def test_figures_that_miss_a_goal_are_saved_too(page: Path) -> None:
    late = at_most(2, "on time", {"seconds": 3})

    assert measure_all([measures(False, goals=[late])], page, save=True) == 1
    assert "turn 1" in page.read_text(encoding="utf-8")


def test_when_nothing_is_saved_it_is_said(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    measure_all([measures(True, True, True)], page, save=True)

    assert (
        "speed: the machine was disturbed. Nothing is saved: try again when it is quiet."
        in capsys.readouterr().err
    )
