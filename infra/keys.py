"""Make the keys that the vault does not have yet: azd runs this after it has made the resources.

A secret that is there is never replaced: without its encryption key, no stored secret can be opened again.
With the word `check`, only say whether `az` is there and signed in: azd asks before it makes anything.
"""

import base64
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

PAUSE: Final = 15.0
"""Seconds between two tries while a role is not yet in force."""
MOST_TRIES: Final = 40
"""Ten minutes, which is as long as Azure says that a new role may take."""
TRIES_WITHOUT_NETWORK: Final = 4
"""A minute: the name of a new vault may not be known everywhere yet."""
REFRESH_VERSION: Final = "2022-03-01"
AGAIN: Final = "Then run `azd up` again; or `azd hooks run postprovision`, then `azd deploy`."


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command said."""

    code: int
    error: str = ""
    output: str = ""
    """Commands are asked in such a way that no secret is in here."""


Run = Callable[[Sequence[str]], Answer]


class Stop(Exception):
    """What is wrong, and what to do about it."""


def new_access_key(name: str) -> str:
    return f"{name}={secrets.token_urlsafe(32)}"


def new_encryption_key() -> str:
    return f"first={base64.b64encode(secrets.token_bytes(32)).decode()}"


SECRETS: Final[Mapping[str, Callable[[], str]]] = {
    "scheduler-keys": lambda: new_access_key("ops"),
    "scheduler-read-keys": lambda: new_access_key("dashboard"),
    "scheduler-encryption-keys": new_encryption_key,
}


@dataclass(frozen=True, slots=True)
class Vault:
    """The secrets of a Key Vault, by way of `az`."""

    name: str
    run: Run
    sleep: Callable[[float], None] = time.sleep
    subscription: str = ""
    """Whose sign-in `az` takes, if it has several."""
    mark: str = field(default_factory=lambda: secrets.token_hex(8))
    """What tells the secrets of this run from those of another."""

    def has(self, secret: str) -> bool:
        """Say whether the secret is there; its value is not asked for."""
        answer = self._try("secret", "show", "--name", secret, "--query", "value == ''", "--output", "tsv")
        if answer.code and "SecretDisabled" in answer.error:
            print(_say_disabled(self.name, secret))
            return True  # someone switched it off: that is theirs to undo
        if answer.code and "SecretNotFound" not in answer.error:
            raise Stop(f"Cannot read {secret} in the vault {self.name}. az says:\n{answer.error.strip()}")
        if answer.output.strip().lower() == "true":
            raise Stop(_say_empty(self.name, secret))
        return answer.code == 0

    def create(self, secret: str, value: str) -> None:
        """Create a secret. Its value travels in a file: other users of this machine see command lines."""
        with _in_a_file(value) as file:
            how = ("--file", file, "--encoding", "utf-8", "--tags", f"run={self.mark}")
            answer = self._try("secret", "set", "--name", secret, *how, "--output", "none")
        if answer.code and "ObjectIsDeletedButRecoverable" in answer.error:
            raise Stop(_say_recover(self.name, secret))
        if answer.code:
            raise Stop(f"Cannot write {secret} into the vault {self.name}. az says:\n{answer.error.strip()}")

    def was_made_twice(self, secret: str) -> bool:
        """Say whether another run made the secret meanwhile: a vault cannot be told to write only once."""
        query = ("--query", "[].tags.run", "--output", "tsv")
        answer = self._try("secret", "list-versions", "--name", secret, *query)
        return answer.code == 0 and not set(answer.output.split()) <= {self.mark}

    def _try(self, *arguments: str) -> Answer:
        """Run a command again while the vault refuses it: a new role takes minutes to be in force."""
        whose = ["--subscription", self.subscription] if self.subscription else []
        command = ["az", "keyvault", *arguments, "--vault-name", self.name, *whose]
        for attempt in range(MOST_TRIES):
            answer = self.run(command)
            lost = _is_lost(answer) and attempt < TRIES_WITHOUT_NETWORK
            if not lost and not _is_refusal(answer):
                return answer
            if attempt == 0:
                trouble = "does not answer" if lost else "does not know your role yet"
                print(f"The vault {self.name} {trouble}. Trying again, up to {1 if lost else 10} min …")
            self.sleep(PAUSE)
        raise Stop(
            f"The vault {self.name} still refuses. You need the role Key Vault Secrets Officer on it: "
            "is `az` signed in as the one who ran azd (`az login`)?"
        )


def make_missing(vault: Vault) -> list[str]:
    """Create each secret that the vault does not have, and return their names."""
    made = []
    for name, new_value in SECRETS.items():
        if vault.has(name):  # asked as late as possible, in case there is another run
            continue
        vault.create(name, new_value())
        made.append(name)
        if vault.was_made_twice(name):
            print(_say_twice(vault.name, name))
    return made


def tell_app(app: str, run: Run) -> bool:
    """Let the app read its keys from the vault now, not within a day; say whether that worked."""
    address = f"{app}/config/configreferences/appsettings/refresh?api-version={REFRESH_VERSION}"
    return run(["az", "rest", "--method", "post", "--url", address, "--output", "none"]).code == 0


def main(environment: Mapping[str, str], run: Run, sleep: Callable[[float], None] = time.sleep) -> int:
    """Do it all with what azd knows of the environment; return the exit code."""
    name = environment.get("KEY_VAULT_NAME", "")
    if not name:
        print("KEY_VAULT_NAME is not set: run this by `azd hooks run postprovision`.", file=sys.stderr)
        return 1
    try:
        made = make_missing(Vault(name, run, sleep, environment.get("AZURE_SUBSCRIPTION_ID", "")))
    except (Stop, FileNotFoundError) as exc:
        said = _say_no_az() if isinstance(exc, FileNotFoundError) else str(exc)
        print(f"{said}\n{AGAIN}", file=sys.stderr)
        return 1
    print(f"Keys made: {', '.join(made) or 'none, all were there'}. The key of the API:")
    print(f"  az keyvault secret show --vault-name {name} --name scheduler-keys --query value --output tsv")
    app = environment.get("APP_RESOURCE_ID", "")
    if app and not tell_app(app, run):  # each time: a run before this one may have ended too early
        print("The app sees its keys within a day, or at once when any of its settings is changed.")
    return 0


def check(environment: Mapping[str, str], run: Run) -> int:
    """Say whether keys can be made later, before minutes go into making resources; return the exit code."""
    subscription = environment.get("AZURE_SUBSCRIPTION_ID", "")  # azd does not know it yet the first time
    whose = ["--subscription", subscription] if subscription else []
    token = ["az", "account", "get-access-token", "--resource", "https://vault.azure.net", *whose]
    try:
        answer = run([*token, "--output", "none"])
    except FileNotFoundError:
        print(f"{_say_no_az()} Then run `azd up` again.", file=sys.stderr)
        return 1
    if answer.code:
        print(
            f"The keys will be made with `az`, which gets no token:\n{answer.error.strip()}", file=sys.stderr
        )
        print("Sign in as the one who runs azd (`az login`), then run `azd up` again.", file=sys.stderr)
    return 1 if answer.code else 0


def run_command(command: Sequence[str]) -> Answer:
    program = shutil.which(command[0])  # on Windows, az is az.cmd
    if program is None:
        raise FileNotFoundError(command[0])
    done = subprocess.run(  # noqa: S603  # starting az is what this is for
        [program, *command[1:]],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        errors="replace",  # what az says may be in the code page of a Windows
        check=False,
    )
    return Answer(done.returncode, done.stderr, done.stdout)


def _is_refusal(answer: Answer) -> bool:
    """Say whether a role is missing. A firewall and a disabled secret refuse too: waiting does not help."""
    others = ("ForbiddenByFirewall", "ForbiddenByConnection", "SecretDisabled")
    return (
        bool(answer.code) and "Forbidden" in answer.error and not any(word in answer.error for word in others)
    )


def _is_lost(answer: Answer) -> bool:
    """Say whether the vault could not be reached. What was sent may have arrived; sending again is safe."""
    words = ("Max retries exceeded", "Failed to establish a new connection", "Failed to resolve")
    more = ("Name or service not known", "getaddrinfo failed", "Connection aborted", "Read timed out")
    return bool(answer.code) and any(word in answer.error for word in (*words, *more))


@contextmanager
def _in_a_file(value: str) -> Iterator[str]:
    """Write a value where only this user may read it; it is gone afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "value")
        file.touch(mode=0o600)
        file.write_text(value, encoding="utf-8", newline="")
        yield str(file)


