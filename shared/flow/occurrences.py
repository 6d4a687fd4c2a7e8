"""What became of a job's occurrences: everything that tells is read, and then explained."""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from shared.domain.audit import Audited, JobOutline
from shared.domain.budget import Budget
from shared.domain.history import LONGEST_KEPT, MOST_ENTRIES, HistoryEntry
from shared.domain.keys import JobKey
from shared.domain.local_time.zones import tzdata_version
from shared.domain.occurrences.explaining import occurrences
from shared.domain.occurrences.story import Occurrence, Outcome, Story
from shared.flow.manage_jobs import existing_job
from shared.flow.ports import Ports, Store

log = logging.getLogger(__name__)

_CLOCKS_DIFFER: Final = timedelta(seconds=5)


def explain(
    ports: Ports, key: JobKey, *, begin: datetime, end: datetime, top: int
) -> tuple[Story, list[Occurrence], datetime | None]:
    """Return what was read, and what became of the occurrences from an instant on and before another.

    With them, from which time the next page goes on. Raise OverBudget if that is too much work.
    """
    story = _read(ports.store, key, begin=begin, now=ports.clock())
    told, further = occurrences(story, begin=begin, end=end, top=top, spend=Budget().spend)
    for occurrence in told:
        if occurrence.outcome is Outcome.UNEXPLAINED:
            log.error("%s: nothing tells what became of %s", key, occurrence.at.isoformat())
    return story, told, further


def _read(store: Store, key: JobKey, *, begin: datetime, now: datetime) -> Story:
    """Read all that tells of a job's occurrences from an instant on.

    The job is read first, then its tickets, then its history: an attempt that ends meanwhile is seen twice,
    and not missed.
    """
    job, collection = existing_job(store, key)
    earliest = begin - job.delay - _CLOCKS_DIFFER
    tickets, changes, of_collection = store.tickets_of(key), store.audited(key), store.audited(key.collection)
    history = store.history_since(job, earliest)
    return Story(
        job=job,
        collection=collection,
        as_of=now,
        changes=changes,
        collection_changes=of_collection,
        tickets=tickets,
        history=history,
        skips=store.skips(job, since=earliest),
        aside=store.asides_of(key) if job.aside else (),
        kept_since=_kept_since(history, now),
        rules_since=store.rules_since() if _has_older_rules(changes) else None,
    )


def _kept_since(history: Sequence[HistoryEntry], now: datetime) -> datetime:
    """Return since when every entry is there: they are kept for a time, and so many of them."""
    oldest = now - LONGEST_KEPT
    return max(oldest, history[-1].started) if len(history) >= MOST_ENTRIES else oldest


def _has_older_rules(changes: Sequence[Audited]) -> bool:
    """Say whether the job was once counted by other rules of time zones than those of today."""
    noted = {change.outline.tzdata for change in changes if isinstance(change.outline, JobOutline)}
    return any(tzdata and tzdata != tzdata_version() for tzdata in noted)
