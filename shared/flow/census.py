"""The census: each shard has a standing ticket, and every quarter of an hour it counts jobs and secrets.

On the way it sees to calendars that end, and to jobs whose runs were found by older rules of time zones.
Once an hour it drops what is too old of what happened in the shard.

A census that is called in between (`calling.py`) only counts. If one was taken since, nothing is done.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from shared.domain.acting import is_never_sent
from shared.domain.action import Action
from shared.domain.census import (
    BETWEEN_CENSUSES,
    MOST_CALENDARS_TOLD,
    MOST_KEYS_COUNTED,
    Census,
    Standing,
    ends_soon,
    is_first_of_hour,
    time_to_look,
)
from shared.domain.changes import Delete, Insert
from shared.domain.credentials import Credential, credentials_of, default_credentials
from shared.domain.exclude import Calendars
from shared.domain.failing import faults_in_a_row, is_failing
from shared.domain.glimpse import Glimpse
from shared.domain.housekeeping import census_ticket, is_called
from shared.domain.job import JobState
from shared.domain.job_counts import (
    CredentialEnd,
    FailingJob,
    JobCounts,
    LastOutcome,
    NotSent,
    credentials,
    failing,
    last_outcome,
)
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.secrecy import actions_of, default_secrets, sealed_secrets
from shared.domain.secret import Secret
from shared.domain.stored import Unreadable
from shared.domain.ticket import Ticket
from shared.flow.commits import commit
from shared.flow.ports import Ports
from shared.flow.rescheduling import look_after_zoned
from shared.flow.trimming import SLICE, trim_shard


def look_after_census(ports: Ports, *, now: datetime, first: bool) -> dict[int, Standing] | None:
    """Once in a quarter of an hour, make the tickets that are missing: the table is new, or they were lost.

    The first scan of a process looks, too, so that a new app soon knows its jobs.
    If a ticket was not lost after all, it finds another noted in its place, and is deleted.
    Return the notes of the last censuses by shard, or None if it is not the time to look.
    """
    if not first and not time_to_look(now, between_scans=ports.pace.near / 2):
        return None
    store, noted = ports.store, ports.store.censuses()
    for shard in range(store.shards):
        before = noted.get(shard)
        if before is None or before.lost(now):
            id, last = ports.new_id(), before.census if before else None
            store.note_census(shard, Standing(id=id, due=now, census=last))
            commit([Insert(census_ticket(store.standing_key(shard), due=now, id=id))], ports)
    return noted


def take_census(ticket: Ticket, ports: Ports) -> timedelta | None:
    """Count, note the result, and return the pause until the next time; None if the ticket is gone."""
    called = is_called(ticket.key)
    if called and _noted_for(ticket, ports) is None:
        commit([Delete(ticket)], ports)
        return None
    shard = ports.store.shard_of(ticket.key.job.collection)
    count = _Count(ports, shard)
    counted = count.census()
    noted = _noted_for(
        ticket, ports
    )  # read after counting: another may have counted meanwhile, from later on
    if noted is None:
        commit([Delete(ticket)], ports)
        return None
    latest = noted.census if noted.census and noted.census.at > counted.at else counted
    due = noted.due if called else ports.clock() + BETWEEN_CENSUSES
    ports.store.note_census(shard, replace(noted, due=due, census=latest))
    if called:
        commit([Delete(ticket)], ports)
        return None
    look_after_zoned(ports, shard, count.rules, now=ports.clock())
    if is_first_of_hour(ports.clock(), before=ticket.key.due - BETWEEN_CENSUSES):
        trim_shard(shard, ports, ports.clock() + SLICE)
    return BETWEEN_CENSUSES


def _noted_for(ticket: Ticket, ports: Ports) -> Standing | None:
    """Return what is noted of a shard's censuses if the ticket is to be carried out."""
    noted = ports.store.censuses().get(ports.store.shard_of(ticket.key.job.collection))
    return noted if noted is not None and noted.wants(ticket.key) else None


