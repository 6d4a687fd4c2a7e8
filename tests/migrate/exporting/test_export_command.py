"""The command, with an answer of its own in place of an app."""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from migrate.__main__ import main
from migrate.found import Json
from tests.migrate.exporting.answers import a_collection_answer, a_job_answer
from tests.migrate.test_remote_app import an_app_that_answers
from tests.receiver import Answer

COUNTED: Final = "1 collection and 1 job, without secrets"


def export(*arguments: str, job: Json | None = None) -> int:
    pages = [[], [a_collection_answer()], [job or a_job_answer()]]
    answers = [Answer(body=json.dumps({"value": page}).encode()) for page in pages]
    with an_app_that_answers(*answers) as (app, _):
        return main(["export", "--from", app.address, "--subscription", "sub-1", *arguments])


@pytest.mark.parametrize(
    ("options", "beginning", "told"),
    [
        pytest.param([], '{\n  "value": [\n', f"{COUNTED} and history.", id="as ever"),
        pytest.param(["--as", "rest"], '{\n  "value": [\n', f"{COUNTED} and history.", id="rest"),
        pytest.param(["--as", "arm"], '{\n  "$schema": ', f"{COUNTED}, history and counters.", id="arm"),
        pytest.param(
            ["--as", "bicep"], "resource collection_", f"{COUNTED}, history and counters.", id="bicep"
        ),
        pytest.param(
            ["--as", "terraform-azapi"], "terraform {\n", f"{COUNTED}, history and counters.", id="terraform"
        ),
    ],
)
def test_each_form_goes_to_standard_output_and_what_is_said_does_not(
    options: list[str], beginning: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code = export(*options)

    shown = capsys.readouterr()
    assert code == 0
    assert shown.out.startswith(beginning)
    assert shown.out.endswith("}\n")
    assert told in shown.err.splitlines()


def test_the_rest_form_says_its_version_and_drops_only_the_etag(capsys: pytest.CaptureFixture[str]) -> None:
    job = a_job_answer()

    export(job=job)

    page: Any = json.loads(capsys.readouterr().out)
    assert page["value"][1] == {
        "apiVersion": "2026-11-01",
        "id": job["id"],
        "type": "Microsoft.Scheduler/jobCollections/jobs",
        "name": "nightly/backup",
        "properties": job["properties"],
    }


def test_a_recurring_job_without_a_start_gets_one_in_every_form(capsys: pytest.CaptureFixture[str]) -> None:
    job = a_job_answer(status={"nextExecutionTime": "2026-05-01T06:00:00Z", "executionCount": 1})
    del job["properties"]["startTime"]

    export("--as", "bicep", job=job)

    shown = capsys.readouterr()
    assert "startTime: '2026-05-01T06:00:00Z'" in shown.out
    assert "1 recurring job got a start time" in shown.err


def test_a_template_goes_into_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "template.json"

    export("--as", "arm", "--out", str(out))

    assert capsys.readouterr().out == ""
    assert len(json.loads(out.read_text(encoding="utf-8"))["resources"]) == 2
