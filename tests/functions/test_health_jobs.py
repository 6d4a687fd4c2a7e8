"""Monitors ask whether a job fails: with a key that sees all jobs or, where a setting says so, without."""

from datetime import timedelta

import azure.functions as func
import pytest

from shared.domain.callers import Scope
from shared.domain.errors import StorageUnavailable
from shared.functions.settings import AccessKey
from shared.storage.key_parts import RowRange
from shared.storage.memory_table import MemoryTable
from shared.storage.table import Entity
from tests.builders import NINE, at
from tests.flow.test_calling import NEVER_AGAIN, failing_app, let_pass
from tests.functions.calls import KEY, an_app, call, content
from tests.world import World, a_world

READER, SCOPED = "r" * 32, "s" * 32


class WatchedTable(MemoryTable):
    """Counts how often the notes of censuses are read, and may fail."""

    def __init__(self) -> None:
        super().__init__()
        self.reads = 0
        self.problem: Exception | None = None

    def query(self, partition: str, rows: RowRange, *, limit: int | None = None) -> list[Entity]:
        if partition == "meta" and rows[0].startswith("census"):
            self.reads += 1
            if self.problem is not None:
                raise self.problem
        return super().query(partition, rows, limit=limit)


def ask(world: World, key: str = READER, **settings: object) -> func.HttpResponse:
    keys = {
        "keys": (AccessKey("ops", KEY),),
        "read_keys": (AccessKey("monitor", READER), AccessKey("team", SCOPED, Scope(subscription="sub-1"))),
    }
    headers = {"x-functions-key": key} if key else {}
    return call(an_app(world, **{**keys, **settings}), "GET", "health/jobs", headers=headers, params={})


def a_failing_world() -> World:
    world = failing_app(every="day", start_time=at("09:01:00"))
    let_pass(world, timedelta(minutes=4))
    return world


@pytest.fixture
def watched() -> World:
    world = World(table=WatchedTable(), begins=True)
    a_world(table=world.table)
    world.scan_and_run(at=NINE)
    return world


def test_a_nightly_job_that_failed_turns_it_red_and_a_good_run_green() -> None:
    world = failing_app(every="day", start_time=at("09:01:00"))
    before = ask(world)
    let_pass(world, timedelta(minutes=4))
    failed = ask(world)
    world.put(every="day", start_time=at("12:00:00"), retry_policy=NEVER_AGAIN)
    let_pass(world, timedelta(minutes=2))

    answers = [before, failed, ask(world)]

    assert [(one.status_code, content(one)) for one in answers] == [(200, {}), (503, {}), (200, {})]


def test_before_anything_was_counted_no_job_is_known_to_fail() -> None:
    assert ask(a_world()).status_code == 200


@pytest.mark.parametrize(
    ("key", "public", "status"),
    [
        pytest.param(KEY, False, 503, id="a key"),
        pytest.param(READER, False, 503, id="a key for reading"),
        pytest.param(SCOPED, False, 403, id="a key with a scope"),
        pytest.param("", False, 401, id="no key"),
        pytest.param("x" * 32, False, 401, id="a wrong key"),
        pytest.param("", True, 503, id="no key, public"),
        pytest.param(SCOPED, True, 503, id="a key with a scope, public"),
    ],
)
def test_who_may_ask(key: str, public: bool, status: int) -> None:
    answer = ask(a_failing_world(), key, public_health=public)

    assert answer.status_code == status
    assert "job.1" not in answer.get_body().decode()


def test_what_is_public_is_this_alone() -> None:
    app = an_app(a_failing_world(), public_health=True)

    assert call(app, "GET", "status", headers={}, params={}).status_code == 401


def test_storage_is_asked_at_most_every_ten_seconds(watched: World) -> None:
    assert isinstance(watched.table, WatchedTable)
    app = an_app(watched, public_health=True)
    reads = []

    for seconds in (20, 29.9, 30, 39.9):
        watched.now = NINE + timedelta(seconds=seconds)
        before = watched.table.reads
        call(app, "GET", "health/jobs", headers={}, params={})
        reads.append(watched.table.reads - before)

    assert reads == [1, 0, 1, 0]


def test_an_outage_is_503_and_one_line_in_the_log(watched: World, caplog: pytest.LogCaptureFixture) -> None:
    assert isinstance(watched.table, WatchedTable)
    watched.table.problem = StorageUnavailable("Table storage is out.")

    assert ask(watched).status_code == 503
    assert caplog.messages == ["whether a job fails is not known: Table storage is out."]
