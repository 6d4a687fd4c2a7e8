"""Places on the executor: one remote side holds a quarter at most, and nobody is overtaken for ever."""

from collections import Counter
from datetime import timedelta
from threading import Thread

import pytest

from shared.flow.places import MOST_WAITING, Places

LONG = timedelta(seconds=30)
"""Longer than any test takes: whoever waits is served, or the test fails."""
NO_TIME = timedelta()


@pytest.mark.parametrize(
    ("held", "wanted", "got"),
    [
        pytest.param({}, {"a": 4}, {"a": 4}, id="all there"),
        pytest.param({"a": 1}, {"a": 4}, {}, id="all that are wanted, or none"),
        pytest.param({"a": 4}, {"a": 1, "b": 2}, {"b": 2}, id="one that is crowded costs others nothing"),
        pytest.param({}, {"a": 9}, {"a": 4}, id="never more than a quarter"),
        pytest.param({"a": 4, "b": 4, "c": 4, "d": 3}, {"e": 1}, {"e": 1}, id="the last place"),
        pytest.param({"a": 4, "b": 4, "c": 4, "d": 4}, {"e": 1}, {}, id="none left in all"),
    ],
)
def test_places_that_are_had_at_once(
    held: dict[str, int], wanted: dict[str, int], got: dict[str, int]
) -> None:
    places = Places(16)
    assert places.take(held) == held

    assert places.take(wanted) == got


def test_places_that_are_given_back_go_to_the_first_who_waits() -> None:
    places = Places(16)
    places.take({"a": 4})
    served: list[int] = []
    waiters = [Thread(target=wait_for, args=(places, number, served)) for number in (1, 2)]
    for number, waiter in enumerate(waiters, start=1):
        waiter.start()
        until_so_many_wait(places, number)

    places.give_back("a", 3)
    assert served == []  # both want four
    places.give_back("a")
    waiters[0].join(30)
    assert served == [1]
    places.give_back("a", 4)
    waiters[1].join(30)

    assert served == [1, 2]


def test_nobody_overtakes_those_who_wait_for_the_same_remote_side() -> None:
    places, served = Places(16), [0]
    places.take({"a": 2})
    waiter = Thread(target=wait_for, args=(places, 1, served))
    waiter.start()
    until_so_many_wait(places, 1)

    assert places.take({"a": 1}) == {}
    assert places.take({"b": 1}) == {"b": 1}

    places.give_back("a", 2)
    waiter.join(30)
    assert served == [0, 1]


def test_who_has_waited_long_enough_takes_what_is_free() -> None:
    places = Places(16)
    places.take({"a": 3, "b": 4})

    assert places.wait({"a": 4, "b": 4}, NO_TIME) == {"a": 1}


def test_who_leaves_the_line_holds_up_nobody() -> None:
    places = Places(16)
    places.take({"a": 4})
    assert places.wait({"a": 4}, NO_TIME) == {}

    places.give_back("a", 4)

    assert places.take({"a": 4}) == {"a": 4}


def test_too_many_do_not_wait() -> None:
    places, served = Places(16), list[int]()
    places.take({"a": 4})
    waiters = [
        Thread(target=lambda number=number: wait_for(places, number, served))
        for number in range(MOST_WAITING)
    ]
    for waiter in waiters:
        waiter.start()
    until_so_many_wait(places, MOST_WAITING)

    assert places.wait({"a": 1}, LONG) == {}

    for _ in waiters:
        places.give_back("a", 4)
    for waiter in waiters:
        waiter.join(30)
    assert sorted(served) == list(range(MOST_WAITING))


def wait_for(places: Places, number: int, served: list[int]) -> None:
    assert places.wait({"a": 4}, LONG) == Counter(a=4)
    served.append(number)


def until_so_many_wait(places: Places, number: int) -> None:
    while places.waiting < number:
        pass
