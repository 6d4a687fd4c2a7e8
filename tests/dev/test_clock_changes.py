"""`dev.py clock-changes`: what people and programs are told, by an app with a table in memory."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from local.clock_changes.__main__ import main
from local.clock_changes.words import sentences
from local.dev.clock_changes import parse
from shared.functions.wiring import App
from tests.documents import LOCAL, ROOT, code_blocks, section
from tests.functions.calls import KEY
from tests.functions.overviews.lists import a_collection, a_job, an_empty_place
from tests.served import served

BERLIN = "Europe/Berlin"
START = "2026-03-02"


def daily(*hours: int, minutes: tuple[int, ...] = (30,)) -> dict[str, Any]:
    return {"frequency": "day", "schedule": {"hours": hours, "minutes": minutes}}


def an_app_with_jobs() -> App:
    """An app at 2026-03-02 09:00 UTC, with the jobs of the document."""
    _, app = an_empty_place()
    nightly = a_collection(app, "nightly", subscription="s1", group="g1", defaults={"timeZone": BERLIN})
    policy = {"missing": "skip", "repeated": "both"}
    for name, recurrence, more in (
        ("backup", daily(2), {}),
        ("report", daily(2, 3), {}),
        ("tidy up", daily(2), {"daylightSaving": policy}),
        ("at nine", daily(9), {}),
    ):
        a_job(app, f"{nightly}/jobs/{name}", startTime=START, recurrence=recurrence, **more)
    return app


def a_berlin_job(app: App, subscription: str) -> None:
    collection = a_collection(app, "c", subscription=subscription, group="g")
    a_job(app, f"{collection}/jobs/j", startTime=START, recurrence=daily(2), timeZone=BERLIN)


def told(app: App, capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Return the exit code, what is printed, and what is said."""
    with served(app) as receiver:
        code = main(["--from", receiver.uri, "--key", KEY, *arguments])
    shown = capsys.readouterr()
    return code, shown.out, shown.err.replace(receiver.uri, "URL")


def test_the_document_shows_what_is_printed() -> None:
    (shown,) = code_blocks(section("docs/local-time.md", "What the next clock change does"), "")
    command, _, printed = shown.partition("\n")
    _, _, *arguments = command.split()

    with served(an_app_with_jobs()) as receiver:
        done = subprocess.run(
            [sys.executable, *(word.replace(LOCAL, receiver.uri) for word in arguments)],
            cwd=ROOT,
            env={**os.environ, "SCHEDULER_KEY": KEY},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )

    assert (done.returncode, done.stdout, done.stderr) == (0, printed, "")


def test_subscriptions_are_named_if_there_are_several(capsys: pytest.CaptureFixture[str]) -> None:
    _, app = an_empty_place()
    a_berlin_job(app, "prod")
    a_berlin_job(app, "Test")
    for number in range(3):
        a_collection(app, "c", subscription=f"void{number}")
    change = [
        "2026-03-29 02:00 Europe/Berlin, clocks go from +01:00 to +02:00:",
        "    g/c/j: 02:30 does not exist; it runs at 03:30 (01:30 UTC)",
    ]
    nothing = "no running job uses a zone whose clocks change in that time."

    _, of_all, _ = told(app, capsys, "--until", "2026-06-01")
    _, of_two, _ = told(
        app, capsys, "--until", "2026-06-01", "--subscription", "test", "--subscription", "void1"
    )
    _, of_one, _ = told(app, capsys, "--until", "2026-06-01", "--subscription", "TEST")

    of_test = ["Subscription Test:", *change]
    in_others = f"In 3 other subscriptions, {nothing}"
    assert of_all.splitlines() == ["Subscription prod:", *change, *of_test, in_others]
    assert of_two.splitlines() == [*of_test, f"In 1 other subscription, {nothing}"]
    assert of_one.splitlines() == change


