"""Nothing fires by surprise."""

from typing import Any

import pytest

from migrate.prepare import PreparedJob, prepare
from shared.api.instants import write_moment
from shared.domain.errors import Invalid
from shared.domain.job import JobState
from tests.migrate.exports import DAILY, JOB, NOW, a_found_job

YESTERDAY, TOMORROW = "2026-02-28T06:00:00Z", "2026-03-02T06:00:00Z"


def arriving(**properties: Any) -> PreparedJob:
    return prepare(a_found_job(**properties), JOB, {}, now=NOW)


def start_of(job: PreparedJob) -> str | None:
    start = job.definition.start_time
    return None if start is None else write_moment(start)


@pytest.mark.parametrize(
    ("properties", "state"),
    [
        pytest.param({"startTime": YESTERDAY}, "completed", id="its time has passed"),
        pytest.param({}, "completed", id="it ran at once when it was made"),
        pytest.param({"status": {"nextExecutionTime": YESTERDAY}}, "completed", id="it was due yesterday"),
        pytest.param({"startTime": "2026-03-01T09:00:00Z"}, "completed", id="it is due this instant"),
        pytest.param({"startTime": TOMORROW}, "enabled", id="its time is to come"),
        pytest.param({"startTime": YESTERDAY, "state": "Disabled"}, "disabled", id="disabled stays"),
        pytest.param({"startTime": YESTERDAY, "state": "faulted"}, "faulted", id="faulted stays"),
        pytest.param({"startTime": TOMORROW, "state": "completed"}, "completed", id="completed stays"),
    ],
)
def test_a_job_that_runs_once_does_not_run_again(properties: dict[str, Any], state: str) -> None:
    assert arriving(**properties).state == state


def test_a_job_that_runs_once_and_was_still_to_come_keeps_its_instant() -> None:
    job = arriving(status={"nextExecutionTime": TOMORROW})

    assert (job.state, start_of(job)) == (JobState.ENABLED, TOMORROW)
    assert job.changes == ("startTime is 2026-03-02T06:00:00Z, its run in the export",)


def test_that_a_disabled_one_would_run_at_once_is_said() -> None:
    job = arriving(startTime=YESTERDAY, state="disabled")

    assert job.notes == ("it runs at once when it is enabled, for its time has passed",)


LAST, NEXT = "2019-12-31T03:17:42.5Z", "2020-01-01T03:17:42.5Z"


@pytest.mark.parametrize(
    ("status", "state", "start"),
    [
        pytest.param({"lastExecutionTime": LAST, "nextExecutionTime": NEXT}, "enabled", NEXT, id="next run"),
        pytest.param({"lastExecutionTime": LAST}, "enabled", LAST, id="else the last run"),
        pytest.param({"lastExecutionTime": LAST}, "disabled", LAST, id="also of a disabled job"),
        pytest.param({}, "enabled", "2026-03-01T09:00:00Z", id="else the import"),
        pytest.param({}, "disabled", None, id="a disabled one that never ran keeps what is owed to it"),
        pytest.param(
            {"executionCount": 5}, "disabled", "2026-03-01T09:00:00Z", id="but not one that has run"
        ),
        pytest.param(
            {"lastExecutionTime": "0001-01-01T00:00:00Z", "nextExecutionTime": NEXT},
            "enabled",
            NEXT,
            id="the first instant of .NET is none",
        ),
        pytest.param({"lastExecutionTime": LAST}, "completed", None, id="a finished one needs none"),
    ],
)
def test_a_recurring_job_without_a_start_gets_one(
    status: dict[str, Any], state: str, start: str | None
) -> None:
    job = arriving(recurrence=DAILY, state=state, status=status)

    assert (job.state, start_of(job)) == (state, start)


def test_the_start_that_was_made_is_told_with_the_reason() -> None:
    job = arriving(recurrence=DAILY, status={"nextExecutionTime": NEXT})

    assert job.changes == (
        "startTime is 2020-01-01T03:17:42.5Z: its next run in the export, so that it keeps its times "
        "and does not run at once",
    )
    assert not job.start_made_up


def test_that_a_first_run_is_still_owed_is_told() -> None:
    job = arriving(recurrence=DAILY, state="disabled")

    assert job.notes == ("its first run is still owed to it: it runs at once when it is enabled",)


def test_a_disabled_job_that_has_ended_is_told_so_also_without_a_start() -> None:
    job = arriving(recurrence={**DAILY, "endTime": YESTERDAY}, state="disabled")

    assert job.notes == ("it ended on 2026-02-28T06:00:00Z and does not run any more",)


def test_the_end_of_time_as_dotnet_writes_it_is_understood() -> None:
    endless = {**DAILY, "endTime": "9999-12-31T23:59:59.9999999Z"}

    assert arriving(startTime=YESTERDAY, recurrence=endless).state == "enabled"


def test_a_start_of_its_own_stays() -> None:
    job = arriving(recurrence=DAILY, startTime=YESTERDAY, status={"nextExecutionTime": NEXT})

    assert (start_of(job), job.changes) == (YESTERDAY, ())


def test_the_grid_is_that_of_the_start_which_it_gets() -> None:
    """Every 24 hours at hour 5: from the time of the import, which is 9, it could never run."""
    daily = {"frequency": "hour", "interval": 24, "schedule": {"hours": [5]}}

    job = arriving(recurrence=daily, status={"nextExecutionTime": "2020-01-01T05:30:00Z"})

    assert (job.state, start_of(job)) == (JobState.ENABLED, "2020-01-01T05:30:00Z")


