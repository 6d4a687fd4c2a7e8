"""The tenant's keys: asked for rarely, of a bounded size, and kept while the authority is out."""

import gzip
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest

from shared.domain.errors import AuthenticationFailed
from shared.functions.entra.identities import Identities
from shared.functions.entra.signing_keys import (
    LARGEST_ANSWER,
    MOST_KEYS,
    NoKeys,
    SigningKeys,
    fetch_keys,
    read_keys,
)
from shared.functions.settings import read_settings
from shared.functions.wiring import identities
from tests.actions.raw_server import Script, a_raw_server, drip_body, drip_headers, stall
from tests.builders import NINE
from tests.entra import AUDIENCE, PORTAL, TENANT, FakeAuthority, claims, shown_key, signed
from tests.receiver import Answer, a_receiver
from tests.tls import Authority, an_authority


class Clock:
    now = NINE

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture(scope="module")
def tls(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return an_authority(tmp_path_factory.mktemp("tls"))


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def authority(tls: Authority) -> Iterator[FakeAuthority]:
    fake = FakeAuthority()
    with a_receiver(fake, tls=tls.server_context()) as receiver:
        fake.listen_at(receiver.uri)
        yield fake


@pytest.fixture
def known(authority: FakeAuthority, tls: Authority, clock: Clock) -> Identities:
    """What the app makes of its settings."""
    settings = read_settings(
        {
            "AzureWebJobsStorage": "UseDevelopmentStorage=true",
            "SCAN_SCHEDULE": "*/15 * * * * *",
            "SCHEDULER_ENTRA_TENANT": TENANT,
            "SCHEDULER_ENTRA_AUDIENCE": AUDIENCE,
            "SCHEDULER_ENTRA_PORTAL_CLIENT": PORTAL,
            "SCHEDULER_AUTHORITY": authority.settings.authority,
            "SCHEDULER_CA_FILE": tls.ca_file,
        }
    )
    made = identities(settings, clock)
    assert made is not None
    return made


def opens(known: Identities, authority: FakeAuthority, clock: Clock, *, key: str = "first") -> bool:
    token = signed(claims(authority.settings, now=clock.now), key=key)
    try:
        return known.caller(token, changes=True).can_change
    except AuthenticationFailed:
        return False


def test_keys_are_fetched_once(known: Identities, authority: FakeAuthority, clock: Clock) -> None:
    assert all(opens(known, authority, clock) for _ in range(5))

    assert authority.asked == [f"/{TENANT}/discovery/v2.0/keys"]


def test_a_new_key_is_found_by_one_refresh(known: Identities, authority: FakeAuthority, clock: Clock) -> None:
    assert opens(known, authority, clock)
    authority.keys.append(shown_key("second"))
    clock.now += timedelta(minutes=5)

    assert opens(known, authority, clock, key="second")
    assert opens(known, authority, clock)
    assert len(authority.asked) == 2


def test_unknown_keys_cost_one_refresh_in_five_minutes(
    known: Identities, authority: FakeAuthority, clock: Clock
) -> None:
    assert opens(known, authority, clock)
    clock.now += timedelta(minutes=5)

    assert not any(opens(known, authority, clock, key=key) for key in ("second", "third", "second"))
    assert len(authority.asked) == 2
    clock.now += timedelta(minutes=4, seconds=59)
    assert not opens(known, authority, clock, key="third")
    assert len(authority.asked) == 2
    clock.now += timedelta(seconds=1)
    assert not opens(known, authority, clock, key="third")
    assert len(authority.asked) == 3


def test_many_threads_ask_once(known: Identities, authority: FakeAuthority, clock: Clock) -> None:
    start = Barrier(16)
    token = signed(claims(authority.settings), key="first")

    def ask(_: int) -> bool:
        start.wait()
        return known.caller(token, changes=True).can_change

    with ThreadPoolExecutor(16) as threads:
        assert all(threads.map(ask, range(16)))
    assert len(authority.asked) == 1


def test_many_threads_with_unknown_keys_make_no_storm(
    known: Identities, authority: FakeAuthority, clock: Clock
) -> None:
    assert opens(known, authority, clock)
    clock.now += timedelta(minutes=6)

    with ThreadPoolExecutor(16) as threads:
        answers = list(threads.map(lambda _: opens(known, authority, clock, key="second"), range(64)))

    assert not any(answers)
    assert len(authority.asked) == 2


def test_while_the_authority_is_out_known_keys_go_on(
    known: Identities, authority: FakeAuthority, clock: Clock
) -> None:
    assert opens(known, authority, clock)
    authority.out = True
    clock.now += timedelta(days=3)

    assert opens(known, authority, clock)
    assert not opens(known, authority, clock, key="second")
    assert len(authority.asked) == 2


def test_a_key_that_was_withdrawn_ends_within_a_day(
    known: Identities, authority: FakeAuthority, clock: Clock
) -> None:
    assert opens(known, authority, clock)
    authority.keys = [shown_key("second")]
    clock.now += timedelta(days=1, seconds=1)

    assert not opens(known, authority, clock)


def test_an_authority_that_is_out_at_the_start_is_asked_again_soon_but_seldom(
    known: Identities, authority: FakeAuthority, clock: Clock
) -> None:
    authority.out = True
    assert not any(opens(known, authority, clock) for _ in range(3))
    assert len(authority.asked) == 1
    authority.out = False
    clock.now += timedelta(seconds=15)

    assert opens(known, authority, clock)
    assert len(authority.asked) == 2


def test_an_authority_that_nobody_vouches_for_is_not_believed(
    authority: FakeAuthority, tmp_path: Path
) -> None:
    stranger = an_authority(tmp_path)

    with pytest.raises(NoKeys, match="cannot be reached: SSLError"):
        fetch_keys(authority.settings.keys_uri, ca_file=stranger.ca_file)


ONE = shown_key("first")


def a_set(*keys: object) -> bytes:
    return json.dumps({"keys": keys}).encode()


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param(Answer(status=500, body=a_set(ONE)), id="an error"),
        pytest.param(Answer(body=b" " * LARGEST_ANSWER + a_set(ONE)), id="a huge answer"),
        pytest.param(
            Answer(body=a_set(*({**ONE, "kid": f"{at}"} for at in range(MOST_KEYS + 1)))), id="too many keys"
        ),
        pytest.param(Answer(headers={"Content-Encoding": "gzip"}, body=a_set(ONE)), id="falsely zipped"),
        pytest.param(Answer(headers={"Transfer-Encoding": "chunked"}, body=b"zz\r\n"), id="broken off"),
        pytest.param(
            Answer(headers={"Content-Encoding": "gzip"}, body=gzip.compress(b" " * 50_000_000, 1)),
            id="a bomb",
        ),
        pytest.param(Answer(body=b""), id="nothing"),
        pytest.param(Answer(body=b"\xff\xfe"), id="bytes"),
        pytest.param(Answer(body=b"[" * 100_000), id="depth"),
        pytest.param(Answer(body=b"[]"), id="a list"),
        pytest.param(Answer(body=b'{"keys": {"first": 1}}'), id="no list of keys"),
        pytest.param(Answer(body=a_set()), id="no keys"),
    ],
)
def test_an_answer_that_is_no_set_of_keys_is_an_outage(tls: Authority, answer: Answer) -> None:
    with (
        a_receiver(lambda _: answer, tls=tls.server_context()) as receiver,
        pytest.raises(NoKeys),
    ):
        fetch_keys(f"{receiver.uri}/keys", ca_file=tls.ca_file)


