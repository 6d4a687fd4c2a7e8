"""A plan in words: created, changed field by field, removed, and the next runs before and after."""

import json
from pathlib import Path
from typing import Any, Final

from migrate.code.report import report_plan
from migrate.code.text import write_comment, write_plan
from tests.migrate.code.plans import ACTION, CRON, plan, write
from tests.migrate.test_remote_app import an_app_that_answers
from tests.receiver import Answer

ID: Final = "/subscriptions/prod/resourceGroups/finance/providers/Microsoft.Scheduler/jobCollections/reports"
DAILY: Final[dict[str, Any]] = {
    "startTime": "2026-01-01T06:00:00Z",
    "recurrence": {"frequency": "day", "interval": 1},
    "action": ACTION,
}
NINE: Final = "2026-03-02T06:00:00Z"


def there(name: str, **properties: Any) -> dict[str, Any]:
    """A job as the app answers it."""
    status = {"executionCount": 1, "nextExecutionTime": NINE}
    whole = {**DAILY, "state": "enabled", "status": status, **properties}
    found = {key: value for key, value in whole.items() if value is not None}
    return {"name": f"reports/{name}", "etag": f"of {name}", "properties": found}


def answers(*jobs: dict[str, Any], **collection: Any) -> tuple[Answer, Answer]:
    properties = {"sku": {"name": "Standard"}, "state": "Enabled"}
    body = {"id": ID, "etag": "1", "name": "reports", "location": "West Europe", "properties": properties}
    return a_list({**body, **collection}), a_list(*jobs)


def a_list(*items: dict[str, Any]) -> Answer:
    return Answer(body=json.dumps({"value": items}).encode())


def shown(folder: Path, *jobs: dict[str, Any], prune: bool = False, **collection: Any) -> list[str]:
    with an_app_that_answers(*answers(*jobs, **collection)) as (app, _):
        planned = plan(folder, app, prune=prune)
    return write_plan(report_plan(planned, "")).splitlines()


def test_a_new_collection_is_shown_with_the_next_runs_of_its_jobs(tmp_path: Path) -> None:
    folder = write(tmp_path / "jobs", {"daily": CRON})

    assert write_plan(report_plan(plan(folder), "")).splitlines() == [
        f"+ {ID}",
        "+   daily: Every week on Monday to Friday at 06:30 in Europe/Berlin",
        "      next 2026-03-02T06:30:00+01:00, 2026-03-03T06:30:00+01:00, 2026-03-04T06:30:00+01:00",
        "",
        "Collections: 1 to create.",
        "Plan: 1 to create.",
    ]


def test_a_change_is_shown_field_by_field_with_the_runs_before_and_after(tmp_path: Path) -> None:
    later = {**DAILY, "startTime": "2026-01-01T07:00:00Z"}
    folder = write(tmp_path / "jobs", {"a": later, "b": DAILY}, location=None)

    assert shown(folder, there("a"), there("b"), there("c"), prune=True) == [
        ID,
        "~   a",
        '      startTime: "2026-01-01T06:00:00Z" → "2026-01-01T07:00:00Z"',
        "      next 2026-03-02T06:00:00Z, 2026-03-03T06:00:00Z, 2026-03-04T06:00:00Z → "
        "2026-03-02T07:00:00Z, 2026-03-03T07:00:00Z, 2026-03-04T07:00:00Z",
        "-   c",
        "      next 2026-03-02T06:00:00Z, 2026-03-03T06:00:00Z, 2026-03-04T06:00:00Z → none",
        "",
        "Plan: 1 to change, 1 to remove, 1 unchanged.",
    ]


def test_a_collection_that_is_named_without_jobs_loses_all_of_them(tmp_path: Path) -> None:
    folder = write(tmp_path / "jobs", {}, location=None)

    assert shown(folder, there("a"), prune=True)[-1] == "Plan: 1 to remove."


