"""Cron expressions, turned into the frequency and the schedule that they stand for.

1. A macro such as `@daily` becomes its five fields. Of six fields, the first must be 0 and is dropped.
2. A field is a list of items. An item is a value, a range, or one of them with a step: it names some values.
   Items of days may also count from the end of the month (`L`, `friL`) or number a weekday (`fri#3`).
3. All hours, all months or all days set no limit. Minutes are always named.
4. A day field that begins with `*` or `?` leaves the days to the other. If both name days, either suffices.

What dialects read in different ways, and what a schedule cannot say, is refused.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from shared.domain.errors import cut
from shared.domain.recurrence import Frequency, MonthlyOccurrence, Schedule, Weekday

LONGEST_CRON: Final = 400
"""In characters. All values of all fields, written out as numbers, take fewer."""

_MACROS: Final = {
    "@yearly": "0 0 1 1 *",
    "@annually": "0 0 1 1 *",
    "@monthly": "0 0 1 * *",
    "@weekly": "0 0 * * 0",
    "@daily": "0 0 * * *",
    "@midnight": "0 0 * * *",
    "@hourly": "0 * * * *",
    "@every_minute": "* * * * *",
}
_MONTHS: Final = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)

_Value = TypeVar("_Value")
_Numbered = tuple[Weekday, int | None]
"""A weekday of the month as MonthlyOccurrence has it: the day, and which one; None is every one."""

_EVERY_DAY: Final = frozenset(range(1, 32))
_LAST_DAYS: Final = {"l": -1, **{f"l-{before}": -1 - before for before in range(1, 31)}}
_EVERY_WEEKDAY: Final[frozenset[_Numbered]] = frozenset((day, None) for day in Weekday)


@dataclass(frozen=True, slots=True, kw_only=True)
class CronSchedule:
    """What an expression stands for: the interval is 1, and the schedule names its minutes."""

    frequency: Frequency
    schedule: Schedule


@dataclass(frozen=True, slots=True)
class _Field:
    title: str
    first: int
    last: int
    names: Mapping[str, int]

    def refuse(self, item: str, reason: str) -> ValueError:
        return ValueError(f"{self.title} '{cut(item)}' {reason}")


def _named(words: Iterable[str], numbers: Iterable[int]) -> dict[str, int]:
    """Return the number of each word, which may be cut to three letters."""
    pairs = zip(words, numbers, strict=True)
    return {name: number for word, number in pairs for name in (word[:3].lower(), word.lower())}


_MINUTE: Final = _Field("minute", 0, 59, {})
_HOUR: Final = _Field("hour", 0, 23, {})
_DAY: Final = _Field("day of month", 1, 31, {})
_MONTH: Final = _Field("month", 1, 12, _named(_MONTHS, range(1, 13)))
_WEEKDAY: Final = _Field("day of week", 0, 7, _named(Weekday.__members__, (1, 2, 3, 4, 5, 6, 0)))
_FIVE: Final = ", ".join(field.title for field in (_MINUTE, _HOUR, _DAY, _MONTH, _WEEKDAY))


def read_cron(text: str) -> CronSchedule:
    """Return what an expression stands for; raise ValueError with the reason if it has no form here.

    Days that none of the months has, such as 30 February, are left to Recurrence.
    """
    minute, hour, day, month, weekday = _split(text)
    minutes, hours, months = _read(_MINUTE, minute), _read(_HOUR, hour), _read(_MONTH, month)
    times = Schedule(minutes=tuple(minutes), hours=tuple(hours) if len(hours) < 24 else ())
    return _put_together(times, *_read_days(day, weekday), months if len(months) < 12 else set())


def _put_together(
    times: Schedule, days: set[int], weekdays: set[_Numbered], months: set[int]
) -> CronSchedule:
    """Return the simplest frequency that can say it. An empty set sets no limit."""
    if not (days or weekdays or months):
        return CronSchedule(frequency=Frequency.DAY if times.hours else Frequency.HOUR, schedule=times)
    ordered = sorted(weekdays, key=lambda pair: (pair[0], (pair[1] or 0) % 7))  # the last one comes last
    if not (days or months) and all(number is None for _, number in ordered):
        weekly = replace(times, week_days=tuple(weekday for weekday, _ in ordered))
        return CronSchedule(frequency=Frequency.WEEK, schedule=weekly)
    monthly = replace(
        times,
        month_days=tuple(days if days or weekdays else _EVERY_DAY),  # without any, the anchor's would count
        monthly_occurrences=tuple(MonthlyOccurrence(day=day, occurrence=number) for day, number in ordered),
        months=tuple(months),
    )
    return CronSchedule(frequency=Frequency.MONTH, schedule=monthly)


def _split(text: str) -> list[str]:
    """Return the five fields."""
    if len(text) > LONGEST_CRON:
        raise ValueError(f"has {len(text)} characters; at most {LONGEST_CRON} are allowed")
    if not text.isascii():  # so that below only 0 to 9 are digits
        unknown = next(character for character in text if not character.isascii())
        raise ValueError(f"has '{cut(unknown)}', a character that cron does not know")
    if text.lstrip().startswith("@"):
        text = _expand(text.strip())
    fields = text.split()
    if len(fields) == 6:
        _check_seconds(fields.pop(0))
    if len(fields) != 5:
        no_years = (
            "; years have no form here: 'startTime' and 'endTime' limit a job" if len(fields) == 7 else ""
        )
        count = "1 field" if len(fields) == 1 else f"{len(fields)} fields"
        raise ValueError(f"has {count}; write five: {_FIVE}{no_years}")
    return fields


def _expand(macro: str) -> str:
    fields = _MACROS.get(macro.lower())
    if fields is None:
        raise ValueError(f"'{cut(macro)}' is none of {', '.join(_MACROS)}")
    return fields


def _check_seconds(first: str) -> None:
    if "=" in first:
        raise ValueError(f"'{cut(first)}' does not belong here: the job's 'timeZone' names the zone")
    if first.strip("0"):
        raise ValueError(f"has six fields, and the first is '{cut(first)}', not 0: runs have no seconds")


def _read_days(day: str, weekday: str) -> tuple[set[int], set[_Numbered]]:
    """Return the days of the month and the weekdays, of which either suffices; none if every day counts."""
    days, weekdays = _read_named(day, _read_day), _read_named(weekday, _read_weekday)
    if day == "?":
        _refuse_numbers(weekday)
    if days and weekdays and "*/" in (day[:2], weekday[:2]):
        raise ValueError(
            f"{_DAY.title} '{cut(day)}' and {_WEEKDAY.title} '{cut(weekday)}' would both have to match, "
            "because one begins with '*/'; that has no form here: "
            "write '*' for one of them, or number the weekday, as in 'mon#1'"
        )
    if days >= _EVERY_DAY or weekdays >= _EVERY_WEEKDAY:
        return set(), set()
    return days, weekdays


def _read_named(text: str, read: Callable[[str], Iterable[_Value]]) -> set[_Value]:
    """Return the days that a field names; none if it leaves them to the other field."""
    if text == "?":
        return set()
    items = text.split(",")
    values = {value for item in items for value in read(item)}
    return set() if items[0] == "*" else values


def _read_day(item: str) -> Iterable[int]:
    if item.lower().strip("0123456789-l") == "w":
        raise _DAY.refuse(
            item,
            "asks for the nearest working day, which has no form here: "
            "name a day, and let the job's 'exclude' move it",
        )
    if item[:1] not in ("L", "l"):
        return _read_item(_DAY, item)
    last = _LAST_DAYS.get(item.lower())
    if last is None:
        raise _DAY.refuse(item, "is neither 'L' nor one of 'L-1' to 'L-30'")
    return (last,)


def _read_weekday(item: str) -> Iterable[_Numbered]:
    name, sign, number = item.partition("#")
    if sign:
        weekday = _named_weekday(name, item)
        if number not in ("1", "2", "3", "4", "5"):
            rule = f"needs a number from 1 to 5 after the '#'; the last is '{name}L'"
            raise _WEEKDAY.refuse(item, rule)
        return ((weekday, int(number)),)
    if "L" in (item[:1].upper(), item[-1:].upper()):
        return ((_named_weekday(item[:-1], item), -1),)
    return ((_weekday(value), None) for value in _read_item(_WEEKDAY, item))


def _named_weekday(name: str, item: str) -> Weekday:
    value = _WEEKDAY.names.get(name.lower())
    if value is None:
        raise _WEEKDAY.refuse(
            item,
            "needs the name of a day, as in 'friL' or 'fri#3': dialects differ in what its number means",
        )
    return _weekday(value)


def _weekday(value: int) -> Weekday:
    return Weekday((value - 1) % 7)


def _refuse_numbers(weekdays: str) -> None:
    """Refuse weekdays by number beside `?`: that is Quartz's way to write, and its Sunday is 1."""
    for item in weekdays.split(","):
        day = item.partition("#")[0].partition("/")[0]
        if any(character.isdigit() for character in day):
            rule = "needs names beside '?', as in 'mon-fri': dialects differ in what a day's number means"
            raise _WEEKDAY.refuse(item, rule)


