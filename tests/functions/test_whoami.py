"""A caller can ask who he is, and what he may do."""

import pytest

from shared.functions.settings import AccessKey
from shared.functions.wiring import App
from tests.functions.calls import an_app, call, content

WRITES, READS = "w" * 32, "r" * 32


def an_app_with_keys(*, reading: str = READS) -> App:
    return an_app(keys=(AccessKey("ops", WRITES),), read_keys=(AccessKey("dashboard", reading),))


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        pytest.param(WRITES, {"name": "ops", "canChange": True, "scope": "/"}, id="a key to write"),
        pytest.param(READS, {"name": "dashboard", "canChange": False, "scope": "/"}, id="a key to read"),
    ],
)
def test_a_key_tells_its_name(key: str, expected: dict[str, object]) -> None:
    answer = call(an_app_with_keys(), "GET", "whoami", headers={"x-functions-key": key}, params={})

    assert (answer.status_code, content(answer)) == (200, expected)


def test_a_key_that_stands_in_both_lists_may_change() -> None:
    app = an_app_with_keys(reading=WRITES)

    answer = call(app, "GET", "whoami", headers={"x-functions-key": WRITES}, params={})

    assert content(answer) == {"name": "ops", "canChange": True, "scope": "/"}


def test_programs_on_this_machine_may_change_where_it_is_open() -> None:
    app = an_app(keys=(), open_loopback=True)

    answer = call(app, "GET", "whoami", headers={"host": "localhost:7071"}, params={})

    assert content(answer) == {"name": "this machine", "canChange": True, "scope": "/"}


def test_nobody_else_is_answered() -> None:
    assert call(an_app_with_keys(), "GET", "whoami", headers={}, params={}).status_code == 401
