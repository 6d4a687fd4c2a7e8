"""Occurrences that are none any more: the zone of the collection has changed since they were found."""

from dataclasses import replace

import pytest

from shared.domain.collection import Defaults
from shared.domain.policies import MissedPolicy, MissedRuns, Overlap
from tests.builders import every
from tests.domain.policies.scene import FIVE_MINUTES_LATE, Scene, a_scene

DAILY = every("day", hours=(9,), minutes=(0,))


def move_to_berlin(scene: Scene) -> None:
    """Nine o'clock is an hour earlier from now on."""
    defaults = Defaults(time_zone="Europe/Berlin")
    scene.collection = replace(scene.collection, defaults=defaults, calendar_id="new")


@pytest.mark.parametrize(
    ("now", "skipped"),
    [
        ("09:00:00", "superseded 09:00:00 to 09:00:00"),
        ("08:59:58", "superseded 09:00:00 to 09:00:00"),
        ("12:00:00", "superseded 09:00:00 to 12:00:00"),
    ],
    ids=["on time", "by a clock that is behind", "late"],
)
def test_one_that_is_no_occurrence_any_more_is_dropped_for_the_next(now: str, skipped: str) -> None:
    scene = a_scene(recurrence=DAILY)
    move_to_berlin(scene)

    scene.claim(now)

    following = "2026-03-03T08:00:00"
    assert scene.written == ["delete occurrence 09:00:00", "update job", f"insert occurrence {following}"]
    assert (scene.skipping, scene.next) == (skipped, following)


def test_with_a_delay_nothing_that_is_put_off_is_dropped() -> None:
    scene = a_scene(recurrence=DAILY, spread=FIVE_MINUTES_LATE)
    move_to_berlin(scene)

    scene.claim("2026-03-03T08:04:00")

    assert scene.skipping == "superseded 09:00:00 to 2026-03-03T07:59:00"
    assert scene.next == "2026-03-03T08:00:00 due 2026-03-03T08:05:00"


def test_one_that_is_none_any_more_neither_waits_nor_is_late() -> None:
    none = MissedRuns(policy=MissedPolicy.NONE, within=FIVE_MINUTES_LATE)
    scene = a_scene(recurrence=DAILY, overlap=Overlap.WAIT, missed_runs=none)
    scene.run("09:00:00")
    move_to_berlin(scene)

    scene.claim("2026-03-03T10:00:00")

    assert scene.skipping == "superseded 2026-03-03T09:00:00 to 2026-03-03T10:00:00"


def test_an_immediate_first_run_is_made_in_any_zone() -> None:
    scene = a_scene(start_time=None, recurrence=DAILY)
    move_to_berlin(scene)

    scene.run("09:00:00")

    assert scene.next == "2026-03-03T08:00:00"
