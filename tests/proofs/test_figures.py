"""From answers per second to a page: ratios, goals, tables."""

import re
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from local.dev.terminal import Problem
from proofs.benchmarks.dispatch.parts import PARTS
from proofs.benchmarks.goals import Goal, verdict
from proofs.benchmarks.recurrence.competitor import each
from proofs.benchmarks.recurrence.contest import compete
from proofs.benchmarks.recurrence.figures import Figures, Pair, Row
from proofs.benchmarks.recurrence.goals import goals
from proofs.benchmarks.recurrence.tables import render
from proofs.benchmarks.recurrence.workloads import (
    EVERY_6_HOURS,
    EVERY_548_DAYS,
    LAST_FRIDAY,
    LOCAL_WORKLOADS,
    WORKLOADS,
)
from proofs.harness import pages

NINE = datetime(2026, 7, 2, 9, tzinfo=UTC)
TEN = datetime(2026, 7, 2, 10, tzinfo=UTC)


def test_the_engine_is_compared_with_the_best_peer_in_python() -> None:
    row = Row(
        workload=LAST_FRIDAY, speeds={"this engine": 600, "croniter": 20, "cronsim": 100, "croniter-rs": 400}
    )

    assert row.beside_python == 6
    assert row.beside_rust == 1.5


def test_in_local_time_interval_triggers_are_compared_apart() -> None:
    speeds = {"this engine": 600, "cronsim": 100, "APScheduler interval": 300, "croniter-rs": 900}
    row = Row(workload=EVERY_6_HOURS, speeds=speeds)

    assert row.beside_python == row.beside_interval == 2
    assert row.beside_schedules == 6


def test_tables_and_goals_are_rendered() -> None:
    row = Row(workload=EVERY_548_DAYS, speeds={"this engine": 1234567.8, "dateutil": 0.74})
    pair = Pair(workload=EVERY_548_DAYS, easy=100, hard=80)
    goal = Goal(text="be fast", bound=2, figures={"every 548 days": 1.5})

    figures = Figures(cold=[row], ages=[pair], local_warm=[row], changes_cold=[pair], changes_warm=[pair])
    text = render(figures, ["this engine", "dateutil", "croniter"], [goal])

    assert text.splitlines()[2:5] == [
        "|                | this engine | dateutil | croniter |  to Python | to Rust |",
        "| -------------- | ----------: | -------: | -------: | ---------: | ------: |",
        "| every 548 days |   1,234,568 |      0.7 |   cannot | 1668334.86 |  cannot |",
    ]
    assert "| every 548 days |        80 |   100 |  1.25 |" in text
    assert (
        "| every 548 days |   1,234,568 |      0.7 |   cannot |     1668334.86 |      cannot |  cannot |"
        in text
    )
    assert (
        "| every 548 days |           80 |         100 |  1.25 |           80 |         100 |  1.25 |" in text
    )
    assert text.endswith("- MISSED: be fast (every 548 days 1.50)")


@pytest.mark.parametrize(
    ("upper", "expected"),
    [
        pytest.param(False, "- met: be it (closest: the 31st, 1.10)", id="at least"),
        pytest.param(True, "- MISSED: be it (the 31st 1.10, 29 February 2.00)", id="at most"),
    ],
)
def test_a_goal_is_a_lower_or_an_upper_bound(upper: bool, expected: str) -> None:
    goal = Goal(text="be it", bound=1, figures={"the 31st": 1.1, "29 February": 2}, upper=upper)

    assert verdict(goal) == expected


def test_every_workload_has_its_goals() -> None:
    speeds = {"this engine": 10, "cronsim": 1, "APScheduler interval": 1, "croniter-rs": 9}
    rows = [Row(workload=workload, speeds=speeds) for workload in WORKLOADS]
    ages = [Pair(workload=workload, easy=1, hard=1) for workload in WORKLOADS]

    found = goals(Figures(cold=rows, warm=rows, ages=ages))

    assert [len(goal.figures) for goal in found] == [8, 3, 5, 8, 5, 8]
    assert not any(goal.missed for goal in found)


def test_every_workload_in_local_time_has_its_goals() -> None:
    speeds = {"this engine": 10, "cronsim": 2, "APScheduler interval": 10}
    rows = [Row(workload=workload, speeds=speeds) for workload in LOCAL_WORKLOADS]
    pairs = [Pair(workload=workload, easy=2, hard=1) for workload in LOCAL_WORKLOADS]

    cold = goals(Figures(local_cold=rows, beside_utc_cold=pairs, changes_cold=pairs))
    warm = goals(Figures(local_warm=rows, beside_utc_warm=pairs, changes_warm=pairs))

    for found in (cold, warm):
        assert [(len(goal.figures), goal.bound, goal.upper) for goal in found] == [
            (4, 3, False),
            (3, 5, False),
            (3, 1, False),
            (6, 3, True),
            (1, 4, True),
            (7, 2, True),
        ]
        assert not any(goal.missed for goal in found)


def test_those_who_answer_differently_are_not_compared() -> None:
    right, wrong = each(lambda _: NINE), each(lambda _: TEN)

    with pytest.raises(
        Problem, match=re.escape("cronsim answers 2026-07-02 10:00:00+00:00 where engine answers")
    ):
        compete({"engine": right, "cronsim": wrong}, [NINE])


def test_a_time_without_a_zone_is_taken_as_utc() -> None:
    speeds = compete(
        {"engine": each(lambda _: NINE), "rs": each(lambda _: NINE.replace(tzinfo=None))}, [NINE]
    )

    assert all(speed > 0 for speed in speeds.values())


def test_a_local_time_without_a_zone_is_taken_in_the_zone_asked_about() -> None:
    local = datetime(2026, 7, 2, 11)  # noqa: DTZ001  as croniter-rs answers
    zone = ZoneInfo("Europe/Berlin")
    walks = {
        "engine": each(lambda _: NINE),
        "cronsim": each(lambda _: local.replace(tzinfo=zone)),
        "rs": each(lambda _: local),
    }

    speeds = compete(walks, [NINE], zone=zone)

    assert all(speed > 0 for speed in speeds.values())


def test_figures_replace_what_stood_between_their_marks() -> None:
    before = "By hand.\n<!-- speed: begin -->\nold\n<!-- speed: end -->\nBy hand, too.\n"

    after = pages.put_between(before, "speed", "new")

    assert after == "By hand.\n<!-- speed: begin -->\n\nnew\n\n<!-- speed: end -->\nBy hand, too.\n"


def test_a_page_without_marks_is_left_alone() -> None:
    with pytest.raises(Problem, match="write <!-- speed: begin --> and <!-- speed: end -->"):
        pages.put_between("By hand.\n<!-- speed: begin -->\n", "speed", "new")


@pytest.mark.parametrize("name", ["recurrence", "cost", "scale", *(f"dispatch-{part}" for part in PARTS)])
def test_the_page_has_a_place_for_the_figures(name: str) -> None:
    assert "FIGURES" in pages.put_between(pages.PERFORMANCE.read_text(encoding="utf-8"), name, "FIGURES")


def test_versions_are_told() -> None:
    text = pages.circumstances(date(2026, 7, 2), ["pytest"])

    assert text.startswith("Taken on 2026-07-02: ")
    assert f"pytest {pytest.__version__}." in text
