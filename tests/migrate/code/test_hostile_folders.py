"""Folders that nobody should have written: words, never a crash, never a secret, and nothing is removed."""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from migrate.code.plan_file import intended
from migrate.code.report import report_plan
from migrate.code.text import write_comment, write_plan
from migrate.terminal import Problem
from tests.migrate.code.plans import ACTION, CRON, NAMED, Json, plan, write
from tests.migrate.spoiling import places, spoilt
from tests.migrate.test_hostile_files import WRONG

BASIC: Final = {"type": "Basic", "username": "u", "password": "Top5ecret"}
SECURED: Final[Json] = {**ACTION, "request": {**ACTION["request"], "authentication": BASIC}}
WHOLE: Final = {
    **NAMED,
    "location": "West Europe",
    "sku": {"name": "Standard"},
    "state": "Enabled",
    "tags": {"a": "b"},
    "quota": {"maxJobCount": 5, "maxRecurrence": {"frequency": "minute", "interval": 1}},
    "defaults": {"timeZone": "Europe/Berlin", "errorAction": SECURED},
    "calendars": {"closed": {"dates": ["2026-12-24"]}},
    "disabled": {"note": "later"},
    "jobs": {"daily": {**CRON, "action": SECURED, "tags": {"a": "b"}, "exclude": {"calendars": ["closed"]}}},
}


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        pytest.param("a.json", b"", "a.json is empty.", id="empty"),
        pytest.param("a.yaml", b"collection: [", "a.yaml is not YAML", id="cut short"),
        pytest.param("a.yaml", b"a: !!python/object:os.system x", "a tag that is not understood", id="a tag"),
        pytest.param(
            "a.yaml",
            b"a: &a [1,1,1,1,1,1,1,1,1,1]\n"
            + b"".join(
                b"%c: &%c [%s]\n" % (98 + n, 98 + n, b",".join([b"*%c" % (97 + n)] * 10)) for n in range(8)
            ),
            "has more than 1,000,000 values",
            id="aliases of aliases",
        ),
        pytest.param(
            "a.json", b'{"colection": "c", "jobs": {}}', "nothing of Scheduler", id="a misspelt mark"
        ),
        pytest.param("a.yml", b"on: push\njobs: {}\n", "nothing of Scheduler", id="a workflow"),
        pytest.param(
            "a.json", b'{"collection": "c", "jobs": {"j": {}}}', "--subscription", id="no subscription"
        ),
        pytest.param("notes.md", b"# Notes", "There is no file in", id="no file of ours"),
    ],
)
def test_what_is_no_definition_ends_in_words(tmp_path: Path, name: str, content: bytes, words: str) -> None:
    (tmp_path / name).write_bytes(content)

    with pytest.raises(Problem) as told:
        plan(tmp_path, prune=True)

    assert words in str(told.value)


def test_a_folder_without_a_definition_prunes_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"value": []}', encoding="utf-8")

    with pytest.raises(Problem, match="There is no definition in"):
        plan(tmp_path, prune=True)


@pytest.mark.parametrize("wrong", WRONG, ids=lambda value: repr(value)[:20])
def test_a_wrong_type_anywhere_ends_in_a_plan_or_in_words(tmp_path: Path, wrong: object) -> None:
    ended = [ending(tmp_path, spoilt(WHOLE, way, wrong)) for way in places(WHOLE)]

    assert len(ended) > 40
    assert all(ended)
    assert not any("Top5ecret" in text for text in ended)


def ending(folder: Path, document: Any) -> str:
    """Return all that is written of a plan, or the words in which it ends."""
    (folder / "a.json").write_text(json.dumps(document), encoding="utf-8")
    try:
        planned = plan(folder)
    except Problem as problem:
        return str(problem)
    report = report_plan(planned, "https://app.example")
    return write_plan(report) + write_comment(report) + json.dumps([report.as_json(), intended(planned)])


@pytest.mark.parametrize(
    "name", ["a/b", "..", "a\u0000b", "ä", "x" * 101, "<script>", "a?b#c", "\u202e", "a\nb"]
)
def test_a_name_with_odd_characters_cannot_be(tmp_path: Path, name: str) -> None:
    planned = plan(write(tmp_path / "jobs", {name: CRON, "daily": CRON}))

    assert planned.impossible
    assert "\u202e" not in write_plan(report_plan(planned, ""))


def test_nothing_in_a_file_ends_the_fence_of_a_comment(tmp_path: Path) -> None:
    hostile = {**CRON, "timeZone": "````@everyone"}

    comment = write_comment(report_plan(plan(write(tmp_path / "jobs", {"daily": hostile})), ""))

    first, *_, last = [line for line in comment.splitlines() if line.startswith("`")]
    assert (first, last) == ("`````diff", "`````")
    assert comment.count("\n`") == 2


def test_a_long_plan_fits_into_a_comment(tmp_path: Path) -> None:
    jobs = {f"job {number}": CRON for number in range(900)}

    comment = write_comment(report_plan(plan(write(tmp_path / "jobs", jobs, sku="P20Premium")), ""))

    assert len(comment) < 65_536
    assert "… the rest is in the log of the run.\n```\n" in comment