def test_a_redirect_is_not_followed(authority: FakeAuthority, tls: Authority) -> None:
    astray = Answer(status=302, headers={"Location": authority.settings.keys_uri})
    with (
        a_receiver(lambda _: astray, tls=tls.server_context()) as receiver,
        pytest.raises(NoKeys, match="the authority answers 302"),
    ):
        fetch_keys(f"{receiver.uri}/keys", ca_file=tls.ca_file)

    assert authority.asked == []


@pytest.mark.parametrize("script", [stall, drip_headers, drip_body])
def test_an_authority_that_says_nothing_or_drips_is_given_up(script: Script) -> None:
    with a_raw_server(script) as uri, pytest.raises(NoKeys, match="cannot be reached: TimeIsUp"):
        fetch_keys(uri, seconds=0.3)


def test_an_answer_may_be_zipped_and_come_in_parts(tls: Authority) -> None:
    zipped = gzip.compress(a_set(*({**ONE, "kid": f"{at}"} for at in range(MOST_KEYS))))
    parts = [zipped[at : at + 20] for at in range(0, len(zipped), 20)]
    body = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in (*parts, b""))
    answer = Answer(headers={"Content-Encoding": "gzip", "Transfer-Encoding": "chunked"}, body=body)

    with a_receiver(lambda _: answer, tls=tls.server_context()) as receiver:
        assert len(fetch_keys(f"{receiver.uri}/keys", ca_file=tls.ca_file)) == MOST_KEYS


@pytest.mark.parametrize(
    "key",
    [
        pytest.param("first", id="a text"),
        pytest.param({}, id="nothing"),
        pytest.param({**ONE, "kid": 7}, id="a number as id"),
        pytest.param({**ONE, "kid": ""}, id="an empty id"),
        pytest.param({**ONE, "use": "enc"}, id="for encryption"),
        pytest.param({**ONE, "kty": "oct", "k": "c2VjcmV0"}, id="a password"),
        pytest.param({**ONE, "kty": "EC"}, id="another kind"),
        pytest.param({**ONE, "n": "AQAB"}, id="a short key"),
        pytest.param({**ONE, "n": ONE["n"] * 3}, id="a long key"),
        pytest.param({**ONE, "n": None}, id="no modulus"),
        pytest.param({**ONE, "n": 7}, id="a number as modulus"),
        pytest.param({**ONE, "e": "%"}, id="garbage as exponent"),
        pytest.param({**ONE, "e": "AA"}, id="zero as exponent"),
        pytest.param({**ONE, "d": ONE["n"]}, id="a private key"),
    ],
)
def test_a_key_of_no_use_harms_no_other(key: Any) -> None:
    other = {**ONE, "kid": "other"}

    assert set(read_keys(a_set(key, other))) == {"other"}


def test_a_refresh_without_keys_keeps_those_that_are_known(clock: Clock) -> None:
    answers = [a_set(ONE), a_set(), b"x"]
    keys = SigningKeys(lambda: read_keys(answers.pop(0)), clock)

    for _ in range(3):
        assert keys.find("first") is not None
        clock.now += timedelta(days=2)
    assert answers == []
