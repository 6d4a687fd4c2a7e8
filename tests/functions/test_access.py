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
        pytest.param({"host": "localhost:7071", "origin": "http://localhost:7071"}, id="the app's own page"),
        pytest.param(
            {"host": "127.0.0.1:7071", "sec-fetch-site": "same-origin"}, id="a read of its own page"
        ),
        pytest.param(
            {
                "host": "127.0.0.1:7071",
                "origin": "http://127.0.0.1:7071",
                "sec-fetch-site": "same-origin",
                "sec-fetch-mode": "cors",
            },
            id="a change of its own page",
        ),
        pytest.param({"host": "127.0.0.1:7071", "sec-fetch-site": "none"}, id="a typed address"),
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


HOST = {"host": "127.0.0.1:7071"}
BY_NAME = "only callers that name it by a loopback name, not 'rebound.example:7071'"
OTHER_PAGE = "no page but its own"


@pytest.mark.parametrize(
    ("headers", "told"),
    [
        pytest.param(
            {**HOST, "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image"},
            f"{OTHER_PAGE}; this request has Sec-Fetch-Site: cross-site",
            id="a read without Origin",
        ),
        pytest.param(
            {**HOST, "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "script"},
            f"{OTHER_PAGE}; this request has Sec-Fetch-Site: cross-site",
            id="an answer as a script",
        ),
        pytest.param(
            {**HOST, "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"},
            f"{OTHER_PAGE}; this request has Sec-Fetch-Site: cross-site",
            id="a link or a frame",
        ),
        pytest.param(
            {**HOST, "sec-fetch-site": "same-site"},
            f"{OTHER_PAGE}; this request has Sec-Fetch-Site: same-site",
            id="a read by a page of another port",
        ),
        pytest.param(
            {**HOST, "origin": "http://127.0.0.1:3000", "sec-fetch-site": "same-site"},
            f"{OTHER_PAGE}; this request has Origin: http://127.0.0.1:3000",
            id="a change by a page of another port",
        ),
        pytest.param(
            {**HOST, "origin": "https://evil.example"},
            f"{OTHER_PAGE}; this request has Origin: https://evil.example",
            id="a form in a browser that tells no site",
        ),
        pytest.param(
            {**HOST, "origin": "https://evil.example", "sec-fetch-site": "none"},
            f"{OTHER_PAGE}; this request has Origin: https://evil.example",
            id="an extension of the browser that is no program",
        ),
        pytest.param(
            {"host": "rebound.example:7071", "sec-fetch-site": "same-origin"},
            BY_NAME,
            id="a read by a page whose name was made to resolve to loopback",
        ),
        pytest.param(
            {
                "host": "rebound.example:7071",
                "origin": "http://rebound.example:7071",
                "sec-fetch-site": "same-origin",
            },
            BY_NAME,
            id="a change by such a page",
        ),
        *(
            pytest.param(
                {**HOST, "sec-fetch-site": site},
                f"{OTHER_PAGE}; this request has Sec-Fetch-Site: {site}",
                id=repr(site),
            )
            for site in ("", "Same-Origin", "same-origin, cross-site", "same-origin ", "unheard-of")
        ),
    ],
)
def test_a_foreign_page_is_told_why_it_is_refused(headers: dict[str, str], told: str) -> None:
    for changes in (False, True):
        with pytest.raises(AuthenticationFailed) as refused:
            check_access(settings(open_loopback=True), headers, {}, changes=changes)

        assert str(refused.value) == f"Without keys the app answers {told}."


def test_where_keys_are_asked_for_a_key_alone_decides() -> None:
    headers = {"host": "app.example", "sec-fetch-site": "cross-site", "x-functions-key": NEW}

    assert check_access(settings(keys=(NEW,)), headers, {}, changes=True).name == "ops"
