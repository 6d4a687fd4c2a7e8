"""Just enough of HTTP/1.1 to pass messages on as they came: heads, and bodies by length or in chunks."""

import asyncio
from dataclasses import dataclass
from typing import Final

LONGEST_HEAD: Final = 65_536
_WITHOUT_BODY: Final = (204, 304)


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """A request or an answer, byte for byte; its first line taken apart."""

    first_line: tuple[str, str, str]
    content: bytes


async def read_request(reader: asyncio.StreamReader) -> Message | None:
    """Return the next request, or None if the caller has gone."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError:
        return None
    return Message(first_line=_first_line(head), content=head + await _read_body(reader, head))


async def read_answer(reader: asyncio.StreamReader, *, to: Message) -> Message:
    head = await reader.readuntil(b"\r\n\r\n")
    status = int(_first_line(head)[1])
    bodyless = to.first_line[0] == "HEAD" or status in _WITHOUT_BODY
    body = b"" if bodyless else await _read_body(reader, head)
    return Message(first_line=_first_line(head), content=head + body)


def error(status: int, code: str) -> bytes:
    """Return an answer as storage gives it when it is not well."""
    body = f'<?xml version="1.0"?><Error><Code>{code}</Code><Message>Injected.</Message></Error>'.encode()
    head = (
        f"HTTP/1.1 {status} {code}\r\nx-ms-error-code: {code}\r\nContent-Type: application/xml\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


def _first_line(head: bytes) -> tuple[str, str, str]:
    first, second, *rest = head.partition(b"\r\n")[0].decode("latin-1").split(" ", 2)
    return first, second, rest[0] if rest else ""


async def _read_body(reader: asyncio.StreamReader, head: bytes) -> bytes:
    headers = dict(_header(line) for line in head.decode("latin-1").split("\r\n")[1:])
    if headers.get("transfer-encoding", "").lower() == "chunked":
        return await _read_chunks(reader)
    return await reader.readexactly(int(headers.get("content-length", "0")))


def _header(line: str) -> tuple[str, str]:
    name, _, value = line.partition(":")
    return name.lower(), value.strip()


async def _read_chunks(reader: asyncio.StreamReader) -> bytes:
    """Return the chunks with their sizes; neither Azurite nor its clients send trailers."""
    content = b""
    while True:
        size = await reader.readuntil(b"\r\n")
        chunk = await reader.readexactly(int(size.partition(b";")[0], 16) + 2)
        content += size + chunk
        if chunk == b"\r\n":
            return content
