"""The app over real HTTP, or what answers in its place."""

import json
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from local.dev.tcp_ports import find_free
from migrate.remote_app import RemoteApp
from migrate.terminal import Problem, Refused
from shared.domain.keys import CollectionKey, JobKey
from tests.migrate.builders import NIGHTLY, a_key
from tests.receiver import Answer, Received, Receiver, a_receiver

COLLECTION_PATH = (
    "/subscriptions/sub-1/resourceGroups/group%20%28a%29/providers/Microsoft.Scheduler/jobCollections/nightly"
)
VERSION = "?api-version=2016-03-01"
BUSY = {"Retry-After": "0"}
HTML = b"<html><body>Not here</body></html>"


def an_error(status: int, message: str = "No room.", **headers: str) -> Answer:
    body = json.dumps({"error": {"code": "Some", "message": message}}).encode()
    return Answer(status=status, headers=headers, body=body)


@contextmanager
def an_app_that_answers(*answers: Answer, key: str | None = "k3y") -> Iterator[tuple[RemoteApp, Receiver]]:
    """An app that gives these answers one after another."""
    script = iter(answers)
    with a_receiver(lambda _: next(script)) as receiver:
        yield RemoteApp(receiver.uri, key), receiver


def calls(receiver: Receiver) -> list[Received]:
    return [receiver.requests.get_nowait() for _ in range(receiver.requests.qsize())]


def test_a_job_is_put_with_the_key_and_as_json() -> None:
    with an_app_that_answers(Answer(status=201, body=b'{"id": "x"}')) as (app, receiver):
        answer = app.put_job(a_key(), {"properties": {"state": "ü"}})

    (call,) = calls(receiver)
    assert answer == {"id": "x"}
    assert (call.method, call.path) == ("PUT", f"{COLLECTION_PATH}/jobs/backup{VERSION}")
    assert call.headers["x-functions-key"] == "k3y"
    assert call.headers["content-type"] == "application/json"
    assert json.loads(call.body) == {"properties": {"state": "ü"}}


def test_without_a_key_none_is_sent() -> None:
    with an_app_that_answers(Answer(body=b'{"value": []}'), key=None) as (app, receiver):
        app.jobs(NIGHTLY)

    (call,) = calls(receiver)
    assert "x-functions-key" not in call.headers


def test_every_call_has_its_method_and_path() -> None:
    empty = Answer(body=b'{"value": []}')
    with an_app_that_answers(empty, empty, empty, empty, empty) as (app, receiver):
        app.collections("sub-1")
        app.collections("sub-1", "group (a)")
        app.jobs(NIGHTLY)
        app.put_collection(NIGHTLY, {})
        app.switch(NIGHTLY, "enable")

    group = "/subscriptions/sub-1/resourceGroups/group%20%28a%29"
    assert [(call.method, call.path.removesuffix(VERSION)) for call in calls(receiver)] == [
        ("GET", "/subscriptions/sub-1/providers/Microsoft.Scheduler/jobCollections"),
        ("GET", f"{group}/providers/Microsoft.Scheduler/jobCollections"),
        ("GET", f"{COLLECTION_PATH}/jobs"),
        ("PUT", COLLECTION_PATH),
        ("POST", f"{COLLECTION_PATH}/enable"),
    ]


def test_it_can_be_asked_in_another_version() -> None:
    empty = Answer(body=b"{}")
    with an_app_that_answers(empty, empty, empty) as (app, receiver):
        newer = app.under("2026-11-01")
        newer.collection(NIGHTLY)
        newer.patch_collection(NIGHTLY, {"properties": {}})
        app.put_job(a_key(), {})

    assert [(call.method, call.path) for call in calls(receiver)] == [
        ("GET", f"{COLLECTION_PATH}?api-version=2026-11-01"),
        ("PATCH", f"{COLLECTION_PATH}?api-version=2026-11-01"),
        ("PUT", f"{COLLECTION_PATH}/jobs/backup{VERSION}"),
    ]


def test_an_app_that_does_not_know_the_version_is_too_old() -> None:
    body = {"error": {"code": "InvalidApiVersionParameter", "message": "It is not known."}}
    answer = Answer(status=400, body=json.dumps(body).encode())
    with (
        an_app_that_answers(answer) as (app, receiver),
        pytest.raises(Problem) as refused,
    ):
        app.under("2026-11-01").collections("sub-1")

    assert str(refused.value) == (
        f"{receiver.uri} is an older version of the app: It is not known. Upgrade it first."
    )


def test_names_with_blanks_and_parentheses_are_quoted() -> None:
    with an_app_that_answers(Answer(body=b"{}")) as (app, receiver):
        app.put_job(a_key("at night (new).1"), {})

    (call,) = calls(receiver)
    assert call.path == f"{COLLECTION_PATH}/jobs/at%20night%20%28new%29.1{VERSION}"


@pytest.mark.parametrize("name", [".", ".."])
def test_a_name_that_would_lead_to_another_path_is_not_called(name: str) -> None:
    collection = CollectionKey(subscription="sub-1", resource_group="g", name=name)

    with an_app_that_answers() as (app, receiver):
        with pytest.raises(Refused, match=rf"The name '{name}' cannot be part of an address\."):
            app.put_job(JobKey(collection=NIGHTLY, name=name), {})
        with pytest.raises(Refused):
            app.put_collection(collection, {})

    assert calls(receiver) == []


