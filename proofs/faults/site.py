"""What a scenario is played on: storage, a receiver, and one or two hosts of the app."""

import json
import random
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from azure.data.tables import TableServiceClient

from local.dev.azurite import Azurite, free_ports
from local.dev.node import ensure_azurite
from proofs.faults.checker import Run
from proofs.faults.processes import Server, a_receiver
from shared.storage.azure_table import TABLE
from shared.storage.row_keys import RowRange, due_range

LONG_ENOUGH: Final = timedelta(minutes=10)  # after the last scenario's end only housekeeping is due
SET_ASIDE: Final = ("x", "y")


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """Storage and receiver, which several scenarios may share, one after another."""

    azurite: Azurite
    receiver: Server
    calls: Path
    folder: Path

    def runs(self) -> list[Run]:
        """Return what the receiver got."""
        lines = self.calls.read_text(encoding="utf-8").splitlines()
        return [_run(json.loads(line)) for line in lines]

    def open_tickets(self) -> int:
        """Return how many tickets are due soon or set aside: at none, nothing is left to happen."""
        return self._rows(due_range(now() + LONG_ENOUGH)) + self._rows(SET_ASIDE)

    def _rows(self, rows: RowRange) -> int:
        first, end = rows
        with TableServiceClient.from_connection_string(self.azurite.connection_string) as service:
            found = service.get_table_client(TABLE).query_entities(
                "RowKey ge @first and RowKey lt @end", parameters={"first": first, "end": end}
            )
            return sum(1 for _ in found)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """What a disturbance may lay its hands on."""

    site: Site
    hosts: list[Server]
    chance: random.Random
    until: datetime

    def pause(self, shortest: float, longest: float) -> bool:
        """Wait for a time between the two, in seconds; say whether there is still time to disturb."""
        time.sleep(self.chance.uniform(shortest, longest))
        return now() < self.until


@contextmanager
def a_site(folder: Path) -> Iterator[Site]:
    """An Azurite and a receiver of a scenario's own, ended in the end."""
    with ExitStack() as stack:
        azurite = Azurite(ensure_azurite(), folder / "azurite", free_ports())
        stack.callback(azurite.stop)
        azurite.start()
        calls = folder / "calls.jsonl"
        receiver = a_receiver(folder / "receiver.log", calls)
        stack.callback(receiver.stop)
        receiver.start()
        receiver.wait_until_it_listens()
        yield Site(azurite=azurite, receiver=receiver, calls=calls, folder=folder)


def now() -> datetime:
    return datetime.now(UTC)


def _run(call: dict[str, str]) -> Run:
    expected = datetime.fromisoformat(call["expected"]).replace(tzinfo=UTC)
    return Run(path=call["path"], expected=expected, at=datetime.fromisoformat(call["at"]))
