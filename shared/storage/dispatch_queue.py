"""The dispatch queue: packs of hints, each visible when its tickets are due."""

import json
from datetime import datetime, timedelta
from typing import Final

from azure.core.exceptions import AzureError, ResourceExistsError, ResourceNotFoundError
from azure.storage.queue import QueueClient, QueueServiceClient, TextBase64EncodePolicy

from shared.domain.ticket import Dispatch
from shared.storage.instants import read_instant, write_instant
from shared.storage.outage import unavailable
from shared.storage.row_keys import read_ticket_row, ticket_row

QUEUE: Final = "scheduler-dispatch"

_FOR_EVER: Final = -1  # by default a message dies after a week, and an app stopped for a week would lose it
_LONGEST_DELAY: Final = timedelta(days=7)


class DispatchQueue:
    def __init__(self, service: QueueServiceClient, name: str = QUEUE) -> None:
        self._queue = service.get_queue_client(name, message_encode_policy=TextBase64EncodePolicy())
        self._poison = service.get_queue_client(f"{name}-poison")

    def send(self, dispatch: Dispatch, *, now: datetime) -> None:
        """Send a pack that becomes visible at its due instant, or up to a second earlier."""
        text, seconds = write_dispatch(dispatch), delay_seconds(dispatch.due, now)
        try:
            try:
                self._send(text, seconds)
            except ResourceNotFoundError:
                self._create()
                self._send(text, seconds)
        except AzureError as exc:
            raise unavailable("Queue storage", exc) from exc

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
            raise unavailable("Queue storage", exc) from exc

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
        raise unavailable("Queue storage", exc) from exc


def delay_seconds(due: datetime, now: datetime) -> int:
    """Return whole seconds, rounded down: the runner waits for the rest."""
    return int(min(max(due - now, timedelta()), _LONGEST_DELAY).total_seconds())


def write_dispatch(dispatch: Dispatch) -> str:
    return json.dumps(
        {"due": write_instant(dispatch.due), "tickets": [ticket_row(key) for key in dispatch.tickets]}
    )


def read_dispatch(text: str) -> Dispatch:
    """Raise ValueError if the text is not a pack."""
    try:
        message = json.loads(text)
        return Dispatch(
            due=read_instant(message["due"]),
            tickets=tuple(read_ticket_row(row) for row in message["tickets"]),
        )
    except (KeyError, TypeError, AttributeError) as exc:
        raise ValueError("not a pack of tickets") from exc
