"""The audit: every change leaves a record of who made it, and of what the job or collection was then.

The records stand twice: with their job, where they say everything, and in the order of time, where they say
who did what. Both are written in the transaction of the change.
"""

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from shared.domain.asking import BY_ITSELF, Asking
from shared.domain.collection import CollectionState, Defaults, JobCollection, Sku
from shared.domain.contents import ActionOutline, outline_of, without_contents
from shared.domain.definition import Definition
from shared.domain.disabled import Disabled
from shared.domain.exclude import Calendars
from shared.domain.job import Job, JobState
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.local_time.zones import tzdata_version
from shared.domain.messages import Pairs

AUDIT_KEPT: Final = timedelta(days=400)
MOST_OF_A_JOB: Final = 1_000
"""Records of one job."""
LONGEST_WORDS: Final = 4_000
"""Characters of what is said of single fields: enough for some hundred of them."""


class Operation(StrEnum):
    PUT = "put"
    PATCH = "patch"
    DELETE = "delete"
    ENABLE = "enable"
    DISABLE = "disable"
    RUN = "run"
    FINISH = "finish"
    REMOVE = "remove"
    """Of a job that was finished long ago."""
    RESCHEDULE = "reschedule"


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """What is done to a job or a collection, and who asked for it.

    `words` say what becomes of the fields that nobody is told. `subject` is what stays as it is.
    """

    place: JobKey | CollectionKey
    operation: Operation
    asking: Asking = BY_ITSELF
    words: Pairs = ()
    subject: Job | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class JobOutline:
    """What a job is from an instant on: when it runs and by which policies, and whom it calls."""

    state: JobState
    disabled: Disabled | None = None
    definition: Definition | None = None
    """Without its actions; None if it stays as it was."""
    action: ActionOutline | None = None
    error_action: ActionOutline | None = None
    anchor: datetime | None = None
    started: int = 0
    """How many scheduled occurrences have started before."""
    tzdata: str = ""
    """The rules of time zones of that time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectionOutline:
    """What a collection is from an instant on, as far as its jobs are concerned."""

    state: CollectionState
    sku: Sku
    disabled: Disabled | None = None
    defaults: Defaults | None = None
    """Without their error action."""
    error_action: ActionOutline | None = None
    calendars: Calendars = ()


Outline = JobOutline | CollectionOutline


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditNote:
    """Who did what to which job or collection. Its identity is when, which, and an id."""

    at: datetime
    place: JobKey | CollectionKey
    id: str
    operation: Operation
    asking: Asking = BY_ITSELF
    etag: str = field(default="", compare=False, repr=False)

    @property
    def collection(self) -> CollectionKey:
        return self.place.collection if isinstance(self.place, JobKey) else self.place


@dataclass(frozen=True, slots=True, kw_only=True)
class Audited:
    """The whole record of a change."""

    note: AuditNote
    incarnation: str = ""
    before: str = ""
    """The revision of the job, or the edition of the collection, before the change."""
    after: str = ""
    outline: Outline | None = None
    """What it is from now on; None if it is gone, or as it was."""
    words: Pairs = ()
    etag: str = field(default="", compare=False, repr=False)

    @property
    def is_small(self) -> bool:
        """Whether it says no more than that something happened."""
        return self.outline is None or (
            isinstance(self.outline, JobOutline) and self.outline.definition is None and not self.words
        )


Standing = Job | JobCollection | None


def audit(before: Standing, after: Standing, deed: Deed, *, now: datetime, id: str) -> Audited:
    """Return the record of a deed that makes one of the other. `before` is None if it cannot be read."""
    changed_at = after.since if isinstance(after, Job) and _is_another(before, after) else None
    note = AuditNote(
        at=changed_at or now, place=deed.place, id=id, operation=deed.operation, asking=deed.asking
    )
    known = after or before
    return Audited(
        note=note,
        incarnation=known.incarnation if isinstance(known, Job) else "",
        before=_revision(before),
        after=_revision(after),
        outline=_outline(before, after),
        words=_bounded(deed.words),
    )


def _is_another(before: Standing, after: Job) -> bool:
    """Say whether the job is another one since the change, and not only otherwise described."""
    return not isinstance(before, Job) or before.since != after.since


def own_deed(before: Job, after: Job) -> Deed | None:
    """Return what the scheduler does to a job by itself; None if that is nothing that anybody asks about."""
    if before.state is after.state and before.version == after.version:
        return None
    if after.finished:
        operation = Operation.FINISH
    else:
        operation = Operation.ENABLE if after.state is JobState.ENABLED else Operation.DISABLE
    note = after.disabled.note if after.disabled else None
    return Deed(place=after.key, operation=operation, asking=replace(BY_ITSELF, note=note))


def outline_of_job(job: Job, *, whole: bool = True) -> JobOutline:
    """Return what a job is; `whole` with its definition."""
    standing = JobOutline(state=job.state, disabled=job.disabled, started=job.progress.started)
    if not whole:
        return standing
    error_action = job.definition.error_action
    return replace(
        standing,
        definition=without_contents(job.definition),
        action=outline_of(job.definition.action),
        error_action=outline_of(error_action.action) if error_action else None,
        anchor=job.anchor,
        tzdata=job.computed.tzdata or (tzdata_version() if job.definition.is_zoned else ""),
    )


def outline_of_collection(collection: JobCollection) -> CollectionOutline:
    defaults = collection.defaults
    error_action = defaults.error_action if defaults else None
    return CollectionOutline(
        state=collection.state,
        sku=collection.sku,
        disabled=collection.disabled,
        defaults=replace(defaults, error_action=None) if defaults else None,
        error_action=outline_of(error_action.action) if error_action else None,
        calendars=collection.calendars,
    )


def _outline(before: Standing, after: Standing) -> Outline | None:
    if isinstance(after, JobCollection):
        return outline_of_collection(after)
    if after is None or after == before:
        return None
    if not isinstance(before, Job):
        return outline_of_job(after)
    same = before.definition is after.definition and before.anchor == after.anchor
    return outline_of_job(after, whole=not same)


def _revision(one: Standing) -> str:
    if one is None:
        return ""
    return one.revision if isinstance(one, Job) else one.version


def _bounded(words: Pairs) -> Pairs:
    """Return as many words as fit; the last says that there are more."""
    kept, left = list[tuple[str, str]](), LONGEST_WORDS
    for path, said in words:
        left -= len(path) + len(said) + 8
        if left < 0:
            return (*kept, ("…", f"and {len(words) - len(kept)} more"))
        kept.append((path, said))
    return tuple(kept)
