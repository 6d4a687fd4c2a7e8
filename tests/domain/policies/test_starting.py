"""What a claim that is free to start does: the job moves on, and what was missed meanwhile is dealt with."""

from dataclasses import replace
from datetime import timedelta

import pytest

from shared.domain.policies import MissedPolicy, MissedRuns, Overlap
from tests.builders import at, every
from tests.domain.policies.scene import BAD, FIVE_MINUTES_LATE, OK, ONE_RETRY, a_scene

NONE = MissedRuns(policy=MissedPolicy.NONE, within=timedelta(hours=2))
ALL = MissedRuns(policy=MissedPolicy.ALL, within=timedelta(hours=2))


@pytest.mark.parametrize("missed", [None, NONE], ids=["one", "none"])
@pytest.mark.parametrize(
    ("now", "spread", "following", "collapsed"),
    [
        ("09:00:00", None, "09:01:00", False),
        ("09:00:59.999999", None, "09:01:00", False),
        ("09:01:00", None, "09:02:00", True),
        ("10:30:30", None, "10:31:00", True),
        ("08:59:58", None, "09:01:00", False),
        ("09:05:00", FIVE_MINUTES_LATE, "09:01:00 due 09:06:00", False),
        ("09:05:59.999999", FIVE_MINUTES_LATE, "09:01:00 due 09:06:00", False),
        ("09:06:00", FIVE_MINUTES_LATE, "09:02:00 due 09:07:00", True),
        ("10:30:30", FIVE_MINUTES_LATE, "10:26:00 due 10:31:00", True),
    ],
)
def test_what_was_missed_becomes_one_late_run(
    missed: MissedRuns | None, now: str, spread: timedelta | None, following: str, collapsed: bool
) -> None:
    scene = a_scene(missed_runs=missed, spread=spread)

    started = scene.run(now)

    assert started.expected == at("09:00:00")
    assert started.collapsed_until == (at(now) if collapsed else None)
    assert (started.ordinal, scene.job.last_run) == (0, at(now))
    assert (scene.next, scene.skipping, scene.recorded) == (following, None, [])


def test_a_run_writes_three_rows() -> None:
    scene = a_scene()

    scene.run("09:00:00")

    assert scene.written == ["update job", "update occurrence 09:00:00", "insert occurrence 09:01:00"]


def test_the_history_tells_of_a_late_run_what_it_stands_for() -> None:
    scene = a_scene(retry_policy=ONE_RETRY)
    retry = scene.end(scene.run("09:03:30"), "09:03:40", BAD)

    scene.end(scene.run("09:04:40", retry), "09:04:50", OK)

    assert [entry.collapsed_until for entry in scene.history] == [at("09:03:30"), at("09:03:30")]


def test_missed_occurrences_up_to_the_end_become_the_last_run() -> None:
    scene = a_scene(recurrence=every("minute", end_time=at("09:03:00")))

    started = scene.run("09:30:00")

    assert scene.written == ["update job", "update occurrence 09:00:00"]
    assert (started.collapsed_until, scene.next) == (at("09:30:00"), None)


@pytest.mark.parametrize("overlap", [Overlap.SKIP, Overlap.WAIT])
def test_a_job_whose_runs_must_not_overlap_notes_what_is_open_and_since_when(overlap: Overlap) -> None:
    scene = a_scene(overlap=overlap)

    started = scene.run("09:00:02")

    assert scene.running == started.key
    assert scene.job.course.busy_since == at("09:00:02")
    assert scene.job.progress.open == 1


def test_the_next_run_begins_a_new_time_of_being_busy() -> None:
    scene = a_scene(overlap=Overlap.SKIP)
    scene.end(scene.run("09:00:00"), "09:00:10")

    scene.run("09:01:02")

    assert scene.job.course.busy_since == at("09:01:02")


