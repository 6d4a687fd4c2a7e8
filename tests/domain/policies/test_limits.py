"""Values at the limits of policies, and beyond them."""

from datetime import timedelta
from typing import Any

import pytest

from shared.domain.disabled import note_fault
from shared.domain.errors import Invalid
from shared.domain.housekeeping import removal_ticket
from shared.domain.job import JobState
from shared.domain.policies import (
    MissedPolicy,
    MissedRuns,
    description_fault,
    faults_in_a_row_fault,
    kept_fault,
    spread_fault,
)
from tests.builders import NINE, a_definition, a_job, at

MICROSECOND, MILLISECOND = timedelta(microseconds=1), timedelta(milliseconds=1)
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


@pytest.mark.parametrize("policy", [MissedPolicy.NONE, MissedPolicy.ALL])
@pytest.mark.parametrize("within", [5 * MINUTE, 548 * DAY])
def test_within_at_its_limits(policy: MissedPolicy, within: timedelta) -> None:
    assert MissedRuns(policy=policy, within=within).within == within


def test_one_takes_no_limit() -> None:
    assert MissedRuns(policy=MissedPolicy.ONE).within is None


@pytest.mark.parametrize(
    ("missed", "told"),
    [
        (
            {"policy": MissedPolicy.ONE, "within": HOUR},
            "within: belongs to 'none' and 'all': 'none' skips what is later than that",
        ),
        ({"policy": MissedPolicy.NONE}, "within: is required for 'none'"),
        ({"policy": MissedPolicy.ALL}, "within: is required for 'all'"),
        (
            {"policy": MissedPolicy.NONE, "within": 5 * MINUTE - MICROSECOND},
            "within: is not between 00:05:00 and 548.00:00:00",
        ),
        (
            {"policy": MissedPolicy.ALL, "within": 548 * DAY + MICROSECOND},
            "within: is not between 00:05:00 and 548.00:00:00",
        ),
        (
            {"policy": MissedPolicy.ALL, "within": timedelta()},
            "within: is not between 00:05:00 and 548.00:00:00",
        ),
    ],
)
def test_missed_runs_that_are_refused(missed: dict[str, Any], told: str) -> None:
    with pytest.raises(Invalid) as refused:
        MissedRuns(**missed)

    assert str(refused.value) == told


SPREAD_REFUSED = "is not between 00:00:00.0010000 and 1.00:00:00"
KEPT_REFUSED = "is not between 01:00:00 and 3650.00:00:00"


@pytest.mark.parametrize(
    ("spread", "told"),
    [
        (MILLISECOND, None),
        (DAY, None),
        (MILLISECOND - MICROSECOND, SPREAD_REFUSED),
        (DAY + MICROSECOND, SPREAD_REFUSED),
        (timedelta(), SPREAD_REFUSED),
        (-MINUTE, SPREAD_REFUSED),
    ],
)
def test_how_far_runs_may_be_spread(spread: timedelta, told: str | None) -> None:
    assert spread_fault(spread) == told


@pytest.mark.parametrize(
    ("kept", "told"),
    [
        (HOUR, None),
        (3_650 * DAY, None),
        (HOUR - MICROSECOND, KEPT_REFUSED),
        (3_650 * DAY + MICROSECOND, KEPT_REFUSED),
    ],
)
def test_how_long_a_finished_job_may_be_kept(kept: timedelta, told: str | None) -> None:
    assert kept_fault(kept) == told


@pytest.mark.parametrize(
    ("count", "told"),
    [
        (1, None),
        (100, None),
        (0, "0 is not between 1 and 100"),
        (101, "101 is not between 1 and 100"),
        (-1, "-1 is not between 1 and 100"),
    ],
)
def test_how_many_faults_in_a_row_may_count(count: int, told: str | None) -> None:
    assert faults_in_a_row_fault(count) == told


@pytest.mark.parametrize("fault", [description_fault, note_fault], ids=["description", "note"])
def test_how_long_a_text_may_be(fault: Any) -> None:
    assert fault("x" * 1_024) is None
    assert fault("x" * 1_025) == "is longer than 1024 characters"


@pytest.mark.parametrize(
    ("state", "kept", "removed"),
    [
        (JobState.COMPLETED, None, "2026-05-01T09:00:00"),
        (JobState.FAULTED, None, "2026-05-01T09:00:00"),
        (JobState.COMPLETED, HOUR, "2026-03-02T10:00:00"),
        (JobState.FAULTED, HOUR, "2026-03-09T09:00:00"),
        (JobState.FAULTED, 7 * DAY, "2026-03-09T09:00:00"),
        (JobState.FAULTED, 7 * DAY + HOUR, "2026-03-09T10:00:00"),
        (JobState.COMPLETED, 90 * DAY, "2026-05-31T09:00:00"),
    ],
)
def test_when_a_finished_job_is_removed(state: JobState, kept: timedelta | None, removed: str) -> None:
    job = a_job(definition=a_definition(keep_finished_for=kept), state=state)

    assert removal_ticket(job, now=NINE).key.due == at(removed)
