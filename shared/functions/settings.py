"""The app's settings, read once from the environment; each fault names its setting, never its value."""

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Final

from shared.domain.callers import EVERYTHING, Scope
from shared.domain.disabled import SCHEDULER, THIS_MACHINE
from shared.domain.errors import Faults, Invalid, NotConfigured
from shared.flow.ports import Pace
from shared.flow.traffic import MOST_ACTIONS
from shared.functions import ncrontab
from shared.functions.action_settings import ActionSettings, read_action_settings, read_switch
from shared.functions.entra.settings import EntraSettings, check_key_names, read_entra_settings
from shared.functions.key_scopes import check_scopes, read_scopes
from shared.functions.setting_warnings import Asked, read_threads, read_warnings
from shared.storage.account import StorageAccount
from shared.storage.vault import KEY_SIZE, EncryptionKey

SHORTEST_KEY: Final = 32
STORAGE: Final = "AzureWebJobsStorage"
ENCRYPTION_KEYS: Final = "SCHEDULER_ENCRYPTION_KEYS"

PACKS_AT_ONCE: Final = 232
"""As many messages as host.json lets one process work on: batchSize and newBatchThreshold.
A message that waits for a slow action is one of hundreds."""
FEWEST_ACTIONS: Final = 16
"""A quarter of them, which one remote side may hold, is still some."""
SPARE_THREADS: Final = 16
"""For requests and the timer, while messages take all the threads they may."""
SHORTEST_LEASE: Final = 90
"""Seconds: an action takes up to 60, and one that is taken over while it runs is done twice."""

_UNRESOLVED: Final = "@microsoft.keyvault("  # how a reference that failed arrives; anyone may guess it
_MOST_CONNECTIONS: Final = 1_000
_SCANS_LOOKED_AT: Final = 100  # enough to meet the longest pause of a schedule that changes within the hour
_SOME_SUNDAY: Final = datetime(2026, 2, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class AccessKey:
    """A key that callers send, and the name that tells whose it is."""

    name: str
    value: str = field(repr=False)
    scope: Scope = EVERYTHING


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    storage: StorageAccount
    shards: int
    pace: Pace
    concurrency: int
    """How many actions one process carries out side by side."""
    keys: tuple[AccessKey, ...] = field(repr=False)
    read_keys: tuple[AccessKey, ...] = field(repr=False)
    encryption_keys: tuple[EncryptionKey, ...] = field(repr=False)
    open_loopback: bool
    public_health: bool = False
    """Whether anyone may ask if a job fails."""
    actions: ActionSettings = field(default_factory=ActionSettings)
    entra: EntraSettings | None = None
    """Whose tokens are accepted beside keys; None if nobody's."""
    warnings: tuple[str, ...] = ()
    """What is odd but stops nothing, a sentence each."""


def read_settings(values: Mapping[str, str]) -> Settings:
    """Return the settings, or raise NotConfigured with all that is wrong with them."""
    faults, environment = Faults(), Asked(values)
    _check_resolved(values, faults)
    storage = _read_storage(environment, faults)
    shards = _read_number(environment, "SCHEDULER_SHARDS", 16, range(1, 257), faults)
    concurrency = _read_number(
        environment, "SCHEDULER_CONCURRENCY", MOST_ACTIONS, range(FEWEST_ACTIONS, MOST_ACTIONS + 1), faults
    )
    pace = _read_pace(environment, faults)
    keys, read_keys = _read_keys(environment, faults)
    encryption_keys = _read_encryption_keys(environment, faults)
    open_loopback = environment.get("SCHEDULER_OPEN_LOOPBACK", "") not in ("", "0", "false")
    public_health = read_switch(environment, "SCHEDULER_PUBLIC_HEALTH", faults)
    actions = read_action_settings(environment, faults)
    entra = read_entra_settings(environment, actions.authority, faults)
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
        open_loopback=open_loopback,
        public_health=public_health,
        actions=actions,
        entra=entra,
        warnings=read_warnings(environment, threads=PACKS_AT_ONCE + SPARE_THREADS),
    )


def _check_resolved(values: Mapping[str, str], faults: Faults) -> None:
    for name in sorted(values):
        if name.startswith(("SCHEDULER_", STORAGE)) and _is_unresolved(values[name]):
            faults.add(name, "is a reference to a Key Vault that was not resolved: may the app read it?")


