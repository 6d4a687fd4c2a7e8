"""Whether the app is alive, late, or has met what it cannot use: read from `/status` alone."""

from datetime import timedelta
from typing import Any

import pytest

from shared.domain.app_status import AppStatus
from shared.domain.census import Census
from shared.domain.keys import JobKey
from shared.domain.scanned import Scanned
from shared.domain.stored import SetAside, StoredRow
from shared.functions.wiring import App
from shared.storage.key_parts import RowRange
from shared.storage.memory_table import MemoryTable
from shared.storage.table import Entity
from tests.builders import COLLECTION, NINE, at
from tests.functions.calls import an_app as an_app_over
from tests.functions.calls import call, content
from tests.world import World, a_world

JOB = (
    "/subscriptions/sub-1/resourceGroups/group (a)/providers/Microsoft.Scheduler"
    "/jobCollections/first collection/jobs/job.1"
)


def status(app: App) -> Any:
    answer = call(app, "GET", "status", params={})
    assert answer.status_code == 200
    return content(answer)


def a_running_world() -> World:
    world = a_world()
    world.put()
    world.scan_and_run(at=NINE)
    return world


def reasons(world: World) -> list[str]:
    """Return the reasons why it is not ok."""
    told = status(an_app_over(world))
    assert told["ok"] is (told["reasons"] == [])
    found: list[str] = told["reasons"]
    return found


@pytest.mark.parametrize(
    ("warnings", "ok"), [((), True), (("One is odd.", "PYTHON_THREADPOOL_THREAD_COUNT is not set."), False)]
)
def test_what_is_odd_about_the_settings_is_among_the_reasons(warnings: tuple[str, ...], ok: bool) -> None:
    told = status(an_app_over(a_running_world(), warnings=warnings))

    assert (told["ok"], told["reasons"]) == (ok, list(warnings))


def test_without_a_key_nothing_is_told() -> None:
    assert call(an_app_over(a_world()), "GET", "status", headers={}).status_code == 401


def test_before_the_first_scan_it_says_so() -> None:
    told = status(an_app_over(a_world()))

    assert (told["scanning"], told["lastScan"], told["oldestOverdue"]) == (False, None, None)
    assert told["setAside"] == {"count": 0, "shown": []}
    assert told["queue"] == {"messages": 0, "poison": 0}
    assert (told["jobs"], told["credentials"], told["secrets"]) == (None, None, None)
    assert told["reasons"] == ["No scan has been noted yet: the timer does not run, or cannot reach storage."]


def test_alive_and_in_time() -> None:
    world = a_running_world()
    world.now = at("09:00:10")

    told = status(an_app_over(world))

    assert told["scanning"] is True
    assert (told["lastScan"]["at"], told["lastScan"]["ageSeconds"]) == ("2026-03-02T09:00:00Z", 10.0)
    assert told["oldestOverdue"] is None


def test_a_scan_that_has_stopped_is_seen_by_its_age() -> None:
    world = a_running_world()
    world.now = NINE + timedelta(minutes=5)

    told = status(an_app_over(world))

    assert (told["scanning"], told["lastScan"]["ageSeconds"]) == (False, 300.0)
    assert told["reasons"] == [
        "The last scan was at 2026-03-02 09:00:00 UTC: the timer does not run, or fails."
    ]


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        pytest.param("09:06:00", [], id="five minutes may be an instance that starts"),
        pytest.param(
            "09:06:01",
            ["What was due at 2026-03-02 09:01:00 UTC has waited for 0:05:01: nobody carries it out."],
            id="more are late",
        ),
        pytest.param(
            "2026-03-03T10:01:00.5",
            ["What was due at 2026-03-02 09:01:00 UTC has waited for 1 day, 1:00:00: nobody carries it out."],
            id="a day",
        ),
    ],
)
def test_what_waits_for_a_runner_too_long_is_a_reason(now: str, expected: list[str]) -> None:
    world = a_running_world()
    world.now = at(now)
    world.scan()

    assert reasons(world) == expected


def test_what_is_late_is_named_until_it_runs() -> None:
    world = a_running_world()
    world.now = at("09:02:40")
    world.scan()

    late = status(an_app_over(world))
    world.run()
    caught_up = status(an_app_over(world))

    assert late["oldestOverdue"] == {
        "due": "2026-03-02T09:01:00Z",
        "lateSeconds": 100.0,
        "kind": "occurrence",
        "job": JOB,
    }
    assert (late["scanning"], late["queue"]["messages"]) == (True, 1)
    assert caught_up["oldestOverdue"] is None


