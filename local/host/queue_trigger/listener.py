"""Queue triggers: they poll a queue and start its messages."""

import asyncio
import logging
from datetime import timedelta

from local.host.functions import QueueFunction
from local.host.host_settings import QueueTriggerSettings
from local.host.queue_trigger.deliveries import Delivery
from local.host.queue_trigger.rules import next_pause, wants_batch
from local.host.queue_trigger.storage import MessageQueue, StorageUnavailableError
from local.host.stop import Stop
from local.host.worker import Worker

log = logging.getLogger(__name__)


class QueueListener:
    """Feeds one queue's messages to its function."""

    def __init__(
        self, function: QueueFunction, settings: QueueTriggerSettings, worker: Worker, stop: Stop
    ) -> None:
        self._function = function
        self._settings = settings
        self._worker = worker
        self._stop = stop
        self._queue = MessageQueue(function.connection, function.queue)
        self._in_flight: dict[asyncio.Task[None], Delivery] = {}
        self._outage = False

    async def run(self) -> None:
        """Listen until a stop is requested; then give back what has not begun, and wait for the rest."""
        stopped = asyncio.ensure_future(self._stop.wait())
        pause: timedelta | None = None
        while not self._stop.requested:
            if not wants_batch(len(self._in_flight), self._settings):
                await asyncio.wait({stopped, *self._in_flight}, return_when=asyncio.FIRST_COMPLETED)
            elif await self._start_batch():
                pause = None
            else:
                pause = next_pause(pause, self._settings)
                await self._stop.wait(pause.total_seconds())
        await self._finish()

    async def _start_batch(self) -> bool:
        """Start the next messages; say whether there were any."""
        try:
            messages = await asyncio.to_thread(
                self._queue.receive, self._settings.batch_size, self._settings.invisibility
            )
        except StorageUnavailableError as exc:
            self._note_outage(exc)
            return False
        self._note_recovery()
        for message in messages:
            delivery = Delivery(message, self._function, self._queue, self._settings)
            task = asyncio.create_task(delivery.run(self._worker))
            self._in_flight[task] = delivery
            task.add_done_callback(self._in_flight.pop)
        return bool(messages)

    async def _finish(self) -> None:
        for delivery in self._in_flight.values():
            delivery.withdraw()
        if self._in_flight:
            await asyncio.wait(self._in_flight)

    def _note_outage(self, exc: StorageUnavailableError) -> None:
        if not self._outage:
            log.warning("Queue '%s' cannot be read, polling goes on: %s", self._queue.name, exc)
        self._outage = True

    def _note_recovery(self) -> None:
        if self._outage:
            log.warning("Queue '%s' can be read again", self._queue.name)
        self._outage = False
