"""`dev.py faults`, up to the point where it would break things."""

from importlib.util import find_spec

import pytest

from local.dev import faults
from proofs.faults import scenarios
from proofs.harness import pages


@pytest.mark.parametrize("name", ["faults", "crash-points"])
def test_the_page_has_a_place_for_the_figures(name: str) -> None:
    assert "FIGURES" in pages.put_between(pages.RELIABILITY.read_text(encoding="utf-8"), name, "FIGURES")


def test_help_tells_every_scenario(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        faults.main(["--help"])

    shown = capsys.readouterr().out
    assert ended.value.code == 0
    assert [name for name in faults.SCENARIOS if f"\n  {name} " in shown] == list(faults.SCENARIOS)


def test_every_scenario_told_is_played() -> None:
    assert list(faults.SCENARIOS) == list(scenarios.PLAYED)


@pytest.mark.parametrize(
    ("arguments", "module"),
    [
        pytest.param([], "proofs.faults", id="all scenarios"),
        pytest.param(["--only", "kills"], "proofs.faults", id="one of them"),
        pytest.param(["--crash-points", "--short"], "proofs.crash", id="crash points"),
    ],
)
def test_scenarios_and_crash_points_are_proofs_of_their_own(arguments: list[str], module: str) -> None:
    wanted = faults.module_for(faults.parse(arguments))

    assert wanted == module
    assert find_spec(f"{wanted}.__main__") is not None


def test_a_scenario_that_does_not_exist_is_refused() -> None:
    with pytest.raises(SystemExit):
        faults.main(["--only", "earthquake"])
