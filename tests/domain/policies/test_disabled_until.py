"""Jobs that are disabled until an instant."""

from dataclasses import replace
from typing import Any

import pytest

from shared.domain.authentication import Basic
from shared.domain.disabled import Disabled
from shared.domain.enabling import enable_ticket
from shared.domain.job import JobState
from shared.domain.lifecycle import Wanted
from shared.domain.policies import Overlap
from shared.domain.ticket import TicketKind
from tests.builders import NINE, a_definition, an_action, at, every
from tests.domain.policies.scene import FIVE_MINUTES_LATE, Scene, a_scene, scene_of


def a_pause(*, until: str = "10:00:00", **definition: Any) -> Scene:
    """A job that has run at nine, and is off since 09:00:30."""
    scene = a_scene(**definition)
    scene.run("09:00:00")
    scene.disable("09:00:30", until=until)
    return scene


def test_a_job_that_is_off_until_an_instant_waits_to_be_enabled() -> None:
    scene = a_pause()

    assert scene.written == ["delete occurrence 09:01:00", "update job", "insert enable 10:00:00"]
    assert (scene.next, scene.job.next_run, scene.job.next_nominal) == ("enable 10:00:00", None, None)
    assert not scene.next_ticket.scheduled
    assert scene.next_ticket.key.revision == "patched at 09:00:30"


def test_it_is_enabled_in_one_transaction_without_a_lease() -> None:
    scene = a_pause()

    scene.claim("10:00:00")

    assert scene.written == ["delete enable 10:00:00", "update job", "insert occurrence 10:01:00"]
    assert (scene.job.state, scene.job.disabled) == (JobState.ENABLED, None)
    assert (scene.job.revision, scene.next_ticket.key.revision) == ("mine", "mine")
    assert scene.job.put_revision == "revision-1"
    assert scene.job.course.accounted is None


@pytest.mark.parametrize("now", ["10:00:00", "10:00:59", "10:30:00", "2026-03-05T10:00:00"])
def test_however_late_it_is_enabled_it_goes_on_from_that_instant(now: str) -> None:
    scene = a_pause()

    scene.claim(now)

    assert scene.next == "10:01:00"


@pytest.mark.parametrize(
    ("until", "following"),
    [("10:00:00", "09:56:00 due 10:01:00"), ("09:05:45", "09:01:00 due 09:06:00")],
    ids=["much later", "before the first that was put off"],
)
def test_with_a_delay_it_goes_on_with_the_first_that_is_due_after_that(until: str, following: str) -> None:
    scene = a_scene(spread=FIVE_MINUTES_LATE)
    scene.run("09:05:00")
    scene.disable("09:05:30", until=until)

    scene.claim("10:30:00")

    assert scene.next == following


def test_what_was_given_up_is_not_made_on_enabling() -> None:
    scene = a_scene(spread=FIVE_MINUTES_LATE)
    scene.run("09:05:00")
    scene.disable("09:08:00", until="09:08:00")

    scene.claim("09:08:00")

    assert scene.told == "disabled 09:01:00 to 09:03:00"
    assert scene.next == "09:04:00 due 09:09:00"


def test_what_has_run_is_not_made_again_by_a_delay_that_is_new() -> None:
    scene = a_scene()
    scene.run("09:00:00")
    scene.run("09:01:00")
    scene.disable("09:01:10", until="09:01:30")
    scene.patch("09:01:20", spread=FIVE_MINUTES_LATE)

    scene.claim("09:01:30")

    assert scene.next == "09:02:00 due 09:07:00"


def test_what_was_given_up_is_recorded_by_the_next_run() -> None:
    scene = a_scene()
    scene.run("09:00:00")
    scene.disable("09:01:30", until="10:00:00")
    scene.claim("10:00:00")

    scene.run("10:01:00")

    assert scene.recorded == ["disabled 09:01:00 to 09:01:30"]


@pytest.mark.parametrize(
    ("definition", "due"),
    [
        ({"every": None, "start_time": at("09:30:00")}, "10:00:05"),
        ({"every": None, "start_time": at("11:00:00")}, "11:00:00"),
        ({"every": None, "start_time": None}, "10:00:05"),
        ({"start_time": None}, "10:00:05"),
        ({"start_time": None, "spread": FIVE_MINUTES_LATE}, "10:00:05"),
    ],
    ids=["one-time, due", "one-time, ahead", "one-time at once", "first run", "first run, put off"],
)
def test_a_run_that_is_owed_is_due_at_once(definition: dict[str, Any], due: str) -> None:
    scene = a_scene(**definition)
    scene.disable("09:00:30", until="10:00:00")

    scene.claim("10:00:05")

    assert scene.next == due


