"""Who reads an address reads the same host and port: we, the libraries, and the socket in the end."""

import contextlib
from dataclasses import replace
from random import Random
from typing import Final
from urllib.parse import urlsplit

import idna
import pytest
import requests
from urllib3.exceptions import LocationParseError
from urllib3.util import parse_url

from shared.actions.http.sending import refusal
from shared.domain.action import HttpAction
from shared.domain.address import USUAL_PORTS, WebAddress, address_of
from shared.domain.attempt import Failed
from shared.domain.authentication import Basic
from shared.domain.outbound import ANYWHERE, Address
from tests.actions.running import a_runner, an_http_attempt, sealed
from tests.builders import an_action

SEED: Final = 20_261
SCHEMES: Final = ("http://", "http://", "https://", "HtTpS://", "http:/", "http:", "http:\\\\", "//", "")
HOSTS: Final = (
    *("good.example", "evil.example", "GOOD.Example", "127.0.0.1", "0x7f.1", "2130706433"),
    *("bücher.example", "BÜCHER.example", "xn--bcher-kva.example", "ΑΣ.example", "ας.example"),
    *("faß.example", "\u212aelvin", "\uff11\uff12\uff17.0.0.1"),
    *("[::1]", "[::ffff:127.0.0.1]", "[fe80::1%25eth0]", "[v1.a]"),
)
PIECES: Final = (
    *("\\", "\\", "@", "@", ":", ":", "..", "::1", "%2e", "%5C", "%40", "%69", "user", "pa:ss", "a@b"),
    *(":80", ":443", ":8080", ":0080", ":0", ":65536", ":-1", ":+80", ":\u0663", ":8 0"),
    *" \t\n\r\0\x0b\x1f\x7f\x85\xa0\u2028\u200b\ufeff\xad\u3002\uff0e\uff20\u2044\u2100",
    *"/?#.[]%;&=+'<>|^`{}~*,!$()_-\"",
)


def addresses(count: int, seed: int) -> list[str]:
    """Return odd addresses, always the same ones."""
    random = Random(seed)

    def one() -> str:
        pieces = random.choices(PIECES, k=random.randint(0, 4))
        pieces += random.choices(HOSTS, k=random.randint(1, 2))
        random.shuffle(pieces)
        return random.choice(SCHEMES) + "".join(pieces)

    return [one() for _ in range(count)]


def place(scheme: str | None, host: str | None, port: int | None) -> tuple[str, str, int]:
    """Return what is called, with a name in other letters than ASCII as those letters."""
    named, told = (scheme or "").lower(), (host or "").lower().strip("[]")
    return named, ".".join(map(in_letters, told.split("."))), port or USUAL_PORTS.get(named, 0)


def in_letters(part: str) -> str:
    with contextlib.suppress(idna.IDNAError):
        return idna.decode(part) if part.startswith("xn--") else part
    return part


def meant(address: WebAddress) -> tuple[str, str, int]:
    return place(*address.origin)


def readings(text: str) -> dict[str, tuple[str, str, int]]:
    """Return what each library takes an address for. Those that refuse it are left out."""
    found = {}
    for name, read in (("urlsplit", split_by), ("urllib3", parsed_by), ("requests", prepared_by)):
        with contextlib.suppress(ValueError, LocationParseError, requests.RequestException):
            found[name] = read(text)
    return found


def split_by(text: str) -> tuple[str, str, int]:
    parts = urlsplit(text)
    return place(parts.scheme, parts.hostname, parts.port)


def parsed_by(text: str) -> tuple[str, str, int]:
    parts = parse_url(text)
    return place(parts.scheme, parts.host, parts.port)


def prepared_by(text: str) -> tuple[str, str, int]:
    return split_by(str(requests.Request("GET", text).prepare().url))


def test_no_library_reads_an_address_otherwise() -> None:
    read = {text: address for text in addresses(60_000, SEED) if (address := address_of(text)) is not None}

    others = {
        text: found
        for text, address in read.items()
        if (found := {name: one for name, one in readings(text).items() if one != meant(address)})
    }

    assert len(read) > 1_500
    assert others == {}


