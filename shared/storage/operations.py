"""Changes of values → operations on rows, each under the ETag of what was read."""

from typing import assert_never

from shared.domain.changes import Change, Delete, Insert, Row, Update
from shared.storage.fields import COMMIT
from shared.storage.row_keys import row_key
from shared.storage.rows import difference, etag_of, write_new
from shared.storage.table import DeleteRow, InsertRow, MergeRow, Operation


def written(change: Change) -> Row:
    return change.after if isinstance(change, Update) else change.row


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
