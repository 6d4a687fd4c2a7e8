"""Azure's rule for the names of Storage queues."""

import pytest

from shared.domain.messages import QUEUE_NAME


@pytest.mark.parametrize("name", ["abc", "0a9", "a-b-c", "a" * 63])
def test_a_name_that_a_queue_may_have(name: str) -> None:
    assert QUEUE_NAME.fullmatch(name)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "ab",
        "a" * 64,
        "Abc",
        "a--b",
        "-abc",
        "abc-",
        "a_b",
        "a.b",
        "../../x",
        "a/b",
        "abc\n",
        "äbc",
        "a²c",
    ],
)
def test_a_name_that_no_queue_may_have(name: str) -> None:
    assert not QUEUE_NAME.fullmatch(name)
