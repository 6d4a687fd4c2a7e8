"""What a claim decides about an occurrence that comes later than its job allows."""

from datetime import timedelta
from typing import Any

import pytest

from shared.domain.job import JobState
from shared.domain.lifecycle import run_now
from shared.domain.policies import MissedPolicy, MissedRuns, Overlap
from tests.builders import at, every
from tests.domain.policies.scene import BAD, FIVE_MINUTES_LATE, ONE_RETRY, a_scene

NONE = MissedRuns(policy=MissedPolicy.NONE, within=timedelta(minutes=5))
ALL = MissedRuns(policy=MissedPolicy.ALL, within=timedelta(minutes=5))


@pytest.mark.parametrize("missed", [NONE, ALL], ids=["none", "all"])
@pytest.mark.parametrize(
    ("now", "spread"),
    [("09:05:00", None), ("09:10:00", FIVE_MINUTES_LATE), ("08:59:58", None)],
    ids=["at the limit", "at the limit, put off", "by a clock that is behind"],
)
def test_an_occurrence_that_is_late_up_to_the_limit_runs(
    missed: MissedRuns, now: str, spread: timedelta | None
) -> None:
    scene = a_scene(missed_runs=missed, spread=spread)

    started = scene.run(now)

    assert started.expected == at("09:00:00")
    assert scene.skipping is None


@pytest.mark.parametrize("missed", [NONE, ALL], ids=["none", "all"])
@pytest.mark.parametrize(
    ("now", "skipped", "following"),
    [
        ("09:05:00.000001", "tooLate 09:00:00 to 09:00:00", "09:01:00"),
        ("09:06:00", "tooLate 09:00:00 to 09:00:59.999999", "09:01:00"),
        ("09:20:00", "tooLate 09:00:00 to 09:14:59.999999", "09:15:00"),
        ("09:20:00.000001", "tooLate 09:00:00 to 09:15:00", "09:16:00"),
        ("09:20:30", "tooLate 09:00:00 to 09:15:29.999999", "09:16:00"),
    ],
)
def test_what_is_too_late_is_skipped_up_to_the_first_that_is_not(
    missed: MissedRuns, now: str, skipped: str, following: str
) -> None:
    scene = a_scene(missed_runs=missed)

    scene.claim(now)

    assert scene.written == ["delete occurrence 09:00:00", "update job", f"insert occurrence {following}"]
    assert (scene.skipping, scene.next) == (skipped, following)
    assert (scene.job.progress.started, scene.job.progress.numbered, scene.job.last_run) == (0, 0, None)


@pytest.mark.parametrize(
    ("now", "skipped", "following"),
    [
        ("09:10:00.000001", "tooLate 09:00:00 to 09:00:00", "09:01:00 due 09:06:00"),
        ("09:20:00", "tooLate 09:00:00 to 09:09:59.999999", "09:10:00 due 09:15:00"),
        ("09:20:30", "tooLate 09:00:00 to 09:10:29.999999", "09:11:00 due 09:16:00"),
    ],
)
def test_lateness_is_measured_from_when_an_occurrence_is_due(now: str, skipped: str, following: str) -> None:
    scene = a_scene(missed_runs=NONE, spread=FIVE_MINUTES_LATE)

    scene.claim(now)

    assert (scene.skipping, scene.next) == (skipped, following)


def test_of_those_that_are_not_too_late_none_makes_one_late_run() -> None:
    scene = a_scene(missed_runs=NONE)
    scene.claim("09:20:30")

    started = scene.run("09:20:30")

    assert (started.expected, started.collapsed_until) == (at("09:16:00"), at("09:20:30"))
    assert scene.next == "09:21:00"
    assert scene.written == [
        "update job",
        "update occurrence 09:16:00",
        "insert occurrence 09:21:00",
        "insert skipped tooLate 09:00:00 to 09:15:29.999999",
        "insert trim 2026-03-03T09:20:30",
    ]


def test_of_those_that_are_not_too_late_all_makes_each() -> None:
    scene = a_scene(missed_runs=ALL)
    scene.claim("09:20:30")

    runs = [scene.run("09:20:30") for _ in range(5)]

    assert [run.expected for run in runs] == [at(f"09:{minute}:00") for minute in (16, 17, 18, 19, 20)]
    assert {run.collapsed_until for run in runs} == {None}
    assert scene.next == "09:21:00"


