"""What ends an open occurrence, or lets it live on by another ticket."""

from dataclasses import replace
from typing import Any

import pytest

from shared.domain.action import ErrorAction
from shared.domain.changes import Change, Delete, Update
from shared.domain.claiming import NothingToRun, claim
from shared.domain.job import Job, JobState
from shared.domain.lifecycle import run_now
from shared.domain.policies import Overlap
from shared.domain.set_aside import set_aside
from shared.domain.stored import StoredRow
from shared.domain.ticket import Lease, Sent, Ticket, TicketKey
from tests.builders import an_action, at
from tests.domain.policies.scene import BAD, OK, ONE_RETRY, Scene, a_scene, change_in_words

ROW = StoredRow(partition="shard", row="ticket")


def put_aside(scene: Scene, ticket: TicketKey, now: str) -> tuple[Change, ...]:
    return set_aside(ROW, scene.job, reason="unreadable", now=at(now), ticket=ticket)


def job_after(changes: tuple[Change, ...]) -> Job:
    (found,) = (c.after for c in changes if isinstance(c, Update) and isinstance(c.after, Job))
    return found


def a_scene_that_waits(**definition: Any) -> tuple[Scene, Ticket]:
    scene = a_scene(overlap=Overlap.WAIT, **definition)
    running = scene.run("09:00:00")
    scene.claim("09:01:00")
    return scene, running


# What lives on


def test_an_occurrence_lives_on_by_its_retry() -> None:
    scene = a_scene(overlap=Overlap.SKIP, retry_policy=ONE_RETRY)

    retry = scene.end(scene.run("09:00:00"), "09:00:10", BAD)

    assert retry is not None
    assert scene.running == retry.key
    assert scene.job.progress.open == 1


def test_a_job_whose_runs_may_overlap_does_not_note_its_retries() -> None:
    scene = a_scene(retry_policy=ONE_RETRY)

    scene.end(scene.run("09:00:00"), "09:00:10", BAD)

    assert scene.running is None
    assert scene.job.progress.open == 1


def test_the_retry_of_a_run_that_was_asked_for_keeps_nothing_open() -> None:
    scene = a_scene(overlap=Overlap.SKIP, retry_policy=ONE_RETRY)
    asked = run_now(scene.job, now=at("09:00:00"), id="asked")
    scene.tickets[asked.key] = asked

    scene.end(scene.run("09:00:00", asked), "09:00:10", BAD)

    assert (scene.running, scene.job.progress.open) == (None, 0)


def test_a_retry_in_a_collection_that_is_off_keeps_the_occurrence_open_by_its_new_ticket() -> None:
    scene, running = a_scene_that_waits(retry_policy=ONE_RETRY)
    retry = scene.end(running, "09:01:10", BAD)
    scene.turn_off_collection()

    scene.claim("09:02:10", retry)

    assert scene.written == ["delete retry 09:02:10", "update job", "insert retry 09:03:10"]
    assert scene.running is not None
    assert scene.running.due == at("09:03:10")
    assert scene.job.course.waits is not None
    later = scene.tickets[scene.running]
    assert (later.sent, later.lease, later.key.attempt) == (None, None, 1)


def test_a_run_that_was_asked_for_is_put_later_and_leaves_the_open_one_alone() -> None:
    scene = a_scene(overlap=Overlap.SKIP)
    running = scene.run("09:00:00")
    asked = run_now(scene.job, now=at("09:00:10"), id="asked")
    scene.tickets[asked.key] = asked
    scene.turn_off_collection()

    scene.claim("09:00:10", asked)

    assert scene.written == ["delete runNow 09:00:10", "update job", "insert runNow 09:01:10"]
    assert replace(asked.key, due=at("09:01:10")) in scene.tickets
    assert scene.running == running.key
    assert scene.next == "09:01:00"


def test_what_is_put_later_leaves_its_hint_and_its_lease_behind() -> None:
    scene = a_scene(retry_policy=ONE_RETRY)
    retry = scene.end(scene.run("09:00:00"), "09:00:10", BAD)
    assert retry is not None
    lease = Lease(id="another's", until=at("09:03:00"))
    left_behind = replace(retry, sent=Sent(count=3, at=at("09:01:10")), lease=lease)
    scene.tickets[retry.key] = left_behind
    scene.turn_off_collection()

    scene.claim("09:04:00", left_behind)

    later = scene.tickets[replace(retry.key, due=at("09:05:00"))]
    assert (later.sent, later.lease) == (None, None)


# What ends


def test_the_last_attempt_frees_the_job() -> None:
    scene = a_scene(overlap=Overlap.SKIP)

    scene.end(scene.run("09:00:00"), "09:00:10", BAD)

    assert (scene.running, scene.job.progress.open) == (None, 0)
    scene.run("09:01:00")


@pytest.mark.parametrize("outcome", [OK, BAD], ids=["succeeded", "failed"])
def test_an_attempt_of_a_former_revision_frees_the_job_and_wakes(outcome: Any) -> None:
    scene = a_scene(overlap=Overlap.WAIT, retry_policy=ONE_RETRY)
    running = scene.run("09:00:00")
    scene.patch("09:00:30", description="new", running=running.key)
    scene.claim("09:01:00")

    scene.end(running, "09:02:30", outcome)

    assert scene.written == [
        "delete occurrence 09:00:00",
        "update job",
        "insert history 1.0",
        "delete occurrence 09:01:00",
        "insert occurrence 09:02:30",
        "insert trim 2026-03-03T09:02:30",
    ]
    assert (scene.running, scene.job.progress.open) == (None, 0)
    assert scene.next_ticket.key.revision == "patched at 09:00:30"


