"""Tokens of whoever is signed in: by azd, or else by az. A token is never printed and never kept."""

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from infra.hook import Stop

PATIENCE: Final = 60.0
"""Seconds that a program may take: the first start of az on a Windows takes many."""
ADVICE: Final = "Run `azd auth login`; or `az login`, where you work without azd."


@dataclass(frozen=True, slots=True)
class Said:
    """What a program said."""

    code: int
    error: str = ""
    output: str = field(default="", repr=False)


Run = Callable[[Sequence[str]], Said]


@dataclass(frozen=True, slots=True)
class SignIn:
    """Whoever is signed in."""

    run: Run
    subscription: str = ""
    """Whose sign-in az takes, if it has several. azd finds out by itself."""
    tenant: str = ""
    """Where azd signs in, if it is not the tenant of the subscription."""

    def token(self, scope: str) -> str:
        """Return a new token: one that was kept might end while a role is waited for."""
        troubles = []
        for command, name in ((self._azd(scope), "token"), (self._az(scope), "accessToken")):
            try:
                said = self.run(command)
            except FileNotFoundError:
                troubles.append(f"{command[0]} is not on the PATH.")
                continue
            if found := _token(said, name):
                return found
            troubles.append(f"{command[0]} says: {_words(said)}")
        raise Stop("\n".join(["Nobody is signed in who may make keys.", *troubles, ADVICE]))

    def _azd(self, scope: str) -> list[str]:
        tenant = ["--tenant-id", self.tenant] if self.tenant else []
        return ["azd", "auth", "token", "--output", "json", "--no-prompt", "--scope", scope, *tenant]

    def _az(self, scope: str) -> list[str]:
        whose = ["--subscription", self.subscription] if self.subscription else []
        resource = scope.removesuffix("/.default")
        return ["az", "account", "get-access-token", "--output", "json", "--resource", resource, *whose]


def run_program(command: Sequence[str]) -> Said:
    """Run a program to its end; raise FileNotFoundError if it is not installed."""
    program = shutil.which(command[0])  # on Windows, az is az.cmd
    if program is None:
        raise FileNotFoundError(command[0])
    try:
        done = subprocess.run(  # noqa: S603  # starting azd and az is what this is for
            [program, *command[1:]],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",  # what az says may be in the code page of a Windows
            check=False,
            timeout=PATIENCE,
        )
    except subprocess.TimeoutExpired:
        return Said(1, f"no answer within {PATIENCE:.0f} s")
    return Said(done.returncode, done.stderr, done.stdout)


def _token(said: Said, name: str) -> str:
    """Return the token that a program said, or nothing."""
    try:
        token = json.loads(said.output)[name] if said.code == 0 else ""
    except (ValueError, LookupError, TypeError):
        return ""
    fits_a_header = isinstance(token, str) and token.isascii() and token.isprintable() and " " not in token
    return token if fits_a_header else ""


def _words(said: Said) -> str:
    """Return what a program complains of; what it puts out is never shown, because that may hold a token."""
    if said.code == 0:
        return "something that is no token."
    return "\n".join(filter(None, _lines(said.error))) or f"nothing, and ends with {said.code}."


def _lines(error: str) -> Iterator[str]:
    """Yield the lines in words: azd wraps its own in JSON, in one of two forms."""
    for line in error.splitlines():
        try:
            read = json.loads(line)
        except ValueError:
            read = line
        data = read.get("data") if isinstance(read, dict) else None
        message = data.get("message") if isinstance(data, dict) else None
        yield str(message or read.get("error", "") if isinstance(read, dict) else read).strip()
