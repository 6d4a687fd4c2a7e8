"""The settings of callers by Entra ID. Without a tenant and an audience there are no such callers."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from shared.domain.callers import IDENTITIES
from shared.domain.errors import Faults

TENANT: Final = "SCHEDULER_ENTRA_TENANT"
AUDIENCE: Final = "SCHEDULER_ENTRA_AUDIENCE"
PORTAL_CLIENT: Final = "SCHEDULER_ENTRA_PORTAL_CLIENT"

GUID: Final = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.ASCII)

_ORIGIN: Final = re.compile(r"https://[A-Za-z0-9.-]+(:[0-9]{1,5})?", re.ASCII)
_AUDIENCE: Final = re.compile(r"(api|https)://[A-Za-z0-9._~/:@-]+", re.ASCII)
_LONGEST_AUDIENCE: Final = 255
_AZURES_HOSTS: Final = (
    *("azure.com", "azure.net", "windows.net", "microsoft.com", "microsoftonline.com", "office.com"),
    *("sharepoint.com", "dynamics.com", "visualstudio.com", "powerbi.com", "office365.com"),
    *("azure.cn", "chinacloudapi.cn", "microsoftonline.cn", "azure.us", "usgovcloudapi.net"),
    *("microsoft.us", "microsoftonline.us", "office365.us", "cloudapi.de", "microsoftazure.de"),
)
"""Where Azure's own services live, in every cloud. Nobody else can register an audience there."""
_AZURES_IDS: Final = (
    "797f4846-ba00-4fd7-ba43-dac1f8f63013",  # Azure Resource Manager
    "00000003-0000-0000-c000-000000000000",  # Microsoft Graph
    "00000002-0000-0000-c000-000000000000",  # the Graph before it
    "cfa8b339-82a2-471a-a3c9-0fc0be7a4093",  # Key Vault
    "e406a681-f3d4-42a8-90b6-c2b029497af1",  # Storage
    "80a10ef9-8168-493d-abf9-3297c4ef6e3c",  # Service Bus
    "azureadtokenexchange",
)
_V1_ISSUERS: Final = {
    "https://login.chinacloudapi.cn": "https://sts.chinacloudapi.cn",
    "https://login.partner.microsoftonline.cn": "https://sts.chinacloudapi.cn",
}
"""By authority, where it is not that of the other clouds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntraSettings:
    authority: str
    """Where callers sign in, such as `https://login.microsoftonline.com`."""
    tenant: str
    audience: str
    portal_client: str = ""
    """The app registration of the portal; empty if the portal does not sign in."""

    @property
    def issuers(self) -> tuple[str, str]:
        """How tokens of either version name the tenant that has issued them."""
        first = _V1_ISSUERS.get(self.authority, "https://sts.windows.net")
        return f"{first}/{self.tenant}/", f"{self.authority}/{self.tenant}/v2.0"

    @property
    def keys_uri(self) -> str:
        return f"{self.authority}/{self.tenant}/discovery/v2.0/keys"

    @property
    def scope(self) -> str:
        return f"{self.audience}/.default"


def read_entra_settings(
    environment: Mapping[str, str], authority: str, faults: Faults
) -> EntraSettings | None:
    """Return the settings, or None if there are to be no callers by Entra ID."""
    tenant, audience, client = (
        environment.get(name, "").strip() for name in (TENANT, AUDIENCE, PORTAL_CLIENT)
    )
    if not (tenant or audience or client):
        return None
    faults.check(bool(GUID.fullmatch(tenant.lower())), TENANT, "must be the id of a tenant, a GUID")
    _check_audience(audience, faults)
    fits = not client or GUID.fullmatch(client.lower()) is not None
    faults.check(fits, PORTAL_CLIENT, "must be the id of an app registration, a GUID")
    fits = _ORIGIN.fullmatch(authority) is not None
    faults.check(
        fits, "SCHEDULER_AUTHORITY", "must be https and a host, without a path: callers sign in there"
    )
    return EntraSettings(
        authority=authority.lower(), tenant=tenant.lower(), audience=audience, portal_client=client.lower()
    )


def check_key_names(setting: str, names: Iterable[str], faults: Faults) -> None:
    """Refuse a key that is called as an identity is: the audit tells them apart by name."""
    fits = not any(name.lower().startswith(IDENTITIES) for name in names)
    faults.check(fits, setting, f"has a key whose name begins like an identity's: {' or '.join(IDENTITIES)}")


def _check_audience(audience: str, faults: Faults) -> None:
    known = GUID.fullmatch(audience) or _AUDIENCE.fullmatch(audience)
    faults.check(
        known is not None and len(audience) <= _LONGEST_AUDIENCE,
        AUDIENCE,
        "must be the id of an app registration, or its Application ID URI: api://… or https://…",
    )
    faults.check(
        not _is_azures(audience),
        AUDIENCE,
        "is an audience of Azure's own: tokens for it open more than this app, and must not be sent here",
    )


def _is_azures(audience: str) -> bool:
    """Say whether one of Azure's own services is meant, however it is written."""
    try:
        host = (urlsplit(audience).hostname or "").rstrip(".")
    except ValueError:
        return False  # no address, which is another fault
    own = any(host == known or host.endswith(f".{known}") for known in _AZURES_HOSTS)
    return own or (host or audience.lower()) in _AZURES_IDS
