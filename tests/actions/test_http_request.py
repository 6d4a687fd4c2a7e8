"""HTTP actions against a real receiver on loopback."""

import pytest

from shared.domain.attempt import Attempt, Completed, Failed, Outcome
from tests.actions.running import a_runner, an_http_attempt
from tests.receiver import Answer, Received, a_receiver

RUNNER = a_runner()


def perform(attempt: Attempt) -> Outcome:
    return RUNNER.perform(attempt)


def test_the_receiver_sees_the_request_and_the_headers_of_the_service() -> None:
    with a_receiver() as receiver:
        headers = (("X-Own", "mine"), ("X-MS-Scheduler-JobId", "overwritten"))
        perform(an_http_attempt(f"{receiver.uri}/hook?a=b", method="post", headers=headers, body="größe"))

        seen = receiver.next_request(within=5)

    assert (seen.method, seen.path, seen.body) == ("POST", "/hook?a=b", "größe".encode())
    assert seen.headers["x-own"] == "mine"
    assert seen.headers["content-type"] == "text/plain; charset=utf-8"
    assert seen.headers["x-ms-execution-tag"] == "0123456789abcdef0123456789abcdef"
    assert seen.headers["x-ms-scheduler-expected-execution-time"] == "2026-03-02T09:00:00"
    assert seen.headers["x-ms-scheduler-jobid"] == "Job.1"
    assert seen.headers["x-ms-scheduler-jobcollection"] == "First Collection"
    assert seen.headers["x-ms-scheduler-execution-region"] == "West Europe"
    assert len(seen.headers["x-ms-client-request-id"]) == 36


def test_each_attempt_has_a_request_id_of_its_own() -> None:
    with a_receiver() as receiver:
        perform(an_http_attempt(receiver.uri))
        perform(an_http_attempt(receiver.uri))

        ids = {receiver.next_request(within=5).headers["x-ms-client-request-id"] for _ in range(2)}

    assert len(ids) == 2


def test_a_jobs_own_content_type_stays() -> None:
    with a_receiver() as receiver:
        perform(
            an_http_attempt(receiver.uri, method="PUT", headers=(("content-type", "text/xml"),), body="<a/>")
        )

        assert receiver.next_request(within=5).headers["content-type"] == "text/xml"


def test_the_message_has_the_form_that_old_clients_read() -> None:
    answer = Answer(headers={"X-Own": "1"}, body=b"hello")
    with a_receiver(lambda _: answer) as receiver:
        outcome = perform(an_http_attempt(receiver.uri))

    assert isinstance(outcome, Completed)
    assert outcome.message.startswith(
        "Http Action - Response from host '127.0.0.1': 'OK' Response Headers: Server:"
    )
    assert outcome.message.endswith("X-Own: 1\r\nContent-Length: 5\r\n Body: hello")


@pytest.mark.parametrize(
    ("status", "name"),
    [
        (200, "OK"),
        (202, "Accepted"),
        (204, "NoContent"),
        (400, "BadRequest"),
        (404, "NotFound"),
        (413, "RequestEntityTooLarge"),
        (429, "TooManyRequests"),
        (500, "InternalServerError"),
        (505, "HttpVersionNotSupported"),
        (599, "599"),
    ],
)
def test_a_status_of_2xx_completes_and_any_other_fails(status: int, name: str) -> None:
    with a_receiver(lambda _: Answer(status=status)) as receiver:
        outcome = perform(an_http_attempt(receiver.uri))

    assert isinstance(outcome, Completed if status < 300 else Failed)
    assert f"'127.0.0.1': '{name}' Response Headers" in outcome.message


def test_redirects_are_followed() -> None:
    def answer(request: Received) -> Answer:
        return Answer() if request.path == "/there" else Answer(status=302, headers={"Location": "/there"})

    with a_receiver(answer) as receiver:
        outcome = perform(an_http_attempt(f"{receiver.uri}/here"))

    assert isinstance(outcome, Completed)


def test_redirects_without_end_fail() -> None:
    with a_receiver(lambda _: Answer(status=302, headers={"Location": "/again"})) as receiver:
        outcome = perform(an_http_attempt(receiver.uri))

    assert outcome == Failed("Http Action - Request to host '127.0.0.1' failed: more than 50 redirects")


def test_a_large_answer_is_cut() -> None:
    with a_receiver(lambda _: Answer(headers={"X-Long": "h" * 9_000}, body=b"b" * 1_000_000)) as receiver:
        outcome = perform(an_http_attempt(receiver.uri))

    headers, _, body = outcome.message.partition("Response Headers: ")[2].partition(" Body: ")
    assert (len(headers), body) == (4_096, "b" * 1_024)


def test_an_answer_in_an_unknown_charset_is_read_all_the_same() -> None:
    answer = Answer(headers={"Content-Type": "text/plain; charset=klingon"}, body="ä".encode())
    with a_receiver(lambda _: answer) as receiver:
        outcome = perform(an_http_attempt(receiver.uri))

    assert outcome.message.endswith("Body: ä")


@pytest.mark.parametrize(
    ("uri", "message"),
    [
        pytest.param(
            "http://127.0.0.1:1/",
            "Http Action - Request to host '127.0.0.1' failed: the connection was refused",
            id="refused",
        ),
        pytest.param(
            "http://nowhere.invalid/",
            "Http Action - Request to host 'nowhere.invalid' failed: no such host",
            id="no such host",
        ),
    ],
)
def test_no_answer_is_an_outcome(uri: str, message: str) -> None:
    assert perform(an_http_attempt(uri)) == Failed(message)


@pytest.mark.parametrize(
    "headers", [(("X-Bad", "line\nbreak"),), (("Bad Name", "x"),), (("X-Wide", "日本"),)]
)
def test_headers_that_cannot_be_sent_are_an_outcome(headers: tuple[tuple[str, str], ...]) -> None:
    with a_receiver() as receiver:
        outcome = perform(an_http_attempt(receiver.uri, headers=headers))

    assert outcome.message.startswith("Http Action - ")