def _read(field: _Field, text: str) -> set[int]:
    return {value for item in text.split(",") for value in _read_item(field, item)}


def _read_item(field: _Field, item: str) -> range:
    if item[:1] in ("H", "h", "R", "r"):
        raise field.refuse(item, "is a value that is chosen for you, which has no form here: write the value")
    values, slash, by = item.partition("/")
    step = _read_step(field, item, by) if slash else 1
    if values == "*":
        return range(field.first, field.last + 1, step)
    start, dash, end = values.partition("-")
    low = _read_value(field, item, start)
    if not dash:
        return range(low, (field.last if slash else low) + 1, step)
    high = _read_value(field, item, end)
    if high == 0 < low and not end.isdigit():  # Sunday by its name, which ends a week too
        high = field.last
    if high < low:
        raise field.refuse(item, _backwards(field, start, end, listed=bool(slash or field is _WEEKDAY)))
    return range(low, high + 1, step)


def _backwards(field: _Field, start: str, end: str, *, listed: bool) -> str:
    instead = f"write '{cut(start)}-{field.last},{field.first}-{cut(end)}'"
    return f"runs backwards: {'list its values' if listed else instead}"


def _read_step(field: _Field, item: str, by: str) -> int:
    step = int(by) if by.isdigit() else 0
    if step < 1:
        raise field.refuse(item, "needs a step of 1 or more after the '/'")
    return step


def _read_value(field: _Field, item: str, text: str) -> int:
    value = int(text) if text.isdigit() else field.names.get(text.lower())
    if value is None or not field.first <= value <= field.last:
        raise field.refuse(text or item, _why_not(field, text))
    return value


def _why_not(field: _Field, text: str) -> str:
    if "?" in text:
        return "has a '?', which stands alone and for days only: write '*'"
    named = f", nor a name like '{next(iter(field.names))}'" if field.names else ""
    return f"is not a number from {field.first} to {field.last}{named}"
