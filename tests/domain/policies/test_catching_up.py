"""Jobs that make up for every run they missed: oldest first, up to a limit, and never without end."""

from dataclasses import replace
from datetime import timedelta

import pytest

from shared.domain.policies import MissedPolicy, MissedRuns, Overlap
from tests.builders import at, every
from tests.domain.policies.scene import FIVE_MINUTES_LATE, Scene, a_scene, clock

ALL = MissedRuns(policy=MissedPolicy.ALL, within=timedelta(days=3))


def left(scene: Scene, number: int) -> None:
    scene.job = replace(scene.job, course=replace(scene.job.course, left=number))


def test_each_missed_one_is_made_with_its_own_expected_time() -> None:
    scene = a_scene(missed_runs=ALL)

    runs = [scene.run("09:03:30") for _ in range(4)]

    assert [clock(run.expected) for run in runs] == ["09:00:00", "09:01:00", "09:02:00", "09:03:00"]
    assert {run.collapsed_until for run in runs} == {None}
    assert (scene.next, scene.skipping, scene.job.progress.open) == ("09:04:00", None, 4)


def test_each_claim_writes_three_rows() -> None:
    scene = a_scene(missed_runs=ALL)

    scene.run("09:03:30")

    assert scene.written == ["update job", "update occurrence 09:00:00", "insert occurrence 09:01:00"]


@pytest.mark.parametrize(
    ("now", "following", "number_left"),
    [
        ("09:05:59.999999", "09:01:00 due 09:06:00", 1_000),
        ("09:06:00", "09:01:00 due 09:06:00", 999),
        ("09:20:00", "09:01:00 due 09:06:00", 999),
    ],
)
def test_what_is_put_off_is_missed_when_it_is_due(now: str, following: str, number_left: int) -> None:
    scene = a_scene(missed_runs=ALL, spread=FIVE_MINUTES_LATE)

    scene.run(now)

    assert (scene.next, scene.job.course.left) == (following, number_left)


def test_the_limit_is_whole_again_once_nothing_is_missed() -> None:
    scene = a_scene(missed_runs=ALL)
    noted = []

    for _ in range(4):
        scene.run("09:03:30")
        noted.append(scene.job.course.left)

    assert noted == [999, 998, 997, 1_000]


def test_a_thousand_are_made_and_the_rest_is_skipped() -> None:
    scene, runs = a_scene(missed_runs=ALL), []

    while scene.next_ticket.key.due <= at("2026-03-03T09:00:30"):
        runs.append(scene.run("2026-03-03T09:00:30"))

    assert len(runs) == 1_000
    assert (runs[0].expected, runs[-1].expected) == (at("09:00:00"), at("2026-03-03T01:39:00"))
    assert scene.skipping == "limit 2026-03-03T01:40:00 to 2026-03-03T09:00:30"
    assert scene.next == "2026-03-03T09:01:00"
    assert scene.job.course.left == 1_000


def test_the_rest_may_be_nothing() -> None:
    scene, runs = a_scene(missed_runs=ALL), []

    while scene.next_ticket.key.due <= at("2026-03-03T01:39:30"):
        runs.append(scene.run("2026-03-03T01:39:30"))

    assert (len(runs), scene.skipping) == (1_000, None)


def test_the_claim_that_reaches_the_limit_jumps_past_now() -> None:
    scene = a_scene(missed_runs=ALL)
    left(scene, 1)

    scene.run("09:03:30")

    assert scene.written == ["update job", "update occurrence 09:00:00", "insert occurrence 09:04:00"]
    assert scene.skipping == "limit 09:01:00 to 09:03:30"
    assert scene.job.course.left == 1_000


def test_where_runs_may_overlap_nothing_is_left_of_a_former_policy() -> None:
    scene = a_scene(overlap=Overlap.ALLOW, missed_runs=ALL)
    scene.job = replace(scene.job, course=replace(scene.job.course, busy_since=at("08:00:00")))

    scene.run("09:03:30")

    assert (scene.next, scene.job.course.left) == ("09:01:00", 999)


def test_a_jump_with_skip_goes_no_further_than_now() -> None:
    scene = a_scene(overlap=Overlap.SKIP, missed_runs=ALL)
    left(scene, 1)

    scene.run("09:03:30")

    assert (scene.skipping, scene.next) == ("limit 09:01:00 to 09:03:30", "09:04:00")


def test_a_jump_may_lead_to_the_end_of_the_schedule() -> None:
    ends = every("minute", end_time=at("09:02:00"))
    scene = a_scene(overlap=Overlap.SKIP, missed_runs=ALL, recurrence=ends)
    left(scene, 1)

    scene.run("09:03:30")

    assert (scene.skipping, scene.next) == ("limit 09:01:00 to 09:03:30", None)


def test_with_a_delay_the_jump_stops_at_what_is_still_put_off() -> None:
    scene = a_scene(missed_runs=ALL, spread=FIVE_MINUTES_LATE)
    left(scene, 1)

    scene.run("09:08:30")

    assert scene.skipping == "limit 09:01:00 to 09:03:30"
    assert scene.next == "09:04:00 due 09:09:00"


