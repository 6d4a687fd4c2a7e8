"""Calendars and defaults of a collection, and what a change of them does to its jobs."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from shared.domain.ticket import TicketKind
from shared.functions.wiring import App
from tests.functions.calls import COLLECTION, JOB, a_job_body, call, content
from tests.functions.extended import HOLIDAYS, a_place, extended, message, next_run, put, shown
from tests.world import World

DAILY_AT_NINE = {"frequency": "day", "schedule": {"hours": [9], "minutes": [0]}}
SUNDAYS = {"frequency": "week", "schedule": {"weekDays": ["sunday"], "hours": [9], "minutes": [0]}}
START = "2026-03-01T00:00:00Z"
BERLIN = {"timeZone": "Europe/Berlin"}
MARCH_3 = {"closed": {"dates": ["2026-03-03"]}}


def patch_collection(app: App, **properties: Any) -> None:
    assert extended(app, "PATCH", COLLECTION, {"properties": properties}).status_code == 200


def let_pass(world: World, **span: int) -> None:
    end = world.now + timedelta(**span)
    while world.now < end:
        world.scan_and_run(at=world.now + timedelta(seconds=15))


def waiting(world: World) -> list[str]:
    """The occurrences that are stored as tickets."""
    far = world.now + timedelta(days=400)
    tickets = [ticket for shard in range(4) for ticket in world.store.due(shard, until=far)]
    keys = [ticket.key for ticket in tickets if hasattr(ticket, "key")]
    return sorted(
        f"{key.job.name} {key.due:%m-%d %H:%M}" for key in keys if key.kind is TicketKind.OCCURRENCE
    )


def test_calendars_and_defaults_come_back_and_merge() -> None:
    _, app = a_place(calendars=HOLIDAYS, defaults={**BERLIN, "daylightSaving": {"missing": "skip"}})

    patch_collection(app, calendars={"more": {"dates": ["--12-24"]}, "HOLIDAYS": {"ranges": None}})
    properties = content(extended(app, "GET", COLLECTION))["properties"]

    assert properties["defaults"] == {
        "timeZone": "Europe/Berlin",
        "daylightSaving": {"missing": "skip", "repeated": "first"},
    }
    assert properties["calendars"] == {
        "holidays": {"dates": ["2026-12-25", "--01-01"]},
        "more": {"dates": ["--12-24"]},
    }


def test_an_older_version_keeps_them() -> None:
    _, app = a_place(calendars=HOLIDAYS, defaults=BERLIN)
    before = content(extended(app, "GET", COLLECTION))

    call(app, "PUT", COLLECTION, {"location": "westus", "tags": {"a": "b"}})
    call(app, "PATCH", COLLECTION, {"tags": {"c": "d"}})

    after = content(extended(app, "GET", COLLECTION))
    assert after == {**before, "tags": {"a": "b", "c": "d"}, "etag": after["etag"]}


@pytest.mark.parametrize(
    ("properties", "fault"),
    [
        pytest.param(
            {"defaults": {"timeZone": "Mars/Phobos"}},
            "properties.defaults.timeZone: 'Mars/Phobos' is no time zone",
            id="no zone",
        ),
        pytest.param(
            {"calendars": {"a": {"dates": ["24.12.2026"]}}},
            "properties.calendars.a.dates[0]: '24.12.2026' is not a date like 2026-12-24",
            id="no date",
        ),
        pytest.param(
            {"calendars": {"a": {"ranges": [{"from": "2026-12-24", "to": "2026-12-23"}]}}},
            "properties.calendars.a.ranges[0].to: '2026-12-23' comes before '2026-12-24'",
            id="a range backwards",
        ),
        pytest.param(
            {"calendars": {"a": {"ranges": [{"from": "2026-01-01", "to": "2027-01-02"}]}}},
            "properties.calendars.a: more than 366 days in a row would not count",
            id="a range too long",
        ),
        pytest.param(
            {"calendars": {"a": {"days": ["2026-12-24"]}}},
            "properties.calendars.a.days: is not known; did you mean 'dates'?",
            id="an unknown key",
        ),
        pytest.param(
            {"calendars": {"": {"dates": []}}},
            "properties.calendars: its name does not have 1 to 80 printable characters",
            id="no name",
        ),
    ],
)
def test_what_makes_no_sense_is_refused(properties: dict[str, Any], fault: str) -> None:
    _, app = a_place()

    answer = extended(app, "PATCH", COLLECTION, {"properties": properties})

    assert answer.status_code == 400
    assert message(answer).startswith(fault)


def test_jobs_take_the_zone_of_their_collection_unless_they_have_their_own() -> None:
    _, app = a_place(defaults=BERLIN)
    own = f"{COLLECTION}/jobs/own"

    put(app, startTime=START, recurrence=DAILY_AT_NINE)
    put(app, own, startTime=START, recurrence=DAILY_AT_NINE, timeZone="America/New_York")

    assert shown(app)["effective"] == BERLIN
    assert "effective" not in shown(app, own)
    assert (next_run(app), next_run(app, own)) == ("2026-03-03T08:00:00Z", "2026-03-02T14:00:00Z")


def test_a_change_reschedules_the_jobs_and_leaves_one_ticket_for_each() -> None:
    world, app = a_place(calendars={"closed": {"dates": []}})
    put(app, startTime=START, recurrence=DAILY_AT_NINE, exclude={"calendars": ["closed"]})
    put(app, f"{COLLECTION}/jobs/beat", recurrence={"frequency": "hour"}, startTime=START)
    put(app, f"{COLLECTION}/jobs/off", startTime=START, recurrence=DAILY_AT_NINE, state="disabled")
    world.now += timedelta(minutes=1)

    patch_collection(app, defaults=BERLIN, calendars=MARCH_3)
    let_pass(world, minutes=1)

    assert next_run(app) == "2026-03-04T08:00:00Z"
    assert waiting(world) == ["beat 03-02 10:00", "j1 03-04 08:00"]
    assert [attempt.job.name for _, attempt in world.receiver] == ["beat"]


def test_what_was_due_before_the_change_was_carried_out_is_looked_at_when_it_is_claimed() -> None:
    world, app = a_place(calendars={"closed": {"dates": []}})
    exclude = {"calendars": ["closed"]}
    put(app, startTime=START, recurrence={"frequency": "minute"}, exclude=exclude)
    put(app, f"{COLLECTION}/jobs/plain", startTime=START, recurrence={"frequency": "minute"})
    world.queue.broken = True  # so that rescheduling waits
    world.now = datetime(2026, 3, 2, 9, 3, 20, tzinfo=UTC)
    patch_collection(app, calendars={"closed": {"dates": ["2026-03-02"]}})
    world.queue.broken = False

    world.scan_and_run(at=world.now)

    assert {attempt.job.name for _, attempt in world.receiver} == {"plain"}
    assert next_run(app) == "2026-03-03T00:00:00Z"


def test_an_immediate_first_run_and_a_one_time_job_are_not_touched_by_a_change() -> None:
    world, app = a_place(state="Disabled")
    put(app, recurrence=DAILY_AT_NINE)
    put(app, f"{COLLECTION}/jobs/once", startTime="2026-03-02T09:30:00Z")

    patch_collection(app, state="Enabled", defaults=BERLIN)
    let_pass(world, minutes=35)

    assert [(attempt.job.name, f"{when:%H:%M}") for when, attempt in world.receiver] == [
        ("j1", "09:00"),
        ("once", "09:30"),
    ]


def test_a_job_whose_days_are_all_excluded_is_switched_off_and_not_finished() -> None:
    world, app = a_place(calendars={"a": {"dates": []}, "b": {"dates": []}})
    put(app, startTime=START, recurrence=SUNDAYS, exclude={"calendars": ["a", "b"]})
    sundays = [f"{datetime(2026, 3, 1, tzinfo=UTC) + timedelta(weeks=week):%Y-%m-%d}" for week in range(560)]

    patch_collection(app, calendars={"a": {"dates": sundays[::2]}, "b": {"dates": sundays[1::2]}})
    let_pass(world, minutes=1)
    enabled = extended(app, "PATCH", JOB, {"properties": {"state": "enabled"}})
    changed = extended(
        app, "PATCH", JOB, {"properties": {"state": "enabled", "startTime": "2026-03-03T00:00Z"}}
    )
    state = shown(app)["state"]
    patch_collection(app, calendars={"b": None})
    extended(app, "PATCH", JOB, {"properties": {"state": "enabled"}})

    assert content(enabled)["properties"]["state"] == "disabled"
    assert "would not run in the next ten years" in message(changed)
    assert (state, waiting(world)) == ("disabled", ["j1 03-08 09:00"])


def test_a_collection_deleted_meanwhile_is_no_trouble() -> None:
    world, app = a_place()
    put(app, startTime=START, recurrence=DAILY_AT_NINE)
    patch_collection(app, defaults=BERLIN)

    call(app, "DELETE", COLLECTION)
    let_pass(world, minutes=1)

    assert waiting(world) == []
    assert call(app, "PUT", JOB, a_job_body()).status_code == 404