def test_a_first_run_that_was_made_is_not_owed() -> None:
    scene = a_pause(start_time=None)

    scene.claim("10:00:05")

    assert scene.next == "10:01:00"


def test_a_job_that_was_to_start_meanwhile_goes_on_after_that_instant() -> None:
    scene = a_scene(start_time=at("09:30:00"))
    scene.disable("09:00:30", until="10:00:00")

    scene.claim("10:00:00")

    assert scene.next == "10:01:00"


def test_a_job_with_nothing_left_to_come_is_over_when_it_is_enabled() -> None:
    scene = a_pause(recurrence=every("minute", end_time=at("09:30:00")))

    scene.claim("10:00:00")

    removal = "insert removal 2026-05-01T10:00:00"
    assert scene.written == ["delete enable 10:00:00", "update job", removal]
    assert (scene.job.state, scene.next) == (JobState.COMPLETED, None)


def test_an_attempt_under_way_blocks_the_job_that_was_enabled() -> None:
    scene = a_scene(overlap=Overlap.WAIT)
    running = scene.run("09:00:00")
    scene.disable("09:00:30", until="09:01:30", running=running.key)
    scene.claim("09:01:30")

    scene.claim("09:02:00")

    assert (scene.running, scene.job.course.waits is None) == (running.key, False)


def test_a_collection_that_is_off_does_not_keep_a_job_from_being_enabled() -> None:
    scene = a_pause()
    scene.turn_off_collection()

    scene.claim("10:00:00")

    assert scene.job.state is JobState.ENABLED


def test_a_change_takes_its_own_ticket_along() -> None:
    scene = a_pause()
    former = scene.next_ticket.key

    scene.patch("09:10:00", spread=FIVE_MINUTES_LATE)

    assert scene.next_ticket.key == replace(former, revision="patched at 09:10:00")


def test_enabling_by_hand_removes_the_ticket() -> None:
    scene = a_pause()

    scene.enable("09:10:10")

    assert scene.written == ["delete enable 10:00:00", "update job", "insert occurrence 09:11:00"]


@pytest.mark.parametrize(
    "changes", [{"revision": "another"}, {"state": JobState.ENABLED}], ids=["revision", "enabled"]
)
def test_a_ticket_that_came_too_late_is_dead(changes: dict[str, Any]) -> None:
    scene = a_pause()
    scene.job = replace(scene.job, **changes)

    scene.claim("10:00:00")

    assert scene.written == ["delete enable 10:00:00"]


def a_job_without_its_password(*, note: str | None) -> Scene:
    action = an_action(uri="https://receiver.example/", authentication=Basic(username="me", password=None))
    definition = replace(a_definition(start_time=NINE), action=action)
    off = Disabled(note=note, until=at("10:00:00"))
    return scene_of(Wanted(definition=definition, state=JobState.DISABLED, disabled=off, who="somebody"))


@pytest.mark.parametrize(
    ("note", "told"),
    [
        (None, "Not enabled at 2026-03-02T10:00:00Z: properties.{} is missing."),
        ("Moving.", "Not enabled at 2026-03-02T10:00:00Z: properties.{} is missing. Moving."),
    ],
)
def test_a_job_that_lacks_a_secret_stays_disabled_and_says_so(note: str | None, told: str) -> None:
    scene = a_job_without_its_password(note=note)

    scene.claim("10:00:05")

    assert scene.written == ["delete enable 10:00:00", "update job"]
    assert (scene.job.state, scene.job.revision, scene.next) == (JobState.DISABLED, "revision-1", None)
    assert scene.job.disabled == Disabled(
        note=told.format("action.request.authentication.password"), by="somebody", since=NINE
    )


def test_the_longest_note_still_fits() -> None:
    scene = a_job_without_its_password(note="x" * 1_024)

    scene.claim("10:00:05")

    assert scene.job.disabled is not None
    assert scene.job.disabled.note is not None
    assert len(scene.job.disabled.note) == 1_024


@pytest.mark.parametrize(
    ("state", "disabled", "due"),
    [
        (JobState.DISABLED, Disabled(until=at("10:00:00")), at("10:00:00")),
        (JobState.DISABLED, Disabled(note="Moving."), None),
        (JobState.DISABLED, None, None),
        (JobState.ENABLED, Disabled(until=at("10:00:00")), None),
        (JobState.COMPLETED, Disabled(until=at("10:00:00")), None),
    ],
)
def test_only_a_disabled_job_with_an_instant_waits_to_be_enabled(
    state: JobState, disabled: Disabled | None, due: Any
) -> None:
    ticket = enable_ticket(replace(a_scene().job, state=state, disabled=disabled))

    assert (ticket and ticket.key.due) == due
    assert ticket is None or ticket.key.kind is TicketKind.ENABLE
