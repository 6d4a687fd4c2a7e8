"""Work is refused, not failed, while a setting is wrong: the log says why, and tickets wait."""

import logging

from shared.domain.errors import NotConfigured
from shared.functions.wiring import App, wiring

log = logging.getLogger(__name__)


def ready_or_refuse(work: str) -> App | None:
    try:
        return wiring()
    except NotConfigured as exc:
        log.error("%s refused: %s", work, exc)
        return None
