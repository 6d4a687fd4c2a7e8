"""Which jobs fail: decided from the row of a job, and by arithmetic on its rule."""

from dataclasses import dataclass
from datetime import timedelta

import pytest

from shared.domain.definition import Definition
from shared.domain.disabled import SCHEDULER, Disabled
from shared.domain.failing import faults_in_a_row, is_failing, runs_a_day
from shared.domain.job import JobState
from shared.domain.recurrence import Frequency, MonthlyOccurrence, Recurrence, Schedule, Weekday
from tests.builders import NINE, a_definition

HOURLY = Recurrence(frequency=Frequency.HOUR)
NIGHTLY = Recurrence(frequency=Frequency.DAY, schedule=Schedule(hours=(3,)))
DAY = timedelta(days=1)
BY_US, BY_ANNA = Disabled(by=SCHEDULER), Disabled(by="anna")
WORKING_DAYS = tuple(Weekday)[:5]
ALL = tuple(range(24))


@dataclass(frozen=True)
class Row:
    definition: Definition
    state: JobState
    recent: str
    since: object = NINE
    disabled: Disabled | None = None


def recurring(frequency: str, interval: int = 1, **schedule: tuple[int, ...]) -> Recurrence:
    named = Schedule(**schedule) if schedule else None  # type: ignore[arg-type]
    return Recurrence(frequency=Frequency(frequency), interval=interval, schedule=named)


