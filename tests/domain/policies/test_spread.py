"""Jobs whose runs are put off: due five minutes after the time that the schedule names."""

from datetime import timedelta
from typing import Any

import pytest

from shared.domain.job import JobState
from shared.domain.lifecycle import reschedule, run_now
from shared.domain.recurrence import Recurrence
from tests.builders import at, every
from tests.domain.policies.scene import FIVE_MINUTES_LATE, TEN_MINUTES_LATE, Scene, a_scene

JUST_BEFORE_NINE_ONE = at("09:00:59.999999")


def a_scene_put_off(**definition: Any) -> Scene:
    """The run of nine has started; that of 09:01 is due at 09:06."""
    scene = a_scene(spread=FIVE_MINUTES_LATE, **definition)
    scene.run("09:05:00")
    return scene


def test_a_run_is_due_after_the_time_that_the_schedule_names() -> None:
    scene = a_scene(spread=FIVE_MINUTES_LATE)

    assert scene.next == "09:00:00 due 09:05:00"
    assert scene.job.next_run == at("09:05:00")
    assert scene.run("09:05:00").expected == at("09:00:00")


def test_a_run_that_is_put_off_loses_no_other() -> None:
    scene, expected = a_scene(spread=FIVE_MINUTES_LATE), []

    for second in (0, 60, 120, 180):
        now = at("09:05:00") + timedelta(seconds=second)
        scene.claim_at(now)
        expected.append(scene.job.next_nominal)

    assert expected == [at("09:01:00"), at("09:02:00"), at("09:03:00"), at("09:04:00")]


def test_an_immediate_first_run_is_not_put_off() -> None:
    scene = a_scene(start_time=None, spread=FIVE_MINUTES_LATE)

    assert scene.next == "09:00:00"
    scene.run("09:00:00")
    assert scene.next == "09:01:00 due 09:06:00"


def test_an_immediate_first_run_that_is_late_stands_for_what_was_due_since() -> None:
    scene = a_scene(start_time=None, spread=FIVE_MINUTES_LATE)

    started = scene.run("09:08:30")

    assert (started.expected, started.collapsed_until) == (at("09:00:00"), at("09:08:30"))
    assert scene.next == "09:04:00 due 09:09:00"


def test_a_one_time_run_is_not_put_off() -> None:
    scene = a_scene(every=None, start_time=at("09:30:00"), spread=FIVE_MINUTES_LATE)

    assert scene.next == "09:30:00"


def test_a_run_that_was_asked_for_is_not_put_off() -> None:
    scene = a_scene(spread=FIVE_MINUTES_LATE)

    assert run_now(scene.job, now=at("09:00:10"), id="asked").key.due == at("09:00:10")


def test_the_end_of_the_schedule_looks_at_the_times_that_it_names() -> None:
    scene = a_scene(spread=FIVE_MINUTES_LATE, recurrence=every("minute", end_time=at("09:01:00")))
    scene.run("09:05:00")

    assert scene.next == "09:01:00 due 09:06:00"
    scene.run("09:06:00")
    assert scene.next is None


# PATCH with the same schedule


@pytest.mark.parametrize(
    ("spread", "following"),
    [
        (None, "09:01:00"),
        (FIVE_MINUTES_LATE, "09:01:00 due 09:06:00"),
        (TEN_MINUTES_LATE, "09:01:00 due 09:11:00"),
    ],
    ids=["none", "the same", "longer"],
)
def test_another_delay_loses_nothing_that_was_put_off(spread: timedelta | None, following: str) -> None:
    scene = a_scene_put_off()

    scene.patch("09:05:30", spread=spread)

    assert (scene.next, scene.skipping) == (following, None)


def test_a_new_delay_runs_nothing_twice() -> None:
    scene = a_scene()
    scene.run("09:00:00")
    scene.run("09:01:00")

    scene.patch("09:01:30", spread=FIVE_MINUTES_LATE)

    assert scene.next == "09:02:00 due 09:07:00"


@pytest.mark.parametrize(
    ("spread", "following"),
    [
        (None, "09:02:00"),
        (FIVE_MINUTES_LATE, "09:02:00 due 09:07:00"),
        (TEN_MINUTES_LATE, "09:02:00 due 09:12:00"),
    ],
    ids=["none", "the same", "longer"],
)
def test_a_change_gives_up_what_was_due_and_had_not_started(spread: timedelta | None, following: str) -> None:
    scene = a_scene_put_off()

    scene.patch("09:06:30", spread=spread)

    assert scene.told == "superseded 09:01:00 to 09:01:30"
    assert scene.next == following


def test_what_is_due_at_the_very_instant_of_a_change_is_given_up() -> None:
    scene = a_scene_put_off()

    scene.patch("09:06:00", spread=None)

    assert (scene.told, scene.next) == ("superseded 09:01:00 to 09:01:00", "09:02:00")


def test_a_change_long_after_an_outage_goes_on_with_what_is_not_yet_due() -> None:
    scene = a_scene_put_off()

    scene.patch("11:00:30", spread=TEN_MINUTES_LATE)

    assert scene.told == "superseded 09:01:00 to 10:55:30"
    assert scene.next == "10:56:00 due 11:06:00"


