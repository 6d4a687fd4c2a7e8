"""Jobs as code, for real: the commands, the running app and Azurite."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from threading import Event
from typing import Any, Final

import pytest
import requests

from migrate.__main__ import main
from migrate.code.careful import CarefulCalls
from migrate.code.locks import Marks, WorldChanged
from migrate.remote_app import RemoteApp
from tests.end_to_end.app_process import LONGEST_WAIT
from tests.migrate.code.plans import plan
from tests.migrate.exports import NOW
from tests.migrate.moving import KEY, collection_id, jobs_of
from tests.receiver import Answer, Received, a_receiver

Json = dict[str, Any]
Truth = dict[str, set[str]]
Run = Callable[..., tuple[int, str, str]]
EXTENDED: Final = {"api-version": "2026-11-01"}
BASIC: Final = {"type": "Basic", "username": "u", "password": "${ERP_PASSWORD}"}
REQUEST: Final = {"method": "GET", "uri": "https://erp.example.com/stock"}
CRON: Final = {
    "timeZone": "Europe/Berlin",
    "recurrence": {"cron": "30 6 * * mon-fri"},
    "action": {"type": "Https", "request": {**REQUEST, "authentication": BASIC}},
}
YEARLY: Final = {
    "startTime": "2020-01-01T00:00:00Z",
    "recurrence": {"frequency": "month", "interval": 12},
    "action": {"type": "Https", "request": REQUEST},
}
OF_A_HOP: Final = ("host", "connection")
ENDLESS: Final = "nobody 2999-01-01T00:00:00Z"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Return what runs a command; it answers the exit code, stdout and stderr."""
    monkeypatch.setenv("SCHEDULER_KEY", KEY)
    monkeypatch.setenv("ERP_PASSWORD", "Top5ecret")

    def ran(*arguments: str | Path) -> tuple[int, str, str]:
        code = main([str(argument) for argument in arguments])
        shown = capsys.readouterr()
        return code, shown.out, shown.err

    return ran


def a_folder(folder: Path, subscription: str, jobs: Json, **collection: Any) -> Path:
    folder.mkdir(exist_ok=True)
    named = {"collection": "reports", "subscription": subscription, "resourceGroup": "g"}
    whole = {**named, "location": "West Europe", "jobs": jobs, **collection}
    (folder / f"{whole['collection']}.json").write_text(json.dumps(whole), encoding="utf-8")
    return folder


def ask(method: str, app: str, path: str, body: object = None) -> Json:
    headers = {"x-functions-key": KEY}
    answer = requests.request(
        method, f"{app}{path}", json=body, params=EXTENDED, headers=headers, timeout=LONGEST_WAIT
    )
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def test_a_folder_is_applied_found_unchanged_changed_and_pruned(app: str, tmp_path: Path, run: Run) -> None:
    there, to = collection_id("code", "reports"), ("--to", app)
    folder = a_folder(tmp_path / "jobs", "code", {"daily": CRON, "old": YEARLY})

    planned, shown, _ = run("plan", folder, *to)
    applied, done, _ = run("apply", folder, *to, "--yes")
    first = ask("GET", app, there)
    again, unchanged, _ = run("apply", folder, *to)
    second = ask("GET", app, there)
    a_folder(folder, "code", {"daily": {**CRON, "description": "stock"}, "new": YEARLY}, tags={"a": "b"})
    changed, changes, _ = run("apply", folder, *to, "--yes", "--prune")

    assert (planned, applied, again, changed) == (3, 0, 0, 0)
    assert "Plan: 2 to create.\n" in shown
    assert "Collections: 1 created.\nJobs: 2 created.\n" in done
    assert unchanged == "Plan: 2 unchanged.\n"
    assert (first["etag"], "tags" in first) == (second["etag"], False)
    assert 'description: absent → "stock"\n' in changes
    assert "Jobs: 1 created, 1 changed, 1 removed.\n" in changes
    assert set(jobs_of(app, there)) == {"daily", "new"}
    assert ask("GET", app, there)["tags"] == {"a": "b"}
    assert run("plan", folder, *to, "--prune")[:2] == (0, "Plan: 2 unchanged.\n")
    audit = ask("GET", app, "/subscriptions/code/providers/Microsoft.Scheduler/audit")["value"]
    correlations = {one["properties"].get("correlationId") for one in audit}
    assert len(correlations) == 2
    assert all(f"correlation id {id}." in done + changes for id in correlations)
    assert "Top5ecret" not in shown + done + unchanged + changes


def test_a_kept_plan_is_applied_or_nothing(app: str, tmp_path: Path, run: Run) -> None:
    kept, to = tmp_path / "plan.json", ("--to", app)
    folder = a_folder(tmp_path / "jobs", "kept", {"daily": CRON})

    run("plan", folder, *to, "--out", kept)
    a_folder(folder, "kept", {"daily": CRON, "other": YEARLY})
    refused, _, why = run("apply", folder, *to, "--plan", kept, "--yes")
    a_folder(folder, "kept", {"daily": CRON})
    applied, _, _ = run("apply", folder, *to, "--plan", kept, "--yes")

    assert (refused, applied) == (1, 0)
    assert "jobs/other: is left alone then, will be created now" in why
    assert "Top5ecret" not in kept.read_text(encoding="utf-8")
    assert list(jobs_of(app, collection_id("kept", "reports"))) == ["daily"]


