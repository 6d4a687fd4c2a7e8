"""Attempts under way that a job must not overlap in its new form, and what dies when it is disabled."""

from dataclasses import replace

import pytest

from shared.domain.course import Course
from shared.domain.job import JobState
from shared.domain.lifecycle import run_now
from shared.domain.policies import Overlap
from shared.domain.ticket import Ticket
from tests.builders import at
from tests.domain.policies.scene import BAD, ONE_RETRY, Scene, a_scene


def a_scene_with_two_under_way(overlap: Overlap) -> tuple[Scene, Ticket, Ticket]:
    scene = a_scene(retry_policy=ONE_RETRY)
    first, second = scene.run("09:00:00"), scene.run("09:01:00")
    scene.patch("09:01:30", overlap=overlap, running=(first.key, second.key))
    return scene, first, second


def test_the_new_form_waits_for_all_of_them() -> None:
    scene, first, second = a_scene_with_two_under_way(Overlap.WAIT)
    scene.claim("09:02:00")

    scene.end(first, "09:02:10")
    assert (scene.job.course.running, scene.next) == ((second.key,), "09:02:00")
    scene.end(second, "09:02:20")

    assert (scene.job.course.running, scene.next) == ((), "09:02:00 due 09:02:20")


def test_the_new_form_is_skipped_as_long_as_one_of_them_is_under_way() -> None:
    scene, first, _ = a_scene_with_two_under_way(Overlap.SKIP)
    scene.end(first, "09:01:40", BAD)

    scene.claim("09:02:00")

    assert scene.skipping == "overlap 09:02:00 to 09:02:00"


@pytest.mark.parametrize("after", [None, "another"], ids=["gone", "another in its place"])
def test_a_course_forgets_only_the_ticket_that_is_gone(after: str | None) -> None:
    _, first, second = a_scene_with_two_under_way(Overlap.WAIT)
    later = replace(first.key, revision=after) if after else None
    course = Course(running=(first.key, second.key))

    assert course.with_running(first.key, later).running == ((second.key, later) if later else (second.key,))
    assert course.with_running(replace(first.key, id="unknown"), later) is course


# What lives and dies with the state of the job


@pytest.mark.parametrize("scheduled", [True, False], ids=["scheduled", "asked for"])
def test_only_retries_of_scheduled_runs_die_when_faults_disable_the_job(scheduled: bool) -> None:
    scene = a_scene(retry_policy=ONE_RETRY)
    if scheduled:
        started = scene.run("09:00:00")
    else:
        asked = run_now(scene.job, now=at("09:00:00"), id="asked")
        scene.tickets[asked.key] = asked
        started = scene.run("09:00:00", asked)
    retry = scene.end(started, "09:00:10", BAD)
    scene.job = replace(scene.job, state=JobState.DISABLED)

    scene.claim("09:01:10", retry)

    lives = ["update job", "update retry 09:01:10"]
    assert scene.written == (["delete retry 09:01:10"] if scheduled else lives)


def test_nothing_follows_a_scheduled_run_that_ends_after_faults_have_disabled_the_job() -> None:
    scene = a_scene(retry_policy=ONE_RETRY)
    running = scene.run("09:00:00")
    scene.job = replace(scene.job, state=JobState.DISABLED, progress=replace(scene.job.progress, open=0))

    assert scene.end(running, "09:00:10", BAD) is None
    assert scene.job.progress.open == 0
    assert scene.job.counters.faults == 1


def test_a_run_that_was_asked_for_is_tried_again_although_the_job_is_disabled() -> None:
    scene = a_scene(retry_policy=ONE_RETRY)
    asked = run_now(scene.job, now=at("09:00:00"), id="asked")
    scene.tickets[asked.key] = asked
    running = scene.run("09:00:00", asked)
    scene.job = replace(scene.job, state=JobState.DISABLED)

    retry = scene.end(running, "09:00:10", BAD)

    assert retry is not None
    assert retry.key.due == at("09:01:10")