def test_what_becomes_too_late_one_after_the_other_is_one_stretch() -> None:
    scene = a_scene(missed_runs=NONE)
    scene.claim("09:20:30")

    scene.claim("09:40:30")

    assert scene.written == ["delete occurrence 09:16:00", "update job", "insert occurrence 09:36:00"]
    assert scene.skipping == "tooLate 09:00:00 to 09:35:29.999999"


def test_another_reason_ends_a_stretch() -> None:
    scene = a_scene(missed_runs=NONE, overlap=Overlap.SKIP)
    running = scene.run("09:00:00")
    scene.claim("09:02:30")
    scene.end(running, "09:02:40")

    scene.claim("09:20:00")

    assert scene.written == [
        "delete occurrence 09:03:00",
        "update job",
        "insert occurrence 09:15:00",
        "insert skipped overlap 09:01:00 to 09:02:30",
    ]
    assert scene.skipping == "tooLate 09:03:00 to 09:14:59.999999"


@pytest.mark.parametrize("missed", [None, MissedRuns(policy=MissedPolicy.ONE)], ids=["by default", "one"])
def test_without_a_limit_nothing_is_too_late(missed: MissedRuns | None) -> None:
    scene = a_scene(missed_runs=missed)

    started = scene.run("2026-03-09T10:00:00")

    assert (started.expected, started.collapsed_until) == (at("09:00:00"), at("2026-03-09T10:00:00"))


@pytest.mark.parametrize("missed", [NONE, ALL], ids=["none", "all"])
def test_an_immediate_first_run_is_never_too_late(missed: MissedRuns) -> None:
    scene = a_scene(start_time=None, missed_runs=missed)

    started = scene.run("12:00:00")

    assert started.expected == at("09:00:00")


def test_a_one_time_run_is_never_too_late() -> None:
    scene = a_scene(every=None, missed_runs=NONE)

    assert scene.run("12:00:00").expected == at("09:00:00")


def test_what_is_taken_over_is_never_too_late() -> None:
    scene = a_scene(missed_runs=NONE)
    left_behind = scene.run("09:00:00")

    again = scene.run("10:00:00", left_behind)

    assert scene.written == ["update job", "update occurrence 09:00:00"]
    assert (again.claims, scene.job.progress.started, scene.next) == (2, 1, "09:01:00")


def test_retries_and_runs_that_were_asked_for_are_never_too_late() -> None:
    scene = a_scene(missed_runs=NONE, retry_policy=ONE_RETRY)
    asked = run_now(scene.job, now=at("09:00:00"), id="asked")
    scene.tickets[asked.key] = asked
    retry = scene.end(scene.run("09:00:00"), "09:00:10", BAD)

    scene.run("10:00:00", retry)
    scene.run("10:00:00", asked)

    assert scene.skipping is None


@pytest.mark.parametrize(
    ("claimed", "skipped"),
    [("09:35:00", None), ("09:35:00.000001", "tooLate 09:01:00 to 09:30:00")],
    ids=["at the limit after it was woken", "later"],
)
def test_time_spent_waiting_is_not_lateness(claimed: str, skipped: str | None) -> None:
    scene = a_scene(missed_runs=NONE, overlap=Overlap.WAIT)
    running = scene.run("09:00:00")
    scene.claim("09:01:00")
    scene.end(running, "09:30:00")

    scene.claim(claimed)

    assert (scene.job.progress.started == 2) == (skipped is None)
    assert skipped is None or scene.skipping == skipped


@pytest.mark.parametrize(
    ("policies", "following"),
    [({"count": 1}, "09:16:00"), ({"recurrence": every("minute", end_time=at("09:16:00"))}, "09:16:00")],
    ids=["count", "end"],
)
def test_what_is_skipped_does_not_count(policies: dict[str, Any], following: str) -> None:
    scene = a_scene(missed_runs=NONE, **policies)

    scene.claim("09:20:30")

    assert scene.next == following
    assert scene.run("09:20:30").number == 1
    assert scene.job.next_ticket is None


def test_a_job_whose_last_occurrence_is_too_late_is_over() -> None:
    scene = a_scene(missed_runs=NONE, recurrence=every("minute", end_time=at("09:03:00")))

    scene.claim("10:00:00")

    removal = "insert removal 2026-05-01T10:00:00"
    assert scene.written == ["delete occurrence 09:00:00", "update job", removal]
    assert scene.job.state is JobState.COMPLETED
    assert scene.skipping == "tooLate 09:00:00 to 09:54:59.999999"
