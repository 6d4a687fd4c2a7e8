"""A vault that answers on loopback as Key Vault does, over https, and programs that say made-up tokens."""

import json
import ssl
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from infra.hook.sign_in import Said
from infra.keys import main
from tests.receiver import Answer, Received, a_receiver
from tests.tls import Authority, an_authority

APP: Final = "/subscriptions/s/resourceGroups/g/providers/Microsoft.Web/sites/func"
TOKEN: Final = "eyJ.made-up.token"
REFRESH: Final = f"{APP}/config/configreferences/appsettings/refresh?api-version=2022-03-01"


def refusal(status: int, code: str, inner: str = "", message: str = "what is wrong") -> Answer:
    """Return an error as Key Vault words it."""
    error: dict[str, Any] = {"code": code, "message": message}
    if inner:
        error["innererror"] = {"code": inner}
    return Answer(status=status, body=json.dumps({"error": error}).encode())


NOT_FOUND: Final = refusal(404, "SecretNotFound")
NO_ROLE: Final = refusal(403, "Forbidden", "ForbiddenByRbac")
DISABLED: Final = refusal(403, "Forbidden", "SecretDisabled")
CLOSED: Final = refusal(403, "Forbidden", "ForbiddenByConnection", "Public network access is disabled")
DELETED: Final = refusal(409, "Conflict", "ObjectIsDeletedButRecoverable")
SIGNED_OUT: Final = refusal(401, "Unauthorized", message="AKV10032: Invalid issuer")
GONE: Final = None
"""The connection ends without an answer."""


class Dropped(Exception):
    """Ends a connection without an answer."""


def say_token(command: Sequence[str]) -> Said:
    """Answer as an azd does that is signed in."""
    return Said(0, output=json.dumps({"token": TOKEN, "expiresOn": "2099-01-01T00:00:00Z"}))


@dataclass
class Line:
    """A server on loopback, and whoever answers there at the moment."""

    authority: Authority
    uri: str = ""
    answer: Callable[[Received], Answer] = lambda _: Answer()

    def pick_up(self, received: Received) -> Answer:
        return self.answer(received)

    @property
    def context(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=self.authority.ca_file)


@contextmanager
def a_line(folder: Path) -> Iterator[Line]:
    line = Line(an_authority(folder))
    with a_receiver(line.pick_up, tls=line.authority.server_context()) as receiver:
        line.uri = receiver.uri
        yield line


@dataclass
class FakeVault:
    """Holds some secrets. First come the answers that are given."""

    line: Line
    secrets: dict[str, str] = field(default_factory=dict)
    first: Sequence[Answer | None] = ()
    deleted: Sequence[str] = ()
    versions: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    """Also those that others made."""
    requests: list[Received] = field(default_factory=list)
    slept: list[float] = field(default_factory=list)

    def environment(self) -> dict[str, str]:
        """Return what azd knows, with the slashes that Azure puts at the end."""
        here = f"{self.line.uri}/"
        where = {"KEY_VAULT_NAME": "kv-test", "KEY_VAULT_URI": here}
        return {**where, "APP_RESOURCE_ID": APP, "RESOURCE_MANAGER": here}

    def main(self, answer: Callable[[Received], Answer] | None = None) -> int:
        """Run the hook against this vault, or against what stands before it."""
        self.line.answer = answer or self.answer
        return main(self.environment(), say_token, self.slept.append, self.line.context)

    def answer(self, received: Received) -> Answer:
        self.requests.append(received)
        if received.method == "POST":
            return Answer()
        if self.first:
            told, self.first = self.first[0], self.first[1:]
            if told is None:
                raise Dropped
            return told
        return self._of_secrets(received)

    def sent(self, method: str) -> list[str]:
        return [received.path for received in self.requests if received.method == method]

    def _of_secrets(self, received: Received) -> Answer:
        name, _, rest = urlsplit(received.path).path.removeprefix("/secrets/").partition("/")
        if received.method == "PUT":
            return self._put(name, json.loads(received.body))
        if rest == "versions":
            return _say({"value": self.versions[name], "nextLink": None})
        return _say({"value": self.secrets[name]}) if name in self.secrets else NOT_FOUND

    def _put(self, name: str, body: dict[str, Any]) -> Answer:
        if name in self.deleted:
            return DELETED
        self.secrets[name] = body["value"]
        self.versions.setdefault(name, []).append({"tags": body["tags"]})
        return _say(body)


AVault = Callable[..., FakeVault]
"""Builds one, with what differs."""


def name_in(received: Received) -> str:
    return urlsplit(received.path).path.split("/")[2]


def _say(body: dict[str, Any]) -> Answer:
    return Answer(body=json.dumps(body).encode())
