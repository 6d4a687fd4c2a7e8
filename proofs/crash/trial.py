"""A trial: a story on a table and a queue of its own, and the files in which its processes tell of it."""

import json
import os
import traceback
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from proofs.crash.ending import Point
from proofs.harness.receiver import Call
from proofs.harness.telling import Told, read_told
from shared.domain.history import ActionName


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """What a process needs to know; all that several of them share is in storage and in the folder."""

    story: str
    connection: str
    id: str
    folder: Path
    point: Point | None = None

    @property
    def table(self) -> str:
        return f"Trial{self.id}"

    @property
    def queue(self) -> str:
        return f"trial-{self.id}"


Occurrence = tuple[str, str, str]
"""Job, action and expected instant."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Called:
    """An action as its receiver saw it: of which job, which of its two actions, and for which instant."""

    job: str
    action: str
    expected: str
    path: str

    @property
    def occurrence(self) -> Occurrence:
        return self.job, self.action, self.expected


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """A message that a process received, and that no other sees for a while."""

    id: str
    receipt: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """The step to be done next, and what the clock shows."""

    step: int
    now: datetime


class Notes:
    """Files in the trial's folder; a line that is written stays, whatever ends the process."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder

    def note_progress(self, progress: Progress) -> None:
        self._append("progress", {"step": progress.step, "now": progress.now.isoformat()})

    def progress(self) -> Progress | None:
        """Return how far it came, or None if it has not begun."""
        noted = self._lines("progress")
        if not noted:
            return None
        return Progress(step=noted[-1]["step"], now=datetime.fromisoformat(noted[-1]["now"]))

    def note_called(self, called: Called, at: datetime) -> None:
        self._append("called", {"at": at.isoformat(), "called": asdict(called)})

    def called(self) -> list[Called]:
        return [Called(**line["called"]) for line in self._lines("called")]

    def arrivals(self, job: str) -> list[Call]:
        """Return when the main action of a job was called, and for which instants."""
        main = [(Called(**line["called"]), line["at"]) for line in self._lines("called")]
        return [
            Call(
                path=called.path,
                expected=datetime.fromisoformat(called.expected).replace(microsecond=0),
                at=datetime.fromisoformat(at),
            )
            for called, at in main
            if called.job == job and called.action == ActionName.MAIN
        ]

    def note_told(self, job: str, told: Sequence[Told]) -> None:
        self._append("told", {"job": job, "told": [_write_told(one) for one in told]})

    def told(self) -> dict[str, list[Told]]:
        """Return what was told of each job when it was asked about last."""
        return {line["job"]: [read_told(one) for one in line["told"]] for line in self._lines("told")}

    def note_call(self, words: str) -> None:
        self._append("calls", words)

    def calls(self) -> list[str]:
        """Return the calls to storage that were counted, in words."""
        return self._lines("calls")

    def note_held(self, held: Held) -> None:
        self._append("held", asdict(held))

    def held(self) -> list[Held]:
        """Return the messages that were received, those that are done with included."""
        return [Held(**line) for line in self._lines("held")]

    def note_failure(self, failure: Exception) -> None:
        """Note what no story should meet, where it came from included."""
        self._append("failures", traceback.format_exception(failure))

    def failures(self) -> list[str]:
        """Return each in a line."""
        return [lines[-1].splitlines()[0] for lines in self._lines("failures")]

    def _append(self, name: str, line: object) -> None:
        file = os.open(self._folder / name, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        try:
            os.write(file, json.dumps(line).encode() + b"\n")
        finally:
            os.close(file)

    def _lines(self, name: str) -> list[Any]:
        path = self._folder / name
        if not path.exists():
            return []
        return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _write_told(told: Told) -> dict[str, str]:
    """Return it as the REST API writes it."""
    instants = {"at": told.at, "due": told.due, "into": told.into}
    words = {"outcome": told.outcome, "kind": told.kind, "reason": told.reason, "note": told.note}
    return {name: instant.isoformat() for name, instant in instants.items() if instant} | words
