"""Everyone is asked the same question: what a peer can express it answers as the engine does."""

from datetime import UTC, datetime
from typing import Final

import pytest

from proofs.benchmarks.recurrence import engine
from proofs.benchmarks.recurrence.competitor import Competitor, Walk
from proofs.benchmarks.recurrence.peers import (
    apscheduler_cron,
    apscheduler_interval,
    croniter_python,
    croniter_rust,
    cronsim_steps,
    dateutil_rrule,
)
from proofs.benchmarks.recurrence.workloads import (
    EVERY_15_MINUTES,
    EVERY_548_DAYS,
    LEAP_DAY,
    MOMENTS,
    NOW,
    THE_31ST,
    WEEKDAY_TABLE,
    WORKLOADS,
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
# dateutil takes seconds for every 15 minutes; the benchmark itself checks it.
QUICK: Final = [
    (peer, workload)
    for peer in PEERS
    for workload in WORKLOADS
    if (peer, workload) != (dateutil_rrule, EVERY_15_MINUTES)
]


@pytest.mark.parametrize(
    ("peer", "workload"), QUICK, ids=[f"{peer.NAME}: {load.name}" for peer, load in QUICK]
)
@pytest.mark.parametrize("measure", ["cold", "warm"])
def test_a_peer_answers_as_the_engine_does(peer: Competitor, workload: Workload, measure: str) -> None:
    moments = MOMENTS[:3] if measure == "cold" else tuple(workload.runs())[:3]

    asked: Walk | None = getattr(peer, measure)(workload)

    expected = list(getattr(engine, measure)(workload)(moments))
    assert asked is None or [in_utc(answer) for answer in asked(moments)] == expected


@pytest.mark.parametrize("peer", PEERS, ids=lambda peer: peer.NAME)
def test_a_peer_can_express_most_workloads_or_is_an_interval_trigger(peer: Competitor) -> None:
    unable = {workload for workload in WORKLOADS if peer.cold(workload) is None}

    if peer.NAME == "APScheduler interval":
        assert set(WORKLOADS) - unable == {EVERY_15_MINUTES, EVERY_548_DAYS}
    else:
        assert unable == (set() if peer.NAME == "dateutil" else {EVERY_548_DAYS})


@pytest.mark.parametrize(
    ("workload", "first", "last"),
    [
        pytest.param(WEEKDAY_TABLE, "2026-07-02T09:15", "2026-07-09T09:00", id="a week of the table"),
        pytest.param(THE_31ST, "2026-07-31T09:00", "2029-10-31T09:00", id="24 months that have a 31st"),
        pytest.param(LEAP_DAY, "2028-02-29T09:00", "2072-02-29T09:00", id="twelve leap years"),
    ],
)
def test_the_runs_walked_through(workload: Workload, first: str, last: str) -> None:
    runs = list(workload.runs())

    assert len(runs) == workload.walked
    assert [runs[0], runs[-1]] == [datetime.fromisoformat(f"{run}:00+00:00") for run in (first, last)]


@pytest.mark.parametrize("workload", WORKLOADS, ids=lambda workload: workload.name)
def test_no_moment_asked_about_cold_is_a_run(workload: Workload) -> None:
    just_before = [moment - datetime.resolution for moment in MOMENTS]

    assert MOMENTS[0] == NOW
    assert not set(engine.cold(workload)(just_before)) & set(MOMENTS)


def in_utc(answer: datetime | None) -> datetime | None:
    """Return croniter-rs's answers, which have no time zone, with one."""
    return answer if answer is None or answer.tzinfo else answer.replace(tzinfo=UTC)
