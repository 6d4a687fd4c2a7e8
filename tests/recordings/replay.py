"""Recorded requests through the HTTP function, over a table in memory and with the recorded clock."""

import json
from collections.abc import Sequence

from shared.domain.changes import Insert
from shared.domain.collection import JobCollection
from shared.domain.history import HistoryEntry
from shared.domain.job import Job
from shared.storage.vault import EncryptionKey, KeyedVault
from tests.functions.calls import an_app, call
from tests.recordings.comparison import Answer
from tests.recordings.sessions import Pair
from tests.world import World

ENCRYPTION_KEYS = (EncryptionKey("test", bytes(range(32))),)


class Replay:
    """An app of its own, in which nothing runs: only requests are answered."""

    def __init__(self) -> None:
        self._world = World(vault=lambda job: KeyedVault(ENCRYPTION_KEYS, job))
        self._app = an_app(self._world)

    def take_for_granted(self, rows: Sequence[JobCollection | Job | HistoryEntry]) -> None:
        for row in rows:
            assert self._world.store.commit([Insert(row)]) is not None

    def ask(self, pair: Pair) -> Answer:
        self._world.now = pair.date
        response = call(self._app, pair.method, pair.path, pair.sent, params=pair.params)
        body = response.get_body()
        return Answer(response.status_code, dict(response.headers), json.loads(body) if body else None)
