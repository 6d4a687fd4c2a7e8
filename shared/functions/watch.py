"""What monitors ask, yes or no: however many ask, and however often, storage is asked every ten seconds."""

import logging
from collections.abc import Callable

from shared.domain.errors import NotConfigured, StorageUnavailable
from shared.domain.scanned import is_scanning
from shared.flow.app_status import read_census
from shared.flow.ports import Ports
from shared.functions.remembered import Remembered
from shared.storage.outage import outage_line

log = logging.getLogger(__name__)


def scans(ports: Ports) -> bool:
    return is_scanning(ports.store.last_scan(), ports.clock(), longest_pause=ports.pace.near)


def no_job_fails(ports: Ports) -> bool:
    """Say whether no job is known to fail. Before the first count none is."""
    census = read_census(ports.store)
    failing = census.jobs.failing if census and census.jobs else None
    return failing is None or failing.count == 0


class Watch:
    """Remembers for some seconds whether all is well."""

    def __init__(self, what: str, read: Callable[[Ports], bool]) -> None:
        self._what, self._read_well = what, read
        self._lately: Remembered[bool] = Remembered()

    def is_well(self, ports: Ports) -> bool:
        """Say so from a reading at most ten seconds old. If storage does not tell, it is not known: False."""
        return bool(self._lately.answer(lambda: self._read(ports), ports.clock))

    def _read(self, ports: Ports) -> bool:
        """An outage is remembered as any answer is."""
        try:
            return self._read_well(ports)
        except (StorageUnavailable, NotConfigured) as exc:
            line = outage_line(exc) if isinstance(exc, StorageUnavailable) else str(exc)
            log.warning("%s is not known: %s", self._what, line)
            return False
