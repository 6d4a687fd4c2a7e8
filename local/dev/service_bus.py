"""The broker that stands in for Azure Service Bus, as a process with a beginning and an end."""

import json
import time
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

from local.dev import children, tcp_ports
from local.dev.terminal import Problem, last_lines

# The key of Microsoft's own emulator. The broker takes it, unless it is configured otherwise.
KEY_NAME = "RootManageSharedAccessKey"
KEY = "SAS_KEY_VALUE"

LONGEST_START = 30.0  # seconds; usually less than one


class ServiceBusBroker:
    """A broker with its log in a folder of its own. `ensure_broker()` returns its command.

    Without a configuration, it makes any queue or topic on first use. When it ends, all messages are gone.
    """

    def __init__(
        self,
        command: tuple[str, Path],
        folder: Path,
        port: int,
        configuration: Mapping[str, object] | None = None,
    ) -> None:
        self._command = command
        self._folder = folder
        self._port = port
        self._configuration = configuration
        self._child: children.Child | None = None

    @property
    def address(self) -> str:
        """Host and port. AMQP, AMQP over WebSockets and HTTP share them."""
        return f"{tcp_ports.LOOPBACK}:{self._port}"

    @property
    def log(self) -> Path:
        return self._folder / "service-bus.log"

    def connection_string(self, key_name: str = KEY_NAME, key: str = KEY) -> str:
        return (
            f"Endpoint=sb://{self.address};SharedAccessKeyName={key_name};SharedAccessKey={key};"
            "UseDevelopmentEmulator=true;"
        )

    def start(self) -> None:
        """Start, and return when the broker listens."""
        self._folder.mkdir(parents=True, exist_ok=True)
        with self.log.open("wb") as log:
            self._child = children.start(self._command_line(), self._folder, log=log)
        deadline = time.monotonic() + LONGEST_START
        while not self.log.read_bytes().startswith(b"Listening"):  # another process may answer on the port
            self.check()
            if time.monotonic() > deadline:
                raise self._problem(
                    f"The Service Bus broker did not start within {LONGEST_START:.0f} seconds"
                )
            time.sleep(0.05)

    def check(self) -> None:
        """Raise a problem if the broker has ended."""
        if self._child is not None and (code := self._child.poll()) is not None:
            raise self._problem(f"The Service Bus broker ended by itself with exit code {code}")

    def stop(self) -> None:
        if self._child is None:
            return
        children.close_input(self._child)  # that tells it to end
        if not children.has_ended(self._child, within=2):
            children.kill(self._child)  # it has nothing to lose
            self._child.wait()
        self._child = None

    def create_queue(self, name: str, **options: object) -> None:
        """Make a queue; it replaces one of that name. Options: duplicateDetectionSeconds, largestMessage."""
        self._call("PUT", f"/queues/{quote(name)}", options)

    def create_topic(self, name: str, *subscriptions: str, **options: object) -> None:
        self._call("PUT", f"/topics/{quote(name)}", {**options, "subscriptions": subscriptions})

    def empty_queue(self, name: str) -> None:
        self._call("DELETE", f"/queues/{quote(name)}/messages")

    def messages(self, queue: str) -> list[dict[str, Any]]:
        """Return the messages in a queue, and leave them there."""
        return self._messages(f"/queues/{quote(queue)}")

    def subscription_messages(self, topic: str, subscription: str) -> list[dict[str, Any]]:
        return self._messages(f"/topics/{quote(topic)}/subscriptions/{quote(subscription)}")

    def connections(self) -> dict[str, int]:
        """Return how many AMQP connections were ever made, and how many are open."""
        numbers: dict[str, int] = self._call("GET", "/connections")
        return numbers

    def ask_for_fault(self, kind: str, **details: object) -> None:
        """Let the broker do something wrong, `times=1` only once. See `local/service_bus/faults.cjs`."""
        self._call("PUT", "/fault", {"kind": kind, **details})

    def clear_fault(self) -> None:
        self._call("DELETE", "/fault")

    def _messages(self, path: str) -> list[dict[str, Any]]:
        messages: list[dict[str, Any]] = self._call("GET", f"{path}/messages")
        return messages

    def _call(self, method: str, path: str, body: object = None) -> Any:
        content = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://{self.address}{path}", content, method=method)
        # No proxy of the environment is used, because this is loopback.
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=10) as answer:
            return json.load(answer)

    def _command_line(self) -> list[str | Path]:
        command: list[str | Path] = [*self._command, "--port", str(self._port)]
        if self._configuration is None:
            return command
        file = self._folder / "service-bus.json"
        file.write_text(json.dumps(self._configuration), encoding="utf-8")
        return [*command, "--config", file]

    def _problem(self, what: str) -> Problem:
        end = last_lines(self.log.read_text(encoding="utf-8", errors="replace"))
        return Problem(f"{what}: try again, or see {self.log}, which ends:\n{end}")
