"""Azurite, the storage emulator, as a process with a beginning and an end."""

import time
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from local.dev import children, locks, tcp_ports
from local.dev.terminal import Problem, last_lines

STOP_WITH_PARENT = Path(__file__).with_name("stop_with_parent.cjs")

# Azurite's account and key are the same everywhere, and public. They protect nothing.
ACCOUNT = "devstoreaccount1"
ACCOUNT_KEY = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="

LONGEST_START = 60.0  # seconds; usually two, but a first start on a slow disk takes far longer


@dataclass(frozen=True, slots=True, kw_only=True)
class StoragePorts:
    blob: int
    queue: int
    table: int

    def all(self) -> tuple[int, int, int]:
        return self.blob, self.queue, self.table

    @property
    def connection_string(self) -> str:
        """The connection string of Azurite's account on these ports."""
        return (
            f"DefaultEndpointsProtocol=http;AccountName={ACCOUNT};AccountKey={ACCOUNT_KEY};"
            f"BlobEndpoint=http://{tcp_ports.LOOPBACK}:{self.blob}/{ACCOUNT};"
            f"QueueEndpoint=http://{tcp_ports.LOOPBACK}:{self.queue}/{ACCOUNT};"
            f"TableEndpoint=http://{tcp_ports.LOOPBACK}:{self.table}/{ACCOUNT};"
        )


def free_ports() -> StoragePorts:
    """Return ports for an Azurite that runs beside others."""
    blob, queue, table = tcp_ports.find_free(3)
    return StoragePorts(blob=blob, queue=queue, table=table)


class Azurite:
    """An Azurite with its data and its log in a folder of its own. `ensure_azurite()` returns its command."""

    def __init__(
        self,
        command: tuple[str, Path],
        folder: Path,
        where: StoragePorts,
        certificate: Path | None = None,
    ) -> None:
        """With a `certificate`, a file that holds its key too, it speaks TLS and takes tokens."""
        self._certificate = certificate
        self._command = command
        self._folder = folder
        self.ports = where
        self._child: children.Child | None = None
        self._lock: IO[bytes] | None = None

    @property
    def connection_string(self) -> str:
        return self.ports.connection_string

    @property
    def queue_address(self) -> str:
        return f"{'https' if self._certificate else 'http'}://{tcp_ports.LOOPBACK}:{self.ports.queue}"

    @property
    def log(self) -> Path:
        return self._folder / "azurite.log"

    def start(self) -> None:
        """Start, and return when blobs, queues and tables all answer."""
        self._folder.mkdir(parents=True, exist_ok=True)
        self._lock_folder()
        with self.log.open("wb") as log:
            self._child = children.start(self._command_line(), self._folder, log=log)
        deadline = time.monotonic() + LONGEST_START
        while not all(tcp_ports.answers(port) for port in self.ports.all()):
            self.check()
            if time.monotonic() > deadline:
                raise self._problem(f"Azurite did not answer within {LONGEST_START:.0f} seconds")
            time.sleep(0.05)
        self.check()  # another Azurite on the same ports may have answered

    def check(self) -> None:
        """Raise a problem if Azurite has ended."""
        if self._child is not None and (code := self._child.poll()) is not None:
            raise self._problem(f"Azurite ended by itself with exit code {code}")

    def stop(self, within: float = 10.0) -> bool:
        """End gently, so that nothing written is lost; say whether it ended within that many seconds."""
        if self._child is None:
            return True
        children.close_input(self._child)  # stop_with_parent.cjs does the rest
        if not children.has_ended(self._child, within):
            return False
        self._child = None
        self._unlock_folder()
        return True

    def _lock_folder(self) -> None:
        """Raise a problem if another Azurite uses the folder. Each would overwrite what the other wrote."""
        self._lock = self._lock or locks.take(self._folder / "lock")
        if self._lock is None:
            raise Problem(f"Another `dev.py run` uses the data in {self._folder}: end it first.")

    def _unlock_folder(self) -> None:
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def _command_line(self) -> list[str | Path]:
        node, script = self._command
        host, where = tcp_ports.LOOPBACK, self.ports
        return [
            *(node, "--require", STOP_WITH_PARENT, script),
            *("--silent", "--disableTelemetry", "--skipApiVersionCheck"),
            *("--location", self._folder),
            *("--blobHost", host, "--blobPort", str(where.blob)),
            *("--queueHost", host, "--queuePort", str(where.queue)),
            *("--tableHost", host, "--tablePort", str(where.table)),
            *self._tls(),
        ]

    def _tls(self) -> list[str | Path]:
        file = self._certificate
        return [] if file is None else ["--oauth", "basic", "--cert", file, "--key", file]

    def _problem(self, what: str) -> Problem:
        end = last_lines(self.log.read_text(encoding="utf-8", errors="replace"))
        return Problem(f"{what}: try again, or see {self.log}, which ends:\n{end}")
