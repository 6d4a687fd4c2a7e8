"""Reads over all jobs take turns, and whatever becomes of them, the scan and the status get on."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import replace
from datetime import timedelta
from itertools import islice
from queue import Queue
from threading import Event, Semaphore

import azure.functions as func
import pytest

from shared.domain.errors import TooManyReads
from shared.functions.reading_turns import ReadingTurns
from shared.functions.route_table import ROUTES
from shared.functions.settings import AccessKey
from shared.functions.wiring import App, shard_readers
from shared.storage.key_parts import RowRange
from shared.storage.memory_table import MemoryTable
from shared.storage.store import Store
from shared.storage.table import Entity
from tests.builders import NINE
from tests.functions.calls import an_app, call, content, error_of
from tests.functions.extended import EXTENDED
from tests.functions.overviews.lists import OVER_ALL, a_collection, a_job
from tests.world import World

NAMES = ("one", "two", "three")
READ_KEYS = tuple(AccessKey(name, name.ljust(32, "-")) for name in NAMES)
READS = tuple(
    route.template.replace("{subscription}", "s")
    for route in ROUTES
    if route.template.startswith("subscriptions/{subscription}/providers/") and "GET" in route.operations
)
LISTS_OF_COLLECTIONS = (f"{OVER_ALL}/jobCollections",)


class StuckTable(MemoryTable):
    """Holds up whoever reads collections or jobs over a whole subscription, until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.stuck, self.let_go = False, Event()
        self.held = Semaphore(0)

    def query(self, partition: str, rows: RowRange, *, limit: int | None = None) -> list[Entity]:
        if self.stuck and rows[0].startswith(("c|", "j|", "f|", "b|")):
            self.held.release()
            self.let_go.wait(30)
        return super().query(partition, rows, limit=limit)

    def query_fields(
        self, partition: str, rows: RowRange, fields: Sequence[str], *, limit: int | None = None
    ) -> list[Entity]:
        self.query(partition, rows, limit=1)
        return super().query_fields(partition, rows, fields, limit=limit)


class SideBySide(World):
    """A world whose shards are read by the threads that the app has for that."""

    def _new_store(self) -> Store:
        return Store(self.table, shards=4, shard_readers=shard_readers())


@pytest.fixture
def table() -> StuckTable:
    return StuckTable()


@pytest.fixture
def world(table: StuckTable) -> World:
    return SideBySide(table=table)


@pytest.fixture
def app(world: World) -> App:
    app = an_app(world, read_keys=READ_KEYS)
    a_job(app, f"{a_collection(app, 'jc1')}/jobs/j1", recurrence={"frequency": "minute"})
    return replace(app, reading_turns=ReadingTurns(patience=0))


@pytest.fixture
def threads(table: StuckTable) -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(16) as threads:
        yield threads
        table.let_go.set()


def read(app: App, path: str, name: str = "one") -> func.HttpResponse:
    return call(app, "GET", path, params=EXTENDED, headers={"x-functions-key": name.ljust(32, "-")})


def hold_up(
    table: StuckTable, threads: ThreadPoolExecutor, app: App, *names: str
) -> list[Future[func.HttpResponse]]:
    """Let callers read, and return once all are held up."""
    table.stuck = True
    reading = []
    for name in names:
        reading.append(threads.submit(read, app, f"{OVER_ALL}/upcomingRuns", name))
        for _ in range(app.ports.store.shards):
            assert table.held.acquire(timeout=10)
    return reading


@pytest.mark.parametrize("path", [path for path in READS if path not in LISTS_OF_COLLECTIONS])
def test_a_caller_reads_over_all_jobs_once_at_a_time_whichever_list_it_is(
    path: str, table: StuckTable, app: App, threads: ThreadPoolExecutor
) -> None:
    (reading,) = hold_up(table, threads, app, "one")

    refused = read(app, path)

    assert error_of(refused) == (503, "ServerBusy")
    assert refused.headers["Retry-After"] == "5"
    assert content(refused)["error"]["message"].startswith("Another read over all jobs is being made for you")
    table.let_go.set()
    assert reading.result().status_code == 200
    assert read(app, path).status_code == 200


