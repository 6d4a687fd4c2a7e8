"""The commands' own refusals, and files of secrets."""

import json
from pathlib import Path

import pytest

from migrate.__main__ import main
from tests.migrate.code.plans import ACTION, write
from tests.migrate.code.test_text import a_list
from tests.migrate.test_remote_app import an_app_that_answers
from tests.receiver import Answer

SECURED = {
    **ACTION,
    "request": {
        **ACTION["request"],
        "authentication": {"type": "Basic", "username": "u", "password": "${ERP_PASSWORD}"},
    },
}
JOB = {"startTime": "2026-01-01T06:00:00Z", "recurrence": {"frequency": "day"}, "action": SECURED}


def planned(folder: Path, *arguments: str | Path) -> int:
    """Return the exit code of a plan for an app in which nothing exists."""
    with an_app_that_answers(Answer(), a_list()) as (app, _):
        return main(["plan", str(folder), "--to", app.address, *map(str, arguments)])


@pytest.fixture(autouse=True)
def no_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ERP_PASSWORD", raising=False)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        pytest.param('{"ERP_PASSWORD": "Top5ecret"}', 3, id="given"),
        pytest.param("// none yet\n{}", 1, id="not in it"),
    ],
)
def test_secrets_come_from_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str, code: int
) -> None:
    secrets, report, kept = tmp_path / "secrets.json", tmp_path / "report.json", tmp_path / "plan.json"
    secrets.write_text(content, encoding="utf-8")
    folder = write(tmp_path / "jobs", {"a": JOB})

    assert planned(folder, "--secrets", secrets, "--report", report, "--out", kept) == code

    written = capsys.readouterr().out + report.read_text(encoding="utf-8") + kept.read_text(encoding="utf-8")
    assert "Top5ecret" not in written
    assert ("${ERP_PASSWORD} is not given" in written) is (code == 1)


def test_secrets_may_be_yaml_and_come_before_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ERP_PASSWORD", "")
    (tmp_path / "secrets.yaml").write_text("ERP_PASSWORD: Top5ecret\n", encoding="utf-8")

    assert planned(write(tmp_path / "jobs", {"a": JOB}), "--secrets", tmp_path / "secrets.yaml") == 3


def test_the_key_to_the_app_is_no_secret_of_a_job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCHEDULER_KEY", "k3y")
    text = json.dumps({"a": JOB}).replace("ERP_PASSWORD", "SCHEDULER_KEY")

    assert planned(write(tmp_path / "jobs", json.loads(text))) == 1


@pytest.mark.parametrize(
    ("content", "words"),
    [
        pytest.param("[1]", "is not an object of secrets by their names.", id="a list"),
        pytest.param('{"A": 7}', ": A is not a text: put it in quotes.", id="a number"),
        pytest.param(
            "Top5ecret", "is not one object of secrets by their names, in JSON or YAML.", id="no JSON"
        ),
        pytest.param("{} {}", "is not one object of secrets by their names, in JSON or YAML.", id="two"),
    ],
)
def test_a_wrong_file_of_secrets_is_refused_without_its_values(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str, words: str
) -> None:
    (tmp_path / "secrets.json").write_text(content, encoding="utf-8")

    assert planned(write(tmp_path / "jobs", {"a": JOB}), "--secrets", tmp_path / "secrets.json") == 1

    said = capsys.readouterr().err
    assert words in said
    assert "Top5ecret" not in said


@pytest.mark.parametrize("option", ["--out", "--report", "--markdown"])
def test_nothing_is_written_into_the_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], option: str
) -> None:
    folder = write(tmp_path / "jobs", {"a": JOB})
    before = (folder / "reports.json").read_bytes()

    assert (
        main(["plan", str(folder), "--to", "http://127.0.0.1:1", option, str(folder / "reports.json")]) == 2
    )

    assert "which holds definitions: choose another place." in capsys.readouterr().err
    assert (folder / "reports.json").read_bytes() == before


@pytest.mark.parametrize(
    ("content", "words"),
    [
        pytest.param("{}", "is no plan that `plan --out` wrote.", id="another file"),
        pytest.param("no JSON", "is no plan that `plan --out` wrote.", id="no JSON"),
        pytest.param(
            '{"form": "scheduler plan 1", "to": "x", "changes": {}}', "is a plan for x, not for", id="x"
        ),
    ],
)
def test_a_plan_that_is_none_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str, words: str
) -> None:
    kept, folder = tmp_path / "plan.json", write(tmp_path / "jobs", {"a": {**JOB, "action": ACTION}})
    kept.write_text(content, encoding="utf-8")

    with an_app_that_answers(Answer(), a_list()) as (app, receiver):
        code = main(["apply", str(folder), "--to", app.address, "--plan", str(kept), "--yes"])
        methods = {receiver.requests.get_nowait().method for _ in range(receiver.requests.qsize())}

    assert (code, methods) == (1, {"GET"})
    assert words in capsys.readouterr().err
