"""Jobs that are disabled when too many occurrences in a row have faulted."""

from dataclasses import replace
from typing import Any

import pytest

from shared.domain.action import ErrorAction
from shared.domain.attempt import Outcome
from shared.domain.course import Streak
from shared.domain.disabled import Disabled
from shared.domain.job import FaultTimes, JobState
from shared.domain.lifecycle import run_now
from shared.domain.policies import Overlap
from shared.domain.ticket import Ticket, TicketKind
from tests.builders import an_action, at
from tests.domain.policies.scene import BAD, FIVE_MINUTES_LATE, OK, ONE_RETRY, Scene, a_scene

MOURN = ErrorAction(action=an_action(uri="http://mourner.example/"))


def side_by_side(number: int, **definition: Any) -> tuple[Scene, list[Ticket]]:
    """A job whose occurrences have all started, one a minute, and none is over."""
    scene = a_scene(**definition)
    return scene, [scene.run(f"09:{minute:02}:00") for minute in range(number)]


def fail(scene: Scene, minute: int, outcome: Outcome = BAD) -> None:
    """Run the next occurrence from start to end."""
    scene.end(scene.run(f"09:{minute:02}:00"), f"09:{minute:02}:10", outcome)


def is_off(scene: Scene) -> bool:
    return scene.job.state is JobState.DISABLED


def test_the_last_fault_of_so_many_disables_the_job() -> None:
    scene = a_scene(disable_after_faults=2)
    fail(scene, 0)
    assert not is_off(scene)

    fail(scene, 1)

    assert scene.written == [
        "delete occurrence 09:01:00",
        "update job",
        "insert history 2.0",
        "delete occurrence 09:02:00",
    ]
    note = "Disabled because 2 occurrences in a row have failed."
    assert scene.job.state is JobState.DISABLED
    assert scene.job.disabled == Disabled(note=note, by="the scheduler", since=at("09:01:10"))
    assert (scene.next, scene.job.progress.open) == (None, 0)


def test_the_revision_stays_and_the_error_action_of_the_last_fault_runs() -> None:
    scene = a_scene(disable_after_faults=1, error_action=MOURN)

    mourning = scene.end(scene.run("09:00:00"), "09:00:10", BAD)

    assert scene.written == [
        "delete occurrence 09:00:00",
        "update job",
        "insert history 1.0",
        "delete occurrence 09:01:00",
        "insert trim 2026-03-03T09:00:10",
        "insert errorAction 09:00:10",
    ]
    assert (scene.job.state, scene.job.revision) == (JobState.DISABLED, "revision-1")
    assert scene.run("09:00:10", mourning).key.kind is TicketKind.ERROR_ACTION


def test_a_success_in_between_counts_as_the_first_of_none() -> None:
    scene = a_scene(disable_after_faults=2)
    fail(scene, 0)
    fail(scene, 1, OK)

    fail(scene, 2)

    assert scene.job.state is JobState.ENABLED
    assert scene.job.course.streak == Streak(last_ok=2, faults=(3,))


@pytest.mark.parametrize(
    ("ends", "disabled"),
    [
        ({1: BAD, 2: BAD}, True),
        ({2: BAD, 1: BAD}, True),
        ({1: BAD, 3: BAD, 2: OK}, False),
        ({1: BAD, 3: BAD, 2: BAD}, True),
        ({3: OK, 1: BAD, 2: BAD}, False),
        ({1: BAD, 3: BAD}, False),
        ({2: OK, 1: BAD, 3: BAD}, False),
        ({2: BAD, 1: OK, 3: BAD}, True),
    ],
    ids=lambda ends: (
        "".join(f"{ordinal}{'+' if end is OK else '-'}" for ordinal, end in ends.items())
        if isinstance(ends, dict)
        else ""
    ),
)
def test_faults_are_in_a_row_by_their_order_of_start(ends: dict[int, Outcome], disabled: bool) -> None:
    scene, runs = side_by_side(3, disable_after_faults=2)

    for ordinal, outcome in ends.items():
        scene.end(runs[ordinal - 1], "09:03:00", outcome)

    assert is_off(scene) == disabled


