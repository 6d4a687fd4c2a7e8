"""A row brings back what was stored."""

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from shared.domain.collection import CollectionState, JobCollection
from shared.domain.course import Skipped
from shared.domain.definition import Definition
from shared.domain.disabled import Disabled
from shared.domain.exclude import Calendar
from shared.domain.history import HistoryEntry
from shared.domain.job import Job, JobState
from shared.domain.local_time.wall_time import WallTime
from shared.domain.policies import Overlap
from shared.domain.recurrence import Frequency, Recurrence, Schedule, Weekday
from shared.domain.ticket import Ticket
from shared.storage.collection_rows import read_collection
from shared.storage.history_rows import read_history, read_skipped
from shared.storage.row_keys import row_key
from shared.storage.rows import difference, read_job, write_new, write_row
from shared.storage.ticket_rows import read_ticket
from tests.builders import KEY, NINE, a_collection, a_definition, a_job, a_ticket, an_action
from tests.storage.row_strategies import collections, entries, jobs, skips, tickets


@given(collections)
def test_a_collection(collection: JobCollection) -> None:
    assert read_collection(write_row(collection), "") == collection


@given(jobs)
def test_a_job(job: Job) -> None:
    assert read_job(write_row(job), "") == job


@given(tickets)
def test_a_ticket(ticket: Ticket) -> None:
    assert read_ticket({**write_row(ticket), "RowKey": row_key(ticket)}, "") == ticket


@given(entries)
def test_a_history_entry(entry: HistoryEntry) -> None:
    assert read_history(write_row(entry), "") == entry


@given(skips)
def test_a_record_of_what_was_skipped(skipped: Skipped) -> None:
    assert read_skipped(write_row(skipped), "") == skipped


@given(jobs, jobs)
def test_merging_the_difference_makes_the_one_row_the_other(before: Job, after: Job) -> None:
    merged = write_row(before) | difference(before, after)

    assert read_job(merged, "") == after


@given(st.lists(entries, min_size=2, max_size=5))
def test_ascending_history_keys_are_newest_first(found: list[HistoryEntry]) -> None:
    by_key = sorted(found, key=lambda entry: entry.name)

    assert [entry.started for entry in by_key] == sorted((entry.started for entry in found), reverse=True)


def test_what_an_older_version_would_misunderstand_has_a_format_that_it_leaves_alone() -> None:
    plain, zoned = a_definition(), a_definition(time_zone="Europe/Berlin")
    local = a_definition(start_time=WallTime(NINE))
    calendars = (("closed", Calendar(dates=("2026-12-25",))),)
    alone = a_definition(overlap=Overlap.SKIP)
    off = a_collection(state=CollectionState.DISABLED, disabled=Disabled(until=NINE))

    formats = [write_row(a_job(definition=one))["format"] for one in (plain, zoned, local, alone)]
    of_collections = [
        write_row(one)["format"] for one in (a_collection(), a_collection(calendars=calendars), off)
    ]

    assert (formats, of_collections) == ([1, 2, 2, 2], [1, 2, 2])


def test_a_job_that_gets_a_pause_gets_the_format_of_such_jobs() -> None:
    plain, paused = a_job(), a_job(disabled=Disabled(until=NINE))

    assert difference(plain, paused)["format"] == 2
    assert difference(paused, plain)["format"] == 1


def test_a_definition_is_stored_in_full() -> None:
    row = write_row(
        Job(
            key=KEY,
            definition=Definition(
                action=an_action(headers=(("a", "b"),), body="ä"),
                start_time=datetime(2026, 3, 2, 9, tzinfo=UTC),
                recurrence=Recurrence(
                    frequency=Frequency.WEEK,
                    interval=2,
                    count=3,
                    schedule=Schedule(minutes=(0,), hours=(5, 17), week_days=(Weekday.FRIDAY,)),
                ),
            ),
            state=JobState.ENABLED,
            incarnation="i",
            revision="r",
            put_revision="p",
            anchor=datetime(2026, 3, 2, 9, tzinfo=UTC),
        )
    )

    assert row["definition"] == (
        '{"kind":"definition",'
        '"action":{"kind":"http","type":"Http","request":{"kind":"request",'
        '"uri":"http://receiver.example/hook","method":"GET","headers":[["a","b"]],"body":"ä"}},'
        '"start_time":"2026-03-02T09:00:00.000000Z",'
        '"recurrence":{"kind":"recurrence","frequency":"week","interval":2,"count":3,'
        '"schedule":{"kind":"schedule","minutes":[0],"hours":[5,17],"week_days":[4],"month_days":[],'
        '"monthly_occurrences":[],"months":[]}}}'
    )


def test_a_new_row_has_no_field_that_says_nothing_and_few_rows_have() -> None:
    rare = {"extensions", "tzdata", "calendarId", "defaults", "calendars", "course", "disabled", "enabling"}
    of_tickets = {"ordinal", "covers", "waited", "waiting", "collapsedUntil", "retrying", "mourned"}

    assert not rare & {*write_new(a_job()), *write_new(a_collection())}
    assert not of_tickets & {*write_new(a_ticket())}
    assert "extensions" in write_new(a_job(definition=a_definition(time_zone="Europe/Berlin")))
    assert read_job(write_new(a_job()), "") == a_job()
    assert read_collection(write_new(a_collection()), "") == a_collection()
