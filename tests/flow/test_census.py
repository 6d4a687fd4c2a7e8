"""The census: how many stored secrets each key has sealed, and how many jobs no key opens."""

import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from shared.domain.authentication import Basic
from shared.domain.census import time_to_look
from shared.domain.changes import Delete, Update
from shared.domain.glimpse import Glimpse
from shared.domain.keys import JobKey
from shared.domain.ticket import TicketKind
from shared.functions.wiring import App
from shared.storage.vault import EncryptionKey, KeyedVault
from tests.builders import COLLECTION, NINE, a_definition, an_action, at
from tests.flow.test_set_aside import due, spoil
from tests.functions.calls import an_app, call, content
from tests.world import World, a_world

NIGHTLY = a_definition(every="day", start_time=NINE + timedelta(days=9))
OLD, NEW, LOST = (EncryptionKey(name, name.encode() * 8) for name in ("2025", "2026", "lost"))


class Place:
    """A world with jobs whose passwords are sealed with several keys."""

    def __init__(self) -> None:
        self.keys: tuple[EncryptionKey, ...] = (NEW, OLD)
        self.world = World(vault=lambda job: KeyedVault(self.keys, job))
        made = a_world(table=self.world.table)
        assert made.store.shards == self.world.store.shards
        for number, key in enumerate([NEW, NEW, OLD, LOST]):
            self.put(f"job-{number}", key)

    def put(self, name: str, key: EncryptionKey) -> None:
        job = JobKey(collection=COLLECTION, name=name)
        before, self.keys = self.keys, (key,)
        password = KeyedVault((key,), job).seal("s3cret")
        action = an_action(authentication=Basic(username="u", password=password))
        self.world.put(job, action=action, start_time=NINE + timedelta(days=9))
        self.keys = before

    def let_pass(self, span: timedelta) -> None:
        until = self.world.now + span
        while self.world.now < until:
            self.world.scan_and_run(at=self.world.now + timedelta(seconds=15))

    @property
    def app(self) -> App:
        return an_app(self.world, encryption_keys=self.keys)

    def status(self) -> Any:
        return content(call(self.app, "GET", "status", params={}))


def values(status: Any) -> dict[str | None, int]:
    return {key["name"]: key["values"] for key in status["secrets"]["keys"]}


@pytest.mark.parametrize(
    ("now", "looks"),
    [
        pytest.param("09:07:30", True, id="the beginning"),
        pytest.param("09:07:44.999", True, id="the first scan after it"),
        pytest.param("09:07:45", False, id="the second"),
        pytest.param("09:07:29.999", False, id="the last before it"),
        pytest.param("09:00:00", False, id="a full hour"),
        pytest.param("09:22:31", True, id="the next quarter"),
    ],
)
def test_one_scan_in_a_quarter_of_an_hour_looks(now: str, looks: bool) -> None:
    assert time_to_look(at(now), between_scans=timedelta(seconds=15)) is looks


def test_before_the_first_census_nothing_is_told() -> None:
    assert Place().status()["secrets"] is None


def test_within_a_quarter_of_an_hour_every_value_is_counted_by_its_key() -> None:
    place = Place()

    place.let_pass(timedelta(minutes=15))

    told = place.status()
    assert values(told) == {"2026": 2, "2025": 1, None: 1}
    assert told["secrets"]["jobsThatNoKeyOpens"] == 1
    assert told["reasons"] == ["Secrets of 1 job cannot be opened with any key of SCHEDULER_ENCRYPTION_KEYS."]
    ids = {key["id"] for key in told["secrets"]["keys"]}
    assert ids == {NEW.id, OLD.id, LOST.id}


def test_a_lost_key_is_seen_and_a_key_that_comes_back_is_too() -> None:
    place = Place()
    place.let_pass(timedelta(minutes=15))
    place.keys = (LOST,)

    place.let_pass(timedelta(minutes=16))
    lost = place.status()
    place.keys = (NEW, OLD, LOST)
    place.let_pass(timedelta(minutes=16))

    assert lost["secrets"]["jobsThatNoKeyOpens"] == 3
    assert (place.status()["secrets"]["jobsThatNoKeyOpens"], place.status()["reasons"]) == (0, [])


def test_health_warns_of_a_lost_key_without_saying_more() -> None:
    place = Place()
    before = content(call(place.app, "GET", "health", headers={}, params={}))
    place.let_pass(timedelta(minutes=15))

    after = content(call(place.app, "GET", "health", headers={}, params={}))

    assert before == {"status": "Healthy"}
    assert after["warnings"] == [
        "Some stored secrets cannot be opened with the configured keys; GET /status says more."
    ]


