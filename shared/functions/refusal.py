"""One line in the log for work that cannot be done: a setting is wrong, or storage is out."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from shared.domain.errors import NotConfigured, StorageUnavailable
from shared.functions.wiring import App, wiring
from shared.storage.outage import outage_line

log = logging.getLogger(__name__)


def ready_or_refuse(work: str) -> App | None:
    """Return the app, or None while a setting is wrong. Work is then refused, not failed: tickets wait."""
    try:
        return wiring()
    except NotConfigured as exc:
        log.error("%s refused: %s", work, exc)
        return None


@contextmanager
def in_one_line(work: str) -> Iterator[None]:
    """Refuse if a setting proves wrong. If storage is out, fail the work, without the error's causes.

    The worker logs an error with all its causes: a hundred lines from within libraries.
    """
    try:
        yield
    except NotConfigured as exc:
        log.error("%s refused: %s", work, exc)
    except StorageUnavailable as exc:
        raise StorageUnavailable(outage_line(exc)) from None
