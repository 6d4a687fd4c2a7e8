"""A new tzdata: Vancouver is on summer time for good since 2026, and its jobs move with its people."""

import os
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

import pytest

from local.dev.azurite import Azurite
from shared.domain.changes import Delete, Insert, Update
from shared.domain.in_force import Computed
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.local_time.zones import tzdata_version
from shared.domain.ticket import Ticket
from tests.functions.calls import COLLECTION, EVERY_MINUTE, JOB, an_app, call, content
from tests.upgrading.rules_of_zones import NOW, a_world, next_run, put_job
from tests.world import World

KEY = JobKey(collection=CollectionKey(subscription="s", resource_group="rg", name="jc1"), name="j1")
ROOT = Path(__file__).parents[2]
OLD_RULES = ROOT / "tests" / "data" / "tzdata-2025b"
OLDER, NEWER = "2025b", "2099a"


def let_pass(world: World, **span: int) -> None:
    end = world.now + timedelta(**span)
    while world.now < end:
        world.scan_and_run(at=world.now + timedelta(seconds=15))


def test_after_an_upgrade_zoned_jobs_run_by_the_new_rules(azurite: Azurite) -> None:
    table = f"Rules{uuid4().hex}"
    path = os.pathsep.join([str(OLD_RULES), str(ROOT)])
    by_old_rules = subprocess.run(
        [sys.executable, "-m", "tests.upgrading.under_old_rules", azurite.connection_string, table],
        env={**os.environ, "PYTHONPATH": path},
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    with a_world(azurite.connection_string, table) as world:
        before = next_run(world)
        world.store.note_rules(OLDER, at=world.now)
        let_pass(world, seconds=30)

        after, noted = next_run(world), world.store.noted_rules()

    assert by_old_rules.stdout.strip() == before == "2026-12-02T17:00:00Z"
    assert after == "2026-12-02T16:00:00Z"
    assert noted == tzdata_version()


@pytest.fixture
def world() -> World:
    """A world whose job was scheduled by older rules: for 17:00, an hour late."""
    world = World(now=NOW, begins=True)
    put_job(world)
    job = world.job(KEY)
    assert job.next_ticket is not None
    ticket = world.store.tickets([job.next_ticket])[job.next_ticket]
    assert isinstance(ticket, Ticket)
    due = ticket.key.due + timedelta(hours=1)
    late = replace(ticket, key=replace(ticket.key, due=due), expected=due)
    by_old_rules = replace(job, next_ticket=late.key, computed=Computed(tzdata=OLDER))
    assert world.store.commit([Update(job, by_old_rules), Delete(ticket), Insert(late)])
    return world


def test_the_first_scan_of_a_process_with_newer_rules_reschedules(world: World) -> None:
    world.store.note_rules(OLDER, at=world.now)

    let_pass(world, seconds=30)

    assert next_run(world) == "2026-12-02T16:00:00Z"
    assert world.job(KEY).computed == Computed(tzdata=tzdata_version())
    assert world.store.noted_rules() == tzdata_version()
    assert world.store.rules_since() == NOW + timedelta(seconds=15)


def test_the_census_finds_what_was_left(world: World) -> None:
    world.scan()  # no rules are noted yet, so the first scan leaves the job alone, and calls for a census

    let_pass(world, minutes=17)

    assert next_run(world) == "2026-12-02T16:00:00Z"
    assert world.store.noted_rules() == tzdata_version()
    assert world.store.rules_since() == datetime(2026, 12, 1, 20, 0, 15, tzinfo=UTC)


def test_where_no_job_was_scheduled_by_other_rules_these_were_always_in_force() -> None:
    world = World(now=NOW, begins=True)
    put_job(world)

    let_pass(world, minutes=17)

    assert world.store.noted_rules() == tzdata_version()
    assert world.store.rules_since() == datetime(1970, 1, 1, tzinfo=UTC)


def test_a_note_of_an_earlier_version_does_not_say_since_when_its_rules_are_in_force() -> None:
    world = World(now=NOW, begins=True)
    before = world.store.rules_since()
    world.table.overwrite("meta", "tzdata", {"format": 1, "version": OLDER})

    assert (before, world.store.noted_rules(), world.store.rules_since()) == (None, OLDER, None)


def test_a_claim_drops_what_is_no_occurrence_by_the_new_rules(world: World) -> None:
    world.scan()
    world.now = datetime(2026, 12, 2, 17, 0, tzinfo=UTC)

    world.scan_and_run(at=world.now)

    assert world.receiver == []
    assert next_run(world) == "2026-12-03T16:00:00Z"


def test_what_is_still_an_occurrence_is_run_although_the_rules_are_newer(world: World) -> None:
    job = world.job(KEY)
    elsewhere = replace(job.definition, time_zone="Etc/GMT+8")  # 17:00 UTC is 09:00 there, by all rules
    world.store.commit([Update(job, replace(job, definition=elsewhere))])
    world.scan()

    world.scan_and_run(at=datetime(2026, 12, 2, 17, 0, tzinfo=UTC))

    assert [f"{attempt.expected:%H:%M}" for _, attempt in world.receiver] == ["17:00"]
    assert next_run(world) == "2026-12-03T17:00:00Z"


def test_an_app_with_older_rules_reschedules_nothing_and_says_so(world: World) -> None:
    world.store.note_rules(NEWER, at=world.now)

    let_pass(world, minutes=17)
    status = content(call(an_app(world), "GET", "status", params={}))

    assert next_run(world) == "2026-12-02T17:00:00Z"
    assert world.store.noted_rules() == NEWER
    assert status["tzdata"] == tzdata_version()
    assert status["reasons"] == [
        f"This instance has tzdata {tzdata_version()}, and jobs were scheduled with {NEWER}: "
        "it reschedules nothing until it is upgraded."
    ]


def test_without_zoned_jobs_no_rules_are_noted() -> None:
    world = World(now=NOW, begins=True)
    app = an_app(world)
    call(app, "PUT", COLLECTION, {"location": "westus"})
    call(app, "PUT", JOB, EVERY_MINUTE)

    let_pass(world, minutes=17)

    assert world.store.noted_rules() is None