@pytest.mark.parametrize(
    ("state", "recent", "rule", "disabled", "fails"),
    [
        pytest.param("enabled", "", HOURLY, None, False, id="new"),
        pytest.param("enabled", "ff", HOURLY, None, False, id="hourly, twice"),
        pytest.param("enabled", "fff", HOURLY, None, True, id="hourly, three times"),
        pytest.param("enabled", "fffc", HOURLY, None, True, id="hourly, after a success"),
        pytest.param("enabled", "ffcf", HOURLY, None, False, id="hourly, with a success between"),
        pytest.param("enabled", "cfff", HOURLY, None, False, id="hourly, mended"),
        pytest.param("enabled", "rfff", HOURLY, None, False, id="hourly, mended by a retry"),
        pytest.param("enabled", "f" * 20, HOURLY, None, True, id="hourly, always"),
        pytest.param("enabled", "f", NIGHTLY, None, True, id="nightly, once"),
        pytest.param("enabled", "cf", NIGHTLY, None, False, id="nightly, mended"),
        pytest.param("enabled", "f", None, None, True, id="once, run by hand before its time"),
        pytest.param("disabled", "fff", HOURLY, BY_US, True, id="switched off after faults"),
        pytest.param("disabled", "f", HOURLY, BY_US, True, id="switched off after one fault"),
        pytest.param("disabled", "ffc", HOURLY, BY_US, True, id="switched off after two faults"),
        pytest.param("disabled", "c", HOURLY, BY_US, False, id="switched off, no day is left that counts"),
        pytest.param("disabled", "", HOURLY, BY_US, False, id="switched off, then put anew"),
        pytest.param("disabled", "fff", HOURLY, BY_ANNA, False, id="switched off by a person"),
        pytest.param("disabled", "fff", HOURLY, None, False, id="switched off, nobody knows why"),
        pytest.param("disabled", "cff", HOURLY, BY_US, False, id="switched off, then run by hand"),
        pytest.param("faulted", "f", None, None, True, id="over, faulted"),
        pytest.param("faulted", "f", HOURLY, None, True, id="over by its count, the last one faulted"),
        pytest.param("faulted", "cf", None, None, False, id="over, then run by hand"),
        pytest.param("completed", "c", None, None, False, id="over, completed"),
        pytest.param("completed", "fc", None, None, False, id="over, and a run by hand failed"),
        pytest.param("enabled", "xff", HOURLY, None, False, id="a letter of a newer version"),
    ],
)
def test_a_job_fails(
    state: str, recent: str, rule: Recurrence | None, disabled: Disabled | None, fails: bool
) -> None:
    definition = a_definition(every=None, recurrence=rule)
    row = Row(definition=definition, state=JobState(state), recent=recent, disabled=disabled)

    assert is_failing(row, now=NINE + timedelta(hours=1)) is fails  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("since", "fails"),
    [
        pytest.param(NINE, False, id="a day ago"),
        pytest.param(NINE + timedelta(microseconds=1), True, id="a moment less"),
        pytest.param(NINE + DAY, True, id="now"),
        pytest.param(NINE + 2 * DAY, True, id="by a clock that is ahead"),
        pytest.param(None, False, id="0.1.0 did not note it"),
    ],
)
def test_a_job_that_ended_faulted_fails_for_a_day(since: object, fails: bool) -> None:
    row = Row(definition=a_definition(every=None), state=JobState.FAULTED, recent="f", since=since)

    assert is_failing(row, now=NINE + DAY) is fails  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("rule", "a_day"),
    [
        pytest.param(recurring("minute"), 1440, id="every minute"),
        pytest.param(recurring("minute", 60), 24, id="every 60 minutes"),
        pytest.param(recurring("minute", 59), 1440 / 59, id="every 59 minutes"),
        pytest.param(recurring("minute", 61), 1440 / 61, id="every 61 minutes"),
        pytest.param(recurring("minute", minutes=(0,)), 24, id="every minute that is a full hour"),
        pytest.param(recurring("minute", 30, minutes=(0,)), 24, id="every 30 minutes, at full hours"),
        pytest.param(recurring("minute", 15, minutes=(0, 30)), 48, id="every 15 minutes, at two of them"),
        pytest.param(recurring("minute", 7, minutes=(0,)), 24 / 7, id="every 7 minutes, at full hours"),
        pytest.param(recurring("minute", 10, hours=(3,)), 6, id="every 10 minutes of one hour"),
        pytest.param(recurring("hour"), 24, id="every hour"),
        pytest.param(recurring("hour", 2), 12, id="every other hour"),
        pytest.param(recurring("hour", 2, minutes=(0, 30)), 24, id="every other hour, twice"),
        pytest.param(recurring("hour", hours=(8, 12, 18)), 3, id="three hours of the day"),
        pytest.param(recurring("hour", 2, hours=(8, 10, 12)), 3, id="every other hour, three of them"),
        pytest.param(recurring("day"), 1, id="every day"),
        pytest.param(recurring("day", hours=(8, 12, 18)), 3, id="three times a day"),
        pytest.param(recurring("day", hours=ALL), 24, id="every hour of the day"),
        pytest.param(recurring("day", minutes=(0, 30)), 48, id="a day by its minutes"),
        pytest.param(recurring("day", 2, hours=ALL, minutes=(0, 30)), 24, id="every other day, half-hourly"),
        pytest.param(recurring("week"), 1 / 7, id="every week"),
        pytest.param(recurring("week", week_days=tuple(Weekday), hours=ALL), 24, id="every day of the week"),
        pytest.param(
            recurring("week", week_days=WORKING_DAYS, minutes=(0, 15, 30, 45), hours=tuple(range(8, 18))),
            200 / 7,
            id="every quarter of an hour at work",
        ),
        pytest.param(
            recurring("week", week_days=WORKING_DAYS, minutes=(0, 30), hours=tuple(range(8, 18))),
            100 / 7,
            id="every half an hour at work",
        ),
        pytest.param(recurring("month"), 1 / 31, id="every month"),
        pytest.param(recurring("month", month_days=tuple(range(1, 32)), hours=ALL), 24, id="all month days"),
        pytest.param(recurring("year", months=(1, 2, 3)), 3 / 12 / 31, id="three days a year"),
    ],
)
def test_how_often_a_rule_runs_is_computed(rule: Recurrence, a_day: float) -> None:
    assert float(runs_a_day(rule)) == pytest.approx(a_day)


def test_all_weekdays_of_all_months_are_all_days() -> None:
    every_one = tuple(MonthlyOccurrence(day=day) for day in Weekday)
    rule = Recurrence(frequency=Frequency.MONTH, schedule=Schedule(monthly_occurrences=every_one, hours=ALL))

    assert runs_a_day(rule) == 24


@pytest.mark.parametrize(
    ("recent", "count"), [("", 0), ("c", 0), ("f", 1), ("ffc", 2), ("ffcfff", 2), ("f" * 20, 20)]
)
def test_faults_in_a_row_are_the_newest_ones(recent: str, count: int) -> None:
    assert faults_in_a_row(recent) == count
