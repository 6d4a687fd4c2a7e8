"""Policies, pauses and defaults on their way in and out, for real: the command, the running app, Azurite."""

import json
from pathlib import Path
from typing import Any, Final

from tests.migrate.exports import FILES
from tests.migrate.moving import (
    Json,
    a_collection,
    a_job,
    a_page,
    ask,
    collection_id,
    collections_of,
    get,
    jobs_of,
    migrate,
    without_status,
)

OTHER_CLOUDS: Final = (
    "eventbridge-schedules.json",
    "eventbridge-api-destination.json",
    "eventbridge-connection.json",
    "google-jobs.json",
)
DAILY: Final = {"frequency": "day", "interval": 1}
LONG_AGO: Final = "2015-07-13T00:00:00Z"
MUCH_LATER: Final = "2040-01-01T00:00:00Z"
TAGS: Final = {"team": "billing"}
PAUSE: Final = {"note": "The receiver is moved.", "until": MUCH_LATER}
OPTIONS: Final = {"backoff": 2.5, "maxInterval": "01:00:00", "retryAfter": True, "stopOn": [400, 404]}
REQUEST: Final = {"uri": "http://example.com/", "method": "GET"}
ACTION: Final = {
    "type": "Http",
    "request": REQUEST,
    "retryOptions": OPTIONS,
    "errorAction": {"type": "Http", "request": REQUEST, "retryOptions": {"backoff": 1.5}},
}
POLICIES: Final[Json] = {
    "missedRuns": {"policy": "all", "within": "01:00:00"},
    "overlap": "wait",
    "spread": "00:10:00",
    "disableAfterFaults": 3,
    "keepFinishedFor": "7.00:00:00",
    "useDefaults": False,
    "description": "Counts the stock.",
}
QUEUE: Final = {"storageAccount": "account1", "queueName": "failures", "message": "A job failed."}
DEFAULTS: Final = {
    "retryPolicy": {"retryType": "fixed", "retryInterval": "00:01:00", "retryCount": 3},
    "retryOptions": {"backoff": 2.0},
    "errorAction": {"type": "StorageQueue", "queueMessage": QUEUE, "retryOptions": {"backoff": 2.0}},
}


def filled_in(template: Path) -> list[Any]:
    """Fill in every secret that a template asks for, and return what it asked for."""
    document = json.loads(template.read_text(encoding="utf-8"))
    for entry in document["secrets"]:
        entry["value"] = "?sig=Top5ecret"
    template.write_text(json.dumps(document), encoding="utf-8")
    asked: list[Any] = document["secrets"]
    return asked


def test_policies_pauses_and_defaults_go_there_and_back_whole(app: str, tmp_path: Path) -> None:
    here, first, second = (tmp_path / name for name in ("by-hand.json", "1.json", "2.json"))
    out = ["export", "--from", app, "--subscription", "policies", "--out"]
    collection = collection_id("policies", "c")
    holder = a_collection(collection, state="Disabled", disabled=PAUSE, defaults=DEFAULTS)
    every = {
        **a_job(collection, "every", startTime=LONG_AGO, recurrence=DAILY, action=ACTION, **POLICIES),
        "tags": TAGS,
    }
    paused = a_job(
        collection, "paused", startTime=LONG_AGO, recurrence=DAILY, state="disabled", disabled=PAUSE
    )
    a_page(here, [holder, every, paused])

    brought = migrate("import", here, "--to", app)
    again = migrate("import", here, "--to", app)
    migrate(*out, first)
    ask("DELETE", app, collection)
    came_back = migrate("import", first, "--to", app)
    migrate(*out, second)

    assert (brought.returncode, came_back.returncode) == (0, 0), brought.stdout + came_back.stdout
    assert "1 collection: 1 exists and is the same.\n2 jobs: 2 exist and are the same.\n" in again.stdout
    assert without_status(second) == without_status(first)
    there, all_of_it, off = without_status(first)
    assert there["properties"] == holder["properties"]
    assert (all_of_it["tags"], all_of_it["properties"]) == (TAGS, every["properties"])
    assert off["properties"] == {**paused["properties"], "effective": DEFAULTS}