def test_two_callers_read_at_once_and_a_third_is_refused(
    table: StuckTable, app: App, threads: ThreadPoolExecutor
) -> None:
    reading = hold_up(table, threads, app, "one", "two")

    refused = read(app, f"{OVER_ALL}/jobs", "three")

    assert error_of(refused) == (503, "ServerBusy")
    assert content(refused)["error"]["message"].startswith("Others are reading over all jobs")
    table.let_go.set()
    assert [answer.result().status_code for answer in reading] == [200, 200]
    assert read(app, f"{OVER_ALL}/jobs", "three").status_code == 200


def test_who_waits_gets_the_turn_that_comes_free_and_many_do_not_wait(
    table: StuckTable, app: App, threads: ThreadPoolExecutor
) -> None:
    app = replace(app, reading_turns=ReadingTurns(patience=30))
    first = hold_up(table, threads, app, "one")
    waiting = [threads.submit(read, app, f"{OVER_ALL}/upcomingRuns") for _ in range(5)]  # all of one caller

    refused = [one.result().status_code for one in islice(as_completed(waiting), 2)]
    table.let_go.set()
    statuses = sorted(one.result().status_code for one in [*first, *waiting])

    assert refused == [503, 503]
    assert statuses == [200, 200, 200, 200, 503, 503]


def test_who_came_first_reads_first_and_one_caller_cannot_fill_the_line(threads: ThreadPoolExecutor) -> None:
    turns, began, ends = (
        ReadingTurns(patience=30, most_waiting=2),
        Queue[str](),
        defaultdict[str, Event](Event),
    )

    def reads(who: str) -> None:
        with turns.taken(who):
            began.put(who)
            assert ends[who].wait(30)

    def stands_in_line(who: str) -> Future[None]:
        before = len(turns.waiting)
        reading = threads.submit(reads, who)
        while len(turns.waiting) == before:
            assert not reading.done()
        return reading

    reading = [threads.submit(reads, who) for who in ("busy", "also busy")]
    assert {began.get(timeout=10), began.get(timeout=10)} == {"busy", "also busy"}
    reading += [stands_in_line("first"), stands_in_line("second")]
    for late in ("first", "third"):  # the line is full
        with pytest.raises(TooManyReads), turns.taken(late):
            pass

    ends["busy"].set()
    assert began.get(timeout=10) == "first"
    reading.append(stands_in_line("busy"))  # again, behind who waits
    ends["first"].set()
    assert began.get(timeout=10) == "second"
    ends["also busy"].set()
    assert began.get(timeout=10) == "busy"
    ends["second"].set()
    assert [one.result() for one in reading] == [None] * 5


def test_a_read_that_fails_gives_its_turn_back(table: StuckTable, app: App) -> None:
    for _ in range(3):
        assert call(app, "GET", f"{OVER_ALL}/jobs", params={**EXTENDED, "$top": "0"}).status_code == 400
    assert read(app, f"{OVER_ALL}/jobs").status_code == 200


def test_reads_that_are_stuck_hold_up_neither_scan_nor_status(
    table: StuckTable, world: World, app: App, threads: ThreadPoolExecutor
) -> None:
    world.run()
    stuck = hold_up(table, threads, app, "one", "two")
    world.now = NINE + timedelta(minutes=1)

    world.scan_and_run(at=world.now)
    status = content(read(app, "status"))
    health = call(app, "GET", "health/scan", headers={}, params={})

    assert [attempt.expected for _, attempt in world.receiver] == [NINE, world.now]
    assert status["scanning"] is True
    assert health.status_code == 200
    assert not any(one.done() for one in stuck)
