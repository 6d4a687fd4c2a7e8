"""Tables as earlier versions of the app wrote them, with their keys and with what was answered then."""

import base64
import json
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from shared.functions.wiring import App
from shared.storage.dispatch_queue import read_dispatch
from shared.storage.memory_table import MemoryTable
from shared.storage.store import Store
from shared.storage.table import InsertRow, Table
from shared.storage.vault import EncryptionKey, KeyedVault
from tests.functions.calls import an_app
from tests.world import World

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
        return an_app(self, shards=self.store.shards)


def _load(table: Table, rows: list[dict[str, Any]]) -> None:
    for partition, found in groupby(rows, key=lambda row: str(row["PartitionKey"])):
        inserts = [InsertRow(row=row["RowKey"], fields=_fields(row)) for row in found]
        for first in range(0, len(inserts), 100):
            assert table.transact(partition, inserts[first : first + 100]) is not None


def _fields(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in ("PartitionKey", "RowKey")}