def test_the_stretch_of_the_limit_is_recorded_by_the_next_run() -> None:
    scene = a_scene(missed_runs=ALL)
    left(scene, 1)
    scene.run("09:03:30")

    scene.run("09:04:00")

    assert scene.written == [
        "update job",
        "update occurrence 09:04:00",
        "insert occurrence 09:05:00",
        "insert skipped limit 09:01:00 to 09:03:30",
        "insert trim 2026-03-03T09:04:00",
    ]


@pytest.mark.parametrize(
    ("overlap", "following", "skipped"),
    [
        (Overlap.SKIP, "09:08:00", "overlap 09:04:00 to 09:07:00"),
        (Overlap.WAIT, "09:04:00", None),
    ],
)
def test_catching_up_one_by_one_ends_with_what_was_missed_before_it_began(
    overlap: Overlap, following: str, skipped: str | None
) -> None:
    """From the claim at 09:03:00 on the job is busy. Each run takes a minute."""
    scene, runs = a_scene(overlap=overlap, missed_runs=ALL), []
    running = scene.run("09:03:00")

    for minute in (4, 5, 6):
        scene.claim(f"09:{minute - 1:02}:10")
        scene.end(running, f"09:{minute:02}:00")
        running = scene.run(f"09:{minute:02}:01" if minute < 6 else "09:07:00")
        runs.append(clock(running.expected))

    assert runs == ["09:01:00", "09:02:00", "09:03:00"]
    assert (scene.next, scene.skipping, scene.recorded) == (following, skipped, [])
    assert scene.job.course.left == 1_000


def test_one_that_waits_after_catching_up_covers_what_comes_meanwhile() -> None:
    scene = a_scene(overlap=Overlap.WAIT, missed_runs=ALL)
    first = scene.run("09:01:00")
    scene.claim("09:01:10")
    scene.end(first, "09:04:00")
    second = scene.run("09:04:00")
    scene.claim("09:04:10")
    scene.end(second, "09:06:30")

    third = scene.run("09:06:30")

    assert (clock(second.expected), clock(third.expected)) == ("09:01:00", "09:02:00")
    assert scene.skipping == "overlap 09:03:00 to 09:06:30"
    assert scene.next == "09:07:00"


def test_a_jump_because_of_overlap_makes_the_limit_whole() -> None:
    scene = a_scene(overlap=Overlap.SKIP, missed_runs=ALL)
    running = scene.run("09:01:00")
    scene.claim("09:01:10")
    scene.end(running, "09:05:00")
    left(scene, 7)

    scene.run("09:05:30")

    assert scene.skipping == "overlap 09:02:00 to 09:05:30"
    assert scene.job.course.left == 1_000


def test_one_that_comes_due_at_the_instant_of_the_claim_came_while_the_job_was_busy() -> None:
    scene = a_scene(overlap=Overlap.SKIP, missed_runs=ALL)
    running = scene.run("09:01:30")
    scene.claim("09:01:31")
    scene.end(running, "09:01:40")

    scene.run("09:02:00")

    assert (scene.skipping, scene.next) == ("overlap 09:02:00 to 09:02:00", "09:03:00")


def test_what_waits_after_the_missed_ones_makes_the_limit_whole() -> None:
    scene = a_scene(overlap=Overlap.WAIT, missed_runs=ALL)
    running = scene.run("09:01:00")
    scene.claim("09:01:10")
    scene.end(running, "09:05:00")
    left(scene, 7)

    scene.run("09:05:30")

    assert (scene.next, scene.job.course.left) == ("09:02:00", 1_000)


def test_with_skip_the_limit_ends_where_the_busy_time_begins() -> None:
    scene = a_scene(overlap=Overlap.SKIP, missed_runs=ALL)
    running = scene.run("09:03:00")
    scene.claim("09:03:10")
    scene.end(running, "09:06:00")
    left(scene, 1)

    scene.run("09:06:30")

    assert scene.written == [
        "update job",
        "update occurrence 09:06:00",
        "insert occurrence 09:07:00",
        "insert skipped limit 09:02:00 to 09:03:00",
    ]
    assert (scene.skipping, scene.next) == ("overlap 09:04:00 to 09:06:30", "09:07:00")
    assert scene.job.course.left == 1_000


def test_with_wait_the_limit_ends_where_the_busy_time_begins() -> None:
    scene = a_scene(overlap=Overlap.WAIT, missed_runs=ALL)
    running = scene.run("09:03:00")
    scene.claim("09:03:10")
    scene.end(running, "09:06:00")
    left(scene, 1)

    scene.run("09:06:30")

    assert (scene.skipping, scene.next) == ("limit 09:02:00 to 09:03:00", "09:04:00")
    assert scene.job.course.left == 1_000


def test_one_that_is_due_when_another_is_woken_has_a_ticket_of_its_own() -> None:
    scene = a_scene(overlap=Overlap.WAIT, missed_runs=ALL)
    running = scene.run("09:01:30")
    scene.claim("09:01:31")
    scene.end(running, "09:02:00")

    woken = scene.run("09:02:01")

    assert (clock(woken.expected), clock(woken.key.due), scene.next) == ("09:01:00", "09:02:00", "09:02:00")
    assert scene.next_ticket.key != woken.key


def test_count_ends_the_catching_up() -> None:
    scene = a_scene(missed_runs=ALL, count=2)

    scene.run("09:30:00")
    scene.run("09:30:00")

    assert (scene.next, scene.skipping) == (None, None)
