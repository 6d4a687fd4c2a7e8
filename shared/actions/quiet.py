"""What a library writes into the log of itself, without what must not stand there."""

import logging
from typing import Final

_NAMES: Final = ("connectionpool", "connection", "response", "poolmanager", "util.retry")


class _WithoutAddresses(logging.Filter):
    """Drops lines that hold addresses, and so the signatures in them: details, and headers that are odd."""

    def filter(self, record: logging.LogRecord) -> bool:
        return record.levelno >= logging.INFO and not str(record.msg).startswith("Failed to parse headers")


_FILTER: Final = _WithoutAddresses()


def keep_addresses_out_of_the_log() -> None:
    """Hold urllib3 to lines without addresses, whatever levels are set; calling it again changes nothing."""
    for name in ("urllib3", *(f"urllib3.{name}" for name in _NAMES)):
        logging.getLogger(name).addFilter(_FILTER)
