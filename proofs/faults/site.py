"""What a scenario is played on: storage, a receiver, and one or two hosts of the app."""

import random
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from azure.data.tables import TableServiceClient

from local.dev.azurite import Azurite
from local.dev.terminal import Problem
from proofs.faults.checker import Run
from proofs.faults.patient_client import PatientClient
from proofs.faults.workload import PlannedJob
from proofs.harness.clock import now
from proofs.harness.processes import Server, running
from proofs.harness.receiver import ANOTHER_HOST, Call, Receiver
from proofs.harness.storage import an_azurite
from shared.domain.ticket import TicketKind
from shared.storage.azure_table import TABLE
from shared.storage.key_parts import RowRange
from shared.storage.row_keys import due_range

LONG_ENOUGH: Final = timedelta(minutes=10)  # after the last scenario's end only housekeeping is due
SET_ASIDE: Final = ("x", "y")


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """Storage and receivers, which several scenarios may share, one after another."""

    azurite: Azurite
    receiver: Receiver
    silent: Receiver
    """For calls that get no answer: another port is another target."""
    folder: Path

    def runs(self) -> list[Run]:
        """Return what the receivers got."""
        return [_run(call) for receiver in (self.receiver, self.silent) for call in receiver.calls()]

    def open_tickets(self) -> int:
        """Return how many tickets are due soon or set aside: at none, nothing is left to happen.

        The census comes again and again.
        """
        return self._rows(due_range(now() + LONG_ENOUGH)) + self._rows(SET_ASIDE)

    def _rows(self, rows: RowRange) -> int:
        first, end = rows
        with TableServiceClient.from_connection_string(self.azurite.connection_string) as service:
            entities = service.get_table_client(TABLE).query_entities(
                "RowKey ge @first and RowKey lt @end", parameters={"first": first, "end": end}
            )
            return sum(f"|{TicketKind.CENSUS}|" not in entity["RowKey"] for entity in entities)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """What a disturbance may lay its hands on."""

    site: Site
    hosts: list[Server]
    client: PatientClient
    jobs: Sequence[PlannedJob]
    chance: random.Random
    until: datetime

    def pause(self, shortest: float, longest: float) -> bool:
        """Wait for a time between the two, in seconds; say whether there is still time to disturb."""
        time.sleep(self.chance.uniform(shortest, longest))
        return now() < self.until


@contextmanager
def a_site(folder: Path) -> Iterator[Site]:
    """An Azurite and receivers of a scenario's own, ended in the end."""
    (folder / "silent").mkdir(parents=True, exist_ok=True)
    with (
        an_azurite(folder / "azurite") as azurite,
        running(Receiver(folder)) as receiver,
        running(Receiver(folder / "silent", host=ANOTHER_HOST)) as silent,
    ):
        yield Site(azurite=azurite, receiver=receiver, silent=silent, folder=folder)


def _run(call: Call) -> Run:
    if call.expected is None:
        raise Problem(f"{call.path} was called without saying for which instant.")
    return Run(path=call.path, expected=call.expected, at=call.at)
