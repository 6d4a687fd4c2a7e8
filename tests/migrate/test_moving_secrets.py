"""Secrets on their way in: asked for, filled in, sent, and never shown."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.end_to_end.app_process import LONGEST_WAIT
from tests.migrate.moving import (
    a_collection,
    a_job,
    a_page,
    ask,
    collection_id,
    collections_of,
    jobs_of,
    migrate,
)
from tests.receiver import a_receiver

DAILY = {"frequency": "day", "interval": 1}
LONG_AGO = "2015-07-13T00:00:00Z"


def secured(uri: str) -> dict[str, Any]:
    authentication = {"type": "Basic", "username": "clerk"}
    return {"type": "Http", "request": {"uri": uri, "method": "GET", "authentication": authentication}}


def test_a_secret_is_asked_for_filled_in_and_sent_but_never_shown(app: str, tmp_path: Path) -> None:
    collection, template = collection_id("secretive", "c"), tmp_path / "secrets.json"
    reports = [tmp_path / "report.json", tmp_path / "report.html"]
    with a_receiver() as receiver:
        jobs = [
            a_job(collection, name, action=secured(receiver.uri), startTime=LONG_AGO, recurrence=DAILY)
            for name in ("one", "two")
        ]
        file = a_page(tmp_path / "a.json", [a_collection(collection), *jobs])
        asked = migrate("import", file, "--to", app, "--secrets-template", template)
        filled = json.loads(template.read_text(encoding="utf-8"))
        filled["secrets"][0]["value"] = "Top5ecret"
        template.write_text(json.dumps(filled), encoding="utf-8")
        shown = [part for report in reports for part in ("--report", str(report))]
        done = migrate("import", file, "--to", app, "--secrets", template, *shown)
        run = ask("POST", app, f"{collection}/jobs/one/run")
        called = receiver.next_request(within=LONGEST_WAIT)

    assert "asks for 1 secret." in asked.stderr
    assert len(filled["secrets"][0]["usedBy"]) == 2
    assert {job["state"] for job in jobs_of(app, collection).values()} == {"enabled"}
    assert run.status_code == 200
    assert called.headers["authorization"] == "Basic Y2xlcms6VG9wNWVjcmV0"
    everything = [done.stdout, done.stderr, *(report.read_text(encoding="utf-8") for report in reports)]
    assert not any("Top5ecret" in text for text in everything)


@pytest.mark.parametrize(
    ("policy", "code", "jobs"),
    [
        ("disabled", 0, {"plain": "enabled", "secured": "disabled"}),
        ("skip", 0, {"plain": "enabled"}),
        ("fail", 1, {}),
    ],
)
def test_jobs_without_their_secret_arrive_as_asked(
    app: str, tmp_path: Path, policy: str, code: int, jobs: dict[str, str]
) -> None:
    collection = collection_id(f"without-{policy}", "c")
    plain = a_job(collection, "plain", startTime=LONG_AGO, recurrence=DAILY)
    lacking = a_job(collection, "secured", action=secured("http://a.b"), startTime=LONG_AGO, recurrence=DAILY)
    file = a_page(tmp_path / "a.json", [a_collection(collection), plain, lacking])

    done = migrate("import", file, "--to", app, "--without-secrets", policy)

    assert done.returncode == code, done.stdout + done.stderr
    there = collections_of(app, f"without-{policy}")
    assert {name: job["state"] for one in there for name, job in jobs_of(app, one["id"]).items()} == jobs


def test_secrets_that_come_later_are_brought_in_by_replacing(app: str, tmp_path: Path) -> None:
    collection, template = collection_id("later", "c"), tmp_path / "secrets.json"
    job = a_job(collection, "j", action=secured("http://a.b"), startTime=LONG_AGO, recurrence=DAILY)
    file = a_page(tmp_path / "a.json", [a_collection(collection), job])
    migrate("import", file, "--to", app, "--secrets-template", template)
    migrate("import", file, "--to", app)
    template.write_text(template.read_text().replace('"value": ""', '"value": "open"'))

    told = migrate("import", file, "--to", app, "--secrets", template)
    done = migrate("import", file, "--to", app, "--secrets", template, "--replace")

    assert (told.returncode, done.returncode) == (1, 0)
    assert 'differs in state: "disabled" there, "enabled" in the files' in told.stdout
    assert jobs_of(app, collection)["j"]["state"] == "enabled"


def test_a_secret_can_be_added_to_a_job_that_is_the_same_otherwise(app: str, tmp_path: Path) -> None:
    collection, template = collection_id("added", "c"), tmp_path / "secrets.json"
    job = a_job(collection, "j", action=secured("http://a.b"), recurrence=DAILY)
    job["properties"]["state"] = "disabled"
    file = a_page(tmp_path / "a.json", [a_collection(collection), job])
    migrate("import", file, "--to", app, "--secrets-template", template)
    migrate("import", file, "--to", app)
    template.write_text(template.read_text().replace('"value": ""', '"value": "open"'))
    enabled = {"properties": {"state": "enabled", "startTime": LONG_AGO}}

    before = ask("PATCH", app, f"{collection}/jobs/j", enabled).status_code
    hinted = migrate("import", file, "--to", app, "--secrets", template)
    done = migrate("import", file, "--to", app, "--secrets", template, "--replace")
    after = ask("PATCH", app, f"{collection}/jobs/j", enabled).status_code

    assert "Secrets of jobs that exist (1) were not sent again: --replace sends them." in hinted.stdout
    assert "1 job: 1 got its secrets." in done.stdout
    assert (before, after) == (400, 200)


def test_secrets_are_asked_for_also_when_their_jobs_are_there_already(app: str, tmp_path: Path) -> None:
    collection, template = collection_id("asked-later", "c"), tmp_path / "secrets.json"
    job = a_job(collection, "j", action=secured("http://a.b"), startTime=LONG_AGO, recurrence=DAILY)
    file = a_page(tmp_path / "a.json", [a_collection(collection), job])
    migrate("import", file, "--to", app)

    asked = migrate("import", file, "--to", app, "--secrets-template", template)

    assert "asks for 1 secret." in asked.stderr


def test_a_stored_secret_is_not_kept_for_another_target(app: str, tmp_path: Path) -> None:
    collection = collection_id("elsewhere", "c")
    job = a_job(collection, "j", action=secured("http://a.b"), startTime=LONG_AGO, recurrence=DAILY)
    job["properties"]["action"]["request"]["authentication"]["password"] = "open"
    migrate("import", a_page(tmp_path / "a.json", [a_collection(collection), job]), "--to", app)
    job["properties"]["action"] = secured("http://c.d")

    failed = migrate("import", a_page(tmp_path / "b.json", [job]), "--to", app, "--replace")

    assert failed.returncode == 1
    assert "because the app keeps a secret only for the same target: give it with --secrets" in failed.stdout
    assert jobs_of(app, collection)["j"]["action"]["request"]["uri"] == "http://a.b"


def test_a_running_job_whose_secret_the_app_has_is_replaced_without_it(app: str, tmp_path: Path) -> None:
    collection = collection_id("kept", "c")
    job = a_job(collection, "j", action=secured("http://a.b"), startTime=LONG_AGO, recurrence=DAILY)
    job["properties"]["action"]["request"]["authentication"]["password"] = "open"
    migrate("import", a_page(tmp_path / "a.json", [a_collection(collection), job]), "--to", app)
    del job["properties"]["action"]["request"]["authentication"]["password"]
    job["properties"]["recurrence"] = {"frequency": "week", "interval": 1}

    changed = migrate("import", a_page(tmp_path / "b.json", [job]), "--to", app, "--replace")

    assert changed.returncode == 0, changed.stdout
    there = jobs_of(app, collection)["j"]
    assert (there["state"], there["recurrence"]["frequency"]) == ("enabled", "week")
