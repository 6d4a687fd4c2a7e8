"""What a trial left: every row of its table, without what differs from run to run."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from azure.core.exceptions import ResourceNotFoundError
from azure.data.tables import TableServiceClient
from azure.storage.queue import QueueServiceClient

from proofs.crash.trial import Called, Occurrence, Trial
from shared.domain.ticket import HOUSEKEEPING, TicketKind
from shared.storage.fields import COMMIT
from shared.storage.instants import read_instant
from shared.storage.row_keys import META_PARTITION, read_ticket_row

Snapshot = Counter[str]
"""Rows as texts, each with how often it is there."""

# Ids are new each time, and what a crash made late carries later times.
_IDS: Final = {"incarnation", "revision", "putRevision", "edition"}
_OF_AN_ATTEMPT: Final = _IDS | {"started", "ended", "lateness", "due"}
_OF_A_CHANGE: Final = {"id", "request", "at", "incarnation", "before", "after", "words"}
_DIFFERING: Final = {
    "a": _OF_A_CHANGE,
    "b": _OF_A_CHANGE,
    "c": _IDS,
    "j": _IDS | {"lastRun"},
    "d": _IDS | {"sentCount", "sentAt", "leaseId", "leaseUntil", "claims"},
    "f": _OF_AN_ATTEMPT,
    "h": _OF_AN_ATTEMPT,
    "s": _IDS,
}
_CHANGES: Final = ("a ", "b ")
"""Who repeats a call that was not answered may make the same change twice, and both are noted."""
_WHETHER: Final = {"calendarId", "enabling", "collapsedUntil", "covers", "since", "retryAt", "faultTimes"}
"""Fields of which it only counts whether there is something in them."""
_WHETHER_IN_VALUES: Final = {"since", "busy_since", "accounted", "anchor"}
_TICKET_FIELDS: Final = ("nextTicket", "trimTicket")
_VALUE_FIELDS: Final = ("course", "disabled", "outline")
_AS_PLANNED: Final = (TicketKind.OCCURRENCE,)


def take_snapshot(trial: Trial) -> Snapshot:
    rows = Counter(_row_text(row) for row in _rows(trial))
    return Counter({text: 1 if text.startswith(_CHANGES) else count for text, count in rows.items()})


def unsettled(trial: Trial, called: Sequence[Called]) -> Counter[Occurrence]:
    """Return what has run, but does not stand in the history."""
    history = [row for row in _rows(trial) if row["RowKey"].startswith("h")]
    settled = Counter(
        (row["job"], row["action"], read_instant(row["expected"]).isoformat()) for row in history
    )
    return Counter(one.occurrence for one in called) - settled


def remove(trial: Trial) -> None:
    with TableServiceClient.from_connection_string(trial.connection) as tables:
        tables.delete_table(trial.table)
    with QueueServiceClient.from_connection_string(trial.connection) as queues:
        try:
            queues.delete_queue(trial.queue)
        except ResourceNotFoundError:
            return  # nothing was ever sent


def _rows(trial: Trial) -> list[dict[str, Any]]:
    """Return all rows but the notes about the table itself."""
    with TableServiceClient.from_connection_string(trial.connection) as tables:
        try:
            rows = list(tables.get_table_client(trial.table).list_entities())
        except ResourceNotFoundError:
            return []
    return [dict(row) for row in rows if row["PartitionKey"] != META_PARTITION and not _is_standing(row)]


def _is_standing(row: Mapping[str, Any]) -> bool:
    """Say whether a row is the ticket of the census: when it comes depends on the clock, not on the story."""
    return row["RowKey"].startswith("d|") and read_ticket_row(row["RowKey"]).kind is TicketKind.CENSUS


def _row_text(row: Mapping[str, Any]) -> str:
    prefix = row["RowKey"][0]
    left_out = _DIFFERING.get(prefix, set()) | {"RowKey", "PartitionKey", COMMIT}
    if prefix == "d" and read_ticket_row(row["RowKey"]).kind in HOUSEKEEPING:
        left_out.add("expected")
    shown = {name: value for name, value in sorted(row.items()) if name not in left_out}
    shown |= {name: bool(row[name]) for name in _WHETHER if name in shown}
    shown |= {name: _ticket_text(row[name]) for name in _TICKET_FIELDS if row.get(name)}
    shown |= {name: _value_text(json.loads(row[name])) for name in _VALUE_FIELDS if row.get(name)}
    if prefix == "s":
        shown["until"] = _hour(row["until"])
    key = _ticket_text(row["RowKey"]) if prefix == "d" else ""
    return f"{prefix} {key}{json.dumps(shown, default=str)}"


def _value_text(value: Any, name: str = "") -> Any:
    """Return a value that a field holds, with the tickets that it names as they are shown elsewhere."""
    if isinstance(value, dict):
        return {field: _value_text(inner, field) for field, inner in value.items()}
    if isinstance(value, list):
        return [_value_text(inner, name) for inner in value]
    if name in _WHETHER_IN_VALUES:
        return bool(value)
    if name == "running" and value:
        return _ticket_text(value)
    return _hour(value) if name == "until" and value else value


def _hour(text: str) -> str:
    """Return the hour of an instant: the stories' schedules name full hours, so that this tells enough."""
    return read_instant(text).replace(minute=0, second=0, microsecond=0).isoformat()


def _ticket_text(text: str) -> str:
    """Return a ticket by job, kind and attempt; its instant only if it cannot depend on when things ended."""
    key = read_ticket_row(text)
    due = key.due.isoformat() if key.kind in _AS_PLANNED else "later"
    return f"{key.job.name} {key.kind} {key.attempt} {due} "
