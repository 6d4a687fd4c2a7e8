"""What became of every time that a schedule names, told by a walk over its minutes.

What was due ran, became part of a late run, or was skipped and has a record. Each change of a job ends an
era: what was due by then belongs to the era that ends, all later times to the one that begins.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

from shared.domain.ticket import TicketKind
from tests.machines.acts import Execution
from tests.machines.between import CLOCKS_DIFFER
from tests.machines.sights import Minutes, Sight, sight_of
from tests.machines.snapshot import JobSeen, Owner, Skip, Snapshot, TicketSeen, instant

_NEVER: Final = datetime.min.replace(tzinfo=UTC)
_KEPT: Final = timedelta(days=60)
_OCCURRENCES: Final = (TicketKind.OCCURRENCE, TicketKind.RETRY)


class Span(NamedTuple):
    """Times that a schedule names after an instant, up to another, and how long after them runs are due."""

    minutes: Minutes
    delay: timedelta
    after: datetime
    until: datetime


class Late(NamedTuple):
    """All times of a schedule after one that ran late, up to another, became part of that run."""

    after: datetime
    until: datetime


@dataclass
class Chronicle:
    """That of one incarnation of a job."""

    sight: Sight | None = None
    cursor: datetime | None = None
    """All times up to here are dealt with; None if there was nothing to deal with yet."""
    spans: list[Span] = field(default_factory=list)
    """What was due in eras that are over, and was not looked at yet."""
    ran: dict[datetime, tuple[str, int]] = field(default_factory=dict)
    """The occurrences that started, by the times of the schedule: their PUT, and their number."""
    late: dict[datetime, Late] = field(default_factory=dict)
    dealt: datetime = _NEVER
    """The last time of the schedule that ran or was skipped."""
    owed: tuple[str, datetime] | None = None
    """The revision and the expected time of a first run that is never dropped, as long as it waits."""
    schedules: dict[str, Minutes | None] = field(default_factory=dict)
    """By revisions; none if a first run is owed, which no schedule names."""
    again: datetime = _NEVER
    """Times up to here may be met twice: somebody's clock was behind them when the job was changed."""

    def see(self, job: JobSeen, *, since: datetime, at: datetime, asked: bool) -> None:
        """Take a note of a job that may have changed between two instants, perhaps because it was asked for.

        Without being asked for, only what is disabled until an instant changes: it is enabled then.
        """
        sight, before = sight_of(job), self.sight
        if before is None:
            self.cursor = None if sight.finished else at
        elif sight.revision != before.revision:
            assert asked or before.until is not None, f"{job.row} was changed, and nobody asked"
            self._end(before, since, over=sight.over and not sight.put)
            self._begin(before, sight, at=at, asked=asked)
        elif before.on and not sight.on:
            assert sight.since is not None, f"{job.row} is disabled, and nobody knows since when"
            self._end(before, sight.since, over=sight.over)
        if job.skip is not None:
            self.dealt = max(self.dealt, job.skip.until)
        self.sight = sight
        self.schedules[sight.revision] = None if sight.owed else sight.minutes

    def start(self, expected: datetime, identity: tuple[str, int], late: Late | None) -> None:
        """Take a note of an occurrence that has started, which a time of a schedule does once."""
        former = self.ran.setdefault(expected, identity)
        assert former == identity or expected <= self.again, f"{expected} has run twice: {former}, {identity}"
        self.dealt = max(self.dealt, expected)
        if late is not None:
            self.late[expected] = late

    def check_record(self, skip: Skip, revision: str) -> None:
        """What is skipped is named by the schedule of the revision that skips it."""
        minutes = self.schedules.get(revision)
        first = skip.reason == "begunInVain"  # it may be one that no schedule names
        named = minutes is None or minutes.after(skip.first - datetime.resolution) == skip.first or first
        assert named, f"{skip} is not of {revision}, which names {minutes}"

    def check(self, next_time: datetime | None, skips: Sequence[Skip], now: datetime) -> None:
        """Account for all times before the one that the job waits for, and for all in eras that are over."""
        spans, self.spans = self.spans, []
        for span in spans:
            self._walk(span, skips, now)
        self._check_owed(next_time)
        sight = self.sight
        if sight is None or not sight.on or sight.minutes is None or self.cursor is None:
            return
        if next_time is not None:
            until = next_time - datetime.resolution
        elif sight.over:
            return
        else:
            assert sight.minutes.last is not None, f"{sight} has nothing to come"
            until = sight.minutes.last
        self._walk(Span(sight.minutes, sight.delay, self.cursor, until), skips, now)
        self.cursor = max(self.cursor, until)

    def _check_owed(self, next_time: datetime | None) -> None:
        assert self.sight is not None
        revision, expected = self.owed or ("", _NEVER)
        gone = revision == self.sight.revision and next_time != expected
        assert not gone or expected in self.ran, f"{expected} was owed: {self.sight}"
        owed = self.sight.owed and self.sight.on and next_time is not None
        self.owed = (self.sight.revision, next_time) if owed and next_time else None

    def _walk(self, span: Span, skips: Sequence[Skip], now: datetime) -> None:
        """Go from one time of the schedule to the next that is not accounted for together with it."""
        time = span.minutes.after(max(span.after, now - _KEPT))
        while time is not None and time <= span.until:
            ends = [skip.until for skip in skips if skip.first <= time <= skip.until]
            ends += [late.until for late in self.late.values() if late.after < time <= late.until]
            ends += [time] * (time in self.ran)
            assert ends, f"{time} is lost: {span}, {self.sight}"
            vain = any(skip.reason == "begunInVain" and skip.first <= time <= skip.until for skip in skips)
            assert len(ends) == 1 or time <= self.again or vain, f"{time} was accounted for twice: {ends}"
            self.dealt = max(self.dealt, time)
            time = span.minutes.after(max(ends))

    def _end(self, before: Sight, at: datetime, *, over: bool) -> None:
        """Let an era end. What was due by then is its business, and what was given up has a record.

        If its last run that counts has started since it was looked at, it is `over`, and nothing was.
        """
        if self.dealt > at:
            self.again = max(self.again, self.dealt)
        if not before.on or before.over or over or before.minutes is None or self.cursor is None:
            return
        until = at - before.delay
        self.spans.append(Span(before.minutes, before.delay, self.cursor, until))
        self.cursor = max(self.cursor, until)

    def _begin(self, before: Sight, sight: Sight, *, at: datetime, asked: bool) -> None:
        """Let an era begin with the first time that is its business."""
        begun = at if asked or before.until is None else before.until
        same = (before.minutes, before.own) == (sight.minutes, sight.own) and not sight.put
        if not sight.on or (sight.finished and sight.put):
            never = sight.finished and sight.put
            self.cursor = None if never else self.cursor if same else at
        elif before.owed:
            self.cursor = max(at, begun) + 2 * CLOCKS_DIFFER  # the first run was then, by somebody's clock
        elif not same or self.cursor is None:
            self.cursor = max(at, begun)
        elif before.on:
            self.cursor = max(self.cursor, at - before.delay)
        else:
            self.cursor = max(self.cursor, begun - sight.delay)


