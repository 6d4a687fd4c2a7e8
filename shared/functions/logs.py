"""The log levels of libraries, set here because those of host.json do not reach Python's loggers."""

import logging
from typing import Final

LIBRARIES: Final = (
    "azure.core",
    "azure.data",
    "azure.identity",
    "azure.servicebus",
    "azure.storage",
    "msal",
    "urllib3",
    "websocket",
)
"""Those that the app uses; not `azure` as a whole, because `azure.functions` is the runtime's own."""


def quiet_libraries() -> None:
    """Let the libraries log warnings only. Below that they log every call to storage, with its signature."""
    for name in LIBRARIES:
        logging.getLogger(name).setLevel(logging.WARNING)