def test_without_a_terminal_nobody_can_be_asked(app: str, tmp_path: Path, run: Run) -> None:
    folder = a_folder(tmp_path / "jobs", "unasked", {"daily": CRON})

    code, _, why = run("apply", folder, "--to", app)

    assert (code, why) == (1, "There is no terminal to ask on: --yes agrees. Nothing was changed.\n")


TRUTHS: Final = [
    pytest.param(
        ({"one": {"a", "a 2"}, "two": {"a"}}, {"one": {"b"}, "two": {"b", "b 2"}}), id="about the same jobs"
    ),
    pytest.param(
        ({"one": {"x", "a"}, "two": {"x"}}, {"one": {"x"}, "two": {"x", "b"}}),
        id="about different collections",
    ),
]


@pytest.mark.parametrize("truths", TRUTHS)
def test_two_applies_at_once_end_in_one_of_the_two(
    app: str, tmp_path: Path, run: Run, truths: tuple[Truth, Truth]
) -> None:
    name = f"race{len(truths[0]['one'] & truths[1]['one'])}"
    run("apply", of_truth(tmp_path / "before", name, {"one": {"x"}, "two": {"x"}}), "--to", app, "--yes")
    folders = [of_truth(tmp_path / str(number), name, truth) for number, truth in enumerate(truths)]

    with ThreadPoolExecutor(2) as executor:
        commands = [["apply", str(folder), "--to", app, "--yes", "--prune"] for folder in folders]
        codes = list(executor.map(main, commands))

    there = {one: set(jobs_of(app, collection_id(name, one))) for one in ("one", "two")}
    assert there in truths
    assert 0 in codes
    assert not any("tags" in ask("GET", app, collection_id(name, one)) for one in there)


def of_truth(folder: Path, subscription: str, truth: Truth) -> Path:
    for name, jobs in truth.items():
        a_folder(folder, subscription, dict.fromkeys(sorted(jobs), YEARLY), collection=name)
    return folder


def test_a_mark_of_another_stops_it_until_it_is_broken(app: str, tmp_path: Path, run: Run) -> None:
    there, to = collection_id("marked", "reports"), ("--to", app, "--yes")
    folder = a_folder(tmp_path / "jobs", "marked", {"daily": CRON}, tags={"a": "b"})
    run("apply", folder, *to)
    ask("PATCH", app, there, {"tags": {"scheduler-apply": ENDLESS}})
    a_folder(folder, "marked", {"daily": CRON, "new": YEARLY}, tags={"a": "b"})

    refused, _, why = run("apply", folder, *to)
    kept = ask("GET", app, there)["tags"]
    broken, _, _ = run("apply", folder, *to, "--break-lock")

    assert (refused, broken) == (1, 0)
    assert "Another apply is at work on collection 'reports', or has died" in why
    assert why.endswith("Nothing was changed.\n")
    assert kept == {"a": "b", "scheduler-apply": ENDLESS}
    assert ask("GET", app, there)["tags"] == {"a": "b"}


def test_what_was_changed_since_the_plan_stops_it_before_anything_is_changed(
    app: str, tmp_path: Path, run: Run
) -> None:
    there, to = collection_id("since", "reports"), RemoteApp(app, KEY, "2026-11-01")
    folder = a_folder(tmp_path / "jobs", "since", {"a": YEARLY, "b": YEARLY})
    run("apply", folder, "--to", app, "--yes")
    a_folder(folder, "since", {"a": {**YEARLY, "description": "new"}, "b": YEARLY})
    planned = plan(folder, to)

    ask("PATCH", app, f"{there}/jobs/b", {"properties": {"description": "by hand"}})
    with pytest.raises(WorldChanged, match=r"Job 'b' of collection 'reports' has been changed since"):
        CarefulCalls(to, planned, Marks(to, "me", lambda: NOW)).begin(break_lock=False)

    assert "description" not in jobs_of(app, there)["a"]
    assert "tags" not in ask("GET", app, there)


def test_what_was_cut_off_half_way_is_finished_by_the_same_command(
    app: str, tmp_path: Path, run: Run
) -> None:
    there = collection_id("cut", "reports")
    folder = a_folder(tmp_path / "jobs", "cut", {f"job {number}": YEARLY for number in range(40)})

    with a_receiver(cut_off_after(21, app)) as proxy:
        cut, said, _ = run("apply", folder, "--to", proxy.uri, "--yes")
    half = len(jobs_of(app, there))
    waiting, _, why = run("apply", folder, "--to", app, "--yes")
    finished, done, _ = run("apply", folder, "--to", app, "--yes", "--break-lock")

    assert (cut, waiting, finished, half) == (1, 1, 0, 20)
    assert "Jobs: 20 created, 20 not reached.\n" in said
    assert "its mark ends at" in why
    assert "Plan: 20 to create, 20 unchanged.\n" in done
    assert len(jobs_of(app, there)) == 40


def cut_off_after(changes: int, app: str) -> Callable[[Received], Answer]:
    """Return what passes calls on to the app, up to so many changes. Then nobody answers as the app does."""
    begun, gone = count(), Event()

    def answer(received: Received) -> Answer:
        if received.method != "GET" and next(begun) >= changes:
            gone.set()
        if gone.is_set():
            return Answer(status=404)
        headers = {name: value for name, value in received.headers.items() if name not in OF_A_HOP}
        address = f"{app}{received.path}"
        passed = requests.request(
            received.method, address, headers=headers, data=received.body, timeout=LONGEST_WAIT
        )
        return Answer(status=passed.status_code, body=passed.content)

    return answer
