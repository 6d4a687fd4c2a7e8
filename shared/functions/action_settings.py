"""The settings of actions: where they may go, through which proxy, and the host names of their cloud."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from shared.actions.http.request import TIME_LIMIT, HttpSettings
from shared.actions.service_bus.bus import ServiceBusSettings
from shared.actions.storage_queue import QueueSettings
from shared.domain.acting import Suffixes
from shared.domain.errors import Faults
from shared.domain.identity import NO_IDENTITY, IdentityRules, IdentityTarget, read_identity_targets
from shared.domain.outbound import PUBLIC_ONLY, Outbound, read_outbound

PUBLIC_AUTHORITY: Final = "https://login.microsoftonline.com"

_HOST_NAME: Final = re.compile(r"[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+")
_HOST_AND_PORT: Final = re.compile(r"[A-Za-z0-9.-]+:[0-9]{1,5}")
_SECONDS: Final = re.compile(r"[1-9]|[1-5][0-9]")
_CLIENT_ID: Final = re.compile(r"[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")
_OF_THE_APP: Final = ("AzureWebJobsStorage__clientId", "AZURE_CLIENT_ID")
_OFF: Final = ("", "0", "false")
_ON: Final = ("1", "true")


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionSettings:
    authority: str = PUBLIC_AUTHORITY
    http: HttpSettings = field(default_factory=HttpSettings)
    queues: QueueSettings = field(default_factory=QueueSettings)
    bus: ServiceBusSettings = field(default_factory=ServiceBusSettings)
    identity: IdentityRules = NO_IDENTITY

    @property
    def suffixes(self) -> Suffixes:
        return Suffixes(storage=self.queues.suffix, service_bus=self.bus.suffix)


def read_action_settings(environment: Mapping[str, str], faults: Faults) -> ActionSettings:
    outbound = _read_outbound(environment, faults)
    use_proxy = read_switch(environment, "SCHEDULER_USE_PROXY", faults)
    envelope = read_switch(environment, "SCHEDULER_STORAGE_QUEUE_ENVELOPE", faults, default=True)
    ca_file = _read_file(environment, "SCHEDULER_CA_FILE", faults)
    return ActionSettings(
        authority=_read_address(environment, "SCHEDULER_AUTHORITY", ("https",), faults) or PUBLIC_AUTHORITY,
        http=HttpSettings(
            outbound=outbound,
            use_proxy=use_proxy,
            ca_file=ca_file,
            time_limit=_read_time_limit(environment, faults),
        ),
        queues=QueueSettings(
            suffix=_read_suffix(environment, "SCHEDULER_STORAGE_SUFFIX", "core.windows.net", faults),
            emulator=_read_address(environment, "SCHEDULER_STORAGE_EMULATOR", ("http", "https"), faults),
            envelope=envelope,
            use_proxy=use_proxy,
            ca_file=ca_file,
        ),
        bus=_read_service_bus(environment, faults),
        identity=_read_identity(environment, faults),
    )


def _read_identity(environment: Mapping[str, str], faults: Faults) -> IdentityRules:
    """Read the identity for actions. It must be another than the app's own, which may read all jobs."""
    name = "SCHEDULER_ACTION_IDENTITY"
    client_id = environment.get(name, "").strip()
    fits = not client_id or _CLIENT_ID.fullmatch(client_id) is not None
    faults.check(fits, name, "must be the client id of a user-assigned managed identity")
    for own in _OF_THE_APP:
        same = bool(client_id) and client_id.lower() == environment.get(own, "").strip().lower()
        faults.check(not same, name, f"must not be the app's own identity, which {own} names")
    return IdentityRules(client_id=client_id, targets=_read_identity_targets(environment, faults))


def _read_identity_targets(environment: Mapping[str, str], faults: Faults) -> tuple[IdentityTarget, ...]:
    name = "SCHEDULER_IDENTITY_TARGETS"
    entries = [entry.strip() for entry in environment.get(name, "").split(",")]
    try:
        return read_identity_targets([entry for entry in entries if entry])
    except ValueError:
        rule = "must be pairs of audience and host, such as https://vault.azure.net|*.vault.azure.net"
        faults.add(name, f"{rule}; '*.' may stand only before names of Azure's own services")
        return ()


def read_switch(environment: Mapping[str, str], name: str, faults: Faults, *, default: bool = False) -> bool:
    text = environment.get(name, "").strip().lower()
    if not text:
        return default
    faults.check(text in (*_OFF, *_ON), name, "must be 1 or 0")
    return text in _ON


def _read_time_limit(environment: Mapping[str, str], faults: Faults) -> float:
    """Proofs with silent targets cannot wait for a minute: they, and nobody else, set this."""
    name = "SCHEDULER_SHORT_ACTIONS"
    text = environment.get(name, "").strip()
    if not text:
        return TIME_LIMIT
    fits = _SECONDS.fullmatch(text) is not None
    faults.check(fits, name, f"must be a whole number of seconds, shorter than {TIME_LIMIT:.0f}")
    return float(text) if fits else TIME_LIMIT


def _read_suffix(environment: Mapping[str, str], name: str, default: str, faults: Faults) -> str:
    """Read the end that the host names of a cloud have."""
    text = environment.get(name, "").strip() or default
    fits = _HOST_NAME.fullmatch(text) is not None
    faults.check(fits, name, f"must be the end of a host name, such as {default}")
    return text


def _read_outbound(environment: Mapping[str, str], faults: Faults) -> Outbound:
    name = "SCHEDULER_ALLOWED_TARGETS"
    entries = [entry.strip() for entry in environment.get(name, "").split(",")]
    try:
        return read_outbound([entry for entry in entries if entry])
    except ValueError:
        faults.add(name, "must be networks, addresses and host names, such as 10.1.0.0/16,intranet.example")
        return PUBLIC_ONLY


def _read_service_bus(environment: Mapping[str, str], faults: Faults) -> ServiceBusSettings:
    name = "SCHEDULER_SERVICE_BUS_EMULATOR"
    emulator = environment.get(name, "").strip()
    fits = not emulator or _HOST_AND_PORT.fullmatch(emulator) is not None
    faults.check(fits, name, "must be a host and a port, such as 127.0.0.1:5672")
    return ServiceBusSettings(
        suffix=_read_suffix(environment, "SCHEDULER_SERVICE_BUS_SUFFIX", "servicebus.windows.net", faults),
        websockets=read_switch(environment, "SCHEDULER_SERVICE_BUS_WEBSOCKETS", faults),
        emulator=emulator,
    )


def _read_address(environment: Mapping[str, str], name: str, schemes: tuple[str, ...], faults: Faults) -> str:
    text = environment.get(name, "").strip().rstrip("/")
    parts = urlsplit(text) if text.isprintable() else urlsplit("")
    fits = not text or (parts.scheme in schemes and bool(parts.hostname) and not parts.query)
    faults.check(fits, name, f"must be an address with scheme {' or '.join(schemes)}")
    return text


def _read_file(environment: Mapping[str, str], name: str, faults: Faults) -> str | None:
    text = environment.get(name, "").strip()
    faults.check(not text or Path(text).is_file(), name, "is no file that can be read")
    return text or None
