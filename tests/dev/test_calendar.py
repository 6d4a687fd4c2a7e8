"""`dev.py calendar`: the days, the JSON and the mistakes, with the real library in a process of its own."""

import json
import os
import subprocess
import sys

import pytest

from local.dev.calendar import ensure_library, parse, search_path
from tests.documents import ROOT, code_blocks, section

Shown = subprocess.CompletedProcess[str]


@pytest.fixture(scope="module", autouse=True)
def _library() -> None:
    ensure_library()


def calendar(*arguments: str) -> Shown:
    return subprocess.run(
        [sys.executable, "-P", "-m", "local.calendars", *arguments],
        cwd=ROOT,
        env={**os.environ, **search_path()},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def test_the_holidays_of_bavaria_are_ready_to_be_pasted_into_a_collection() -> None:
    shown = calendar("DE-BY", "2026")

    assert (shown.returncode, shown.stderr) == (0, "DE-BY (Bayern, Germany), 2026: 12 days.\n")
    assert json.loads(shown.stdout) == {
        "de-by-holidays": {
            "dates": [
                *("2026-01-01", "2026-01-06", "2026-04-03", "2026-04-06", "2026-05-01", "2026-05-14"),
                *("2026-05-25", "2026-06-04", "2026-10-03", "2026-11-01", "2026-12-25", "2026-12-26"),
            ]
        }
    }


@pytest.mark.parametrize(
    ("arguments", "name", "dates"),
    [
        pytest.param(
            ["nyse", "2026"],
            "xnys-holidays",
            [
                *("2026-01-01", "2026-01-19", "2026-02-16", "2026-04-03", "2026-05-25"),
                *("2026-06-19", "2026-07-03", "2026-09-07", "2026-11-26", "2026-12-25"),
            ],
            id="a market by its other name",
        ),
        pytest.param(
            ["XNYS", "2026", "--category", "half-day", "--name", "short"],
            "short",
            ["2026-11-27", "2026-12-24"],
            id="another category, another name",
        ),
        pytest.param(
            ["ECB", "2026-2027"],
            "xecb-holidays",
            [
                *("2026-01-01", "2026-04-03", "2026-04-06", "2026-05-01", "2026-12-25", "2026-12-26"),
                *("2027-01-01", "2027-03-26", "2027-03-29", "2027-05-01", "2027-12-25", "2027-12-26"),
            ],
            id="two years",
        ),
        pytest.param(
            ["Germany-bayern", "2028", "--category", "catholic"],
            "de-by-holidays",
            ["2028-08-15"],
            id="a part by its name",
        ),
    ],
)
def test_the_days_of_a_place(arguments: list[str], name: str, dates: list[str]) -> None:
    shown = calendar(*arguments)

    assert json.loads(shown.stdout) == {name: {"dates": dates}}, shown.stderr


def test_a_day_off_counts_for_the_year_in_which_it_falls() -> None:
    new_year_on_a_saturday = calendar("US", "2027-2027")

    (found,) = json.loads(new_year_on_a_saturday.stdout).values()
    assert (found["dates"][0], found["dates"][-1]) == ("2027-01-01", "2027-12-31")


def test_many_days_in_a_row_become_a_range_and_estimates_are_told() -> None:
    shown = calendar("AE", "2028", "--names")

    (found,) = json.loads(shown.stdout).values()
    first, second, *_, last = shown.stderr.splitlines()
    assert found["ranges"] == [{"from": "2028-05-04", "to": "2028-05-07"}]
    assert (first, second) == (
        "Sat 2028-01-01  New Year's Day",
        "Sat 2028-02-26  Eid al-Fitr (estimated)",
    )
    assert last == "AE (United Arab Emirates), 2028: 12 days, 9 of them estimated."


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        pytest.param(
            ["Germny", "2026"],
            "There is no country and no market 'Germny': give a country as DE, a part of one as DE-BY, "
            "or a market as XNYS; did you mean Germany?",
            id="country",
        ),
        pytest.param(
            ["XNYX", "2026"],
            "There is no country and no market 'XNYX': give a country as DE, a part of one as DE-BY, "
            "or a market as XNYS; did you mean XNYS?",
            id="market",
        ),
        pytest.param(
            ["XX", "2026"],
            "There is no country and no market 'XX': give a country as DE, a part of one as DE-BY, "
            "or a market as XNYS.",
            id="too short for a guess",
        ),
        pytest.param(
            ["DE-Bayren", "2026"],
            "DE (Germany) has no part 'Bayren'; it has BB, BE, BW, BY, HB, HE, HH, MV, NI, NW, RP, SH, SL, "
            "SN, ST, TH, Augsburg; did you mean Bayern?",
            id="part",
        ),
        pytest.param(
            ["JP-13", "2026"], "The library knows no parts of JP (Japan): leave out '-13'.", id="no parts"
        ),
        pytest.param(
            ["DE", "2026", "--category", "bank"],
            "DE has no days of the category 'bank': its categories are catholic, public, school.",
            id="category",
        ),
        pytest.param(
            ["DE", "1990"],
            "The library knows the days of DE from 1991 to 2100: take such years.",
            id="years",
        ),
        pytest.param(
            ["DE-BY", "2026-2060"],
            "These are 420 dates and ranges, and a calendar has at most 400: take fewer years.",
            id="too many",
        ),
        pytest.param(
            ["BV", "2026"], "BV has no public days in these years: its categories are public.", id="none"
        ),
    ],
)
def test_what_the_library_does_not_have_is_told(arguments: list[str], words: str) -> None:
    refused = calendar(*arguments)

    assert (refused.returncode, refused.stdout, refused.stderr) == (2, "", f"{words}\n")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        pytest.param(["DE"], "the following arguments are required: YEARS", id="no years"),
        pytest.param(["DE", "26"], "'26' is neither a year (2026) nor a span (2026-2030)", id="no year"),
        pytest.param(["DE", "2030-2026"], "'2030-2026' ends before it begins", id="backwards"),
        pytest.param(["DE", "2026", "--name", " "], "must not be empty", id="no name"),
        pytest.param(["DE", "2026", "--nmaes"], "--nmaes; did you mean --names?", id="option"),
        pytest.param(["DE", "2026", "--to", "http://x"], "is not the address of a collection", id="app"),
        pytest.param(
            ["DE", "2026", "--to", "http://x/subscriptions/s?code=k"],
            "is not the address of a collection",
            id="query",
        ),
    ],
)
def test_a_mistake_is_told_before_anything_is_installed(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        parse(arguments)

    assert ended.value.code == 2
    assert words in capsys.readouterr().err


def test_the_document_shows_what_is_printed() -> None:
    shown, _ = code_blocks(section("docs/local-time.md", "Public holidays"), "")
    command, _, printed = shown.partition("\n")
    _, _, *arguments = command.split()

    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=True,
    )

    assert done.stdout == printed
