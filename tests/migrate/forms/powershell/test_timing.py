from typing import Any

import pytest

from tests.migrate.forms.powershell.documents import RETRIES, SCHEDULE, a_document, faults_of, job_in


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        pytest.param("/Date(1468368000000)/", "2016-07-13T00:00:00Z", id="milliseconds"),
        pytest.param("/Date(1468368000500)/", "2016-07-13T00:00:00.5Z", id="half a second"),
        pytest.param("/Date(-1000)/", "1969-12-31T23:59:59Z", id="before 1970"),
        pytest.param("/Date(1468368000000+0200)/", "2016-07-13T00:00:00Z", id="an offset of the display"),
        pytest.param({"value": "/Date(0)/", "DisplayHint": 2}, "1970-01-01T00:00:00Z", id="wrapped"),
        pytest.param({"value": "2016-07-13T00:00:00Z"}, "2016-07-13T00:00:00Z", id="wrapped, PowerShell 7"),
        pytest.param("2016-07-13T00:00:00-08:00", "2016-07-13T08:00:00Z", id="an offset"),
        pytest.param("2016-07-13T00:00:00", "2016-07-13T00:00:00Z", id="no offset is UTC"),
    ],
)
def test_a_date_of_a_property(written: object, expected: str) -> None:
    found = job_in(a_document(StartTime=written))

    assert (found.properties["startTime"], found.faults) == (expected, ())


@pytest.mark.parametrize(
    "written",
    [
        pytest.param("/Date(999999999999999999)/", id="beyond what a date can be"),
        pytest.param("/Date(253402300800000)/", id="the year 10000"),
        pytest.param("/Date(-62135596800001)/", id="before the year 1"),
        pytest.param("/Date(1e3)/", id="no whole number"),
        pytest.param("0000-01-01T00:00:00Z", id="the year 0"),
        pytest.param("2016-13-01T00:00:00Z", id="no month of the calendar"),
        pytest.param("soon", id="rubbish"),
        pytest.param("", id="empty"),
        pytest.param(1468368000000, id="a number"),
        pytest.param({"value": None}, id="a wrapped nothing"),
        pytest.param({"DateTime": "Monday"}, id="a wrap without a value"),
        pytest.param(["2016-07-13T00:00:00Z"], id="a list"),
        pytest.param(True, id="true"),
    ],
)
@pytest.mark.parametrize("key", ["StartTime", "Lastrun", "Nextrun"])
def test_what_is_no_date_is_a_fault(key: str, written: object) -> None:
    (fault,) = job_in(a_document(**{key: written})).faults

    assert fault.path == key
    assert fault.rule.endswith("is not a date as PowerShell writes it")


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        pytest.param("Every 1 Weeks", {"frequency": "week", "interval": 1}, id="weeks"),
        pytest.param("Every 15 Minutes", {"frequency": "minute", "interval": 15}, id="minutes"),
        pytest.param("Every 3 Hours", {"frequency": "hour", "interval": 3}, id="hours"),
        pytest.param("Every 2 Months", {"frequency": "month", "interval": 2}, id="months"),
        pytest.param("Every  Days", {"frequency": "day"}, id="no interval"),
        pytest.param("Every 0 Fortnights", {"frequency": "fortnight", "interval": 0}, id="for the parser"),
    ],
)
def test_a_recurrence(written: str, expected: dict[str, Any]) -> None:
    found = job_in(a_document(Recurrence=written, EndSchedule="None"))

    assert (found.properties["recurrence"], found.faults) == (expected, ())


@pytest.mark.parametrize("written", ["", "Daily", "Every", "Every 1 ", "Every 1.5 Days", 5, [], {}, False])
def test_what_is_no_recurrence_is_a_fault(written: object) -> None:
    found = job_in(a_document(Recurrence=written, EndSchedule="Until 10 executions."))

    assert [fault.path for fault in found.faults] == ["Recurrence"]