def test_an_attempt_from_before_a_put_frees_the_job_and_wakes() -> None:
    scene = a_scene(overlap=Overlap.WAIT)
    running = scene.run("09:00:00")
    scene.put("09:00:30", running=running.key)
    scene.claim("09:01:00")

    scene.end(running, "09:02:30")

    assert (scene.next, scene.running) == ("09:01:00 due 09:02:30", None)


def test_an_attempt_that_the_job_does_not_note_frees_nothing() -> None:
    """The job was changed twice while attempts of two revisions were under way."""
    scene, running = a_scene_that_waits()
    other = replace(running, key=replace(running.key, revision="another"), revision="another")
    scene.tickets[other.key] = other

    scene.end(other, "09:02:00")

    assert (scene.running, scene.job.progress.open) == (running.key, 1)
    assert scene.next == "09:01:00"


def test_an_attempt_that_ends_after_the_job_was_disabled_frees_it() -> None:
    scene = a_scene(overlap=Overlap.SKIP)
    running = scene.run("09:00:00")
    scene.disable("09:00:30", running=running.key)

    scene.end(running, "09:00:40")

    assert (scene.running, scene.job.state) == (None, JobState.DISABLED)
    assert (scene.job.progress.open, scene.next) == (0, None)


def test_a_dead_ticket_by_which_the_job_was_busy_frees_it_and_wakes() -> None:
    """Its runner died, and the job was changed meanwhile."""
    scene = a_scene(overlap=Overlap.WAIT)
    left_behind = scene.run("09:00:00")
    scene.patch("09:00:30", description="new", running=left_behind.key)
    scene.claim("09:01:00")

    scene.claim("09:04:00", left_behind)

    assert scene.written == [
        "delete occurrence 09:00:00",
        "update job",
        "delete occurrence 09:01:00",
        "insert occurrence 09:04:00",
        "insert skipped begunInVain 09:00:00 to 09:00:00",
        "insert trim 2026-03-03T09:04:00",
    ]
    assert (scene.running, scene.job.course.waits) == (None, None)
    assert scene.next == "09:01:00 due 09:04:00"


def test_a_dead_ticket_under_a_living_lease_still_keeps_the_job_busy() -> None:
    scene = a_scene(overlap=Overlap.WAIT)
    running = scene.run("09:00:00")
    scene.patch("09:00:30", description="new", running=running.key)

    assert scene.claim("09:02:00", running) is None
    assert scene.running == running.key


def test_another_dead_ticket_that_was_begun_leaves_a_record() -> None:
    scene, running = a_scene_that_waits()
    dead = replace(running, key=replace(running.key, revision="former"), lease=None)
    scene.tickets[dead.key] = dead

    scene.claim("09:02:00", dead)

    assert scene.written == [
        "delete occurrence 09:00:00",
        "update job",
        "insert skipped begunInVain 09:00:00 to 09:00:00",
        "insert trim 2026-03-03T09:02:00",
    ]
    assert scene.running == running.key


def test_another_dead_ticket_is_only_deleted() -> None:
    scene, running = a_scene_that_waits()
    dead = replace(running, key=replace(running.key, revision="former"), lease=None, number=0)
    scene.tickets[dead.key] = dead

    scene.claim("09:02:00", dead)

    assert scene.written == ["delete occurrence 09:00:00"]
    assert scene.running == running.key


@pytest.mark.parametrize("gone", ["job", "collection"])
def test_a_ticket_whose_job_or_collection_is_gone_is_only_deleted(gone: str) -> None:
    scene = a_scene()
    job, collection = (None, scene.collection) if gone == "job" else (scene.job, None)
    lease = Lease(id="mine", until=at("09:02:30"))

    claimed = claim(scene.next_ticket, job, collection, now=at("09:00:00"), lease=lease)

    assert claimed == NothingToRun((Delete(scene.next_ticket),))


def test_an_error_action_of_a_former_revision_is_dead() -> None:
    scene = a_scene(error_action=ErrorAction(action=an_action()))
    mourning = scene.end(scene.run("09:00:00"), "09:00:10", BAD)
    scene.patch("09:00:11", description="new")

    scene.claim("09:00:12", mourning)

    assert scene.written == ["delete errorAction 09:00:10"]


def test_a_ticket_that_is_set_aside_ends_its_occurrence_and_wakes() -> None:
    scene, running = a_scene_that_waits()

    changes = put_aside(scene, running.key, "09:04:00")

    assert [change_in_words(change) for change in changes] == [
        "delete StoredRow",
        "insert SetAside",
        "update job",
        "delete occurrence 09:01:00",
        "insert occurrence 09:04:00",
    ]
    job = job_after(changes)
    assert (job.course.running, job.course.waits, job.progress.open, job.aside) == ((), None, 0, True)


def test_a_ticket_of_a_former_revision_that_is_set_aside_closes_nothing_twice() -> None:
    scene = a_scene(overlap=Overlap.WAIT)
    running = scene.run("09:00:00")
    scene.patch("09:00:30", description="new", running=running.key)

    job = job_after(put_aside(scene, running.key, "09:04:00"))

    assert (job.course.running, job.progress.open) == ((), 0)


def test_another_ticket_that_is_set_aside_leaves_the_open_occurrence_alone() -> None:
    scene, running = a_scene_that_waits()
    assert scene.job.next_ticket is not None

    job = job_after(put_aside(scene, scene.job.next_ticket, "09:04:00"))

    assert (job.course.running, job.progress.open, job.aside) == ((running.key,), 1, True)
    assert job.course == scene.job.course
