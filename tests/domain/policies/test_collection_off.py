"""What a claim decides in a collection that is disabled, for good or until an instant."""

from dataclasses import replace
from datetime import timedelta

import pytest

from shared.domain.claiming import is_off
from shared.domain.collection import CollectionState
from shared.domain.disabled import Disabled
from shared.domain.job import JobState
from shared.domain.policies import MissedPolicy, MissedRuns, Overlap
from shared.domain.ticket import TicketKind
from tests.builders import a_collection, at, every
from tests.domain.policies.scene import BAD, FIVE_MINUTES_LATE, ONE_RETRY, a_scene

NONE = MissedRuns(policy=MissedPolicy.NONE, within=timedelta(minutes=5))
JUST_BEFORE_TEN_PAST = "09:09:59.999999"


@pytest.mark.parametrize(
    ("now", "skipped", "following"),
    [
        ("09:00:00", "collectionDisabled 09:00:00 to 09:00:00", "09:01:00"),
        ("09:03:30", "collectionDisabled 09:00:00 to 09:03:30", "09:04:00"),
        ("08:59:58", "collectionDisabled 09:00:00 to 09:00:00", "09:01:00"),
    ],
    ids=["on time", "late", "by a clock that is behind"],
)
def test_an_occurrence_is_skipped_while_the_collection_is_off(now: str, skipped: str, following: str) -> None:
    scene = a_scene()
    scene.turn_off_collection()

    scene.claim(now)

    assert scene.written == ["delete occurrence 09:00:00", "update job", f"insert occurrence {following}"]
    assert (scene.skipping, scene.next) == (skipped, following)
    assert scene.job.progress.started == 0


def test_all_the_time_that_a_collection_is_off_is_one_stretch() -> None:
    scene = a_scene()
    scene.turn_off_collection()
    scene.claim("09:00:00")
    scene.claim("09:01:00")
    scene.collection = a_collection()

    scene.run("09:02:00")

    assert scene.recorded == ["collectionDisabled 09:00:00 to 09:01:00"]
    assert scene.skipping is None


def test_with_a_delay_the_job_goes_on_with_what_is_put_off() -> None:
    scene = a_scene(spread=FIVE_MINUTES_LATE)
    scene.turn_off_collection()

    scene.claim("09:07:30")

    assert scene.skipping == "collectionDisabled 09:00:00 to 09:02:30"
    assert scene.next == "09:03:00 due 09:08:00"


@pytest.mark.parametrize(
    ("now", "until", "following"),
    [
        ("09:05:30", "09:05:30", "09:06:00"),
        ("09:09:59", "09:09:59", "09:10:00"),
        ("09:10:00", JUST_BEFORE_TEN_PAST, "09:10:00"),
        ("09:30:00", JUST_BEFORE_TEN_PAST, "09:10:00"),
    ],
)
def test_a_skip_goes_no_further_than_the_instant_at_which_the_collection_is_enabled(
    now: str, until: str, following: str
) -> None:
    scene = a_scene()
    scene.turn_off_collection(until="09:10:00")

    scene.claim(now)

    assert scene.skipping == f"collectionDisabled 09:00:00 to {until}"
    assert scene.next == following


def test_what_is_due_at_that_instant_runs_though_nobody_has_enabled_the_collection() -> None:
    scene = a_scene(spread=FIVE_MINUTES_LATE)
    scene.turn_off_collection(until="09:10:00")
    scene.claim("09:30:00")
    assert scene.next == "09:05:00 due 09:10:00"

    started = scene.run("09:30:00")

    assert started.expected == at("09:05:00")
    assert scene.recorded == ["collectionDisabled 09:00:00 to 09:04:59.999999"]


def test_time_in_which_the_collection_was_off_is_not_lateness() -> None:
    scene = a_scene(missed_runs=NONE)
    scene.turn_off_collection(until="10:00:00")
    scene.claim("10:02:00")

    started = scene.run("10:02:00")

    assert started.expected == at("10:00:00")
    assert (scene.skipping, scene.recorded) == (None, ["collectionDisabled 09:00:00 to 09:59:59.999999"])