def test_only_the_last_retry_tells_whether_an_occurrence_has_faulted() -> None:
    scene = a_scene(disable_after_faults=1, retry_policy=ONE_RETRY)

    retry = scene.end(scene.run("09:00:00"), "09:00:10", BAD)

    assert not is_off(scene)
    assert scene.job.course.streak == Streak()
    scene.end(scene.run("09:01:10", retry), "09:01:20", BAD)
    assert is_off(scene)


def test_runs_that_were_asked_for_do_not_count() -> None:
    scene = a_scene(disable_after_faults=1)
    asked = run_now(scene.job, now=at("09:00:00"), id="asked")
    scene.tickets[asked.key] = asked

    scene.end(scene.run("09:00:00", asked), "09:00:10", BAD)

    assert (scene.job.state, scene.job.course.streak) == (JobState.ENABLED, Streak())


def test_a_one_time_job_is_not_disabled_but_faulted() -> None:
    scene = a_scene(every=None, disable_after_faults=1)

    fail(scene, 0)

    assert scene.job.state is JobState.FAULTED


def test_the_last_occurrence_of_all_disables_the_job_too() -> None:
    scene = a_scene(count=1, disable_after_faults=1)

    fail(scene, 0)

    assert scene.job.state is JobState.DISABLED
    assert not any("removal" in words for words in scene.written)


def test_an_attempt_of_a_former_revision_does_not_count() -> None:
    scene = a_scene(disable_after_faults=1)
    running = scene.run("09:00:00")
    scene.patch("09:00:10", description="new")

    scene.end(running, "09:00:20", BAD)

    assert (scene.job.state, scene.job.course.streak) == (JobState.ENABLED, Streak())


def test_what_was_claimed_before_faults_counted_does_not_count() -> None:
    scene = a_scene()
    running = scene.run("09:00:00")
    definition = replace(scene.job.definition, disable_after_faults=1)
    scene.job = replace(scene.job, definition=definition)

    scene.end(running, "09:00:20", BAD)

    assert running.ordinal == 0
    assert scene.job.state is JobState.ENABLED


def test_others_that_end_after_the_job_was_disabled_change_only_history_and_counters() -> None:
    scene, runs = side_by_side(2, disable_after_faults=1, error_action=MOURN)
    scene.end(runs[0], "09:01:10", BAD)
    disabled = scene.job
    assert (disabled.progress.open, disabled.course.streak) == (0, Streak())

    assert scene.end(runs[1], "09:01:20", BAD) is None
    assert scene.written == ["delete occurrence 09:01:00", "update job", "insert history 2.0"]
    times = FaultTimes(since=at("09:01:10"), last=at("09:01:20"))
    assert scene.job == replace(disabled, counters=scene.job.counters, recent="ff", fault_times=times)
    assert scene.job.counters.faults == 2


def test_enabling_starts_at_zero() -> None:
    scene = a_scene(disable_after_faults=2)
    fail(scene, 0)
    fail(scene, 1)
    scene.enable("09:01:30")

    fail(scene, 2)

    assert scene.job.state is JobState.ENABLED
    assert scene.job.course.streak == Streak(faults=(3,))


def test_one_that_waits_is_skipped_when_the_job_is_disabled() -> None:
    scene = a_scene(disable_after_faults=1, overlap=Overlap.WAIT)
    running = scene.run("09:00:00")
    scene.claim("09:01:00")

    scene.end(running, "09:02:30", BAD)

    assert scene.written == [
        "delete occurrence 09:00:00",
        "update job",
        "insert history 1.0",
        "delete occurrence 09:01:00",
        "insert trim 2026-03-03T09:02:30",
    ]
    assert scene.skipping == "disabled 09:01:00 to 09:02:30"
    assert (scene.running, scene.job.course.waits) == (None, None)
    assert (scene.job.course.accounted, scene.job.course.next_nominal) == (at("09:02:30"), None)


