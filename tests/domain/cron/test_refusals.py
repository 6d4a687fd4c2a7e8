"""What has no form here is refused, with the reason and what to write instead."""

import re
from typing import Any, Final

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from shared.domain.cron import LONGEST_CRON, read_cron
from shared.domain.errors import Invalid
from shared.domain.recurrence import Recurrence

NAMED: Final = "needs the name of a day, as in 'friL' or 'fri#3': dialects differ in what its number means"
BESIDE: Final = "needs names beside '?', as in 'mon-fri': dialects differ in what a day's number means"
WORKING_DAY: Final = (
    "asks for the nearest working day, which has no form here: "
    "name a day, and let the job's 'exclude' move it"
)
CHOSEN: Final = "is a value that is chosen for you, which has no form here: write the value"
ALONE: Final = "has a '?', which stands alone and for days only: write '*'"
FIVE: Final = "write five: minute, hour, day of month, month, day of week"
LAST: Final = "is neither 'L' nor one of 'L-1' to 'L-30'"
BOTH: Final = (
    "would both have to match, because one begins with '*/'; that has no form here: "
    "write '*' for one of them, or number the weekday, as in 'mon#1'"
)


def refused(cron: str, reason: str, told: str) -> Any:
    return pytest.param(cron, reason, id=f"{cron} · {told}")


NUMBERS: Final = [
    refused("60 * * * *", "minute '60' is not a number from 0 to 59", "Cronos: beyond the minutes"),
    refused("0 24 * * *", "hour '24' is not a number from 0 to 23", "beyond the hours"),
    refused("0 0 0 * *", "day of month '0' is not a number from 1 to 31", "before the days"),
    refused("0 0 10-32 * *", "day of month '32' is not a number from 1 to 31", "Cronos: beyond the days"),
    refused(
        "0 0 1 13 *", "month '13' is not a number from 1 to 12, nor a name like 'jan'", "beyond the months"
    ),
    refused(
        "0 0 * * 8", "day of week '8' is not a number from 0 to 7, nor a name like 'mon'", "beyond the week"
    ),
    refused("-1 * * * *", "minute '-1' is not a number from 0 to 59", "a minus"),
    refused("7- * * * *", "minute '7-' is not a number from 0 to 59", "Cronos: half a range"),
    refused("1-2-3 * * * *", "minute '2-3' is not a number from 0 to 59", "a range too many"),
    refused(",1 * * * *", "minute '' is not a number from 0 to 59", "Cronos: an empty place in a list"),
    refused("1k * * * *", "minute '1k' is not a number from 0 to 59", "Cronos: a letter"),
    refused("1.5 * * * *", "minute '1.5' is not a number from 0 to 59", "a fraction"),
    refused("1_0 * * * *", "minute '1_0' is not a number from 0 to 59", "cronsim: an underscore"),
    refused("L * * * *", "minute 'L' is not a number from 0 to 59", "Cronos: a last minute"),
    refused("0 5#3 * * *", "hour '5#3' is not a number from 0 to 23", "Cronos: a third hour"),
    refused("0 0 mon * *", "day of month 'mon' is not a number from 1 to 31", "Cronos: another field's name"),
    refused(
        "0 0 1 juli *", "month 'juli' is not a number from 1 to 12, nor a name like 'jan'", "a foreign name"
    ),
    refused("*/0 * * * *", "minute '*/0' needs a step of 1 or more after the '/'", "cronsim: no step"),
    refused("1/ * * * *", "minute '1/' needs a step of 1 or more after the '/'", "Cronos: half a step"),
    refused("1//2 * * * *", "minute '1//2' needs a step of 1 or more after the '/'", "cronsim: two steps"),
    refused("1/k * * * *", "minute '1/k' needs a step of 1 or more after the '/'", "Cronos: a letter"),
    refused("/2 * * * *", "minute '/2' is not a number from 0 to 59", "cronsim: a step of nothing"),
]

RANGES: Final = [
    refused("0 22-2 * * *", "hour '22-2' runs backwards: write '22-23,0-2'", "across midnight"),
    refused("0 23-01 * * *", "hour '23-01' runs backwards: write '23-23,0-01'", "Cronos: across midnight"),
    refused("0 0 28-3 * *", "day of month '28-3' runs backwards: write '28-31,1-3'", "across the month"),
    refused("0 0 1 DEC-FEB *", "month 'DEC-FEB' runs backwards: write 'DEC-12,1-FEB'", "Cronos: a winter"),
    refused("0 0 1 Apr-Jan *", "month 'Apr-Jan' runs backwards: write 'Apr-12,1-Jan'", "croniter: a year"),
    refused("0 0 * * fri-mon", "day of week 'fri-mon' runs backwards: list its values", "a long weekend"),
    refused("0 0 * * 7-1", "day of week '7-1' runs backwards: list its values", "from Sunday as 7"),
    refused("0 0 * * 5-0", "day of week '5-0' runs backwards: list its values", "to Sunday as 0"),
    refused(
        "30,45-15/2 1 * * *",
        "minute '45-15/2' runs backwards: list its values",
        "Cronos: across the hour, with a step",
    ),
]

