"""The table of literal answers: what local jobs do on the days of clock changes, written by hand.

Each run is an instant in UTC and, behind it, what the zone's clocks show then.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from shared.domain.recurrence import Frequency, MonthlyOccurrence, Recurrence, Schedule, Weekday
from tests.domain.local_time.reference import Job

BERLIN: Final = "Europe/Berlin"
CHICAGO: Final = "America/Chicago"
LORD_HOWE: Final = "Australia/Lord_Howe"
CASABLANCA: Final = "Africa/Casablanca"
DUBLIN: Final = "Europe/Dublin"
TIME: Final = "time of day"
BEAT: Final = "beat"
LONG_AGO: Final = "2010-01-01T00:00"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    name: str
    zone: str
    kind: str
    recurrence: Recurrence
    runs: str
    start: str = LONG_AGO
    skip: bool = False
    both: bool = False

    @property
    def id(self) -> str:
        policy = " skip" * self.skip + " both" * self.both
        return f"{self.name}{policy}, {self.kind}: {' '.join(self.readings)}"

    @property
    def instants(self) -> list[datetime]:
        return [datetime.fromisoformat(f"{instant}+00:00") for instant in self.runs.split()[::2]]

    @property
    def readings(self) -> list[str]:
        return self.runs.split()[1::2]

    @property
    def job(self) -> Job:
        start = datetime.fromisoformat(self.start)
        return Job(recurrence=self.recurrence, zone=self.zone, start=start, skip=self.skip, both=self.both)


def every(frequency: str, interval: int = 1, **parts: Any) -> Recurrence:
    schedule = Schedule(**parts) if parts else None
    return Recurrence(frequency=Frequency(frequency), interval=interval, schedule=schedule)


def at(hours: int, minutes: int) -> Recurrence:
    return every("day", hours=(hours,), minutes=(minutes,))


def answer(name: str, zone: str, kind: str, recurrence: Recurrence, runs: str, **more: Any) -> Answer:
    return Answer(name=name, zone=zone, kind=kind, recurrence=recurrence, runs=runs, **more)


LAST_SUNDAY: Final = (MonthlyOccurrence(day=Weekday.SUNDAY, occurrence=-1),)
SATURDAY_NIGHT: Final = every("week", week_days=(Weekday.SATURDAY,), hours=(23,), minutes=(30,))
NIGHT: Final = every("day", hours=(1, 2, 3, 4), minutes=(0,))
HALF_HOURS: Final = every("day", minutes=(0, 30))
MINUTES_OF_HOUR_2: Final = every("minute", 20, hours=(2,))

BERLIN_ANSWERS: Final = [
    answer("B1", BERLIN, TIME, at(2, 30), """
        2026-03-28T01:30 02:30  2026-03-29T01:30 03:30  2026-03-30T00:30 02:30"""),
    answer("B1", BERLIN, TIME, at(2, 30), """
        2026-03-28T01:30 02:30  2026-03-30T00:30 02:30""", skip=True),
    answer("B2", BERLIN, TIME, at(2, 30), """
        2026-10-24T00:30 02:30  2026-10-25T00:30 02:30  2026-10-26T01:30 02:30"""),
    answer("B2", BERLIN, TIME, at(2, 30), """
        2026-10-24T00:30 02:30  2026-10-25T00:30 02:30  2026-10-25T01:30 02:30
        2026-10-26T01:30 02:30""", both=True),
    answer("B3", BERLIN, TIME, every("day", hours=(2, 3), minutes=(0, 30)), """
        2026-03-28T02:30 03:30  2026-03-29T01:00 03:00  2026-03-29T01:30 03:30
        2026-03-30T00:00 02:00"""),
    answer("B4", BERLIN, BEAT, HALF_HOURS, """
        2026-03-29T00:00 01:00  2026-03-29T00:30 01:30  2026-03-29T01:00 03:00
        2026-03-29T01:30 03:30  2026-03-29T02:00 04:00"""),
    answer("B5", BERLIN, BEAT, HALF_HOURS, """
        2026-10-24T23:30 01:30  2026-10-25T00:00 02:00  2026-10-25T00:30 02:30
        2026-10-25T01:00 02:00  2026-10-25T01:30 02:30  2026-10-25T02:00 03:00"""),
    answer("B6", BERLIN, TIME, NIGHT, """
        2026-10-24T23:00 01:00  2026-10-25T00:00 02:00  2026-10-25T02:00 03:00
        2026-10-25T03:00 04:00"""),
    answer("B6", BERLIN, TIME, NIGHT, """
        2026-10-24T23:00 01:00  2026-10-25T00:00 02:00  2026-10-25T01:00 02:00
        2026-10-25T02:00 03:00  2026-10-25T03:00 04:00""", both=True),
    answer("B7", BERLIN, BEAT, every("hour", 6), """
        2026-03-27T23:00 00:00  2026-03-28T05:00 06:00  2026-03-28T11:00 12:00
        2026-03-28T17:00 18:00  2026-03-28T23:00 00:00  2026-03-29T05:00 07:00""",
        start="2026-03-28T00:00"),
    answer("B8", BERLIN, TIME, every("day"), """
        2026-03-27T01:30 02:30  2026-03-28T01:30 02:30  2026-03-29T01:30 03:30
        2026-03-30T00:30 02:30""", start="2026-03-27T02:30"),
    answer("B9", BERLIN, TIME, every("day", 2), """
        2026-10-23T07:00 09:00  2026-10-25T08:00 09:00  2026-10-27T08:00 09:00""",
        start="2026-10-23T09:00"),
    answer("B10", BERLIN, TIME,
        every("month", monthly_occurrences=LAST_SUNDAY, hours=(2,), minutes=(30,)), """
        2026-02-22T01:30 02:30  2026-03-29T01:30 03:30  2026-04-26T00:30 02:30"""),
    answer("B10", BERLIN, TIME,
        every("month", monthly_occurrences=LAST_SUNDAY, hours=(2,), minutes=(30,)), """
        2026-09-27T00:30 02:30  2026-10-25T00:30 02:30  2026-11-29T01:30 02:30"""),
    answer("B11", BERLIN, TIME, every("month"), """
        2026-01-31T08:00 09:00  2026-02-28T08:00 09:00  2026-03-31T07:00 09:00
        2026-04-30T07:00 09:00""", start="2026-01-31T09:00"),
    answer("B13", BERLIN, BEAT, every("hour", 2, minutes=(30,)), """
        2026-03-28T19:30 20:30  2026-03-28T21:30 22:30  2026-03-28T23:30 00:30
        2026-03-29T01:30 03:30  2026-03-29T03:30 05:30""", start="2026-03-28T20:15"),
    answer("B14", BERLIN, BEAT, every("hour", 2, minutes=(30,)), """
        2026-10-24T18:30 20:30  2026-10-24T20:30 22:30  2026-10-24T22:30 00:30
        2026-10-25T00:30 02:30  2026-10-25T02:30 03:30  2026-10-25T04:30 05:30""",
        start="2026-10-24T20:15"),
    answer("B16", BERLIN, TIME, MINUTES_OF_HOUR_2, """
        2026-10-25T00:00 02:00  2026-10-25T00:20 02:20  2026-10-25T00:40 02:40
        2026-10-26T01:00 02:00""", start="2026-10-25T00:00"),
    answer("B16", BERLIN, TIME, MINUTES_OF_HOUR_2, """
        2026-03-29T01:00 03:00  2026-03-29T01:20 03:20  2026-03-29T01:40 03:40
        2026-03-30T00:00 02:00""", start="2026-03-29T00:00"),
    answer("B17", BERLIN, TIME, every("hour", 2, hours=(8, 10, 12), minutes=(0,)), """
        2026-03-28T07:00 08:00  2026-03-28T09:00 10:00  2026-03-28T11:00 12:00
        2026-03-29T06:00 08:00  2026-03-29T08:00 10:00  2026-03-29T10:00 12:00""",
        start="2026-01-01T00:00"),
]  # fmt: skip

ANSWERS_ELSEWHERE: Final = [
    answer("N2", "America/New_York", TIME, at(1, 30), """
        2026-10-31T05:30 01:30  2026-11-01T05:30 01:30  2026-11-02T06:30 01:30"""),
    answer("N2", "America/New_York", TIME, at(1, 30), """
        2026-10-31T05:30 01:30  2026-11-01T05:30 01:30  2026-11-01T06:30 01:30
        2026-11-02T06:30 01:30""", both=True),
    answer("H1", LORD_HOWE, TIME, at(2, 15), """
        2026-10-02T15:45 02:15  2026-10-03T15:45 02:45  2026-10-04T15:15 02:15"""),
    answer("H2", LORD_HOWE, TIME, every("day", hours=(2,), minutes=(10, 35)), """
        2026-10-03T15:35 02:35  2026-10-03T15:40 02:40"""),
    answer("H4", LORD_HOWE, BEAT, every("day", minutes=(0,)), """
        2026-10-03T13:30 00:00  2026-10-03T14:30 01:00  2026-10-03T16:00 03:00
        2026-10-03T17:00 04:00"""),
    answer("H4", LORD_HOWE, BEAT, every("day", minutes=(0,)), """
        2026-04-04T13:00 00:00  2026-04-04T14:00 01:00  2026-04-04T15:30 02:00
        2026-04-04T16:30 03:00"""),
    answer("A1", "Pacific/Apia", TIME, at(9, 0), """
        2011-12-28T19:00 09:00  2011-12-29T19:00 09:00  2011-12-30T19:00 09:00
        2011-12-31T19:00 09:00"""),
    answer("A3", "Pacific/Apia", TIME, every("day", 2), """
        2011-12-28T19:00 09:00  2011-12-30T19:00 09:00  2011-12-31T19:00 09:00
        2012-01-02T19:00 09:00""", start="2011-12-28T09:00"),
    answer("C1", CASABLANCA, TIME, at(2, 30), """
        2026-02-14T01:30 02:30  2026-02-15T01:30 02:30  2026-02-16T02:30 02:30"""),
    answer("C1", CASABLANCA, TIME, at(2, 30), """
        2026-03-21T02:30 02:30  2026-03-22T02:30 03:30  2026-03-23T01:30 02:30"""),
    answer("D1", DUBLIN, TIME, at(1, 30), """
        2026-03-28T01:30 01:30  2026-03-29T01:30 02:30  2026-03-30T00:30 01:30"""),
    answer("D1", DUBLIN, TIME, at(1, 30), """
        2026-10-24T00:30 01:30  2026-10-25T00:30 01:30  2026-10-26T01:30 01:30"""),
    answer("S1", "America/Sao_Paulo", TIME, at(0, 0), """
        2018-11-03T03:00 00:00  2018-11-04T03:00 01:00  2018-11-05T02:00 00:00"""),
    answer("U1", "America/Nuuk", TIME, SATURDAY_NIGHT, """
        2026-03-22T01:30 23:30  2026-03-29T01:30 00:30  2026-04-05T00:30 23:30"""),
    answer("V1", "America/Vancouver", TIME, at(9, 0), "2026-11-01T16:00 09:00"),
    answer("V1", "America/Vancouver", TIME, at(9, 0), "2027-01-15T16:00 09:00"),
]  # fmt: skip

LOGIC_APPS_ANSWERS: Final = [  # the four tables of its documentation, with daily runs of 2019
    answer("L1, early in March", CHICAGO, TIME, at(1, 30), """
        2019-03-09T07:30 01:30  2019-03-10T07:30 01:30  2019-03-11T06:30 01:30"""),
    answer("L1", CHICAGO, TIME, at(2, 30), """
        2019-03-09T08:30 02:30  2019-03-10T08:30 03:30  2019-03-11T07:30 02:30"""),
    answer("L1, early in November", CHICAGO, TIME, at(1, 30), """
        2019-11-02T06:30 01:30  2019-11-03T06:30 01:30  2019-11-04T07:30 01:30"""),
    answer("L1, in November", CHICAGO, TIME, at(2, 30), """
        2019-11-02T07:30 02:30  2019-11-03T08:30 02:30  2019-11-04T08:30 02:30"""),
]  # fmt: skip

ALL_HOURS: Final = tuple(range(24))
MORE_ANSWERS: Final = [  # what the rules say beyond the table
    answer("all hours by the day", BERLIN, BEAT, every("day", hours=ALL_HOURS, minutes=(30,)), """
        2026-10-24T23:30 01:30  2026-10-25T00:30 02:30  2026-10-25T01:30 02:30
        2026-10-25T02:30 03:30"""),
    answer("all hours by the hour", BERLIN, BEAT, every("hour", 2, hours=ALL_HOURS), """
        2026-10-24T22:15 00:15  2026-10-25T00:15 02:15  2026-10-25T02:15 03:15""",
        start="2026-10-24T20:15"),
    answer("all hours of a day in the month", BERLIN, BEAT,
        every("month", month_days=(29,), hours=ALL_HOURS, minutes=(0,)), """
        2026-03-28T23:00 00:00  2026-03-29T00:00 01:00  2026-03-29T01:00 03:00"""),
    answer("minutes of elapsed time", BERLIN, BEAT, every("minute", 40, minutes=(0, 20, 40)), """
        2026-03-28T23:00 00:00  2026-03-28T23:40 00:40  2026-03-29T00:20 01:20
        2026-03-29T01:00 03:00  2026-03-29T01:40 03:40""", start="2026-03-29T00:00"),
    answer("minutes of some hours", BERLIN, TIME, every("minute", 45, hours=(1, 3)), """
        2026-03-29T00:30 01:30  2026-03-29T01:00 03:00  2026-03-29T01:45 03:45""",
        start="2026-03-29T00:00"),
    answer("hours askew, from the minute", LORD_HOWE, BEAT, every("hour", 2, minutes=(0,)), """
        2026-10-03T11:30 22:00  2026-10-03T13:30 00:00  2026-10-03T16:00 03:00
        2026-10-03T18:00 05:00""", start="2026-10-03T00:00"),
    answer("hours askew, from the start", LORD_HOWE, BEAT, every("hour", 2, hours=ALL_HOURS), """
        2026-10-03T11:45:20 22:15  2026-10-03T13:45:20 00:15  2026-10-03T16:15:20 03:15
        2026-10-03T18:15:20 05:15""", start="2026-10-03T00:15:20"),
]  # fmt: skip