@pytest.mark.parametrize(
    ("count", "executions", "left", "state"),
    [
        pytest.param(10, 0, 10, "enabled", id="none used"),
        pytest.param(10, 3, 7, "enabled", id="some left"),
        pytest.param(10, 9, 1, "enabled", id="one left"),
        pytest.param(10, 10, 10, "completed", id="none left"),
        pytest.param(10, 12, 10, "completed", id="more than all, by hand"),
    ],
)
def test_a_count_goes_on_where_it_was(count: int, executions: int, left: int, state: str) -> None:
    counted = {**DAILY, "count": count}

    job = arriving(startTime=YESTERDAY, recurrence=counted, status={"executionCount": executions})

    assert job.definition.recurrence is not None
    assert (job.definition.recurrence.count, job.state) == (left, state)


def test_how_many_runs_are_left_is_told() -> None:
    counted = {**DAILY, "count": 10}

    job = arriving(startTime=YESTERDAY, recurrence=counted, status={"executionCount": 3})

    assert job.changes == ("count is 7, what is left of 10 after 3 runs",)


def test_a_count_of_which_nobody_knows_how_much_is_used_begins_anew_and_that_is_told() -> None:
    job = arriving(startTime=YESTERDAY, recurrence={**DAILY, "count": 10})

    assert job.notes == ("the export does not say how often it has run: its count of 10 begins anew",)


@pytest.mark.parametrize(
    ("end", "state", "arrives"),
    [
        pytest.param(YESTERDAY, "enabled", "completed", id="it is over"),
        pytest.param(YESTERDAY, "disabled", "disabled", id="a disabled one stays as it is"),
        pytest.param("2026-03-01T10:00:00Z", "enabled", "completed", id="no run is left before the end"),
        pytest.param(TOMORROW, "enabled", "enabled", id="a last run is left, at the end itself"),
    ],
)
def test_what_has_ended_does_not_run(end: str, state: str, arrives: str) -> None:
    job = arriving(startTime=YESTERDAY, recurrence={**DAILY, "endTime": end}, state=state)

    assert job.state == arrives


def test_both_ends_together_are_understood() -> None:
    both = {**DAILY, "count": 5, "endTime": TOMORROW}

    job = arriving(startTime=YESTERDAY, recurrence=both, status={"executionCount": 2})

    assert job.definition.recurrence is not None
    assert (job.state, job.definition.recurrence.count) == (JobState.ENABLED, 3)


def test_a_next_run_that_the_export_did_not_expect_is_told() -> None:
    job = arriving(
        startTime=YESTERDAY, recurrence=DAILY, status={"nextExecutionTime": "2026-03-02T07:30:00Z"}
    )

    assert job.notes == ("its next run is 2026-03-02T06:00:00Z; the export expected 2026-03-02T07:30:00Z",)


@pytest.mark.parametrize(
    ("next_run", "noted"),
    [
        pytest.param("2020-02-29T06:00:00Z", True, id="the last day of February may stand for the 31st"),
        pytest.param("2020-01-31T06:00:00Z", False, id="the 31st stands for itself"),
        pytest.param("2020-02-28T06:00:00Z", False, id="not the last day"),
    ],
)
def test_a_day_of_the_month_that_may_have_been_moved_is_pointed_out(next_run: str, noted: bool) -> None:
    job = arriving(recurrence={"frequency": "month"}, status={"nextExecutionTime": next_run})

    assert any("check startTime" in note for note in job.notes) == noted


@pytest.mark.parametrize(
    ("status", "path"),
    [
        ({"nextExecutionTime": "soon"}, "properties.status.nextExecutionTime"),
        ({"executionCount": "many"}, "properties.status.executionCount"),
        ({"executionCount": -1}, "properties.status.executionCount"),
        ("none", "properties.status"),
    ],
)
def test_a_past_that_cannot_be_read_is_a_fault(status: object, path: str) -> None:
    with pytest.raises(Invalid) as refused:
        arriving(recurrence=DAILY, status=status)

    assert [fault.path for fault in refused.value.faults] == [path]


def test_an_enabled_job_that_expects_another_run_is_not_finished_whatever_it_counted() -> None:
    status = {"executionCount": 12, "nextExecutionTime": TOMORROW}
    job = arriving(recurrence={**DAILY, "count": 10}, startTime=YESTERDAY, status=status)

    assert job.state is JobState.ENABLED
    assert job.definition.recurrence is not None
    assert job.definition.recurrence.count == 1
    assert job.changes == (
        "count is 1, which is a guess: it has run 12 times, of 10, runs by hand included, "
        "and the export expects another run",
    )


@pytest.mark.parametrize(
    ("state", "status"),
    [
        pytest.param("enabled", {"executionCount": 10}, id="no run is expected"),
        pytest.param("disabled", {"executionCount": 10, "nextExecutionTime": TOMORROW}, id="it is disabled"),
    ],
)
def test_else_a_job_that_has_used_its_count_up_is_finished(state: str, status: dict[str, Any]) -> None:
    job = arriving(recurrence={**DAILY, "count": 10}, startTime=YESTERDAY, state=state, status=status)

    assert job.state is JobState.COMPLETED
