"""The census is called: what begins to fail, or fails no longer, is known within two minutes."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from shared.domain.attempt import Completed, Failed
from shared.domain.authentication import Basic
from shared.domain.callers import Scope
from shared.domain.census import next_call
from shared.domain.changes import Insert, Update
from shared.domain.collection import Sku
from shared.domain.housekeeping import called_census_ticket
from shared.domain.keys import JobKey
from shared.domain.retry import RetryPolicy, RetryType
from shared.domain.ticket import TicketKey, TicketKind
from shared.flow.commits import commit
from shared.flow.manage_jobs import delete_job, run_job
from shared.storage.vault import EncryptionKey, KeyedVault
from tests.builders import COLLECTION, KEY, NINE, a_collection, an_action, at
from tests.flow.test_set_aside import due
from tests.functions.calls import an_app, call, content
from tests.world import World, a_world

NEVER_AGAIN = RetryPolicy(type=RetryType.NONE)
TWO_MINUTES = timedelta(minutes=2)
SCAN = timedelta(seconds=15)


def failing_app(**definition: Any) -> World:
    """A world that was counted, and whose targets fail from now on."""
    world = World(begins=True)
    a_world(table=world.table)
    world.put(retry_policy=NEVER_AGAIN, **definition)
    world.scan_and_run(at=NINE + SCAN)
    assert failing(world) == []
    world.answer = lambda attempt: Failed("refused")
    return world


def let_pass(world: World, span: timedelta) -> None:
    until = world.now + span
    while world.now < until:
        world.scan_and_run(at=world.now + SCAN)


def told(world: World) -> Any:
    return content(call(an_app(world), "GET", "status", params={}))


def failing(world: World) -> list[tuple[str, int]]:
    """Return the names of jobs that fail, and how often in a row."""
    shown = told(world)["jobs"]["failing"]["shown"]
    return [(one["job"].rpartition("/")[2], one["faultsInARow"]) for one in shown]


def called(world: World) -> list[TicketKey]:
    return [key for key in due(world) if key.kind is TicketKind.CENSUS and key.id.startswith("called-")]


@pytest.mark.parametrize(
    "definition",
    [
        pytest.param({"every": "day", "start_time": at("09:01:00")}, id="nightly"),
        pytest.param({"every": None, "start_time": at("09:01:00")}, id="once"),
        pytest.param({"every": "hour", "interval": 2, "start_time": at("09:01:00")}, id="every other hour"),
    ],
)
def test_what_seldom_runs_is_named_two_minutes_after_its_first_fault(
    definition: dict[str, Any],
) -> None:
    world = failing_app(**definition)
    let_pass(world, at("09:01:00") - world.now)
    assert len(world.receiver) == 1

    let_pass(world, TWO_MINUTES)

    assert failing(world) == [("job.1", 1)]
    assert told(world)["jobsOk"] is False
    assert told(world)["ok"] is True


def test_what_often_runs_is_named_two_minutes_after_its_third_fault_in_a_row() -> None:
    world = failing_app(start_time=at("09:05:00"))
    seen = {}
    while world.now < at("09:15:00"):
        world.scan_and_run(at=world.now + SCAN)
        seen[world.now] = failing(world)

    assert not any(seen[now] for now in seen if now < at("09:07:00"))
    assert all(seen[now] for now in seen if now >= at("09:09:00"))
    (shown,) = told(world)["jobs"]["failing"]["shown"]
    assert shown["since"] == "2026-03-02T09:05:00Z"
    assert shown["lastFault"] >= "2026-03-02T09:07:00Z"


@pytest.mark.parametrize(("most", "faults"), [(1, "1 occurrence has"), (2, "2 occurrences in a row have")])
def test_one_that_is_switched_off_after_faults_is_named_however_few_they_were(most: int, faults: str) -> None:
    world = failing_app(start_time=at("09:05:00"), disable_after_faults=most)
    let_pass(world, at("09:06:15") - world.now)

    let_pass(world, TWO_MINUTES)

    assert (failing(world), told(world)["jobsOk"]) == ([("job.1", most)], False)
    assert (off := world.job().disabled) is not None
    assert off.note == f"Disabled because {faults} failed."


def test_one_that_succeeds_again_is_named_no_longer() -> None:
    world = failing_app(start_time=at("09:05:00"))
    let_pass(world, timedelta(minutes=9))
    assert failing(world) != []
    world.answer = lambda attempt: Completed("fine")
    world.scan_and_run(at=world.now + timedelta(minutes=1))

    let_pass(world, TWO_MINUTES)

    assert (failing(world), told(world)["jobsOk"]) == ([], True)


def test_retries_are_waited_for() -> None:
    world = World(begins=True)
    a_world(table=world.table)
    world.put(
        every="day",
        start_time=at("09:01:00"),
        retry_policy=RetryPolicy(type=RetryType.FIXED, interval=timedelta(minutes=10), count=1),
    )
    world.answer = lambda attempt: Failed("refused")
    let_pass(world, timedelta(minutes=9))
    between = failing(world)

    let_pass(world, timedelta(minutes=6))

    assert (between, failing(world)) == ([], [("job.1", 1)])


PATCHES = {"api-version": "2026-11-01"}
PATH = (
    "subscriptions/sub-1/resourceGroups/group (a)/providers/Microsoft.Scheduler"
    "/jobCollections/first collection/jobs/job.1"
)


def patch(**properties: Any) -> Callable[[World], None]:
    def patched(world: World) -> None:
        answer = call(an_app(world), "PATCH", PATH, body={"properties": properties}, params=PATCHES)
        assert answer.status_code == 200, answer.get_body()

    return patched


def put_anew(world: World) -> None:
    world.put(every="day", start_time=at("12:00:00"))


def run_by_hand(world: World) -> None:
    world.answer = lambda attempt: Completed("fine")
    run_job(world.ports, KEY)


@pytest.mark.parametrize(
    ("change", "still"),
    [
        pytest.param(put_anew, False, id="PUT begins anew"),
        pytest.param(lambda world: delete_job(world.ports, KEY), False, id="DELETE"),
        pytest.param(run_by_hand, False, id="a run by hand that succeeds"),
        pytest.param(patch(state="disabled"), False, id="a person disables it"),
        pytest.param(patch(recurrence={"frequency": "hour"}), False, id="PATCH: hourly, so three are needed"),
        pytest.param(patch(recurrence={"interval": 2}), True, id="PATCH: still seldom"),
        pytest.param(patch(description="Nightly."), True, id="PATCH of words"),
    ],
)
def test_a_change_of_a_failing_job_is_known_as_soon(change: Callable[[World], None], still: bool) -> None:
    world = failing_app(every="day", start_time=at("09:01:00"))
    let_pass(world, timedelta(minutes=4))
    assert failing(world) == [("job.1", 1)]

    change(world)
    let_pass(world, TWO_MINUTES)

    assert failing(world) == ([("job.1", 1)] if still else [])


def test_one_that_the_scheduler_disabled_after_faults_is_named_until_somebody_looks() -> None:
    world = failing_app(start_time=at("09:05:00"), disable_after_faults=3)
    let_pass(world, timedelta(minutes=9))
    (shown,) = told(world)["jobs"]["failing"]["shown"]

    patch(disabled={"note": "Known."})(world)
    let_pass(world, TWO_MINUTES)

    assert (shown["state"], shown["faultsInARow"]) == ("disabled", 3)
    assert failing(world) == [("job.1", 3)]


def test_a_job_that_goes_on_failing_calls_no_census() -> None:
    world = failing_app(start_time=at("09:05:00"))
    let_pass(world, timedelta(minutes=10))
    assert failing(world) != []

    calls = []
    for _ in range(20):
        let_pass(world, SCAN)
        calls += called(world)

    assert (calls, world.job().recent) == ([], "f" * 11)


def test_runs_that_succeed_call_none() -> None:
    world = World(begins=True)
    a_world(table=world.table)
    world.put()

    calls = []
    for _ in range(40):
        let_pass(world, SCAN)
        calls += called(world)

    assert calls == []


def test_a_hundred_that_begin_to_fail_together_call_one() -> None:
    world = World(begins=True)
    a_world(a_collection(sku=Sku.P20_PREMIUM), table=world.table)
    for number in range(100):
        key = JobKey(collection=COLLECTION, name=f"job-{number}")
        world.put(key, every="day", start_time=at("09:01:00"), retry_policy=NEVER_AGAIN)
    world.answer = lambda attempt: Failed("refused")
    world.scan_and_run(at=NINE + SCAN)
    world.scan_and_run(at=at("09:01:00"))

    assert len(world.receiver) == 100
    assert [key.due for key in called(world)] == [at("09:01:30")]
    let_pass(world, TWO_MINUTES)
    assert told(world)["jobs"]["failing"]["count"] == 100
    assert called(world) == []


def test_a_hundred_that_begin_to_fail_one_by_one_call_one_a_minute() -> None:
    world = World(begins=True)
    a_world(a_collection(sku=Sku.P20_PREMIUM), table=world.table)
    for number in range(100):
        key = JobKey(collection=COLLECTION, name=f"job-{number}")
        start = at("09:01:00") + timedelta(seconds=2 * number)
        world.put(key, every="day", start_time=start, retry_policy=NEVER_AGAIN)
    world.answer = lambda attempt: Failed("refused")

    dues = set()
    while world.now < at("09:06:00"):
        world.scan_and_run(at=world.now + timedelta(seconds=1))
        dues |= set(called(world))

    assert len(world.receiver) == 100
    assert len(dues) == len({key.due for key in dues}) == 4  # from 09:01:30 to 09:04:30
    assert told(world)["jobs"]["failing"]["count"] == 100


def test_two_instances_may_both_call_and_one_counts() -> None:
    one = World(begins=True)
    a_world(table=one.table)
    two = World(table=one.table, queue=one.queue)
    names = ("a", "b")
    for name in names:
        key = JobKey(collection=COLLECTION, name=name)
        one.put(key, every="day", start_time=at("12:00:00"))
    one.scan_and_run(at=NINE + SCAN)
    for world, name in zip((one, two), names, strict=True):
        world.now = at("09:01:00")
        job = world.job(JobKey(collection=COLLECTION, name=name))
        failed = replace(job, recent="f")
        assert commit([Update(job, failed)], world.ports)
    before = len(called(one))
    notes = 0

    def count_notes(shard: int, standing: Any, note: Any = one.store.note_census) -> None:
        nonlocal notes
        notes += 1
        note(shard, standing)

    one.store.note_census = count_notes  # type: ignore[method-assign]
    one.scan_and_run(at=at("09:01:31"))
    one.scan_and_run(at=at("09:01:46"))

    assert (before, len(called(one)), notes) == (2, 0, 1)
    assert sorted(failing(one)) == [("a", 1), ("b", 1)]


def test_a_census_that_took_longer_does_not_hide_a_later_one() -> None:
    world = failing_app(every="day", start_time=at("10:00:00"))
    shard = world.store.shard_of(COLLECTION)
    first, later = world.store.censuses()[shard], at("09:10:00")
    assert first.census is not None
    glimpses = world.store.glimpses

    def slow(shard: int) -> Any:
        known = world.store.censuses()[shard]
        assert known.census is not None
        world.store.note_census(shard, replace(known, census=replace(known.census, at=later)))
        return glimpses(shard)

    world.store.glimpses = slow  # type: ignore[method-assign]
    let_pass(world, at("09:15:30") - world.now)
    world.now = later - timedelta(minutes=1)

    noted = world.store.censuses()[shard].census
    assert noted is not None
    assert noted.at >= later


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        pytest.param("09:00:00", "09:00:30", id="the next half minute"),
        pytest.param("09:00:19.999999", "09:00:30", id="just in time to be committed"),
        pytest.param("09:00:20", "09:01:30", id="too late for it"),
        pytest.param("09:00:30", "09:01:30", id="at that instant"),
        pytest.param("23:59:45", "2026-03-03T00:00:30", id="over midnight"),
    ],
)
def test_calls_of_a_minute_are_for_one_instant(now: str, expected: str) -> None:
    assert next_call(at(now)) == at(expected)


def test_a_full_transaction_is_not_made_too_large() -> None:
    world = failing_app(every="day", start_time=at("09:01:00"))
    let_pass(world, timedelta(minutes=4))
    job = world.job()
    others = []
    for number in range(world.store.most_changes - 1):
        key = JobKey(collection=COLLECTION, name=f"other-{number}")
        others.append(Insert(replace(job, key=key, recent="", fault_times=None, etag="")))

    assert commit([Update(job, replace(job, recent="c")), *others], world.ports) is not None
    assert called(world) == []


def test_a_caller_with_a_scope_calls_too() -> None:
    world = failing_app(every="day", start_time=at("09:01:00"))
    let_pass(world, timedelta(minutes=4))
    scoped = replace(world.ports, store=world.store.within(Scope(subscription="sub-1")))

    delete_job(scoped, KEY)
    let_pass(world, TWO_MINUTES)

    assert failing(world) == []


def test_what_is_sealed_with_another_key_is_known_as_soon() -> None:
    keys = [EncryptionKey(name, name.encode() * 8) for name in ("2025", "2026")]
    opened = [keys[0]]
    world = World(begins=True, vault=lambda owner: KeyedVault(tuple(opened), owner))
    a_world(table=world.table)
    password = KeyedVault(tuple(opened), KEY).seal("s3cret")
    action = an_action(authentication=Basic(username="u", password=password))
    world.put(action=action, every="day", start_time=at("12:00:00"))
    world.scan_and_run(at=NINE + SCAN)
    opened[:] = reversed(keys)

    def values() -> dict[str, int]:
        app = an_app(world, encryption_keys=tuple(opened))
        counted = content(call(app, "GET", "status", params={}))["secrets"]["keys"]
        return {key["name"]: key["values"] for key in counted}

    before = values()
    answer = call(an_app(world, encryption_keys=tuple(opened)), "PATCH", PATH, body={}, params=PATCHES)
    let_pass(world, TWO_MINUTES)

    assert answer.status_code == 200
    assert (before, values()) == ({"2025": 1, "2026": 0}, {"2025": 0, "2026": 1})


def test_a_trial_calls_nothing() -> None:
    world = failing_app(every="day", start_time=at("09:01:00"))
    let_pass(world, timedelta(minutes=4))

    tried = call(an_app(world), "DELETE", PATH, params={**PATCHES, "dryRun": "true"})

    assert (tried.status_code, called(world)) == (200, [])


def test_an_older_version_finds_no_such_id_noted_and_deletes_it() -> None:
    """It compares the ticket's id with the one that is noted; the standing ticket stays."""
    world = failing_app(every="day", start_time=at("09:01:00"))
    shard = world.store.shard_of(COLLECTION)
    called_one = called_census_ticket(world.store.standing_key(shard), due=at("09:01:30"), id="x")

    assert called_one.key.id != world.store.censuses()[shard].id
    assert called_one.key.kind is TicketKind.CENSUS