def test_disabling_ends_another_stretch() -> None:
    scene = a_scene(disable_after_faults=1, overlap=Overlap.SKIP, error_action=MOURN)
    running = scene.run("09:00:00")
    scene.claim("09:01:00")

    scene.end(running, "09:02:30", BAD)

    assert scene.written == [
        "delete occurrence 09:00:00",
        "update job",
        "insert history 1.0",
        "delete occurrence 09:02:00",
        "insert skipped overlap 09:01:00 to 09:01:00",
        "insert trim 2026-03-03T09:02:30",
        "insert errorAction 09:02:30",
    ]
    assert scene.skipping == "disabled 09:02:00 to 09:02:30"
    assert scene.job.course.has_records


def test_what_is_put_off_when_the_job_is_disabled_is_made_if_it_is_enabled_in_time() -> None:
    scene = a_scene(disable_after_faults=1, spread=FIVE_MINUTES_LATE)
    scene.end(scene.run("09:05:00"), "09:05:10", BAD)
    assert (scene.job.course.accounted, scene.skipping) == (at("09:00:59.999999"), None)

    scene.enable("09:05:30")

    assert scene.next == "09:01:00 due 09:06:00"


@pytest.mark.parametrize(("most", "ordinal"), [(None, 0), (3, 1)], ids=["not counted", "counted"])
def test_a_claim_notes_the_ordinal_only_if_faults_count(most: int | None, ordinal: int) -> None:
    assert a_scene(disable_after_faults=most).run("09:00:00").ordinal == ordinal


def test_the_ordinal_counts_scheduled_occurrences_only() -> None:
    scene = a_scene(disable_after_faults=3)
    asked = run_now(scene.job, now=at("09:00:00"), id="asked")
    scene.tickets[asked.key] = asked
    scene.run("09:00:00", asked)

    started = scene.run("09:00:00")

    assert (started.number, started.ordinal) == (2, 1)


# The streak by itself


@pytest.mark.parametrize(
    ("before", "ordinal", "succeeded", "after"),
    [
        (Streak(), 1, False, Streak(faults=(1,))),
        (Streak(), 1, True, Streak(last_ok=1)),
        (Streak(last_ok=5), 5, False, Streak(last_ok=5)),
        (Streak(last_ok=5), 6, False, Streak(last_ok=5, faults=(6,))),
        (Streak(last_ok=5), 3, True, Streak(last_ok=5)),
        (Streak(faults=(1, 2, 4, 5)), 3, True, Streak(last_ok=3, faults=(4, 5))),
        (Streak(faults=(1, 2, 4, 5)), 4, True, Streak(last_ok=4, faults=(5,))),
        (Streak(faults=(4, 7)), 5, False, Streak(faults=(4, 5, 7))),
        (Streak(faults=(4, 5)), 5, False, Streak(faults=(4, 5))),
        (Streak(faults=tuple(range(1, 301))), 400, False, Streak(faults=(*range(2, 301), 400))),
        (Streak(faults=tuple(range(2, 301))), 1, False, Streak(faults=tuple(range(1, 301)))),
    ],
)
def test_a_streak_after_one_more(before: Streak, ordinal: int, succeeded: bool, after: Streak) -> None:
    assert before.after(ordinal, succeeded=succeeded) == after


@pytest.mark.parametrize(
    ("faults", "count", "in_a_row"),
    [
        ((), 1, False),
        ((7,), 1, True),
        ((7,), 2, False),
        ((3, 5, 7), 2, False),
        ((1, 3, 4), 2, True),
        ((1, 3, 4), 3, False),
        ((1, 2, 3), 3, True),
        (tuple(range(10, 109)), 100, False),
        (tuple(range(10, 110)), 100, True),
    ],
)
def test_how_many_are_in_a_row(faults: tuple[int, ...], count: int, in_a_row: bool) -> None:
    assert Streak(faults=faults).has_in_a_row(count) == in_a_row
