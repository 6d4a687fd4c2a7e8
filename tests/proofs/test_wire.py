"""Messages are passed on byte for byte, whatever says how long they are."""

import asyncio

import pytest

from proofs.faults.wire import Message, read_answer, read_request

CHUNKED = (
    b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nA;x=y\r\n0123456789\r\n0\r\n\r\n"
)
NEXT = b"HTTP/1.1 400 Next\r\n\r\n"


def reader_of(content: bytes) -> asyncio.StreamReader:
    reader = asyncio.StreamReader()
    reader.feed_data(content)
    reader.feed_eof()
    return reader


@pytest.mark.parametrize(
    ("method", "answer"),
    [
        pytest.param("GET", b"HTTP/1.1 200 OK\r\ncontent-LENGTH: 5\r\n\r\nhello", id="by length"),
        pytest.param("GET", CHUNKED, id="in chunks"),
        pytest.param("HEAD", b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", id="only the length of one"),
        pytest.param("GET", b"HTTP/1.1 204 No Content\r\n\r\n", id="without a body"),
        pytest.param("PUT", b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n", id="an empty body"),
    ],
)
def test_an_answer_ends_where_it_ends(method: str, answer: bytes) -> None:
    async def read() -> tuple[bytes, bytes]:
        request = Message(first_line=(method, "/", "HTTP/1.1"), content=b"")
        reader = reader_of(answer + NEXT)
        first = await read_answer(reader, to=request)
        return first.content, (await read_answer(reader, to=request)).content

    assert asyncio.run(read()) == (answer, NEXT)


def test_a_request_is_read_with_its_body_and_its_first_line() -> None:
    content = b"POST /$batch HTTP/1.1\r\nContent-Length: 4\r\n\r\nbody"

    request = asyncio.run(read_only(content))

    assert request == Message(first_line=("POST", "/$batch", "HTTP/1.1"), content=content)


def test_a_caller_that_has_gone_asks_nothing() -> None:
    assert asyncio.run(read_only(b"")) is None


async def read_only(content: bytes) -> Message | None:
    return await read_request(reader_of(content))
