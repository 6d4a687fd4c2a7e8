"""The audit, newest first: of one job, of a collection, or of everything in a subscription.

No job or collection is looked at: what was deleted can still be asked for.
"""

from collections.abc import Callable, Iterator
from typing import Final, TypeVar

from shared.domain.audit import Audited, AuditNote
from shared.domain.changes_wanted import ChangesWanted
from shared.domain.keys import JobKey
from shared.flow.by_instant import merged
from shared.flow.ports import Store

MOST_LOOKED_AT: Final = 5_000
"""Records that are looked through for a page. If few of them are wanted, the page is short."""
_PAGE: Final = 100
_Record = TypeVar("_Record", Audited, AuditNote)


def changes_of(store: Store, job: JobKey, wanted: ChangesWanted) -> tuple[list[Audited], str | None]:
    """Return all that is known of the changes of one job, and where the list goes on."""
    records = store.audited_records(job, behind=wanted.behind, since=wanted.begin, page=_PAGE)
    return _page(records, lambda record: wanted.wants(record.note), wanted.top)


def changes(store: Store, wanted: ChangesWanted) -> tuple[list[AuditNote], str | None]:
    """Return who changed what in a subscription, and where the list goes on."""

    if store.scope.within(wanted.subscription) is None:
        return [], None

    def read(shard: int) -> Iterator[tuple[str, AuditNote]]:
        return store.audit_notes(shard, behind=wanted.behind, since=wanted.begin, page=_PAGE)

    def wants(note: AuditNote) -> bool:
        return store.scope.covers(note.collection) and wanted.wants(note)

    return _page(merged(store, read, lambda found: found[0]), wants, wanted.top)


def _page(
    records: Iterator[tuple[str, _Record]], wants: Callable[[_Record], bool], top: int
) -> tuple[list[_Record], str | None]:
    """Return a page, and where the list goes on: one more is looked for, which tells whether it does."""
    page, last, before = list[_Record](), "", ""
    for looked_at, (key, record) in enumerate(records):
        wanted = wants(record)
        if len(page) == top and (wanted or looked_at >= MOST_LOOKED_AT):
            return page, last
        if looked_at >= MOST_LOOKED_AT:
            return page, _without_names(before)
        if wanted:
            page.append(record)
            last = key
        before = key
    return page, None


def _without_names(key: str) -> str:
    """Return a key that stands just before one of the same instant, and names nobody."""
    return "|".join(key.split("|")[:2]) + "|" if key.startswith("b") else key