def test_another_count_is_the_same_schedule() -> None:
    scene = a_scene_put_off()

    scene.patch("09:05:30", recurrence=every("minute", count=5))

    assert scene.next == "09:01:00 due 09:06:00"


@pytest.mark.parametrize(
    "recurrence",
    [every("minute", 2), every("minute", end_time=at("12:00:00"))],
    ids=["interval", "end"],
)
def test_another_schedule_counts_from_now(recurrence: Recurrence) -> None:
    scene = a_scene_put_off()

    scene.patch("09:05:30", recurrence=recurrence)

    assert scene.next == "09:06:00 due 09:11:00"
    assert scene.told == "superseded 09:01:00 to 09:05:30"


def test_another_schedule_of_a_job_that_has_not_run_may_begin_now() -> None:
    scene = a_scene(start_time=at("10:00:00"))

    scene.patch("09:30:00", start_time=at("09:30:00"))

    assert scene.next == "09:30:00"


def test_another_schedule_of_a_job_that_has_run_begins_after_now() -> None:
    scene = a_scene()
    scene.run("09:00:00")

    scene.patch("09:30:00", start_time=at("09:30:00"))

    assert scene.next == "09:31:00"


# Disabling and enabling


def test_disabling_notes_how_far_the_job_has_come() -> None:
    scene = a_scene_put_off()

    scene.disable("09:05:30")

    assert scene.job.course.accounted == JUST_BEFORE_NINE_ONE
    assert (scene.next, scene.skipping) == (None, None)


def test_disabling_gives_up_what_was_due_and_has_not_started() -> None:
    scene = a_scene_put_off()

    scene.disable("09:06:30")

    assert scene.told == "disabled 09:01:00 to 09:01:30"
    assert scene.job.course.accounted == at("09:01:30")


@pytest.mark.parametrize(
    ("enabled", "following"),
    [
        ("09:05:40", "09:01:00 due 09:06:00"),
        ("09:06:00", "09:02:00 due 09:07:00"),
        ("09:08:30", "09:04:00 due 09:09:00"),
    ],
)
def test_enabling_goes_on_with_the_first_that_is_not_yet_due(enabled: str, following: str) -> None:
    scene = a_scene_put_off()
    scene.disable("09:05:30")

    scene.enable(enabled)

    assert (scene.next, scene.job.course.accounted) == (following, None)


def test_enabling_with_another_delay_goes_by_the_new_one() -> None:
    scene = a_scene_put_off()
    scene.disable("09:05:30")
    scene.patch("09:06:00", spread=TEN_MINUTES_LATE)

    scene.enable("09:12:30")

    assert scene.next == "09:03:00 due 09:13:00"


@pytest.mark.parametrize(
    ("spread", "following"),
    [(None, "09:13:00"), (TEN_MINUTES_LATE, "09:03:00 due 09:13:00")],
    ids=["none", "longer"],
)
def test_a_change_that_also_enables_goes_by_the_new_delay(spread: timedelta | None, following: str) -> None:
    scene = a_scene_put_off()
    scene.disable("09:05:30")

    scene.patch("09:12:30", spread=spread, state=JobState.ENABLED)

    assert scene.next == following


def test_enabling_makes_nothing_twice() -> None:
    scene = a_scene()
    scene.run("09:00:00")
    scene.run("09:01:00")
    scene.disable("09:01:10")
    scene.patch("09:01:20", spread=FIVE_MINUTES_LATE)

    scene.enable("09:01:30")

    assert scene.next == "09:02:00 due 09:07:00"


def test_changes_while_the_job_is_off_do_not_forget_how_far_it_has_come() -> None:
    scene = a_scene_put_off()
    scene.disable("09:05:30")

    scene.patch("09:05:50", description="new")

    assert scene.job.course.accounted == JUST_BEFORE_NINE_ONE


@pytest.mark.parametrize("definition", [{"start_time": None}, {"every": None}], ids=["first", "one-time"])
def test_a_run_that_is_owed_is_made_at_once_on_enabling(definition: dict[str, Any]) -> None:
    scene = a_scene(spread=FIVE_MINUTES_LATE, **definition)
    scene.disable("09:05:30")

    scene.enable("10:00:10")

    assert (scene.next, scene.skipping) == ("10:00:10", None)


# Other calendars


def test_what_is_put_off_stays_when_calendars_change() -> None:
    scene = a_scene_put_off()

    job, ticket = reschedule(scene.job, scene.collection, now=at("09:05:30"))

    assert (job, ticket) == (scene.job, None)


def test_what_the_schedule_names_later_is_found_anew_when_calendars_change() -> None:
    scene = a_scene(start_time=at("10:00:00"), spread=FIVE_MINUTES_LATE)

    job, ticket = reschedule(scene.job, scene.collection, now=at("09:05:30"))

    assert (job.next_run, job.next_nominal, ticket) == (at("10:05:00"), at("10:00:00"), None)
