"""Pages of lists: what is in them, and that no more rows are read than they need."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest

from shared.functions.wiring import App
from shared.storage.key_parts import RowRange
from shared.storage.memory_table import MemoryTable
from shared.storage.table import Entity
from tests.builders import NINE
from tests.functions.calls import (
    COLLECTION,
    EVERY_MINUTE,
    JOB,
    WEST_EUROPE,
    a_job_body,
    an_app,
    call,
    content,
)
from tests.world import World


class CountingTable(MemoryTable):
    """Counts the rows that were asked for: whole ones, and those of which only some fields were."""

    def __init__(self) -> None:
        super().__init__()
        self.rows = self.in_short = 0

    def get_some(self, partition: str, rows: Sequence[str]) -> list[Entity]:
        found = super().get_some(partition, rows)
        self.rows += len(found)
        return found

    def query(self, partition: str, rows: RowRange, *, limit: int | None = None) -> list[Entity]:
        found = super().query(partition, rows, limit=limit)
        self.rows += len(found)
        return found

    def query_fields(
        self, partition: str, rows: RowRange, fields: Sequence[str], *, limit: int | None = None
    ) -> list[Entity]:
        whole, found = self.rows, super().query_fields(partition, rows, fields, limit=limit)
        self.rows = whole
        self.in_short += len(found)
        return found


def an_app_over(table: CountingTable) -> tuple[World, App]:
    world = World(table=table)
    app = an_app(world)
    assert call(app, "PUT", COLLECTION, WEST_EUROPE).status_code == 201
    return world, app


def values(app: App, path: str, **params: str) -> list[Any]:
    answer = call(app, "GET", path, params={"api-version": "2016-03-01", **params})
    found: list[Any] = content(answer)["value"]
    return found


@pytest.mark.parametrize(
    ("params", "names", "rows", "in_short"),
    [
        pytest.param({}, "abdefghij", 10, 0, id="all"),
        pytest.param({"$top": "2"}, "ab", 2, 0, id="the first"),
        pytest.param({"$top": "2", "$skip": "3"}, "de", 2, 3, id="what is passed over is counted by its key"),
        pytest.param({"$top": "1", "$skip": "1"}, "b", 1, 1, id="skipped and counted"),
        pytest.param({"$top": "3"}, "abd", 10, 0, id="one that cannot be read is made up for"),
        pytest.param({"$skip": "7"}, "hij", 3, 7, id="all but some"),
        pytest.param({"$top": "5", "$skip": "9"}, "j", 1, 9, id="the last"),
        pytest.param({"$top": "5", "$skip": "10"}, "", 0, 10, id="beyond the end"),
        pytest.param({"$top": "1", "$skip": "999999999"}, "", 0, 10, id="far beyond the end"),
        pytest.param({"$filter": "state eq disabled"}, "bfj", 3, 10, id="filtered"),
        pytest.param({"$filter": "state eq enabled", "$top": "1"}, "a", 1, 1, id="filtered, found at once"),
        pytest.param({"$filter": "state eq disabled", "$top": "1"}, "b", 1, 10, id="filtered, found later"),
        pytest.param(
            {"$filter": "state eq disabled", "$top": "1", "$skip": "1"},
            *("f", 1, 10),
            id="filtered, then skipped",
        ),
        pytest.param(
            {"$filter": "state eq enabled", "$top": "3"}, "ade", 6, 10, id="filtered, and one made up for"
        ),
        pytest.param({"$filter": "state eq completed", "$top": "1"}, "", 0, 10, id="filtered, not found"),
    ],
)
def test_a_page_of_jobs_reads_no_more_than_it_needs(
    params: dict[str, str], names: str, rows: int, in_short: int
) -> None:
    table = CountingTable()
    world, app = an_app_over(table)
    for name in "abcdefghij":
        state = "disabled" if name in "bfj" else "enabled"
        call(app, "PUT", f"{COLLECTION}/jobs/{name}", a_job_body(state=state))
    spoil_job(world, "c")
    table.rows = table.in_short = 0

    listed = values(app, f"{COLLECTION}/jobs", **params)

    assert [job["name"] for job in listed] == [f"jc1/{name}" for name in names]
    assert (table.rows, table.in_short) == (rows, in_short)


@pytest.mark.parametrize(
    ("params", "numbers", "rows"),
    [
        pytest.param({}, [5, 4, 3, 2, 1], 5, id="all"),
        pytest.param({"$top": "2"}, [5, 4], 2, id="the latest"),
        pytest.param({"$top": "1", "$skip": "2"}, [3], 3, id="skipped and counted"),
        pytest.param({"$top": "5", "$filter": "status eq completed"}, [5, 4, 3, 2, 1], 5, id="filtered"),
        pytest.param({"$top": "1", "$filter": "status eq failed"}, [], 5, id="filtered, not found"),
    ],
)
def test_a_page_of_history_reads_no_more_than_it_needs(
    params: dict[str, str], numbers: list[int], rows: int
) -> None:
    table = CountingTable()
    world, app = an_app_over(table)
    call(app, "PUT", JOB, EVERY_MINUTE)
    for minute in range(5):
        world.scan_and_run(at=NINE + timedelta(minutes=minute))
    table.rows = 0

    listed = values(app, f"{JOB}/history", **params)

    assert [entry["properties"]["repeatCount"] for entry in listed] == numbers
    assert table.rows == rows


def spoil_job(world: World, name: str) -> None:
    for shard in range(world.store.shards):
        for entity in world.table.query(f"shard-{shard:03d}", ("j|", "j}")):
            row = str(entity.fields["RowKey"])
            if row.endswith(f"|{name}"):
                world.table.overwrite(f"shard-{shard:03d}", row, {**entity.fields, "definition": 5})
