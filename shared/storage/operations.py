"""Changes of values → operations on rows, each under the ETag of what was read."""

from typing import Final, assert_never

from shared.domain.audit import Audited
from shared.domain.changes import Change, Delete, Insert, Row, Update
from shared.domain.history import HistoryEntry
from shared.storage.fields import COMMIT
from shared.storage.row_keys import row_key
from shared.storage.rows import difference, etag_of, write_new
from shared.storage.table import DeleteRow, InsertRow, MergeRow, Operation

_BYTES_A_CHARACTER: Final = 6  # JSON writes \u20ac for a euro
_OTHER_BYTES: Final = 4_000
_LARGEST_OUTLINE: Final = 100_000  # with calendars; a change that has one is seldom in a pack


def written(change: Change) -> Row:
    return change.after if isinstance(change, Update) else change.row


def largest_size(change: Change) -> int:
    """Return how many bytes a change may have as it is sent, without writing it.

    Messages of the history are the one thing that is large and comes in numbers.
    """
    row = written(change)
    if isinstance(row, Audited) and not row.is_small:
        return _LARGEST_OUTLINE
    return _OTHER_BYTES + (_BYTES_A_CHARACTER * len(row.message) if isinstance(row, HistoryEntry) else 0)


def operation(change: Change, id: str) -> Operation:
    """Return what a change does to its row, which notes the id of the commit."""
    match change:
        case Insert(row):
            return InsertRow(row=row_key(row), fields={**write_new(row), COMMIT: id})
        case Update(before, after):
            fields = {**difference(before, after), COMMIT: id}
            return MergeRow(row=row_key(after), fields=fields, etag=etag_of(before))
        case Delete(row):
            return DeleteRow(row=row_key(row), etag=etag_of(row))
        case _:
            assert_never(change)
