"""An HTTP receiver that keeps a log of who called: `python -m local.receiver --log calls.jsonl`.

It answers 200, unless the query of the address says otherwise: `?status=503` asks for that status,
`?wait=0.5` for an answer half a second later; `--wait` says how late all the others are answered.
A call counts as received, and is logged, when its last byte has come.
"""

import asyncio
import json
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Final
from urllib.parse import parse_qs, urlsplit

from local.host.stop import Stop, StopRequests
from migrate.usage import Parser, read_options

_LONGEST_HEAD: Final = 65_536


def main() -> int:
    parser = Parser(prog="python -m local.receiver", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1", help="where it listens, such as 127.0.0.2")
    parser.add_argument("--port", type=int, default=0, help="0, the default, takes a free port")
    parser.add_argument("--log", type=Path, required=True, help="a file that gets a line of JSON per call")
    parser.add_argument("--wait", default="0", metavar="SECONDS", help="how long to wait before an answer")
    options = read_options(parser, sys.argv[1:])
    with options.log.open("a", encoding="utf-8", buffering=1) as log:
        asyncio.run(_serve(options.host, options.port, log, options.wait))
    return 0


async def _serve(host: str, port: int, log: IO[str], wait: str) -> None:
    async def on_connection(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await _converse(reader, writer, log, wait)
        except (ConnectionError, asyncio.IncompleteReadError):
            pass  # the caller is gone
        finally:
            writer.close()

    stop = Stop()
    requests = StopRequests(stop)
    requests.watch_signals()
    requests.watch_stdin()
    server = await asyncio.start_server(on_connection, host, port, limit=_LONGEST_HEAD, backlog=1024)
    print(f"Listening on http://{host}:{server.sockets[0].getsockname()[1]}", flush=True)
    await stop.wait()
    server.close()


async def _converse(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, log: IO[str], wait: str
) -> None:
    """Answer one request after another, as long as the caller keeps the connection."""
    while True:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head)}
        await reader.readexactly(int(headers.get("content-length", "0")))
        target = urlsplit(head[0].split(" ")[1])
        print(json.dumps(_call(target.path, headers)), file=log)
        asked = parse_qs(target.query)
        await asyncio.sleep(float(asked.get("wait", [wait])[0]))
        status = asked.get("status", ["200"])[0]
        writer.write(f"HTTP/1.1 {status} Said\r\nContent-Length: 2\r\n\r\nok".encode())
        await writer.drain()


def _call(path: str, headers: dict[str, str]) -> dict[str, str]:
    return {
        "at": datetime.now(UTC).isoformat(timespec="microseconds"),
        "path": path,
        "job": headers.get("x-ms-scheduler-jobid", ""),
        "collection": headers.get("x-ms-scheduler-jobcollection", ""),
        "tag": headers.get("x-ms-execution-tag", ""),
        "expected": headers.get("x-ms-scheduler-expected-execution-time", ""),
    }


if __name__ == "__main__":
    sys.exit(main())
