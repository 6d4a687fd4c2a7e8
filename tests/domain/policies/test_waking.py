"""What wakes an occurrence that waits, and what it is then."""

from dataclasses import replace
from datetime import timedelta

import pytest

from shared.domain.course import WaitingRun
from shared.domain.lifecycle import run_now
from shared.domain.policies import MissedPolicy, MissedRuns, Overlap
from shared.domain.ticket import Ticket
from tests.builders import at
from tests.domain.policies.scene import BAD, FIVE_MINUTES_LATE, ONE_RETRY, Scene, a_scene, clock

ALL = MissedRuns(policy=MissedPolicy.ALL, within=timedelta(hours=1))


def a_scene_that_waits() -> tuple[Scene, Ticket]:
    """The run of nine o'clock is open, and the next one waits for it."""
    scene = a_scene(overlap=Overlap.WAIT)
    running = scene.run("09:00:00")
    scene.claim("09:01:00")
    return scene, running


def test_the_end_of_the_open_one_wakes_the_one_that_waits() -> None:
    scene, running = a_scene_that_waits()

    scene.end(running, "09:04:30")

    assert scene.written == [
        "delete occurrence 09:00:00",
        "update job",
        "insert history 1.0",
        "delete occurrence 09:01:00",
        "insert occurrence 09:04:30",
        "insert trim 2026-03-03T09:04:30",
    ]
    assert (scene.running, scene.job.course.waits, scene.job.progress.open) == (None, None, 0)
    assert scene.next == "09:01:00 due 09:04:30"


def test_what_was_woken_keeps_its_expected_time_and_covers_what_came_meanwhile() -> None:
    scene, running = a_scene_that_waits()

    scene.end(running, "09:04:30")

    woken = scene.next_ticket
    assert (clock(woken.expected), woken.covers) == ("09:01:00", at("09:04:30"))
    assert (woken.waited, woken.waiting, woken.sent, woken.lease) == (True, False, None, None)
    assert (woken.key.revision, woken.incarnation) == ("revision-1", "revision-1")


def test_with_a_delay_it_covers_only_what_was_due_meanwhile() -> None:
    scene = a_scene(overlap=Overlap.WAIT, spread=FIVE_MINUTES_LATE)
    running = scene.run("09:05:00")
    scene.claim("09:06:00")

    scene.end(running, "09:09:30")
    woken = scene.next_ticket
    scene.run("09:09:30")

    assert (scene.skipping, clock(woken.covered)) == ("overlap 09:02:00 to 09:04:30", "09:04:30")
    assert scene.next == "09:05:00 due 09:10:00"


def test_it_never_covers_less_than_before() -> None:
    scene, running = a_scene_that_waits()
    covers = WaitingRun(since=at("09:01:00"), expected=at("09:01:00"), covers=at("09:07:00"))
    scene.job = replace(scene.job, course=replace(scene.job.course, waits=covers))

    scene.end(running, "09:04:30")

    assert scene.next_ticket.covers == at("09:07:00")


@pytest.mark.parametrize(
    ("began", "covers"),
    [("09:01:00", None), ("09:00:59.999999", "09:04:30"), (None, "09:04:30")],
    ids=["missed before", "due after", "not known"],
)
def test_one_that_was_missed_before_the_open_one_began_covers_nothing(
    began: str | None, covers: str | None
) -> None:
    scene, running = a_scene_that_waits()
    busy_since = at(began) if began else None
    scene.job = replace(scene.job, course=replace(scene.job.course, busy_since=busy_since))

    scene.end(running, "09:04:30")

    assert scene.next_ticket.covers == (at(covers) if covers else None)


@pytest.mark.parametrize(
    ("ended", "due"),
    [("09:01:00", "09:01:00.000001"), ("09:00:59", "09:01:00.000001"), ("09:01:01", "09:01:01")],
)
def test_what_was_woken_has_another_ticket_whatever_the_clock_says(ended: str, due: str) -> None:
    scene, running = a_scene_that_waits()

    scene.end(running, ended)

    assert scene.next == f"09:01:00 due {due}"


def test_a_retry_that_follows_wakes_nobody() -> None:
    scene = a_scene(overlap=Overlap.WAIT, retry_policy=ONE_RETRY)
    running = scene.run("09:00:00")
    scene.claim("09:01:00")
    waits = scene.job.course.waits

    retry = scene.end(running, "09:02:00", BAD)

    assert scene.written == [
        "delete occurrence 09:00:00",
        "update job",
        "insert history 1.0",
        "insert trim 2026-03-03T09:02:00",
        "insert retry 09:03:00",
    ]
    assert retry is not None
    assert scene.running == retry.key
    assert (scene.job.course.waits, scene.job.progress.open, scene.next) == (waits, 1, "09:01:00")


@pytest.mark.parametrize("outcome", [BAD, None], ids=["failed", "succeeded"])
def test_the_end_of_the_last_retry_wakes(outcome: None) -> None:
    scene = a_scene(overlap=Overlap.WAIT, retry_policy=ONE_RETRY)
    running = scene.run("09:00:00")
    scene.claim("09:01:00")
    retry = scene.run("09:03:00", scene.end(running, "09:02:00", BAD))

    scene.end(retry, "09:03:10", *([outcome] if outcome else []))

    assert scene.next == "09:01:00 due 09:03:10"
    assert scene.running is None


def test_the_end_of_a_run_that_was_asked_for_wakes_nobody() -> None:
    scene, _ = a_scene_that_waits()
    asked = run_now(scene.job, now=at("09:02:00"), id="asked")
    scene.tickets[asked.key] = asked

    scene.end(scene.run("09:02:00", asked), "09:02:10")

    assert scene.next == "09:01:00"
    assert scene.job.progress.open == 1


def test_where_nothing_waits_the_end_leaves_the_next_ticket_alone() -> None:
    scene = a_scene(overlap=Overlap.WAIT)
    running = scene.run("09:00:00")
    following = scene.next_ticket

    scene.end(running, "09:00:30")

    assert scene.written == [
        "delete occurrence 09:00:00",
        "update job",
        "insert history 1.0",
        "insert trim 2026-03-03T09:00:30",
    ]
    assert scene.next_ticket == following


def test_each_missed_one_waits_for_the_one_before_and_none_is_lost() -> None:
    scene, runs = a_scene(overlap=Overlap.SKIP, missed_runs=ALL), []
    running = scene.run("09:03:30")

    for second in (40, 45, 50):
        scene.claim(f"09:03:{second - 1}")
        scene.end(running, f"09:03:{second}")
        running = scene.run(f"09:03:{second}")
        runs.append(clock(running.expected))

    assert runs == ["09:01:00", "09:02:00", "09:03:00"]
    assert (scene.next, scene.skipping) == ("09:04:00", None)


def test_an_immediate_run_that_waited_starts_without_a_delay() -> None:
    scene = a_scene(overlap=Overlap.SKIP, spread=FIVE_MINUTES_LATE)
    running = scene.run("09:05:00")
    scene.put("09:05:30", start_time=None, running=running.key)
    scene.claim("09:05:30")

    scene.end(running, "09:05:40")

    assert scene.next == "09:05:30 due 09:05:40"
    scene.run("09:05:40")
    assert (scene.next, scene.skipping) == ("09:06:30 due 09:11:30", None)
