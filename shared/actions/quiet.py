"""What urllib3 writes into the log. It must hold no addresses, because these may hold signatures."""

import logging
from typing import Final

_NAMES: Final = ("connectionpool", "connection", "response", "poolmanager", "util.retry")


class _WithoutAddresses(logging.Filter):
    """Drops the lines that hold addresses: those below INFO, and those about odd headers."""

    def filter(self, record: logging.LogRecord) -> bool:
        return record.levelno >= logging.INFO and not str(record.msg).startswith("Failed to parse headers")


_FILTER: Final = _WithoutAddresses()


def keep_addresses_out_of_the_log() -> None:
    """Let urllib3 log no addresses, whatever levels are set. A second call changes nothing."""
    for name in ("urllib3", *(f"urllib3.{name}" for name in _NAMES)):
        logging.getLogger(name).addFilter(_FILTER)
