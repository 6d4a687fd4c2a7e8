"""GET S/P/expiring: credentials and when they end."""

from typing import Any

import pytest

from shared.functions.wiring import App
from tests.functions.overviews.lists import (
    OVER_ALL,
    a_collection,
    a_job,
    an_empty_place,
    listed,
    refusal,
    spoil,
)

EXPIRING = f"{OVER_ALL}/expiring"
CERTIFICATE = {"type": "ClientCertificate", "pfx": "cGZ4", "password": "open"}


def queue(token: str) -> dict[str, Any]:
    message = {"storageAccount": "account", "queueName": "queue", "sasToken": token, "message": "m"}
    return {"type": "StorageQueue", "queueMessage": message}


def https(authentication: dict[str, str]) -> dict[str, Any]:
    request = {"uri": "https://r.example/", "method": "GET", "authentication": authentication}
    return {"type": "Https", "request": request}


def shown(app: App, **params: str) -> list[tuple[str, str | None]]:
    return [(one["name"], one["properties"]["ends"]) for one in listed(app, EXPIRING, **params)]


def test_signatures_and_certificates_of_jobs_and_defaults_are_told_by_their_ends() -> None:
    _, app = an_empty_place()
    collection = a_collection(app, "Jc1", defaults={"errorAction": https(CERTIFICATE)})
    action = {**https({"type": "Basic", "username": "u", "password": "p"}), "errorAction": queue("sig=x")}
    a_job(app, f"{collection}/jobs/J1", action=action)

    first, second = listed(app, EXPIRING)

    place = "/subscriptions/s/resourceGroups/rg/providers/Microsoft.Scheduler/jobCollections/Jc1"
    assert first == {
        "id": place,
        "type": "Microsoft.Scheduler/jobCollections",
        "name": "Jc1",
        "properties": {
            "path": "properties.defaults.errorAction.request.authentication.pfx",
            "kind": "certificate",
            "ends": "2026-03-03T09:00:00Z",
            "subject": "CN=test",
            "thumbprint": "AB" * 20,
        },
    }
    assert second == {
        "id": f"{place}/jobs/J1",
        "type": "Microsoft.Scheduler/jobCollections/jobs",
        "name": "Jc1/J1",
        "properties": {
            "path": "properties.action.errorAction.queueMessage.sasToken",
            "kind": "sasToken",
            "ends": None,
            "unknown": True,
        },
    }


@pytest.mark.parametrize(
    ("within", "found"),
    [
        pytest.param({}, ["past", "certificate", "soon", "unknown"], id="thirty days"),
        pytest.param({"within": "PT0S"}, ["past", "unknown"], id="what has ended"),
        pytest.param({"within": "1.00:00:00"}, ["past", "certificate", "unknown"], id="a day, to its end"),
        pytest.param({"within": "P3650D"}, ["past", "certificate", "soon", "late", "unknown"], id="all"),
    ],
)
def test_those_that_end_within_a_time_are_listed(within: dict[str, str], found: list[str]) -> None:
    world, app = an_empty_place()
    for name, end in (
        ("past", "2026-03-01"),
        ("soon", "2026-03-20"),
        ("late", "2027-01-01"),
        ("unknown", ""),
    ):
        collection = a_collection(app, f"jc-{name}")
        a_job(app, f"{collection}/jobs/{name}", action=queue(f"sv=1&se={end}&sig=x"))
        note_end(world, name, end)
    a_job(app, f"{collection}/jobs/certificate", action=https(CERTIFICATE))

    assert [name.split("/")[1] for name, _ in shown(app, **within)] == found


def test_nothing_of_another_subscription_is_shown_and_unreadable_rows_break_nothing() -> None:
    world, app = an_empty_place()
    for subscription in ("r", "s", "s1"):
        collection = a_collection(app, "jc1", subscription=subscription)
        for name in "abc":
            a_job(app, f"{collection}/jobs/{subscription}-{name}", action=https(CERTIFICATE))
    spoil(world, "j|s|rg|jc1|s-a", definition="{")
    spoil(world, "j|s|rg|jc1|s-b", format=99)

    assert shown(app) == [("jc1/s-c", "2026-03-03T09:00:00Z")]


@pytest.mark.parametrize(
    ("within", "told"),
    [
        ("soon", "within: 'soon' is not a duration like 00:00:30, 1.00:00:00 or PT30S"),
        ("3651.00:00:00", "within: is longer than 3650.00:00:00"),
    ],
)
def test_what_is_wrong_with_a_parameter_is_said(within: str, told: str) -> None:
    _, app = an_empty_place()

    assert refusal(app, EXPIRING, within=within) == told


def note_end(world: Any, job: str, end: str) -> None:
    """Note when the signature of a job ends, as its sealing does."""
    if not end:
        return
    (entity,) = (
        entity
        for shard in range(world.store.shards)
        for entity in world.table.query(f"shard-{shard:03d}", ("j|", "j}"))
        if entity.fields["job"] == job
    )
    sealed = '"kind":"secret"'
    noted = entity.fields["definition"].replace(sealed, f'{sealed},"ends":"{end}T00:00:00.000000Z"')
    spoil(world, entity.fields["RowKey"], definition=noted)
