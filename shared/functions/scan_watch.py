"""Whether the app scans, for monitors: anyone may ask, and nobody can make it ask storage more often."""

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from threading import Lock
from typing import Final

from shared.domain.errors import NotConfigured, StorageUnavailable
from shared.domain.scanned import is_scanning
from shared.flow.ports import Ports
from shared.storage.outage import outage_line

log = logging.getLogger(__name__)

LONGEST_KEPT: Final = timedelta(seconds=10)
_PATIENCE: Final = 2.0
"""Seconds for which others wait for one that reads. A storage that is slower counts as out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reading:
    at: datetime
    scanning: bool

    def holds(self, now: datetime) -> bool:
        """A reading from the future was made before the clock was set back, and tells nothing."""
        return timedelta() <= now - self.at < LONGEST_KEPT


class ScanWatch:
    """Remembers for some seconds whether the app scans. One caller at a time reads, the others wait."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._last: _Reading | None = None

    def is_scanning(self, ports: Ports) -> bool:
        """Say so from a reading at most ten seconds old. If storage does not tell, it is not known: False."""
        if (known := self._known(ports)) is not None:
            return known
        if not self._lock.acquire(timeout=_PATIENCE):
            return False
        try:
            known = self._known(ports)  # another may have read meanwhile
            return self._read(ports) if known is None else known
        finally:
            self._lock.release()

    def _known(self, ports: Ports) -> bool | None:
        last = self._last
        return last.scanning if last is not None and last.holds(ports.clock()) else None

    def _read(self, ports: Ports) -> bool:
        """An outage is remembered as any answer is, from when it was noticed: that may take long."""
        try:
            last = ports.store.last_scan()
        except (StorageUnavailable, NotConfigured) as exc:
            line = outage_line(exc) if isinstance(exc, StorageUnavailable) else str(exc)
            log.warning("whether the app scans is not known: %s", line)
            last = None
        now = ports.clock()
        scanning = is_scanning(last, now, longest_pause=ports.pace.near)
        self._last = _Reading(at=now, scanning=scanning)
        return scanning
