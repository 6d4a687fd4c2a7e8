"""Which jobs share a remote side."""

import pytest

from shared.domain.remote import remote_of
from tests.builders import an_action


@pytest.mark.parametrize(
    ("uri", "remote"),
    [
        ("http://receiver.example/a", "receiver.example"),
        ("https://user:p@RECEIVER.example:8443/b", "receiver.example"),
        ("http://receiver.example./", "receiver.example"),
        ("http://b\u00fccher.example/", "xn--bcher-kva.example"),
        ("http://xn--bcher-kva.example/", "xn--bcher-kva.example"),
        (f"http://{'a' * 70}.example/", f"{'a' * 70}.example"),
        ("http://127.0.0.1:7000/", "127.0.0.1"),
        ("http://127.1:7001/", "127.0.0.1"),
        ("http://0x7f.1/", "127.0.0.1"),
        ("http://2130706433/", "127.0.0.1"),
        ("http://[::ffff:127.0.0.1]:81/", "127.0.0.1"),
        ("http://127.0.0.2/", "127.0.0.2"),
        ("http://[2001:DB8:0::1]/", "2001:db8::1"),
        ("http://a\\@b/", "unknown"),
    ],
)
def test_a_host_is_one_remote_side_whatever_the_port_and_the_spelling(uri: str, remote: str) -> None:
    assert remote_of(an_action(uri=uri)) == remote
