"""Who an HTTP action says it is: to the host that its job names, and to no other."""

import base64
from collections.abc import Iterator
from datetime import UTC, datetime
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest

from shared.domain.attempt import Completed, Failed
from shared.domain.authentication import Basic, ClientCertificate
from shared.domain.secret import Secret
from tests.actions.running import a_runner, an_http_attempt, sealed
from tests.pfx.writing import a_costly_pfx
from tests.receiver import Answer, Receiver, a_receiver
from tests.tls import Authority

LOOPBACK_ADDRESS = ip_address("127.0.0.1")
PASSWORD = Basic(username="Aladdin", password=sealed("open sesame"))


@pytest.fixture
def asking(authority: Authority) -> Iterator[Receiver]:
    """A receiver that talks only to those who present a certificate of the authority."""
    with a_receiver(tls=authority.server_context(asks_for_certificates=True)) as receiver:
        yield receiver


def a_certificate(authority: Authority, name: str = "client-1", **changes: Any) -> ClientCertificate:
    return ClientCertificate(pfx=sealed(authority.client_pfx(name, **changes)), password=sealed("open"))


def test_a_password_is_sent_as_basic_authentication() -> None:
    with a_receiver() as receiver:
        a_runner().perform(an_http_attempt(receiver.uri, authentication=PASSWORD))

        seen = receiver.next_request(within=5)

    assert seen.headers["authorization"] == "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="


def test_a_password_is_utf_8_and_wins_over_a_header_of_the_job() -> None:
    authentication = Basic(username="größe", password=sealed("ß:€"))
    with a_receiver() as receiver:
        a_runner().perform(
            an_http_attempt(receiver.uri, authentication=authentication, headers=(("authorization", "mine"),))
        )

        seen = receiver.next_request(within=5)

    assert base64.b64decode(seen.headers["authorization"].split()[1]).decode() == "größe:ß:€"


def test_a_redirect_to_the_same_host_keeps_the_password_and_to_another_drops_it() -> None:
    with (
        a_receiver() as other,
        a_receiver(
            lambda request: (
                Answer(status=302, headers={"Location": f"{other.uri}/"})
                if request.path == "/second"
                else Answer(status=302, headers={"Location": "/second"})
            )
        ) as first,
    ):
        a_runner().perform(an_http_attempt(f"{first.uri}/first", authentication=PASSWORD))

        seen = [first.next_request(within=5), first.next_request(within=5), other.next_request(within=5)]

    assert ["authorization" in request.headers for request in seen] == [True, True, False]


def test_a_receiver_whose_authority_is_not_known_is_not_trusted(authority: Authority) -> None:
    with a_receiver(tls=authority.server_context()) as receiver:
        outcome = a_runner().perform(an_http_attempt(receiver.uri))

        assert receiver.requests.empty()
    reason = "the TLS connection could not be made: its certificate is from an unknown authority"
    assert outcome == Failed(f"Http Action - Request to host '127.0.0.1' failed: {reason}")


def test_a_receiver_of_another_name_is_not_trusted(authority: Authority) -> None:
    with a_receiver(tls=authority.server_context()) as receiver:
        port = receiver.uri.rpartition(":")[2]
        elsewhere = a_runner(ca_file=authority.ca_file, resolver=lambda *_: [LOOPBACK_ADDRESS])

        outcome = elsewhere.perform(an_http_attempt(f"https://other.example:{port}/"))

    assert outcome.message.endswith(
        "the TLS connection could not be made: its certificate is for another host name"
    )


def test_a_certificate_is_presented(authority: Authority, asking: Receiver) -> None:
    runner = a_runner(ca_file=authority.ca_file)

    outcome = runner.perform(an_http_attempt(asking.uri, authentication=a_certificate(authority)))

    assert isinstance(outcome, Completed)
    assert asking.next_request(within=5).certificate == "client-1"


def test_each_job_presents_its_own_certificate_or_none(authority: Authority, asking: Receiver) -> None:
    runner = a_runner(ca_file=authority.ca_file)
    for name in ("client-1", "client-2", "client-1"):
        runner.perform(an_http_attempt(asking.uri, authentication=a_certificate(authority, name)))

    none = runner.perform(an_http_attempt(asking.uri))

    assert [asking.next_request(within=5).certificate for _ in range(3)] == [
        "client-1",
        "client-2",
        "client-1",
    ]
    assert isinstance(none, Failed)
    assert asking.requests.empty()


def test_a_certificate_is_not_carried_to_another_host(authority: Authority) -> None:
    asks = authority.server_context(asks_for_certificates=True)
    with (
        a_receiver(tls=authority.server_context(asks_for_certificates=True)) as other,
        a_receiver(lambda _: Answer(status=307, headers={"Location": other.uri}), tls=asks) as first,
    ):
        outcome = a_runner(ca_file=authority.ca_file).perform(
            an_http_attempt(first.uri, authentication=a_certificate(authority))
        )

        assert first.next_request(within=5).certificate == "client-1"
        assert other.requests.empty()
    assert isinstance(outcome, Failed)


def test_a_certificate_that_expired_since_is_a_failure_that_says_so(
    authority: Authority, asking: Receiver
) -> None:
    now = [datetime(2030, 5, 1, tzinfo=UTC)]
    runner = a_runner(ca_file=authority.ca_file, clock=lambda: now[0])
    expiring = a_certificate(authority, expires=datetime(2030, 5, 2, tzinfo=UTC))
    attempt = an_http_attempt(asking.uri, authentication=expiring)

    before = runner.perform(attempt)
    now[0] = datetime(2030, 5, 2, tzinfo=UTC)
    after = runner.perform(attempt)

    assert isinstance(before, Completed)
    assert after == Failed(
        "Http Action - Request to host '127.0.0.1' failed: the client certificate has expired on 2030-05-02"
    )


def test_a_certificate_leaves_no_file(
    authority: Authority, asking: Receiver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    runner = a_runner(ca_file=authority.ca_file)

    runner.perform(an_http_attempt(asking.uri, authentication=a_certificate(authority)))

    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("authentication", "reason"),
    [
        pytest.param(Basic(username="u"), "a secret is missing; PUT the job with it", id="missing"),
        pytest.param(
            Basic(username="u", password=Secret("lost:abc")),
            "a secret cannot be opened: SCHEDULER_ENCRYPTION_KEYS: the key 'lost' is missing.",
            id="key gone",
        ),
        pytest.param(
            ClientCertificate(pfx=sealed("bm90IGEgcGZ4"), password=sealed("x")),
            "the client certificate cannot be read (is not a PFX file)",
            id="no certificate",
        ),
        pytest.param(
            ClientCertificate(pfx=sealed(a_costly_pfx()), password=sealed("x")),
            "the client certificate cannot be read "
            "(asks for more than 1,000,000 rounds to make keys from its password)",
            id="a certificate that costs too much",
        ),
    ],
)
def test_a_secret_that_cannot_be_had_is_a_failure_that_says_so(
    authentication: Basic | ClientCertificate, reason: str
) -> None:
    with a_receiver() as receiver:
        outcome = a_runner().perform(an_http_attempt(receiver.uri, authentication=authentication))

        assert receiver.requests.empty()
    assert outcome == Failed(f"Http Action - Request to host '127.0.0.1' failed: {reason}")