def test_what_the_list_holds_is_returned() -> None:
    with an_app_that_answers(Answer(body=b'{"value": [{"name": "a"}], "nextLink": null}')) as (app, _):
        assert app.jobs(NIGHTLY) == [{"name": "a"}]


@pytest.mark.parametrize(
    "busy",
    [
        pytest.param(an_error(429, **BUSY), id="throttled"),
        pytest.param(an_error(503, **BUSY), id="not ready"),
        pytest.param(Answer(status=503, headers=BUSY, body=HTML), id="a front end"),
        pytest.param(Answer(status=502), id="bad gateway"),
        pytest.param(Answer(status=504), id="gateway timeout"),
    ],
)
def test_a_call_is_repeated_while_the_app_is_busy(busy: Answer) -> None:
    with an_app_that_answers(busy, Answer(status=201, body=b"{}")) as (app, receiver):
        app.put_job(a_key(), {"a": 1})

    assert [(call.method, call.body) for call in calls(receiver)] == [("PUT", b'{"a": 1}')] * 2


@pytest.mark.parametrize("status", [400, 404, 409])
def test_a_refusal_has_the_words_of_the_app_and_is_not_repeated(status: int) -> None:
    with (
        an_app_that_answers(an_error(status)) as (app, receiver),
        pytest.raises(Refused) as refused,
    ):
        app.put_job(a_key(), {})

    assert (refused.value.status, str(refused.value)) == (status, "No room.")
    assert len(calls(receiver)) == 1


@pytest.mark.parametrize("status", [401, 403])
def test_a_refused_key_is_a_problem_that_does_not_show_it(status: int) -> None:
    with (
        an_app_that_answers(an_error(status, "The key is wrong.")) as (app, receiver),
        pytest.raises(Problem) as refused,
    ):
        app.collections("sub-1")

    assert str(refused.value) == (
        f"{receiver.uri} refuses the key: The key is wrong. Give it with --key or SCHEDULER_KEY."
    )


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        pytest.param(Answer(status=404, body=HTML), "404", id="a page"),
        pytest.param(Answer(status=404), "404", id="nothing"),
        pytest.param(Answer(status=403, body=b"[1]"), "403", id="JSON of another shape"),
        pytest.param(Answer(status=500, body=b'{"error": "x"}'), "500", id="an error of another shape"),
        pytest.param(Answer(status=204), "204", id="a success that is none of ours"),
        pytest.param(
            Answer(status=302, headers={"Location": "https://login.example/in?token=s3cret"}),
            "302 to https://login.example/in",
            id="a redirect, without what is asked there",
        ),
    ],
)
def test_an_answer_that_is_not_the_apps_is_a_problem(answer: Answer, said: str) -> None:
    with (
        an_app_that_answers(answer) as (app, receiver),
        pytest.raises(Problem) as refused,
    ):
        app.put_job(a_key(), {})

    assert str(refused.value) == f"{receiver.uri} answers {said}, but not as the app does: check the address."
    assert len(calls(receiver)) == 1


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(HTML, id="a page"),
        pytest.param(b"", id="nothing"),
        pytest.param(b"[]", id="an array"),
        pytest.param(b'{"value": {}}', id="an object in its place"),
    ],
)
def test_a_list_that_is_none_is_a_problem(body: bytes) -> None:
    with (
        an_app_that_answers(Answer(body=body)) as (app, receiver),
        pytest.raises(Problem) as refused,
    ):
        app.collections("sub-1")

    assert str(refused.value) == f"{receiver.uri} answers, but not as the app does: check the address."


def test_nobody_at_the_address_is_a_problem() -> None:
    (port,) = find_free(1)

    with pytest.raises(Problem) as refused:
        RemoteApp(f"http://127.0.0.1:{port}", None).collections("sub-1")

    assert str(refused.value) == (
        f"http://127.0.0.1:{port} does not answer (NewConnectionError): is the app running?"
    )


def test_an_app_that_is_well_passes_the_check() -> None:
    with an_app_that_answers(Answer(body=b'{"status": "ok"}')) as (app, receiver):
        app.check()

    assert [call.path for call in calls(receiver)] == ["/health"]


def test_the_check_does_not_wait_for_an_app_that_is_not_ready() -> None:
    with (
        an_app_that_answers(an_error(503, "SCHEDULER_KEYS is missing.")) as (app, receiver),
        pytest.raises(Problem) as refused,
    ):
        app.check()

    assert str(refused.value) == f"{receiver.uri} is not ready: SCHEDULER_KEYS is missing."
    assert len(calls(receiver)) == 1


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        pytest.param(Answer(status=404, body=HTML), "404", id="a page"),
        pytest.param(Answer(status=301, headers={"Location": "/x"}), "301 to /x", id="a redirect"),
    ],
)
def test_the_check_finds_out_that_it_is_another_app(answer: Answer, said: str) -> None:
    with (
        an_app_that_answers(answer) as (app, receiver),
        pytest.raises(Problem) as refused,
    ):
        app.check()

    assert str(refused.value) == f"{receiver.uri} answers {said}, but not as the app does: check the address."


def test_the_check_finds_nobody_at_the_address() -> None:
    (port,) = find_free(1)

    with pytest.raises(Problem, match=r"does not answer \(NewConnectionError\): is the app running\?"):
        RemoteApp(f"http://127.0.0.1:{port}", None).check()
