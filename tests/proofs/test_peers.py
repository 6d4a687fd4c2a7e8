"""Everyone is asked the same question: what a peer can express it answers as the engine does."""

from datetime import UTC, datetime, tzinfo
from typing import Final
from zoneinfo import ZoneInfo

import pytest

from proofs.benchmarks.recurrence import engine
from proofs.benchmarks.recurrence.competitor import Competitor, Walk, in_its_zone
from proofs.benchmarks.recurrence.peers import (
    apscheduler_cron,
    apscheduler_interval,
    croniter_python,
    croniter_rust,
    cronsim_steps,
    dateutil_rrule,
)
from proofs.benchmarks.recurrence.workloads import (
    BEATS,
    CLOCK_CHANGES,
    DAILY,
    EVERY_6_HOURS,
    EVERY_15_MINUTES,
    EVERY_548_DAYS,
    EVERY_OTHER_HOUR,
    LEAP_DAY,
    LOCAL_WORKLOADS,
    MOMENTS,
    NOW,
    OTHER_DAYS,
    QUARTERS,
    SUMMER,
    THE_31ST,
    WEEKDAY_TABLE,
    WORKLOADS,
    ZONE,
    Workload,
)

PEERS: Final = (
    apscheduler_cron,
    apscheduler_interval,
    croniter_python,
    croniter_rust,
    cronsim_steps,
    dateutil_rrule,
)
# dateutil takes seconds for these; the benchmark itself checks it.
SLOW: Final = (EVERY_15_MINUTES, QUARTERS, EVERY_OTHER_HOUR)
QUICK: Final = [
    (peer, workload)
    for peer in PEERS
    for workload in (*WORKLOADS, *LOCAL_WORKLOADS)
    if peer is not dateutil_rrule or workload not in SLOW
]


@pytest.mark.parametrize(
    ("peer", "workload"),
    QUICK,
    ids=[f"{peer.NAME}: {load.name}, {load.zone or 'UTC'}" for peer, load in QUICK],
)
@pytest.mark.parametrize("measure", ["cold", "warm"])
def test_a_peer_answers_as_the_engine_does(peer: Competitor, workload: Workload, measure: str) -> None:
    moments = workload.moments[:3] if measure == "cold" else tuple(workload.runs())[:3]

    asked: Walk | None = getattr(peer, measure)(workload)

    expected = list(getattr(engine, measure)(workload)(moments))
    answers = in_its_zone(workload, asked)(moments) if asked else expected
    assert [in_utc(answer, workload.zone_info) for answer in answers] == expected


@pytest.mark.parametrize("peer", PEERS, ids=lambda peer: peer.NAME)
def test_a_peer_can_express_most_workloads_or_is_an_interval_trigger(peer: Competitor) -> None:
    unable = {workload for workload in WORKLOADS if peer.cold(workload) is None}

    if peer.NAME == "APScheduler interval":
        assert set(WORKLOADS) - unable == {EVERY_15_MINUTES, EVERY_548_DAYS}
    else:
        assert unable == (set() if peer.NAME == "dateutil" else {EVERY_548_DAYS})


@pytest.mark.parametrize("peer", PEERS, ids=lambda peer: peer.NAME)
def test_a_peer_can_express_all_local_workloads_or_is_an_interval_trigger(peer: Competitor) -> None:
    able = {workload for workload in LOCAL_WORKLOADS if peer.cold(workload) is not None}

    assert able == set(BEATS if peer.NAME == "APScheduler interval" else LOCAL_WORKLOADS)


@pytest.mark.parametrize(
    ("workload", "first", "last"),
    [
        pytest.param(WEEKDAY_TABLE, "2026-07-02T09:15", "2026-07-09T09:00", id="a week of the table"),
        pytest.param(THE_31ST, "2026-07-31T09:00", "2029-10-31T09:00", id="24 months that have a 31st"),
        pytest.param(LEAP_DAY, "2028-02-29T09:00", "2072-02-29T09:00", id="twelve leap years"),
        pytest.param(DAILY, "2026-07-03T00:30", "2026-07-26T00:30", id="24 days in Berlin, in summer"),
        pytest.param(EVERY_6_HOURS, "2026-07-02T15:00", "2026-07-08T09:00", id="six days of beats"),
    ],
)
def test_the_runs_walked_through(workload: Workload, first: str, last: str) -> None:
    runs = list(workload.runs())

    assert len(runs) == workload.walked
    assert [runs[0], runs[-1]] == [datetime.fromisoformat(f"{run}:00+00:00") for run in (first, last)]


@pytest.mark.parametrize("workload", [*WORKLOADS, *LOCAL_WORKLOADS], ids=lambda workload: workload.name)
def test_no_moment_asked_about_cold_is_a_run(workload: Workload) -> None:
    just_before = [moment - datetime.resolution for moment in workload.moments]

    assert workload.moments[0] == MOMENTS[0] == SUMMER[0] == NOW
    assert not set(engine.cold(workload)(just_before)) & set(workload.moments)


def test_the_days_of_clock_changes_are_asked_about_in_every_hour() -> None:
    offsets = [moment.astimezone(ZoneInfo(ZONE)).utcoffset() for moment in CLOCK_CHANGES]
    others = [moment.astimezone(ZoneInfo(ZONE)).utcoffset() for moment in OTHER_DAYS]

    assert [str(offset)[0] for offset in offsets] == [*"11", *"2" * 21, *"222", *"1" * 22]
    assert [str(offset)[0] for offset in others] == [*"2" * 24, *"1" * 24]


def in_utc(answer: datetime | None, zone: tzinfo) -> datetime | None:
    """Return an answer in UTC; croniter-rs's have no time zone."""
    if answer is None:
        return None
    return (answer if answer.tzinfo else answer.replace(tzinfo=zone)).astimezone(UTC)