@pytest.mark.parametrize(
    ("date", "expected"),
    [
        pytest.param("10/10/2020 10:10:10 AM", "2020-10-10T10:10:10Z", id="en-US"),
        pytest.param("1/31/2020 1:02:03 PM", "2020-01-31T13:02:03Z", id="en-US without leading zeros"),
        pytest.param("1/31/2020 1:02:03\u202fPM", "2020-01-31T13:02:03Z", id="a narrow space"),
        pytest.param("1/31/2020 1:02:03?PM", "2020-01-31T13:02:03Z", id="a narrow space in ASCII"),
        pytest.param("1/31/2020 12:00:00 AM", "2020-01-31T00:00:00Z", id="midnight"),
        pytest.param("1/31/2020 12:00:00 PM", "2020-01-31T12:00:00Z", id="noon"),
        pytest.param("25/12/2020 10:10:10", "2020-12-25T10:10:10Z", id="en-GB and fr"),
        pytest.param("25/12/2020 1:10:10 pm", "2020-12-25T13:10:10Z", id="en-AU"),
        pytest.param("25/12/2020 01:10:10 p. m.", "2020-12-25T13:10:10Z", id="es-MX"),
        pytest.param("3.4.2020 10:10:10", "2020-04-03T10:10:10Z", id="de"),
        pytest.param("25.12.2020 10.10.10", "2020-12-25T10:10:10Z", id="fi"),
        pytest.param("25-12-2020 10:10:10", "2020-12-25T10:10:10Z", id="nl"),
        pytest.param("2020. 03. 04. 10:10:10", "2020-03-04T10:10:10Z", id="hu"),
        pytest.param("2020-03-04 10:10:10", "2020-03-04T10:10:10Z", id="sv, like ISO"),
        pytest.param("2020/3/4 10:10:10", "2020-03-04T10:10:10Z", id="ja and zh"),
    ],
)
def test_an_end_in_the_words_of_a_culture(date: str, expected: str) -> None:
    found = job_in(a_document(Recurrence="Every 1 Days", EndSchedule=f"On {date}."))

    assert found.properties["recurrence"] == {"frequency": "day", "interval": 1, "endTime": expected}
    assert (found.lost, found.faults) == ((RETRIES, SCHEDULE), ())


@pytest.mark.parametrize(
    ("date", "end_time", "doubt"),
    [
        pytest.param(
            "3/4/2020 1:00:00 AM",
            "2020-03-04T01:00:00Z",
            "the end '3/4/2020 1:00:00 AM' may mean 3 April or 4 March; it was read as 2020-03-04",
            id="with AM as in en-US",
        ),
        pytest.param(
            "03/04/2020 01:00:00",
            "2020-04-03T01:00:00Z",
            "the end '03/04/2020 01:00:00' may mean 3 April or 4 March; it was read as 2020-04-03",
            id="without as in en-GB",
        ),
        pytest.param(
            "12-11-2020 01:00:00",
            "2020-11-12T01:00:00Z",
            "the end '12-11-2020 01:00:00' may mean 12 November or 11 December; it was read as 2020-11-12",
            id="dashes as in nl",
        ),
    ],
)
def test_a_date_with_two_meanings_is_told(date: str, end_time: str, doubt: str) -> None:
    found = job_in(a_document(Recurrence="Every 1 Days", EndSchedule=f"On {date}."))

    assert found.properties["recurrence"]["endTime"] == end_time
    assert found.lost == (RETRIES, SCHEDULE, doubt)


@pytest.mark.parametrize(
    "written",
    [
        pytest.param("On soon.", id="no date"),
        pytest.param("On 13/13/2020 10:10:10.", id="no month at all"),
        pytest.param("On 31.2.2020 10:10:10.", id="no day of the calendar"),
        pytest.param("On 1/2/20 10:10:10 AM.", id="a short year"),
        pytest.param("On 0000-01-01 10:10:10.", id="the year 0"),
        pytest.param("On 1/31/2020 13:00:00 AM.", id="an hour after noon before it"),
        pytest.param("On 1/31/2020 25:00:00.", id="no hour of a day"),
        pytest.param("On 1/31/2020.", id="no time of day"),
        pytest.param("Until ten executions.", id="no number"),
        pytest.param("Until 10 executions. Or on soon whichever occurs first.", id="a number but no date"),
        pytest.param("", id="empty"),
        pytest.param(7, id="a number"),
        pytest.param({"value": "None"}, id="an object"),
    ],
)
def test_an_end_that_cannot_be_read_is_a_fault(written: object) -> None:
    found = job_in(a_document(Recurrence="Every 1 Days", EndSchedule=written))

    assert [fault.path for fault in found.faults] == ["EndSchedule"]


