"""Everything that rows hold, in every form, for properties of rows."""

from datetime import UTC, timedelta
from typing import TypeVar

from hypothesis import strategies as st

from shared.domain.action import ActionType, ErrorAction, ServiceBusAction, StorageQueueAction
from shared.domain.authentication import ActiveDirectoryOAuth, Basic, ClientCertificate
from shared.domain.collection import Defaults, JobCollection, MaxRecurrence, Quota, Sku
from shared.domain.course import NO_COURSE, Course, Skipped, SkipReason, Streak, Stretch, WaitingRun
from shared.domain.definition import Definition
from shared.domain.disabled import Disabled
from shared.domain.exclude import Calendar, Exclude, Span
from shared.domain.history import ActionName, HistoryEntry, Status
from shared.domain.identity import MessageIdentity, RequestIdentity
from shared.domain.in_force import Computed
from shared.domain.job import Counters, Job, JobState, Progress
from shared.domain.local_time.excluded import Then
from shared.domain.local_time.local import DaylightSaving, Missing, Repeated
from shared.domain.local_time.wall_time import WallTime
from shared.domain.messages import BrokeredProperties, ServiceBusMessage, StorageQueueMessage, TransportType
from shared.domain.policies import MissedPolicy, MissedRuns, Overlap
from shared.domain.recurrence import Frequency, MonthlyOccurrence, Recurrence, Schedule, Weekday
from shared.domain.retry import Retrying, RetryOptions, RetryPolicy, RetryType
from shared.domain.secret import Secret
from shared.domain.ticket import Lease, Sent, Ticket
from tests.builders import COLLECTION, KEY, an_action
from tests.storage.strategies import ticket_keys

HOUR = timedelta(hours=1)

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
message_identities = st.sampled_from([None, MessageIdentity()])
actions = (
    st.builds(
        an_action,
        headers=pairs,
        body=st.none() | texts,
        authentication=st.none() | authentications,
        managed_identity=st.sampled_from([None, RequestIdentity(audience="api://erp")]),
    )
    | st.builds(
        StorageQueueAction,
        message=st.builds(
            StorageQueueMessage,
            account=st.just("acct"),
            queue=st.just("q"),
            message=texts,
            sas_token=sealed,
            managed_identity=message_identities,
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
            managed_identity=message_identities,
        ),
    )
)
retry_policies = st.none() | st.builds(
    RetryPolicy,
    type=st.just(RetryType.FIXED),
    interval=st.none() | st.timedeltas(timedelta(seconds=15), timedelta(days=548)),
    count=st.none() | st.integers(1, 20),
)
retry_options = st.none() | st.builds(
    RetryOptions,
    backoff=st.none() | st.floats(1, 10),
    max_interval=st.none() | st.timedeltas(timedelta(seconds=15), timedelta(days=548)),
    retry_after=st.none() | st.booleans(),
    stop_on=some(st.integers(300, 599)),
)
error_actions = st.none() | st.builds(
    ErrorAction, action=actions, retry_policy=retry_policies, retry_options=retry_options
)
pauses = st.none() | st.builds(
    Disabled,
    note=st.none() | texts,
    until=st.none() | instants,
    by=st.none() | texts,
    since=st.none() | instants,
)
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
    defaults=st.none()
    | st.builds(
        Defaults,
        time_zone=zones,
        daylight_saving=st.none() | savings,
        retry_policy=retry_policies,
        retry_options=retry_options,
        error_action=error_actions,
    ),
    calendars=st.dictionaries(texts, calendars, max_size=3).map(lambda named: tuple(named.items())),
    calendar_id=texts,
    disabled=pauses,
    enabling=texts,
    job_count=counts,
    etag=st.just(""),
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
    retry_policy=retry_policies,
    retry_options=retry_options,
    error_action=error_actions,
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
    missed_runs=st.none() | st.builds(MissedRuns, policy=st.just(MissedPolicy.ALL), within=st.just(HOUR)),
    overlap=st.none() | st.sampled_from(Overlap),
    spread=st.none() | st.timedeltas(timedelta(seconds=1), timedelta(days=1)),
    disable_after_faults=st.none() | st.integers(1, 100),
    keep_finished_for=st.none() | st.timedeltas(HOUR, timedelta(days=3_650)),
    use_defaults=st.none() | st.booleans(),
    description=st.none() | texts,
    tags=st.none() | pairs,
)
stretches = st.builds(Stretch, reason=st.sampled_from(SkipReason), first=instants, until=instants)
courses = st.builds(
    Course,
    running=some(ticket_keys),
    waits=st.none() | st.builds(WaitingRun, since=instants, expected=instants, covers=st.none() | instants),
    busy_since=st.none() | instants,
    accounted=st.none() | instants,
    left=counts,
    skipping=st.none() | stretches,
    has_records=st.booleans(),
    streak=st.builds(Streak, last_ok=counts, faults=some(counts)),
    next_nominal=st.none() | instants,
)
skips = st.builds(Skipped, job=st.just(KEY), stretch=stretches, etag=st.just(""))
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
    course=st.just(NO_COURSE) | courses,
    disabled=pauses,
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
    ordinal=counts,
    covers=st.none() | instants,
    waited=st.booleans(),
    waiting=st.booleans(),
    collapsed_until=st.none() | instants,
    retrying=st.none() | st.builds(Retrying, policy=retry_policies, options=retry_options),
    mourned=st.booleans(),
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
    collapsed_until=st.none() | instants,
    etag=st.just(""),
)
