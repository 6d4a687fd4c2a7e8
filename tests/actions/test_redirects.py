"""Where redirects lead, and what goes along: to another host nothing that is the job's."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import requests

from shared.actions.http.redirects import Leg, following
from shared.domain.attempt import Completed, Failed
from shared.domain.authentication import Basic, ClientCertificate
from tests.actions.raw_server import a_raw_server, redirect_with_a_body_without_end
from tests.actions.running import a_runner, an_http_attempt, sealed
from tests.receiver import Answer, Received, Receiver, a_receiver
from tests.tls import an_authority

OWN_HEADERS = (("X-Own", "mine"), ("X-Api-Key", "secret"), ("x-ms-own", "1"), ("Cookie", "own=1"))
SERVICE_HEADERS = {
    "x-ms-execution-tag",
    "x-ms-client-request-id",
    "x-ms-scheduler-expected-execution-time",
    "x-ms-scheduler-jobid",
    "x-ms-scheduler-jobcollection",
    "x-ms-scheduler-execution-region",
}
OF_THE_CONNECTION = {"host", "user-agent", "accept-encoding"}


def to(place: str, status: int = 302, cookie: str = "") -> Answer:
    headers = {"Location": place, **({"Set-Cookie": cookie} if cookie else {})}
    return Answer(status=status, headers=headers)


@contextmanager
def a_pair(status: int = 302) -> Iterator[tuple[Receiver, Receiver]]:
    """Two hosts: the first sends to the second, which sends to `/back` at the first, which answers."""
    with a_receiver(lambda _: to(f"{first.uri}/back", 307)) as second:

        def answer(request: Received) -> Answer:
            return Answer() if request.path == "/back" else to(f"{second.uri}/there", status)

        with a_receiver(answer) as first:
            yield first, second


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_to_another_host_go_the_headers_of_the_service_alone(status: int) -> None:
    with a_pair(status) as (first, second):
        outcome = a_runner().perform(
            an_http_attempt(
                f"{first.uri}/", headers=OWN_HEADERS, authentication=Basic(username="u", password=sealed("p"))
            )
        )
        here, there, back = (receiver.next_request(within=5) for receiver in (first, second, first))

    assert isinstance(outcome, Completed)
    assert {"x-own", "x-api-key", "x-ms-own", "cookie", "authorization"} <= set(here.headers)
    assert set(there.headers) == SERVICE_HEADERS | OF_THE_CONNECTION
    assert set(back.headers) == SERVICE_HEADERS | OF_THE_CONNECTION


def test_at_the_same_host_all_headers_go_along() -> None:
    with a_receiver(lambda request: Answer() if request.path == "/b" else to("/b")) as receiver:
        a_runner().perform(an_http_attempt(f"{receiver.uri}/a", headers=OWN_HEADERS))
        here, there = receiver.next_request(within=5), receiver.next_request(within=5)

    changing = {"x-ms-client-request-id"}
    assert {**here.headers, **dict.fromkeys(changing)} == {**there.headers, **dict.fromkeys(changing)}


def test_a_host_that_a_job_names_in_a_header_is_not_named_elsewhere() -> None:
    with a_pair() as (first, second):
        a_runner().perform(an_http_attempt(f"{first.uri}/", headers=(("Host", "inner.example"),)))
        here, there = first.next_request(within=5), second.next_request(within=5)

    assert here.headers["host"] == "inner.example"
    assert there.headers["host"] == second.uri.removeprefix("http://")


@pytest.mark.parametrize("status", [307, 308])
def test_a_body_is_not_carried_to_another_host_and_the_redirect_is_the_answer(status: int) -> None:
    with a_pair(status) as (first, second):
        outcome = a_runner().perform(an_http_attempt(f"{first.uri}/", method="POST", body="mine"))

        assert second.requests.empty()
    assert isinstance(outcome, Failed)
    assert outcome.status == status
    assert f"Location: {second.uri}/there" in outcome.message


@pytest.mark.parametrize("status", [307, 308])
def test_a_body_is_carried_on_at_the_same_host(status: int) -> None:
    with a_receiver(lambda request: Answer() if request.path == "/b" else to("/b", status)) as receiver:
        a_runner().perform(an_http_attempt(f"{receiver.uri}/a", method="PUT", body="mine"))
        receiver.next_request(within=5)
        there = receiver.next_request(within=5)

    assert (there.method, there.body) == ("PUT", b"mine")
    assert there.headers["content-type"] == "text/plain; charset=utf-8"


def test_a_request_without_a_body_keeps_its_method_on_its_way_to_another_host() -> None:
    with a_pair(307) as (first, second):
        a_runner().perform(an_http_attempt(f"{first.uri}/", method="DELETE"))

        assert second.next_request(within=5).method == "DELETE"


@pytest.mark.parametrize(
    ("status", "method", "becomes"),
    [
        (301, "POST", "GET"),
        (301, "PUT", "PUT"),
        (302, "POST", "GET"),
        (302, "PUT", "GET"),
        (302, "HEAD", "HEAD"),
        (303, "DELETE", "GET"),
        (303, "HEAD", "HEAD"),
    ],
)
def test_other_redirects_drop_the_body_and_what_describes_it(status: int, method: str, becomes: str) -> None:
    headers = (("Content-Type", "text/xml"), ("Content-Language", "en"), ("X-Own", "mine"))
    with a_receiver(lambda request: Answer() if request.path == "/b" else to("/b", status)) as receiver:
        a_runner().perform(an_http_attempt(f"{receiver.uri}/a", method=method, body="<a/>", headers=headers))
        receiver.next_request(within=5)
        there = receiver.next_request(within=5)

    assert (there.method, there.body, there.headers["x-own"]) == (becomes, b"", "mine")
    assert not {"content-type", "content-language"} & set(there.headers)


@pytest.mark.parametrize(
    ("here", "there", "own"),
    [
        pytest.param("http://a.example/", "https://a.example/", True, id="goes over to https"),
        pytest.param("http://a.example:80/", "https://a.example:443/", True, id="usual ports, named"),
        pytest.param("http://A.example/", "//a.EXAMPLE/x", True, id="another spelling"),
        pytest.param("http://u:p@a.example/", "/x", True, id="with a user's name"),
        pytest.param("https://a.example/", "http://a.example/", False, id="gives up https"),
        pytest.param("http://a.example/", "https://a.example:8443/", False, id="https at another port"),
        pytest.param("http://a.example:8080/", "https://a.example/", False, id="https from another port"),
        pytest.param("http://a.example/", "http://a.example:8080/", False, id="another port"),
        pytest.param("http://a.example/", "http://b.a.example/", False, id="a host below"),
        pytest.param("http://a.example/", "http://a.example@b.example/", False, id="another in disguise"),
    ],
)
def test_what_is_another_host(here: str, there: str, own: bool) -> None:
    leg = following(Leg(request=a_request(here, headers={"X-Own": "mine"})), a_redirect(there))

    assert leg is not None
    assert (leg.own, "X-Own" in leg.request.headers) == (own, own)


@pytest.mark.parametrize(
    "place",
    [
        "",
        "ftp://a.example/",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "https://",
        "http://[",
        "http://a.example:99999/",
    ],
)
def test_a_redirect_that_leads_to_nothing_that_can_be_asked_is_the_answer(place: str) -> None:
    assert following(Leg(request=a_request("http://a.example/")), a_redirect(place)) is None


def a_request(uri: str, **parts: dict[str, str]) -> requests.PreparedRequest:
    return requests.Request("GET", uri, **parts).prepare()


def a_redirect(place: str) -> requests.Response:
    response = requests.Response()
    response.status_code = 302
    response.headers["Location"] = place
    return response


def test_a_cookie_that_a_redirect_sets_is_sent_to_those_it_is_for() -> None:
    def answer(request: Received) -> Answer:
        return Answer() if "cookie" in request.headers else to("/", cookie="seen=1")

    with a_receiver(answer) as receiver:
        outcome = a_runner().perform(an_http_attempt(f"{receiver.uri}/"))

    assert isinstance(outcome, Completed)


def test_cookies_beyond_measure_are_dropped() -> None:
    with a_receiver(lambda _: to("/", cookie=f"a={'x' * 5_000}")) as receiver:
        a_runner().perform(an_http_attempt(f"{receiver.uri}/"))
        receiver.next_request(within=5)

        assert "cookie" not in receiver.next_request(within=5).headers


def test_a_certificate_stays_at_home_also_when_a_redirect_leads_back(tmp_path: Path) -> None:
    authority = an_authority(tmp_path)
    asking = authority.server_context(asks_for_certificates=True)
    with (
        a_receiver(lambda _: to(f"{first.uri}/back"), tls=authority.server_context()) as other,
        a_receiver(lambda _: to(other.uri), tls=asking) as first,
    ):
        certificate = ClientCertificate(pfx=sealed(authority.client_pfx("client-1")), password=sealed("open"))
        outcome = a_runner(ca_file=authority.ca_file).perform(
            an_http_attempt(first.uri, authentication=certificate)
        )

        assert first.next_request(within=5).certificate == "client-1"
        assert other.next_request(within=5).certificate == ""
        assert first.requests.empty()
    assert isinstance(outcome, Failed)


def test_the_body_of_a_redirect_is_not_read() -> None:
    with (
        a_receiver() as there,
        a_raw_server(redirect_with_a_body_without_end(there.uri)) as here,
    ):
        outcome = a_runner().perform(an_http_attempt(here))

    assert isinstance(outcome, Completed)


def test_a_redirect_without_a_body_leaves_its_connection_open() -> None:
    with a_receiver(lambda request: Answer() if request.path == "/b" else to("/b")) as receiver:
        a_runner().perform(an_http_attempt(f"{receiver.uri}/a"))

        assert len({receiver.next_request(within=5).client for _ in range(2)}) == 1