@pytest.mark.parametrize(
    ("recurrence", "end", "fault"),
    [
        pytest.param(
            "Every 1 Days",
            "Run once",
            "EndSchedule: says that the job runs once, though it has a Recurrence",
            id="recurs and runs once",
        ),
        pytest.param(
            None,
            "Until 10 executions.",
            "Recurrence: is missing, though EndSchedule says that the job recurs",
            id="ends and never recurs",
        ),
    ],
)
def test_sentences_that_contradict_each_other_are_a_fault(
    recurrence: str | None, end: str, fault: str
) -> None:
    assert faults_of(a_document(Recurrence=recurrence, EndSchedule=end)) == [fault]


def test_a_missing_end_is_told() -> None:
    found = job_in(a_document(Recurrence="Every 1 Days", EndSchedule=None))

    assert found.faults == ()
    assert found.lost[-1] == (
        "the end: this export has no EndSchedule; the job was read as one that recurs for ever"
    )


def test_a_job_of_which_nobody_can_tell_whether_it_recurs_is_refused() -> None:
    """Taken for one that runs once, and long ago, it would arrive completed."""
    assert faults_of(a_document(Recurrence=None, EndSchedule=None)) == [
        "Recurrence: is missing, and so is EndSchedule: whether it recurs is unknown"
    ]


@pytest.mark.parametrize(
    ("recurrence", "next_run"),
    [
        pytest.param("Every 15 Minutes", "2016-03-30T20:45:00Z", id="minutes"),
        pytest.param("Every 4 Hours", "2016-03-30T20:00:00Z", id="hours"),
        pytest.param("Every 2 Days", "2015-07-15T00:00:00Z", id="days"),
        pytest.param("Every  Days", "2015-07-14T00:00:00Z", id="no interval is 1"),
        pytest.param("Every 1 Weeks", "2016-04-04T00:00:00Z", id="weeks"),
        pytest.param("Every 1 Months", "2016-03-30T20:00:00Z", id="months are not looked at"),
        pytest.param("Every 999999999999999999 Weeks", "2016-03-30T20:00:00Z", id="nor what is far too long"),
        pytest.param("Every 0 Days", "2016-03-30T20:00:00Z", id="nor what is no interval"),
    ],
)
def test_a_next_run_that_fits_needs_no_note(recurrence: str, next_run: str) -> None:
    start = "2015-07-13T00:00:00Z"

    found = job_in(
        a_document(Recurrence=recurrence, EndSchedule="None", StartTime=start, Nextrun=next_run),
    )

    assert found.notes == ()


@pytest.mark.parametrize(
    ("recurrence", "next_run", "note"),
    [
        pytest.param(
            "Every 1 Days",
            "2016-03-30T20:00:00Z",
            "the next run in the export, 2016-03-30T20:00:00Z, does not fit "
            "a start at 2015-07-13T00:00:00Z and every 1 day: the job had a schedule",
            id="another hour",
        ),
        pytest.param(
            "Every 2 Weeks",
            "2015-07-20T00:00:00Z",
            "the next run in the export, 2015-07-20T00:00:00Z, does not fit "
            "a start at 2015-07-13T00:00:00Z and every 2 weeks: the job had a schedule",
            id="another week",
        ),
    ],
)
def test_a_next_run_that_does_not_fit_shows_a_schedule(recurrence: str, next_run: str, note: str) -> None:
    start = "2015-07-13T00:00:00Z"

    found = job_in(
        a_document(Recurrence=recurrence, EndSchedule="None", StartTime=start, Nextrun=next_run),
    )

    assert found.notes == (note,)
