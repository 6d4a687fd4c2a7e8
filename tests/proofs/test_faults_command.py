"""`dev.py faults`, up to the point where it would break things."""

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


def test_a_scenario_that_does_not_exist_is_refused() -> None:
    with pytest.raises(SystemExit):
        faults.main(["--only", "earthquake"])
