"""Moving in, for real: the command, the running app, Azurite, and a receiver that must not be called."""

import json
from pathlib import Path

import pytest

from local.dev.calendar import ensure_library, search_path
from tests.end_to_end.app_process import LONGEST_WAIT, wait_for
from tests.migrate.moving import (
    ARM,
    CALENDARS,
    DEFAULTS,
    Json,
    a_collection,
    a_job,
    a_local_job,
    a_page,
    ask,
    collection_id,
    collections_of,
    get,
    jobs_of,
    migrate,
    own_copies,
    run_tool,
    without_status,
)
from tests.receiver import a_receiver

DAILY = {"frequency": "day", "interval": 1}
LONG_AGO = "2015-07-13T00:00:00Z"


def test_a_dry_run_says_everything_and_changes_nothing(app: str, tmp_path: Path) -> None:
    report, files = tmp_path / "report.json", own_copies(tmp_path, "dry", *ARM)

    dry = migrate("import", *files, "--to", app, "--dry-run", "--report", report)

    assert dry.returncode == 0, dry.stderr
    assert "2 collections: 2 will be created.\n8 jobs: 8 will be created.\n" in dry.stdout
    assert "Every 6 hours from 09:17:42 UTC; next 2" in dry.stdout
    assert collections_of(app, "dry") == []
    jobs = {job["name"]: job for one in json.loads(report.read_text())["collections"] for job in one["jobs"]}
    assert {name: (job["state"], len(job["runs"])) for name, job in jobs.items()} == {
        "weekly": ("disabled", 3),
        "no-start": ("enabled", 3),
        "half-done": ("disabled", 3),
        "used-up": ("completed", 0),
        "ended": ("completed", 0),
        "once": ("completed", 0),
        "finished": ("faulted", 0),
        "quarterly": ("disabled", 3),
    }


def test_an_import_does_what_the_dry_run_said_and_again_changes_nothing(app: str, tmp_path: Path) -> None:
    files = own_copies(tmp_path, "twice", *ARM)

    done = migrate("import", *files, "--to", app)
    again = migrate("import", *files, "--to", app)

    assert (done.returncode, again.returncode) == (0, 0)
    assert "2 collections: 2 created.\n8 jobs: 8 created.\n" in done.stdout
    assert again.stdout.splitlines() == [
        "2 collections: 2 exist and are the same.",
        "8 jobs: 8 exist and are the same.",
        "Nothing runs in reports before `python -m migrate enable`.",
    ]
    billing, reports = collections_of(app, "twice")
    assert billing["tags"] == {"department": "finance"}
    assert billing["properties"]["quota"]["maxJobCount"] == 50
    assert (reports["location"], reports["properties"]["state"]) == ("South Central US", "Disabled")
    jobs = jobs_of(app, billing["id"])
    assert {name: job["state"] for name, job in jobs.items()} == {
        "ended": "completed",
        "finished": "faulted",
        "half-done": "disabled",
        "no-start": "enabled",
        "once": "completed",
        "used-up": "completed",
        "weekly": "disabled",
    }
    assert jobs["no-start"]["startTime"] == "2020-01-01T09:17:42.5Z"
    assert jobs["half-done"]["recurrence"]["count"] == 988


def test_what_is_written_out_comes_in_again_and_out_again_the_same(app: str, tmp_path: Path) -> None:
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    out = ["export", "--from", app, "--subscription", "there-and-back", "--out"]
    migrate("import", *own_copies(tmp_path, "there-and-back", *ARM), "--to", app)

    assert migrate(*out, first).returncode == 0
    for collection in collections_of(app, "there-and-back"):
        assert ask("DELETE", app, collection["id"]).status_code == 200
    came_back = migrate("import", first, "--to", app)
    assert migrate(*out, second).returncode == 0

    assert came_back.returncode == 0, came_back.stdout
    assert without_status(second) == without_status(first)
    assert len(without_status(first)) == 10


def test_a_recurring_job_without_a_start_is_written_out_with_its_next_run_as_one(
    app: str, tmp_path: Path
) -> None:
    collection, first, second = collection_id("outward", "c"), tmp_path / "1.json", tmp_path / "2.json"
    out = ["export", "--from", app, "--subscription", "outward", "--out"]
    idle = a_collection(collection)
    idle["properties"]["state"] = "Disabled"
    ask("PUT", app, collection, idle)
    ask("PUT", app, f"{collection}/jobs/j", a_job(collection, "j", recurrence=DAILY))
    never_enabled = a_job(collection, "k", recurrence=DAILY)
    never_enabled["properties"]["state"] = "disabled"
    ask("PUT", app, f"{collection}/jobs/k", never_enabled)

    written = migrate(*out, first)
    ask("DELETE", app, collection)
    came_back = migrate("import", first, "--to", app)
    migrate(*out, second)

    assert "1 recurring job got a start time, the next run or else the last" in written.stderr
    _, started, other = (one["properties"] for one in json.loads(first.read_text(encoding="utf-8"))["value"])
    assert started["startTime"] == started["status"]["nextExecutionTime"]
    assert "startTime" not in other
    assert came_back.returncode == 0, came_back.stdout
    assert without_status(second) == without_status(first)