def test_without_pruning_others_are_left_alone(tmp_path: Path) -> None:
    folder = write(tmp_path / "jobs", {"a": DAILY}, location=None)

    assert shown(folder, there("a"), there("c")) == ["Plan: 1 unchanged."]


def test_a_job_that_its_collection_moves_is_shown(tmp_path: Path) -> None:
    at_six = {**DAILY, "recurrence": {**DAILY["recurrence"], "schedule": {"hours": [6], "minutes": [0]}}}
    folder = write(tmp_path / "jobs", {"a": at_six}, defaults={"timeZone": "Europe/Berlin"})

    assert shown(folder, there("a", recurrence=at_six["recurrence"])) == [
        f"~ {ID}",
        '  properties.defaults: absent → {"timeZone": "Europe/Berlin"}',
        "~   a: is moved by the change of its collection",
        "      next 2026-03-02T06:00:00Z, 2026-03-03T06:00:00Z, 2026-03-04T06:00:00Z → "
        "2026-03-02T06:00:00+01:00, 2026-03-03T06:00:00+01:00, 2026-03-04T06:00:00+01:00",
        "",
        "Collections: 1 to change.",
        "Plan: 1 unchanged.",
    ]


def test_who_disabled_a_job_is_told_before_it_is_enabled(tmp_path: Path) -> None:
    folder = write(tmp_path / "jobs", {"a": DAILY}, location=None)
    paused = there("a", state="disabled", status={}, disabled={"by": "ops", "note": "the ERP is down"})

    assert shown(folder, paused)[1:4] == [
        "~   a",
        '      state: "disabled" → "enabled"',
        "      next none → 2026-03-02T06:00:00Z, 2026-03-03T06:00:00Z, 2026-03-04T06:00:00Z",
    ]
    assert shown(folder, paused)[4] == "      note: it was disabled there: ops: the ERP is down"


def test_a_job_that_counts_from_its_first_run_keeps_its_times(tmp_path: Path) -> None:
    endless = {key: value for key, value in DAILY.items() if key != "startTime"}
    same = write(tmp_path / "same", {"a": {**endless, "description": "x"}}, location=None)
    other = write(tmp_path / "other", {"a": {**endless, "recurrence": {"frequency": "hour"}}}, location=None)

    assert shown(same, there("a", startTime=None))[2:] == [
        '      description: absent → "x"',
        "",
        "Plan: 1 to change.",
    ]
    assert shown(other, there("a", startTime=None))[4] == (
        "      note: it counts from its first run, so the app tells its next runs only when it is changed"
    )


def test_a_new_job_without_a_start_says_that_it_runs_at_once(tmp_path: Path) -> None:
    endless = {key: value for key, value in DAILY.items() if key != "startTime"}
    folder = write(tmp_path / "jobs", {"a": endless}, location=None)

    assert "      next at once, 2026-03-02T09:00:00Z, 2026-03-03T09:00:00Z" in shown(folder)


def test_what_cannot_be_says_why_and_where(tmp_path: Path) -> None:
    folder = write(tmp_path / "jobs", {"a": {"action": ACTION}}, location=None)

    assert shown(folder)[1:] == [
        "!   a: cannot be",
        "      because it would run at once: give it a startTime",
        f"      in {folder / 'reports.json'}, jobs.a",
        "",
        "Plan: 1 that cannot be.",
    ]


def test_a_collection_cannot_be_moved(tmp_path: Path) -> None:
    folder = write(tmp_path / "jobs", {"a": DAILY}, location="West US")

    assert shown(folder, there("a"))[:3] == [
        f"! {ID}",
        '  location: "West Europe" → "West US"',
        '  because it cannot be moved: location: "West Europe" there, "West US" in the files',
    ]


def test_a_comment_says_whether_anything_would_change(tmp_path: Path) -> None:
    folder = write(tmp_path / "jobs", {"daily": CRON})

    lines = write_comment(report_plan(plan(folder), "")).splitlines()

    assert lines[:4] == ["<!-- scheduler plan -->", "**This would change scheduled jobs.**", "", "```diff"]
    assert lines[-1] == "```"
