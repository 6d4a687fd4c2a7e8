"""Actions reach what is public, and nothing else that the settings do not name."""

import socket
from ipaddress import ip_address

import pytest

from shared.actions.http.connections import resolve
from shared.domain.attempt import Completed, Failed
from shared.domain.outbound import PUBLIC_ONLY, Address, literal_address, read_outbound
from tests.actions.running import a_runner, an_http_attempt
from tests.receiver import Answer, Received, a_receiver

PUBLIC = [
    "8.8.8.8",
    "1.1.1.1",
    "20.50.2.1",
    "192.0.1.1",
    "2a01:111:f100::1",
    "2a01:111::5eff:808:808",
    "::ffff:8.8.8.8",
    "64:ff9b::808:808",
]
SPECIAL = {
    "loopback": ["127.0.0.1", "127.255.255.254", "::1", "::ffff:127.0.0.1", "::127.0.0.1"],
    "unspecified": ["0.0.0.0", "0.1.2.3", "::"],
    "metadata of the cloud": ["169.254.169.254", "::ffff:169.254.169.254", "168.63.129.16", "fd00:ec2::254"],
    "link-local": ["169.254.1.1", "fe80::1"],
    "private": ["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "fc00::1", "fd12:3456::1"],
    "shared by a provider": ["100.64.0.1", "100.127.255.255"],
    "NAT64 and 6to4 of what is special": [
        "64:ff9b::a00:1",
        "64:ff9b::7f00:1",
        "64:ff9b:1::1",
        "2002:7f00:1::",
    ],
    "Teredo": ["2001:0:53aa:64c:0:0:80ff:fffe"],
    "multicast and broadcast": ["224.0.0.1", "239.255.255.255", "255.255.255.255", "ff02::1"],
    "reserved, tests, documentation": ["240.0.0.1", "198.18.0.1", "192.0.2.1", "203.0.113.9", "2001:db8::1"],
    "protocols": ["192.0.0.1", "192.0.0.9", "192.0.0.10", "192.0.0.170", "192.0.0.255"],
    "ISATAP, whatever it holds": [
        "2a01:111::5efe:a00:1",
        "2a01:111::200:5efe:a00:1",
        "2a01:111::5efe:808:808",
        "2a01:111:f100:2:0:5efe:7f00:1",
    ],
    "IPv6 that was never given away": [
        "100::1",
        "1fff::1",
        "4000::1",
        "5f00::1",
        "8000::1",
        "e000::1",
        "::ffff:0:808:808",
        "::808:808",
    ],
    "of old": ["fec0::1", "192.88.99.1"],
}


@pytest.mark.parametrize("text", PUBLIC)
def test_what_is_public_is_permitted(text: str) -> None:
    assert PUBLIC_ONLY.permits("host.example", ip_address(text))


@pytest.mark.parametrize("text", [text for texts in SPECIAL.values() for text in texts], ids=str)
def test_what_is_special_is_not(text: str) -> None:
    assert not PUBLIC_ONLY.permits("host.example", ip_address(text))


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "127.0.0.1"),
        ("127.1", "127.0.0.1"),
        ("2130706433", "127.0.0.1"),
        ("0x7f000001", "127.0.0.1"),
        ("0x7f.0.0.1", "127.0.0.1"),
        ("0177.0.0.1", "127.0.0.1"),
        ("127.0.0.1.", "127.0.0.1"),
        ("\uff11\uff12\uff17.0.0.1", "127.0.0.1"),
        ("127\u30020\u30020\u30021", "127.0.0.1"),
        ("\u2460\u2461\u2466.0.0.1", "127.0.0.1"),
        ("[::1]", "::1"),
        ("::ffff:7f00:1", "::ffff:127.0.0.1"),
        ("fe80::1%eth0", "fe80::1"),
        ("host.example", None),
        ("localhost", None),
        ("", None),
    ],
)
def test_an_address_is_known_however_it_is_written(host: str, address: str | None) -> None:
    found = literal_address(host)

    assert found == (None if address is None else ip_address(address))
    if address is not None:
        assert PUBLIC_ONLY.refuses_literally(host)


