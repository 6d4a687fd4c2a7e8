"""The recorded sessions of the original: what was asked, when, and what was answered.

A recording is a list of `{source, note?, pairs}`; `date` is the server's clock, and a body of null is none.
Keys, passwords, tokens and the certificate are fakes; everything else is as the original answered it.
The originals are under the MIT licence (.NET, Python) and the Apache licence 2.0 (PowerShell).
"""

import json
import re
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qsl, unquote, urlsplit

from tests.builders import NINE

RECORDINGS: Final = Path(__file__).parents[1] / "data" / "recordings"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Pair:
    """A request and the answer to it."""

    method: str
    url: str
    sent: Any
    date: datetime
    status: int
    body: Any
    headers: dict[str, str]
    entries: int | None
    """How many entries the answer held; of more than four, the recording has the first three and the last."""

    @property
    def path(self) -> str:
        return unquote(urlsplit(self.url).path).strip("/")

    @property
    def params(self) -> dict[str, str]:
        return dict(parse_qsl(urlsplit(self.url).query))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Session:
    source: str
    pairs: tuple[Pair, ...]

    @property
    def name(self) -> str:
        if issue := re.match(r"GitHub issue \w+/([\w-]+)", self.source):
            return f"an issue of {issue[1]}"
        return self.source.rpartition("/")[2].removesuffix(".json").removesuffix(".yaml")


def read_sessions(*files: str) -> list[Session]:
    """Return the sessions of the files; one that is spread over several is put together by the clock."""
    found: dict[str, list[Pair]] = {}
    for file in files:
        for session in json.loads((RECORDINGS / file).read_text(encoding="utf-8")):
            found.setdefault(session["source"], []).extend(_pair(pair) for pair in session["pairs"])
    return [
        Session(source=source, pairs=tuple(sorted(pairs, key=lambda pair: pair.date)))
        for source, pairs in found.items()
    ]


def _pair(recorded: dict[str, Any]) -> Pair:
    """Errors that are known from issues alone have neither a request nor a date."""
    request, response = recorded.get("request", {}), recorded["response"]
    return Pair(
        method=request.get("method", ""),
        url=request.get("url", ""),
        sent=request.get("body"),
        date=datetime.fromisoformat(response["date"]) if "date" in response else NINE,
        status=response["status"],
        body=response["body"],
        headers=response.get("headers", {}),
        entries=recorded.get("entriesInRecording"),
    )
