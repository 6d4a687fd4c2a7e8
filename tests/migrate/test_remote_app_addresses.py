"""Addresses and keys, judged before anything is sent."""

import pytest

from migrate.remote_app import RemoteApp, travels_in_clear
from migrate.terminal import Problem


@pytest.mark.parametrize(
    ("given", "address"),
    [
        pytest.param("http://127.0.0.1:7071", "http://127.0.0.1:7071", id="local"),
        pytest.param("https://app.example/", "https://app.example", id="a slash at the end"),
        pytest.param("https://app.example/api/", "https://app.example/api", id="a path"),
        pytest.param("HTTPS://App.example", "HTTPS://App.example", id="upper case"),
        pytest.param("http://[::1]:7071", "http://[::1]:7071", id="IPv6"),
    ],
)
def test_an_address_is_taken(given: str, address: str) -> None:
    assert RemoteApp(given, None).address == address


@pytest.mark.parametrize(
    "address",
    [
        pytest.param("", id="nothing"),
        pytest.param("app.example", id="no scheme"),
        pytest.param("localhost:7071", id="a port but no scheme"),
        pytest.param("ftp://app.example", id="another scheme"),
        pytest.param("https://", id="no host"),
        pytest.param("https://app.example?code=k3y", id="a query"),
        pytest.param("https://app.example/#top", id="a fragment"),
        pytest.param("http://[::1", id="an open bracket"),
        pytest.param("http://app.example:port", id="no port"),
        pytest.param("http://app.example:99999", id="a port out of range"),
        pytest.param("http://app.example:0", id="port zero"),
        pytest.param("http://my app.example", id="a blank"),
    ],
)
def test_what_is_no_address_is_a_problem(address: str) -> None:
    with pytest.raises(Problem) as refused:
        RemoteApp(address, None)

    assert str(refused.value) == (
        f"'{address}' is not the address of an app, as https://<your app>.azurewebsites.net is."
    )


@pytest.mark.parametrize("key", ["k3y\r", "one\ntwo", "ключ", "k3y\u200b"])
def test_a_key_that_cannot_be_one_is_a_problem_that_does_not_show_it(key: str) -> None:
    with pytest.raises(Problem) as refused:
        RemoteApp("http://127.0.0.1:7071", key)

    assert str(refused.value) == (
        "The key holds characters that no key has: copy it anew, without line breaks."
    )


@pytest.mark.parametrize(
    ("address", "clear"),
    [
        pytest.param("http://app.example", True, id="http"),
        pytest.param("HTTP://app.example", True, id="http in upper case"),
        pytest.param("http://localhost.example", True, id="not this machine but called so"),
        pytest.param("https://app.example", False, id="https"),
        pytest.param("http://localhost:7071", False, id="this machine by name"),
        pytest.param("http://LOCALHOST:7071", False, id="by name in upper case"),
        pytest.param("http://127.0.0.1:7071", False, id="this machine by address"),
        pytest.param("http://[::1]:7071", False, id="by its other address"),
    ],
)
def test_whether_a_key_can_be_read_on_the_way(address: str, clear: bool) -> None:
    assert travels_in_clear(address) is clear
