"""Starts, ends and counts of jobs in local time, by hand: in Berlin, where clocks change at 01:00 in UTC."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

import pytest

from shared.domain.local_time.local import DaylightSaving, Local, Missing, Repeated
from shared.domain.local_time.wall_time import Moment, WallTime
from shared.domain.local_time.zones import Zone, zone_named
from shared.domain.recurrence import Recurrence
from shared.domain.runs import first_run, next_run, rule_of, runs
from tests.domain.local_time.literal_answers import at, every

BERLIN: Final = Local(zone=zone_named("Europe/Berlin"))
SKIPPING: Final = replace(BERLIN, daylight_saving=DaylightSaving(missing=Missing.SKIP))
DOUBLING: Final = replace(BERLIN, daylight_saving=DaylightSaving(repeated=Repeated.BOTH))
CREATED: Final = datetime(2026, 1, 1, tzinfo=UTC)


def moment(text: str) -> Moment:
    """An instant if the text ends with Z, else what the clocks show."""
    read = datetime.fromisoformat(f"{text.removesuffix('Z')}+00:00")
    return read if text.endswith("Z") else WallTime(read)


@pytest.mark.parametrize(
    ("start", "runs_at"),
    [
        ("2026-03-29T02:30", "2026-03-29T01:30"),
        ("2026-03-29T03:30", "2026-03-29T01:30"),
        ("2026-10-25T02:30", "2026-10-25T00:30"),
        ("2026-10-25T02:30:15.5", "2026-10-25T00:30:15.500000"),
        ("2026-10-25T01:30Z", "2026-10-25T01:30"),
        ("2025-12-31T23:00", "2026-01-01T00:00"),
    ],
    ids=["missing", "moved there", "repeated", "with a fraction", "an instant", "past, so at once"],
)
@pytest.mark.parametrize("local", [BERLIN, SKIPPING, DOUBLING], ids=["default", "skip", "both"])
def test_a_one_time_job_runs_once_whatever_the_policy(start: str, runs_at: str, local: Local) -> None:
    found = list(runs(None, start=moment(start), now=CREATED, local=local))

    assert found == [moment(f"{runs_at}Z")]


@pytest.mark.parametrize(
    ("start", "local", "first_runs"),
    [
        ("2026-10-25T02:30", BERLIN, "2026-10-25T00:30 2026-10-26T01:30"),
        ("2026-10-25T00:30Z", BERLIN, "2026-10-25T00:30 2026-10-26T01:30"),
        ("2026-10-25T01:30Z", BERLIN, "2026-10-25T01:30 2026-10-26T01:30"),
        ("2026-10-25T01:30Z", DOUBLING, "2026-10-25T01:30 2026-10-26T01:30"),
        ("2026-10-25T02:30", DOUBLING, "2026-10-25T00:30 2026-10-25T01:30 2026-10-26T01:30"),
        ("2026-03-29T02:30", BERLIN, "2026-03-29T01:30 2026-03-30T00:30"),
        ("2026-03-29T02:30", SKIPPING, "2026-03-30T00:30 2026-03-31T00:30"),
        ("2026-03-29T01:30Z", SKIPPING, "2026-03-29T01:30 2026-03-30T01:30"),
    ],
)
def test_a_daily_job_begins_with_its_start(start: str, local: Local, first_runs: str) -> None:
    expected = [moment(f"{run}Z") for run in first_runs.split()]
    recurrence = replace(every("day"), count=len(expected))

    assert list(runs(recurrence, start=moment(start), now=CREATED, local=local)) == expected


def test_what_is_named_before_the_start_is_dropped_by_its_instant() -> None:
    second_pass = moment("2026-10-25T01:00Z")

    run = first_run(at(2, 30), start=second_pass, now=CREATED, local=BERLIN)

    assert run == moment("2026-10-26T01:30Z")


@pytest.mark.parametrize(
    ("end", "last"),
    [
        ("2026-03-29T02:30", "2026-03-29T01:30"),
        ("2026-03-29T02:29", "2026-03-28T01:30"),
        ("2026-10-25T02:30", "2026-10-25T00:30"),
        ("2026-10-25T02:29", "2026-10-24T00:30"),
        ("2026-10-25T01:30Z", "2026-10-25T01:30"),
    ],
)
def test_the_end_is_an_instant_and_belongs_to_the_job(end: str, last: str) -> None:
    recurrence = replace(at(2, 30), end_time=moment(end))
    final, anchor = moment(f"{last}Z"), moment("2026-01-01T00:00")
    assert isinstance(final, datetime)

    assert next_run(recurrence, anchor=anchor, after=final - datetime.resolution, local=DOUBLING) == final
    assert next_run(recurrence, anchor=anchor, after=final, local=DOUBLING) is None


def test_runs_that_fall_together_count_once() -> None:
    recurrence = replace(every("day", hours=(2, 3), minutes=(0, 30)), count=3)
    start = moment("2026-03-29T00:00")

    found = list(runs(recurrence, start=start, now=CREATED, local=BERLIN))

    assert [f"{run:%dT%H:%M}" for run in found] == ["29T01:00", "29T01:30", "30T00:00"]


@pytest.mark.parametrize(
    ("recurrence", "then"),
    [
        (every("day"), "2026-03-29T01:30:05 2026-03-30T00:30:05"),
        (every("hour", 12), "2026-03-28T13:30:05 2026-03-29T01:30:05"),
        (at(3, 0), "2026-03-28T02:00:00 2026-03-29T01:00:00"),
    ],
    ids=["by the calendar", "in elapsed time", "by its schedule"],
)
def test_without_a_start_a_job_runs_at_once_and_then_from_there(recurrence: Recurrence, then: str) -> None:
    created = moment("2026-03-28T01:30:05Z")
    assert isinstance(created, datetime)

    found = list(runs(replace(recurrence, count=3), start=None, now=created, local=BERLIN))

    assert found == [created, *(moment(f"{run}Z") for run in then.split())]


@pytest.mark.parametrize("recurrence", [at(9, 0), every("day", minutes=(0,)), every("hour", 2, minutes=(0,))])
def test_a_rule_that_was_asked_about_later_days_still_begins_with_its_start(recurrence: Recurrence) -> None:
    rule = rule_of(recurrence, anchor=moment("2026-06-10T09:00"), local=BERLIN)
    rule.next(datetime(2026, 6, 20, tzinfo=UTC))

    assert rule.next(datetime(2026, 6, 1, tzinfo=UTC)) == moment("2026-06-10T07:00Z")


def test_a_rule_does_not_depend_on_what_its_zone_was_asked_before() -> None:
    fakaofo = zone_named("Pacific/Fakaofo")  # it left out 2011-12-30, from 11:00 in UTC on
    zone = Zone(fakaofo.key, fakaofo._info)
    start, every_fourth_day = moment("2011-12-30T22:13"), every("day", 4, hours=(22,), minutes=(35,))

    zone.stretch(datetime(2012, 12, 30, 15, tzinfo=UTC))  # a year and some hours after that
    rule = rule_of(every_fourth_day, anchor=start, local=Local(zone=zone))

    assert rule.next(datetime(2011, 12, 31, tzinfo=UTC)) == moment("2011-12-31T09:35Z")
