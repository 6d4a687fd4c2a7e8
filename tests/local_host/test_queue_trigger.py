"""Queue triggers over a real Azurite."""

import asyncio
import base64
import threading
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import azure.functions as func
import pytest
from azure.core.exceptions import ResourceNotFoundError
from azure.storage.queue import QueueClient

from local.dev.azurite import Azurite
from local.host.functions import QueueFunction, Target
from local.host.host_settings import MessageEncoding, QueueTriggerSettings
from local.host.queue_trigger.deliveries import Delivery
from local.host.queue_trigger.listener import QueueListener
from local.host.queue_trigger.storage import MessageQueue, QueueConnection, ReceivedMessage
from local.host.stop import Stop
from local.host.worker import Worker

PROMPT = QueueTriggerSettings(max_polling_interval=timedelta(milliseconds=100))


@pytest.fixture
def queue(azurite: Azurite) -> Iterator[QueueClient]:
    with a_client(azurite, f"test-{uuid.uuid4().hex}") as client:
        client.create_queue()
        yield client


def test_a_message_that_succeeds_is_deleted(azurite: Azurite, queue: QueueClient) -> None:
    queue.send_message(encoded("hello"))
    seen: list[func.QueueMessage] = []

    def work(message: func.QueueMessage, stop: Stop) -> None:
        seen.append(message)
        stop.request()

    listen(azurite, queue.queue_name, work)

    assert [(message.get_body(), message.dequeue_count) for message in seen] == [(b"hello", 1)]
    assert seen[0].id
    assert seen[0].pop_receipt
    assert seen[0].insertion_time is not None
    assert stored(queue) == 0


def test_an_async_function_gets_its_message_too(azurite: Azurite, queue: QueueClient) -> None:
    queue.send_message(encoded("hello"))
    seen: list[func.QueueMessage] = []

    async def work(message: func.QueueMessage, stop: Stop) -> None:
        seen.append(message)
        stop.request()

    listen(azurite, queue.queue_name, work)

    assert [message.get_body() for message in seen] == [b"hello"]
    assert stored(queue) == 0


@pytest.mark.parametrize(("argument_type", "expected"), [(str, "ä"), (bytes, b"\xc3\xa4")])
def test_a_message_may_be_text_or_bytes(
    azurite: Azurite, queue: QueueClient, argument_type: type, expected: object
) -> None:
    queue.send_message("ä")
    seen: list[object] = []

    def work(message: object, stop: Stop) -> None:
        seen.append(message)
        stop.request()

    plain = QueueTriggerSettings(message_encoding=MessageEncoding.NONE)
    listen(azurite, queue.queue_name, work, settings=plain, argument_type=argument_type)

    assert seen == [expected]


def test_the_fifth_failure_moves_a_message_to_the_poison_queue(azurite: Azurite, queue: QueueClient) -> None:
    queue.send_message(encoded("bad"))
    counts: list[int | None] = []

    def work(message: func.QueueMessage, stop: Stop) -> None:
        counts.append(message.dequeue_count)
        if len(counts) == 5:
            stop.request()
        raise RuntimeError("boom")

    listen(azurite, queue.queue_name, work)

    assert counts == [1, 2, 3, 4, 5]
    assert stored(queue) == 0
    assert poisoned(azurite, queue) == [encoded("bad")]


def test_a_failed_message_comes_back_after_the_visibility_timeout(
    azurite: Azurite, queue: QueueClient
) -> None:
    queue.send_message(encoded("bad"))

    def work(message: func.QueueMessage, stop: Stop) -> None:
        stop.request()
        raise RuntimeError("boom")

    listen(
        azurite, queue.queue_name, work, settings=QueueTriggerSettings(visibility_timeout=timedelta(hours=1))
    )

    assert stored(queue) == 1
    assert visible(queue) == 0
    assert poisoned(azurite, queue) == []


def test_a_message_received_too_often_is_moved_without_being_invoked(
    azurite: Azurite, queue: QueueClient
) -> None:
    queue.send_message(encoded("crashes"))
    list(queue.receive_messages(visibility_timeout=1, max_messages=1))
    seen: list[bytes] = []

    def work(message: func.QueueMessage, stop: Stop) -> None:
        seen.append(message.get_body())
        stop.request()

    def when_poisoned(stop: Stop) -> None:
        wait_until(lambda: bool(poisoned(azurite, queue)))
        queue.send_message(encoded("end"))

    once = QueueTriggerSettings(max_dequeue_count=1, max_polling_interval=timedelta(milliseconds=100))
    listen(azurite, queue.queue_name, work, settings=once, meanwhile=when_poisoned)

    assert seen == [b"end"]
    assert poisoned(azurite, queue) == [encoded("crashes")]


def test_an_undecodable_message_goes_the_poison_way(azurite: Azurite, queue: QueueClient) -> None:
    queue.send_message("not Base64 & <not> even close")
    queue.send_message(encoded("good"))
    seen: list[bytes] = []

    def work(message: func.QueueMessage, stop: Stop) -> None:
        seen.append(message.get_body())
        stop.request()

    listen(azurite, queue.queue_name, work, settings=QueueTriggerSettings(max_dequeue_count=1))

    assert seen == [b"good"]
    assert poisoned(azurite, queue) == ["not Base64 & <not> even close"]


