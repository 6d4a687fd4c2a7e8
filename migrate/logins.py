"""The apps that the user has logged in to, in a file of his own. This needs no installed package."""

import json
import os
import stat
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from migrate.invocation import spoken
from migrate.private_file import create_private
from migrate.terminal import Misuse, Problem, say

CONFIG_VARIABLE: Final = "SCHEDULER_CONFIG"
_OTHERS: Final = 0o077
_PORTS: Final = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True, kw_only=True)
class Login:
    """An app, the key that belongs to it, and the subscription that is meant if none is named."""

    name: str
    address: str
    key: str | None = field(default=None, repr=False)
    subscription: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Logins:
    """All apps, and which of them is the current one.

    `document` is the file as it was read: what a newer version wrote there is kept.
    """

    apps: tuple[Login, ...] = ()
    current: str | None = None
    document: Mapping[str, Any] = field(default_factory=dict, repr=False)

    def named(self, name: str) -> Login:
        """Return the app of this name; raise Problem if there is none."""
        found = next((app for app in self.apps if app.name == name), None)
        if found is None:
            known = ", ".join(app.name for app in self.apps) or "none"
            unknown = f"No login is called '{name}'; there are: {known}."
            if ":" in name or "/" in name:  # no login can be called so
                raise Misuse(f"{unknown} {_how_addresses_begin(name)}")
            hint = f" {_how_addresses_begin(name)}" if "." in name or name == "localhost" else ""
            raise Problem(f"{unknown}{hint} `{spoken('login')} URL` adds one.")
        return found

    def at(self, address: str) -> Login | None:
        """Return the app with this address, the current one first, or None."""
        found = [app for app in self.apps if _origin(app.address) == _origin(address)]
        return next((app for app in found if app.name == self.current), found[0] if found else None)

    def with_app(self, login: Login) -> "Logins":
        """Return these and an app, which is then the current one; one of the same name is replaced."""
        fields = {"address": login.address, "key": login.key, "subscription": login.subscription}
        kept = self._written().get(login.name, {})
        entry = {name: value for name, value in {**kept, **fields}.items() if value is not None}
        apps = {**self._written(), login.name: entry}
        return read_document({**self.document, "apps": apps, "current": login.name})

    def without(self, name: str) -> "Logins":
        """Return these without an app. If it was the current one, there is none afterwards."""
        left = {other: entry for other, entry in self._written().items() if other != name}
        current = None if self.current == name else self.current
        return read_document({**self.document, "apps": left, "current": current})

    def _written(self) -> dict[str, Any]:
        return dict(self.document.get("apps", {}))


def _how_addresses_begin(text: str) -> str:
    """Say how the address of an app is written that lacks its beginning."""
    here = text.startswith(("localhost", "127.", "[::1]"))
    return f"An address begins with its scheme: {'http' if here else 'https'}://{text.lstrip('/')}."


def config_file() -> Path:
    """Return where the logins are kept."""
    if chosen := os.environ.get(CONFIG_VARIABLE):
        return Path(chosen)
    if os.name == "nt" and (roaming := os.environ.get("APPDATA")):
        return Path(roaming) / "scheduler" / "config.json"
    home = Path(os.environ.get("XDG_CONFIG_HOME", ""))
    return (home if home.is_absolute() else Path.home() / ".config") / "scheduler" / "config.json"


def read_logins(file: Path) -> Logins:
    """Return what is in the file, nothing if there is none; raise Problem if it is not what was written."""
    try:
        with open(file, encoding="utf-8") as opened:
            _keep_private(file, os.fstat(opened.fileno()).st_mode)
            return read_document(json.load(opened))
    except FileNotFoundError:
        return Logins()
    except OSError as exc:
        raise Problem(f"Cannot read {file}: {exc.strerror}.") from exc
    except (ValueError, RecursionError) as exc:
        raise Problem(
            f"{file} is not what `{spoken('login')}` writes: repair it, or move it away and log in again."
        ) from exc


def write_logins(file: Path, logins: Logins) -> None:
    """Replace the file in one step, so that it is never half written; raise Problem if that fails."""
    place = file.resolve()  # the file may be a link to where the user keeps such files
    fresh = place.with_name(f".{place.name}.{os.getpid()}")
    try:
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        fresh.unlink(missing_ok=True)  # of a process that had the same number
        create_private(fresh, json.dumps(logins.document, indent=2) + "\n")
        os.replace(fresh, place)
    except OSError as exc:
        with suppress(OSError):
            fresh.unlink()
        raise Problem(f"Cannot write {file}: {exc.strerror}.") from exc


def read_document(document: Mapping[str, Any]) -> Logins:
    """Return the logins in a document; raise ValueError if that is not what it holds."""
    apps = _fields(_fields(document).get("apps", {}))
    return Logins(
        apps=tuple(_login(name, _fields(entry)) for name, entry in apps.items()),
        current=_optional(document.get("current")),
        document=document,
    )


def _login(name: str, entry: Mapping[str, Any]) -> Login:
    return Login(
        name=name,
        address=_text(entry.get("address")),
        key=_optional(entry.get("key")),
        subscription=_optional(entry.get("subscription")),
    )


def _fields(value: object) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise ValueError("not an object")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError("not a text")
    return value


def _optional(value: object) -> str | None:
    return None if value is None else _text(value)


def _keep_private(file: Path, mode: int) -> None:
    """Take the file away from others. They may have read it: that is said."""
    if os.name == "nt" or not stat.S_ISREG(mode) or not mode & _OTHERS:
        return
    say(f"Warning: others could read {file}, and the keys in it. Now only you can; consider new keys.")
    os.chmod(file, stat.S_IMODE(mode) & ~_OTHERS)


def _origin(address: str) -> tuple[str, str, int | None, str]:
    try:
        parts = urlsplit(address)
        port = parts.port or _PORTS.get(parts.scheme)
    except ValueError:
        return ("", address, None, "")
    return (parts.scheme, parts.hostname or "", port, parts.path.rstrip("/"))
