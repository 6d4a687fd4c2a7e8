"""What a PUT, a PATCH, disabling and enabling do to what is open, waits, or was skipped."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from shared.domain.course import Streak
from shared.domain.disabled import Disabled
from shared.domain.job import JobState
from shared.domain.lifecycle import Wanted, touch
from shared.domain.policies import MissedPolicy, MissedRuns, Overlap
from shared.domain.ticket import Ticket
from tests.builders import at
from tests.domain.policies.scene import FIVE_MINUTES_LATE, Scene, a_scene

ALL = MissedRuns(policy=MissedPolicy.ALL, within=timedelta(hours=1))


def a_scene_that_waits(**definition: Any) -> tuple[Scene, Ticket]:
    scene = a_scene(overlap=Overlap.WAIT, **definition)
    running = scene.run("09:00:00")
    scene.claim("09:01:00")
    return scene, running


def change(scene: Scene, how: str, now: str, **changes: Any) -> None:
    match how:
        case "patch":
            scene.patch(now, description="new", **changes)
        case "put":
            scene.put(now, description="new", **changes)
        case "disable":
            scene.disable(now, **changes)


CHANGES = pytest.mark.parametrize("how", ["patch", "put", "disable"])


@CHANGES
def test_a_change_closes_what_was_open(how: str) -> None:
    scene, _ = a_scene_that_waits()

    change(scene, how, "09:02:30")

    assert (scene.job.progress.open, scene.running, scene.job.course.waits) == (0, None, None)


@CHANGES
def test_a_change_keeps_an_attempt_under_way_in_mind(how: str) -> None:
    scene, running = a_scene_that_waits()

    change(scene, how, "09:02:30", running=running.key)

    assert (scene.job.progress.open, scene.running) == (0, running.key)
    assert scene.job.course.waits is None


@pytest.mark.parametrize("how", ["patch", "put"])
def test_the_new_form_does_not_overlap_an_attempt_of_the_old_one(how: str) -> None:
    scene = a_scene(overlap=Overlap.WAIT)
    running = scene.run("09:00:00")
    change(scene, how, "09:00:30", running=running.key)

    scene.claim("09:01:00")

    assert scene.job.course.waits is not None
    assert scene.job.progress.open == 0


@pytest.mark.parametrize(
    ("how", "skipped"),
    [
        ("patch", "superseded 09:01:00 to 09:02:30"),
        ("put", "superseded 09:01:00 to 09:02:29.999999"),
        ("disable", "disabled 09:01:00 to 09:02:30"),
    ],
)
def test_what_waited_is_skipped_by_a_change(how: str, skipped: str) -> None:
    scene, _ = a_scene_that_waits()

    change(scene, how, "09:02:30")

    assert (scene.recorded, scene.skipping) == ([skipped], None)
    assert scene.next == (None if how == "disable" else "09:03:00")


@pytest.mark.parametrize(("how", "reason"), [("patch", "superseded"), ("disable", "disabled")])
def test_what_was_due_and_had_not_started_is_skipped_by_a_change(how: str, reason: str) -> None:
    scene = a_scene()
    scene.run("09:00:00")

    change(scene, how, "09:01:00")

    assert scene.told == f"{reason} 09:01:00 to 09:01:00"


def test_what_is_due_at_the_instant_of_a_put_is_due_in_the_new_form() -> None:
    scene = a_scene()
    scene.run("09:00:00")

    scene.put("09:01:00")

    assert (scene.skipping, scene.next) == (None, "09:01:00")


def test_what_is_due_at_the_instant_of_a_put_is_skipped_if_the_new_form_has_an_immediate_first_run() -> None:
    scene = a_scene()
    scene.run("09:00:00")

    scene.put("09:01:00", start_time=None)

    assert (scene.told, scene.next) == ("superseded 09:01:00 to 09:01:00", "09:01:00")


def test_a_put_gives_up_what_was_put_off() -> None:
    scene = a_scene(spread=FIVE_MINUTES_LATE)
    scene.run("09:05:00")

    scene.put("09:05:30")

    assert scene.told == "superseded 09:01:00 to 09:05:29.999999"
    assert scene.next == "09:06:00 due 09:11:00"


@CHANGES
def test_what_was_not_due_is_not_skipped_by_a_change(how: str) -> None:
    scene = a_scene()
    scene.run("09:00:00")

    change(scene, how, "09:00:59.999999")

    assert scene.skipping is None


@CHANGES
def test_a_change_ends_an_open_stretch(how: str) -> None:
    scene = a_scene(overlap=Overlap.SKIP)
    scene.run("09:00:00")
    scene.claim("09:01:00")

    change(scene, how, "09:01:30")

    assert "insert skipped overlap 09:01:00 to 09:01:00" in scene.written
    assert "insert trim 2026-03-03T09:01:30" in scene.written
    assert (scene.skipping, scene.job.course.has_records) == (None, True)
    assert [record.revision for record in scene.records] == ["revision-1"]


@CHANGES
def test_a_change_ends_one_stretch_and_tells_of_what_it_gives_up(how: str) -> None:
    scene = a_scene(overlap=Overlap.SKIP)
    scene.run("09:00:00")
    scene.claim("09:01:00")

    change(scene, how, "09:02:30")

    given_up = {
        "patch": "superseded 09:02:00 to 09:02:30",
        "put": "superseded 09:02:00 to 09:02:29.999999",
        "disable": "disabled 09:02:00 to 09:02:30",
    }[how]
    assert scene.recorded == ["overlap 09:01:00 to 09:01:00", given_up]


@CHANGES
def test_the_first_trim_is_noted_once(how: str) -> None:
    scene = a_scene(overlap=Overlap.SKIP)
    running = scene.run("09:00:00")
    scene.claim("09:01:00")
    scene.end(running, "09:01:10")
    trim = scene.job.trim_ticket

    change(scene, how, "09:01:30")

    assert trim is not None
    assert scene.job.trim_ticket == trim
    assert not any("trim" in words for words in scene.written)


def test_a_put_forgets_the_course_of_the_job_but_not_its_records() -> None:
    scene = a_scene(overlap=Overlap.SKIP, missed_runs=ALL, disable_after_faults=3)
    scene.run("09:00:00")
    scene.claim("09:01:00")
    noted = replace(scene.job.course, left=7, streak=Streak(faults=(1,)), has_records=True)
    scene.job = replace(scene.job, course=replace(noted, skipping=None))

    scene.put("09:01:30")

    course = scene.job.course
    assert (course.left, course.streak, course.busy_since) == (1_000, Streak(), None)
    assert (course.has_records, course.accounted) == (True, None)
    assert scene.job.progress.started == 0


def test_a_patch_starts_counting_faults_and_missed_runs_anew() -> None:
    scene = a_scene(missed_runs=ALL, disable_after_faults=3)
    scene.run("09:00:00")
    noted = replace(scene.job.course, left=7, streak=Streak(last_ok=1, faults=(2, 3)))
    scene.job = replace(scene.job, course=noted)

    scene.patch("09:00:30", description="new")

    assert (scene.job.course.left, scene.job.course.streak) == (1_000, Streak())


@pytest.mark.parametrize("how", ["patch", "disable"])
def test_an_immediate_first_run_is_not_given_up(how: str) -> None:
    scene = a_scene(start_time=None)

    change(scene, how, "09:00:30")

    assert scene.skipping is None
    assert scene.next == ("09:00:30" if how == "patch" else None)


def test_an_immediate_first_run_is_given_up_if_the_job_gets_a_start() -> None:
    scene = a_scene(start_time=None)

    scene.patch("09:00:30", start_time=at("10:00:00"))

    assert (scene.told, scene.next) == ("superseded 09:00:00 to 09:00:29.999999", "10:00:00")


def test_a_put_does_not_record_an_immediate_first_run() -> None:
    scene = a_scene(start_time=None)

    scene.put("09:00:30")

    assert (scene.skipping, scene.recorded, scene.next) == (None, [], "09:00:30")


def test_a_one_time_job_that_runs_is_over_when_it_is_changed() -> None:
    scene = a_scene(every=None)
    scene.run("09:00:00")

    scene.patch("09:00:10", description="new")

    assert (scene.job.state, scene.next) == (JobState.COMPLETED, None)


# Changes that touch nothing of this


@pytest.mark.parametrize(
    "changes",
    [
        {"description": "new"},
        {"tags": (("a", "b"),)},
        {"keep_finished_for": timedelta(days=1)},
        {"description": "new", "tags": (("a", "b"),), "keep_finished_for": timedelta(days=1)},
    ],
    ids=["description", "tags", "keepFinishedFor", "all of them"],
)
def test_another_description_and_the_like_leave_the_course_alone(changes: dict[str, Any]) -> None:
    scene, _ = a_scene_that_waits()
    definition = replace(scene.job.definition, **changes)

    touched = touch(scene.job, Wanted(definition=definition, state=JobState.ENABLED), id="later")

    assert touched == replace(scene.job, definition=definition, edition="later")


def test_another_note_leaves_the_revision_alone() -> None:
    scene = a_scene()
    scene.disable("09:00:30", until="10:00:00")
    noted = Disabled(note="new", until=at("10:00:00"))

    touched = touch(
        scene.job,
        Wanted(definition=scene.job.definition, state=JobState.DISABLED, disabled=noted),
        id="later",
    )

    since = Disabled(note="new", until=at("10:00:00"), by="somebody", since=at("09:00:30"))
    assert touched == replace(scene.job, disabled=since, edition="later")


@pytest.mark.parametrize(
    ("changes", "state", "disabled"),
    [
        ({"overlap": Overlap.SKIP}, JobState.DISABLED, Disabled(until=at("10:00:00"))),
        ({"description": "new", "count": 1}, JobState.DISABLED, Disabled(until=at("10:00:00"))),
        ({}, JobState.DISABLED, Disabled(until=at("11:00:00"))),
        ({}, JobState.DISABLED, None),
        ({}, JobState.ENABLED, None),
    ],
    ids=["a policy", "more than a description", "another time", "no time", "another state"],
)
def test_any_other_change_is_a_new_revision(
    changes: dict[str, Any], state: JobState, disabled: Disabled | None
) -> None:
    scene = a_scene()
    scene.disable("09:00:30", until="10:00:00")
    count = changes.pop("count", None)
    definition = replace(scene.job.definition, **changes)
    if count is not None and definition.recurrence is not None:
        definition = replace(definition, recurrence=replace(definition.recurrence, count=count))

    assert touch(scene.job, Wanted(definition=definition, state=state, disabled=disabled), id="later") is None
