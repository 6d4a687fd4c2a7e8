import pytest

from shared.domain.errors import AuthenticationFailed
from shared.functions.access import check_access
from shared.functions.settings import AccessKey, Settings
from shared.storage.account import StorageAccount
from tests.world import PACE

OLD, NEW = "o" * 32, "n" * 32


def settings(
    *, keys: tuple[str, ...] = (), read_keys: tuple[str, ...] = (), open_loopback: bool = False
) -> Settings:
    return Settings(
        storage=StorageAccount(),
        shards=16,
        pace=PACE,
        concurrency=512,
        keys=tuple(AccessKey("ops", key) for key in keys),
        read_keys=tuple(AccessKey("dashboard", key) for key in read_keys),
        encryption_keys=(),
        open_loopback=open_loopback,
    )


@pytest.mark.parametrize("key", [OLD, NEW])
def test_any_of_the_keys_opens(key: str) -> None:
    check_access(settings(keys=(OLD, NEW)), {"x-functions-key": key}, {}, changes=True)


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"x-functions-key": ""},
        {"x-functions-key": "wrong"},
        {"x-functions-key": "ß" * 32},
        {"x-functions-key": "\ud800" * 32},
        {"host": "localhost"},
    ],
)
def test_no_key_or_a_wrong_one_does_not(headers: dict[str, str]) -> None:
    with pytest.raises(AuthenticationFailed):
        check_access(settings(keys=(OLD, NEW), open_loopback=True), headers, {}, changes=True)


def test_without_keys_nothing_is_open_and_the_answer_says_what_to_set() -> None:
    with pytest.raises(AuthenticationFailed, match="SCHEDULER_KEYS"):
        check_access(settings(), {"host": "localhost:7071"}, {}, changes=True)


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "localhost"},
        {"host": "127.0.0.1:7071"},
        {"host": "[::1]:7071"},
        {"host": "LOCALHOST:7071"},
        {"host": "localhost:7071", "origin": "http://localhost:7071"},
    ],
)
def test_an_open_loopback_answers_programs_on_the_same_machine(headers: dict[str, str]) -> None:
    check_access(settings(open_loopback=True), headers, {}, changes=True)


@pytest.mark.parametrize(
    "headers",
    [
        pytest.param({}, id="no host"),
        pytest.param({"host": "evil.example:7071"}, id="a name that was made to resolve to loopback"),
        pytest.param({"host": "localhost.evil.example"}, id="a name that begins like loopback"),
        pytest.param({"host": "localhost:7071", "origin": "http://evil.example"}, id="a web page"),
        pytest.param(
            {"host": "localhost:7071", "origin": "http://localhost:3000"}, id="a page of another port"
        ),
        pytest.param({"host": "localhost:7071", "origin": "null"}, id="a page without origin"),
        pytest.param({"host": "localhost:7071", "origin": "evil://localhost:7071"}, id="another scheme"),
        pytest.param({"host": "[::1"}, id="no address"),
        *(
            pytest.param({"host": host}, id=repr(host))
            for host in (
                "127.0.0.1/.evil",
                "127.0.0.1/",
                "127.0.0.1?evil",
                "127.0.0.1#evil",
                "evil@127.0.0.1",
                "evil:x@127.0.0.1:7071",
                "localhost:80:80",
                "localhost:",
                "localhost:x",
                "localhost:123456",
                "localhost:\u0668\u0660",
                "localho\u017ft",
                "localhost\\.evil",
                "\\\\localhost",
                " localhost",
                "localhost ",
                "local host",
                "localhost\n",
                "localhost,evil.example",
                "//localhost",
                "http://localhost",
                "::1",
                "[::1]evil",
                "[::1%25evil]",
                "127.0.0.1.",
                "127.1",
            )
        ),
    ],
)
def test_an_open_loopback_answers_nobody_else(headers: dict[str, str]) -> None:
    with pytest.raises(AuthenticationFailed):
        check_access(settings(open_loopback=True), headers, {}, changes=True)
