"""What is written for programs holds nothing that controls a terminal, and is read back as it was."""

import json
import unicodedata
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from migrate.__main__ import main
from migrate.exporting.bicep import text_in_bicep
from migrate.exporting.terraform import text_in_terraform
from migrate.terminal import json_text
from shared.domain.attempt import Failed
from shared.functions.wiring import App
from tests.builders import NINE
from tests.functions.calls import KEY, call
from tests.functions.extended import EXTENDED
from tests.functions.overviews.lists import a_collection, a_job, an_empty_place
from tests.served import served

MISLEADING = ("Cc", "Cf", "Cs", "Zl", "Zp")
HIDDEN = "\u00ad\u061c\u200b\u200e\u202e\u2028\u2029\u2066\ufeff\U000e0001é𝄞${x}%{y}'\"\\z"
NASTY = f"a\x07\x1b[31m\x7f\x85\x9b{HIDDEN}"
TEXTS = st.text(st.characters(exclude_categories=()))


def raw(text: str) -> list[str]:
    """Return what in a text is no line end, and controls or misleads."""
    return [one for one in text if one != "\n" and unicodedata.category(one) in MISLEADING]


@given(
    st.recursive(
        TEXTS | st.none() | st.integers(), lambda some: st.lists(some) | st.dictionaries(TEXTS, some)
    )
)
def test_json_is_harmless_and_read_back_as_it_was(value: Any) -> None:
    for indent in (None, 2):
        text = json_text(value, indent=indent)

        assert raw(text) == []
        assert json.loads(text) == value


def test_what_can_be_seen_is_written_as_it_is() -> None:
    assert json_text({"é": "München 𝄞 日本"}) == '{"é": "München 𝄞 日本"}'


@pytest.mark.parametrize("write", [text_in_bicep, text_in_terraform])
@given(TEXTS)
def test_other_languages_hold_no_control_either(write: Any, text: str) -> None:
    assert raw(write(text)) == []


@pytest.fixture
def app() -> App:
    """An app with a job whose texts are nasty wherever they may be; it failed with a nasty message."""
    world, app = an_empty_place()
    world.answer = lambda _: Failed(NASTY)
    collection = a_collection(app, "c", group="g")
    action = {
        "type": "Http",
        "request": {"uri": "http://receiver.example/", "method": "POST", "body": NASTY},
        "retryPolicy": {"retryType": "none"},
    }
    a_job(app, f"{collection}/jobs/j", action=action, recurrence=None, beside={"tags": {"nasty": HIDDEN}})
    world.now = NINE + timedelta(seconds=1)
    world.scan_and_run(at=world.now)
    paused = a_job(app, f"{collection}/jobs/paused", startTime="2026-05-01", description=HIDDEN)
    answer = call(app, "POST", f"{paused.strip('/')}/disable", {"note": HIDDEN}, params=EXTENDED)
    assert answer.status_code == 200
    return app


@pytest.mark.parametrize(
    "arguments",
    [
        *(["export", "--as", form] for form in ("rest", "arm", "bicep", "terraform-azapi")),
        ["jobs", "--json"],
        ["failures", "--from", "2026-03-01", "--json"],
        ["next", "--json"],
        ["why", "paused", "--at", "2026-05-01", "--json"],
        ["audit", "--json"],
        ["audit", "--job", "paused", "--json"],
        ["jobs"],
        ["audit", "--job", "paused"],
    ],
    ids=" ".join,
)
def test_what_goes_into_a_pipe_is_harmless(
    app: App, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with served(app) as receiver:
        code = main([*arguments, "--app", receiver.uri, "--key", KEY])

    shown = capsys.readouterr()
    assert code == 0, shown.err
    assert raw(shown.out + shown.err) == []
    if "--json" in arguments and "next" not in arguments:
        assert json.loads(shown.out)


@pytest.mark.parametrize("form", ["rest", "arm"])
def test_an_export_is_read_back_as_it_was(
    app: App, form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "export.json"
    where = ["--subscription", "s", "--resource-group", "g"] if form == "arm" else []

    with served(app) as receiver:
        out = ["--key", KEY, "--as", form, "--out", str(file)]
        assert main(["export", "--from", receiver.uri, *out]) == 0
        main(["import", str(file), *where, "--to", receiver.uri, "--key", KEY, "--dry-run"])

    assert raw(file.read_text(encoding="utf-8")) == []
    assert "\n2 jobs: 2 exist and are the same.\n" in capsys.readouterr().out


def test_a_preview_is_harmless(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "job.json"
    file.write_text(json.dumps({"startTime": NASTY}), encoding="utf-8")

    for options in ([], ["--json"], ["--jsonl"]):
        assert main(["preview", str(file), "--top", "1", *options]) in (0, 1)

    shown = capsys.readouterr()
    assert raw(shown.out + shown.err) == []
