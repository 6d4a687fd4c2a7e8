"""Records of changes: each is added to the transaction of the change itself."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime

from shared.domain.audit import Audited, Deed, Standing, audit, own_deed
from shared.domain.changes import Change, Delete, Insert, Update
from shared.domain.collection import JobCollection
from shared.domain.job import Job
from shared.domain.keys import JobKey


def with_records(
    changes: Sequence[Change], deed: Deed | None, *, now: datetime, new_id: Callable[[], str]
) -> list[Change]:
    """Return changes with the records of the deed or, without one, of what the scheduler does by itself."""
    records = [_of_deed(changes, deed, now, new_id)] if deed else list(_own_records(changes, now, new_id))
    return [*changes, *(Insert(row) for record in records for row in (record, record.note))]


def before_and_after(changes: Sequence[Change], deed: Deed) -> tuple[Standing, Standing]:
    """Return what the deed makes of what. A row that cannot be read counts as none."""
    kind = Job if isinstance(deed.place, JobKey) else JobCollection
    for change in changes:
        match change:
            case Update(before, after) if isinstance(after, kind) and after.key == deed.place:
                return before if isinstance(before, kind) else None, after
            case Insert(row) if isinstance(row, kind) and row.key == deed.place:
                return None, row
            case Delete(row) if isinstance(row, kind) and row.key == deed.place:
                return row, None
    return deed.subject, deed.subject


def _of_deed(changes: Sequence[Change], deed: Deed, now: datetime, new_id: Callable[[], str]) -> Audited:
    before, after = before_and_after(changes, deed)
    return audit(before, after, deed, now=now, id=new_id())


def _own_records(changes: Sequence[Change], now: datetime, new_id: Callable[[], str]) -> Iterator[Audited]:
    for change in changes:
        if not isinstance(change, Update):
            continue
        before, after = change.before, change.after
        if isinstance(before, Job) and isinstance(after, Job) and (deed := own_deed(before, after)):
            yield audit(before, after, deed, now=now, id=new_id())
