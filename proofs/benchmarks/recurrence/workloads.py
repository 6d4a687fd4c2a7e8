"""The recurrences that are measured, as this project's own values."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Final
from zoneinfo import ZoneInfo

from shared.domain.local_time.local import Local
from shared.domain.local_time.zones import zone_named
from shared.domain.recurrence import Frequency, MonthlyOccurrence, Recurrence, Schedule, Weekday
from shared.domain.runs import rule_of

# Fixed, so that every run asks the same. July is neither near before February nor just after it.
NOW: Final = datetime(2026, 7, 2, 9, 7, 13, tzinfo=UTC)
TEN_YEARS_BACK: Final = datetime(2016, 7, 1, 9, 0, tzinfo=UTC)
A_DAY_BACK: Final = datetime(2026, 7, 1, 9, 0, tzinfo=UTC)

MOMENTS: Final = tuple(NOW + number * timedelta(days=43, hours=5, minutes=17) for number in range(8))
"""Moments to ask about, spread over a year: to some, the way to the next run matters. None is a run."""
SUMMER: Final = tuple(NOW + number * timedelta(days=11, hours=5, minutes=17) for number in range(8))
"""Moments of one summer. The rules began in a summer too, so that all clocks are where they were then."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Workload:
    name: str
    recurrence: Recurrence
    walked: int = 24  # so many runs in a row are a fair mixture: two years of monthly ones
    moments: tuple[datetime, ...] = MOMENTS
    zone: str | None = None

    @property
    def in_utc(self) -> "Workload":
        return replace(self, zone=None)

    @property
    def local(self) -> Local | None:
        return Local(zone=zone_named(self.zone)) if self.zone else None

    @property
    def zone_info(self) -> tzinfo:
        """The zone as the other libraries know it."""
        return ZoneInfo(self.zone) if self.zone else UTC

    @property
    def start(self) -> datetime:
        return TEN_YEARS_BACK.astimezone(self.zone_info)

    def runs(self) -> Iterator[datetime]:
        """Yield the runs that are walked through, from the first after NOW."""
        rule = rule_of(self.recurrence, anchor=TEN_YEARS_BACK, local=self.local)
        run = rule.next(NOW)
        for _ in range(self.walked):
            if run is not None:
                yield run
                run = rule.next(run)


def _friday(occurrence: int) -> tuple[MonthlyOccurrence, ...]:
    return (MonthlyOccurrence(day=Weekday.FRIDAY, occurrence=occurrence),)


EVERY_15_MINUTES: Final = Workload(
    name="every 15 minutes",
    recurrence=Recurrence(frequency=Frequency.MINUTE, interval=15),
    walked=96,  # a day
)
WEEKDAY_TABLE: Final = Workload(
    name="weekdays 9-16, every 15 minutes",
    recurrence=Recurrence(
        frequency=Frequency.WEEK,
        schedule=Schedule(week_days=tuple(Weekday)[:5], hours=tuple(range(9, 17)), minutes=(0, 15, 30, 45)),
    ),
    walked=5 * 8 * 4,  # a week
)
LAST_FRIDAY: Final = Workload(
    name="last Friday 05:15",
    recurrence=Recurrence(
        frequency=Frequency.MONTH,
        schedule=Schedule(monthly_occurrences=_friday(-1), hours=(5,), minutes=(15,)),
    ),
)
FIRST_AND_LAST_DAY: Final = Workload(
    name="first and last day 06:00",
    recurrence=Recurrence(
        frequency=Frequency.MONTH, schedule=Schedule(month_days=(1, -1), hours=(6,), minutes=(0,))
    ),
)
FIFTH_FRIDAY: Final = Workload(
    name="fifth Friday 09:00",
    recurrence=Recurrence(
        frequency=Frequency.MONTH,
        schedule=Schedule(monthly_occurrences=_friday(5), hours=(9,), minutes=(0,)),
    ),
)
EVERY_548_DAYS: Final = Workload(
    name="every 548 days", recurrence=Recurrence(frequency=Frequency.DAY, interval=548)
)
THE_31ST: Final = Workload(
    name="the 31st",
    recurrence=Recurrence(frequency=Frequency.MONTH, schedule=Schedule(month_days=(31,))),
)
LEAP_DAY: Final = Workload(
    name="29 February",
    recurrence=Recurrence(frequency=Frequency.YEAR, schedule=Schedule(months=(2,), month_days=(29,))),
    walked=12,  # half a century; some peers look no further
)

WORKLOADS: Final = (
    EVERY_15_MINUTES,
    WEEKDAY_TABLE,
    LAST_FRIDAY,
    FIRST_AND_LAST_DAY,
    FIFTH_FRIDAY,
    EVERY_548_DAYS,
    THE_31ST,
    LEAP_DAY,
)

# In local time. Names are the same where the rule is.
ZONE: Final = "Europe/Berlin"
LOCAL_WEEKDAY_TABLE: Final = replace(WEEKDAY_TABLE, zone=ZONE)
LOCAL_LAST_FRIDAY: Final = replace(LAST_FRIDAY, zone=ZONE)
DAILY: Final = Workload(
    name="daily 02:30",
    recurrence=Recurrence(frequency=Frequency.DAY, schedule=Schedule(hours=(2,), minutes=(30,))),
    zone=ZONE,
)
FIRST_DAY: Final = Workload(
    name="first day 06:00",
    recurrence=Recurrence(
        frequency=Frequency.MONTH, schedule=Schedule(month_days=(1,), hours=(6,), minutes=(0,))
    ),
    zone=ZONE,
)
QUARTERS: Final = Workload(
    name="at :00, :15, :30 and :45",
    recurrence=Recurrence(frequency=Frequency.HOUR, schedule=Schedule(minutes=(0, 15, 30, 45))),
    walked=96,  # a day
    zone=ZONE,
)
# Here and below, other libraries count hours by the clock: they go on at other instants when it was changed.
# So they are compared in the summer, when all mean the same.
EVERY_6_HOURS: Final = Workload(
    name="every 6 hours",
    recurrence=Recurrence(frequency=Frequency.HOUR, interval=6),
    moments=SUMMER,
    zone=ZONE,
)
EVERY_OTHER_HOUR: Final = Workload(
    name="every 2 hours at :30",
    recurrence=Recurrence(frequency=Frequency.HOUR, interval=2, schedule=Schedule(minutes=(30,))),
    moments=SUMMER,
    zone=ZONE,
)

TIMES_OF_DAY: Final = (LOCAL_WEEKDAY_TABLE, LOCAL_LAST_FRIDAY, DAILY, FIRST_DAY)
BEATS: Final = (QUARTERS, EVERY_6_HOURS, EVERY_OTHER_HOUR)
LOCAL_WORKLOADS: Final = (*TIMES_OF_DAY, *BEATS)


def _hours_of(*days: date) -> tuple[datetime, ...]:
    """Return a moment in every hour of these days in the zone."""
    moments = []
    for day in days:
        begin, end = _midnight(day), _midnight(day + timedelta(days=1))
        hours = (end - begin) // timedelta(hours=1)
        moments += [begin + timedelta(hours=hour, minutes=7, seconds=13) for hour in range(hours)]
    return tuple(moments)


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), ZoneInfo(ZONE)).astimezone(UTC)


CLOCK_CHANGES: Final = _hours_of(date(2026, 3, 29), date(2026, 10, 25))
"""Moments of the days on which clocks are changed: one has 23 hours, the other 25."""
OTHER_DAYS: Final = _hours_of(date(2026, 4, 12), date(2026, 11, 8))
"""As many moments two weeks later."""