def test_local_time_and_calendars_go_there_and_back_whole(app: str, tmp_path: Path) -> None:
    here, first, second = (tmp_path / name for name in ("by-hand.json", "1.json", "2.json"))
    out = ["export", "--from", app, "--subscription", "local-time", "--out"]
    collection = collection_id("local-time", "c")
    by_cron = a_job(collection, "by-cron", recurrence={"cron": "*/15 9-16 * * mon-fri"})
    local, plain = a_local_job(collection, "l"), a_job(collection, "p", startTime=LONG_AGO, recurrence=DAILY)
    holder = a_collection(collection, calendars=CALENDARS, defaults=DEFAULTS)
    a_page(here, [holder, plain, local, by_cron])

    brought = migrate("import", here, "--to", app)
    again = migrate("import", here, "--to", app)
    migrate(*out, first)
    ask("DELETE", app, collection)
    came_back = migrate("import", first, "--to", app)
    migrate(*out, second)

    assert (brought.returncode, came_back.returncode) == (0, 0), brought.stdout + came_back.stdout
    assert "3 jobs: 3 exist and are the same.\n" in again.stdout
    assert without_status(second) == without_status(first)
    assert {one["apiVersion"] for one in without_status(first)} == {"2026-11-01"}
    there, expanded, same, bare = (one["properties"] for one in without_status(first))
    assert there == holder["properties"]
    assert (expanded["recurrence"]["frequency"], expanded["effective"]) == ("week", DEFAULTS)
    assert (same, bare) == (local["properties"], {**plain["properties"], "effective": DEFAULTS})


def test_holidays_are_sent_to_a_collection_for_its_jobs(app: str, tmp_path: Path) -> None:
    ensure_library()
    collection, exclude = collection_id("holidays", "c"), {"calendars": ["DE-BY-holidays"]}
    job = a_job(collection, "j", startTime=LONG_AGO, recurrence=DAILY, exclude=exclude)
    file = a_page(tmp_path / "jobs.json", [job])
    ask("PUT", app, collection, a_collection(collection))

    too_early = migrate("import", file, "--to", app)
    sent = run_tool("local.calendars", "DE-BY", "2026", "--to", f"{app}{collection}", **search_path())
    brought = migrate("import", file, "--to", app)

    assert "'DE-BY-holidays' is no calendar of collection 'c', which has none" in too_early.stdout
    assert "Calendar 'de-by-holidays' of collection 'c' is new: 12 days (2026-01-01, " in sent.stderr
    assert brought.returncode == 0, brought.stdout


NEW = ["--location", "westus", "--sku", "standard"]
GROUP = ["--resource-group", "g"]
ALONE = [*GROUP, *NEW]


@pytest.mark.parametrize(
    ("files", "options", "jobs"),
    [
        pytest.param(
            ["classic-jobs-utf-16.json"], [*ALONE, "--collection", "old"], 3, id="classic, in UTF-16"
        ),
        pytest.param(["powershell-5-jobs.json"], NEW, None, id="Windows PowerShell"),
        pytest.param(["powershell-7-jobs.json", "powershell-7-collections.json"], [], None, id="PowerShell"),
        pytest.param(["terraform-0.11-state.tfstate"], [], None, id="Terraform 0.11"),
        pytest.param(["terraform-show-state.json"], [], None, id="terraform show -json"),
        pytest.param(["template-exported.json"], GROUP, None, id="template"),
        pytest.param(
            ["template-handwritten.json", "template-handwritten.parameters.json"],
            ALONE,
            None,
            id="parameters",
        ),
    ],
)
def test_every_form_comes_in_and_is_the_same_afterwards(
    app: str, tmp_path: Path, files: list[str], options: list[str], jobs: int | None
) -> None:
    """Some of the files hold jobs on purpose that cannot be imported; what can is there afterwards."""
    subscription = files[0].replace(".", "-")
    names = own_copies(tmp_path / "exports", subscription, *files)
    fill = ["--subscription", subscription]
    first, again = tmp_path / "first.json", tmp_path / "again.json"

    done = migrate("import", *names, "--to", app, *fill, *options, "--report", first)
    migrate("import", *names, "--to", app, *fill, *options, "--report", again)

    before, after = (json.loads(file.read_text(encoding="utf-8"))["jobs"] for file in (first, again))
    assert before["created"] >= 1, done.stdout + done.stderr
    assert jobs is None or before == {"created": jobs}
    assert "failed" not in before
    assert after["exists and is the same"] == before.pop("created")
    assert {name: number for name, number in after.items() if name != "exists and is the same"} == before


