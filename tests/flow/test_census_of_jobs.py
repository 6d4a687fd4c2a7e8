"""The census: how many jobs there are, which of them fail, and which credentials end."""

import json
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from shared.domain.action import ErrorAction, StorageQueueAction
from shared.domain.authentication import ClientCertificate
from shared.domain.changes import Insert, Update
from shared.domain.job import JobState
from shared.domain.job_counts import JobCounts, LastOutcome, last_outcome
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.messages import StorageQueueMessage
from shared.domain.secret import Secret
from tests.builders import COLLECTION, NINE, a_collection, an_action
from tests.functions.calls import an_app, call, content
from tests.world import World, a_world

NEXT_YEAR = NINE + timedelta(days=365)
ENABLED, DISABLED, FAULTED = JobState.ENABLED, JobState.DISABLED, JobState.FAULTED


def put(world: World, name: str, *, state: JobState = ENABLED, recent: str = "", **definition: Any) -> None:
    """Store a job as it is some time after it was put; it is due next year."""
    collection = definition.pop("collection", COLLECTION)
    key = JobKey(collection=collection, name=name)
    world.put(key, start_time=NEXT_YEAR, **definition)
    job = world.job(key)
    assert world.store.commit([Update(job, replace(job, state=state, recent=recent))])


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
    put(world, "off", state=DISABLED, recent="fc")
    put(world, "Over", state=FAULTED, recent="f", collection=other)
    put(world, "retried", recent="rf", collection=other)

    told = status(world)

    assert told["jobs"] == {
        "at": "2026-03-02T09:07:30Z",
        "byState": {"enabled": 3, "disabled": 1, "completed": 0, "faulted": 1},
        "byLastOutcome": {"completed": 1, "retried": 1, "faulted": 2, "none": 1},
        "failing": {
            "count": 2,
            "shown": [
                {"job": id_of("over", "third"), "state": "faulted"},
                {"job": id_of("off"), "state": "disabled"},
            ],
        },
    }
    assert (told["ok"], told["reasons"]) == (True, [])


def test_some_of_many_that_fail_are_named_and_those_first_that_go_on_running() -> None:
    world = a_world()
    for number in range(25):
        put(world, f"a{number:02}", state=FAULTED, recent="f")
    put(world, "fine-1", recent="c")
    put(world, "z1", recent="fc")
    put(world, "z2", recent="ff")

    failing = status(world)["jobs"]["failing"]

    assert failing["count"] == 27
    assert len(failing["shown"]) == 20
    names = [one["job"].rpartition("/")[2] for one in failing["shown"]]
    assert names[:3] == ["z1", "z2", "a00"]


@pytest.mark.parametrize(
    ("faulted", "completed", "expected"),
    [
        pytest.param(9, 0, None, id="too few to judge"),
        pytest.param(10, 0, (10, 10), id="all"),
        pytest.param(10, 10, (10, 20), id="half"),
        pytest.param(10, 11, None, id="less than half"),
    ],
)
def test_if_half_of_many_jobs_fail_it_is_no_longer_their_own_affair(
    faulted: int, completed: int, expected: tuple[int, int] | None
) -> None:
    jobs = JobCounts()
    jobs.counts.update({(ENABLED, LastOutcome.FAULTED): faulted, (ENABLED, LastOutcome.RETRIED): completed})
    jobs.counts.update({(FAULTED, LastOutcome.FAULTED): 100, (ENABLED, LastOutcome.NONE): 100})

    assert jobs.wide_failure == expected


def test_a_failure_of_many_is_a_reason() -> None:
    world = a_world()
    for number in range(10):
        put(world, f"job-{number}", recent="f")

    told = status(world)

    assert told["reasons"] == ["The last run of 10 of 10 enabled jobs failed: do they reach their targets?"]
    assert told["ok"] is False


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
        "2 credential(s) have ended or end within 14 days, the first at 2026-03-01T09:00:00Z: "
        "properties.action.queueMessage.sasToken of 'sub-1/group (a)/first collection/over'."
    ]


def test_a_note_stays_small_whatever_there_is_to_note() -> None:
    where = CollectionKey(subscription="s" * 64, resource_group="g" * 90, name="c" * 100)
    world = a_world(a_collection(where))
    for number in range(40):
        action = into_queue(NINE + timedelta(days=number))
        put(world, f"{number:0100}", recent="f", action=action, collection=where)

    told = status(world)

    assert told["credentials"]["ending"] == 15
    assert (len(told["credentials"]["shown"]), len(told["jobs"]["failing"]["shown"])) == (20, 20)
    notes = world.table.query("meta", ("census-", "census-~"))
    longest = max(len(value) for note in notes for value in note.fields.values() if isinstance(value, str))
    assert longest < 12_000  # of 32,768 characters that a field holds


def test_a_note_of_an_earlier_version_is_read_and_counts_as_no_count_of_jobs() -> None:
    world = a_world()
    put(world, "failing", recent="f")
    before = status(world)
    for note in world.table.query("meta", ("census-", "census-~")):
        old = {name: note.fields[name] for name in ("format", "id", "due", "census")}
        if note.fields["RowKey"] == "census-001":
            counted = {"at": "2026-03-02T09:07:45.000000Z", "sealed": {"abc": 3}, "shut": 1, "newer": 2}
            world.table.overwrite("meta", "census-001", {**old, "census": json.dumps(counted)})

    told = content(call(an_app(world), "GET", "status", params={}))
    after = status(world)

    assert (told["jobs"], told["credentials"]) == (None, None)
    assert (told["secrets"]["jobsThatNoKeyOpens"], told["newerRows"]) == (1, 2)
    assert before["jobs"]["failing"] == after["jobs"]["failing"]
