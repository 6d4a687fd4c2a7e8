"""The census: how many jobs there are, which of them fail, and which credentials end."""

import json
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from shared.domain.action import ErrorAction, StorageQueueAction
from shared.domain.authentication import Basic, ClientCertificate
from shared.domain.changes import Insert, Update
from shared.domain.collection import CollectionState, Defaults, JobCollection, Sku
from shared.domain.disabled import SCHEDULER, Disabled
from shared.domain.job import FaultTimes, JobState
from shared.domain.job_counts import last_outcome
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.messages import StorageQueueMessage
from shared.domain.secret import Secret
from tests.builders import COLLECTION, NINE, a_collection, an_action
from tests.functions.calls import an_app, call, content
from tests.world import World, a_world

NEXT_YEAR = NINE + timedelta(days=365)
ENABLED, DISABLED, FAULTED = JobState.ENABLED, JobState.DISABLED, JobState.FAULTED


def put(
    world: World,
    name: str,
    *,
    state: JobState = ENABLED,
    recent: str = "",
    last: datetime = NINE,
    off: Disabled | None = None,
    **definition: Any,
) -> None:
    """Store a job as it is some time after it was put; it is due next year."""
    collection = definition.pop("collection", COLLECTION)
    key = JobKey(collection=collection, name=name)
    world.put(key, start_time=NEXT_YEAR, **definition)
    job, times = world.job(key), FaultTimes(since=NINE - timedelta(hours=1), last=last)
    after = replace(job, state=state, disabled=off, recent=recent)
    faulting = replace(after, fault_times=times if recent.startswith("f") else None)
    assert world.store.commit([Update(job, faulting)])


def names(failing: Any) -> list[str]:
    return [one["job"].rpartition("/")[2] for one in failing["shown"]]


def status(world: World) -> Any:
    """Return what is told once all shards were counted."""
    until = world.now + timedelta(minutes=15)
    while world.now < until:
        world.scan_and_run(at=world.now + timedelta(seconds=15))
    return content(call(an_app(world), "GET", "status", params={}))


def id_of(job: str, collection: str = "first collection") -> str:
    return (
        f"/subscriptions/sub-1/resourceGroups/group (a)/providers/Microsoft.Scheduler"
        f"/jobCollections/{collection}/jobs/{job}"
    )


@pytest.mark.parametrize(
    ("recent", "expected"),
    [("", "none"), ("c", "completed"), ("rff", "retried"), ("fcc", "faulted"), ("?", "none")],
)
def test_the_newest_letter_tells_the_last_outcome(recent: str, expected: str) -> None:
    assert last_outcome(recent) == expected


def test_jobs_are_counted_by_state_and_by_last_outcome_over_all_shards() -> None:
    world = a_world()
    other = CollectionKey(subscription="Sub-1", resource_group="Group (a)", name="third")
    world.store.commit([Insert(a_collection(other))])
    assert world.store.shard_of(other) != world.store.shard_of(COLLECTION)
    put(world, "new")
    put(world, "fine", recent="cccf")
    put(world, "off", state=DISABLED, recent="fffc", off=Disabled(by=SCHEDULER))
    put(world, "Over", state=FAULTED, recent="f", collection=other)
    put(world, "twice", recent="ff")
    put(world, "retried", recent="rf", collection=other)

    told = status(world)

    assert told["jobs"] == {
        "at": "2026-03-02T09:07:30Z",
        "byState": {"enabled": 4, "disabled": 1, "completed": 0, "faulted": 1},
        "byLastOutcome": {"completed": 1, "retried": 1, "faulted": 3, "none": 1},
        "failing": {
            "count": 2,
            "shown": [
                {
                    "job": id_of("over", "third"),
                    "state": "faulted",
                    "faultsInARow": 1,
                    "since": "2026-03-02T08:00:00Z",
                    "lastFault": "2026-03-02T09:00:00Z",
                },
                {
                    "job": id_of("off"),
                    "state": "disabled",
                    "faultsInARow": 3,
                    "since": "2026-03-02T08:00:00Z",
                    "lastFault": "2026-03-02T09:00:00Z",
                },
            ],
        },
    }
    assert (told["ok"], told["reasons"], told["jobsOk"]) == (True, [], False)


def test_all_that_fail_are_counted_and_fifty_named_those_first_that_go_on_running() -> None:
    world = a_world(a_collection(sku=Sku.P20_PREMIUM))
    for number in range(60):
        put(world, f"a{number:02}", state=FAULTED, recent="f", last=NINE + timedelta(seconds=number))
    put(world, "fine-1", recent="c")
    put(world, "z1", recent="fff")
    put(world, "z2", recent="ffff", last=NINE + timedelta(seconds=1))

    told = status(world)

    failing = told["jobs"]["failing"]
    assert (failing["count"], len(failing["shown"]), told["jobsOk"]) == (62, 50, False)
    assert names(failing)[:4] == ["z2", "z1", "a59", "a58"]