@pytest.mark.parametrize(
    ("state", "until", "kind", "due", "now", "off"),
    [
        ("Enabled", None, "occurrence", "09:00:00", "09:00:00", False),
        ("Enabled", "09:10:00", "occurrence", "09:00:00", "09:00:00", False),
        ("Disabled", None, "occurrence", "09:00:00", "09:00:00", True),
        ("Suspended", None, "occurrence", "09:00:00", "09:00:00", True),
        ("Disabled", "09:10:00", "occurrence", "09:09:59.999999", "09:30:00", True),
        ("Disabled", "09:10:00", "occurrence", "09:10:00", "09:10:00", False),
        ("Suspended", "09:10:00", "occurrence", "09:10:00", "09:10:00", False),
        ("Disabled", "09:10:00", "retry", "09:00:00", "09:09:59.999999", True),
        ("Disabled", "09:10:00", "retry", "09:00:00", "09:10:00", False),
        ("Disabled", "09:10:00", "runNow", "09:00:00", "09:10:00", False),
        ("Disabled", "09:10:00", "errorAction", "09:00:00", "09:09:00", True),
    ],
)
def test_when_a_collection_is_off(
    *, state: str, until: str | None, kind: str, due: str, now: str, off: bool
) -> None:
    disabled = Disabled(until=at(until)) if until else None
    collection = a_collection(state=CollectionState(state), disabled=disabled)
    key = replace(a_scene().next_ticket.key, due=at(due), kind=TicketKind(kind))

    assert is_off(collection, key, at(now)) == off


def test_one_that_waits_is_skipped_if_the_collection_is_off() -> None:
    scene = a_scene(overlap=Overlap.WAIT)
    running = scene.run("09:00:00")
    scene.claim("09:01:00")
    scene.turn_off_collection()

    scene.claim("09:16:00")

    assert scene.skipping == "collectionDisabled 09:01:00 to 09:16:00"
    assert (scene.job.course.waits, scene.running) == (None, running.key)
    scene.end(running, "09:16:10")
    assert scene.next == "09:17:00"


def test_what_was_covered_is_not_looked_at_again() -> None:
    scene = a_scene(overlap=Overlap.WAIT)
    running = scene.run("09:00:00")
    scene.claim("09:01:00")
    scene.end(running, "09:04:30")
    scene.turn_off_collection(until="09:04:31")

    scene.claim("09:10:00")

    assert scene.skipping == "collectionDisabled 09:01:00 to 09:04:30.999999"
    assert scene.next == "09:05:00"


def test_a_retry_that_was_put_later_runs_once_the_collection_is_on() -> None:
    scene = a_scene(retry_policy=ONE_RETRY)
    retry = scene.end(scene.run("09:00:00"), "09:00:10", BAD)
    scene.turn_off_collection(until="09:10:00")

    scene.claim("09:09:30", retry)
    assert scene.written == ["delete retry 09:01:10", "update job", "insert retry 09:10:30"]
    (later,) = (ticket for key, ticket in scene.tickets.items() if key.kind is TicketKind.RETRY)

    scene.run("09:10:30", later)


def test_a_job_whose_last_occurrence_falls_into_that_time_is_over() -> None:
    scene = a_scene(recurrence=every("minute", end_time=at("09:00:30")))
    scene.turn_off_collection()

    scene.claim("09:00:00")

    removal = "insert removal 2026-05-01T09:00:00"
    assert scene.written == ["delete occurrence 09:00:00", "update job", removal]
    assert scene.job.state is JobState.COMPLETED


def test_nothing_is_claimed_in_a_collection_that_is_being_deleted() -> None:
    scene = a_scene(collection=a_collection(state=CollectionState.DELETED))

    assert scene.claim("09:00:00") is None


def test_what_came_due_behind_a_first_run_that_was_put_off_is_told_when_the_job_is_disabled() -> None:
    scene = a_scene(start_time=None)
    scene.turn_off_collection()
    scene.claim("09:01:30")

    scene.disable("09:02:20")

    assert scene.recorded == [
        "collectionDisabled 09:01:00 to 09:01:30",
        "disabled 09:02:00 to 09:02:20",
    ]


def test_what_was_told_behind_a_first_run_is_not_told_again_when_that_is_given_up() -> None:
    scene = a_scene(start_time=None)
    scene.turn_off_collection()
    scene.claim("09:02:30")

    scene.patch("09:04:30", start_time=at("10:00:00"))

    assert scene.recorded == [
        "collectionDisabled 09:01:00 to 09:02:30",
        "superseded 09:00:00 to 09:00:59.999999",
        "superseded 09:03:00 to 09:04:29.999999",
    ]
