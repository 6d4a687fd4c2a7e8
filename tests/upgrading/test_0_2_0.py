"""What version 0.2.0 stored is read, run, patched and removed by the app of today."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, Final
from urllib.parse import parse_qsl
from uuid import uuid4

import pytest

from local.dev.azurite import Azurite
from shared.domain.collection import JobCollection
from shared.domain.errors import NotConfigured
from shared.domain.history import Status
from shared.domain.job import JobState
from shared.domain.secrecy import default_secrets, sealed_secrets
from shared.storage.account import StorageAccount
from shared.storage.azure_table import AzureTable
from shared.storage.collection_rows import read_collection
from shared.storage.memory_table import MemoryTable
from shared.storage.rows import read_job, write_row
from shared.storage.table import Table
from tests.functions.calls import call, content
from tests.upgrading.stored import BASE, Upgraded, stored

VERSION: Final = "0.2.0"
COLLECTIONS: Final = ("Main", "Plain", "off", "suspended", "until", "zoned")
SAS: Final = "sv=2024-01-01&sig=c2FzLXRva2Vu%3D&se=2099-01-01"
SECRETS: Final = {
    "Basic": ["basic-password"],
    "bus-queue": ["bus-key"],
    "bus-topic": ["bus-key"],
    "certificate": ["a PFX file", "open"],
    "disabled": ["d-password"],
    "error-bus": ["bus-key"],
    "error-pending": ["pager-password"],
    "error-queue": [SAS],
    "host-and-secret": ["host-password"],
    "oauth": ["oauth-secret"],
    "retry-options": ["pager-password"],
    "storage-queue": [SAS],
}
_OF_THE_TABLE: Final = ("PartitionKey", "RowKey", "commit")
NEVER_SENT: Final = {"backslash", "host-and-secret"}
FINISHED: Final = {"counted", "imported-completed", "kept-short", "once", "once-faulted"}


@pytest.fixture(params=["in memory", "on Azurite"])
def world(request: pytest.FixtureRequest) -> Iterator[Upgraded]:
    if request.param == "in memory":
        yield Upgraded(version=VERSION)
        return
    azurite: Azurite = request.getfixturevalue("azurite")
    with StorageAccount(connection_string=azurite.connection_string).tables() as service:
        yield Upgraded(version=VERSION, table=AzureTable(service, name=f"Stored{uuid4().hex}"))


def in_memory() -> Upgraded:
    return Upgraded(version=VERSION)


def go_on(world: Upgraded, *, minutes: int) -> None:
    start = world.now
    for step in range(2 * minutes):
        world.scan_and_run(at=max(world.now, start + timedelta(seconds=30 * step)))


def patch(world: Upgraded, collection: str, name: str, version: str) -> int:
    path = f"{BASE}/{collection}/jobs/{name}"
    answer = call(world.app, "PATCH", path, {"properties": {}}, params={"api-version": version})
    return int(answer.status_code)


def secrets(world: Upgraded) -> dict[str, list[str]]:
    found = {}
    for collection in ("Main", "Plain"):
        for name in world.jobs_of(collection).keys() - {"backslash"}:
            job = world.job_named(collection, name)
            found[name] = world.secrets(job.key, sealed_secrets(job.definition))
    return {name: opened for name, opened in found.items() if opened}


def default_secret(world: Upgraded) -> list[str]:
    collection = world.store.collection(world.collection_key("Main"))
    assert isinstance(collection, JobCollection)
    return world.secrets(collection.key, default_secrets(collection.defaults))


def _as_today(answer: Any, key: str = "") -> Any:
    """Return an answer as it is compared.

    An ETag stands as in the header today, quotes included, and `until` with the offset of the job's zone.
    """
    if isinstance(answer, list):
        return [_as_today(one) for one in answer]
    if isinstance(answer, dict):
        return {name: _as_today(one, name) for name, one in answer.items()}
    if key == "until":
        return datetime.fromisoformat(answer)
    return answer.strip('"') if key == "etag" else answer


def test_everything_is_answered_as_it_was_then(world: Upgraded) -> None:
    asked = stored(VERSION).answers

    answers = {target: _as_today(_get(world, target)) for target in asked}

    assert len(asked) > 60
    assert answers == {target: _as_today(told) for target, told in asked.items()}


def test_its_secrets_open() -> None:
    world = in_memory()

    assert secrets(world) == SECRETS
    assert default_secret(world) == ["pager-password"]


def test_what_was_under_way_goes_on(world: Upgraded) -> None:
    go_on(world, minutes=5)

    ran = {attempt.job.name for _, attempt in world.receiver}
    assert {"leased", "run-by-hand", "overlap-skip", "overlap-wait"} <= ran
    assert not ran & {"paused", "paused-until", "put-disabled", "turned-off", "once-owed", "job0", "job1"}
    entry = world.store.history(world.job_named("Main", "leased"))[0]
    assert (entry.number, entry.attempt, entry.status) == (1, 0, Status.COMPLETED)
    owners = [row.owner for shard in range(16) for row in world.store.asides(shard, limit=9)]
    assert [owner and owner.name for owner in owners] == ["to-be-spoilt"]
    assert world.store.collection(world.collection_key("going")) is None


def test_a_change_of_zone_that_had_begun_reaches_its_jobs() -> None:
    world = in_memory()
    due = [_next(world, "zoned", name) for name in ("daily0", "daily1", "daily2")]

    go_on(world, minutes=5)

    assert due == ["2026-11-16T14:00:00Z"] * 3  # nine o'clock in New York
    assert [_next(world, "zoned", name) for name in ("daily0", "daily1", "daily2")] == [
        "2026-11-16T09:00:00Z"
    ] * 3


def test_retries_and_ends_of_pauses_that_wait_come_in_their_time() -> None:
    world = in_memory()
    assert world.job_named("Main", "paused-until").state is JobState.DISABLED

    go_on(world, minutes=32)

    retry = world.store.history(world.job_named("Main", "retrying"))[1]
    assert (retry.number, retry.attempt, retry.status) == (1, 2, Status.COMPLETED)
    assert world.job_named("Main", "paused-until").state is JobState.ENABLED
    assert world.job_named("Main", "paused").state is JobState.DISABLED


@pytest.mark.parametrize("version", ["2016-03-01", "2026-11-01"])
def test_its_jobs_can_be_patched_and_keep_all_they_have(version: str) -> None:
    world = in_memory()
    before = {name: world.jobs_of(name) for name in COLLECTIONS}

    statuses = {
        name: patch(world, collection, name, version)
        for collection in COLLECTIONS
        for name in before[collection]
    }

    assert {name for name, status in statuses.items() if status == 409} == FINISHED
    refused = {name for name, status in statuses.items() if status not in (200, 409)}
    assert refused == NEVER_SENT
    assert {statuses[name] for name in refused} == {400}
    for collection in COLLECTIONS:
        after = world.jobs_of(collection)
        assert {name: _lasting(one) for name, one in after.items()} == {
            name: _lasting(one) for name, one in before[collection].items()
        }
    assert secrets(world) == SECRETS


def test_the_secret_of_an_address_that_has_two_hosts_opens_for_neither() -> None:
    world = in_memory()
    job = world.job_named("Plain", "backslash")

    with pytest.raises(NotConfigured, match="It was sealed for another job or target"):
        world.secrets(job.key, sealed_secrets(job.definition))


def test_what_is_never_sent_any_more_is_counted_and_named_and_can_be_mended() -> None:
    world = in_memory()
    go_on(world, minutes=17)

    told = content(call(world.app, "GET", "status", params={}))["secrets"]["neverSent"]

    assert (told["count"], {one.rpartition("/")[2] for one in told["shown"]}) == (2, NEVER_SENT)
    mended = {
        "backslash": {"uri": "https://receiver.example/x", "authentication": {"password": "again"}},
        "host-and-secret": {"headers": {"Host": None}},
    }
    for name, request in mended.items():
        path, body = f"{BASE}/Plain/jobs/{name}", {"properties": {"action": {"request": request}}}
        assert call(world.app, "PATCH", path, body).status_code == 200
    assert secrets(world) == SECRETS


def test_what_was_set_aside_is_put_anew() -> None:
    world = in_memory()
    path = f"{BASE}/Main/jobs/to-be-spoilt"
    latest = {"params": {"api-version": "2026-11-01"}}

    body = content(call(world.app, "GET", path, **latest))

    assert call(world.app, "PUT", path, body, **latest).status_code == 200
    assert [row for shard in range(16) for row in world.store.asides(shard, limit=9)] == []


def test_its_jobs_and_collections_are_written_as_0_2_0_wrote_them() -> None:
    rows = [row for row in stored(VERSION).rows if row["RowKey"][:2] in ("j|", "c|")]

    for row in rows:
        read = (read_job if row["RowKey"].startswith("j|") else read_collection)(row, "")
        written = write_row(read)
        fields = {name: value for name, value in row.items() if name not in _OF_THE_TABLE}
        # What says nothing may be left out where a row is inserted.
        assert {name: value for name, value in written.items() if value or name in fields} == fields

    assert len(rows) > 70


def test_all_of_it_can_be_removed() -> None:
    table: Table = MemoryTable()
    world = Upgraded(version=VERSION, table=table)

    for name in COLLECTIONS:
        assert call(world.app, "DELETE", f"{BASE}/{name}").status_code == 200
    go_on(world, minutes=5)

    kinds = {
        entity.fields["RowKey"].partition("|")[0]
        for shard in range(16)
        for entity in table.query(f"shard-{shard:03d}", ("", "~"))
        if not _waits(entity.fields["RowKey"])
    }
    assert kinds <= {"a", "b", "f"}  # what was done and what failed is told for a while


def _get(world: Upgraded, target: str) -> Any:
    path, _, query = target.partition("?")
    return content(call(world.app, "GET", path, params=dict(parse_qsl(query))))


def _next(world: Upgraded, collection: str, name: str) -> Any:
    return world.jobs_of(collection)[name]["properties"]["status"]["nextExecutionTime"]


def _lasting(answer: dict[str, Any]) -> dict[str, Any]:
    """Return what a PATCH that says nothing leaves alone."""
    kept = {key: value for key, value in answer["properties"].items() if key != "status"}
    return {"id": answer["id"], "tags": answer.get("tags"), **kept}


def _waits(row: str) -> bool:
    """Tickets of jobs that are gone wait until they are due, and are deleted then."""
    return row.startswith("d|")