def test_however_many_fail_it_is_no_reason_to_look_at_the_app() -> None:
    world = a_world()
    for number in range(20):
        put(world, f"job-{number}", recent="fff")

    told = status(world)

    assert (told["ok"], told["reasons"], told["jobsOk"]) == (True, [], False)


@pytest.mark.parametrize(
    ("state", "until", "fails"),
    [
        pytest.param(CollectionState.DISABLED, None, False, id="disabled"),
        pytest.param(CollectionState.DISABLED, NINE + timedelta(hours=1), False, id="for an hour"),
        pytest.param(CollectionState.DISABLED, NINE + timedelta(minutes=1), True, id="until just now"),
        pytest.param(CollectionState.ENABLED, None, True, id="enabled"),
    ],
)
def test_in_a_disabled_collection_no_job_fails(
    state: CollectionState, until: datetime | None, fails: bool
) -> None:
    world = a_world()
    put(world, "broken", recent="fff")
    collection = world.store.collection(COLLECTION)
    assert isinstance(collection, JobCollection)
    switched = replace(collection, state=state, disabled=Disabled(until=until, by="anna"))
    assert world.store.commit([Update(collection, switched)])

    told = status(world)

    assert (told["jobs"]["failing"]["count"], told["jobsOk"]) == (int(fails), not fails)


def into_queue(ends: datetime | None) -> StorageQueueAction:
    token = Secret("sealed:token", ends=ends)
    message = StorageQueueMessage(account="account", queue="queue", message="hi", sas_token=token)
    return StorageQueueAction(message=message)


def certified(expires: datetime) -> Any:
    secret = Secret("sealed:pfx")
    return an_action(authentication=ClientCertificate(expires=expires, pfx=secret, password=secret))


def test_credentials_that_end_are_told_before_they_do() -> None:
    world = a_world()
    put(world, "later", action=into_queue(NINE + timedelta(days=15)))
    put(world, "soon", action=certified(NINE + timedelta(days=13)))
    put(world, "over", action=into_queue(NINE - timedelta(days=1)))
    put(world, "unknown", action=into_queue(None))
    put(world, "off", state=DISABLED, action=into_queue(NINE - timedelta(days=9)))
    put(world, "mourned", error_action=ErrorAction(action=into_queue(NINE + timedelta(days=400))))

    told = status(world)

    assert told["credentials"]["ending"] == 2
    assert told["credentials"]["shown"] == [
        {
            "of": id_of("over"),
            "path": "properties.action.queueMessage.sasToken",
            "ends": "2026-03-01T09:00:00Z",
        },
        {
            "of": id_of("soon"),
            "path": "properties.action.request.authentication.pfx",
            "ends": "2026-03-15T09:00:00Z",
        },
        {
            "of": id_of("later"),
            "path": "properties.action.queueMessage.sasToken",
            "ends": "2026-03-17T09:00:00Z",
        },
        {
            "of": id_of("mourned"),
            "path": "properties.action.errorAction.queueMessage.sasToken",
            "ends": "2027-04-06T09:00:00Z",
        },
    ]
    assert told["reasons"] == [
        "2 credentials have ended or end within 14 days. The first is one of job "
        "'sub-1/group (a)/first collection/over': it ended at 2026-03-01 09:00:00 UTC."
    ]


@pytest.mark.parametrize(
    ("days", "reason"),
    [
        pytest.param(-1, "has ended, at 2026-03-01 09:00:00 UTC.", id="over"),
        pytest.param(13, "ends within 14 days, at 2026-03-15 09:00:00 UTC.", id="soon"),
    ],
)
def test_one_credential_is_told_of_as_one(days: int, reason: str) -> None:
    world = a_world()
    put(world, "export", action=into_queue(NINE + timedelta(days=days)))

    assert status(world)["reasons"] == [
        f"A credential of job 'sub-1/group (a)/first collection/export' {reason}"
    ]


def test_a_note_stays_small_whatever_there_is_to_note() -> None:
    where = CollectionKey(subscription="s" * 64, resource_group="g" * 90, name="c" * 100)
    world = a_world(a_collection(where, sku=Sku.P20_PREMIUM))
    for number in range(60):
        action = into_queue(NINE + timedelta(days=number))
        put(world, f"{number:0100}", recent="f" * 20, action=action, collection=where)

    told = status(world)

    assert told["credentials"]["ending"] == 15
    assert (len(told["credentials"]["shown"]), len(told["jobs"]["failing"]["shown"])) == (20, 50)
    notes = world.table.query("meta", ("census-", "census-~"))
    longest = max(len(value) for note in notes for value in note.fields.values() if isinstance(value, str))
    assert longest < 30_000  # of 32,768 characters that a field holds


