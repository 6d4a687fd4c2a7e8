"""What stands in the table, read past the code under test: rows are told apart by their keys alone."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from shared.storage.table import Table

SHARD: Final = "shard-000"
SPOILT: Final = "spoilt"
"""What a field holds that was spoilt by hand."""
OCCURRENCE, RUN_NOW, RETRY, ERROR_ACTION = "occurrence", "runNow", "retry", "errorAction"
ACTIONS = (OCCURRENCE, RUN_NOW, RETRY, ERROR_ACTION)
TRIM, REMOVAL, SWEEP, COLLECTION_SWEEP = "trim", "removal", "sweep", "collectionSweep"
CENSUS = "census"

_EVERYTHING: Final = ("", "~")

Owner = tuple[str, ...]
"""Subscription, resource group and collection, and of a job its name, in lower case."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RowSeen:
    row: str
    fields: dict[str, Any]

    @property
    def parts(self) -> list[str]:
        return self.row.split("|")

    @property
    def spoilt(self) -> bool:
        return SPOILT in self.fields.values()


class CollectionSeen(RowSeen):
    @property
    def owner(self) -> Owner:
        return tuple(self.parts[1:4])


class JobSeen(RowSeen):
    @property
    def owner(self) -> Owner:
        return tuple(self.parts[1:5])

    @property
    def finished(self) -> bool:
        return self.fields["state"] in ("completed", "faulted")


class HistorySeen(RowSeen):
    @property
    def owner(self) -> Owner:
        return tuple(self.parts[1:5])

    @property
    def incarnation(self) -> str:
        return self.parts[5]


class TicketSeen(RowSeen):
    """A ticket; `fields` are those it had before it was spoilt or set aside."""

    @property
    def due(self) -> datetime:
        return datetime.fromisoformat(self.parts[1])

    @property
    def owner(self) -> Owner:
        return tuple(self.parts[2:6])

    @property
    def revision(self) -> str:
        return self.parts[6]

    @property
    def kind(self) -> str:
        return self.parts[7]

    @property
    def started(self) -> bool:
        return bool(self.fields["number"])


class AsideSeen(RowSeen):
    @property
    def former(self) -> str:
        return str(self.fields["formerRow"])

    @property
    def owner(self) -> Owner:
        return tuple(self.parts[1:5])


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    collections: list[CollectionSeen]
    jobs: list[JobSeen]
    tickets: list[TicketSeen]
    history: list[HistorySeen]
    aside: list[AsideSeen]
    others: list[RowSeen]


def read_snapshot(table: Table) -> Snapshot:
    found = Snapshot(collections=[], jobs=[], tickets=[], history=[], aside=[], others=[])
    for entity in table.query(SHARD, _EVERYTHING):
        fields = dict(entity.fields)
        row = str(fields["RowKey"])
        match row[:2]:
            case "c|":
                found.collections.append(CollectionSeen(row=row, fields=fields))
            case "j|":
                found.jobs.append(JobSeen(row=row, fields=fields))
            case "d|":
                found.tickets.append(TicketSeen(row=row, fields=fields))
            case "h|":
                found.history.append(HistorySeen(row=row, fields=fields))
            case "x|":
                found.aside.append(AsideSeen(row=row, fields=fields))
            case _:
                found.others.append(RowSeen(row=row, fields=fields))
    return found
