"""Make the keys that the vault does not have yet: azd runs this after it has made the resources.

A secret that is there is never replaced: without its encryption key, no stored secret can be opened again.
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
from dataclasses import dataclass
from pathlib import Path
from typing import Final

PAUSE: Final = 15.0
"""Seconds between two tries while a role is not yet in force."""
MOST_TRIES: Final = 40
"""Ten minutes, which is as long as Azure says that a new role may take."""
REFRESH_VERSION: Final = "2022-03-01"


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command said."""

    code: int
    error: str = ""


Run = Callable[[Sequence[str]], Answer]
"""Runs a command. The answer has no standard output: it might hold a secret."""


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

    def has(self, secret: str) -> bool:
        """Say whether the secret is there; its value is not asked for."""
        answer = self._try("secret", "show", "--name", secret, "--query", "id")
        if answer.code and "SecretDisabled" in answer.error:
            return True  # someone switched it off: that is theirs to undo
        if answer.code and "SecretNotFound" not in answer.error:
            raise Stop(f"Cannot read {secret} in the vault {self.name}. az says:\n{answer.error.strip()}")
        return answer.code == 0

    def create(self, secret: str, value: str) -> None:
        """Create a secret. Its value travels in a file: other users of this machine see command lines."""
        with _in_a_file(value) as file:
            answer = self._try("secret", "set", "--name", secret, "--file", file, "--encoding", "utf-8")
        if answer.code and "ObjectIsDeletedButRecoverable" in answer.error:
            raise Stop(_say_recover(self.name, secret))
        if answer.code:
            raise Stop(f"Cannot write {secret} into the vault {self.name}. az says:\n{answer.error.strip()}")

    def _try(self, *arguments: str) -> Answer:
        """Run a command again while the vault refuses it: a new role takes minutes to be in force."""
        command = ["az", "keyvault", *arguments, "--vault-name", self.name, "--output", "none"]
        for attempt in range(MOST_TRIES):
            answer = self.run(command)
            if not _is_refusal(answer):
                return answer
            if attempt == 0:
                print(f"The vault {self.name} does not know your role yet. Trying again, up to 10 minutes …")
            self.sleep(PAUSE)
        raise Stop(
            f"The vault {self.name} still refuses. You need the role Key Vault Secrets Officer on it: "
            "is `az` signed in as the one who ran azd (`az login`)? Then run `azd hooks run postprovision`."
        )


def make_missing(vault: Vault) -> list[str]:
    """Create each secret that the vault does not have, and return their names."""
    missing = [name for name in SECRETS if not vault.has(name)]
    for name in missing:
        vault.create(name, SECRETS[name]())
    return missing


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
        made = make_missing(Vault(name, run, sleep))
    except (Stop, FileNotFoundError) as exc:
        print(_say_no_az() if isinstance(exc, FileNotFoundError) else exc, file=sys.stderr)
        return 1
    print(f"Keys made: {', '.join(made) or 'none, all were there'}. The key of the API:")
    print(f"  az keyvault secret show --vault-name {name} --name scheduler-keys --query value --output tsv")
    app = environment.get("APP_RESOURCE_ID", "")
    if made and app and not tell_app(app, run):
        print("The app sees its keys within a day, or at once when any of its settings is changed.")
    return 0


def run_command(command: Sequence[str]) -> Answer:
    program = shutil.which(command[0])  # on Windows, az is az.cmd
    if program is None:
        raise FileNotFoundError(command[0])
    done = subprocess.run(  # noqa: S603  # starting az is what this is for
        [program, *command[1:]], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False
    )
    return Answer(done.returncode, done.stderr)


def _is_refusal(answer: Answer) -> bool:
    """Say whether a role is missing. A firewall and a disabled secret refuse too: waiting does not help."""
    others = ("ForbiddenByFirewall", "SecretDisabled")
    return (
        bool(answer.code) and "Forbidden" in answer.error and not any(word in answer.error for word in others)
    )


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
        "jobs may need the old one. Bring it back, then run `azd hooks run postprovision`:\n"
        f"  az keyvault secret recover --vault-name {vault} --name {secret}\n"
        f"If nothing needs it any more: az keyvault secret purge --vault-name {vault} --name {secret}"
    )


def _say_no_az() -> str:
    return (
        "The keys are not made yet: the Azure CLI (`az`) is not on the PATH. Install it, sign in "
        "(`az login`), then run `azd hooks run postprovision`."
    )


if __name__ == "__main__":
    sys.exit(main(os.environ, run_command))
