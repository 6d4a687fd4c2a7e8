"""`dev.py preview`, run as a process without any installed package."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
MONDAYS = {
    "startTime": "2026-03-02T09:00Z",
    "recurrence": {"frequency": "week", "count": 3, "schedule": {"weekDays": ["monday"], "hours": [10]}},
}
NOW = ["--now", "2026-03-01T00:00Z"]


def preview(text: str, *options: str) -> subprocess.CompletedProcess[str]:
    without_packages = [sys.executable, "-S", "dev.py", "preview", *options]
    return subprocess.run(
        without_packages, cwd=ROOT, input=text, capture_output=True, encoding="utf-8", check=False
    )


@pytest.mark.parametrize(
    "job", [MONDAYS, {"name": "c/j", "properties": {**MONDAYS, "action": {"type": "?"}}}]
)
def test_a_sentence_and_the_next_runs(job: dict[str, Any]) -> None:
    shown = preview(json.dumps(job), *NOW, "--top", "2")

    assert (shown.returncode, shown.stderr) == (0, "")
    assert shown.stdout.splitlines() == [
        "Every week on Monday at 10:00 UTC, 3 times",
        "    Mon 2026-03-02T10:00:00Z",
        "    Mon 2026-03-09T10:00:00Z",
    ]


def test_the_end_is_shown_when_it_is_reached() -> None:
    shown = preview(json.dumps(MONDAYS), *NOW)

    assert shown.stdout.splitlines()[3:] == ["    Mon 2026-03-16T10:00:00Z", "    and no more"]


def test_json_for_programs_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "job.json"
    file.write_bytes(b"\xef\xbb\xbf" + json.dumps({"startTime": "2026-05-01T00:00:00.5Z"}).encode())

    shown = preview("", str(file), *NOW, "--json")

    assert json.loads(shown.stdout) == {
        "sentence": "Once, on 2026-05-01 at 00:00 UTC",
        "runs": ["2026-05-01T00:00:00.5Z"],
    }


def test_a_bad_job_is_told_on_standard_error_alone() -> None:
    shown = preview(json.dumps({"recurrence": {"frequency": "day", "schedule": {"hours": [5, 6, 24]}}}))

    assert (shown.returncode, shown.stdout) == (1, "")
    assert shown.stderr.strip() == "recurrence.schedule.hours[2]: 24 is not between 0 and 23"


@pytest.mark.parametrize("text", ["{}", '{"foo": 1}', '{"properties": {}}', '{"properties": 1, "name": "j"}'])
def test_what_holds_no_job_is_told(text: str) -> None:
    shown = preview(text, *NOW)

    assert (shown.returncode, shown.stdout) == (1, "")
    assert shown.stderr == "There is no job in it: it has no recurrence, no startTime and no action.\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param(b"", "Standard input is empty; it should hold a job as JSON.", id="nothing"),
        pytest.param(b" \n", "Standard input is empty; it should hold a job as JSON.", id="blanks"),
        pytest.param(b"\xff", "Standard input is not UTF-8.", id="bytes"),
        pytest.param(b"[]", "Standard input is JSON, but not an object.", id="a list"),
    ],
)
def test_what_cannot_be_read_is_called_what_it_is(text: bytes, words: str, tmp_path: Path) -> None:
    command = [sys.executable, "-S", "dev.py", "preview"]
    file = tmp_path / "job.json"
    file.write_bytes(text)

    piped = subprocess.run(command, cwd=ROOT, input=text, capture_output=True, check=False)
    named = subprocess.run([*command, str(file)], cwd=ROOT, capture_output=True, check=False)

    assert (piped.returncode, piped.stderr.decode()) == (1, f"{words}\n")
    assert named.stderr.decode() == f"{words.replace('Standard input', str(file))}\n"


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ('{"recurence": {}}', "recurence; did you mean recurrence?"),
        ('{"properties": {"startTme": 1}}', "startTme; did you mean startTime?"),
    ],
)
def test_a_misspelt_key_is_named(text: str, hint: str) -> None:
    shown = preview(text, *NOW)

    assert (shown.returncode, shown.stdout) == (1, "")
    assert hint in shown.stderr


@pytest.mark.parametrize(
    "text", ['{"action": {"type": "Http"}}', '{"Properties": {"ACTION": {}}}', '{"startTime": "2026-05-01"}']
)
def test_a_job_may_run_once(text: str) -> None:
    shown = preview(text, *NOW)

    assert (shown.returncode, shown.stderr) == (0, "")
    assert shown.stdout.startswith("Once")


def test_what_is_told_of_a_job_cannot_steer_the_terminal() -> None:
    shown = preview(json.dumps({"startTime": "\u202e\u2028"}))

    assert shown.returncode == 1
    assert "\u202e" not in shown.stderr
    assert "startTime: '\ufffd\ufffd' is not a date-time" in shown.stderr


def test_a_bad_job_is_json_for_programs() -> None:
    shown = preview("{}}", "--json")

    assert shown.returncode == 1
    assert json.loads(shown.stdout)["error"]["code"] == "BadRequest"


def test_a_line_each_and_a_bad_one_does_not_stop_the_rest() -> None:
    lines = [
        json.dumps({**MONDAYS, "now": "2026-03-09T10:00:01Z"}),
        "rubbish",
        "",
        json.dumps({"now": "never"}),
        json.dumps(["not", "a", "job"]),
        json.dumps({"recurrence": {"frequency": "day", "endTime": "2020-01-01"}}),
        json.dumps({"properties": {"recurrence": {"frequency": "day"}}}),
    ]

    shown = preview("\n".join(lines), *NOW, "--jsonl", "--top", "2")

    first, *bad, last = [json.loads(line) for line in shown.stdout.splitlines()]
    assert (shown.returncode, shown.stderr) == (1, "")
    assert first == {"runs": ["2026-03-16T10:00:00Z", "2026-03-23T10:00:00Z"]}
    assert [answer["error"]["message"].partition(":")[0] for answer in bad] == [
        "The line is not JSON",
        "now",
        "The line is JSON, but not an object.",
        "recurrence.endTime",
    ]
    assert last == {"runs": ["2026-03-01T00:00:00Z", "2026-03-02T00:00:00Z"]}


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--now", "soon"], "'soon' is not a date-time"),
        (["--top", "0"], "must be a number between 1 and 10000"),
        (["--json", "--jsonl"], "not allowed with argument"),
        (["no/such/file"], "Cannot read no/such/file"),
    ],
)
def test_a_wrong_option_is_refused(options: list[str], complaint: str) -> None:
    shown = preview("{}", *options)

    assert shown.returncode != 0
    assert complaint in shown.stderr
    assert shown.stdout == ""
