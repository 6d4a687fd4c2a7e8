"""`login` and `logout`: keep the address and the key of an app, after the app has accepted the key."""

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from getpass import getpass
from urllib.parse import urlsplit

from migrate.app_options import KEY_VARIABLE
from migrate.connection import checked, nothing_in, subscriptions_of
from migrate.found import Json
from migrate.logins import Login, Logins, config_file, read_logins, write_logins
from migrate.remote_app import KeyRefused, RemoteApp, is_loopback
from migrate.terminal import Problem, Refused, harmless
from shared.domain.about import EXTENDED

AskKey = Callable[[str], str]


def run_login(options: argparse.Namespace, ask: AskKey = getpass) -> int:
    """Add a login, switch to one, or list them; return 0, or raise Problem and change nothing."""
    file = config_file()
    logins = read_logins(file)
    if options.place is None:
        _print(_listed(logins))
        return 0
    if "://" not in options.place:
        login = _switched(logins.named(options.place), options)
        lines = [f"The current app is {login.name}, {login.address}."]
    else:
        login, lines = _accepted(options, ask)
    write_logins(file, logins.with_app(login))
    _print(lines)
    return 0


def run_logout(options: argparse.Namespace) -> int:
    """Forget a login; return 0, or raise Problem if there is none."""
    file = config_file()
    logins = read_logins(file)
    name = options.name or logins.current
    if name is None:
        raise Problem("There is no current login: name one.")
    login = logins.named(name)
    write_logins(file, logins.without(login.name))
    _print([f"{login.name}, {login.address}, is forgotten."])
    return 0


def _switched(login: Login, options: argparse.Namespace) -> Login:
    return replace(login, subscription=options.subscription or login.subscription)


def _accepted(options: argparse.Namespace, ask: AskKey) -> tuple[Login, list[str]]:
    """Return the login that the app accepts, and what is told of it."""
    app = checked(RemoteApp(options.place, None, EXTENDED))
    key, caller = _caller(app, options, ask)
    login = Login(
        name=options.name or _usual_name(app.address),
        address=app.address,
        key=key,
        subscription=options.subscription,
    )
    found = subscriptions_of(RemoteApp(app.address, key, EXTENDED))
    return login, [_welcome(login, caller), *_subscriptions(found, options.subscription)]


def _caller(app: RemoteApp, options: argparse.Namespace, ask: AskKey) -> tuple[str | None, Json]:
    """Return the key and whose it is. An app on this machine may be open to all who work here."""
    if is_loopback(app.address) and not options.key_stdin and KEY_VARIABLE not in os.environ:
        try:
            return None, app.whoami()
        except KeyRefused:
            pass
    key = _key(options, ask)
    try:
        return key, RemoteApp(app.address, key, EXTENDED).whoami()
    except KeyRefused as exc:
        raise Problem(f"{app.address} refuses the key: {exc.said}") from exc
    except Refused as exc:
        raise Problem(f"{app.address} cannot say whose key it is; upgrade the app first. {exc}") from exc


def _key(options: argparse.Namespace, ask: AskKey) -> str:
    if options.key_stdin:
        key = sys.stdin.readline().strip()
    elif given := os.environ.get(KEY_VARIABLE):
        key = given.strip()
    elif ask is getpass and not sys.stdin.isatty():
        raise Problem(f"Nobody is there to be asked for the key: set {KEY_VARIABLE}, or use --key-stdin.")
    else:
        key = ask("Key: ").strip()
    if not key:
        raise Problem("There is no key.")
    return key


def _usual_name(address: str) -> str:
    host = urlsplit(address).hostname or ""
    return "local" if is_loopback(address) else host.partition(".")[0] if host[:1].isalpha() else host


def _welcome(login: Login, caller: Json) -> str:
    may = "may change things" if caller.get("canChange") else "may only read"
    scope = f", in {caller['scope']}" if caller.get("scope") not in (None, "/") else ""
    return f"{login.name} is {login.address}; there you are {caller.get('name')}, who {may}{scope}."


def _subscriptions(found: list[str], asked: str | None) -> Iterator[str]:
    if asked is not None and asked.lower() not in map(str.lower, found):
        yield nothing_in(asked, found)
    elif asked is None and len(found) > 1:
        yield f"It has several subscriptions: {', '.join(found)}. Name one with --subscription."


def _listed(logins: Logins) -> Iterator[str]:
    if not logins.apps:
        yield "There is no login."
    for app in logins.apps:
        mark = "*" if app.name == logins.current else " "
        subscription = f", subscription {app.subscription}" if app.subscription else ""
        yield f"{mark} {app.name}: {app.address}{subscription}{'' if app.key else ', without a key'}"


def _print(lines: Iterator[str] | list[str]) -> None:
    print("\n".join(map(harmless, lines)), flush=True)
