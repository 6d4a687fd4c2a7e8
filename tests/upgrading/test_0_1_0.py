"""What version 0.1.0 stored is read, run, patched and removed by the app of today."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any, Final
from uuid import uuid4

import pytest

from local.dev.azurite import Azurite
from shared.domain.attempt import Attempt
from shared.domain.history import Status
from shared.domain.job import Job
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.secrecy import sealed_secrets
from shared.storage.account import StorageAccount
from shared.storage.azure_table import AzureTable
from shared.storage.definitions import read_definition, write_definition
from shared.storage.memory_table import MemoryTable
from shared.storage.table import Table
from shared.storage.vault import KeyedVault
from tests.functions.calls import call, content
from tests.upgrading.stored import BASE, Upgraded, stored

STANDARD: Final = f"{BASE}/Standard"
COLLECTION: Final = CollectionKey(
    subscription="11111111-2222-3333-4444-555555555555", resource_group="Retired Jobs", name="Standard"
)
SAS: Final = "sv=2024-01-01&sig=c2FzLXRva2Vu%3D&se=2099-01-01"
SECRETS: Final = {
    "Basic": ["basic-password"],
    "certificate": ["a PFX file", "pfx-password"],
    "oauth": ["oauth-secret"],
    "storage-queue": [SAS],
    "bus-queue": ["bus-key"],
    "bus-topic": ["bus-key"],
    "with-error-action": [SAS],
    "error-with-password": ["bus-key", "basic-password"],
    "disabled": ["basic-password"],
    "odd-queue": [SAS],
}
FINISHED: Final = ("counted", "imported-completed", "once", "once-faulted")
REFUSED_TODAY: Final = ("odd-headers", "odd-queue", "odd-uri")


@pytest.fixture(params=["in memory", "on Azurite"])
def table(request: pytest.FixtureRequest) -> Iterator[Table]:
    if request.param == "in memory":
        yield MemoryTable()
        return
    azurite: Azurite = request.getfixturevalue("azurite")
    with StorageAccount(connection_string=azurite.connection_string).tables() as service:
        yield AzureTable(service, name=f"Stored{uuid4().hex}")


def job(world: Upgraded, name: str) -> Job:
    return world.job(JobKey(collection=COLLECTION, name=name))


def secrets(world: Upgraded, name: str) -> list[str]:
    found = job(world, name)
    vault = KeyedVault(stored("0.1.0").keys, found.key)
    opened = [vault.open(secret, target) for secret, target in sealed_secrets(found.definition)]
    return ["a PFX file" if len(text) > 500 else text for text in opened]


def names(world: Upgraded) -> list[str]:
    return [found["name"].partition("/")[2] for found in jobs(world)]


def jobs(world: Upgraded) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = content(call(world.app, "GET", f"{STANDARD}/jobs"))["value"]
    return found


def test_everything_is_answered_as_it_was_then(table: Table) -> None:
    world = Upgraded(table=table)

    answers = {path: content(call(world.app, "GET", path)) for path in stored("0.1.0").answers}

    assert answers == stored("0.1.0").answers


def test_its_secrets_open() -> None:
    world = Upgraded()

    assert {name: secrets(world, name) for name in names(world) if secrets(world, name)} == SECRETS


def test_its_jobs_run_with_what_was_under_way(table: Table) -> None:
    world = Upgraded(table=table)
    for minutes in (0, 1.5, 3, 5):
        world.scan_and_run(at=stored("0.1.0").at + timedelta(minutes=minutes))

    ran = sorted({_named(attempt) for _, attempt in world.receiver})

    assert ran == sorted(
        [
            *("Standard/Basic", "Standard/bus-queue", "Standard/bus-topic", "Standard/certificate"),
            *("Standard/error-with-password", "Standard/oauth", "Standard/odd-headers", "Standard/odd-queue"),
            *("Standard/odd-uri", "Standard/plain", "Standard/storage-queue", "Standard/with-error-action"),
            "Standard/error-pending",  # its error action
            "Standard/leased",  # taken over from a runner that died
            "Standard/retrying",
            "Standard/run-by-hand",
        ]
    )
    for name, latest in (("retrying", (2, 1)), ("error-pending", (2, 0)), ("leased", (1, 0))):
        entry = world.store.history(job(world, name))[0]
        assert (entry.number, entry.attempt, entry.status) == (*latest, Status.COMPLETED)
    assert [row.owner for shard in range(16) for row in world.store.asides(shard, limit=9)] == [
        JobKey(collection=COLLECTION, name="to-be-spoilt")
    ]


def test_a_collection_in_the_middle_of_its_deletion_goes_on_to_its_end() -> None:
    world = Upgraded()
    for minutes in range(5):
        world.scan_and_run(at=stored("0.1.0").at + timedelta(minutes=minutes))

    gone = CollectionKey(
        subscription=COLLECTION.subscription, resource_group=COLLECTION.resource_group, name="going"
    )

    assert world.store.collection(gone) is None
    assert world.store.jobs(gone) == []


def test_its_jobs_can_be_patched_and_keep_their_secrets(table: Table) -> None:
    world = Upgraded(table=table)
    before = jobs(world)

    statuses = {name: patch(world, name).status_code for name in names(world)}

    assert {name for name, status in statuses.items() if status == 409} == set(FINISHED)
    assert {name for name, status in statuses.items() if status not in (200, 409)} == set(REFUSED_TODAY)
    assert [_without_status(one) for one in jobs(world)] == [_without_status(one) for one in before]
    assert {name: secrets(world, name) for name in names(world) if secrets(world, name)} == SECRETS
    first = stored("0.1.0").keys[0].id
    for name in SECRETS:
        keys = {secret.key for secret, _ in sealed_secrets(job(world, name).definition)}
        assert keys == ({""} if name in REFUSED_TODAY else {first})


def test_its_jobs_can_be_put_back_as_they_were_read() -> None:
    world = Upgraded()

    statuses = {
        found["name"].partition("/")[2]: call(world.app, "PUT", found["id"][1:], found).status_code
        for found in jobs(world)
    }

    refused = {name for name, status in statuses.items() if status != 200}
    assert refused == {*FINISHED, *REFUSED_TODAY}


def test_what_was_set_aside_is_put_anew() -> None:
    world = Upgraded()
    path = f"{STANDARD}/jobs/to-be-spoilt"

    assert call(world.app, "PUT", path, content(call(world.app, "GET", path))).status_code == 200
    world.scan_and_run(at=world.now + timedelta(seconds=15))

    assert [row for shard in range(16) for row in world.store.asides(shard, limit=9)] == []
    assert world.store.history(job(world, "to-be-spoilt"))[0].number == 1


def test_all_of_it_can_be_removed(table: Table) -> None:
    world = Upgraded(table=table)

    for name in ("Standard", "free", "paused", "suspended"):
        assert call(world.app, "DELETE", f"{BASE}/{name}").status_code == 200
    for minutes in range(5):
        world.scan_and_run(at=stored("0.1.0").at + timedelta(minutes=minutes))

    rows = [entity.fields["RowKey"] for shard in range(16) for entity in _rows(table, shard)]
    left = [row for row in rows if not _dead(row)]
    assert sorted(row[0] for row in left) == ["a"] * 4 + ["b"] * 4  # who deleted the collections


def patch(world: Upgraded, name: str) -> Any:
    return call(world.app, "PATCH", f"{STANDARD}/jobs/{name}", {"properties": {}})


def _named(attempt: Attempt) -> str:
    return f"{attempt.job.collection.name}/{attempt.job.name}"


def _without_status(answer: dict[str, Any]) -> dict[str, Any]:
    properties = {key: value for key, value in answer["properties"].items() if key != "status"}
    return {**answer, "properties": properties}


def _rows(table: Table, shard: int) -> Any:
    return table.query(f"shard-{shard:03d}", ("", "~"))


def _dead(row: str) -> bool:
    """Tickets of jobs that are gone wait until they are due, and are deleted then."""
    return row.startswith("d|") and "|2026-0" in row


def test_a_definition_is_written_as_0_1_0_wrote_it() -> None:
    found = [row["definition"] for row in stored("0.1.0").rows if "definition" in row]

    written = [write_definition(read_definition(text)) for text in found]

    assert len(found) > 20
    # A secret names its key today; one that 0.1.0 sealed names none.
    assert [text.replace(',"key":""}', "}") for text in written] == found
