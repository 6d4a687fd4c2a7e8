"""What became of the times that a job's schedule names, within some span of time.

1. The eras of the job's life are found: what it and its collection were, from one change to the next.
2. The engine names the times of each era.
3. A time is explained by what is recorded of it: a run, a ticket, a skip, or a late run that stands for it.
4. Where nothing is recorded, the era tells: the job was off, or over, or the time is still to come.
5. What is left was changed away, lies beyond what is kept, or is a fault of ours.
6. Runs that no schedule names stand beside them.
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from heapq import merge
from itertools import islice
from operator import attrgetter
from typing import Final

from shared.domain.audit import AuditNote
from shared.domain.budget import OverBudget, Spend, free
from shared.domain.course import SkipReason, Stretch
from shared.domain.disabled import Disabled
from shared.domain.job import Job, JobState
from shared.domain.local_time.zones import tzdata_version
from shared.domain.occurrences.counting import Counting, Start
from shared.domain.occurrences.eras import eras
from shared.domain.occurrences.named import NamedTime, NamedTimes
from shared.domain.occurrences.runs_made import RunMade, runs_made, told
from shared.domain.occurrences.story import Kind, Occurrence, Outcome, Story
from shared.domain.refusals import refusal

NEAR_A_CHANGE: Final = timedelta(seconds=5)
_RESCHEDULED_WITHIN: Final = timedelta(hours=1)
_BEGUN: Final = "it had begun, and nobody lived to tell how it ended"
_SKIPS: Final = {
    SkipReason.COLLECTION_DISABLED: Outcome.COLLECTION_DISABLED,
    SkipReason.DISABLED: Outcome.DISABLED,
    SkipReason.SUPERSEDED: Outcome.SUPERSEDED,
    SkipReason.BEGUN_IN_VAIN: Outcome.SUPERSEDED,
}


def occurrences(
    story: Story, *, begin: datetime, end: datetime, top: int, spend: Spend = free
) -> tuple[list[Occurrence], datetime | None]:
    """Return the first occurrences from an instant on, and before another, in the order of their times.

    With them, from which time the next page goes on; None if there is none. Those of one time stand on one
    page. A page may end early; raise OverBudget if not even one time can be told of.
    """
    told = list[Occurrence]()
    try:
        telling = _Telling(story, spend)
        in_order = merge(telling.named(begin, end), telling.unnamed(begin, end), key=attrgetter("at"))
        told.extend(islice(in_order, top + 1))
    except OverBudget:
        if not told or told[0].at == told[-1].at:
            raise
    else:
        if len(told) <= top:
            return told, None
    last = told[-1].at
    page = [occurrence for occurrence in told if occurrence.at < last]
    return (page, last) if page else (told, last + datetime.resolution)


class _Telling:
    """What is recorded, put in order."""

    def __init__(self, story: Story, spend: Spend) -> None:
        self._story = story
        self._runs = runs_made(story)
        self._scheduled = {run.expected: run for run in self._runs if not run.by_hand}
        self._late = [run for run in self._scheduled.values() if run.collapsed_until is not None]
        skipping = story.job.course.skipping
        skips = [*([skipping] if skipping else []), *(skipped.stretch for skipped in story.skips)]
        self._skips = sorted(skips, key=lambda skip: skip.reason is not SkipReason.BEGUN_IN_VAIN)
        self._times = NamedTimes(eras(story), spend)
        self._belated = self._recorded_belatedly()
        self._firsts = [run.expected for run in self._scheduled.values() if self._is_beside(run)]
        """When first runs were made that no schedule names: they stand for times that were put off."""
        if (first := self._first_run()) is not None:
            self._firsts.append(first.at)
        self._counting = Counting(story, self._starts(), spend)

    def named(self, begin: datetime, end: datetime) -> Iterator[Occurrence]:
        """Yield what became of the times that the schedule names."""
        belated = sorted(time for time in self._belated if begin <= time < end)
        times = merge(
            self._times.between(begin, end), (self._belated[at] for at in belated), key=lambda time: time.at
        )
        return (self._explained(time) for time in times)

    def unnamed(self, begin: datetime, end: datetime) -> list[Occurrence]:
        """Return the runs for which no schedule names a time: by hand, immediate, or by rules of the past."""
        beside = [run for run in self._runs if begin <= run.expected < end and self._is_beside(run)]
        told_of = [told(run, self._story, due=run.expected, kind=Kind.FIRST) for run in beside]
        first = self._first_run()
        others = [*([first] if first else []), *self._begun_in_vain()]
        told_of += [occurrence for occurrence in others if begin <= occurrence.at < end]
        return sorted(told_of, key=lambda occurrence: occurrence.at)

    def _begun_in_vain(self) -> Iterator[Occurrence]:
        """Yield first runs that were changed away while they ran, and whose end nobody knows."""
        for stretch in self._skips:
            known = stretch.first in self._scheduled or self._is_named(stretch.first)
            if stretch.reason is SkipReason.BEGUN_IN_VAIN and not known:
                bare = Occurrence(at=stretch.first, kind=Kind.FIRST, outcome=Outcome.SUPERSEDED)
                yield replace(bare, reason=_BEGUN)

    def _is_beside(self, run: RunMade) -> bool:
        return run.by_hand or not self._is_named(run.expected)

    def _is_named(self, at: datetime) -> bool:
        return at in self._belated or self._times.name(at)

    def _recorded_belatedly(self) -> dict[datetime, NamedTime]:
        """Return the times of which something is recorded, and which no schedule named any more."""
        recorded = {*self._scheduled, *(stretch.first for stretch in self._skips)}
        found = {at: self._times.belated(at) for at in recorded}
        return {at: time for at, time in found.items() if time is not None}

    def _starts(self) -> list[Start]:
        """Return which scheduled occurrences have started, also those whose end nobody knows."""
        made = [Start(run.expected, run.began) for run in self._scheduled.values()]
        vain = [skip.first for skip in self._skips if skip.reason is SkipReason.BEGUN_IN_VAIN]
        return made + [Start(first, first) for first in vain if first not in self._scheduled]

    def _first_run(self) -> Occurrence | None:
        """Return the run that a job waits for and that its schedule does not name."""
        job = self._story.job
        nominal, due = job.next_nominal, job.next_run
        if nominal is None or due is None or nominal in self._scheduled or self._is_named(nominal):
            return None
        outcome = Outcome.UPCOMING if due > self._story.as_of else Outcome.WAITING
        return Occurrence(at=nominal, due=None if due == nominal else due, kind=Kind.FIRST, outcome=outcome)

    def _explained(self, time: NamedTime) -> Occurrence:
        bare = Occurrence(
            at=time.at, due=None if time.due == time.at else time.due, note=time.note, outcome=Outcome.UNKNOWN
        )
        run = self._scheduled.get(time.at)
        if run is not None:
            return replace(told(run, self._story, due=time.due, kind=Kind.SCHEDULED), note=time.note)
        if time.left_out is not None:
            return replace(bare, outcome=time.left_out, reason=_why_left_out(time))
        return self._by_records(bare, time) or self._by_its_era(bare, time)

    def _by_records(self, bare: Occurrence, time: NamedTime) -> Occurrence | None:
        """Return what a record tells that is none of a run of this very time."""
        waits = self._story.job.course.waits
        if waits is not None and waits.expected == time.at:
            return replace(bare, outcome=Outcome.WAITING, reason="for an earlier run", since=waits.since)
        for stretch in self._skips:
            if stretch.first <= time.at <= stretch.until and not self._outlives(stretch, time):
                return self._skipped(bare, stretch, time)
        for run in self._late:
            if run.expected < time.at and run.collapsed_until and time.due <= run.collapsed_until:
                return replace(bare, outcome=Outcome.COLLAPSED, into=run.expected)
        for first in self._firsts:
            if time.at < first <= time.due:
                return replace(bare, outcome=Outcome.COLLAPSED, into=first)
        return None

    def _outlives(self, stretch: Stretch, time: NamedTime) -> bool:
        """Say whether a time is still to be dealt with, although one that was begun in vain was due later.

        What that stood for is noted by when it was claimed, and not by how long times are put off.
        """
        stood_for = stretch.reason is SkipReason.BEGUN_IN_VAIN and stretch.first < time.at
        return stood_for and (time.due > self._story.as_of or _is_pending(time, self._story.job))

    def _skipped(self, bare: Occurrence, stretch: Stretch, time: NamedTime) -> Occurrence:
        """Return what a record of a skip tells; an era tells who switched something off, and why."""
        outcome = _SKIPS.get(stretch.reason, Outcome.SKIPPED)
        if outcome is Outcome.COLLECTION_DISABLED:
            return _off(bare, outcome, self._times.switched_off(time).collection.disabled)
        if outcome is Outcome.SKIPPED:
            return replace(bare, outcome=outcome, reason=stretch.reason)
        told_by = _superseded(bare, time.era.ended_by)
        begun = stretch.reason is SkipReason.BEGUN_IN_VAIN and stretch.first == time.at
        return replace(told_by, outcome=outcome, reason=_BEGUN if begun else None)

    def _by_its_era(self, bare: Occurrence, time: NamedTime) -> Occurrence:
        """Return what the era tells of a time that has no record."""
        era, due = time.era, time.due
        if not era.known:
            return replace(bare, reason="nobody noted what the job was then")
        if time.overtaken:
            return _superseded(bare, era.ended_by)
        if era.disabled_at(due):
            return _off(bare, Outcome.DISABLED, era.outline.disabled)
        if era.outline.state.final or self._counting.is_used_up(time):
            return replace(bare, outcome=Outcome.ENDED, since=era.begin)
        if era.collection_off_at(due):
            return _off(bare, Outcome.COLLECTION_DISABLED, era.collection.disabled)
        if due > self._story.as_of:
            return replace(bare, outcome=Outcome.UPCOMING)
        if _is_pending(time, self._story.job):
            return replace(bare, outcome=Outcome.WAITING, reason="to be started")
        if era.outline.state is JobState.DISABLED:  # its time had come, and a change was faster
            return _superseded(bare, era.ended_by)
        return self._without_a_trace(bare, time)

    def _without_a_trace(self, bare: Occurrence, time: NamedTime) -> Occurrence:
        era, kept_since = time.era, self._story.kept_since
        change = _change_near(time)
        if change is not None or era.in_between:
            return _superseded(bare, change or era.begun_by)
        once = era.definition is not None and era.definition.recurrence is None
        if once and era.ended_by is not None:  # what a one-time job owes has no record if it is changed away
            return _superseded(bare, era.ended_by)
        if self._was_set_aside(time):
            return replace(bare, reason="its ticket was set aside: GET /status says why")
        if (kept_since is not None and time.due < kept_since) or self._rules_differ(time):
            return replace(bare, reason="what would tell is not kept")
        return replace(bare, outcome=Outcome.UNEXPLAINED)

    def _was_set_aside(self, time: NamedTime) -> bool:
        return any(f"|{time.due:%Y-%m-%dT%H:%M:%S.%f}Z|" in row.stored.row for row in self._story.aside)

    def _rules_differ(self, time: NamedTime) -> bool:
        """Say whether other rules of time zones may have been in force."""
        tzdata, since = time.era.outline.tzdata, self._story.rules_since
        older = bool(tzdata) and tzdata != tzdata_version()
        return older and (since is None or time.due < since + _RESCHEDULED_WITHIN)


def _why_left_out(time: NamedTime) -> str | None:
    era = time.era
    if era.definition is None:
        return None
    refused = refusal(era.definition, era.collection, time.at, anchor=era.counted_from)
    return refused.words if refused else None


def _superseded(bare: Occurrence, change: AuditNote | None) -> Occurrence:
    who, since = (change.asking.who, change.at) if change else (None, None)
    note = change.asking.note if change else None
    return replace(bare, outcome=Outcome.SUPERSEDED, who=who, since=since, note=note or bare.note)


def _off(bare: Occurrence, outcome: Outcome, disabled: Disabled | None) -> Occurrence:
    known = disabled or Disabled()
    return replace(
        bare,
        outcome=outcome,
        who=known.by,
        since=known.since,
        until=known.until,
        note=known.note or bare.note,
    )


def _is_pending(time: NamedTime, job: Job) -> bool:
    """Say whether the job still has to deal with a time that is past."""
    if job.state is JobState.DISABLED:  # one whose time has come goes on from there
        return job.next_ticket is not None and time.due >= job.next_ticket.due
    return job.next_nominal is not None and job.next_nominal <= time.at


def _change_near(time: NamedTime) -> AuditNote | None:
    """Return the change that came so shortly before or after a time that it may have taken it away."""
    era = time.era
    put_off = time.at < era.begin  # its time had come before the change, and it was due after it
    if era.begun_by is not None and (put_off or time.due - era.begin <= NEAR_A_CHANGE):
        return era.begun_by
    return era.ended_by if era.end - time.due <= NEAR_A_CHANGE else None