def test_nothing_fires_by_surprise(app: str, tmp_path: Path) -> None:
    collection = collection_id("quiet", "c")
    past: dict[str, Json] = {
        "once-now": {},
        "once-then": {"startTime": LONG_AGO},
        "ended": {"startTime": LONG_AGO, "recurrence": {**DAILY, "endTime": LONG_AGO}},
        "no-start": {"recurrence": DAILY},
        "with-last": {"recurrence": DAILY, "status": {"lastExecutionTime": LONG_AGO}},
        "used-up": {"recurrence": {**DAILY, "count": 1}, "status": {"executionCount": 1}},
        "scheduled": {"recurrence": {**DAILY, "schedule": {"hours": [0]}}},
    }
    with a_receiver() as receiver:
        jobs = [a_job(collection, name, receiver.uri, **properties) for name, properties in past.items()]
        done = migrate("import", a_page(tmp_path / "a.json", [a_collection(collection), *jobs]), "--to", app)
        ask("PUT", app, f"{collection}/jobs/canary", a_job(collection, "canary", f"{receiver.uri}/canary"))
        first = receiver.next_request(within=LONGEST_WAIT)
        history = wait_for(lambda: get(app, f"{collection}/jobs/canary/history")["value"])

    assert done.returncode == 0, done.stdout
    assert first.path == "/canary"
    assert receiver.requests.empty()
    assert len(history) == 1


def test_a_collection_arrives_disabled_and_is_switched_when_ready(app: str, tmp_path: Path) -> None:
    collection = collection_id("cutover", "c")
    file = a_page(tmp_path / "a.json", [a_collection(collection), a_job(collection, "j")])
    where = ["--to", app, "--subscription", "cutover", "--collection", "c"]

    arrived = migrate("import", file, "--to", app, "--disabled")
    after_import = state(app)
    enabled = migrate("enable", *where)
    after_enabling = state(app)
    refused = migrate("import", file, "--to", app, "--disabled")
    disabled = migrate("disable", "--to", app, "--collection", collection)

    assert [one.returncode for one in (arrived, enabled, refused, disabled)] == [0, 0, 1, 0]
    assert (after_import, after_enabling, state(app)) == ("Disabled", "Enabled", "Disabled")
    assert (
        f"Disable them first (python -m migrate disable --to {app} --collection {collection})"
        in refused.stderr
    )
    assert enabled.stderr == "c is enabled.\n"


def state(app: str) -> str:
    (collection,) = collections_of(app, "cutover")
    found: str = collection["properties"]["state"]
    return found


@pytest.mark.parametrize(
    ("options", "code", "words"),
    [
        (["--collection", "nowhere", "--subscription", "cutover"], 1, "There is no collection 'nowhere'"),
        (["--collection", "c"], 2, "Add --subscription, or give the whole id of 'c'"),
        (["--collection", "/subscriptions/s"], 2, "is not the id of a collection"),
    ],
)
def test_a_collection_that_cannot_be_found_is_named(
    app: str, options: list[str], code: int, words: str
) -> None:
    refused = migrate("disable", "--to", app, *options)

    assert refused.returncode == code
    assert words in refused.stderr


def test_a_wrong_key_is_told_before_anything_else(app: str, tmp_path: Path) -> None:
    file = a_page(tmp_path / "a.json", [a_collection(collection_id("locked", "c"))])

    refused = migrate("import", file, "--to", app, key="wrong")

    assert (refused.returncode, refused.stdout) == (1, "")
    assert "refuses the key" in refused.stderr
    assert "Give it with --key or SCHEDULER_KEY." in refused.stderr


def test_one_refusal_by_the_app_concerns_one_job(app: str, tmp_path: Path) -> None:
    collection = collection_id("refused", "c")
    bad = a_job(collection, "inside", "http://10.0.0.1/", startTime=LONG_AGO, recurrence=DAILY)
    good = a_job(collection, "outside", startTime=LONG_AGO, recurrence=DAILY)
    file = a_page(tmp_path / "a.json", [a_collection(collection), bad, good])

    done = migrate("import", file, "--to", app)

    assert done.returncode == 1
    assert "inside: failed" in done.stdout
    assert "actions may not reach '10.0.0.1'" in done.stdout
    assert list(jobs_of(app, collection)) == ["outside"]
