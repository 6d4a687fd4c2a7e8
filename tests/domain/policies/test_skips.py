"""Records of what was skipped: when a stretch grows, when it becomes a row, and what the row says."""

from dataclasses import replace

import pytest

from shared.domain.changes import Insert
from shared.domain.course import Course, Skipped, SkipReason, Stretch
from shared.domain.housekeeping import trim_ticket
from shared.domain.job import Job
from shared.domain.skips import end_skips, recorded, skip, skip_due
from tests.builders import KEY, NINE, a_job, at
from tests.domain.policies.scene import FIVE_MINUTES_LATE, a_scene, in_words


def a_stretch(reason: str, first: str, until: str) -> Stretch:
    return Stretch(reason=SkipReason(reason), first=at(first), until=at(until))


def skipping(reason: str, first: str, until: str) -> Job:
    return replace(a_job(), course=Course(skipping=a_stretch(reason, first, until)))


def test_the_first_stretch_stays_open_in_the_job() -> None:
    stretch = a_stretch("overlap", "09:01:00", "09:02:00")

    job, over = skip(a_job(), stretch)

    assert (job.course.skipping, over) == (stretch, None)


@pytest.mark.parametrize("reason", list(SkipReason))
def test_more_for_the_same_reason_lets_a_stretch_grow(reason: SkipReason) -> None:
    job, over = skip(skipping(reason, "09:01:00", "09:02:00"), a_stretch(reason, "09:03:00", "09:04:30"))

    assert (job.course.skipping, over) == (a_stretch(reason, "09:01:00", "09:04:30"), None)


def test_another_reason_ends_a_stretch() -> None:
    before = skipping("overlap", "09:01:00", "09:02:00")
    stretch = a_stretch("tooLate", "09:03:00", "09:04:30")

    job, over = skip(before, stretch)

    assert job.course.skipping == stretch
    assert over == Skipped(
        job=KEY,
        incarnation="revision-1",
        revision="revision-1",
        stretch=a_stretch("overlap", "09:01:00", "09:02:00"),
    )


def test_the_end_of_a_stretch_leaves_none_open() -> None:
    job, over = end_skips(skipping("limit", "09:01:00", "09:02:00"))

    assert job.course.skipping is None
    assert over is not None
    assert in_words(over.stretch) == "limit 09:01:00 to 09:02:00"


def test_where_nothing_is_skipped_nothing_ends() -> None:
    job = a_job()

    assert end_skips(job) == (job, None)


@pytest.mark.parametrize(
    ("now", "skipped"),
    [
        ("09:04:59.999999", None),
        ("09:05:00", "disabled 09:00:00 to 09:00:00"),
        ("09:07:30", "disabled 09:00:00 to 09:02:30"),
    ],
)
def test_only_what_is_due_is_given_up(now: str, skipped: str | None) -> None:
    scene = a_scene(spread=FIVE_MINUTES_LATE)

    job, over = skip_due(scene.job, SkipReason.DISABLED, now=at(now))

    stretch = job.course.skipping
    assert (stretch and in_words(stretch), over) == (skipped, None)


def test_a_job_that_waits_for_no_run_gives_up_nothing() -> None:
    scene = a_scene()
    scene.disable("08:59:00", until="10:00:00")

    assert skip_due(scene.job, SkipReason.DISABLED, now=at("10:00:00")) == (scene.job, None)


def a_record(reason: str) -> Skipped:
    return Skipped(
        job=KEY,
        incarnation="revision-1",
        revision="revision-1",
        stretch=a_stretch(reason, "09:01:00", "09:02:00"),
    )


def test_the_first_record_of_all_brings_the_first_trim_along() -> None:
    job, changes = recorded(a_job(), a_record("overlap"), None, a_record("limit"), now=NINE)

    trim = trim_ticket(a_job(), now=NINE)
    assert changes == [Insert(a_record("overlap")), Insert(a_record("limit")), Insert(trim)]
    assert trim.key.due == at("2026-03-03T09:00:00")
    assert (job.trim_ticket, job.course.has_records) == (trim.key, True)


def test_where_trims_are_going_on_a_record_brings_none() -> None:
    trimmed = replace(a_job(), trim_ticket=trim_ticket(a_job(), now=NINE).key)

    job, changes = recorded(trimmed, a_record("overlap"), now=at("09:30:00"))

    assert changes == [Insert(a_record("overlap"))]
    assert job == replace(trimmed, course=Course(has_records=True))


def test_nothing_is_noted_without_a_record() -> None:
    assert recorded(a_job(), None, None, now=NINE) == (a_job(), [])
