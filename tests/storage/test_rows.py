"""A row brings back what was stored."""

from datetime import UTC, datetime, timedelta
from typing import TypeVar

from hypothesis import given
from hypothesis import strategies as st

from shared.domain.action import ActionType, ErrorAction, ServiceBusAction, StorageQueueAction
from shared.domain.authentication import ActiveDirectoryOAuth, Basic, ClientCertificate
from shared.domain.collection import Defaults, JobCollection, MaxRecurrence, Quota, Sku
from shared.domain.definition import Definition
from shared.domain.exclude import Calendar, Exclude, Span
from shared.domain.history import ActionName, HistoryEntry, Status
from shared.domain.in_force import Computed
from shared.domain.job import Counters, Job, JobState, Progress
from shared.domain.local_time.excluded import Then
from shared.domain.local_time.local import DaylightSaving, Missing, Repeated
from shared.domain.local_time.wall_time import WallTime
from shared.domain.messages import BrokeredProperties, ServiceBusMessage, StorageQueueMessage, TransportType
from shared.domain.recurrence import Frequency, MonthlyOccurrence, Recurrence, Schedule, Weekday
from shared.domain.retry import RetryPolicy, RetryType
from shared.domain.secret import Secret
from shared.domain.ticket import Lease, Sent, Ticket
from shared.storage.row_keys import row_key
from shared.storage.rows import (
    difference,
    read_collection,
    read_history,
    read_job,
    write_new,
    write_row,
)
from shared.storage.ticket_rows import read_ticket
from tests.builders import COLLECTION, KEY, NINE, a_collection, a_definition, a_job, an_action
from tests.storage.strategies import ticket_keys

T = TypeVar("T")

instants = st.datetimes(timezones=st.just(UTC))
texts = st.text(st.characters(codec="utf-8"))
counts = st.integers(0, 2**31 - 1)


def some(strategy: st.SearchStrategy[T]) -> st.SearchStrategy[tuple[T, ...]]:
    return st.lists(strategy, max_size=3).map(tuple)


pairs = st.lists(st.tuples(texts, texts), max_size=3).map(tuple)
moments = instants | instants.map(WallTime)
zones = st.sampled_from(["Europe/Berlin", "W. Europe Standard Time", "UTC"])
savings = st.builds(DaylightSaving, missing=st.sampled_from(Missing), repeated=st.sampled_from(Repeated))
dates = some(st.dates().map(str) | st.just("--12-24"))
spans = st.lists(st.dates().map(str), min_size=2, max_size=2).map(
    lambda ends: Span(first=min(ends), last=max(ends))
)
calendars = st.builds(Calendar, dates=dates, ranges=some(spans))

