"""The app's settings, read once from the environment; each fault names its setting, never its value."""

import base64
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Final

from shared.actions.service_bus import ServiceBusSettings
from shared.domain.errors import Faults, Invalid, NotConfigured
from shared.domain.ticket import MOST_IN_A_PACK
from shared.flow.ports import Pace
from shared.functions import ncrontab
from shared.storage.account import StorageAccount
from shared.storage.vault import KEY_SIZE, EncryptionKey

SHORTEST_KEY: Final = 32
STORAGE: Final = "AzureWebJobsStorage"
ENCRYPTION_KEYS: Final = "SCHEDULER_ENCRYPTION_KEYS"

_UNRESOLVED: Final = "@Microsoft.KeyVault("  # the text itself, which anyone may guess, is what arrives then
_PACKS_AT_ONCE: Final = 16
"""As many messages as host.json lets one process work on: batchSize and newBatchThreshold."""
_SCANS_LOOKED_AT: Final = 100  # enough to meet the longest pause of a schedule that changes within the hour
_NO: Final = ("", "0", "false")
_YES: Final = ("1", "true")
_HOST: Final = re.compile(r"[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*")
_HOST_AND_PORT: Final = re.compile(rf"{_HOST.pattern}:[0-9]{{1,5}}")
_SOME_SUNDAY: Final = datetime(2026, 2, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    storage: StorageAccount
    shards: int
    pace: Pace
    concurrency: int
    """How many actions one process carries out side by side: never fewer than its packs may ask for."""
    keys: tuple[str, ...] = field(repr=False)
    read_keys: tuple[str, ...] = field(repr=False)
    encryption_keys: tuple[EncryptionKey, ...] = field(repr=False)
    open_loopback: bool
    service_bus: ServiceBusSettings = field(default_factory=ServiceBusSettings)


def read_settings(environment: Mapping[str, str]) -> Settings:
    """Return the settings, or raise NotConfigured with all that is wrong with them."""
    faults = Faults()
    storage = _read_storage(environment, faults)
    shards = _read_number(environment, "SCHEDULER_SHARDS", 16, range(1, 257), faults)
    most = _PACKS_AT_ONCE * MOST_IN_A_PACK
    concurrency = _read_number(
        environment, "SCHEDULER_CONCURRENCY", most, range(_PACKS_AT_ONCE, most + 1), faults
    )
    pace = replace(_read_pace(environment, faults), pack=concurrency // _PACKS_AT_ONCE)
    keys, read_keys = (
        _read_keys(environment, name, faults) for name in ("SCHEDULER_KEYS", "SCHEDULER_READ_KEYS")
    )
    encryption_keys = _read_encryption_keys(environment, faults)
    service_bus = _read_service_bus(environment, faults)
    try:
        faults.raise_any()
    except Invalid as exc:
        raise NotConfigured(f"Settings are wrong: {exc}.") from exc
    return Settings(
        storage=storage,
        shards=shards,
        pace=pace,
        concurrency=concurrency,
        keys=keys,
        read_keys=read_keys,
        encryption_keys=encryption_keys,
        open_loopback=environment.get("SCHEDULER_OPEN_LOOPBACK", "") not in _NO,
        service_bus=service_bus,
    )


def _read_storage(environment: Mapping[str, str], faults: Faults) -> StorageAccount:
    """Read what the host reads: a connection string, else addresses or an account name for an identity."""
    account = environment.get(f"{STORAGE}__accountName", "")
    tables, queues = (
        environment.get(f"{STORAGE}__{part}ServiceUri", "")
        or (f"https://{account}.{part}.core.windows.net" if account else "")
        for part in ("table", "queue")
    )
    storage = StorageAccount(
        connection_string=environment.get(STORAGE, ""),
        table_uri=tables,
        queue_uri=queues,
        managed_identity=environment.get(f"{STORAGE}__credential", "").lower() == "managedidentity",
        client_id=environment.get(f"{STORAGE}__clientId", ""),
    )
    if storage.connection_string or (tables and queues):
        _check_usable(storage, faults)
    else:
        faults.add(
            STORAGE,
            f"is not set, and neither is {STORAGE}__accountName or both {STORAGE}__tableServiceUri and "
            f"{STORAGE}__queueServiceUri",
        )
    return storage


def _check_usable(storage: StorageAccount, faults: Faults) -> None:
    by_identity = not storage.connection_string
    for make_client, part in ((storage.tables, "table"), (storage.queues, "queue")):
        setting = f"{STORAGE}__{part}ServiceUri" if by_identity else STORAGE
        try:
            make_client().close()
        except ValueError:
            rule = (
                "is not an https address"
                if by_identity
                else f"is not a connection string with a {part} service"
            )
            faults.add(setting, rule)


def _read_service_bus(environment: Mapping[str, str], faults: Faults) -> ServiceBusSettings:
    suffix, websockets, emulator = (
        environment.get(f"SCHEDULER_SERVICE_BUS_{name}", "").strip()
        for name in ("SUFFIX", "WEBSOCKETS", "EMULATOR")
    )
    known_flag = websockets.lower() in (*_NO, *_YES)
    faults.check(known_flag, "SCHEDULER_SERVICE_BUS_WEBSOCKETS", "must be true or false")
    usable = not suffix or _HOST.fullmatch(suffix) is not None
    faults.check(
        usable, "SCHEDULER_SERVICE_BUS_SUFFIX", "must be a host name, such as servicebus.windows.net"
    )
    usable = not emulator or _HOST_AND_PORT.fullmatch(emulator) is not None
    faults.check(
        usable, "SCHEDULER_SERVICE_BUS_EMULATOR", "must be a host and a port, such as 127.0.0.1:5672"
    )
    return ServiceBusSettings(
        suffix=suffix or ServiceBusSettings().suffix,
        websockets=websockets.lower() in _YES,
        emulator=emulator,
    )


def _read_pace(environment: Mapping[str, str], faults: Faults) -> Pace:
    horizon = _read_number(environment, "SCHEDULER_HORIZON_SECONDS", 120, range(2, 3_601), faults)
    lease = _read_number(environment, "SCHEDULER_LEASE_SECONDS", 150, range(1, 3_601), faults)
    between_scans = _read_longest_pause(environment, faults)
    faults.check(
        timedelta(seconds=horizon) >= 2 * between_scans,
        "SCHEDULER_HORIZON_SECONDS",
        "must be at least twice the longest time between two scans (SCAN_SCHEDULE)",
    )
    return Pace(horizon=timedelta(seconds=horizon), near=2 * between_scans, lease=timedelta(seconds=lease))


def _read_longest_pause(environment: Mapping[str, str], faults: Faults) -> timedelta:
    try:
        schedule = ncrontab.parse(environment.get("SCAN_SCHEDULE", ""))
    except ValueError:
        faults.add(
            "SCAN_SCHEDULE", "must be an NCRONTAB expression: second minute hour day month day-of-week"
        )
        return timedelta()
    longest, last = timedelta(), schedule.next(_SOME_SUNDAY)
    for _ in range(_SCANS_LOOKED_AT):
        following = schedule.next(last)
        longest, last = max(longest, following - last), following
    return longest


def _read_keys(environment: Mapping[str, str], setting: str, faults: Faults) -> tuple[str, ...]:
    """Read `name=key,name=key`: several at once, so that they can be rotated."""
    keys = _read_named(environment, setting, faults)
    for _, key in keys:
        long_enough = len(key) >= SHORTEST_KEY
        faults.check(long_enough, setting, f"has a key shorter than {SHORTEST_KEY} characters")
    return tuple(key for _, key in keys)


def _read_encryption_keys(environment: Mapping[str, str], faults: Faults) -> tuple[EncryptionKey, ...]:
    """The first seals, all of them open."""
    keys = []
    for name, text in _read_named(environment, ENCRYPTION_KEYS, faults):
        value = _read_base64(text)
        fits = len(value) == KEY_SIZE and ":" not in name
        faults.check(fits, ENCRYPTION_KEYS, f"must read name=KEY, where KEY is {KEY_SIZE} bytes in Base64")
        keys.append(EncryptionKey(name, value))
    return tuple(keys)


def _read_named(environment: Mapping[str, str], setting: str, faults: Faults) -> list[tuple[str, str]]:
    named: list[tuple[str, str]] = []
    if environment.get(setting, "").startswith(_UNRESOLVED):
        faults.add(setting, "is a reference to a Key Vault that was not resolved: may the app read it?")
        return named
    for entry in filter(None, environment.get(setting, "").split(",")):
        name, _, value = entry.strip().partition("=")
        faults.check(bool(name and value), setting, "must read name=key,name=key")
        if name and value:
            named.append((name, value))
    return named


def _read_base64(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except ValueError:
        return b""


def _read_number(
    environment: Mapping[str, str], name: str, default: int, allowed: range, faults: Faults
) -> int:
    text = environment.get(name, "").strip()
    if not text:
        return default
    if len(text) < 10 and text.isascii() and text.isdigit() and int(text) in allowed:
        return int(text)
    faults.add(name, f"must be a whole number from {allowed.start} to {allowed.stop - 1}")
    return default