def test_a_job_that_is_spread_keeps_its_times_there_and_back(app: str, tmp_path: Path) -> None:
    collection, first, second = collection_id("spread-out", "c"), tmp_path / "1.json", tmp_path / "2.json"
    out = ["export", "--from", app, "--subscription", "spread-out", "--out"]
    job = a_job(collection, "j", startTime=LONG_AGO, recurrence=DAILY, spread="12:00:00")
    migrate("import", a_page(tmp_path / "a.json", [a_collection(collection), job]), "--to", app)

    migrate(*out, first)
    ask("DELETE", app, collection)
    came_back = migrate("import", first, "--to", app)
    migrate(*out, second)

    _, exported = json.loads(first.read_text(encoding="utf-8"))["value"]
    assert "T00:00:00Z" not in exported["properties"]["status"]["nextExecutionTime"]
    assert came_back.returncode == 0
    assert "note:" not in came_back.stdout
    assert without_status(second) == without_status(first)


def test_a_secret_of_defaults_is_asked_for_filled_in_and_sent(app: str, tmp_path: Path) -> None:
    collection, template = collection_id("defaults", "c"), tmp_path / "secrets.json"
    file = a_page(tmp_path / "a.json", [a_collection(collection, defaults=DEFAULTS)])

    asked = migrate("import", file, "--to", app, "--secrets-template", template)
    (entry,) = filled_in(template)
    done = migrate("import", file, "--to", app, "--secrets", template, "--report", tmp_path / "report.json")
    again = migrate("import", file, "--to", app, "--secrets", template)
    added = migrate("import", file, "--to", app, "--secrets", template, "--replace")

    assert "asks for 1 secret." in asked.stderr
    assert entry["usedBy"] == [
        {"collection": collection, "field": "defaults.errorAction.queueMessage.sasToken"}
    ]
    assert done.returncode == 0, done.stdout
    assert collections_of(app, "defaults")[0]["properties"]["state"] == "Enabled"
    assert "Secrets of the defaults of c were not sent again: --replace sends them." in again.stdout
    assert "1 collection: 1 got its secrets." in added.stdout
    shown = done.stdout + done.stderr + (tmp_path / "report.json").read_text(encoding="utf-8")
    assert "Top5ecret" not in shown


def test_a_collection_whose_defaults_lack_a_secret_arrives_disabled_and_gets_it_later(
    app: str, tmp_path: Path
) -> None:
    collection, template = collection_id("lacking", "c"), tmp_path / "secrets.json"
    job = a_job(collection, "j", startTime=LONG_AGO, recurrence=DAILY)
    file = a_page(tmp_path / "a.json", [a_collection(collection, defaults=DEFAULTS), job])
    where = ["--to", app, "--collection", collection]

    arrived = migrate("import", file, "--to", app)
    too_early = migrate("enable", *where)
    migrate("import", file, "--to", app, "--secrets-template", template)
    filled_in(template)
    added = migrate("import", file, "--to", app, "--secrets", template, "--replace")
    enabled = migrate("enable", *where)

    assert arrived.returncode == 0, arrived.stdout
    assert "changed: it arrives disabled: a secret of its defaults is missing" in arrived.stdout
    assert "secret missing: defaults.errorAction.queueMessage.sasToken" in arrived.stdout
    assert "Nothing runs in c before `python -m migrate enable`." in arrived.stdout
    assert too_early.returncode == 1
    assert "1 collection: 1 got its secrets." in added.stdout
    assert enabled.returncode == 0
    assert jobs_of(app, collection)["j"]["state"] == "enabled"