class _Count:
    """What is counted in the rows of a shard: its collections first, then its jobs."""

    def __init__(self, ports: Ports, shard: int) -> None:
        self._ports, self._shard = ports, shard
        self._at = ports.clock()
        self._newer = self._shut = 0
        self._sealed: Counter[str] = Counter()
        self._not_sent = NotSent()
        self._calendars: dict[CollectionKey, Calendars] = {}
        self._off: set[CollectionKey] = set()
        self._in_use: set[tuple[CollectionKey, str]] = set()
        self._jobs: Counter[tuple[JobState, LastOutcome]] = Counter()
        self._failing: list[FailingJob] = []
        self._ends: list[CredentialEnd] = []
        self.rules: list[str] = []
        """The versions of tzdata by which the next runs of zoned jobs were found."""

    def census(self) -> Census:
        store = self._ports.store
        for collection in store.shared_parts(self._shard):
            if isinstance(collection, Unreadable):
                self._newer += collection.newer
            else:
                self._calendars[collection.key] = collection.calendars
                self._off |= {collection.key} if collection.is_off(self._at) else set()
                self._count_secrets(collection.key, default_secrets(collection.defaults))
                self._note_ends(collection.key, default_credentials(collection.defaults))
                default = collection.defaults.error_action if collection.defaults else None
                self._count_not_sent(collection.key, [default.action] if default else [])
        for job in store.glimpses(self._shard):
            if isinstance(job, Unreadable):
                self._newer += job.newer
            else:
                self._count(job)
        return Census(
            at=self._at,
            sealed=Counter(dict(self._sealed.most_common(MOST_KEYS_COUNTED))),
            shut=self._shut,
            not_sent=self._not_sent,
            newer=self._newer,
            calendars=tuple(sorted(self._odd_calendars()))[:MOST_CALENDARS_TOLD],
            jobs=JobCounts(counts=self._jobs, failing=failing(self._failing)),
            credentials=credentials(self._ends, now=self._at),
        )

    def _count_secrets(self, owner: JobKey | CollectionKey, secrets: Iterable[tuple[Secret, str]]) -> None:
        """Count by key what a job, or a collection for its defaults, has sealed."""
        vault = self._ports.vault(owner)
        keys = [(secret.key, vault.opens(secret, target)) for secret, target in secrets]
        self._sealed.update(opened or noted for noted, opened in keys)
        self._shut += any(opened is None for _, opened in keys)

    def _count_not_sent(self, owner: JobKey | CollectionKey, actions: Iterable[Action]) -> None:
        if is_never_sent(actions):
            self._not_sent += NotSent(count=1, named=(owner,))

    def _note_ends(self, owner: JobKey | CollectionKey, held: Iterable[Credential]) -> None:
        known = ((one.path, one.ends) for one in held if one.ends is not None)
        self._ends += [CredentialEnd(owner=owner, path=path, ends=end) for path, end in known]

    def _count(self, job: Glimpse) -> None:
        self._jobs[job.state, last_outcome(job.recent)] += 1
        if is_failing(job, now=self._at) and job.key.collection not in self._off:
            self._failing.append(_failing_job(job))
        if job.state is JobState.ENABLED:  # others use none
            self._note_ends(job.key, credentials_of(job.definition))
        self._count_secrets(job.key, sealed_secrets(job.definition))
        if not job.state.final:
            self._count_not_sent(job.key, actions_of(job.definition))
        self.rules += [job.tzdata] if job.tzdata else []
        exclude = job.definition.exclude
        named = exclude.calendars if exclude else ()
        self._in_use |= {(job.key.collection, name.lower()) for name in named}

    def _odd_calendars(self) -> Iterator[str]:
        """Say which calendars in use are not there, or end soon."""
        for collection, name in self._in_use:
            known = {spelled.lower(): one for spelled, one in self._calendars.get(collection, ())}
            told = f"'{name}' of collection '{collection}'"
            if name not in known:
                yield f"A job names the calendar {told}, which is not there: it excludes nothing."
            elif (last := known[name].last_day) and ends_soon(last, now=self._at):
                yield f"The calendar {told} has no dates after {last}: add those to come."


def _failing_job(job: Glimpse) -> FailingJob:
    times = job.fault_times
    return FailingJob(
        key=job.key,
        state=job.state,
        in_a_row=faults_in_a_row(job.recent),
        since=times.since if times else None,
        last=times.last if times else None,
    )
