"""Which headers of a job are fit to be sent."""

import pytest

from shared.domain.headers import header_fault

NO_NAME = "its name is not made of letters, digits and !#$%&'*+-.^_`|~ alone"
NOT_ITS_OWN = "it belongs to the connection, which jobs share"
CONTROL = "its value holds control characters"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("Host", "example.org"),
        ("X-Empty", ""),
        ("X-Tab", "a\tb"),
        ("X-Umlaut", "größe"),
        ("Content-Type", "application/json"),
        ("Content-Length-Limit", "1"),
        ("Proxy", "1"),
        ("!#$%&'*+-.^_`|~09azAZ", "1"),
    ],
)
def test_an_ordinary_header_may_be_sent(name: str, value: str) -> None:
    assert header_fault(name, value) is None


@pytest.mark.parametrize(
    "name", ["", " ", "X Y", "X:Y", "X\r\nY", "X\0", "X\n", "Größe", "X\ud800", "(X)", "X,Y"]
)
def test_a_name_that_is_no_token_may_not(name: str) -> None:
    assert header_fault(name, "1") == NO_NAME


@pytest.mark.parametrize(
    "name",
    [
        "Content-Length",
        "TRANSFER-ENCODING",
        "connection",
        "Keep-Alive",
        "TE",
        "Trailer",
        "Upgrade",
        "Expect",
        "Proxy-Connection",
        "proxy-authorization",
    ],
)
def test_a_header_that_belongs_to_the_connection_may_not(name: str) -> None:
    assert header_fault(name, "1") == NOT_ITS_OWN


@pytest.mark.parametrize("value", ["a\r\nB: c", "a\nb", "\r", "\0", "\x7f", "\x85", "\x1b[31m"])
def test_a_value_with_control_characters_may_not(value: str) -> None:
    assert header_fault("X-Note", value) == CONTROL
