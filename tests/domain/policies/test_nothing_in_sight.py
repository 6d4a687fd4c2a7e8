"""Jobs that a new calendar leaves no run in ten years: what is due is made, then they are switched off."""

from dataclasses import replace

from shared.domain.disabled import Disabled
from shared.domain.exclude import Calendar, Exclude
from shared.domain.job import NOTHING_IN_SIGHT, JobState
from shared.domain.lifecycle import Wanted
from shared.domain.policies import Overlap
from shared.domain.recurrence import Weekday
from tests.builders import NINE, a_definition, at, every
from tests.domain.policies.scene import Scene, a_scene, scene_of

YEARLY = every("month", months=(3,), month_days=(2,), hours=(9,), minutes=(0,))
HOLIDAYS = Exclude(calendars=("holidays",))


def make_all_later_days_holidays(scene: Scene) -> None:
    """Only this year's run is left."""
    days = Calendar(dates=tuple(f"{year}-03-02" for year in range(2027, 2039)))
    scene.collection = replace(scene.collection, calendars=(("holidays", days),), calendar_id="new")


def is_switched_off(scene: Scene) -> bool:
    return scene.job.state is JobState.DISABLED and scene.job.disabled == Disabled(
        note=NOTHING_IN_SIGHT, by="the scheduler", since=scene.job.last_run
    )


def a_scene_before_the_last_run(overlap: Overlap) -> Scene:
    scene = a_scene(now=at("08:00:00"), recurrence=YEARLY, exclude=HOLIDAYS, overlap=overlap)
    make_all_later_days_holidays(scene)
    return scene


def test_the_last_run_is_made_and_the_job_switched_off_when_it_ends() -> None:
    scene = a_scene_before_the_last_run(Overlap.WAIT)

    started = scene.run("09:00:00")
    assert (scene.written, scene.next) == (["update job", "update occurrence 09:00:00"], None)
    scene.end(started, "09:00:10")

    assert is_switched_off(scene)


def test_a_job_that_is_enabled_at_an_instant_may_be_switched_off_at_once() -> None:
    definition = a_definition(
        start_time=NINE,
        recurrence=every("week", week_days=(Weekday.MONDAY,)),
        exclude=Exclude(week_days=(Weekday.MONDAY,)),
    )
    off = Disabled(until=at("10:00:00"))
    scene = scene_of(Wanted(definition=definition, state=JobState.DISABLED, disabled=off))

    scene.claim("10:00:00")

    assert scene.written == ["delete enable 10:00:00", "update job"]
    assert (scene.job.state, scene.next) == (JobState.DISABLED, None)
    assert scene.job.disabled == Disabled(note=NOTHING_IN_SIGHT, by="the scheduler", since=at("10:00:00"))


def test_the_last_run_may_wait_for_an_open_one() -> None:
    scene = a_scene_before_the_last_run(Overlap.WAIT)
    under_way = replace(scene.next_ticket.key, revision="former")
    scene.job = replace(scene.job, course=replace(scene.job.course, running=(under_way,)))

    scene.claim("09:00:00")

    assert scene.written == ["update job", "update occurrence 09:00:00"]


def test_the_last_run_may_start_after_it_has_waited() -> None:
    scene = a_scene_before_the_last_run(Overlap.WAIT)
    woken = replace(scene.next_ticket, covers=at("09:30:00"), waited=True)
    scene.tickets[woken.key] = woken

    scene.run("09:30:00")

    assert scene.skipping is None


def test_an_owed_run_may_be_put_later() -> None:
    scene = a_scene(start_time=None, recurrence=YEARLY, exclude=HOLIDAYS)
    make_all_later_days_holidays(scene)
    scene.turn_off_collection()

    scene.claim("09:00:00")

    assert scene.next == "09:00:00 due 09:01:00"
