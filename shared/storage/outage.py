"""Failures of storage, in our words."""

import socket
import ssl
from urllib.parse import urlsplit

from azure.core.exceptions import AzureError

from shared.domain.causes import first_cause
from shared.domain.errors import StorageUnavailable


class Outage(StorageUnavailable):
    """Storage did not answer as it should. `line` names its address, and is for the log alone."""

    def __init__(self, part: str, host: str, problem: str) -> None:
        super().__init__(f"{part} (AzureWebJobsStorage) {problem}.")
        self.line = f"{part} at {host} {problem}"


def unavailable(part: str, exc: AzureError, url: str) -> StorageUnavailable:
    """Return our error for the SDK's. The SDK's text is left out, because it can quote signatures."""
    parts = urlsplit(url)
    host = f"{parts.hostname}:{parts.port}" if parts.port else str(parts.hostname)
    return Outage(part, host, _problem(exc))


def outage_line(exc: StorageUnavailable) -> str:
    """Return one line for the log, instead of a traceback through all libraries."""
    return exc.line if isinstance(exc, Outage) else str(exc)


def _problem(exc: AzureError) -> str:
    status = getattr(exc, "status_code", None)
    if status:
        return f"did not answer as it should: {status}"
    cause = first_cause(exc)
    match cause:
        case ssl.SSLError():
            return f"cannot be reached: TLS failed ({getattr(cause, 'reason', None) or type(cause).__name__})"
        case socket.gaierror():
            return "cannot be reached: no such host"
        case TimeoutError():
            return "did not answer in time"
        case OSError(strerror=str(words)):
            return f"cannot be reached: {words[:1].lower()}{words[1:]}"
        case _:
            return f"did not answer as it should: {type(exc).__name__}"