def test_the_settings_allow_networks_addresses_and_hosts() -> None:
    allowed = read_outbound(["10.1.0.0/16", "fd00::/8", "192.168.1.7", "Intranet.Example."])

    for text in ("10.1.2.3", "fd12::1", "192.168.1.7"):
        assert allowed.permits("any.example", ip_address(text))
    assert not allowed.permits("any.example", ip_address("10.2.0.1"))
    assert allowed.permits("intranet.example", ip_address("10.2.0.1"))
    assert not allowed.permits("evil.intranet.example", ip_address("10.2.0.1"))


@pytest.mark.parametrize("entry", ["10.0.0.0/33", "10.0.0.1/8", "http://x", "a b", "::1/129", "."])
def test_what_is_none_of_these_is_refused(entry: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        read_outbound([entry])


def forbidden(host: str) -> Failed:
    reason = "actions may not reach its address (SCHEDULER_ALLOWED_TARGETS)"
    return Failed(f"Http Action - Request to host '{host}' failed: {reason}")


@pytest.mark.parametrize("host", ["127.0.0.2", "127.0.0.2.", "2130706434", "0x7f.2"])
def test_an_address_that_is_not_allowed_is_not_called(host: str) -> None:
    with a_receiver() as receiver:
        port = receiver.uri.rpartition(":")[2]

        outcome = a_runner().perform(an_http_attempt(f"http://{host}:{port}/"))

        assert isinstance(outcome, Failed)
        assert outcome.message.endswith(forbidden("x").message.rpartition("failed:")[2])
        assert receiver.requests.empty()


def test_a_name_that_leads_to_what_is_not_allowed_is_not_called() -> None:
    def inward(host: str, port: int) -> list[Address]:
        return [ip_address("127.0.0.2"), ip_address("10.0.0.1"), ip_address("::ffff:169.254.169.254")]

    outcome = a_runner(resolver=inward).perform(an_http_attempt("http://innocent.example/"))

    assert outcome == forbidden("innocent.example")


def test_a_name_that_changes_where_it_leads_is_checked_where_it_connects() -> None:
    """The first answer is allowed, the second, asked for when the connection is made anew, is not."""
    answers = [ip_address("127.0.0.1"), ip_address("127.0.0.2")]

    def rebinding(host: str, port: int) -> list[Address]:
        return [answers.pop(0)]

    with a_receiver(lambda _: Answer(headers={"Connection": "close"})) as receiver:
        port = receiver.uri.rpartition(":")[2]
        runner = a_runner(resolver=rebinding)
        first, second = (
            runner.perform(an_http_attempt(f"http://rebinding.example:{port}/")) for _ in range(2)
        )

    assert isinstance(first, Completed)
    assert second == forbidden("rebinding.example")


def test_only_the_allowed_addresses_of_a_name_are_called() -> None:
    def both(host: str, port: int) -> list[Address]:
        return [ip_address("127.0.0.2"), ip_address("127.0.0.1")]

    with a_receiver() as receiver:
        port = receiver.uri.rpartition(":")[2]
        outcome = a_runner(resolver=both).perform(an_http_attempt(f"http://both.example:{port}/"))

    assert isinstance(outcome, Completed)


def test_a_redirect_leads_nowhere_else() -> None:
    def answer(request: Received) -> Answer:
        return Answer(status=302, headers={"Location": "http://169.254.169.254/metadata/instance"})

    with a_receiver(answer) as receiver:
        outcome = a_runner().perform(an_http_attempt(receiver.uri))

    assert outcome == forbidden("127.0.0.1")


def test_a_redirect_to_a_forbidden_name_is_not_followed() -> None:
    def inward(host: str, port: int) -> list[Address]:
        return resolve(host, port) if host == "127.0.0.1" else [ip_address("127.0.0.2")]

    with a_receiver(lambda _: Answer(status=307, headers={"Location": "http://inner.example/"})) as receiver:
        outcome = a_runner(resolver=inward).perform(an_http_attempt(receiver.uri))

    assert outcome == forbidden("127.0.0.1")


def test_a_host_that_is_not_known_is_a_failure_that_says_so() -> None:
    def unknown(host: str, port: int) -> list[Address]:
        raise socket.gaierror(socket.EAI_NONAME, "not known")

    outcome = a_runner(resolver=unknown).perform(an_http_attempt("http://nowhere.example/"))

    assert outcome == Failed("Http Action - Request to host 'nowhere.example' failed: no such host")
