"""The way of one message through its function."""

import asyncio
import logging
from datetime import timedelta

import azure.functions as func
from azure.functions.queue import QueueMessage

from local.host.functions import QueueFunction
from local.host.host_settings import QueueTriggerSettings
from local.host.queue_trigger.rules import Fate, decode, fate_of_failed, fate_of_received
from local.host.queue_trigger.storage import (
    MessageLostError,
    MessageQueue,
    ReceivedMessage,
    StorageUnavailableError,
)
from local.host.worker import Invocation, Stopwatch, Worker

log = logging.getLogger(__name__)


class Delivery:
    """Invokes the function with a message, and keeps the message invisible meanwhile. Then it settles it."""

    def __init__(
        self,
        message: ReceivedMessage,
        function: QueueFunction,
        queue: MessageQueue,
        settings: QueueTriggerSettings,
    ) -> None:
        self._message = message
        self._function = function
        self._queue = queue
        self._settings = settings
        self._invocation: Invocation | None = None
        self._withdrawn = False

    async def run(self, worker: Worker) -> None:
        """Do everything that the message needs. If storage fails, the message comes back by itself."""
        fate = fate_of_received(self._queue.name, self._message.dequeue_count, self._settings)
        try:
            if fate is Fate.INVOKE:
                fate = await self._invoke_kept_invisible(worker)
            await asyncio.to_thread(self._settle, fate)
        except MessageLostError:
            log.warning("A message of queue '%s' is no longer ours", self._queue.name)
        except StorageUnavailableError as exc:
            log.warning("A message of queue '%s' will come back by itself: %s", self._queue.name, exc)

    def withdraw(self) -> None:
        """Give the message back if the function has not begun."""
        self._withdrawn = self._invocation is None or self._invocation.withdraw()

    async def _invoke_kept_invisible(self, worker: Worker) -> Fate:
        finished = asyncio.Event()
        renewal = asyncio.create_task(self._keep_invisible(finished))
        try:
            return await self._invoke(worker)
        finally:
            finished.set()
            await renewal  # it may change the receipt, which settling needs

    async def _invoke(self, worker: Worker) -> Fate:
        if self._withdrawn:
            return Fate.GIVE_BACK
        stopwatch = Stopwatch("queue", self._function.target)
        try:
            self._invocation = worker.invoke(self._function.target, self._argument())
            await self._invocation.result
        except asyncio.CancelledError:
            if not self._withdrawn:
                raise
            return Fate.GIVE_BACK
        except Exception as exc:  # the function failed, or the body cannot be decoded
            stopwatch.log_failure(exc)
            return fate_of_failed(self._queue.name, self._message.dequeue_count, self._settings)
        stopwatch.log_success()
        return Fate.DELETE

    def _argument(self) -> func.QueueMessage | str | bytes:
        message = self._message
        body = decode(message.text, self._settings.message_encoding)
        if self._function.argument_type is bytes:
            return body
        if self._function.argument_type is str:
            return body.decode()
        return QueueMessage(
            id=message.id,
            body=body,
            dequeue_count=message.dequeue_count,
            expiration_time=message.expires_on,
            insertion_time=message.inserted_on,
            time_next_visible=message.next_visible_on,
            pop_receipt=message.receipt,
        )

    async def _keep_invisible(self, finished: asyncio.Event) -> None:
        invisibility = self._settings.invisibility
        while not await _set_within(finished, invisibility / 2):
            try:
                await asyncio.to_thread(self._queue.hide, self._message, invisibility)
            except MessageLostError:
                return
            except StorageUnavailableError as exc:
                log.warning("A message of queue '%s' could not be kept: %s", self._queue.name, exc)

    def _settle(self, fate: Fate) -> None:
        match fate:
            case Fate.DELETE:
                self._queue.delete(self._message)
            case Fate.GIVE_BACK:
                self._queue.hide(self._message, timedelta(0))
            case Fate.COME_BACK:
                self._queue.hide(self._message, self._settings.visibility_timeout)
            case Fate.POISON:
                self._queue.move_to_poison(self._message)
                log.warning("A message of queue '%s' was moved to its poison queue", self._queue.name)
            case Fate.IGNORE | Fate.INVOKE:
                pass


async def _set_within(event: asyncio.Event, duration: timedelta) -> bool:
    try:
        await asyncio.wait_for(event.wait(), duration.total_seconds())
    except TimeoutError:
        return False
    return True
