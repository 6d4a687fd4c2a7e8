"""What a claim decides while an earlier occurrence is open that the next one must not overlap."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from shared.domain.action import ErrorAction
from shared.domain.course import WaitingRun
from shared.domain.job import JobState
from shared.domain.lifecycle import run_now
from shared.domain.policies import MissedPolicy, MissedRuns, Overlap
from tests.builders import an_action, at, every
from tests.domain.policies.scene import BAD, FIVE_MINUTES_LATE, ONE_RETRY, Scene, a_scene

ALL = MissedRuns(policy=MissedPolicy.ALL, within=timedelta(hours=1))
NONE = MissedRuns(policy=MissedPolicy.NONE, within=timedelta(minutes=5))


def busy_since(scene: Scene, instant: str) -> None:
    scene.job = replace(scene.job, course=replace(scene.job.course, busy_since=at(instant)))


def test_a_blocked_occurrence_waits_and_keeps_its_ticket() -> None:
    scene = a_scene(overlap=Overlap.WAIT)
    scene.run("09:00:00")

    scene.claim("09:01:02")

    assert scene.written == ["update job", "update occurrence 09:01:00"]
    assert scene.job.course.waits == WaitingRun(
        since=at("09:01:02"), expected=at("09:01:00"), following=at("09:02:00")
    )
    assert scene.next_ticket.waiting
    assert scene.next == "09:01:00"
    assert (scene.job.progress.started, scene.job.progress.open, scene.skipping) == (1, 1, None)


def test_one_that_waits_already_is_left_alone() -> None:
    scene = a_scene(overlap=Overlap.WAIT)
    scene.run("09:00:00")
    scene.claim("09:01:00")
    job, ticket = scene.job, scene.next_ticket

    assert scene.claim("09:16:00") is None
    assert (scene.job, scene.next_ticket) == (job, ticket)


@pytest.mark.parametrize(
    ("now", "skipped", "following"),
    [
        ("09:01:00", "overlap 09:01:00 to 09:01:00", "09:02:00"),
        ("09:03:30", "overlap 09:01:00 to 09:03:30", "09:04:00"),
        ("09:04:00", "overlap 09:01:00 to 09:04:00", "09:05:00"),
        ("09:00:58", "overlap 09:01:00 to 09:01:00", "09:02:00"),
    ],
    ids=["on time", "late", "late, on the minute", "by a clock that is behind"],
)
def test_a_blocked_occurrence_is_skipped_with_all_that_are_due(
    now: str, skipped: str, following: str
) -> None:
    scene = a_scene(overlap=Overlap.SKIP)
    scene.run("09:00:00")

    scene.claim(now)

    assert scene.written == ["delete occurrence 09:01:00", "update job", f"insert occurrence {following}"]
    assert (scene.skipping, scene.next) == (skipped, following)
    assert (scene.job.progress.started, scene.job.progress.open) == (1, 1)
    assert scene.job.course.waits is None


def test_a_skip_goes_on_with_what_is_put_off() -> None:
    scene = a_scene(overlap=Overlap.SKIP, spread=FIVE_MINUTES_LATE)
    scene.run("09:05:00")

    scene.claim("09:07:30")

    assert scene.skipping == "overlap 09:01:00 to 09:02:30"
    assert scene.next == "09:03:00 due 09:08:00"


def test_skips_while_the_same_one_is_open_are_one_stretch() -> None:
    scene = a_scene(overlap=Overlap.SKIP)
    scene.run("09:00:00")
    scene.claim("09:01:00")
    scene.claim("09:02:00")

    scene.claim("09:03:00")

    assert scene.written == ["delete occurrence 09:03:00", "update job", "insert occurrence 09:04:00"]
    assert scene.skipping == "overlap 09:01:00 to 09:03:00"


@pytest.mark.parametrize(
    ("spread", "open_since", "waits"),
    [
        (None, "09:01:00", True),
        (None, "09:00:59.999999", False),
        (FIVE_MINUTES_LATE, "09:06:00", True),
        (FIVE_MINUTES_LATE, "09:05:59.999999", False),
    ],
)
def test_all_makes_up_for_what_was_due_before_the_open_one_began(
    spread: timedelta | None, open_since: str, waits: bool
) -> None:
    scene = a_scene(overlap=Overlap.SKIP, missed_runs=ALL, spread=spread)
    scene.run("09:05:00" if spread else "09:00:00")
    busy_since(scene, open_since)

    scene.claim("09:06:30")

    assert (scene.job.course.waits is not None) == waits
    assert (scene.skipping is None) == waits


@pytest.mark.parametrize("missed", [None, NONE], ids=["one", "none"])
def test_without_all_a_blocked_one_is_skipped_whenever_it_was_due(missed: MissedRuns | None) -> None:
    scene = a_scene(overlap=Overlap.SKIP, missed_runs=missed)
    scene.run("09:00:00")
    busy_since(scene, "09:02:00")

    scene.claim("09:02:30")

    assert scene.skipping == "overlap 09:01:00 to 09:02:30"


def test_without_knowing_when_the_open_one_began_all_skips() -> None:
    scene = a_scene(overlap=Overlap.SKIP, missed_runs=ALL)
    scene.run("09:00:00")
    scene.job = replace(scene.job, course=replace(scene.job.course, busy_since=None))

    scene.claim("09:01:30")

    assert scene.skipping == "overlap 09:01:00 to 09:01:30"


@pytest.mark.parametrize("overlap", [Overlap.SKIP, Overlap.WAIT])
def test_an_immediate_first_run_waits_even_where_others_are_skipped(overlap: Overlap) -> None:
    scene = a_scene(overlap=overlap)
    running = scene.run("09:00:00")
    scene.put("09:00:30", start_time=None, running=running.key)

    scene.claim("09:00:31")

    assert scene.written == ["update job", "update occurrence 09:00:30"]
    assert scene.job.course.waits == WaitingRun(
        since=at("09:00:31"), expected=at("09:00:30"), following=at("09:01:30")
    )


@pytest.mark.parametrize(
    ("overlap", "skipped"),
    [(Overlap.WAIT, None), (Overlap.SKIP, "overlap 09:01:00 to 09:20:00")],
)
def test_what_is_blocked_is_not_late(overlap: Overlap, skipped: str | None) -> None:
    scene = a_scene(overlap=overlap, missed_runs=NONE)
    scene.run("09:00:00")

    scene.claim("09:20:00")

    assert scene.skipping == skipped
    assert (scene.job.course.waits is None) == (skipped is not None)


def test_a_change_that_leaves_an_attempt_under_way_blocks_by_that_alone() -> None:
    scene = a_scene(overlap=Overlap.SKIP)
    running = scene.run("09:00:00")
    scene.patch("09:00:30", description="new", running=running.key)

    scene.claim("09:01:00")

    assert scene.job.progress.open == 0
    assert scene.skipping == "overlap 09:01:00 to 09:01:00"


def test_what_is_open_blocks_even_if_no_ticket_is_noted() -> None:
    scene = a_scene(overlap=Overlap.SKIP)
    scene.run("09:00:00")
    scene.job = replace(scene.job, course=replace(scene.job.course, running=()))

    scene.claim("09:01:00")

    assert scene.skipping == "overlap 09:01:00 to 09:01:00"


@pytest.mark.parametrize(
    "policies",
    [{}, {"overlap": Overlap.ALLOW}],
    ids=["by default", "by its own word"],
)
def test_occurrences_that_may_overlap_run_side_by_side_and_note_nothing(policies: dict[str, Any]) -> None:
    scene = a_scene(**policies)
    scene.run("09:00:00")

    scene.run("09:01:00")

    assert scene.written == ["update job", "update occurrence 09:01:00", "insert occurrence 09:02:00"]
    assert scene.job.progress.open == 2
    assert (scene.running, scene.job.course.busy_since) == (None, None)


def test_a_retry_that_is_to_come_keeps_the_occurrence_open() -> None:
    scene = a_scene(overlap=Overlap.SKIP, retry_policy=ONE_RETRY)
    scene.end(scene.run("09:00:00"), "09:00:10", BAD)

    scene.claim("09:01:00")

    assert scene.skipping == "overlap 09:01:00 to 09:01:00"


def test_an_error_action_does_not_keep_the_occurrence_open() -> None:
    scene = a_scene(overlap=Overlap.SKIP, error_action=ErrorAction(action=an_action()))
    mourning = scene.end(scene.run("09:00:00"), "09:00:10", BAD)
    scene.run("09:00:10", mourning)

    scene.run("09:01:00")

    assert scene.skipping is None


def test_a_run_that_somebody_asked_for_neither_waits_nor_is_waited_for() -> None:
    scene = a_scene(overlap=Overlap.WAIT)
    asked = run_now(scene.job, now=at("09:00:10"), id="asked")
    scene.tickets[asked.key] = asked
    scheduled = scene.run("09:00:00")

    scene.run("09:00:10", asked)
    scene.end(scheduled, "09:00:20")
    scene.run("09:01:00")

    assert (scene.job.progress.open, scene.job.progress.numbered) == (1, 3)


def test_the_last_one_is_skipped_and_the_job_ends_when_the_open_one_does() -> None:
    scene = a_scene(overlap=Overlap.SKIP, recurrence=every("minute", end_time=at("09:01:30")))
    running = scene.run("09:00:00")

    scene.claim("09:01:00")
    assert scene.written == ["delete occurrence 09:01:00", "update job"]
    assert (scene.job.state, scene.next) == (JobState.ENABLED, None)
    scene.end(running, "09:01:10")

    assert scene.job.state is JobState.COMPLETED


def test_a_job_is_over_if_its_last_one_is_skipped_and_only_a_former_form_is_under_way() -> None:
    scene = a_scene(overlap=Overlap.SKIP, recurrence=every("minute", end_time=at("09:01:30")))
    running = scene.run("09:00:00")
    scene.patch("09:00:30", description="new", running=running.key)

    scene.claim("09:01:00")

    removal = "insert removal 2026-05-01T09:01:00"
    assert scene.written == ["delete occurrence 09:01:00", "update job", removal]
    assert scene.job.state is JobState.COMPLETED
