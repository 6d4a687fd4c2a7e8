"""Random cron expressions that have a form here, each in our words and in those of cronsim."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final

MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
WEEKDAYS: Final = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")

Pair = tuple[str, str]
"""The same text twice: in our words, and in cronsim's. Those have no `?`, and few names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    first: int
    last: int
    write: Callable[[Random, int], str]


def a_number(random: Random, value: int) -> str:
    return random.choice([f"{value}", f"{value}", f"{value:02}"])


def a_month(random: Random, value: int) -> str:
    return random.choice([a_number(random, value), a_name(random, MONTHS[value - 1])])


def a_named_weekday(random: Random, value: int) -> str:
    return a_name(random, WEEKDAYS[value])


def a_weekday(random: Random, value: int) -> str:
    name = a_name(random, WEEKDAYS[value % 7])
    return random.choice([f"{value}", name]) if value < 7 else "7"


def a_name(random: Random, word: str) -> str:
    return random.choice([word[:3].lower(), word[:3].upper(), word[:3], word])


MINUTE: Final = Field(first=0, last=59, write=a_number)
HOUR: Final = Field(first=0, last=23, write=a_number)
DAY: Final = Field(first=1, last=31, write=a_number)
MONTH: Final = Field(first=1, last=12, write=a_month)
WEEKDAY: Final = Field(first=0, last=7, write=a_weekday)
NAMED_WEEKDAY: Final = Field(first=0, last=6, write=a_named_weekday)
ANY: Final = ("*", "*")


def an_expression(random: Random, *, dense: bool) -> Pair:
    """Return an expression. If it is not dense, it runs once a day at most."""
    days = random.choice([no_days, days_of_month, days_of_week, days_of_week, both_days, both_days])(random)
    month = a_list(random, MONTH) if random.random() < 0.4 else ANY
    time = [a_part_of_the_time(random, field, dense=dense) for field in (MINUTE, HOUR)]
    fields = [*time, days[0], month, days[1]]
    if random.random() < 0.1:
        fields.insert(0, ("0", "0"))
    ours, theirs = zip(*fields, strict=True)
    return random.choice([" ", " ", "  ", "\t"]).join(ours), " ".join(theirs)


def a_part_of_the_time(random: Random, field: Field, *, dense: bool) -> Pair:
    one = a_value(random, field)
    return random.choice([ANY, one, a_list(random, field)]) if dense else one


def no_days(random: Random) -> tuple[Pair, Pair]:
    return random.choice([ANY, ("?", "*"), a_star_in_front(random, DAY)]), random.choice([ANY, ("?", "*")])


def days_of_month(random: Random) -> tuple[Pair, Pair]:
    named = random.choice([some_days(random), a_list(random, DAY), every_few(random, DAY)])
    return named, random.choice([ANY, ("?", "*")])


def days_of_week(random: Random) -> tuple[Pair, Pair]:
    if random.random() < 0.3:  # beside `?`, only names are read
        return ("?", "*"), some_weekdays(random, NAMED_WEEKDAY)
    named = random.choice([some_weekdays(random, WEEKDAY), every_few(random, WEEKDAY)])
    return random.choice([ANY, a_star_in_front(random, DAY)]), named


def both_days(random: Random) -> tuple[Pair, Pair]:
    """Return fields of which neither begins with `*/`. That has no form here."""
    return some_days(random), some_weekdays(random, WEEKDAY)


def some_days(random: Random) -> Pair:
    """Return days, the last one or all of them among them. Cronsim knows no `L-3`."""
    special = random.choice([[], [], [], [("L", "L")], [("l", "L")], [ANY]])
    return joined(
        [an_item(random, DAY), *special, *(an_item(random, DAY) for _ in range(random.randrange(3)))]
    )


def some_weekdays(random: Random, field: Field) -> Pair:
    makers = random.choices(
        [an_item, an_item, a_numbered_weekday, a_last_weekday], k=random.choice([1, 1, 2, 3])
    )
    return joined([make(random, field) for make in makers])


def a_numbered_weekday(random: Random, _field: Field) -> Pair:
    day, number = random.randrange(7), random.randint(1, 5)
    return f"{a_named_weekday(random, day)}#{number}", f"{day}#{number}"


def a_last_weekday(random: Random, _field: Field) -> Pair:
    day = random.randrange(7)
    return f"{a_named_weekday(random, day)}{random.choice('lL')}", f"{day}L"


def a_star_in_front(random: Random, field: Field) -> Pair:
    return joined([ANY, an_item(random, field)])


def a_list(random: Random, field: Field) -> Pair:
    return joined([an_item(random, field) for _ in range(random.choice([1, 1, 2, 4]))])


def an_item(random: Random, field: Field) -> Pair:
    return random.choice([a_value, a_value, a_range, a_stepped_range, from_there_on])(random, field)


def a_value(random: Random, field: Field) -> Pair:
    value = random.randint(field.first, field.last)
    return field.write(random, value), str(value)


def a_range(random: Random, field: Field) -> Pair:
    low = random.randint(field.first, field.last)
    high = random.randint(low, field.last)
    end = (
        a_name(random, "Sunday")
        if (low > 0 and high == 7 and field is WEEKDAY)
        else field.write(random, high)
    )
    return f"{field.write(random, low)}-{end}", f"{low}-{high}"


def a_stepped_range(random: Random, field: Field) -> Pair:
    """Return a range of two values or more: of one value, cronsim would go on to the field's end."""
    low = random.randint(field.first, field.last - 1)
    high, step = random.randint(low + 1, field.last), random.randint(1, field.last + 2)
    return f"{field.write(random, low)}-{field.write(random, high)}/{step}", f"{low}-{high}/{step}"


def from_there_on(random: Random, field: Field) -> Pair:
    low, step = random.randint(field.first, field.last), random.randint(1, field.last + 2)
    return f"{field.write(random, low)}/{step}", f"{low}/{step}"


def every_few(random: Random, field: Field) -> Pair:
    step = random.randint(1, field.last + 2)
    return f"*/{step}", f"*/{step}"


def joined(items: list[Pair]) -> Pair:
    return ",".join(ours for ours, _ in items), ",".join(theirs for _, theirs in items)
