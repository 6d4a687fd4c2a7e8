"""The managed identity that actions may use instead of a secret, and the targets that may get its tokens.

Whoever may write jobs acts as this identity. So it is used only where the settings name the audience of the
token together with the host that gets it, and nothing that the host answers is kept.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Final

from shared.domain.about import About
from shared.domain.errors import cut

STORAGE_AUDIENCE: Final = "https://storage.azure.com/"
SERVICE_BUS_AUDIENCE: Final = "https://servicebus.azure.net/"
LONGEST_AUDIENCE: Final = 256
HTTPS_PORT: Final = 443
WHOLE_CLOUDS: Final = (
    *("vault.azure.net", "core.windows.net", "servicebus.windows.net"),
    *("vault.azure.cn", "core.chinacloudapi.cn", "servicebus.chinacloudapi.cn"),
    *("vault.usgovcloudapi.net", "core.usgovcloudapi.net", "servicebus.usgovcloudapi.net"),
)
"""The ends of host names that belong to Azure alone. A `*.` may stand before these, and before no others."""
_RELAYED: Final = tuple(name for name in WHOLE_CLOUDS if name.startswith("servicebus."))
"""Anybody can have a relay there (Azure Relay), which hands requests and their headers on to him."""

_AUDIENCE: Final = re.compile(r"[\x21-\x7e]+")
_PAIR: Final = re.compile(r"(?P<audience>[^|]+)\|(?P<host>[A-Za-z0-9.*-]+)(?::(?P<port>[0-9]{1,5}))?")
_HOST: Final = re.compile(r"(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*")


def audience_fault(audience: str) -> str | None:
    """Return why a token cannot be for such an audience."""
    if _AUDIENCE.fullmatch(audience) and len(audience) <= LONGEST_AUDIENCE:
        return None
    return f"'{cut(audience)}' is not 1 to {LONGEST_AUDIENCE} printable characters without blanks"


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestIdentity:
    """Says that a request is sent with a token of the identity, and for whom the token is."""

    audience: Annotated[
        str,
        About(
            words="For whom the token is. SCHEDULER_IDENTITY_TARGETS must name it together with the host.",
            example="https://vault.azure.net",
            refuse=audience_fault,
            sent={"pattern": r"^[\x21-\x7e]+$"},
        ),
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageIdentity:
    """Says that a message is sent with a token of the identity. The service tells for whom the token is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IdentityTarget:
    """Who gets a token: the audience, the host, which may begin with `*.` in the settings, and the port."""

    audience: str
    host: str
    port: int = HTTPS_PORT
    by_request: bool = False
    """Whether an HTTP request takes it there."""

    def covers(self, other: "IdentityTarget") -> bool:
        """Say whether this one of the settings allows that one of a job."""
        if _bare(self.audience) != _bare(other.audience) or self.port != other.port:
            return False
        host = other.host.lower()
        if not self.host.startswith("*."):
            return host == self.host
        return host.endswith(self.host[1:]) and not (other.by_request and _is_below(host, _RELAYED))


@dataclass(frozen=True, slots=True, kw_only=True)
class IdentityRules:
    """The identity for actions, by its client id, and the targets that may get its tokens."""

    client_id: str = ""
    targets: tuple[IdentityTarget, ...] = ()

    def fault(self, target: IdentityTarget) -> str | None:
        """Return why the target may not get a token, with the setting to change."""
        unset = [
            name
            for name, value in (
                ("SCHEDULER_ACTION_IDENTITY", self.client_id),
                ("SCHEDULER_IDENTITY_TARGETS", self.targets),
            )
            if not value
        ]
        if unset:
            return f"actions have no identity here: {' and '.join(unset)} must be set"
        if any(one.covers(target) for one in self.targets):
            return None
        port = "" if target.port == HTTPS_PORT else f":{target.port}"
        pair = f"{_bare(target.audience)}|{target.host}{port}"
        return f"the identity may not be used there: SCHEDULER_IDENTITY_TARGETS does not name '{cut(pair)}'"


NO_IDENTITY: Final = IdentityRules()


def read_identity_targets(entries: Iterable[str]) -> tuple[IdentityTarget, ...]:
    """Return the targets of entries such as `api://erp|erp.example.com`; raise ValueError for any other."""
    return tuple(_read_target(entry) for entry in entries)


def _read_target(entry: str) -> IdentityTarget:
    pair = _PAIR.fullmatch(entry)
    host = pair["host"].lower() if pair else ""
    audience = pair["audience"].strip() if pair else ""
    port = int(pair["port"]) if pair and pair["port"] else HTTPS_PORT
    fits = _HOST.fullmatch(host) and not audience_fault(audience) and 0 < port < 65_536
    if not fits or (host.startswith("*.") and not _is_below(host[2:], WHOLE_CLOUDS)):
        raise ValueError("no pair of audience and host")
    return IdentityTarget(audience=audience, host=host, port=port)


def _is_below(name: str, ends: Iterable[str]) -> bool:
    return any(name == end or name.endswith(f".{end}") for end in ends)


def _bare(audience: str) -> str:
    """A slash at the end makes no other audience."""
    return audience.rstrip("/")