def test_what_is_under_way_is_not_overdue() -> None:
    world = a_running_world()
    seen = []
    world.now = at("09:01:00")
    world.scan()
    fine = world.answer

    def look_meanwhile(attempt: Any) -> Any:
        seen.append(status(an_app_over(world))["oldestOverdue"])
        return fine(attempt)

    world.answer = look_meanwhile
    world.run()

    assert seen == [None]


def test_a_row_that_was_set_aside_is_counted_and_its_reason_told() -> None:
    world = a_running_world()
    next_ticket = world.job().next_ticket
    assert next_ticket is not None
    place = world.store.place(next(iter(world.store.tickets([next_ticket]).values())))
    world.table.overwrite(place.partition, place.row, {"sentAt": "rubbish", "leaseUntil": ""})

    world.scan_and_run(at=at("09:01:00"))

    told = status(an_app_over(world))
    (shown,) = told["setAside"]["shown"]
    assert told["setAside"]["count"] == 1
    assert told["lastScan"]["setAside"] == 1
    assert told["reasons"] == ["1 stored row could not be used and was set aside; its job does not run."]
    assert (shown["job"].lower(), shown["row"]) == (JOB.lower(), place.row)
    assert "rubbish" in shown["reason"]


@pytest.mark.parametrize(("poison", "told"), [(1, "1 message"), (3, "3 messages")])
def test_messages_that_were_given_up_are_counted(poison: int, told: str) -> None:
    world = a_running_world()
    world.queue.poison = poison

    was = "was" if poison == 1 else "were"
    assert status(an_app_over(world))["queue"]["poison"] == poison
    assert reasons(world) == [f"{told} of the dispatch queue {was} given up; the log says why."]


ASIDE = SetAside(stored=StoredRow(partition="p", row="r", etag=""), reason="odd", at=NINE, owner=None)


def app_status(**parts: Any) -> AppStatus:
    scanned = Scanned(at=NINE, newer=parts.pop("newer", 0))
    pause = timedelta(seconds=30)
    usual: dict[str, Any] = {"at": NINE, "last_scan": scanned, "longest_pause": pause, "overdue": None}
    return AppStatus(**{**usual, "set_aside": (), "messages": 0, "poison": 0, **parts})


@pytest.mark.parametrize(
    ("one", "reason"),
    [
        pytest.param(
            {"set_aside": (ASIDE,)},
            "1 stored row could not be used and was set aside; its job does not run.",
            id="set aside",
        ),
        pytest.param(
            {"set_aside": (ASIDE, ASIDE)},
            "2 stored rows could not be used and were set aside; their jobs do not run.",
            id="two set aside",
        ),
        pytest.param(
            {"newer": 1}, "1 stored row was written by a newer version, and waits for it.", id="a newer row"
        ),
        pytest.param(
            {"newer": 12}, "12 stored rows were written by a newer version, and wait for it.", id="newer rows"
        ),
        pytest.param(
            {"census": Census(at=NINE, shut=1)},
            "Secrets of 1 job cannot be opened with any key of SCHEDULER_ENCRYPTION_KEYS.",
            id="a lost key",
        ),
        pytest.param(
            {"census": Census(at=NINE, shut=2)},
            "Secrets of 2 jobs cannot be opened with any key of SCHEDULER_ENCRYPTION_KEYS.",
            id="a lost key of two",
        ),
    ],
)
def test_one_is_one_and_more_are_more(one: dict[str, Any], reason: str) -> None:
    assert app_status(**one).reasons == [reason]


class CountingTable(MemoryTable):
    """Counts what is read."""

    reads = 0

    def get(self, partition: str, row: str) -> Entity | None:
        self.reads += 1
        return super().get(partition, row)

    def query(self, partition: str, rows: RowRange, *, limit: int | None = None) -> list[Entity]:
        self.reads += 1
        return super().query(partition, rows, limit=limit)


def test_it_reads_two_ranges_a_shard_and_four_notes_however_many_jobs_there_are() -> None:
    table = CountingTable()
    world = a_world(table=table)
    for number in range(40):
        world.put(JobKey(collection=COLLECTION, name=f"job-{number}"), start_time=at("2027-01-01T00:00"))
    app = an_app_over(world)
    status(app)
    table.reads = 0

    status(app)

    assert table.reads == 2 * 4 + 4
