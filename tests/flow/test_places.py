"""Places on the executor: a remote side holds a quarter, a collection half, and nobody is overtaken."""

from collections import Counter
from datetime import timedelta
from threading import Thread

import pytest

from shared.domain.keys import CollectionKey
from shared.flow.places import MOST_WAITING, Places, Side

LONG = timedelta(seconds=30)
"""Longer than any test takes: whoever waits is served, or the test fails."""
NO_TIME = timedelta()


def side(name: str) -> Side:
    """Return a side such as `a`, in a collection of its own, or `a of x`."""
    remote, _, collection = name.partition(" of ")
    named = collection or f"of-{remote}"
    return Side(remote, CollectionKey(subscription="s", resource_group="g", name=named))


def sides(**counts: int) -> dict[Side, int]:
    return {side(name): count for name, count in counts.items()}


def named(**counts: int) -> dict[Side, int]:
    """Return sides by names such as `a_x`: the remote side a in the collection x."""
    return {side(name.replace("_", " of ")): count for name, count in counts.items()}


@pytest.mark.parametrize(
    ("held", "wanted", "got"),
    [
        pytest.param({}, {"a": 4}, {"a": 4}, id="all there"),
        pytest.param({"a": 1}, {"a": 4}, {}, id="all that are wanted, or none"),
        pytest.param({"a": 4}, {"a": 1, "b": 2}, {"b": 2}, id="one that is crowded costs others nothing"),
        pytest.param({}, {"a": 9}, {"a": 4}, id="never more than a quarter"),
        pytest.param({"a": 4, "b": 4, "c": 4, "d": 3}, {"e": 1}, {"e": 1}, id="the last place"),
        pytest.param({"a": 4, "b": 4, "c": 4, "d": 4}, {"e": 1}, {}, id="none left in all"),
        pytest.param({"a_x": 4, "b_x": 4}, {"c_x": 1}, {}, id="no collection holds more than half"),
        pytest.param(
            {"a_x": 4, "b_x": 4}, {"c_x": 1, "c_y": 4}, {"c_y": 4}, id="the other half is for others"
        ),
        pytest.param({"a_x": 4}, {"b_x": 3, "c_x": 2}, {"b_x": 3}, id="all that a collection may, or none"),
        pytest.param(
            {"a_x": 2, "a_y": 2}, {"a_z": 1}, {}, id="a remote side is the same for all collections"
        ),
    ],
)
def test_places_that_are_had_at_once(
    held: dict[str, int], wanted: dict[str, int], got: dict[str, int]
) -> None:
    places = Places(16)
    assert places.take(named(**held)) == named(**held)

    assert places.take(named(**wanted)) == named(**got)


def test_places_that_are_given_back_go_to_the_first_who_waits() -> None:
    places = Places(16)
    places.take(sides(a=4))
    served: list[int] = []
    waiters = [Thread(target=wait_for, args=(places, number, served)) for number in (1, 2)]
    for number, waiter in enumerate(waiters, start=1):
        waiter.start()
        until_so_many_wait(places, number)

    places.give_back(side("a"), 3)
    assert served == []  # both want four
    places.give_back(side("a"))
    waiters[0].join(30)
    assert served == [1]
    places.give_back(side("a"), 4)
    waiters[1].join(30)

    assert served == [1, 2]


def test_nobody_overtakes_those_who_wait_for_the_same_remote_side() -> None:
    places, served = Places(16), [0]
    places.take(sides(a=2))
    waiter = Thread(target=wait_for, args=(places, 1, served))
    waiter.start()
    until_so_many_wait(places, 1)

    assert places.take(sides(a=1)) == {}
    assert places.take(sides(b=1)) == sides(b=1)

    places.give_back(side("a"), 2)
    waiter.join(30)
    assert served == [0, 1]


def test_who_has_waited_long_enough_takes_what_is_free() -> None:
    places = Places(16)
    places.take(sides(a=3, b=4))

    assert places.wait(sides(a=4, b=4), NO_TIME) == sides(a=1)


def test_who_leaves_the_line_holds_up_nobody() -> None:
    places = Places(16)
    places.take(sides(a=4))
    assert places.wait(sides(a=4), NO_TIME) == {}

    places.give_back(side("a"), 4)

    assert places.take(sides(a=4)) == sides(a=4)


def test_too_many_do_not_wait() -> None:
    places, served = Places(16), list[int]()
    places.take(sides(a=4))
    waiters = [
        Thread(target=lambda number=number: wait_for(places, number, served))
        for number in range(MOST_WAITING)
    ]
    for waiter in waiters:
        waiter.start()
    until_so_many_wait(places, MOST_WAITING)

    assert places.wait(sides(a=1), LONG) == {}

    for _ in waiters:
        places.give_back(side("a"), 4)
    for waiter in waiters:
        waiter.join(30)
    assert sorted(served) == list(range(MOST_WAITING))


def test_what_waits_for_a_collection_holds_up_that_collection_alone() -> None:
    places, served = Places(16), list[int]()
    places.take(named(a_x=4, b_x=3))
    waiter = Thread(target=wait_for, args=(places, 1, served, named(c_x=4)))
    waiter.start()
    until_so_many_wait(places, 1)

    assert places.take(named(d_x=1)) == {}
    assert places.take(named(d_y=1)) == named(d_y=1)
    assert places.lacking(named(d_x=1, d_y=1)) == {side("d of x").collection: 1, "d": 1}

    places.give_back(side("a of x"), 3)
    waiter.join(30)
    assert served == [1]


def test_a_collection_that_waits_for_a_remote_side_has_its_other_places() -> None:
    places, served = Places(16), list[int]()
    places.take(named(a_y=4))
    waiter = Thread(target=wait_for, args=(places, 1, served, named(a_x=1)))
    waiter.start()
    until_so_many_wait(places, 1)

    assert places.take(named(b_x=1)) == named(b_x=1)
    assert places.take(named(a_z=1)) == {}

    places.give_back(side("a of y"))
    waiter.join(30)
    assert served == [1]


def wait_for(places: Places, number: int, served: list[int], wanted: dict[Side, int] | None = None) -> None:
    sought = wanted or sides(a=4)
    assert places.wait(sought, LONG) == Counter(sought)
    served.append(number)


def until_so_many_wait(places: Places, number: int) -> None:
    while places.waiting < number:
        pass
