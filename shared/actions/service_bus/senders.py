"""Senders of the Service Bus SDK. They are kept open, each has one thread, and every wait has an end."""

import socket
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from typing import Any, Final

from azure.servicebus import ServiceBusMessage, ServiceBusSender
from azure.servicebus.exceptions import OperationTimeoutError, ServiceBusError

from shared.actions.service_bus.reasons import is_lost_connection

MOST_SENDERS: Final = 4
"""Per target. A sender waits for the answer to each message, so one sender alone would be slow."""
LONGEST_CLOSE: Final = 5.0

_Order = tuple[ServiceBusMessage, float, Future[None]]


class Sender(ServiceBusSender):
    """The SDK's sender, with two additions: it can be cut off, and it leaves no socket open when it fails.

    The SDK has no public way to do either. Its version is pinned, and tests would notice a change inside.
    """

    def hang_up(self) -> None:
        """Make the thread that sends fail; do nothing if there is no connection."""
        if (connected := self._socket()) is not None:
            _ignore_errors(lambda: connected.shutdown(socket.SHUT_RDWR))

    def _close_handler(self) -> None:
        connected = self._socket()
        try:
            super()._close_handler()  # type: ignore[no-untyped-call]  # the SDK left its types out here
        finally:
            if connected is not None:
                connected.close()

    def _socket(self) -> socket.socket | None:
        inside: Any = self._handler
        try:
            transport = inside._connection._transport.sock
        except AttributeError:
            return None
        within: socket.socket | None = getattr(transport, "sock", transport)  # in a WebSocket
        return within


class Senders:
    """The senders for one queue or topic, with one key."""

    def __init__(self, open_sender: Callable[[], Sender], idle_limit: float) -> None:
        self.idle_limit = idle_limit
        self._open_sender = open_sender
        self._slots = threading.BoundedSemaphore(MOST_SENDERS)
        self._lock = threading.Lock()
        self._free: list[_Worker] = []
        self._closing: list[_Worker] = []
        self._closed = False

    def send(self, message: ServiceBusMessage, deadline: float) -> None:
        """Return when the service has taken the message; raise TimeoutError at the deadline."""
        if not self._slots.acquire(timeout=_left(deadline)):
            raise TimeoutError
        try:
            if not _left(deadline):  # it waited too long for the others
                raise TimeoutError
            kept = self._take()
            if kept is None or not self._sent_by_kept(kept, message, deadline):
                self._send_by(_Worker(self._open_sender(), self), message, deadline)
        finally:
            self._slots.release()

    def close(self) -> None:
        """Close the free senders now, and those in use after their use."""
        with self._lock:
            self._closed = True
            self._closing, self._free = self._free, []
        for worker in self._closing:
            worker.finish()

    def wait(self) -> None:
        """Wait for the closed senders, at most LONGEST_CLOSE seconds."""
        deadline = time.monotonic() + LONGEST_CLOSE
        for worker in self._closing:
            worker.join(_left(deadline))

    def let_go(self, worker: "_Worker") -> bool:
        """Say whether an idle worker may end. It may not if it was taken just now."""
        with self._lock:
            free = worker in self._free
            if free:
                self._free.remove(worker)
            return free

    def _take(self) -> "_Worker | None":
        with self._lock:
            return self._free.pop() if self._free else None

    def _sent_by_kept(self, worker: "_Worker", message: ServiceBusMessage, deadline: float) -> bool:
        """Say whether the message was sent. The kept connection may have been lost since its last use."""
        try:
            self._send_by(worker, message, deadline)
        except ServiceBusError as exc:
            if not is_lost_connection(exc):
                raise
            return False
        return True

    def _send_by(self, worker: "_Worker", message: ServiceBusMessage, deadline: float) -> None:
        worker.send(message, deadline)
        with self._lock:
            if not self._closed:
                self._free.append(worker)
                return
        worker.finish()


class _Worker:
    """A thread and its sender. A sender cannot be shared by threads, and a call to it may never return.

    The worker ends, and closes its sender, in four cases: a message could not be sent, nothing was to be sent
    for a while, it is told to end, or it is cut off. The thread is a daemon: the app ends without waiting.
    """

    def __init__(self, sender: Sender, owner: Senders) -> None:
        self._sender = sender
        self._owner = owner
        self._orders: SimpleQueue[_Order | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="service-bus-sender", daemon=True)
        self._thread.start()

    def send(self, message: ServiceBusMessage, deadline: float) -> None:
        """Return when the message is sent. At the deadline, raise TimeoutError and cut the worker off."""
        sent: Future[None] = Future()
        self._orders.put((message, deadline, sent))
        try:
            sent.result(_left(deadline))
        except TimeoutError:
            threading.Thread(target=self._cut_off, name="service-bus-cut-off", daemon=True).start()
            raise

    def finish(self) -> None:
        self._orders.put(None)

    def join(self, within: float) -> None:
        self._thread.join(within)

    def _cut_off(self) -> None:
        """Hang up until the thread ends. Once may not do: it may be about to connect, and to wait forever."""
        while self._thread.is_alive():
            self._sender.hang_up()
            self._thread.join(0.2)

    def _work(self) -> None:
        try:
            while (order := self._next_order()) is not None and self._carry_out(order):
                pass
        finally:
            _ignore_errors(self._sender.close)

    def _next_order(self) -> _Order | None:
        while True:
            try:
                return self._orders.get(timeout=self._owner.idle_limit)
            except Empty:
                if self._owner.let_go(self):
                    return None

    def _carry_out(self, order: _Order) -> bool:
        message, deadline, sent = order
        try:
            self._sender.send_messages(message, timeout=max(_left(deadline), 0.001))
        except OperationTimeoutError as exc:
            sent.set_exception(TimeoutError(str(exc)))
            return False
        except Exception as exc:  # whatever it is, the waiting thread gets it
            sent.set_exception(exc)
            return False
        sent.set_result(None)
        return True


def _left(deadline: float) -> float:
    return max(0.0, deadline - time.monotonic())


def _ignore_errors(close: Callable[[], None]) -> None:
    """Close what may be gone already, so that closing it fails."""
    try:
        close()
    except Exception:
        return