DAYS: Final = [
    refused("0 9 15W * *", f"day of month '15W' {WORKING_DAY}", "croniter: the nearest working day"),
    refused("0 9 W15 * *", f"day of month 'W15' {WORKING_DAY}", "croniter: the other way round"),
    refused("0 0 LW * *", f"day of month 'LW' {WORKING_DAY}", "cronsim: the last working day"),
    refused("0 0 L-5W * *", f"day of month 'L-5W' {WORKING_DAY}", "Cronos: the nearest to a last day"),
    refused("0 0 1,2w * *", f"day of month '2w' {WORKING_DAY}", "in a list"),
    refused("0 0 L-31 * *", f"day of month 'L-31' {LAST}", "Cronos: before the month"),
    refused("0 0 L-0 * *", f"day of month 'L-0' {LAST}", "no day before the last"),
    refused("0 0 L/2 * *", f"day of month 'L/2' {LAST}", "cronsim: a step from the last day"),
    refused("0 0 L5 * *", f"day of month 'L5' {LAST}", "a number without a minus"),
    refused("0 0 28-L * *", "day of month 'L' is not a number from 1 to 31", "a range up to the last day"),
    refused("0 0 * * 6L", f"day of week '6L' {NAMED}", "cronsim: the last of a number"),
    refused("0 0 * * 5#3,L5", f"day of week '5#3' {NAMED}", "croniter: the third of a number"),
    refused("0 0 * * L5", f"day of week 'L5' {NAMED}", "croniter: the last of a number"),
    refused("0 0 * * L", f"day of week 'L' {NAMED}", "Quartz: the last day of the week"),
    refused("0 0 * * #3", f"day of week '#3' {NAMED}", "the third of nothing"),
    refused("0 0 * * mon-friL", f"day of week 'mon-friL' {NAMED}", "the last of several"),
    refused(
        "0 0 * * fri#6",
        "day of week 'fri#6' needs a number from 1 to 5 after the '#'; the last is 'friL'",
        "cronsim: a sixth",
    ),
    refused(
        "0 0 * * Fri#L",
        "day of week 'Fri#L' needs a number from 1 to 5 after the '#'; the last is 'FriL'",
        "the last, as a number",
    ),
    refused(
        "0 0 * * friL/2",
        "day of week 'friL' is not a number from 0 to 7, nor a name like 'mon'",
        "cronsim: a step from the last",
    ),
    refused("0 9 ? * 2-6", f"day of week '2-6' {BESIDE}", "Quartz: numbered days"),
    refused("0 0 9 ? * mon,2", f"day of week '2' {BESIDE}", "Quartz: one of them"),
    refused("0 9 ? * mon-6/2", f"day of week 'mon-6/2' {BESIDE}", "a range that ends with a number"),
    refused("0 9 ? * 6L", f"day of week '6L' {NAMED}", "Quartz: the last of a number"),
    refused("? * * * *", f"minute '?' {ALONE}", "? for minutes"),
    refused("0 10 ? ? MON", f"month '?' {ALONE}", "? for months"),
    refused("0 0 1,? * *", f"day of month '?' {ALONE}", "? in a list"),
    refused("0 0 ?/2 * *", f"day of month '?' {ALONE}", "? with a step"),
    refused("0 0 */2 * mon", f"day of month '*/2' and day of week 'mon' {BOTH}", "both"),
    refused("0 0 13 * */5", f"day of month '13' and day of week '*/5' {BOTH}", "both, the other way round"),
    refused("0 0 */2 * */2", f"day of month '*/2' and day of week '*/2' {BOTH}", "both steps"),
    refused("0 0 */1 * mon", f"day of month '*/1' and day of week 'mon' {BOTH}", "even if it is all days"),
    refused("* * */20 * monL", f"day of month '*/20' and day of week 'monL' {BOTH}", "cronsim: both"),
    refused(
        "1 1 */32,1-7 * 2", f"day of month '*/32,1-7' and day of week '2' {BOTH}", "croniter: a known trick"
    ),
]

