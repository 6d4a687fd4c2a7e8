"""The eras of a job's life: from one change of it, or of its collection, to the next."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Final

from shared.domain.audit import (
    Audited,
    AuditNote,
    CollectionOutline,
    JobOutline,
    Operation,
    outline_of_collection,
    outline_of_job,
)
from shared.domain.collection import CollectionState, JobCollection
from shared.domain.definition import Definition
from shared.domain.disabled import Disabled
from shared.domain.job import JobState
from shared.domain.keys import JobKey
from shared.domain.local_time.wall_time import Moment
from shared.domain.occurrences.story import Story
from shared.domain.policies import delay_of

LONG_AGO: Final = datetime.min.replace(tzinfo=UTC)
FAR_AHEAD: Final = datetime.max.replace(tzinfo=UTC)
_AT_ONCE: Final = timedelta()
CLOCKS_DIFFER: Final = timedelta(seconds=10)


@dataclass(frozen=True, slots=True, kw_only=True)
class Era:
    """From `begin` on, `end` excluded, a job and its collection were as told here.

    If that is not `known`, nobody noted it, and what they are today stands here.
    """

    key: JobKey
    begin: datetime
    end: datetime
    outline: JobOutline
    collection: JobCollection
    known: bool = True
    begun_by: AuditNote | None = None
    ended_by: AuditNote | None = None
    in_between: bool = False
    """Zone or calendars of the collection had changed, and the jobs had not yet found their next runs."""
    counted_since: datetime = LONG_AGO
    """By then, so many scheduled runs had started as the outline says."""

    @property
    def definition(self) -> Definition | None:
        return self.outline.definition

    @property
    def counted_from(self) -> Moment:
        """What the recurrence counts from."""
        start = self.definition.start_time if self.definition else None
        return start or self.outline.anchor or self.begin

    @property
    def delay(self) -> timedelta:
        definition = self.definition
        if definition is None or definition.spread is None or definition.recurrence is None:
            return _AT_ONCE
        return delay_of(self.key, definition.spread)

    def disabled_at(self, due: datetime) -> bool:
        """Say whether the job was switched off when something was due."""
        off, until = self.outline.state is JobState.DISABLED, _until(self.outline.disabled)
        return off and (until is None or due <= until)  # it goes on after that time

    def collection_off_at(self, due: datetime) -> bool:
        off, until = self.collection.state is not CollectionState.ENABLED, _until(self.collection.disabled)
        return off and (until is None or due < until)


def eras(story: Story) -> list[Era]:
    """Return the eras, the oldest first; together they cover all time since the job was created."""
    own, of_collection = _own(story), _of_collection(story)
    begin = own[0].begin
    instants = sorted({part.begin for part in (*own, *of_collection) if part.begin > begin})
    spans = pairwise([begin, *instants, FAR_AHEAD])
    return [_era(story, first, end, own, of_collection) for first, end in spans]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Part:
    """What the job, or the collection, was from an instant on."""

    begin: datetime
    outline: JobOutline | CollectionOutline | None
    note: AuditNote | None = None
    in_between: bool = False
    counted_since: datetime | None = None
    """From when on runs are counted that the outline does not count; None from its begin on."""
    revision: str = ""


def _own(story: Story) -> list[_Part]:
    """Return what the job was, from its creation on or, if that was not noted, from all time on."""
    job = story.job
    mine = _in_order([change for change in story.changes if change.incarnation == job.incarnation])
    mine = [change for change in mine if isinstance(change.outline, JobOutline)]
    parts = [] if mine and not mine[0].before else [_Part(begin=LONG_AGO, outline=None)]
    for change in mine:
        begin = max(change.note.at, parts[-1].begin) if parts else change.note.at  # clocks differ
        outline, revision = _whole(change, parts), change.after
        parts.append(_Part(begin=begin, outline=outline, note=change.note, revision=revision))
    return _with_present(parts, mine, story)


def _with_present(parts: list[_Part], changes: Sequence[Audited], story: Story) -> list[_Part]:
    """Return the parts with what the job is now as the last. Others of its revision only described it anew.

    If it was changed after it was read, the record of that is the last.
    """
    job = story.job
    since, present = story.as_of if job.since is None else job.since, outline_of_job(job)
    if not changes:
        return [*parts, _Part(begin=since, outline=present, counted_since=story.as_of)]
    if changes[-1].after != job.revision:
        return parts
    former = [part for part in parts if part.begin < since or part.revision != job.revision]
    noted = next((part for part in parts if part.note and part.note.at == since), None)
    begin = max(since, former[-1].begin) if former else since
    last = _Part(begin=begin, outline=present, counted_since=story.as_of, revision=job.revision)
    if noted is None or not isinstance(noted.outline, JobOutline):
        return [*former, last]
    started = replace(present, started=noted.outline.started)
    return [*former, replace(last, outline=started, note=noted.note, counted_since=None)]


def _in_order(changes: Sequence[Audited]) -> list[Audited]:
    """Return changes, the oldest first. Of those close to each other, each follows on what it changed."""
    left, ordered = sorted(changes, key=lambda change: change.note.at), list[Audited]()
    while left:
        near = [change for change in left if change.note.at - left[0].note.at <= CLOCKS_DIFFER]
        last = ordered[-1].after if ordered else ""
        fitting = sorted((change for change in near if change.before == last), key=_is_another)
        following = fitting[0] if fitting else near[0]
        left.remove(following)
        ordered.append(following)
    return ordered


def _is_another(change: Audited) -> bool:
    """One that leaves the revision as it was comes before one that does not: that is still in force then."""
    return change.before != change.after


def _whole(change: Audited, before: Sequence[_Part]) -> JobOutline | None:
    """Return what the job was; a record that names no definition leaves it as it was."""
    outline = change.outline
    if not isinstance(outline, JobOutline) or outline.definition is not None:
        return outline if isinstance(outline, JobOutline) else None
    former = before[-1].outline if before else None
    if not isinstance(former, JobOutline) or former.definition is None:
        return None
    return replace(former, state=outline.state, disabled=outline.disabled, started=outline.started)


def _of_collection(story: Story) -> list[_Part]:
    """Return what the collection was; one that never changed since changes are noted was always the same."""
    changes = _in_order(story.collection_changes)
    known = [change for change in changes if isinstance(change.outline, CollectionOutline)]
    if not known:
        return [_Part(begin=LONG_AGO, outline=outline_of_collection(story.collection))]
    parts = [_Part(begin=LONG_AGO, outline=None)]
    for change in known:
        moves = _moves(parts[-1].outline, change.outline)
        parts.append(_Part(begin=change.note.at, outline=change.outline, note=change.note, in_between=moves))
        if moves:
            parts += _settled_after(change, changes)
    return sorted(parts, key=lambda part: part.begin)


def _settled_after(change: Audited, changes: Sequence[Audited]) -> list[_Part]:
    """Return the part in which the jobs have found their next runs anew, if they have."""
    later = (one for one in changes if one.note.at >= change.note.at)
    done = next((one for one in later if one.note.operation is Operation.RESCHEDULE), None)
    return [_Part(begin=done.note.at, outline=change.outline, note=change.note)] if done else []


def _moves(before: object, after: object) -> bool:
    """Say whether jobs find their next runs anew: zone, rule for clock changes or calendars are others."""
    if not isinstance(after, CollectionOutline) or not isinstance(before, CollectionOutline):
        return isinstance(after, CollectionOutline) and before is not None
    return _times(before) != _times(after)


def _times(outline: CollectionOutline) -> tuple[object, ...]:
    defaults = outline.defaults
    zone = (defaults.time_zone, defaults.daylight_saving) if defaults else (None, None)
    return *zone, outline.calendars


def _era(
    story: Story, begin: datetime, end: datetime, own: Sequence[_Part], of_collection: Sequence[_Part]
) -> Era:
    mine, theirs = _in_force(own, begin), _in_force(of_collection, begin)
    following = [part.note for part in (*own, *of_collection) if part.begin == end]
    outline = mine.outline if isinstance(mine.outline, JobOutline) else None
    known = outline is not None and isinstance(theirs.outline, CollectionOutline)
    return Era(
        key=story.job.key,
        begin=begin,
        end=end,
        outline=outline or outline_of_job(story.job),
        collection=_standing(story.collection, theirs.outline),
        known=known,
        begun_by=mine.note if mine.begin >= theirs.begin else theirs.note,
        ended_by=next((note for note in following if note), None),
        in_between=theirs.in_between,
        counted_since=mine.counted_since or mine.begin,
    )


def _in_force(parts: Sequence[_Part], at: datetime) -> _Part:
    return [part for part in parts if part.begin <= at][-1]


def _standing(collection: JobCollection, outline: object) -> JobCollection:
    """Return the collection as it was, as far as its jobs are concerned and that was noted."""
    if not isinstance(outline, CollectionOutline):
        return collection
    return replace(
        collection,
        state=outline.state,
        disabled=outline.disabled,
        defaults=outline.defaults,
        calendars=outline.calendars,
    )


def _until(disabled: Disabled | None) -> datetime | None:
    return disabled.until if disabled else None
