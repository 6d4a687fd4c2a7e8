"""The dispatch queue: packs of hints, each visible shortly before its tickets are due."""

import json
import re
from datetime import datetime, timedelta
from typing import Any, Final

from azure.core.exceptions import AzureError, ResourceExistsError, ResourceNotFoundError
from azure.storage.queue import QueueClient, QueueServiceClient, TextBase64EncodePolicy

from shared.domain.ticket import MOST_IN_A_PACK, Dispatch, TicketKey
from shared.storage.instants import read_instant, write_instant
from shared.storage.outage import unavailable
from shared.storage.row_keys import read_ticket_row, ticket_row

QUEUE: Final = "scheduler-dispatch"

_FOR_EVER: Final = -1  # by default a message dies after a week, and an app stopped for a week would lose it
_LONGEST_DELAY: Final = timedelta(days=7)
_LARGEST_MESSAGE: Final = 1 << 16  # more than a queue takes
_MOST_PUT_OFF: Final = 1 << 31  # a pack that is put off once a minute gets there in 4,000 years
_IDENTITY: Final = re.compile(r"[A-Za-z0-9-]{0,64}")  # what a revision or an id is made of


class DispatchQueue:
    def __init__(self, service: QueueServiceClient, name: str = QUEUE) -> None:
        self._queue = service.get_queue_client(name, message_encode_policy=TextBase64EncodePolicy())
        self._poison = service.get_queue_client(f"{name}-poison")

    def send(self, dispatch: Dispatch, *, now: datetime) -> None:
        """Send a pack that becomes visible after its delay."""
        text, seconds = write_dispatch(dispatch), delay_seconds(dispatch, now)
        try:
            try:
                self._send(text, seconds)
            except ResourceNotFoundError:
                self._create()
                self._send(text, seconds)
        except AzureError as exc:
            raise unavailable("Queue storage", exc, self._queue.url) from exc

    def depths(self) -> tuple[int, int]:
        """Return how many messages wait, those not yet visible included, and how many were given up."""
        return _depth(self._queue), _depth(self._poison)

    def check(self) -> None:
        """Raise StorageUnavailable unless the queue service answers now."""
        try:
            self._queue.get_queue_properties(retry_total=0, read_timeout=5)
        except ResourceNotFoundError:
            return  # the first send creates it
        except AzureError as exc:
            raise unavailable("Queue storage", exc, self._queue.url) from exc

    def _send(self, text: str, seconds: int) -> None:
        self._queue.send_message(text, visibility_timeout=seconds, time_to_live=_FOR_EVER)

    def _create(self) -> None:
        try:
            self._queue.create_queue()
        except ResourceExistsError:
            return  # another was first


def _depth(queue: QueueClient) -> int:
    try:
        return queue.get_queue_properties().approximate_message_count or 0
    except ResourceNotFoundError:
        return 0  # the first message creates it
    except AzureError as exc:
        raise unavailable("Queue storage", exc, queue.url) from exc


def delay_seconds(dispatch: Dispatch, now: datetime) -> int:
    """Return what the queue takes; a pack that is hidden for a shorter time than it wants is sent again."""
    return int(min(dispatch.delay(now), _LONGEST_DELAY).total_seconds())


def write_dispatch(dispatch: Dispatch) -> str:
    pack = {"due": write_instant(dispatch.due), "tickets": [ticket_row(key) for key in dispatch.tickets]}
    return json.dumps({**pack, "putOff": dispatch.put_off} if dispatch.put_off else pack)


def read_dispatch(message: str | bytes) -> Dispatch:
    """Return the pack in a message; raise ValueError if the message is anything else."""
    if len(message) > _LARGEST_MESSAGE:
        raise ValueError("it is too large")
    try:
        return _read_pack(json.loads(message.decode() if isinstance(message, bytes) else message))
    except Exception as exc:  # the message's own fault: nesting, types, dates, names, kinds
        raise ValueError(f"it is no pack of tickets ({type(exc).__name__})") from exc


def _read_pack(pack: dict[str, Any]) -> Dispatch:
    rows = pack["tickets"]
    if type(rows) is not list or not 1 <= len(rows) <= MOST_IN_A_PACK:
        raise ValueError("no list of tickets that fits")
    put_off = pack.get("putOff", 0)
    if type(put_off) is not int or not 0 <= put_off <= _MOST_PUT_OFF:
        raise ValueError("no number of times that fits")
    tickets = tuple(_read_ticket(row) for row in rows)
    return Dispatch(due=read_instant(pack["due"]), tickets=tickets, put_off=put_off)


def _read_ticket(row: str) -> TicketKey:
    """Refuse a key that we would write in another way: it names no row of ours, and storage may reject it."""
    key = read_ticket_row(row)
    if ticket_row(key) != row or not all(map(_IDENTITY.fullmatch, (key.revision, key.id))) or key.attempt < 0:
        raise ValueError("no row key of a ticket")
    return key