def test_a_missing_queue_is_polled_until_it_appears(azurite: Azurite) -> None:
    def work(message: func.QueueMessage, stop: Stop) -> None:
        stop.request()

    with a_client(azurite, f"test-{uuid.uuid4().hex}") as queue:

        def create(stop: Stop) -> None:
            queue.create_queue()
            queue.send_message(encoded("hello"))

        listen(azurite, queue.queue_name, work, settings=PROMPT, meanwhile=create)

        assert stored(queue) == 0


def test_messages_not_begun_are_visible_at_once_after_a_stop(azurite: Azurite, queue: QueueClient) -> None:
    for body in ("first", "second", "third"):
        queue.send_message(encoded(body))
    seen: list[bytes] = []

    def work(message: func.QueueMessage, stop: Stop) -> None:
        seen.append(message.get_body())
        stop.request()
        wait_until(lambda: visible(queue) == 2)

    listen(azurite, queue.queue_name, work)

    assert len(seen) == 1
    assert stored(queue) == 2


def test_a_message_is_kept_invisible_while_its_function_runs(azurite: Azurite, queue: QueueClient) -> None:
    queue.send_message(encoded("long"))
    watched = WatchedQueue(QueueConnection(text=azurite.connection_string), queue.queue_name)
    settings = QueueTriggerSettings(invisibility=timedelta(seconds=1))

    def work(message: func.QueueMessage) -> None:
        assert watched.renewed.wait(timeout=30)

    async def deliver() -> None:
        [message] = watched.receive(1, settings.invisibility)
        function = a_function(azurite, queue.queue_name, work)
        await Delivery(message, function, watched, settings).run(Worker(threads=1))

    asyncio.run(deliver())

    assert stored(queue) == 0


def test_an_outage_is_logged_when_it_begins_and_when_it_ends(caplog: pytest.LogCaptureFixture) -> None:
    async def scenario() -> None:
        stop = Stop()
        with a_service(answers=[503, 503, 503, 404], finally_do=stop.request) as connection:
            function = QueueFunction(
                target=Target(name="work", argument="message", body=print),
                queue="jobs",
                connection=QueueConnection(text=connection),
                argument_type=str,
            )
            await QueueListener(function, PROMPT, Worker(threads=1), stop).run()

    asyncio.run(scenario())

    ours = [record for record in caplog.records if record.name.startswith("local.host")]
    assert [record.getMessage() for record in ours] == [
        "Queue 'jobs' cannot be read, polling goes on: 503 Service Unavailable",
        "Queue 'jobs' can be read again",
    ]


def listen(
    azurite: Azurite,
    queue: str,
    work: Callable[..., object],
    *,
    settings: QueueTriggerSettings = PROMPT,
    argument_type: type = func.QueueMessage,
    meanwhile: Callable[[Stop], None] = lambda stop: None,
) -> None:
    """Feed the queue to `work(message, stop)` until it asks for the stop."""

    async def scenario() -> None:
        stop = Stop()
        function = a_function(azurite, queue, partial(work, stop=stop), argument_type)
        listener = QueueListener(function, settings, Worker(threads=1), stop)
        await asyncio.gather(listener.run(), asyncio.to_thread(meanwhile, stop))

    asyncio.run(asyncio.wait_for(scenario(), timeout=60))


def a_function(
    azurite: Azurite, queue: str, body: Callable[..., object], argument_type: type = func.QueueMessage
) -> QueueFunction:
    return QueueFunction(
        target=Target(name="work", argument="message", body=body),
        queue=queue,
        connection=QueueConnection(text=azurite.connection_string),
        argument_type=argument_type,
    )


class WatchedQueue(MessageQueue):
    def __init__(self, connection: QueueConnection, name: str) -> None:
        super().__init__(connection, name)
        self.renewed = threading.Event()

    def hide(self, message: ReceivedMessage, duration: timedelta) -> None:
        super().hide(message, duration)
        self.renewed.set()


@contextmanager
def a_service(*, answers: list[int], finally_do: Callable[[], None]) -> Iterator[str]:
    """A queue service that gives these answers, and a call when there are none left."""
    left = iter(answers)

    class Service(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status = next(left, None)
            if status is None:
                finally_do()
            self.send_response(status or 404)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), Service) as server:
        threading.Thread(target=server.serve_forever).start()
        endpoint = f"http://127.0.0.1:{server.server_port}/account"
        yield f"AccountName=account;AccountKey=a2V5;QueueEndpoint={endpoint}"
        server.shutdown()


def a_client(azurite: Azurite, name: str) -> QueueClient:
    return QueueClient.from_connection_string(azurite.connection_string, name)


def encoded(body: str) -> str:
    return base64.b64encode(body.encode()).decode()


def stored(queue: QueueClient) -> int:
    return queue.get_queue_properties().approximate_message_count or 0


def visible(queue: QueueClient) -> int:
    return len(queue.peek_messages(max_messages=32))


def poisoned(azurite: Azurite, queue: QueueClient) -> list[str]:
    with a_client(azurite, f"{queue.queue_name}-poison") as poison:
        try:
            return [message.content or "" for message in poison.peek_messages(max_messages=32)]
        except ResourceNotFoundError:
            return []


def wait_until(happened: Callable[[], bool]) -> None:
    """Ask the storage again and again; a limit on the number of asks keeps a failing test short."""
    for _ in range(2000):
        if happened():
            return
    raise AssertionError("it did not happen")
