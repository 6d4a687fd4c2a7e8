"""Tables as earlier versions of the app wrote them, with their keys and with what was answered then."""

import base64
import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from shared.domain.job import Job
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.secret import Secret
from shared.functions.action_settings import ActionSettings
from shared.functions.wiring import App
from shared.storage.dispatch_queue import read_dispatch
from shared.storage.memory_table import MemoryTable
from shared.storage.store import Store
from shared.storage.table import InsertRow, Table
from shared.storage.vault import EncryptionKey, KeyedVault
from tests.functions.calls import an_app, call, content
from tests.functions.identity.places import RULES
from tests.world import World

SUBSCRIPTION: Final = "11111111-2222-3333-4444-555555555555"
BASE: Final = (
    f"subscriptions/{SUBSCRIPTION}/resourceGroups/Retired Jobs/providers/Microsoft.Scheduler/jobCollections"
)
_FOLDER: Final = Path(__file__).parent.parent / "data" / "stored"


@dataclass(frozen=True)
class Stored:
    at: datetime
    shards: int
    keys: tuple[EncryptionKey, ...]
    rows: list[dict[str, Any]]
    messages: list[dict[str, str]]
    answers: dict[str, Any]


@cache
def stored(version: str) -> Stored:
    dump = json.loads((_FOLDER / f"{version}.json").read_text(encoding="utf-8"))
    keys = dump["encryptionKeys"].items()
    return Stored(
        at=datetime.fromisoformat(dump["at"]),
        shards=dump["shards"],
        keys=tuple(EncryptionKey(name, base64.b64decode(value)) for name, value in keys),
        rows=dump["rows"],
        messages=dump["messages"],
        answers=dump["answers"],
    )


@dataclass
class Upgraded(World):
    """The app of today over a table and a queue that an earlier version left behind."""

    table: Table = field(default_factory=MemoryTable)
    version: str = "0.1.0"

    def __post_init__(self) -> None:
        left = stored(self.version)
        self.now = left.at
        self.vault = lambda job: KeyedVault(left.keys, job)
        super().__post_init__()
        for message in left.messages:
            visible = datetime.fromisoformat(message["visible"])
            self.queue.messages.append((visible, read_dispatch(message["text"])))
        _load(self.table, left.rows)

    def _new_store(self) -> Store:
        return Store(self.table, shards=stored(self.version).shards)

    @property
    def app(self) -> App:
        return an_app(self, shards=self.store.shards, actions=ActionSettings(identity=RULES))

    def job_named(self, collection: str, name: str) -> Job:
        return self.job(JobKey(collection=self.collection_key(collection), name=name))

    def collection_key(self, name: str) -> CollectionKey:
        return CollectionKey(subscription=SUBSCRIPTION, resource_group="Retired Jobs", name=name)

    def secrets(self, owner: JobKey | CollectionKey, sealed: Iterable[tuple[Secret, str]]) -> list[str]:
        """Return the secrets of a job or collection, opened."""
        vault = KeyedVault(stored(self.version).keys, owner)
        opened = [vault.open(secret, target) for secret, target in sealed]
        return ["a PFX file" if len(text) > 500 else text for text in opened]

    def jobs_of(self, collection: str) -> dict[str, dict[str, Any]]:
        """Return what a list of the latest version says of the jobs of a collection, by name."""
        path = f"{BASE}/{collection}/jobs"
        found = content(call(self.app, "GET", path, params={"api-version": "2026-11-01"}))["value"]
        return {one["name"].partition("/")[2]: one for one in found}


def _load(table: Table, rows: list[dict[str, Any]]) -> None:
    for partition, found in groupby(rows, key=lambda row: str(row["PartitionKey"])):
        inserts = [InsertRow(row=row["RowKey"], fields=_fields(row)) for row in found]
        for first in range(0, len(inserts), 100):
            assert table.transact(partition, inserts[first : first + 100]) is not None


def _fields(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in ("PartitionKey", "RowKey")}
