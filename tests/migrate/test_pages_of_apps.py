"""Lists of an app, page by page: only its own links are followed."""

import json
from typing import Any

import pytest

from migrate.remote_app import RemoteApp
from migrate.terminal import Problem
from tests.migrate.test_remote_app import an_app_that_answers, calls
from tests.receiver import Answer, a_receiver


def a_page(*values: int, link: Any = None) -> Answer:
    return Answer(body=json.dumps({"value": values, "nextLink": link}).encode())


def test_links_are_followed_as_they_are() -> None:
    with an_app_that_answers(a_page(1, 2, link="/list?behind=a%2Bb"), a_page(3)) as (app, receiver):
        pages = [page["value"] for page in app.pages("/list", {"$top": "2"})]

    assert pages == [[1, 2], [3]]
    assert [call.path for call in calls(receiver)] == [
        "/list?api-version=2016-03-01&%24top=2",
        "/list?behind=a%2Bb",
    ]


@pytest.mark.parametrize(
    "link",
    [
        pytest.param("{address}/list?behind=x", id="the address that was asked"),
        pytest.param("HTTP://127.0.0.1:80/list?behind=x", id="with another port"),
        pytest.param("https://127.0.0.1/list?behind=x", id="with another scheme, as behind a proxy"),
    ],
)
def test_a_whole_address_is_asked_of_the_address_that_is_known(link: str) -> None:
    with a_receiver(lambda request: script.pop(0)) as receiver:
        script = [a_page(1, link=link.format(address=receiver.uri)), a_page(2)]

        pages = list(RemoteApp(receiver.uri, "k3y").pages("/list", {}))

        assert calls(receiver)[-1].path == "/list?behind=x"
    assert [page["value"] for page in pages] == [[1], [2]]


@pytest.mark.parametrize("round", [1, 2, 3])
def test_a_list_that_leads_in_a_circle_ends_at_once(round: int) -> None:
    asked = iter(range(1_000))
    with a_receiver(lambda request: a_page(1, link=f"/list?behind={next(asked) % round}")) as receiver:
        with pytest.raises(Problem, match="names a next page that was asked before: its list never ends"):
            list(RemoteApp(receiver.uri, "k3y").pages("/list", {}))

        assert len(calls(receiver)) == round + 1


def test_only_a_missing_link_ends_a_list() -> None:
    with a_receiver(lambda request: script.pop(0)) as receiver:
        script = [a_page(link=f"{receiver.uri}/list?behind=x"), a_page(1)]

        pages = list(RemoteApp(receiver.uri, "k3y").pages("/list", {}))

    assert [page["value"] for page in pages] == [[], [1]]


@pytest.mark.parametrize(
    "link",
    [
        pytest.param("https://evil.example/list", id="another host"),
        pytest.param("//evil.example/list", id="another host, the same scheme"),
        pytest.param("list", id="no path"),
        pytest.param("@evil.example/list", id="a host behind ours"),
        pytest.param(".evil.example/list", id="a host that begins with ours"),
        pytest.param(1, id="no link"),
        pytest.param("", id="an empty link"),
        pytest.param("https://[/list", id="no address"),
        pytest.param("ftp://127.0.0.1/list", id="another protocol"),
        pytest.param("http://evil.example@/list", id="a name without a host"),
        pytest.param("http://127.0.0.1//evil.example/list", id="a host behind two slashes"),
    ],
)
def test_a_link_to_another_place_is_not_followed(link: Any) -> None:
    with an_app_that_answers(a_page(1, link=link)) as (app, receiver):
        with pytest.raises(Problem, match="names a next page in another place, which is not asked"):
            list(app.pages("/list", {}))

        assert len(calls(receiver)) == 1


def test_a_link_that_only_begins_like_the_app_is_not_followed() -> None:
    with (
        a_receiver(lambda request: a_page(1, link=f"{receiver.uri}.evil.example/list")) as receiver,
        pytest.raises(Problem, match="in another place"),
    ):
        list(RemoteApp(receiver.uri, "k3y").pages("/list", {}))


def test_what_is_no_list_is_told() -> None:
    with (
        an_app_that_answers(Answer(body=b'{"value": 1}')) as (app, _),
        pytest.raises(Problem, match="answers, but not as the app does"),
    ):
        list(app.pages("/list", {}))
