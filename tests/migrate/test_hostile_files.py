"""Files that nobody should have written: a clear error each, and nothing is created."""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from migrate.__main__ import main
from migrate.files import Source
from migrate.found import Defaults
from migrate.planning.job import Outcome, Wishes
from migrate.planning.whole_import import make_plan
from migrate.recognise import find_all
from migrate.reporting.html import write_html
from migrate.reporting.report import Occasion, make_report
from migrate.reporting.text import write_text
from migrate.terminal import Problem
from tests.migrate.exports import FILES, NOW
from tests.migrate.spoiling import places, spoilt

DEFAULTS: Final = Defaults(
    subscription="s", resource_group="g", collection="c", location="westus", sku="standard"
)
FILL: Final = ["--subscription", "s", "--resource-group", "g", "--location", "westus", "--sku", "standard"]
WRONG: Final[list[Any]] = [None, True, 7, -1.5, "", "text", [], [7], {}, {"a": {"b": []}}, "x" * 5_000]


def imported(content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    file = tmp_path / "hostile.json"
    file.write_bytes(content)
    code = main(["import", str(file), "--dry-run", *FILL])
    shown = capsys.readouterr()
    return code, shown.out, shown.err.replace(str(tmp_path), "…")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        pytest.param(b"", "…/hostile.json is empty.", id="empty"),
        pytest.param(b"\xff\xfe", "…/hostile.json is empty.", id="a byte-order mark alone"),
        pytest.param(b"\x80\x81\x82", "…/hostile.json is not UTF-8, nor any other encoding", id="no text"),
        pytest.param(b"[" * 100_000, "…/hostile.json is nested too deeply.", id="endless brackets"),
        pytest.param(
            b"[" * 200 + b"]" * 200, "…/hostile.json is nested too deeply.", id="more brackets than a job has"
        ),
        pytest.param(b'{"a": 1, "a": 2}', "a key stands twice in one object", id="a key twice"),
        pytest.param(b'{"a": NaN}', "NaN is not a JSON number", id="no number"),
        pytest.param(
            b"9" * 5_000, "…/hostile.json is not JSON: a number has more than 400 digits", id="a huge number"
        ),
        pytest.param(b'{"a": "\\ud800"}', "holds half of a surrogate pair", id="half a character"),
        pytest.param(
            b'{"a": 1', "…/hostile.json is not JSON: it cannot be read at line 1, column 8", id="cut short"
        ),
        pytest.param(
            b"<jobs/>", "…/hostile.json is not JSON: it cannot be read at line 1, column 1", id="XML"
        ),
        pytest.param(b'"\\"' * 500_000, "…/hostile.json is not JSON", id="a string without end"),
        pytest.param(b"/*" * 500_000, "…/hostile.json is not JSON", id="a comment without end"),
    ],
)
def test_a_file_that_cannot_be_read_is_named_with_the_reason(
    content: bytes, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, printed, said = imported(content, tmp_path, capsys)

    assert (code, printed) == (1, "")
    assert words in said


def test_a_file_of_a_hundred_megabytes_is_not_even_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "large.json"
    with file.open("wb") as opened:
        opened.truncate(100 << 20)

    code = main(["import", str(file), "--dry-run"])

    assert code == 1
    assert f"{file} has more than 64 MiB: split it." in capsys.readouterr().err


def test_a_report_that_cannot_be_written_is_told_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(["import", "nowhere.json", "--dry-run", "--report", str(tmp_path / "no" / "report.json")])

    assert code == 1
    assert f"there is no folder {tmp_path / 'no'}." in capsys.readouterr().err


def test_a_report_never_overwrites_an_export(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "only-copy.json"
    file.write_text("[]", encoding="utf-8")

    code = main(["import", str(file), "--dry-run", "--report", str(tmp_path / "." / "only-copy.json")])

    assert (code, file.read_text(encoding="utf-8")) == (2, "[]")
    assert "which is to be imported: choose another name." in capsys.readouterr().err


JOB: Final[dict[str, Any]] = {
    "id": "/subscriptions/s/resourceGroups/g/providers/Microsoft.Scheduler/jobCollections/c/jobs/j",
    "type": "Microsoft.Scheduler/jobCollections/jobs",
    "name": "c/j",
    "properties": {
        "startTime": "2015-07-13T00:00:00Z",
        "action": {
            "type": "Http",
            "request": {
                "uri": "http://example.com/",
                "method": "GET",
                "headers": {"a": "b"},
                "authentication": {"type": "Basic", "username": "u", "password": "Top5ecret"},
            },
            "retryPolicy": {"retryType": "fixed", "retryInterval": "00:01:00", "retryCount": 2},
            "errorAction": {
                "type": "StorageQueue",
                "queueMessage": {
                    "storageAccount": "acct",
                    "queueName": "queue-1",
                    "message": "m",
                    "sasToken": "Top5ecret",
                },
            },
        },
        "recurrence": {"frequency": "week", "interval": 1, "schedule": {"weekDays": ["monday"]}},
        "state": "enabled",
        "status": {"executionCount": 1, "nextExecutionTime": "2016-04-04T00:00:00Z"},
    },
}
COLLECTION: Final = {
    "id": "/subscriptions/s/resourceGroups/g/providers/Microsoft.Scheduler/jobCollections/c",
    "type": "Microsoft.Scheduler/jobCollections",
    "name": "c",
    "location": "West US",
    "tags": {"a": "b"},
    "properties": {
        "sku": {"name": "Standard"},
        "state": "Enabled",
        "quota": {"maxJobCount": 50, "maxRecurrence": {"frequency": "minute", "interval": 1}},
    },
}


@pytest.mark.parametrize("wrong", WRONG, ids=lambda value: repr(value)[:20])
def test_a_wrong_type_anywhere_ends_in_a_report_or_in_words(wrong: object) -> None:
    ended = []
    for number, document in enumerate((COLLECTION, JOB)):
        for way in places(document):
            documents: list[Any] = [COLLECTION, JOB]
            documents[number] = spoilt(document, way, wrong)
            ended.append(report_of(documents))

    assert len(ended) > 40
    assert all(ended)
    assert not any("Top5ecret" in text for text in ended)


def report_of(documents: list[Any]) -> str:
    """Return all reports of an import, or the words in which it ends."""
    source = Source(name="a.json", content=json.dumps(documents).encode())
    try:
        found, files = find_all([source], DEFAULTS)
        plan = make_plan(found, DEFAULTS, None, Wishes(now=NOW, secrets={}))
    except Problem as problem:
        return str(problem)
    report = make_report(plan, files, Occasion(now=NOW, to="", dry_run=True))
    json.dumps(report.as_json())
    return write_text(report, whole=True) + write_html(report)


@pytest.mark.parametrize("name", ["a/b", "..", "a\u0000b", "ä", "x" * 101, "<script>", "a?b#c", "\u202e"])
def test_a_name_with_odd_characters_stops_only_its_job(name: str) -> None:
    odd = {**JOB, "id": None, "name": f"c/{name}"}

    found, _ = find_all(
        [Source(name="a.json", content=json.dumps([COLLECTION, JOB, odd]).encode())], DEFAULTS
    )
    plan = make_plan(found, DEFAULTS, None, Wishes(now=NOW, secrets={}))

    outcomes = [(job.name, job.outcome) for job in plan.collections[0].jobs]
    assert ("j", Outcome.CREATE) in outcomes
    assert len(plan.nameless) == 1


def test_the_same_name_twice_with_other_contents_is_refused() -> None:
    other = spoilt(JOB, ("properties", "action", "request", "uri"), "http://example.org/")

    text = report_of([COLLECTION, JOB, other])

    assert "j: cannot be imported" in text
    assert "it is defined in two ways, in a.json, [1] and in a.json, [2]: give only one of them" in text


@pytest.mark.parametrize(
    "file", sorted(file for file in FILES.rglob("*") if file.is_file()), ids=lambda file: str(file.name)
)
def test_every_fixture_cut_short_anywhere_ends_in_words(file: Path) -> None:
    content = file.read_bytes()
    step = max(1, len(content) // 40)

    ended = [ending(content[:end]) for end in range(1, len(content.rstrip()), step)]

    assert [text for text in ended if not text.startswith("a.json is ")] == []


def ending(content: bytes) -> str:
    """Return the words in which reading ends, or how many were found."""
    try:
        found, _ = find_all([Source(name="a.json", content=content, named=False)], DEFAULTS)
    except Problem as problem:
        return str(problem)
    return f"found {len(found)}"
