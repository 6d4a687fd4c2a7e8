"""The receiver that actions call, as a process, and what its own log says."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from local.dev.tcp_ports import LOOPBACK
from proofs.harness.processes import Server


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A call that the receiver got: its path and when it came."""

    path: str
    at: datetime
    expected: datetime | None
    """The second in which it was due, as the caller says it."""


ANOTHER_HOST: Final = "127.0.0.2"
"""Ports do not tell remote sides apart, hosts do."""


class Receiver(Server):
    """A receiver that logs every call in a folder, and answers after so many seconds."""

    def __init__(self, folder: Path, *, answers_after: float = 0, host: str = LOOPBACK) -> None:
        self._calls = folder / "calls.jsonl"
        command: list[str | Path] = [
            "local.receiver",
            "--host",
            host,
            "--log",
            self._calls,
            "--wait",
            str(answers_after),
        ]
        super().__init__(command, folder / "receiver.log")
        self.address = self.address.replace(LOOPBACK, host)

    def calls(self) -> list[Call]:
        return read_calls(self._calls)

    def count_calls(self) -> int:
        """Return how many calls there are, without reading them: whoever is measured shall not notice."""
        return self._calls.read_bytes().count(b"\n") if self._calls.exists() else 0


def read_calls(log: Path) -> list[Call]:
    """Return the calls in a receiver's log; a line still being written is left for the next time."""
    text = log.read_text(encoding="utf-8") if log.exists() else ""
    complete = text[: text.rfind("\n") + 1]
    return [_read(json.loads(line)) for line in complete.splitlines()]


def _read(line: Mapping[str, str]) -> Call:
    expected = line["expected"]
    return Call(
        path=line["path"],
        at=datetime.fromisoformat(line["at"]),
        expected=datetime.fromisoformat(expected).replace(tzinfo=UTC) if expected else None,
    )