def test_a_note_of_an_earlier_version_is_read_and_counts_as_no_count_of_jobs() -> None:
    world = a_world()
    put(world, "failing", recent="fff")
    before = status(world)
    for note in world.table.query("meta", ("census-", "census-~")):
        old = {name: note.fields[name] for name in ("format", "id", "due", "census")}
        if note.fields["RowKey"] == "census-001":
            counted = {"at": "2026-03-02T09:07:45.000000Z", "sealed": {"abc": 3}, "shut": 1, "newer": 2}
            world.table.overwrite("meta", "census-001", {**old, "census": json.dumps(counted)})

    told = content(call(an_app(world), "GET", "status", params={}))
    after = status(world)

    assert (told["jobs"], told["jobsOk"], told["credentials"]) == (None, None, None)
    assert (told["secrets"]["jobsThatNoKeyOpens"], told["newerRows"]) == (1, 2)
    assert before["jobs"]["failing"] == after["jobs"]["failing"]


def test_a_note_of_0_2_0_counts_the_jobs_and_does_not_know_which_fail() -> None:
    world = a_world()
    put(world, "failing", recent="fff")
    shard = world.store.shard_of(COLLECTION)
    status(world)
    (note,) = world.table.query("meta", (f"census-{shard:03}", f"census-{shard:03}~"))
    jobs = {
        "counts": [["enabled", "faulted", 1]],
        "failing": [["sub-1", "group (a)", "first collection", "failing", "enabled"]],
    }
    names_of_0_2_0 = ("format", "id", "due", "census", "credentials")
    old = {name: note.fields[name] for name in names_of_0_2_0}
    world.table.overwrite("meta", f"census-{shard:03}", {**old, "jobs": json.dumps(jobs)})

    told = content(call(an_app(world), "GET", "status", params={}))
    watched = call(an_app(world), "GET", "health/jobs", params={})

    assert (told["jobs"]["byLastOutcome"]["faulted"], told["jobs"]["failing"], told["jobsOk"]) == (
        1,
        None,
        None,
    )
    assert watched.status_code == 200
    assert status(world)["jobsOk"] is False


def test_what_0_2_0_reads_of_a_note_is_still_there() -> None:
    world = a_world()
    put(world, "failing", recent="fff")
    status(world)

    for note in world.table.query("meta", ("census-", "census-~")):
        jobs = json.loads(str(note.fields["jobs"]))
        assert (set(jobs), jobs["failing"]) == ({"counts", "failing"}, [])
        assert {"format", "id", "due", "census", "jobs", "credentials"} <= set(note.fields)


def test_as_long_as_a_part_was_not_counted_nobody_knows_how_many_jobs_there_are() -> None:
    world = a_world()
    put(world, "failing", recent="fff")
    full = status(world)
    (note,) = world.table.query("meta", ("census-002", "census-002~"))
    world.table.overwrite("meta", "census-002", {**note.fields, "census": ""})

    told = content(call(an_app(world), "GET", "status", params={}))

    assert full["jobsOk"] is False
    assert (told["jobs"], told["credentials"], told["jobsOk"]) == (None, None, None)


def test_counts_are_as_old_as_the_oldest_part_of_them() -> None:
    world = a_world()
    put(world, "job")
    status(world)
    (note,) = world.table.query("meta", ("census-002", "census-002~"))
    counted = json.loads(str(note.fields["census"]))
    old = json.dumps({**counted, "at": "2026-03-02T08:00:00.000000Z"})
    world.table.overwrite("meta", "census-002", {**note.fields, "census": old})

    told = content(call(an_app(world), "GET", "status", params={}))

    assert {told[part]["at"] for part in ("jobs", "credentials", "secrets")} == {"2026-03-02T08:00:00Z"}


def test_requests_that_are_never_sent_are_counted_and_named_until_they_are_mended() -> None:
    world = a_world()
    password = Basic(username="u", password=Secret("sealed:p", size=1))
    named = an_action(headers=(("hOst", "other.example"),), authentication=password)
    tame = an_action(headers=(("X-Host", "other.example"),), authentication=password)
    put(world, "without a secret", action=an_action(headers=(("Host", "other.example"),)))
    put(world, "fine", action=tame)
    put(world, "of two hosts", action=an_action(uri="http://a\\@b/"), state=DISABLED)
    put(world, "in its error action", error_action=ErrorAction(action=named))
    put(world, "over", action=named, state=FAULTED)
    put(world, "two senders", action=an_action(uri="https://u:p@receiver.example/", authentication=password))
    mourning = replace(a_collection(), key=replace(COLLECTION, name="third"))
    defaults = Defaults(error_action=ErrorAction(action=named))
    world.store.commit([Insert(replace(mourning, defaults=defaults))])

    told = status(world)
    put(world, "of two hosts", action=tame)
    mended = status(world)

    owner = id_of("", "third").removesuffix("/jobs/")
    jobs = {id_of(name) for name in ("of two hosts", "in its error action", "two senders")}
    assert told["secrets"]["neverSent"]["count"] == 4
    assert {*told["secrets"]["neverSent"]["shown"]} == {owner, *jobs}
    assert mended["secrets"]["neverSent"]["count"] == 3
    assert told["ok"] is False
    assert (
        "Requests of 4 jobs are never sent: a Host header or a user stands beside a secret, or programs read "
        "the uri in different ways."
    ) in told["reasons"]