def test_nothing_connects_to_another_host_than_was_read() -> None:
    called: list[tuple[str, int]] = []

    def note(host: str, port: int) -> list[Address]:
        called.append((host, port))
        return []

    runner, astray, reached = a_runner(resolver=note, outbound=ANYWHERE), list[str](), 0
    for text in addresses(8_000, SEED + 1):
        if not text.lower().startswith(("http://", "https://")):
            continue
        called.clear()
        action = an_action()
        object.__setattr__(action.request, "uri", text)  # as a row that was edited by hand may hold it
        runner.perform(replace(an_http_attempt("http://x"), action=action))
        address, reached = address_of(text), reached + len(called)
        wanted = [] if address is None else [meant(address)[1:]]
        if called and [(place("", host, port)[1:]) for host, port in called] != [
            (host.rstrip("."), port) for host, port in wanted
        ]:
            astray.append(text)

    assert reached > 400
    assert astray == []


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("http://receiver.example", "receiver.example", 80),
        ("HTTPS://Receiver.Example:443/a?b#c", "receiver.example", 443),
        ("https://receiver.example:0443", "receiver.example", 443),
        ("http://receiver.example:/a", "receiver.example", 80),
        ("http://user:p%40ss@receiver.example:8080/", "receiver.example", 8080),
        ("http://user:p@ss@receiver.example/", "receiver.example", 80),
        ("http://my_host-1/", "my_host-1", 80),
        ("http://receiver.example./", "receiver.example.", 80),
        ("http://[2001:DB8::1]:81/", "2001:db8::1", 81),
        ("http://BÜCHER.example/ä", "bücher.example", 80),
        ("http://xn--bcher-kva.example/", "xn--bcher-kva.example", 80),
        ("http://ας.example/", "ας.example", 80),
        ("http://receiver.example/a\\b?c@d:e", "receiver.example", 80),
        ("http://receiver.example/%2F%5c%40", "receiver.example", 80),
        ("http://receiver.example/a b", "receiver.example", 80),
        ("http://receiver.example?a=@evil.example/", "receiver.example", 80),
        ("http://receiver.example#@evil.example/", "receiver.example", 80),
    ],
)
def test_what_all_read_alike_is_an_address(text: str, host: str, port: int) -> None:
    address = address_of(text)

    assert address is not None
    assert (address.host, address.port) == (host, port)
    assert refusal(a_call(text)) is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("http://evil.example\\@receiver.example/", "must hold no '\\'"),
        ("http://evil.example\\x@receiver.example/", "must hold no '\\'"),
        ("http://a@evil.example\\@receiver.example/", "must hold no '\\'"),
        ("http://receiver.example\\.evil.example/", "must hold no '\\'"),
        ("http://receiver\t.example/", "must hold no '\\', blanks or control characters"),
        ("http://receiver.example\u2028@evil.example/", "must hold no '\\', blanks or control characters"),
        ("http://ev%69l.example/", "has a host that"),
        ("http://%5B::1%5D/", "has a host and a port that"),
        ("http://a..example/", "has a host that"),
        ("http://.example/", "has a host that"),
        ("http://*.example/", "has a host that"),
        ("http://receiver.example;evil.example/", "has a host that"),
        ("http://ΑΣ.example/", "has a host that"),
        ("http://receiver.example\u2044@evil\u2100.example/", "has a host that"),
        ("http://[fe80::1%25eth0]/", "has a host and a port that"),
        ("http://[::1/", "has a host and a port that"),
        ("http://[1:2]/", "has no IPv6 address in its brackets"),
        ("http://receiver.example:80:81/", "has a host and a port that"),
        ("http://receiver.example:+80/", "has a host and a port that"),
        ("http://receiver.example:٨٠/", "has a host and a port that"),
        ("http://receiver.example:0/", "has a port that is not from 1 to 65535"),
        ("http://receiver.example:65536/", "has a port that is not from 1 to 65535"),
        (f"http://receiver.example:{'9' * 2_000}/", "has a port that is not from 1 to 65535"),
        ("http://user@/", "must be absolute"),
        ("http://:80/", "must be absolute"),
    ],
)
def test_what_is_read_in_different_ways_is_sent_nowhere_and_opens_no_secret(text: str, reason: str) -> None:
    called: list[str] = []

    def note(host: str, _: object) -> list[Address]:
        called.append(host)
        return []

    def open_secret(*_: object) -> str:
        called.append("a secret was opened")
        return ""

    outcome = replace(a_runner(resolver=note), open_secret=open_secret).perform(
        replace(
            an_http_attempt("http://x"),
            action=a_call(text, authentication=Basic(username="u", password=sealed("secret"))),
        )
    )

    assert isinstance(outcome, Failed)
    failed = "Http Action - Request to host 'unknown' failed: nothing was sent: uri "
    assert outcome.message.startswith(failed + reason)
    assert called == []


def a_call(uri: str, **request: object) -> HttpAction:
    """Return an action as a row holds it, whatever its address is."""
    action = an_action(**request)
    assert isinstance(action, HttpAction)
    object.__setattr__(action.request, "uri", uri)
    return action
