"""What monitors ask, yes or no: however many ask, and however often, storage is asked every ten seconds."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from threading import Lock
from typing import Final

from shared.domain.errors import NotConfigured, StorageUnavailable
from shared.domain.scanned import is_scanning
from shared.flow.app_status import read_census
from shared.flow.ports import Ports
from shared.storage.outage import outage_line

log = logging.getLogger(__name__)

LONGEST_KEPT: Final = timedelta(seconds=10)
_PATIENCE: Final = 2.0
"""Seconds for which others wait for one that reads. A storage that is slower counts as out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reading:
    at: datetime
    well: bool

    def holds(self, now: datetime) -> bool:
        """A reading from the future was made before the clock was set back, and tells nothing."""
        return timedelta() <= now - self.at < LONGEST_KEPT


def scans(ports: Ports) -> bool:
    return is_scanning(ports.store.last_scan(), ports.clock(), longest_pause=ports.pace.near)


def no_job_fails(ports: Ports) -> bool:
    """Say whether no job is known to fail. Before the first count none is."""
    census = read_census(ports.store)
    failing = census.jobs.failing if census and census.jobs else None
    return failing is None or failing.count == 0


class Watch:
    """Remembers for some seconds whether all is well. One caller at a time reads, the others wait."""

    def __init__(self, what: str, read: Callable[[Ports], bool]) -> None:
        self._what, self._read_well = what, read
        self._lock = Lock()
        self._last: _Reading | None = None

    def is_well(self, ports: Ports) -> bool:
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
        return last.well if last is not None and last.holds(ports.clock()) else None

    def _read(self, ports: Ports) -> bool:
        """An outage is remembered as any answer is, from when it was noticed: that may take long."""
        try:
            well = self._read_well(ports)
        except (StorageUnavailable, NotConfigured) as exc:
            line = outage_line(exc) if isinstance(exc, StorageUnavailable) else str(exc)
            log.warning("%s is not known: %s", self._what, line)
            well = False
        self._last = _Reading(at=ports.clock(), well=well)
        return well
