"""First runs that no schedule asks for: they are never dropped, but what comes due meanwhile is."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from shared.domain.course import SkipReason, Stretch
from shared.domain.job import JobState
from shared.domain.policies import MissedPolicy, MissedRuns, Overlap
from shared.domain.skips import skip
from shared.domain.ticket import Lease, Sent, Ticket
from tests.builders import NINE, a_collection, at, every
from tests.domain.policies.scene import FIVE_MINUTES_LATE, Scene, a_scene

ALL = MissedRuns(policy=MissedPolicy.ALL, within=timedelta(hours=3))


def off_collection(**definition: Any) -> Scene:
    """A job that was to run at once, in a collection that is off."""
    scene = a_scene(**{"start_time": None, **definition})
    scene.turn_off_collection()
    return scene


@pytest.mark.parametrize("definition", [{"start_time": None}, {"every": None}], ids=["first", "one-time"])
def test_a_run_that_is_owed_is_put_a_minute_later(definition: dict[str, Any]) -> None:
    scene = off_collection(**definition)

    scene.claim("09:00:02")

    assert scene.written == ["delete occurrence 09:00:00", "update job", "insert occurrence 09:01:02"]
    assert scene.next == "09:00:00 due 09:01:02"
    assert (scene.next_ticket.covers, scene.next_ticket.sent, scene.next_ticket.lease) == (None, None, None)
    assert (scene.skipping, scene.job.progress.started) == (None, 0)


def test_what_comes_due_while_it_is_owed_is_skipped() -> None:
    scene = off_collection()
    scene.claim("09:00:02")
    scene.claim("09:01:02")

    scene.claim("09:02:02")

    assert scene.written == ["delete occurrence 09:02:02", "update job", "insert occurrence 09:03:02"]
    assert scene.told == "collectionDisabled 09:01:00 to 09:02:02"
    assert scene.next_ticket.covers == at("09:02:02")


@pytest.mark.parametrize("missed", [None, ALL], ids=["one", "all"])
def test_once_the_collection_is_on_it_runs_and_makes_up_for_nothing(missed: MissedRuns | None) -> None:
    scene = off_collection(missed_runs=missed)
    scene.claim("09:00:02")
    scene.claim("09:02:30")
    scene.collection = a_collection()

    started = scene.run("09:03:30")

    assert (started.expected, started.key.due) == (at("09:00:00"), at("09:03:30"))
    assert scene.recorded == ["collectionDisabled 09:01:00 to 09:02:30"]
    assert (scene.skipping, scene.next) == (None, "09:03:00" if missed else "09:04:00")
    assert started.collapsed_until == (None if missed else at("09:03:30"))


def test_what_is_due_at_the_very_instant_is_skipped() -> None:
    scene = off_collection()

    scene.claim("09:01:00")

    assert scene.skipping == "collectionDisabled 09:01:00 to 09:01:00"


def test_by_a_clock_that_is_behind_it_is_put_later_all_the_same() -> None:
    scene = off_collection()

    scene.claim("08:58:30")

    assert scene.next == "09:00:00 due 09:00:00.000001"


def test_its_hint_and_its_lease_are_not_taken_along() -> None:
    scene = off_collection()
    lease = Lease(id="another's", until=at("09:00:01"))
    ticket = replace(scene.next_ticket, sent=Sent(count=3, at=at("09:00:00")), lease=lease)
    scene.tickets[ticket.key] = ticket

    scene.claim("09:00:02")

    assert (scene.next_ticket.sent, scene.next_ticket.lease) == (None, None)


def test_what_comes_due_while_it_is_owed_ends_another_stretch() -> None:
    scene = off_collection()
    scene.job, _ = skip(scene.job, Stretch(reason=SkipReason.OVERLAP, first=NINE, until=NINE))

    scene.claim("09:01:30")

    assert scene.written[3:] == [
        "insert skipped overlap 09:00:00 to 09:00:00",
        "insert trim 2026-03-03T09:01:30",
    ]
    assert scene.skipping == "collectionDisabled 09:01:00 to 09:01:30"


def test_with_a_delay_only_what_is_due_is_skipped() -> None:
    scene = off_collection(spread=FIVE_MINUTES_LATE)

    scene.claim("09:07:30")

    assert scene.told == "collectionDisabled 09:01:00 to 09:02:30"


def test_what_is_due_after_the_collection_is_on_is_not_skipped() -> None:
    scene = off_collection()
    scene.turn_off_collection(until="09:10:00")

    scene.claim("09:30:00")

    assert scene.told == "collectionDisabled 09:01:00 to 09:09:59.999999"
    assert scene.next == "09:00:00 due 09:31:00"
    scene.run("09:31:00")
    assert scene.next == "09:32:00"


def test_a_run_that_is_owed_and_due_together_with_another_has_a_ticket_of_its_own() -> None:
    scene = off_collection(missed_runs=ALL)
    scene.claim("09:00:00")
    scene.collection = a_collection()

    started = scene.run("09:01:00")

    assert (scene.next, started.key.due) == ("09:01:00", at("09:01:00"))
    assert scene.next_ticket.key != started.key


def a_first_run_that_waits() -> tuple[Scene, Ticket]:
    """A job that was put while its former form runs still."""
    scene = a_scene(overlap=Overlap.SKIP)
    running = scene.run("09:00:00")
    scene.put("09:00:30", start_time=None, running=running.key)
    scene.claim("09:00:31")
    return scene, running


def test_what_comes_due_while_it_waits_for_an_attempt_is_skipped() -> None:
    scene, running = a_first_run_that_waits()

    scene.end(running, "09:02:40")
    started = scene.run("09:02:41")

    assert (started.expected, started.collapsed_until) == (at("09:00:30"), None)
    assert scene.recorded == ["overlap 09:01:30 to 09:02:40"]
    assert (scene.skipping, scene.next) == (None, "09:03:30")


@pytest.mark.parametrize(
    ("ended", "skipped"),
    [("09:01:29", None), ("09:01:30", "overlap 09:01:30 to 09:01:30")],
    ids=["before the next is due", "when it is due"],
)
def test_only_what_comes_due_while_it_waits_is_skipped(ended: str, skipped: str | None) -> None:
    scene, running = a_first_run_that_waits()

    scene.end(running, ended)

    assert scene.skipping == skipped


def test_nothing_comes_due_after_the_end_of_the_schedule() -> None:
    scene = a_scene(overlap=Overlap.SKIP)
    running = scene.run("09:00:00")
    ends = every("minute", end_time=at("09:01:00"))
    scene.put("09:00:30", start_time=None, recurrence=ends, running=running.key)
    scene.claim("09:00:31")

    scene.end(running, "09:05:00")

    assert (scene.skipping, scene.next) == (None, "09:00:30 due 09:05:00")


def test_by_a_clock_that_is_behind_it_covers_no_less_than_before() -> None:
    scene, running = a_first_run_that_waits()
    scene.turn_off_collection()
    scene.claim("09:01:40")
    scene.collection = a_collection()
    scene.claim("09:02:40")

    scene.end(running, "09:01:35")

    assert scene.next_ticket.covers == at("09:01:40")


def test_what_comes_due_while_it_waits_ends_another_stretch() -> None:
    scene, running = a_first_run_that_waits()
    scene.turn_off_collection()
    scene.claim("09:01:40")
    scene.collection = a_collection()
    scene.claim("09:02:40")

    scene.end(running, "09:03:40")

    assert scene.recorded == ["collectionDisabled 09:01:30 to 09:01:40"]
    assert scene.skipping == "overlap 09:02:30 to 09:03:40"


@pytest.mark.parametrize(
    ("now", "later", "skipped"),
    [
        ("09:00:50", "09:01:50", None),
        ("09:15:31", "09:16:31", "collectionDisabled 09:01:30 to 09:15:31"),
    ],
)
def test_one_that_waits_in_a_collection_that_is_off_is_owed_still(
    now: str, later: str, skipped: str | None
) -> None:
    scene, running = a_first_run_that_waits()
    scene.turn_off_collection()

    scene.claim(now)

    assert scene.next == f"09:00:30 due {later}"
    assert (scene.job.course.waits, scene.next_ticket.waiting, scene.running) == (None, False, running.key)
    assert scene.skipping == skipped


def test_with_all_it_makes_up_for_what_is_missed_after_it_was_woken() -> None:
    scene = a_scene(overlap=Overlap.SKIP, missed_runs=ALL)
    running = scene.run("09:00:00")
    scene.put("09:00:30", start_time=None, running=running.key)
    scene.claim("09:00:31")
    scene.end(running, "09:02:40")

    scene.run("09:05:00")

    assert scene.recorded == ["overlap 09:01:30 to 09:02:40"]
    assert (scene.next, scene.job.course.left, scene.skipping) == ("09:03:30", 999, None)


def test_an_owed_run_is_not_given_up_by_disabling_but_what_came_due_after_it_is() -> None:
    scene = a_scene(start_time=None)

    scene.disable("09:02:30")

    assert scene.told == "disabled 09:01:00 to 09:02:30"
    assert (scene.job.state, scene.next) == (JobState.DISABLED, None)
    scene.enable("09:10:10")
    assert scene.next == "09:10:10"
