"""Where the origin of a job and this app differ when clocks change: said with the instants concerned."""

from dataclasses import replace
from datetime import datetime
from typing import Any, Final

import pytest

from migrate.clock_rules import other_clock_rules
from migrate.found import ClockRule, Missing, Repeated
from migrate.prepare import prepare
from shared.api.parse import BARE
from shared.domain.clock_changes import CountedJob
from shared.domain.cron import read_cron
from shared.domain.local_time.local import DaylightSaving
from shared.domain.local_time.local import Missing as MissingHere
from shared.domain.local_time.local import Repeated as RepeatedHere
from shared.domain.local_time.wall_time import WallTime
from shared.domain.recurrence import Frequency, Recurrence
from tests.builders import a_definition
from tests.migrate.exports import JOB, a_found_job

NOW: Final = datetime.fromisoformat("2026-06-01T00:00:00Z")
BERLIN: Final = "Europe/Berlin"
NEW_YORK: Final = "America/New_York"
LORD_HOWE: Final = "Australia/Lord_Howe"

VIXIE: Final = ClockRule(missing=Missing.AFTER_GAP, repeated=Repeated.FIRST)
ONCE: Final = ClockRule(missing=Missing.SKIP, repeated=Repeated.FIRST, beats=Repeated.FIRST)
WALL_CLOCK: Final = ClockRule(missing=Missing.SKIP, repeated=Repeated.BOTH)
LAST: Final = ClockRule(missing=Missing.SHIFT, repeated=Repeated.SECOND, beats=Repeated.SECOND)
UNKNOWN: Final = ClockRule(missing=Missing.UNKNOWN, repeated=Repeated.UNKNOWN, beats=Repeated.UNKNOWN)
SKIP: Final = DaylightSaving(missing=MissingHere.SKIP)
BOTH: Final = DaylightSaving(repeated=RepeatedHere.BOTH)


def notes(rule: ClockRule, cron: str, zone: str, **changes: Any) -> list[str]:
    read = read_cron(cron)
    recurrence = Recurrence(frequency=read.frequency, schedule=read.schedule, **changes.pop("until", {}))
    definition = a_definition(recurrence=recurrence, time_zone=zone, start_time=NOW, **changes)
    return told(rule, definition)


def told(rule: ClockRule, definition: Any) -> list[str]:
    anchor = definition.start_time
    job = CountedJob(key=JOB, definition=definition, collection=BARE, anchor=anchor)
    return list(other_clock_rules(job, rule, now=NOW))


@pytest.mark.parametrize(
    ("rule", "cron", "zone", "expected"),
    [
        pytest.param(
            ONCE,
            "30 2 * * *",
            BERLIN,
            [
                "when clocks change on 2027-03-28, its origin skips 02:30; "
                "here it runs at 2027-03-28T01:30:00Z"
            ],
            id="skipped there, moved here",
        ),
        pytest.param(
            VIXIE,
            "30 2 * * *",
            BERLIN,
            [
                "when clocks change on 2027-03-28, its origin runs at 2027-03-28T01:00:00Z; "
                "here it runs at 2027-03-28T01:30:00Z instead"
            ],
            id="right after the gap there, as much later here",
        ),
        pytest.param(
            WALL_CLOCK,
            "30 1 * * *",
            NEW_YORK,
            [
                "when clocks change on 2026-11-01, its origin also runs at 2026-11-01T06:30:00Z; "
                "here it does not"
            ],
            id="twice there, once here",
        ),
        pytest.param(
            LAST,
            "30 1 * * *",
            NEW_YORK,
            [
                "when clocks change on 2026-11-01, its origin runs at 2026-11-01T06:30:00Z; "
                "here it runs at 2026-11-01T05:30:00Z instead"
            ],
            id="at the second there, at the first here",
        ),
        pytest.param(
            ONCE,
            "*/20 * * * *",
            BERLIN,
            [
                "when clocks change on 2026-10-25, its origin runs once; here it also runs at "
                "2026-10-25T01:00:00Z, 2026-10-25T01:20:00Z and 2026-10-25T01:40:00Z"
            ],
            id="a beat goes on here",
        ),
        pytest.param(
            LAST,
            "*/10 * * * *",
            BERLIN,
            [
                "when clocks change on 2026-10-25, its origin runs once; here it also runs at "
                "2026-10-25T00:00:00Z, 2026-10-25T00:10:00Z, 2026-10-25T00:20:00Z and 3 more"
            ],
            id="many runs are counted",
        ),
        pytest.param(
            ONCE,
            "10,45 2 * * *",
            LORD_HOWE,
            [
                "when clocks change on 2026-10-04, its origin skips 02:10; "
                "here it runs at 2026-10-03T15:40:00Z"
            ],
            id="a gap of half an hour",
        ),
        pytest.param(
            WALL_CLOCK,
            "45 1 * * *",
            LORD_HOWE,
            [
                "when clocks change on 2027-04-04, its origin also runs at 2027-04-03T15:15:00Z; "
                "here it does not"
            ],
            id="half an hour comes twice",
        ),
        pytest.param(
            UNKNOWN,
            "15,30 2 * * *",
            BERLIN,
            [
                "when clocks change on 2026-10-25, its origin does not say what becomes of 02:15 and 02:30; "
                "here it runs at 2026-10-25T00:15:00Z and 2026-10-25T00:30:00Z",
                "when clocks change on 2027-03-28, its origin does not say what becomes of 02:15 and 02:30; "
                "here it runs at 2027-03-28T01:15:00Z and 2027-03-28T01:30:00Z",
            ],
            id="nobody says what happens there",
        ),
        pytest.param(
            UNKNOWN,
            "0 * * * *",
            BERLIN,
            [
                "when clocks change on 2026-10-25, its origin does not say what becomes of 02:00; "
                "here it runs at 2026-10-25T00:00:00Z and 2026-10-25T01:00:00Z"
            ],
            id="nor with a beat",
        ),
    ],
)
def test_a_difference_is_said_with_the_instants(
    rule: ClockRule, cron: str, zone: str, expected: list[str]
) -> None:
    assert notes(rule, cron, zone) == expected


