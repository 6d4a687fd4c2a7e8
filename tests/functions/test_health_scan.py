"""Monitors ask whether the app scans: anyone may, and nobody can make it ask storage more often."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from threading import Event

import azure.functions as func
import pytest

from shared.domain.errors import NotConfigured, StorageUnavailable
from shared.functions.wiring import App
from shared.storage.memory_table import MemoryTable
from shared.storage.table import Entity
from tests.builders import NINE
from tests.functions.calls import an_app, call, content
from tests.world import World, a_world


class WatchedTable(MemoryTable):
    """Counts how often the note of the last scan is read, and may fail or wait."""

    def __init__(self) -> None:
        super().__init__()
        self.reads = 0
        self.problem: Exception | None = None
        self.entered, self.gate = Event(), Event()
        self.gate.set()

    def get(self, partition: str, row: str) -> Entity | None:
        if row == "scan":
            self.reads += 1
            self.entered.set()
            self.gate.wait(5)
            if self.problem is not None:
                raise self.problem
        return super().get(partition, row)


@pytest.fixture
def table() -> WatchedTable:
    return WatchedTable()


@pytest.fixture
def world(table: WatchedTable) -> Iterator[World]:
    world = a_world(table=table)
    world.scan()
    yield world
    table.gate.set()


def ask(app: App, **changes: object) -> func.HttpResponse:
    return call(app, "GET", "health/scan", headers={}, params={}, **changes)


def test_it_answers_anyone_without_a_word_more(world: World) -> None:
    answer = ask(an_app(world))

    assert (answer.status_code, content(answer)) == (200, {})


@pytest.mark.parametrize(
    ("seconds", "status"),
    [
        pytest.param(30, 200, id="as long as two scans may be apart"),
        pytest.param(31, 503, id="longer"),
        pytest.param(-5, 200, id="by a clock that is behind"),
    ],
)
def test_it_scans_as_long_as_status_says_so(world: World, seconds: int, status: int) -> None:
    world.now += timedelta(seconds=seconds)
    app = an_app(world)

    answer = ask(app)

    assert (answer.status_code, content(answer)) == (status, {})
    assert content(call(app, "GET", "status", params={}))["scanning"] is (status == 200)


def test_before_the_first_scan_it_does_not() -> None:
    assert ask(an_app(a_world())).status_code == 503


def test_an_answer_is_at_most_ten_seconds_old(world: World, table: WatchedTable) -> None:
    app = an_app(world)
    told = []

    for seconds in (29, 38.9, 39, 48.9):
        world.now = NINE + timedelta(seconds=seconds)
        told.append((ask(app).status_code, table.reads))

    assert told == [(200, 1), (200, 1), (503, 2), (503, 2)]


def test_a_clock_that_was_set_back_makes_no_answer_last(world: World, table: WatchedTable) -> None:
    app = an_app(world)
    ask(app)
    world.now -= timedelta(hours=1)

    ask(app)

    assert table.reads == 2


@pytest.mark.parametrize(
    "problem", [StorageUnavailable("Table storage is out."), NotConfigured("SCHEDULER_SHARDS is 4.")]
)
def test_an_outage_is_remembered_too_and_logged_in_one_line(
    world: World, table: WatchedTable, problem: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    table.problem = problem
    app = an_app(world)

    answers = [ask(app) for _ in range(5)]

    assert {(one.status_code, one.get_body()) for one in answers} == {(503, b"{}")}
    assert table.reads == 1
    assert caplog.messages == [f"whether the app scans is not known: {problem}"]


def test_it_recovers_with_storage(world: World, table: WatchedTable) -> None:
    app = an_app(world)
    table.problem = StorageUnavailable("Table storage is out.")
    ask(app)
    table.problem = None
    world.now += timedelta(seconds=10)

    assert ask(app).status_code == 200


def test_many_at_once_read_once(world: World, table: WatchedTable) -> None:
    app = an_app(world)
    table.gate.clear()
    with ThreadPoolExecutor(8) as threads:
        answers = [threads.submit(ask, app) for _ in range(8)]
        table.entered.wait(5)
        table.gate.set()

    assert [answer.result().status_code for answer in answers] == [200] * 8
    assert table.reads == 1


def test_nothing_else_can_be_done_there(world: World) -> None:
    app = an_app(world)

    assert call(app, "HEAD", "health/scan", headers={}, params={}).get_body() == b""
    assert call(app, "POST", "health/scan", headers={}, params={}).status_code == 405


class Checked:
    """Counts how often storage is asked whether it answers, which it may not."""

    def __init__(self) -> None:
        self.checks = 0
        self.problem: Exception | None = None

    def __call__(self) -> None:
        self.checks += 1
        if self.problem is not None:
            raise self.problem


@pytest.fixture
def checked() -> Checked:
    return Checked()


def health(app: App) -> func.HttpResponse:
    return call(app, "GET", "health", headers={}, params={})


def test_whether_work_can_be_done_is_at_most_ten_seconds_old_too(world: World, checked: Checked) -> None:
    app, told = replace(an_app(world), check=checked), []

    for seconds in (0, 9.9, 10, 19.9, 20):
        world.now = NINE + timedelta(seconds=seconds)
        checked.problem = StorageUnavailable("Table storage is out.") if seconds > 9 else None
        told.append((health(app).status_code, checked.checks))

    assert told == [(200, 1), (200, 1), (503, 2), (503, 2), (503, 3)]


@pytest.mark.parametrize(
    "problem", [StorageUnavailable("Table storage is out."), NotConfigured("SCHEDULER_SHARDS is 4.")]
)
def test_why_no_work_can_be_done_is_said_each_time(
    world: World, checked: Checked, problem: Exception
) -> None:
    app, checked.problem = replace(an_app(world), check=checked), problem

    messages = [content(health(app))["error"]["message"] for _ in range(3)]

    assert (messages, checked.checks) == ([str(problem)] * 3, 1)
