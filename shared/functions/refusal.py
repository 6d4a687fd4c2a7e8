"""Work that cannot be done is said in one line: while a setting is wrong, or storage is out."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from shared.domain.errors import NotConfigured, StorageUnavailable
from shared.functions.wiring import App, wiring
from shared.storage.outage import outage_line

log = logging.getLogger(__name__)


def ready_or_refuse(work: str) -> App | None:
    """Return the app, or nothing while a setting is wrong: work is refused, not failed, and tickets wait."""
    try:
        return wiring()
    except NotConfigured as exc:
        log.error("%s refused: %s", work, exc)
        return None


@contextmanager
def in_one_line(work: str) -> Iterator[None]:
    """Refuse if a setting proves wrong; let an outage of storage fail the work without its long way here.

    The worker logs what is raised with all that it was raised from: a hundred lines from within libraries.
    """
    try:
        yield
    except NotConfigured as exc:
        log.error("%s refused: %s", work, exc)
    except StorageUnavailable as exc:
        raise StorageUnavailable(outage_line(exc)) from None