def test_a_stored_secret_of_defaults_is_not_kept_for_another_target(app: str, tmp_path: Path) -> None:
    collection = collection_id("elsewhere-by-default", "c")
    error_action: Json = {"type": "StorageQueue", "queueMessage": {**QUEUE, "sasToken": "?sig=x"}}
    holder = a_collection(collection, defaults={"errorAction": error_action})
    migrate("import", a_page(tmp_path / "a.json", [holder]), "--to", app)
    error_action["queueMessage"] = {**QUEUE, "queueName": "others"}

    failed = migrate("import", a_page(tmp_path / "b.json", [holder]), "--to", app, "--replace")

    assert failed.returncode == 1
    assert "because the app keeps a secret only for the same target: give it with --secrets" in failed.stdout


def test_secrets_of_defaults_are_sealed_anew(app: str, tmp_path: Path) -> None:
    collection = collection_id("resealed-defaults", "c")
    error_action = {"type": "StorageQueue", "queueMessage": {**QUEUE, "sasToken": "?sig=x"}}
    holder = a_collection(collection, defaults={"errorAction": error_action})
    migrate("import", a_page(tmp_path / "a.json", [holder]), "--to", app)
    before = get(app, collection)

    done = migrate("reseal", "--to", app, "--subscription", "resealed-defaults")

    assert (done.returncode, done.stdout) == (
        0,
        "1 collection and 0 jobs that could hold secrets: 1 sealed anew.\n",
    )
    assert get(app, collection) == before


def test_a_template_brings_back_what_was_written_out(app: str, tmp_path: Path) -> None:
    first, second, values = (tmp_path / name for name in ("1.json", "2.json", "values.json"))
    collection = collection_id("as-a-template", "c")
    out = ["export", "--from", app, "--subscription", "as-a-template", "--as", "arm", "--out"]
    job = a_job(collection, "every", startTime=LONG_AGO, recurrence=DAILY, action=ACTION, **POLICIES)
    holder = a_collection(collection, state="Disabled", disabled=PAUSE, defaults=DEFAULTS)
    token = {"sasToken_of_error_action_of_defaults_of_c": {"value": "?sig=x"}}
    values.write_text(json.dumps({"contentVersion": "1", "parameters": token}), encoding="utf-8")
    migrate("import", a_page(tmp_path / "a.json", [holder, {**job, "tags": TAGS}]), "--to", app)

    written = migrate(*out, first)
    ask("DELETE", app, collection)
    place = ["--subscription", "as-a-template", "--resource-group", "g"]
    came_back = migrate("import", first, values, "--to", app, *place)
    migrate(*out, second)

    assert "c/every: only this app understands tags, " in written.stderr
    assert came_back.returncode == 0, came_back.stdout
    assert second.read_text(encoding="utf-8") == first.read_text(encoding="utf-8")
    _, described = json.loads(first.read_text(encoding="utf-8"))["resources"]
    assert (described["tags"], described["properties"]) == (TAGS, job["properties"])


def test_jobs_of_other_clouds_arrive_and_are_found_again(app: str) -> None:
    files = [FILES / name for name in OTHER_CLOUDS]
    command: list[str | Path] = [
        "import",
        *files,
        "--to",
        app,
        "--subscription",
        "clouds",
        "--resource-group",
        "g",
        "--disabled",
    ]

    first = migrate(*command, "--location", "westeurope", "--sku", "Standard", "--accept-loss")
    again = migrate(*command, "--accept-loss")

    assert "3 collections: 3 created.\n7 jobs: 6 created, 1 cannot be imported.\n" in first.stdout
    assert "7 jobs: 6 exist and are the same, 1 cannot be imported.\n" in again.stdout
    states = {
        name: {
            job: properties["state"]
            for job, properties in jobs_of(app, collection_id("clouds", name)).items()
        }
        for name in ("billing", "default", "acme-prod")
    }
    assert states == {
        "billing": {"nightly-report": "disabled"},
        "default": {"poll": "disabled", "farewell": "disabled"},
        "acme-prod": {"build-report": "enabled", "ping": "disabled", "orders": "disabled"},
    }