def test_a_key_that_is_no_longer_needed_has_no_values() -> None:
    place = Place()
    place.put("job-2", NEW)
    place.put("job-3", NEW)

    place.let_pass(timedelta(minutes=15))

    assert values(place.status()) == {"2026": 4, "2025": 0}


def test_values_of_0_1_0_are_counted_for_the_key_that_opens_them() -> None:
    place = Place()
    job = place.world.job(JobKey(collection=COLLECTION, name="job-0"))
    sealed = KeyedVault((OLD,), job.key).seal("s3cret").sealed
    secret = {"kind": "secret", "sealed": sealed, "size": 6}
    request: dict[str, Any] = {"kind": "request", "uri": "http://receiver.example/", "method": "GET"}
    request["authentication"] = {"kind": "basic", "username": "u", "password": secret}
    action = {"kind": "http", "type": "Http", "request": request}
    text = json.dumps({"kind": "definition", "action": action})
    spoil(place.world, job, definition=text)

    place.let_pass(timedelta(minutes=15))

    assert values(place.status()) == {"2026": 1, "2025": 2, None: 1}


def test_it_is_counted_again_every_quarter_of_an_hour_by_one_ticket_a_shard() -> None:
    place = Place()

    place.let_pass(timedelta(hours=2))

    tickets = [key for key in due(place.world) if key.kind is TicketKind.CENSUS]
    assert len(tickets) == place.world.store.shards
    assert sorted({place.world.store.shard_of(key.job.collection) for key in tickets}) == [0, 1, 2, 3]


def test_a_ticket_that_is_lost_is_made_anew_after_an_hour() -> None:
    place = Place()
    place.let_pass(timedelta(minutes=15))
    for key in [key for key in due(place.world) if key.kind is TicketKind.CENSUS]:
        place.world.store.commit([Delete(place.world.store.tickets([key])[key])])
    first = place.status()["secrets"]["at"]

    place.let_pass(timedelta(minutes=90))

    assert place.status()["secrets"]["at"] > first


def test_what_a_newer_version_wrote_is_counted() -> None:
    place = Place()
    spoil(place.world, place.world.job(JobKey(collection=COLLECTION, name="job-0")), format=3)
    spoil(place.world, place.world.store.collection(COLLECTION), format=3)

    place.let_pass(timedelta(minutes=15))

    told = place.status()
    assert told["newerRows"] == 2
    assert "2 stored rows were written by a newer version, and wait for it." in told["reasons"]


def test_thousands_of_jobs_are_read_page_by_page() -> None:
    place = Place()
    job = place.world.job(JobKey(collection=COLLECTION, name="job-0"))
    partition = place.world.store.place(job).partition
    stored = place.world.table.get(partition, "j|sub-1|group (a)|first collection|job-0")
    assert stored is not None
    fields = {name: value for name, value in stored.fields.items() if name != "RowKey"}
    for number in range(1_200):
        row = f"j|sub-1|group (a)|first collection|more {number}"
        place.world.table.overwrite(partition, row, fields)

    shard = place.world.store.shard_of(COLLECTION)
    jobs = {str(one.key) for one in place.world.store.glimpses(shard) if isinstance(one, Glimpse)}

    assert len(jobs) == 1_204


def test_the_scan_that_looks_tells_the_log_of_poison_and_of_secrets_that_no_key_opens(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level("INFO", logger="shared.flow.journal")
    place = Place()
    place.world.queue.poison = 2

    place.let_pass(timedelta(minutes=30))

    lines = [json.loads(record.getMessage()) for record in caplog.records]
    scans = [line for line in lines if line["event"] == "scan"]
    told = [(scan["poison"], scan["shutSecrets"]) for scan in scans if "poison" in scan]
    assert len(scans) == 120
    assert told == [(2, None), (2, 1)]  # before the first census nothing was counted


def test_the_scan_that_looks_tells_the_log_which_jobs_fail(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", logger="shared.flow.journal")
    place = Place()
    for number in range(12):
        place.put(f"bad-{number:02}", NEW)
        job = place.world.job(JobKey(collection=COLLECTION, name=f"bad-{number:02}"))
        assert place.world.store.commit([Update(job, replace(job, recent="f", definition=NIGHTLY))])

    place.let_pass(timedelta(minutes=30))

    lines = [json.loads(record.getMessage()) for record in caplog.records]
    told = [(line["failingJobs"], line["failing"]) for line in lines if "failingJobs" in line]
    assert told[0] == (None, None)
    assert (told[-1][0], len(told[-1][1])) == (12, 10)
    assert told[-1][1][0] == "sub-1/group (a)/first collection/bad-00"
