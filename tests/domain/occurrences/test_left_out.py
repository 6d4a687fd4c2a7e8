"""The times of days that do not count are all told of, although days that count are passed over."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import takewhile
from typing import Final

from hypothesis import given
from hypothesis import strategies as st

from shared.domain.audit import outline_of_job
from shared.domain.definition import Definition
from shared.domain.exclude import Exclude
from shared.domain.in_force import local_of
from shared.domain.local_time.excluded import Then
from shared.domain.local_time.local import DaylightSaving, Missing, Repeated
from shared.domain.occurrences.eras import FAR_AHEAD, LONG_AGO, Era
from shared.domain.occurrences.named import NamedTimes
from shared.domain.recurrence import Recurrence
from shared.domain.runs import runs
from tests.builders import KEY, a_collection, a_definition, a_job, every

_SPANS: Final = (
    ("Europe/Berlin", date(2026, 3, 15)),
    ("Europe/Berlin", date(2026, 10, 10)),
    ("Pacific/Apia", date(2011, 12, 15)),
    ("America/Santiago", date(2026, 8, 25)),
    ("UTC", date(2026, 3, 15)),
)
"""Days before clocks change: at night, at midnight, and by a whole day."""
_DAYS: Final = 30
_RULES: Final = (
    every("day", hours=(0, 2, 23), minutes=(30,)),
    every("day", hours=(0,), minutes=(0, 1)),
    every("hour", interval=5),
)


@given(
    span=st.sampled_from(_SPANS),
    recurrence=st.sampled_from(_RULES),
    days=st.sets(st.integers(0, _DAYS), max_size=12),
    then=st.sampled_from(Then),
    saving=st.builds(DaylightSaving, missing=st.sampled_from(Missing), repeated=st.sampled_from(Repeated)),
)
def test_every_time_that_is_named_without_the_exclusion_is_told_of(
    span: tuple[str, date], recurrence: Recurrence, days: set[int], then: Then, saving: DaylightSaving
) -> None:
    zone, first = span
    start = datetime(first.year, first.month, first.day, tzinfo=UTC)
    end = start + timedelta(days=_DAYS)
    exclude = Exclude(dates=tuple(str(first + timedelta(days=day)) for day in sorted(days)), then=then)
    plain = a_definition(time_zone=zone, daylight_saving=saving, start_time=start)
    plain = replace(plain, recurrence=recurrence)
    kept = replace(plain, exclude=exclude)
    outline = outline_of_job(a_job(now=start, definition=kept))
    era = Era(key=KEY, begin=LONG_AGO, end=FAR_AHEAD, outline=outline, collection=a_collection())

    told = [time.at for time in NamedTimes([era]).between(start, end) if time.left_out is not None]

    assert told == sorted(_times(plain, start, end) - _times(kept, start, end))


def _times(definition: Definition, start: datetime, end: datetime) -> set[datetime]:
    local = local_of(definition, a_collection())
    every_run = runs(definition.recurrence, start=start, now=start, local=local)
    return set(takewhile(lambda at: at < end, every_run))
