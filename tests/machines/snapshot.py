"""What stands in the table, read past the code under test: rows are told apart by their keys alone."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from dataclasses import fields as fields_of
from datetime import datetime
from functools import lru_cache
from typing import Any, Final, NamedTuple

from shared.storage.table import Entity, Table

SHARD: Final = "shard-000"
SPOILT: Final = "spoilt"
"""What a field holds that was spoilt by hand."""
OCCURRENCE, RUN_NOW, RETRY, ERROR_ACTION = "occurrence", "runNow", "retry", "errorAction"
ACTIONS = (OCCURRENCE, RUN_NOW, RETRY, ERROR_ACTION)
TRIM, REMOVAL, SWEEP, COLLECTION_SWEEP = "trim", "removal", "sweep", "collectionSweep"
CENSUS, ENABLE = "census", "enable"

_EVERYTHING: Final = ("", "~")

Owner = tuple[str, ...]
"""Subscription, resource group and collection, and of a job its name, in lower case."""


class Skip(NamedTuple):
    """All times of a schedule from the first up to an instant were skipped."""

    reason: str
    first: datetime
    until: datetime

    @classmethod
    def read(cls, fields: dict[str, Any]) -> "Skip":
        return cls(str(fields["reason"]), instant(fields["first"]), instant(fields["until"]))


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

    @property
    def defaults(self) -> dict[str, Any]:
        return parsed(self.fields.get("defaults", ""))

    @property
    def until(self) -> datetime | None:
        """When it is enabled again, if it is disabled until then."""
        until = parsed(self.fields.get("disabled", "")).get("until")
        return instant(until) if until and self.fields["state"] == "Disabled" else None


class JobSeen(RowSeen):
    """A job; all but its owner, its state and its ids can be told only if it is not spoilt."""

    @property
    def owner(self) -> Owner:
        return tuple(self.parts[1:5])

    @property
    def identity(self) -> tuple[Owner, str]:
        return self.owner, self.fields["incarnation"]

    @property
    def finished(self) -> bool:
        return self.fields["state"] in ("completed", "faulted")

    @property
    def definition(self) -> dict[str, Any]:
        return parsed(self.fields["definition"])

    @property
    def recurrence(self) -> dict[str, Any] | None:
        found: dict[str, Any] | None = self.definition.get("recurrence")
        return found

    @property
    def policies(self) -> dict[str, Any]:
        return parsed(self.fields.get("extensions", ""))

    @property
    def course(self) -> dict[str, Any]:
        return parsed(self.fields.get("course", ""))

    @property
    def disabled(self) -> dict[str, Any]:
        return parsed(self.fields.get("disabled", ""))

    @property
    def until(self) -> datetime | None:
        return instant(self.disabled["until"]) if "until" in self.disabled else None

    @property
    def one_at_a_time(self) -> bool:
        """Whether no occurrence may overlap another."""
        return self.recurrence is not None and self.policies.get("overlap") in ("skip", "wait")

    @property
    def running(self) -> list[str]:
        """The tickets by which occurrences are open that others must not overlap."""
        return list(self.course.get("running", ()))

    @property
    def skip(self) -> Skip | None:
        """The stretch that may go on."""
        return Skip.read(self.course["skipping"]) if "skipping" in self.course else None


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


class SkipSeen(HistorySeen):
    """A stretch of skips that is over, which stands where history does."""

    @property
    def skip(self) -> Skip:
        return Skip.read(self.fields)


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
    skips: list[SkipSeen]
    aside: list[AsideSeen]
    audited: list[RowSeen]
    notes: list[RowSeen]
    failures: list[RowSeen]
    others: list[RowSeen]


def read_snapshot(table: Table) -> Snapshot:
    return _told_apart(table.query(SHARD, _EVERYTHING))


def read_rows(table: Table, rows: Sequence[str]) -> Snapshot:
    """Return those of some rows that are there."""
    return _told_apart(table.get_some(SHARD, rows))


def _told_apart(entities: Iterable[Entity]) -> Snapshot:
    found = Snapshot(**{field.name: [] for field in fields_of(Snapshot)})
    for entity in entities:
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
            case "s|":
                found.skips.append(SkipSeen(row=row, fields=fields))
            case "x|":
                found.aside.append(AsideSeen(row=row, fields=fields))
            case _:
                _of_records(found, row[:2]).append(RowSeen(row=row, fields=fields))
    return found


def _of_records(found: Snapshot, prefix: str) -> list[RowSeen]:
    return {"a|": found.audited, "b|": found.notes, "f|": found.failures}.get(prefix, found.others)


@lru_cache(maxsize=4_000)  # the same texts are looked at after every step
def parsed(text: str) -> dict[str, Any]:
    """Return what a field holds as JSON; nothing if it is empty."""
    found: dict[str, Any] = json.loads(text) if text else {}
    return found


@lru_cache(maxsize=4_000)
def instant(text: str) -> datetime:
    return datetime.fromisoformat(text)