def _say_recover(vault: str, secret: str) -> str:
    return (
        f"{secret} was deleted from the vault {vault}, and can be brought back. No new one is made, because "
        "jobs may need the old one. Bring it back:\n"
        f"  az keyvault secret recover --vault-name {vault} --name {secret}\n"
        f"If nothing needs it any more: az keyvault secret purge --vault-name {vault} --name {secret}"
    )


def _say_disabled(vault: str, secret: str) -> str:
    return (
        f"{secret} is switched off in the vault {vault}, so the app cannot read it. To switch it on:\n"
        f"  az keyvault secret set-attributes --vault-name {vault} --name {secret} --enabled true"
    )


def _say_empty(vault: str, secret: str) -> str:
    return (
        f"{secret} is in the vault {vault}, but empty. Nothing is replaced: write the right value into it "
        "(docs/settings.md says its form), or delete and purge it, and a new one is made."
    )


def _say_twice(vault: str, secret: str) -> str:
    return (
        f"Two runs made {secret} at the same time. The later one counts; the vault {vault} keeps both:\n"
        f"  az keyvault secret list-versions --vault-name {vault} --name {secret}\n"
        "If jobs with secrets were stored in between, put the earlier encryption key behind the later one."
    )


def _say_no_az() -> str:
    return (
        "The keys are made with the Azure CLI (`az`), which is not on the PATH. Install it, and sign in "
        "(`az login`)."
    )


if __name__ == "__main__":
    sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]  # a pipe of Windows knows few letters
    asked = check(os.environ, run_command) if sys.argv[1:] == ["check"] else main(os.environ, run_command)
    sys.exit(asked)
