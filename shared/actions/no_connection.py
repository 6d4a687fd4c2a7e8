"""Why there is no connection, in words for the history."""

import socket
import ssl
from collections.abc import Sequence
from typing import Final

from urllib3.exceptions import NameResolutionError

_UNKNOWN_AUTHORITY: Final = "its certificate is from an unknown authority"
_CERTIFICATE_FAULTS: Final = {
    2: _UNKNOWN_AUTHORITY,
    9: "its certificate is not valid yet",
    10: "its certificate has expired",
    18: "its certificate is signed by itself alone",
    19: _UNKNOWN_AUTHORITY,
    20: _UNKNOWN_AUTHORITY,
    21: _UNKNOWN_AUTHORITY,
    23: "its certificate was revoked",
    62: "its certificate is for another host name",
    64: "its certificate is for another address",
}
"""What is wrong with a certificate, by the number that OpenSSL gives to it."""


def is_unknown_host(causes: Sequence[BaseException]) -> bool:
    return any(isinstance(cause, NameResolutionError | socket.gaierror) for cause in causes)


def no_connection_because(causes: Sequence[BaseException]) -> str | None:
    """Return why there is no connection; None if the causes do not tell."""
    if is_unknown_host(causes):
        return "no such host"
    if any(isinstance(cause, ConnectionRefusedError) for cause in causes):
        return "the connection was refused"
    failures = [cause for cause in causes if isinstance(cause, ssl.SSLError)]
    if failures:
        return ": ".join(filter(None, ["the TLS connection could not be made", _tls_fault(failures)]))
    return None


def _tls_fault(failures: Sequence[ssl.SSLError]) -> str:
    """Return what is wrong, as far as it is known: errors that Python itself raises do not tell."""
    for failure in failures:
        if (code := getattr(failure, "verify_code", None)) is not None:
            said = getattr(failure, "verify_message", "")
            return _CERTIFICATE_FAULTS.get(code, f"its certificate is refused, {said}")
    reasons = (getattr(failure, "reason", None) for failure in failures)
    return next((reason for reason in reasons if isinstance(reason, str)), "").replace("_", " ").lower()
