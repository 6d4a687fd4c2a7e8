"""Whatever a server does, a call ends in time with an outcome, and the next call is none the worse."""

import pytest

from shared.domain.attempt import Completed, Failed
from tests.actions import raw_server
from tests.actions.raw_server import Script, a_raw_server
from tests.actions.running import a_runner, an_http_attempt
from tests.receiver import Answer, a_receiver

TOO_SLOW = "Http Action - Request to host '127.0.0.1' failed: no complete answer within 1 seconds"


@pytest.mark.parametrize(
    "script", [raw_server.stall, raw_server.drip_headers, raw_server.drip_body], ids=lambda s: s.__name__
)
def test_a_server_that_takes_too_long_is_cut_off(script: Script) -> None:
    with a_raw_server(script) as address:
        outcome = a_runner(time_limit=1.0).perform(an_http_attempt(address))

    assert outcome == Failed(TOO_SLOW)


@pytest.mark.parametrize(
    "script", [raw_server.hang_up, raw_server.reset, raw_server.talk_nonsense], ids=lambda s: s.__name__
)
def test_a_server_that_does_not_answer_is_an_outcome(script: Script) -> None:
    with a_raw_server(script) as address:
        outcome = a_runner().perform(an_http_attempt(address))

    assert outcome == Failed("Http Action - Request to host '127.0.0.1' failed: no connection")


@pytest.mark.parametrize("script", [raw_server.break_off, raw_server.bad_chunks], ids=lambda s: s.__name__)
def test_a_body_that_breaks_off_is_a_failure(script: Script) -> None:
    with a_raw_server(script) as address:
        outcome = a_runner().perform(an_http_attempt(address))

    assert isinstance(outcome, Failed)
    assert outcome.message.startswith("Http Action - Request to host '127.0.0.1' failed: ")


def test_a_body_without_end_is_read_as_far_as_it_is_stored() -> None:
    with a_raw_server(raw_server.without_end) as address:
        outcome = a_runner().perform(an_http_attempt(address))

    assert isinstance(outcome, Completed)
    assert outcome.message.endswith(" Body: " + "x" * 1_024)


def test_redirects_count_against_the_same_time_limit() -> None:
    with (
        a_raw_server(raw_server.stall) as silent,
        a_receiver(lambda _: Answer(status=302, headers={"Location": silent})) as receiver,
    ):
        outcome = a_runner(time_limit=1.0).perform(an_http_attempt(receiver.uri))

    assert outcome == Failed(TOO_SLOW)


def test_connections_are_kept_open_for_the_next_call() -> None:
    with a_receiver(lambda _: Answer(body=b"short")) as receiver:
        runner = a_runner()
        for _ in range(3):
            runner.perform(an_http_attempt(receiver.uri))
        ports = {receiver.next_request(within=5).client for _ in range(3)}

    assert len(ports) == 1


def test_after_a_call_that_was_cut_off_the_next_one_works() -> None:
    with a_raw_server(raw_server.drip_body) as address, a_receiver() as receiver:
        runner = a_runner(time_limit=1.0)
        runner.perform(an_http_attempt(address))

        assert isinstance(runner.perform(an_http_attempt(receiver.uri)), Completed)