@pytest.mark.parametrize(
    ("arrange", "words"),
    [
        pytest.param(lambda _: None, "The app has no collections.", id="no collections"),
        pytest.param(
            lambda app: a_collection(app, "c"),
            "No running job uses a zone whose clocks change in that time.",
            id="no jobs",
        ),
    ],
)
def test_that_there_is_nothing_is_said(
    arrange: Callable[[App], object], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    _, app = an_empty_place()
    arrange(app)

    assert told(app, capsys) == (0, f"{words}\n", "")


def test_programs_get_the_apps_own_answer_with_the_subscription(capsys: pytest.CaptureFixture[str]) -> None:
    _, app = an_empty_place()
    a_berlin_job(app, "Prod")

    code, printed, _ = told(app, capsys, "--json", "--until", "2026-03-29T01:00:00Z")

    id = "/subscriptions/Prod/resourceGroups/g/providers/Microsoft.Scheduler/jobCollections/c/jobs/j"
    run = {"at": "2026-03-29T01:30:00Z", "local": "2026-03-29T03:30:00+02:00"}
    assert (code, json.loads(printed)) == (
        0,
        {
            "value": [
                {
                    "subscriptionId": "Prod",
                    "properties": {
                        "zone": "Europe/Berlin",
                        "at": "2026-03-29T01:00:00Z",
                        "offsetBefore": "+01:00",
                        "offsetAfter": "+02:00",
                        "jobs": [
                            {
                                "id": id,
                                "effect": "moved",
                                "times": [{"named": ["2026-03-29T02:30:00"], "runs": [run]}],
                            }
                        ],
                    },
                }
            ]
        },
    )


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        pytest.param(
            ["--subscription", "pord"],
            "There is no collection in subscription 'pord'; the app has prod.\n",
            id="subscription",
        ),
        pytest.param(["--until", "2036-01-01"], "until: is more than 366 days ahead\n", id="far ahead"),
        pytest.param(
            ["--key", "wrong"],
            "URL refuses the key: The key is missing or wrong; send it as x-functions-key, as code, "
            "or as a bearer token. Give it with --key or SCHEDULER_KEY.\n",
            id="key",
        ),
    ],
)
def test_a_refusal_is_told(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    _, app = an_empty_place()
    a_collection(app, "c", subscription="prod")

    assert told(app, capsys, *arguments) == (1, "", words)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        pytest.param(["--from", "u", "--until", "soon"], "'soon' is not a date-time like", id="no time"),
        pytest.param(["--from", "u", "--jsno"], "--jsno; did you mean --json?", id="option"),
    ],
)
def test_a_mistake_is_told_before_anything_is_installed(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        parse(arguments)

    assert ended.value.code == 2
    assert words in capsys.readouterr().err


def a_change(zone: str, at: str, offsets: tuple[str, str], **more: Any) -> dict[str, Any]:
    return {"zone": zone, "at": at, "offsetBefore": offsets[0], "offsetAfter": offsets[1], "jobs": [], **more}


def affected(effect: str, *times: tuple[str, str, str], **more: Any) -> dict[str, Any]:
    """A job: each time as it is named, and its run in UTC and on local clocks."""
    id = "/subscriptions/s/resourceGroups/g/providers/Microsoft.Scheduler/jobCollections/c/jobs/j"
    shown = [{"named": [named], "runs": [{"at": at, "local": local}]} for named, at, local in times]
    return {"id": id, "effect": effect, "times": shown, **more}


NUUK = ("2026-03-28T23:30:00", "2026-03-29T01:30:00Z", "2026-03-29T00:30:00-01:00")
LORD_HOWE = ("2026-10-04T02:10:15", "2026-10-03T15:40:15Z", "2026-10-04T02:40:15+11:00")
MANY = [
    (f"2026-03-29T02:0{minute}:00", f"2026-03-29T01:0{minute}:00Z", f"2026-03-29T03:0{minute}:00+02:00")
    for minute in range(6)
]


@pytest.mark.parametrize(
    ("change", "lines"),
    [
        pytest.param(
            a_change(
                "America/Nuuk", "2026-03-29T01:00:00Z", ("-02:00", "-01:00"), jobs=[affected("moved", NUUK)]
            ),
            [
                "2026-03-28 23:00 America/Nuuk, clocks go from -02:00 to -01:00:",
                "    g/c/j: 23:30 does not exist; it runs at 2026-03-29 00:30 (2026-03-29 01:30 UTC)",
            ],
            id="the date moves",
        ),
        pytest.param(
            a_change(
                "Australia/Lord_Howe",
                "2026-10-03T15:30:00Z",
                ("+10:30", "+11:00"),
                jobs=[affected("moved", LORD_HOWE)],
            ),
            [
                "2026-10-04 02:00 Australia/Lord_Howe, clocks go from +10:30 to +11:00:",
                "    g/c/j: 02:10:15 does not exist; it runs at 02:40:15 (2026-10-03 15:40:15 UTC)",
            ],
            id="seconds, and another date in UTC",
        ),
        pytest.param(
            a_change(
                BERLIN,
                "2026-03-29T01:00:00Z",
                ("+01:00", "+02:00"),
                jobs=[affected("moved", *MANY, moreTimes=48)],
                moreJobs=1,
            ),
            [
                "2026-03-29 02:00 Europe/Berlin, clocks go from +01:00 to +02:00:",
                "    g/c/j: 02:00 does not exist; it runs at 03:00 (01:00 UTC)",
                "    g/c/j: 02:01 does not exist; it runs at 03:01 (01:01 UTC)",
                "    g/c/j: 02:02 does not exist; it runs at 03:02 (01:02 UTC)",
                "    g/c/j: 02:03 does not exist; it runs at 03:03 (01:03 UTC)",
                "    g/c/j: and 50 more times like these",
                "    and 1 more job",
            ],
            id="many times and jobs",
        ),
        pytest.param(
            a_change(
                BERLIN, "2026-10-25T01:00:00Z", ("+02:00", "+01:00"), jobs=[affected("doubled", *MANY[:1])]
            ),
            [
                "2026-10-25 03:00 Europe/Berlin, clocks go from +02:00 to +01:00:",
                "    g/c/j: 2026-03-29 02:00: doubled",
            ],
            id="an effect of a newer app",
        ),
    ],
)
def test_a_change_in_words(change: dict[str, Any], lines: list[str]) -> None:
    assert list(sentences(change)) == lines
