"""Log lines on stderr: time, level, function, message."""

import logging
from contextvars import ContextVar

current_function: ContextVar[str] = ContextVar("current_function", default="host")


def set_up_logging() -> None:
    handler = logging.StreamHandler()
    handler.addFilter(_add_function_name)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)-7s %(function)s: %(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    for name in ("azure", "uvicorn"):
        logging.getLogger(name).setLevel(logging.WARNING)


def _add_function_name(record: logging.LogRecord) -> bool:
    record.function = current_function.get()
    return True