class Chronicles:
    """Those of all jobs, by owner and incarnation."""

    def __init__(self) -> None:
        self._all: dict[tuple[Owner, str], Chronicle] = {}
        self._read = 0
        self._checked: set[str] = set()

    def see(
        self,
        job: JobSeen,
        executions: Sequence[Execution],
        *,
        between: tuple[datetime, datetime],
        asked: bool,
    ) -> None:
        self._read_executions(executions)
        if not job.spoilt:
            since, at = between
            self._of(*job.identity).see(job, since=since, at=at, asked=asked)

    def check(self, snapshot: Snapshot, standing: Iterable[TicketSeen], now: datetime) -> None:
        """Check every job whose row can be read; it must have been seen before."""
        tickets = {ticket.row: ticket for ticket in standing}
        for ticket in tickets.values():
            self._read_ticket(ticket)
        for row in (row for row in snapshot.skips if row.row not in self._checked):
            self._of(row.owner, row.incarnation).check_record(row.skip, row.fields["revision"])
            self._checked.add(row.row)
        for job in (job for job in snapshot.jobs if not job.spoilt):
            skips = [row.skip for row in snapshot.skips if (row.owner, row.incarnation) == job.identity]
            if job.skip is not None:
                self._of(*job.identity).check_record(job.skip, job.fields["revision"])
            noted = tickets.get(job.fields["nextTicket"])
            next_time = instant(noted.fields["expected"]) if noted else None
            self._of(*job.identity).check(next_time, skips + ([job.skip] if job.skip else []), now)

    def _of(self, owner: Owner, incarnation: str) -> Chronicle:
        return self._all.setdefault((owner, incarnation), Chronicle())

    def _read_executions(self, executions: Sequence[Execution]) -> None:
        new, self._read = executions[self._read :], len(executions)
        for execution in new:
            ticket = execution.ticket
            if ticket.scheduled and ticket.key.kind in _OCCURRENCES:
                until = ticket.collapsed_until
                late = Late(ticket.covered, until - execution.delay) if until else None
                identity = (ticket.put_revision, ticket.number)
                chronicle = self._of(ticket.key.job.canonical, ticket.incarnation)
                chronicle.start(ticket.expected, identity, late)

    def _read_ticket(self, ticket: TicketSeen) -> None:
        """Take a note of what has started, though its action was not begun: its runner was cut off."""
        fields = ticket.fields
        if ticket.kind not in _OCCURRENCES or not ticket.started or not fields["scheduled"]:
            return
        expected, until = instant(fields["expected"]), fields.get("collapsedUntil")
        covered = instant(fields.get("covers") or fields["expected"])
        identity = (fields["putRevision"], fields["number"])
        chronicle = self._of(ticket.owner, fields["incarnation"])
        delay = chronicle.sight.delay if chronicle.sight else timedelta()
        if expected not in chronicle.ran:
            late = Late(covered, instant(until) - delay) if until else None
            chronicle.start(expected, identity, late)