collections = st.builds(
    JobCollection,
    key=st.just(COLLECTION),
    location=texts.filter(str.strip),
    sku=st.sampled_from(Sku),
    tags=st.none() | pairs,
    quota=st.none()
    | st.builds(
        Quota,
        max_job_count=st.none() | st.integers(1, 50),
        max_job_occurrence=st.none() | st.integers(1, 50),
        max_recurrence=st.none()
        | st.builds(MaxRecurrence, frequency=st.sampled_from(Frequency), interval=st.integers(1, 1_000)),
    ),
    defaults=st.none() | st.builds(Defaults, time_zone=zones, daylight_saving=st.none() | savings),
    calendars=st.dictionaries(texts, calendars, max_size=3).map(lambda named: tuple(named.items())),
    calendar_id=texts,
    job_count=counts,
    etag=st.just(""),
)
sealed = st.none() | st.builds(Secret, texts, size=st.integers(0, 100))
authentications = (
    st.builds(Basic, username=texts, password=sealed)
    | st.builds(
        ClientCertificate,
        thumbprint=texts,
        subject=texts,
        expires=st.none() | instants,
        pfx=sealed,
        password=sealed,
    )
    | st.builds(ActiveDirectoryOAuth, tenant=st.just("t"), audience=texts, client_id=texts, secret=sealed)
)
brokered = st.builds(
    BrokeredProperties,
    content_type=st.none() | texts,
    force_persistence=st.none() | st.booleans(),
    scheduled_enqueue_time=st.none() | instants,
    time_to_live=st.none() | st.timedeltas(timedelta(0), timedelta(days=400)),
)
actions = (
    st.builds(an_action, headers=pairs, body=st.none() | texts, authentication=st.none() | authentications)
    | st.builds(
        StorageQueueAction,
        message=st.builds(
            StorageQueueMessage, account=st.just("acct"), queue=st.just("q"), message=texts, sas_token=sealed
        ),
    )
    | st.builds(
        ServiceBusAction,
        type=st.sampled_from([ActionType.SERVICE_BUS_QUEUE, ActionType.SERVICE_BUS_TOPIC]),
        message=st.builds(
            ServiceBusMessage,
            entity=texts,
            namespace=st.just("ns"),
            transport=st.sampled_from(TransportType),
            message=texts,
            key_name=st.just("name"),
            key=sealed,
            brokered=st.none() | brokered,
            custom=st.none() | pairs,
        ),
    )
)
policies = st.none() | st.builds(
    RetryPolicy,
    type=st.just(RetryType.FIXED),
    interval=st.none() | st.timedeltas(timedelta(seconds=15), timedelta(days=548)),
    count=st.none() | st.integers(1, 20),
)
schedules = st.builds(
    Schedule,
    minutes=some(st.integers(0, 59)),
    hours=some(st.integers(0, 23)),
    month_days=some(st.integers(1, 31)),
    monthly_occurrences=some(
        st.builds(MonthlyOccurrence, day=st.sampled_from(Weekday), occurrence=st.none() | st.integers(-5, -1))
    ),
)
recurrences = st.builds(
    Recurrence,
    frequency=st.just(Frequency.MONTH),
    interval=st.integers(1, 18),
    count=st.none() | st.integers(1, 2**31 - 1),
    end_time=st.none() | moments,
    schedule=st.none() | schedules,
)
definitions = st.builds(
    Definition,
    action=actions,
    retry_policy=policies,
    error_action=st.none() | st.builds(ErrorAction, action=actions, retry_policy=policies),
    start_time=st.none() | moments,
    recurrence=st.none() | recurrences,
    time_zone=st.none() | zones,
    daylight_saving=st.none() | savings,
    exclude=st.none()
    | st.builds(
        Exclude,
        week_days=some(st.sampled_from(Weekday)),
        dates=dates,
        calendars=some(texts),
        then=st.sampled_from(Then),
    ),
)
jobs = st.builds(
    Job,
    key=st.just(KEY),
    definition=definitions,
    state=st.sampled_from(JobState),
    anchor=instants,
    counters=st.builds(Counters, executions=counts, failures=counts, faults=counts),
    progress=st.builds(
        Progress, numbered=counts, started=counts, open=counts, settled=counts, faulted=st.booleans()
    ),
    last_run=st.none() | instants,
    next_ticket=st.none() | ticket_keys,
    computed=st.builds(Computed, tzdata=texts, calendar=texts),
    trim_ticket=st.none() | ticket_keys,
    etag=st.just(""),
)
tickets = st.builds(
    Ticket,
    key=ticket_keys,
    expected=instants,
    scheduled=st.booleans(),
    number=counts,
    sent=st.none() | st.builds(Sent, count=counts, at=instants),
    lease=st.none() | st.builds(Lease, until=instants),
    claims=counts,
    etag=st.just(""),
)
entries = st.builds(
    HistoryEntry,
    job=st.just(KEY),
    number=counts,
    attempt=st.integers(0, 20),
    expected=instants,
    started=instants,
    ended=instants,
    status=st.sampled_from(Status),
    message=texts,
    action=st.sampled_from(ActionName),
    etag=st.just(""),
)


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

    formats = [write_row(a_job(definition=one))["format"] for one in (plain, zoned, local)]
    of_collections = [write_row(one)["format"] for one in (a_collection(), a_collection(calendars=calendars))]

    assert (formats, of_collections) == ([1, 2, 2], [1, 2])


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
    rare = {"extensions", "tzdata", "calendarId", "defaults", "calendars"}

    assert not rare & {*write_new(a_job()), *write_new(a_collection())}
    assert "extensions" in write_new(a_job(definition=a_definition(time_zone="Europe/Berlin")))
    assert read_job(write_new(a_job()), "") == a_job()
    assert read_collection(write_new(a_collection()), "") == a_collection()
