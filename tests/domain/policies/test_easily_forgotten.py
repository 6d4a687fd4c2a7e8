"""What is easily forgotten: runs that are only put off, and which revision a record tells of."""

import pytest

from shared.domain.disabled import Disabled
from shared.domain.job import JobState
from shared.domain.lifecycle import Wanted
from shared.domain.policies import Overlap
from tests.builders import NINE, a_definition, at, every
from tests.domain.policies.scene import FIVE_MINUTES_LATE, Scene, a_scene, scene_of


def created_disabled(until: str | None = None) -> Scene:
    """A job whose runs are put off by five minutes, and which has never been enabled."""
    definition = a_definition(start_time=NINE, spread=FIVE_MINUTES_LATE)
    off = Disabled(until=at(until)) if until else None
    wanted = Wanted(definition=definition, state=JobState.DISABLED, disabled=off, who="somebody")
    return scene_of(wanted, now=at("08:00:00"))


def test_enabling_a_job_that_was_created_disabled_goes_on_with_what_is_put_off() -> None:
    scene = created_disabled()

    scene.enable("10:08:30")

    assert scene.next == "10:04:00 due 10:09:00"


def test_a_job_that_was_created_disabled_until_an_instant_goes_on_with_what_is_put_off() -> None:
    scene = created_disabled(until="10:00:00")

    scene.claim("10:00:00")

    assert scene.next == "09:56:00 due 10:01:00"


def test_a_higher_count_while_the_last_run_is_open_loses_nothing_that_is_put_off() -> None:
    scene = a_scene(spread=FIVE_MINUTES_LATE, count=1)
    scene.run("09:05:00")

    scene.patch("09:05:30", recurrence=every("minute", count=5))

    assert scene.next == "09:01:00 due 09:06:00"


@pytest.mark.parametrize("how", ["patch", "put", "disable"])
def test_what_a_change_gives_up_is_recorded_under_the_former_revision(how: str) -> None:
    scene = a_scene()
    scene.run("09:00:00")
    match how:
        case "patch":
            scene.patch("09:01:30", description="new")
        case "put":
            scene.put("09:01:30")
        case _:
            scene.disable("09:01:30")
            scene.enable("09:01:40")

    scene.run("09:02:00")

    assert [record.revision for record in scene.records] == ["revision-1"]


def an_owed_run_that_waited() -> Scene:
    """It was put at 09:00:30 while its former form ran, and was woken at 09:02:40."""
    scene = a_scene(overlap=Overlap.SKIP)
    running = scene.run("09:00:00")
    scene.put("09:00:30", start_time=None, running=running.key)
    scene.claim("09:00:31")
    scene.end(running, "09:02:40")
    return scene


def an_owed_run_in_a_collection_that_is_off() -> Scene:
    scene = a_scene(start_time=None)
    scene.turn_off_collection()
    scene.claim("09:02:30")
    return scene


@pytest.mark.parametrize(
    ("scene", "given_up"),
    [
        (an_owed_run_that_waited(), "superseded 09:03:30 to 09:03:40"),
        (an_owed_run_in_a_collection_that_is_off(), "superseded 09:03:00 to 09:03:40"),
    ],
    ids=["it waited", "its collection was off"],
)
def test_what_was_skipped_while_a_run_was_owed_is_not_given_up_once_more(scene: Scene, given_up: str) -> None:
    scene.patch("09:03:40", description="new")

    assert scene.told == given_up


def test_an_owed_run_that_waited_for_less_than_a_period_skips_nothing() -> None:
    scene = a_scene(overlap=Overlap.SKIP)
    running = scene.run("09:00:00")
    scene.put("09:00:30", start_time=None, running=running.key)
    scene.claim("09:00:31")

    scene.end(running, "09:00:40")

    assert scene.skipping is None
