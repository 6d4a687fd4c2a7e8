"""NCRONTAB, the six-field schedules of timer triggers, read as the NCrontab library reads them."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

# 29 February on a given weekday comes back after at most 40 years (2096 and 2104 enclose a common 2100).
LONGEST_GAP = timedelta(days=41 * 366)

_LONGEST_MONTHS = {1: 31, 2: 29, 3: 31, 4: 30, 5: 31, 6: 30, 7: 31, 8: 31, 9: 30, 10: 31, 11: 30, 12: 31}


@dataclass(frozen=True, slots=True, kw_only=True)
class Schedule:
    """The values each field allows; a day must suit the day, the month and the day of the week."""

    seconds: tuple[int, ...]
    minutes: tuple[int, ...]
    hours: tuple[int, ...]
    days: tuple[int, ...]
    months: tuple[int, ...]
    weekdays: tuple[int, ...]  # Sunday is 0

    def __post_init__(self) -> None:
        if all(_LONGEST_MONTHS[month] < min(self.days) for month in self.months):
            raise ValueError("the schedule never fires: no such day in any of its months")

    def next(self, after: datetime) -> datetime:
        """Return the first instant of the schedule that is strictly later than `after`, in UTC."""
        after = after.astimezone(UTC)
        later_today = self._first_time(after.time()) if self._allows(after.date()) else None
        if later_today is not None:
            return datetime.combine(after.date(), later_today, UTC)
        for day in _days_after(after.date()):
            if self._allows(day):
                return datetime.combine(day, time(self.hours[0], self.minutes[0], self.seconds[0]), UTC)
        raise AssertionError("every schedule fires within LONGEST_GAP")

    def _allows(self, day: date) -> bool:
        return day.month in self.months and day.day in self.days and day.isoweekday() % 7 in self.weekdays

    def _first_time(self, after: time) -> time | None:
        candidates = (
            time(hour, minute, second)
            for hour in self.hours
            if hour >= after.hour
            for minute in self.minutes
            if hour > after.hour or minute >= after.minute
            for second in self.seconds
        )
        return next((candidate for candidate in candidates if candidate > after), None)


def parse(text: str) -> Schedule:
    """Return the schedule `text` stands for; raise ValueError that names the wrong field and its range."""
    parts = [part for part in text.split(" ") if part]
    if len(parts) != len(_FIELDS):
        names = ", ".join(field.name for field in _FIELDS)
        raise ValueError(f"'{text}' has {len(parts)} fields, but a schedule has six: {names}")
    seconds, minutes, hours, days, months, weekdays = (
        field.read(part) for field, part in zip(_FIELDS, parts, strict=True)
    )
    return Schedule(
        seconds=seconds, minutes=minutes, hours=hours, days=days, months=months, weekdays=weekdays
    )


@dataclass(frozen=True, slots=True)
class _Field:
    name: str
    lowest: int
    highest: int
    words: tuple[str, ...] = ()

    def read(self, text: str) -> tuple[int, ...]:
        try:
            return tuple(sorted({value for part in text.split(",") for value in self._values(part)}))
        except ValueError as exc:
            allowed = f"{self.lowest} to {self.highest}"
            if self.words:
                allowed += f" or {self.words[0]} to {self.words[-1]}"
            raise ValueError(
                f"the {self.name} field '{text}' is wrong: {exc}; allowed are {allowed}"
            ) from exc

    def _values(self, part: str) -> range:
        span, slash, step = part.partition("/")
        first, last = self._bounds(span, open_ended=bool(slash))
        return range(first, last + 1, _step(step) if slash else 1)

    def _bounds(self, span: str, *, open_ended: bool) -> tuple[int, int]:
        if span == "*":
            return self.lowest, self.highest
        if "-" in span:
            first, last = (self._value(end) for end in span.split("-", maxsplit=1))
            return min(first, last), max(first, last)  # NCrontab reads 5-1 as 1-5
        value = self._value(span)
        return value, self.highest if open_ended else value  # 5/10 means 5-59/10

    def _value(self, text: str) -> int:
        value = int(text) if _is_number(text) else self._named(text)
        if not self.lowest <= value <= self.highest:
            raise ValueError(f"{value} is out of range")
        return value

    def _named(self, text: str) -> int:
        for value, word in enumerate(self.words, start=self.lowest):
            if text and word.lower().startswith(text.lower()):  # NCrontab takes any beginning of a name
                return value
        raise ValueError(f"'{text}' is not a value")


_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_WEEKDAYS = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
_FIELDS = (
    _Field("second", 0, 59),
    _Field("minute", 0, 59),
    _Field("hour", 0, 23),
    _Field("day", 1, 31),
    _Field("month", 1, 12, _MONTHS),
    _Field("day-of-week", 0, 6, _WEEKDAYS),
)


def _step(text: str) -> int:
    if not _is_number(text) or int(text) < 1:
        raise ValueError(f"the step '{text}' is not a number of at least 1")
    return int(text)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()


def _days_after(day: date) -> Iterator[date]:
    return (day + timedelta(days=number) for number in range(1, LONGEST_GAP.days + 1))
