"""Real faults in short: what `dev.py faults` plays, with few jobs.

Emptying the real queue is left to that command, for a lost hint is repeated only after a minute;
here it is played as a story, with a clock that is turned by hand.
"""

from collections.abc import Iterator

import pytest

from local.dev.faults import SCENARIOS
from proofs.faults.policy_jobs import FIRST_NUMBER
from proofs.faults.scenarios import SHORT, play
from proofs.faults.site import Site, a_site
from proofs.faults.verdict import figures

SEED = 1
OF_POLICIES = 7
"""Six jobs surely run, one of them with an error action. Chance decides about two that begin disabled."""
HARMFUL = ("kills", "outage", "errors")
TOGETHER = ("neighbours", "changes")
"""They harm neither host nor storage: for the sake of time they share them."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with a_site(tmp_path_factory.mktemp("site")) as site:
        yield site


@pytest.mark.parametrize("name", [*HARMFUL, "two hosts"])
def test_nothing_is_lost_and_nothing_is_finished_twice(site: Site, name: str) -> None:
    (verdict,) = play([name], site, SHORT, seed=SEED)

    assert verdict.problems == ()
    numbers = [int(match.expected.path.split("/")[2]) for match in verdict.report.matched]
    assert sum(number < FIRST_NUMBER for number in numbers) == 14
    assert sum(number >= FIRST_NUMBER for number in numbers) >= OF_POLICIES
    assert f"| {name}" in figures([verdict])
    assert not verdict.report.doubled or name in HARMFUL
    assert "; told: " in verdict.harm


def test_silent_neighbours_are_put_off_and_changes_count_from_their_answer_on(site: Site) -> None:
    neighbours, changes = play(TOGETHER, site, SHORT, seed=SEED)

    assert [*neighbours.problems, *changes.problems] == []
    assert len(neighbours.report.matched) == 16
    assert not neighbours.report.doubled
    assert not changes.report.doubled
    assert "times put off" in neighbours.harm
    assert "8 jobs" in changes.harm
    assert "; told: " in changes.harm


def test_no_scenario_is_forgotten() -> None:
    assert {*HARMFUL, "two hosts", *TOGETHER, "queue"} == set(SCENARIOS)
