"""What happened is kept for a while: standing tickets drop what is older, along what is noted by instant."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

import pytest

from shared.domain.audit import Audited, AuditNote, Operation
from shared.domain.census import is_first_of_hour
from shared.domain.changes import Insert
from shared.domain.history import failure_note
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.ticket import TicketKind
from shared.flow.manage_collections import delete_collection
from shared.flow.manage_jobs import delete_job
from shared.storage.key_parts import RowRange
from shared.storage.memory_table import MemoryTable
from shared.storage.record_keys import audited_of_note, note_of_audited, twin_row
from shared.storage.table import DeleteRow, Entity
from shared.storage.table import Operation as TableOperation
from tests.builders import COLLECTION, KEY, NINE, a_collection, a_job, an_entry, at
from tests.world import World, a_world

DAY = timedelta(days=1)
SOON = timedelta(seconds=1)
QUARTER = timedelta(minutes=15)


class SlowTable(MemoryTable):
    """Takes its time for every transaction that changes many rows."""

    clock: World | None = None

    def transact(self, partition: str, operations: Sequence[TableOperation]) -> list[str] | None:
        if self.clock is not None and len(operations) > 20:
            self.clock.now += timedelta(seconds=10)
        return super().transact(partition, operations)


def collections(world: World) -> list[CollectionKey]:
    """Return a collection of each shard."""
    names = (CollectionKey(subscription="s", resource_group="g", name=f"c{number}") for number in range(40))
    return list({world.store.shard_of(key): key for key in names}.values())


def a_change(place: JobKey | CollectionKey, when: datetime, number: int = 0) -> list[Insert]:
    note = AuditNote(at=when, place=place, id=f"change-{number}", operation=Operation.PATCH)
    return [Insert(Audited(note=note)), Insert(note)]


def a_failure(job: JobKey, ended: datetime, number: int = 1) -> Insert:
    return Insert(failure_note(an_entry(a_job(job), number=number, started=ended, ended=ended)))


def plant(world: World, changes: Iterable[Insert]) -> None:
    rows = list(changes)
    for first in range(0, len(rows), 100):
        assert world.store.commit(rows[first : first + 100])


def rows_of(world: World, prefix: str) -> list[str]:
    found = (world.table.query(f"shard-{shard:03d}", (f"{prefix}|", f"{prefix}}}")) for shard in range(4))
    return [entity.fields["RowKey"] for entities in found for entity in entities]


def counted(world: World) -> dict[str, int]:
    return {prefix: len(rows_of(world, prefix)) for prefix in "abf"}


def let_pass(world: World, span: timedelta) -> None:
    until = world.now + span
    while world.now < until:
        world.scan_and_run(at=world.now + timedelta(seconds=15))


def test_in_every_shard_what_is_too_old_goes_and_the_rest_stays() -> None:
    world = World()
    places = collections(world)
    assert sorted(map(world.store.shard_of, places)) == [0, 1, 2, 3]
    after_a_quarter = NINE + QUARTER
    for place in places:
        job = JobKey(collection=place, name="gone long ago")
        for owner in (job, place):
            plant(world, a_change(owner, NINE - 400 * DAY - SOON, 1))
            plant(world, a_change(owner, after_a_quarter - 400 * DAY + SOON, 2))
        plant(world, [a_failure(job, NINE - 7 * DAY - SOON, 1)])
        plant(world, [a_failure(job, after_a_quarter - 7 * DAY + SOON, 2)])

    let_pass(world, QUARTER)

    assert counted(world) == {"a": 8, "b": 8, "f": 4}
    assert {row.rpartition("|")[2] for prefix in "ab" for row in rows_of(world, prefix)} == {"change-2"}


@pytest.mark.parametrize(
    ("last", "now", "first"),
    [
        pytest.param("08:59:59", "09:00", True, id="the hour has begun"),
        pytest.param("09:00", "09:59:59", False, id="the same hour"),
        pytest.param("2026-03-01T09:30", "09:30", True, id="a day later"),
    ],
)
def test_old_rows_are_looked_for_once_an_hour(last: str, now: str, first: bool) -> None:
    assert is_first_of_hour(at(now), before=at(last)) is first


@pytest.mark.parametrize("missing", [0, 7, 49], ids=["the first", "one between", "the last"])
def test_a_note_whose_record_is_gone_goes_nevertheless(missing: int) -> None:
    world = World()
    for number in range(50):
        plant(world, a_change(KEY, NINE - 401 * DAY - number * SOON, number))
    (gone,) = [row for row in rows_of(world, "a") if row.endswith(f"|change-{missing}")]
    drop(world, gone)

    let_pass(world, QUARTER)

    assert counted(world) == {"a": 0, "b": 0, "f": 0}


def test_a_key_that_is_none_of_ours_goes_by_itself() -> None:
    world = World()
    shard = f"shard-{world.store.shard_of(COLLECTION):03d}"
    plant(world, a_change(KEY, NINE - 401 * DAY))
    world.table.overwrite(shard, "b|9999999999999999999|rubbish", {})

    let_pass(world, QUARTER)

    assert counted(world) == {"a": 0, "b": 0, "f": 0}


def test_thousands_go_half_a_minute_an_hour() -> None:
    table = SlowTable()
    world = World(table=table)
    for number in range(800):
        plant(world, a_change(KEY, NINE - 401 * DAY - number * SOON, number))
    plant(world, (a_failure(KEY, NINE - 8 * DAY - number * SOON, number) for number in range(1, 1_501)))
    let_pass(world, timedelta(minutes=7))
    table.clock = world

    left = []
    for _ in range(12):
        let_pass(world, timedelta(hours=1))
        left.append(tuple(counted(world).values()))

    assert left[0] == (650, 650, 1_500)  # three transactions of fifty pairs, of ten seconds each
    assert left[5] == (0, 0, 1_300)  # one transaction of changes, then two of failures
    assert left[10] == (0, 0, 0)


def test_what_is_old_does_not_keep_the_census_from_counting() -> None:
    world = World()
    plant(world, a_change(KEY, NINE - 401 * DAY))

    let_pass(world, QUARTER)

    assert [noted.census is not None for noted in world.store.censuses().values()] == [True] * 4


def test_of_a_job_the_newest_thousand_changes_stay_each_with_its_note() -> None:
    world = a_world()
    world.put(every="week")
    world.run()  # the first entry of its history brings its trim
    other = JobKey(collection=COLLECTION, name="job.10")
    for number in range(1_120):
        plant(world, a_change(KEY, NINE - (number + 1) * SOON, number))
    plant(world, a_change(other, NINE - 300 * DAY))
    plant(world, a_change(COLLECTION, NINE - 300 * DAY))

    world.scan_and_run(at=NINE + DAY)

    mine = [row for row in rows_of(world, "a") if "|job.1|" in row]
    assert len(mine) == 1_000
    assert (mine[0].split("|")[-1], mine[-1].split("|")[-1]) == ("id-2", "change-998")  # the PUT is newest
    assert sorted(map(note_of_audited, rows_of(world, "a"))) == sorted(rows_of(world, "b"))
    assert counted(world) == {"a": 1_002, "b": 1_002, "f": 0}


def test_a_job_with_few_changes_costs_its_trim_one_query() -> None:
    table = CountingTable()
    world = a_world(table=table)
    world.put(every="week")
    world.run()
    table.ranges = []

    world.scan_and_run(at=NINE + DAY)

    trim = [first for first, _ in table.ranges if first.startswith("a|")]
    assert trim == ["a|sub-1|group (a)|first collection|job.1|"]


class CountingTable(MemoryTable):
    """Remembers which ranges were asked for."""

    ranges: list[RowRange]

    def query_fields(
        self, partition: str, rows: RowRange, fields: Sequence[str], *, limit: int | None = None
    ) -> list[Entity]:
        self.ranges = [*getattr(self, "ranges", []), rows]
        return super().query_fields(partition, rows, fields, limit=limit)


def test_deleting_a_job_or_a_collection_leaves_what_is_known_of_them() -> None:
    world = a_world()
    world.put()
    plant(world, [*a_change(KEY, NINE - DAY), a_failure(KEY, NINE - DAY)])

    delete_job(world.ports, KEY)
    after_the_job = counted(world)
    delete_collection(world.ports, COLLECTION)
    let_pass(world, QUARTER)

    assert after_the_job["a"] >= 2
    assert counted(world) == {"a": after_the_job["a"] + 1, "b": after_the_job["b"] + 1, "f": 1}
    assert rows_of(world, "j") == rows_of(world, "c") == []


def test_the_ticket_stands_on_whatever_it_has_dropped() -> None:
    world = a_world(a_collection())
    plant(world, a_change(KEY, NINE - 401 * DAY))

    let_pass(world, 3 * QUARTER)

    kinds = [row.split("|")[7] for row in rows_of(world, "d")]
    assert kinds == [TicketKind.CENSUS] * 4


def test_each_half_of_a_change_tells_the_other() -> None:
    note = "b|00000000000000000007|sub|group|collection|job|id-1"
    record = "a|sub|group|collection|job|00000000000000000007|id-1"

    assert (twin_row(note), twin_row(record), twin_row("b|rubbish")) == (record, note, None)
    assert audited_of_note(note_of_audited(record)) == record


def drop(world: World, row: str) -> None:
    """Delete a row of the job's shard, as nothing in the app does."""
    partition = f"shard-{world.store.shard_of(COLLECTION):03d}"
    stored = world.table.get(partition, row)
    assert stored is not None
    assert world.table.transact(partition, [DeleteRow(row=row, etag=stored.etag)])
