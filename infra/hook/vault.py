"""The secrets of a Key Vault, by way of its REST API: what it answers, and what that means."""

import re
import secrets
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any, Final
from urllib.parse import urlsplit

from infra.hook import Stop
from infra.hook.https import Answer, Call, Send
from infra.hook.sign_in import ADVICE

VERSION: Final = "api-version=7.4"
PAUSE: Final = 15.0
"""Seconds between two tries while a role is not yet in force."""
MOST_TRIES: Final = 40
"""Ten minutes, which is as long as Azure says that a new role may take."""
TRIES_WITHOUT_NETWORK: Final = 4
"""A minute: the name of a new vault may not be known everywhere yet."""
MOST_PAGES: Final = 10
"""Of versions of a secret that is seconds old: a page has 25."""


class Meaning(Enum):
    """What an answer means for a secret."""

    FINE = auto()
    MISSING = auto()
    DISABLED = auto()
    DELETED = auto()
    NO_ROLE = auto()
    LOST = auto()
    """What was sent may have arrived. Sending it again is safe."""
    SIGNED_OUT = auto()
    REFUSED = auto()


WAITED_FOR: Final = {
    Meaning.NO_ROLE: "does not know your role yet. Trying again, up to 10 min …",
    Meaning.LOST: "does not answer. Trying again, up to 1 min …",
}
BY_CODE: Final = {
    (403, "ForbiddenByRbac"): Meaning.NO_ROLE,
    (403, "SecretDisabled"): Meaning.DISABLED,
    (404, "SecretNotFound"): Meaning.MISSING,
    (409, "ObjectIsDeletedButRecoverable"): Meaning.DELETED,
}


def meaning(answer: Answer) -> Meaning:
    """Say what an answer means. What is not known is a refusal: no key is made then."""
    status = answer.status
    if status in (0, 408, 429) or status >= 500:
        return Meaning.LOST
    if status == 401:
        return Meaning.SIGNED_OUT
    if status == 200 and answer.body is not None:
        return Meaning.FINE
    known = (BY_CODE[status, code] for code in answer.codes if (status, code) in BY_CODE)
    return next(known, Meaning.REFUSED)


def address_of(name: str, uri: str) -> str:
    """Return where a vault answers, without a slash at the end: where it says, or where Azure's are."""
    if not re.fullmatch(r"[0-9A-Za-z-]{3,24}", name):
        raise Stop(f"KEY_VAULT_NAME is {name!r}, which is no name of a vault.")
    return uri.rstrip("/") or f"https://{name}.vault.azure.net"


def scope_of(address: str) -> str:
    """Return what a token for a vault is asked for: its cloud's vaults, which its host ends with."""
    host = urlsplit(address).hostname or ""
    return f"https://{host.partition('.')[2] or host}/.default"


@dataclass(frozen=True, slots=True)
class Vault:
    """A vault whose secrets are read and made."""

    name: str
    address: str
    send: Send
    sleep: Callable[[float], None] = time.sleep
    mark: str = field(default_factory=lambda: secrets.token_hex(8))
    """What tells the secrets of this run from those of another."""

    def has(self, secret: str) -> bool:
        """Say whether the secret is there."""
        answer = self._try(Call("GET", self._at(secret)))
        match meaning(answer):
            case Meaning.MISSING:
                return False
            case Meaning.DISABLED:
                print(_say_disabled(self.name, secret))
                return True  # someone switched it off: that is theirs to undo
            case Meaning.FINE if answer.body and answer.body.get("value"):
                return True
            case Meaning.FINE:
                raise Stop(_say_empty(self.name, secret))
        raise Stop(_say_refused(f"read {secret} in", self.name, answer))

    def create(self, secret: str, value: str) -> None:
        """Create a secret."""
        body = {"value": value, "tags": {"run": self.mark}}
        answer = self._try(Call("PUT", self._at(secret), body))
        match meaning(answer):
            case Meaning.FINE:
                return
            case Meaning.DELETED:
                raise Stop(_say_recover(self.name, secret))
        said = _say_refused(f"write {secret} into", self.name, answer)
        raise Stop(said.replace(value.partition("=")[2], "…"))

    def was_made_twice(self, secret: str) -> bool:
        """Say whether another run made the secret meanwhile: a vault cannot be told to write only once."""
        return any((version.get("tags") or {}).get("run") != self.mark for version in self._versions(secret))

    def _versions(self, secret: str) -> Iterator[Mapping[str, Any]]:
        address = self._at(secret, "/versions")
        for _ in range(MOST_PAGES):
            answer = self._try(Call("GET", address))
            page = answer.body if meaning(answer) is Meaning.FINE and answer.body else {}
            yield from page.get("value") or ()
            address = page.get("nextLink") or ""
            if urlsplit(address)[:2] != urlsplit(self.address)[:2]:  # a token goes to no other host
                return

    def _at(self, secret: str, rest: str = "") -> str:
        return f"{self.address}/secrets/{secret}{rest}?{VERSION}"

    def _try(self, call: Call) -> Answer:
        """Call again while the vault refuses: a new role takes minutes to be in force."""
        told, lost = Meaning.FINE, 0
        for _ in range(MOST_TRIES):
            answer = self.send(call)
            found = meaning(answer)
            lost = lost + 1 if found is Meaning.LOST else 0
            if found not in WAITED_FOR or lost > TRIES_WITHOUT_NETWORK:
                return answer
            if found is not told:
                print(f"The vault {self.name} {WAITED_FOR[found]}", flush=True)
            told = found
            self.sleep(PAUSE)
        raise Stop(_say_no_role(self.name))


def _say_refused(what: str, vault: str, answer: Answer) -> str:
    signed_out = f"\n{ADVICE}" if meaning(answer) is Meaning.SIGNED_OUT else ""
    return f"Cannot {what} the vault {vault}. It says:\n{answer.words}{signed_out}"


def _say_no_role(vault: str) -> str:
    return (
        f"The vault {vault} still refuses. You need the role Key Vault Secrets Officer on it: "
        "is the one who is signed in (`azd auth login`, or else `az login`) the one who made it?"
    )


def _say_recover(vault: str, secret: str) -> str:
    return (
        f"{secret} was deleted from the vault {vault}, and can be brought back. No new one is made, because "
        "jobs may need the old one. Bring it back, in the portal of Azure (the vault, Secrets, "
        "Manage deleted secrets) or by:\n"
        f"  az keyvault secret recover --vault-name {vault} --name {secret}\n"
        f"If nothing needs it any more: az keyvault secret purge --vault-name {vault} --name {secret}"
    )


def _say_disabled(vault: str, secret: str) -> str:
    return (
        f"{secret} is switched off in the vault {vault}, so the app cannot read it. To switch it on, in the "
        "portal of Azure (the vault, Secrets, its version, Enabled) or by:\n"
        f"  az keyvault secret set-attributes --vault-name {vault} --name {secret} --enabled true"
    )


def _say_empty(vault: str, secret: str) -> str:
    return (
        f"{secret} is in the vault {vault}, but empty. Nothing is replaced: write the right value into it "
        "(docs/settings.md says its form), or delete and purge it, and a new one is made."
    )