@pytest.mark.parametrize(
    ("rule", "cron", "zone", "changes"),
    [
        pytest.param(ONCE, "30 2 * * *", BERLIN, {"daylight_saving": SKIP}, id="the job skips it too"),
        pytest.param(
            ClockRule(missing=Missing.SHIFT, repeated=Repeated.BOTH),
            "30 2 * * *",
            BERLIN,
            {"daylight_saving": BOTH},
            id="the job runs twice too",
        ),
        pytest.param(ONCE, "30 4 * * *", BERLIN, {}, id="clocks do not change then"),
        pytest.param(UNKNOWN, "30 4 * * *", BERLIN, {}, id="nor does anybody need to say anything then"),
        pytest.param(ONCE, "30 2,3 * * *", BERLIN, {}, id="what is moved falls on another run"),
        pytest.param(VIXIE, "0 2 * * *", BERLIN, {}, id="moved to the end of the gap by both"),
        pytest.param(WALL_CLOCK, "*/5 * * * *", BERLIN, {}, id="a beat goes on in both"),
        pytest.param(ONCE, "30 2 * * *", "UTC", {}, id="there are no clock changes"),
        pytest.param(ONCE, "30 2 * * *", "Asia/Kolkata", {}, id="nor in this zone"),
        pytest.param(ONCE, "30 2 * * mon-fri", BERLIN, {}, id="clocks change on another day"),
        pytest.param(
            ONCE,
            "30 2 * * *",
            BERLIN,
            {"until": {"end_time": WallTime(datetime.fromisoformat("2027-03-01T00:00:00Z"))}},
            id="it is over by then",
        ),
    ],
)
def test_nothing_is_said_where_both_do_the_same(
    rule: ClockRule, cron: str, zone: str, changes: dict[str, Any]
) -> None:
    assert notes(rule, cron, zone, **changes) == []


@pytest.mark.parametrize("frequency", [Frequency.MINUTE, Frequency.HOUR])
def test_elapsed_time_knows_no_clock_change(frequency: Frequency) -> None:
    definition = a_definition(every=frequency, interval=5, time_zone=BERLIN, start_time=NOW)

    assert told(ONCE, definition) == []


def test_a_job_that_runs_once_is_left_alone() -> None:
    start = WallTime(datetime.fromisoformat("2027-03-28T02:30:00Z"))

    assert told(ONCE, a_definition(every=None, time_zone=BERLIN, start_time=start)) == []


def test_a_start_that_does_not_exist_is_looked_at_too() -> None:
    definition = a_definition(
        every="day", time_zone=BERLIN, start_time=WallTime(datetime.fromisoformat("2027-03-28T02:30:00Z"))
    )

    assert told(WALL_CLOCK, definition) == [
        "when clocks change on 2027-03-28, its origin skips 02:30; here it runs at 2027-03-28T01:30:00Z"
    ]


def test_what_differs_is_a_note_of_the_job_that_arrives() -> None:
    properties: Any = {"timeZone": BERLIN, "recurrence": {"cron": "30 2 * * *"}, "state": "disabled"}
    found = replace(a_found_job(**properties), clock_rule=ONCE)

    assert prepare(found, JOB, {}, now=NOW).notes == (
        "when clocks change on 2027-03-28, its origin skips 02:30; here it runs at 2027-03-28T01:30:00Z",
    )


@pytest.mark.parametrize("zone", [BERLIN, NEW_YORK, LORD_HOWE, "Africa/Cairo", "America/Nuuk"])
@pytest.mark.parametrize("repeated", RepeatedHere)
@pytest.mark.parametrize("missing", MissingHere)
def test_an_origin_with_the_same_rule_runs_at_the_same_times(
    missing: MissingHere, repeated: RepeatedHere, zone: str
) -> None:
    same = ClockRule(missing=Missing(missing.value), repeated=Repeated(repeated.value))
    saving = DaylightSaving(missing=missing, repeated=repeated)
    crons = [
        f"{minutes} {hours} * * *" for minutes in ("*/7", "15,45") for hours in ("0", "22-23", "1-3", "*/2")
    ]

    assert [said for cron in crons for said in notes(same, cron, zone, daylight_saving=saving)] == []