WHOLES: Final = [
    refused("", f"has 0 fields; {FIVE}", "nothing"),
    refused("* * * *", f"has 4 fields; {FIVE}", "cronsim: too few"),
    refused(
        "0 0 1 1 * 0 2020/2",
        f"has 7 fields; {FIVE}; years have no form here: 'startTime' and 'endTime' limit a job",
        "croniter: a year",
    ),
    refused(
        "*/15 * * * * *",
        "has six fields, and the first is '*/15', not 0: runs have no seconds",
        "cronsim: seconds",
    ),
    refused(
        "* * * * * 15,25",
        "has six fields, and the first is '*', not 0: runs have no seconds",
        "croniter: seconds",
    ),
    refused(
        "CRON_TZ=Europe/Berlin 0 9 * * *",
        "'CRON_TZ=Europe/Berlin' does not belong here: the job's 'timeZone' names the zone",
        "Go: a zone",
    ),
    refused("H H * * *", f"minute 'H' {CHOSEN}", "croniter: hashed"),
    refused("0 H(0-2) * * *", f"hour 'H(0-2)' {CHOSEN}", "Jenkins: hashed within a range"),
    refused("H/15 * * * *", f"minute 'H/15' {CHOSEN}", "Jenkins: hashed with a step"),
    refused("0 R * * *", f"hour 'R' {CHOSEN}", "croniter: random"),
    *(
        refused(
            macro,
            f"'{macro}' is none of @yearly, @annually, @monthly, @weekly, @daily, @midnight, @hourly, "
            "@every_minute",
            told,
        )
        for macro, told in [
            ("@reboot", "Debian: at the start"),
            ("@every_second", "Cronos: every second"),
            ("@every 5m", "Go: a span"),
        ]
    ),
    refused(
        "0 9\u201317 * * *", "has '\u2013', a character that cron does not know", "a dash of a word processor"
    ),
    refused("٣ * * * *", "has '٣', a character that cron does not know", "a digit of another script"),
    refused("¹ * * * *", "has '¹', a character that cron does not know", "cronsim: a digit in superscript"),
    refused("0\u20039 * * *", "has '\ufffd', a character that cron does not know", "a printer's space"),
]


@pytest.mark.parametrize(("cron", "reason"), [*NUMBERS, *RANGES, *DAYS, *WHOLES])
def test_what_has_no_form_is_refused_with_the_reason(cron: str, reason: str) -> None:
    with pytest.raises(ValueError, match=re.escape(reason)) as caught:
        read_cron(cron)

    assert str(caught.value) == reason


def test_an_expression_that_is_too_long_is_not_even_read() -> None:
    refusal = f"has {LONGEST_CRON + 1} characters; at most {LONGEST_CRON} are allowed"

    with pytest.raises(ValueError, match=re.escape(refusal)):
        read_cron("0 0 * * *".ljust(LONGEST_CRON + 1))


def test_all_values_written_out_are_not_too_long() -> None:
    fields = [range(60), range(24), range(1, 32), range(1, 13), range(7)]
    cron = " ".join(",".join(map(str, values)) for values in fields)

    assert read_cron(cron) == read_cron("* * * * *")


@pytest.mark.parametrize(
    "sent", ["9" * (LONGEST_CRON - 8), "," * (LONGEST_CRON - 8), "\x00" * (LONGEST_CRON - 8)]
)
def test_a_refusal_quotes_only_a_part_of_what_was_sent(sent: str) -> None:
    with pytest.raises(ValueError, match="minute '") as caught:
        read_cron(f"{sent} * * * *")

    assert len(str(caught.value)) < 250
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    ("cron", "reason"),
    [
        pytest.param(
            "0 0 30 2 *", "no day of 30 exists in month 2, which has at most 29 days", id="30 February"
        ),
        pytest.param(
            "0 0 31 apr,jun *", "no day of 31 exists in month 4, 6, which has at most 30", id="31 April"
        ),
        pytest.param(
            "0 0 L-29 2 ?", "no day of -30 exists in month 2, which has at most 29", id="from the end"
        ),
    ],
)
def test_days_that_never_come_are_refused_by_the_recurrence(cron: str, reason: str) -> None:
    found = read_cron(cron)

    with pytest.raises(Invalid, match=f"^schedule.monthDays: the job could never run: {reason}"):
        Recurrence(frequency=found.frequency, schedule=found.schedule)


@given(st.lists(st.text("0123456789*/,-?#LWHfrisunjan ", max_size=9), max_size=8).map(" ".join) | st.text())
@example("0 0 * * sun-sun")
@example("0 0 1-31,L-30 2 sunL,sun#5,7")
def test_any_text_is_a_recurrence_or_refused(text: str) -> None:
    minutes: tuple[int, ...] = ()
    refusal = ""
    try:
        found = read_cron(text)
        Recurrence(frequency=found.frequency, schedule=found.schedule)
        minutes = found.schedule.minutes
    except (ValueError, Invalid) as exc:
        refusal = str(exc)

    assert bool(minutes) != bool(refusal)
    assert refusal.isprintable()
    assert len(refusal) < 500
