"""Rows that cannot be read: the error that a caller gets."""

from shared.domain.errors import RowUnreadable, SchedulerError, StoredByNewerVersion
from shared.domain.stored import Unreadable
from shared.domain.version import VERSION
from shared.flow.ports import Store


def refusal(what: str, row: Unreadable, store: Store, *, advice: str = "") -> SchedulerError:
    """Return the error for a row that a caller asks for, or asks to change."""
    if not row.newer:
        return RowUnreadable(f"{what} is stored but {row.reason}.{advice}")
    scanned = store.last_scan()
    by = f"version {scanned.version}" if scanned else "an unknown version"
    return StoredByNewerVersion(
        f"{what} is stored but {row.reason}. Nothing was changed. "
        f"This is version {VERSION}, and {by} was the last to write: use the newer one."
    )