def _is_unresolved(text: str) -> bool:
    return _UNRESOLVED in text.lower()


def _read_storage(environment: Mapping[str, str], faults: Faults) -> StorageAccount:
    """Read what the host reads: a connection string, or else addresses or an account name for an identity."""
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
        threads=min(read_threads(environment) or PACKS_AT_ONCE + SPARE_THREADS, _MOST_CONNECTIONS),
    )
    if storage.connection_string or (tables and queues):
        if not _is_unresolved(storage.connection_string):
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


def _read_pace(environment: Mapping[str, str], faults: Faults) -> Pace:
    horizon = _read_number(environment, "SCHEDULER_HORIZON_SECONDS", 120, range(2, 3_601), faults)
    lease = _read_lease(environment, faults)
    between_scans = _read_longest_pause(environment, faults)
    faults.check(
        timedelta(seconds=horizon) >= 2 * between_scans,
        "SCHEDULER_HORIZON_SECONDS",
        "must be at least twice the longest time between two scans (SCAN_SCHEDULE)",
    )
    return Pace(horizon=timedelta(seconds=horizon), near=2 * between_scans, lease=timedelta(seconds=lease))


def _read_lease(environment: Mapping[str, str], faults: Faults) -> int:
    """Read the lease. Tests of faults alone set SCHEDULER_SHORT_LEASES: they cannot wait for a full one."""
    shortest = 1 if environment.get("SCHEDULER_SHORT_LEASES", "") == "1" else SHORTEST_LEASE
    return _read_number(environment, "SCHEDULER_LEASE_SECONDS", 150, range(shortest, 3_601), faults)


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


def _read_keys(
    environment: Mapping[str, str], faults: Faults
) -> tuple[tuple[AccessKey, ...], tuple[AccessKey, ...]]:
    """Read the keys to write and the keys to read: `name=key,name@scope=key`. Several allow a rotation."""
    scoped = {
        name: read_scopes(name, _read_named(environment, name, faults), faults)
        for name in ("SCHEDULER_KEYS", "SCHEDULER_READ_KEYS")
    }
    check_scopes(scoped, faults)
    named = {setting: [(name, key) for name, key, _ in keys] for setting, keys in scoped.items()}
    _check_names(named, faults)
    for setting, entries in named.items():
        taken = sorted({THIS_MACHINE, SCHEDULER} & {name for name, _ in entries})
        faults.check(not taken, setting, f"has a key called '{''.join(taken[:1])}', which means another")
        check_key_names(setting, (name for name, _ in entries), faults)
        long_enough = all(len(key) >= SHORTEST_KEY for _, key in entries)
        faults.check(long_enough, setting, f"has a key shorter than {SHORTEST_KEY} characters")
    writing, reading = (tuple(AccessKey(*entry) for entry in entries) for entries in scoped.values())
    return writing, reading


def _read_encryption_keys(environment: Mapping[str, str], faults: Faults) -> tuple[EncryptionKey, ...]:
    """Read the keys: the first one seals, every one opens."""
    named = _read_named(environment, ENCRYPTION_KEYS, faults)
    _check_names({ENCRYPTION_KEYS: named}, faults)
    keys = [EncryptionKey(name, _read_base64(text)) for name, text in named]
    for key in keys:
        fits = len(key.value) == KEY_SIZE and ":" not in key.name
        faults.check(fits, ENCRYPTION_KEYS, f"must read name=KEY, where KEY is {KEY_SIZE} bytes in Base64")
        faults.check(len(set(key.value)) != 1, ENCRYPTION_KEYS, "has a key that is one byte, repeated")
    return tuple(keys)


def _check_names(named: Mapping[str, Sequence[tuple[str, str]]], faults: Faults) -> None:
    """Refuse names that are alike: people tell keys apart by name, and a sealed value finds its key by it."""
    seen: set[str] = set()
    for setting, entries in named.items():
        names = {name for name, _ in entries}
        alone = len(names) == len(entries) and not names & seen
        faults.check(alone, setting, "has a name that another key has, too: each key needs a name of its own")
        seen |= names


def _read_named(environment: Mapping[str, str], setting: str, faults: Faults) -> list[tuple[str, str]]:
    named: list[tuple[str, str]] = []
    text = environment.get(setting, "")
    for entry in [] if _is_unresolved(text) else filter(None, text.split(",")):
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
