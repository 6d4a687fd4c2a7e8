"""The parts put together: settings, storage, actions and the clock."""

import logging
import os
import time
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache, partial
from typing import Final, Protocol
from uuid import uuid4

import requests

from shared.actions.http.request import Http
from shared.actions.http.tokens import Tokens
from shared.actions.identity import ActionIdentity
from shared.actions.kept import KeepingAdapter, Kept, keeping_pools
from shared.actions.runner import Runner
from shared.actions.service_bus.bus import ServiceBus
from shared.actions.storage_queue import StorageQueues
from shared.domain.errors import SchedulerError
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.readers import Readers
from shared.domain.secret import Secret
from shared.flow.places import Places
from shared.flow.ports import Ports
from shared.flow.traffic import PATIENCE, Traffic
from shared.functions.entra.identities import Identities
from shared.functions.entra.signing_keys import SigningKeys, fetch_keys
from shared.functions.reading_turns import ReadingTurns
from shared.functions.reads_of_caller import ReadsOfCaller
from shared.functions.remembered import Remembered
from shared.functions.settings import Settings, read_settings
from shared.functions.watch import Watch, no_job_fails, scans
from shared.storage.azure_table import AzureTable
from shared.storage.dispatch_queue import DispatchQueue
from shared.storage.store import Store
from shared.storage.vault import KeyedVault

SHARDS_SIDE_BY_SIDE: Final = 8
"""Each call takes some 15 ms on Azure: sixteen one after another would make a scan slow."""

log = logging.getLogger(__name__)

_READERS: Final = 32  # threads, made as they are needed


class Health(Protocol):
    def __call__(self) -> None:
        """Raise NotConfigured or StorageUnavailable unless work can be done now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Healthy:
    """Why no work can be done, or None; and whether some secrets cannot be opened."""

    problem: SchedulerError | None = None
    shut: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class App:
    settings: Settings
    ports: Ports
    check: Health
    identities: Identities | None = None
    """Knows callers by Entra ID; None where only keys count."""
    scan_watch: Watch = field(default_factory=lambda: Watch("whether the app scans", scans))
    jobs_watch: Watch = field(default_factory=lambda: Watch("whether a job fails", no_job_fails))
    healthy: Remembered[Healthy] = field(default_factory=Remembered)
    reading_turns: ReadingTurns = field(default_factory=ReadingTurns)
    """Who reads over all jobs, and who waits for that."""
    reads_of_caller: ReadsOfCaller = field(default_factory=ReadsOfCaller)


@cache
def wiring() -> App:
    """Return the app; raise NotConfigured while a setting is missing or wrong."""
    settings = read_settings(os.environ)
    for warning in settings.warnings:
        log.warning("%s", warning)
    table = AzureTable(settings.storage.tables())
    readers = ThreadPoolExecutor(_READERS, thread_name_prefix="read")
    store = Store(table, shards=settings.shards, readers=readers, shard_readers=shard_readers())
    queue = DispatchQueue(settings.storage.queues())

    def check() -> None:
        table.check()
        queue.check()
        store.check()

    ports = Ports(
        store=store,
        queue=queue,
        perform=runner(settings).perform,
        executor=ThreadPoolExecutor(settings.concurrency, thread_name_prefix="action"),
        clock=_now,
        wait=_sleep,
        new_id=lambda: uuid4().hex,
        pace=settings.pace,
        vault=lambda owner: KeyedVault(settings.encryption_keys, owner),
        traffic=Traffic(places=Places(settings.concurrency), patience=patience(settings)),
    )
    return App(settings=settings, ports=ports, check=check, identities=identities(settings, _now))


def shard_readers() -> dict[Readers, Executor]:
    return {one: ThreadPoolExecutor(SHARDS_SIDE_BY_SIDE, thread_name_prefix=one) for one in Readers}


def patience(settings: Settings) -> timedelta:
    """Return how long a pack waits for places: much shorter than an action that never ends holds its own."""
    return min(PATIENCE, timedelta(seconds=settings.actions.http.time_limit) / 2)


def identities(settings: Settings, clock: Callable[[], datetime]) -> Identities | None:
    """Return who knows callers by Entra ID, if the settings name a tenant."""
    entra, http = settings.entra, settings.actions.http
    if entra is None:
        return None
    fetch = partial(fetch_keys, entra.keys_uri, ca_file=http.ca_file, use_proxy=http.use_proxy)
    return Identities(entra, SigningKeys(fetch, clock), clock)


def runner(settings: Settings) -> Runner:
    """Return what carries out actions, within what the settings allow now."""
    actions, kept = settings.actions, Kept()

    def open_secret(owner: JobKey | CollectionKey, secret: Secret, target: str) -> str:
        return KeyedVault(settings.encryption_keys, owner).open(secret, target)

    def new_session() -> requests.Session:
        session = requests.Session()
        session.trust_env = actions.http.use_proxy
        session.verify = actions.http.ca_file or True
        session.mount("https://", KeepingAdapter(keeping_pools(kept)))
        return session

    return Runner(
        http=Http(actions.http, _now, kept=kept),
        queues=StorageQueues(actions.queues, kept),
        bus=ServiceBus(actions.bus),
        tokens=Tokens(actions.authority, new_session),
        identity=ActionIdentity(actions.identity, actions.suffixes),
        open_secret=open_secret,
    )


def _now() -> datetime:
    return datetime.now(UTC)


def _sleep(span: timedelta) -> None:
    time.sleep(span.total_seconds())