def test_one_that_nobody_woke_starts_at_its_next_hint() -> None:
    scene = a_scene(overlap=Overlap.WAIT)
    scene.run("09:00:00")
    scene.claim("09:01:00")
    free = replace(scene.job.progress, open=0)
    scene.job = replace(scene.job, progress=free, course=replace(scene.job.course, running=()))

    started = scene.run("09:01:30")

    assert (started.waiting, scene.job.course.waits, scene.next) == (False, None, "09:02:00")


@pytest.mark.parametrize("overlap", [Overlap.SKIP, Overlap.WAIT])
def test_a_run_that_waited_goes_on_being_busy(overlap: Overlap) -> None:
    scene = a_scene(overlap=overlap, missed_runs=ALL)
    running = scene.run("09:02:00")
    scene.claim("09:02:01")
    scene.end(running, "09:10:00")

    started = scene.run("09:10:01")

    assert (started.expected, started.waited) == (at("09:01:00"), True)
    assert scene.job.course.busy_since == at("09:02:00")


def test_what_is_taken_over_moves_nothing() -> None:
    scene = a_scene(overlap=Overlap.SKIP)
    left_behind = scene.run("09:00:00")
    job = scene.job

    scene.run("09:10:00", left_behind)

    assert scene.job == job


def test_what_came_and_went_while_one_waited_is_skipped_when_it_starts() -> None:
    scene = a_scene(overlap=Overlap.WAIT)
    running = scene.run("09:00:00")
    scene.claim("09:01:00")
    scene.end(running, "09:04:30")

    started = scene.run("09:04:31")

    assert scene.written == ["update job", "update occurrence 09:04:30", "insert occurrence 09:05:00"]
    assert (started.expected, started.collapsed_until) == (at("09:01:00"), None)
    assert scene.skipping == "overlap 09:02:00 to 09:04:30"


def test_what_is_missed_after_one_was_woken_collapses_into_it() -> None:
    scene = a_scene(overlap=Overlap.WAIT)
    running = scene.run("09:00:00")
    scene.claim("09:01:00")
    scene.end(running, "09:04:30")

    started = scene.run("09:06:30")

    assert started.collapsed_until == at("09:06:30")
    assert scene.skipping == "overlap 09:02:00 to 09:04:30"
    assert scene.next == "09:07:00"


def test_one_that_waited_for_less_than_a_period_skips_nothing() -> None:
    scene = a_scene(overlap=Overlap.WAIT)
    running = scene.run("09:00:00")
    scene.claim("09:01:00")
    scene.end(running, "09:01:30")

    scene.run("09:01:30")

    assert (scene.skipping, scene.next) == (None, "09:02:00")


def test_one_that_comes_due_at_the_instant_of_waking_is_skipped() -> None:
    scene = a_scene(overlap=Overlap.WAIT)
    running = scene.run("09:00:00")
    scene.claim("09:01:00")
    scene.end(running, "09:02:00")

    scene.run("09:02:00")

    assert (scene.skipping, scene.next) == ("overlap 09:02:00 to 09:02:00", "09:03:00")


def test_nothing_is_skipped_after_the_end_of_the_schedule() -> None:
    scene = a_scene(overlap=Overlap.WAIT, recurrence=every("minute", end_time=at("09:01:00")))
    running = scene.run("09:00:00")
    scene.claim("09:01:00")
    scene.end(running, "09:04:30")

    scene.run("09:04:30")

    assert (scene.skipping, scene.next) == (None, None)


def test_a_run_ends_an_open_stretch_and_may_begin_another() -> None:
    scene = a_scene(overlap=Overlap.SKIP)
    running = scene.run("09:00:00")
    scene.claim("09:01:00")
    scene.patch("09:01:30", overlap=Overlap.WAIT, running=running.key)
    scene.claim("09:02:00")
    scene.end(running, "09:04:30")

    scene.run("09:04:30")

    assert scene.recorded == ["overlap 09:01:00 to 09:01:00"]
    assert scene.skipping == "overlap 09:03:00 to 09:04:30"
