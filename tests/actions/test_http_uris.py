"""What a URI means does not change on its way."""

import pytest

from tests.actions.running import a_runner, an_http_attempt
from tests.receiver import a_receiver

SIGNATURE = "sv=2019-02-02&sig=abc%2Bdef%2Fghi%3D&se=2030-01-01T00%3A00%3A00Z"


@pytest.mark.parametrize(
    ("sent", "received"),
    [
        ("/a%2Fb", "/a%2Fb"),
        ("/a%2fb", "/a%2Fb"),
        ("/a%3Fb?c%3Dd=e%26f", "/a%3Fb?c%3Dd=e%26f"),
        ("/100%25", "/100%25"),
        ("/a%2525b", "/a%2525b"),
        ("/a+b?c+d=e%2Bf", "/a+b?c+d=e%2Bf"),
        ("/a%20b", "/a%20b"),
        ("/größe?ö=ü", "/gr%C3%B6%C3%9Fe?%C3%B6=%C3%BC"),
        (f"/q?{SIGNATURE}", f"/q?{SIGNATURE}"),
        ("/a;b=c/d:e@f!$&'()*,", "/a;b=c/d:e@f!$&'()*,"),
        ("/a//b/./c/../d", "/a//b/d"),
        ("/x#fragment", "/x"),
        ("", "/"),
        ("?a=b", "/?a=b"),
    ],
)
def test_a_uri_arrives_as_it_was_meant(sent: str, received: str) -> None:
    with a_receiver() as receiver:
        a_runner().perform(an_http_attempt(receiver.uri + sent))

        assert receiver.next_request(within=5).path == received
