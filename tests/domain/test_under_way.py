"""Runs under way: what is said of each."""

from dataclasses import replace
from datetime import timedelta

import pytest

from shared.domain.job import JobState
from shared.domain.ticket import LONGEST_LEASE, Lease, TicketKey, TicketKind
from shared.domain.under_way import KnownJob, UnderWay
from tests.builders import KEY, NINE

LATER = NINE + timedelta(minutes=1)
JOB = KnownJob(key=KEY, incarnation="i", revision="r", state=JobState.ENABLED)


def a_run(kind: TicketKind = TicketKind.OCCURRENCE, attempt: int = 0, **changes: object) -> UnderWay:
    key = TicketKey(due=LATER, job=KEY, revision="r", kind=kind, attempt=attempt)
    run = UnderWay(
        key=key, incarnation="i", expected=NINE, lease=None, scheduled=True, waiting=False, place="p"
    )
    return replace(run, **changes)  # type: ignore[arg-type]  # fields of it


@pytest.mark.parametrize(
    ("run", "words"),
    [
        (a_run(TicketKind.RETRY, 2), "the time of retry 2"),
        (a_run(TicketKind.ERROR_ACTION), "the time of the error action"),
        (a_run(TicketKind.ERROR_ACTION, 3), "the time of retry 3 of the error action"),
        (a_run(TicketKind.RUN_NOW), "its time"),
        (a_run(waiting=True), "an earlier run, which is still open"),
        (a_run(lease=Lease(id="x", until=LATER)), None),
    ],
)
def test_it_is_said_what_a_run_waits_for(run: UnderWay, words: str | None) -> None:
    assert run.waits_for(NINE) == words


@pytest.mark.parametrize(
    ("run", "job", "lives"),
    [
        pytest.param(a_run(), JOB, True, id="of this revision"),
        pytest.param(a_run(), None, False, id="its job is gone"),
        pytest.param(a_run(), replace(JOB, incarnation="j"), False, id="its job was made anew"),
        pytest.param(a_run(), replace(JOB, revision="s"), False, id="its job was changed"),
        pytest.param(
            a_run(lease=Lease(id="x", until=LATER)), replace(JOB, revision="s"), True, id="changed meanwhile"
        ),
        pytest.param(
            a_run(lease=Lease(id="x", until=NINE + 2 * LONGEST_LEASE)),
            replace(JOB, revision="s"),
            False,
            id="under a lease that nobody gives",
        ),
        pytest.param(a_run(), replace(JOB, state=JobState.DISABLED), False, id="its job is disabled"),
        pytest.param(
            a_run(TicketKind.ERROR_ACTION), replace(JOB, state=JobState.DISABLED), True, id="an error action"
        ),
        pytest.param(a_run(TicketKind.RUN_NOW), replace(JOB, revision="s"), True, id="asked for by somebody"),
    ],
)
def test_a_run_lives_as_long_as_it_is_one_of_its_job(
    run: UnderWay, job: KnownJob | None, lives: bool
) -> None:
    assert run.lives(job, NINE) is lives
