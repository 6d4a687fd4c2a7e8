"""The questions, asked as a person does, of an app with a table in memory at 2026-03-02 09:00 UTC."""

import json
from datetime import timedelta
from typing import Any

import pytest

from migrate.asking.command import run_asking
from migrate.options import parse
from migrate.terminal import Misuse, Problem, Refused
from shared.domain.attempt import Completed, Failed
from shared.functions.wiring import App
from tests.builders import NINE
from tests.functions.calls import KEY, call
from tests.functions.extended import EXTENDED
from tests.functions.overviews.lists import a_collection, a_job, an_empty_place
from tests.served import served
from tests.world import World

BERLIN = "Europe/Berlin"
ACTION = {"type": "Http", "request": {"uri": "http://receiver.example/", "method": "GET"}}
HOURLY = {"frequency": "hour", "schedule": {"minutes": [0]}}


def a_place() -> tuple[World, App]:
    """Three jobs: one fails, one is disabled with a note, and one of Berlin's has not run yet."""
    world, app = an_empty_place()
    world.answer = lambda attempt: Failed("it\nbroke \u202e") if "bad" in str(attempt) else Completed("fine")
    nightly = a_collection(app, "nightly", group="one")
    bad = {**ACTION, "retryPolicy": {"retryType": "none"}}
    a_job(app, f"{nightly}/jobs/bad", startTime="2026-03-02T08:00Z", recurrence=HOURLY, action=bad)
    berlin = {"frequency": "day", "schedule": {"hours": [10], "minutes": [0]}}
    a_job(app, f"{nightly}/jobs/report", startTime="2026-03-03", recurrence=berlin, timeZone=BERLIN)
    daily = a_collection(app, "daily", group="two")
    off = a_job(app, f"{daily}/jobs/report", startTime="2026-03-03T00:00Z", recurrence=HOURLY)
    world.now += timedelta(seconds=1)
    call(app, "POST", f"{off.strip('/')}/disable", {"note": "the target moves"}, params=EXTENDED)
    world.scan_and_run(at=world.now)
    return world, app


def asked(app: App, question: str, *arguments: str) -> None:
    with served(app) as receiver:
        options = parse(question, [*arguments, "--app", receiver.uri, "--key", KEY])
        run_asking(question, options, NINE + timedelta(seconds=2))


def test_jobs_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    _, app = a_place()

    asked(app, "jobs")

    lines = capsys.readouterr().out.splitlines()
    target = "GET http://receiver.example/"
    assert lines[0].split() == ["job", "state", "next", "(UTC)", "last", "recent", "when", "target", "note"]
    assert sorted(" ".join(line.split()) for line in lines[1:]) == [
        f"daily/report disabled Every hour at minute 0 {target} the target moves",
        f"nightly/bad enabled 2026-03-02 10:00:00 faulted f Every hour at minute 0 {target}",
        f"nightly/report enabled 2026-03-03 09:00:00 Every day at 10:00 in Europe/Berlin {target}",
    ]


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        pytest.param(["report"], ["daily/report", "nightly/report"], id="a word"),
        pytest.param(["report", "nightly"], ["nightly/report"], id="two words"),
        pytest.param(["nightly/report"], ["nightly/report"], id="the name that is shown"),
        pytest.param(["two/daily/report"], ["daily/report"], id="that name with the group"),
        pytest.param(["--search", "nightly report"], ["nightly/report"], id="as an option"),
        pytest.param(["--state", "Disabled"], ["daily/report"], id="a state"),
        pytest.param(["--outcome", "faulted"], ["nightly/bad"], id="an outcome"),
        pytest.param(["--collection", "NIGHTLY"], ["nightly/bad", "nightly/report"], id="a collection"),
        pytest.param(["--collection", "two/daily"], ["daily/report"], id="a collection with its group"),
        pytest.param(["--collection", "one/nightly", "--state", "disabled"], [], id="none of them"),
    ],
)
def test_some_jobs_are_asked_for(
    arguments: list[str], names: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    _, app = a_place()

    asked(app, "jobs", "--json", *arguments)

    assert sorted(job["name"] for job in json.loads(capsys.readouterr().out)["value"]) == names


@pytest.mark.parametrize(
    ("question", "words"),
    [
        pytest.param(["jobs", "nothing-like-it"], "There is no such job.", id="jobs"),
        pytest.param(["failures", "--to", "1h"], "Nothing failed in that time.", id="failures"),
        pytest.param(["next", "--until", "1m"], "Nothing runs in that time.", id="next"),
        pytest.param(["audit", "--who", "nobody"], "Nothing was changed, as far as is known.", id="audit"),
        pytest.param(
            ["why", "nightly/once"],
            "No time of the job lies in the last 60 days, or in the next 366.",
            id="why",
        ),
    ],
)
def test_that_there_is_nothing_is_said(
    question: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    _, app = a_place()
    where = "subscriptions/s/resourceGroups/one/providers/Microsoft.Scheduler/jobCollections/nightly"
    a_job(app, f"{where}/jobs/once", startTime="2027-06-01T00:00Z", recurrence=None)

    asked(app, *question)

    assert capsys.readouterr().out == f"{words}\n"


def test_failures_are_listed_and_cannot_control_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    _, app = a_place()

    asked(app, "failures", "--since", "24h")

    title, line = capsys.readouterr().out.splitlines()
    assert title.split() == ["failed", "at", "(UTC)", "job", "action", "message"]
    assert line.startswith("2026-03-02 09:00:01  nightly/bad  MainAction  ")
    assert line.endswith(r"it broke \u202e")


def test_the_next_runs_are_listed_and_that_there_are_more_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    _, app = a_place()

    asked(app, "next", "--until", "2026-03-04", "--top", "2")

    shown = capsys.readouterr()
    assert shown.out.splitlines() == [
        "at (UTC)             job",
        "2026-03-02 10:00:00  nightly/bad",
        "2026-03-02 11:00:00  nightly/bad",
    ]
    assert shown.err == "There are more than these 2: --top shows more.\n"


def test_the_next_runs_are_told_in_the_time_of_their_jobs(capsys: pytest.CaptureFixture[str]) -> None:
    _, app = a_place()

    asked(app, "next", "--top", "30", "--until", "36h", "--job-time")

    lines = capsys.readouterr().out.splitlines()
    assert "2026-03-03 10:00:00+01:00  nightly/report" in lines
    assert "2026-03-02 10:00:00+00:00  nightly/bad" in lines


def test_why_tells_the_times_around_now(capsys: pytest.CaptureFixture[str]) -> None:
    _, app = a_place()

    asked(app, "why", "bad")

    lines = capsys.readouterr().out.splitlines()
    assert lines[0::2] == [
        "2026-03-02 09:00:00 UTC  faulted",
        "2026-03-02 10:00:00 UTC  upcoming",
        "2026-03-02 11:00:00 UTC  upcoming",
        "2026-03-02 12:00:00 UTC  upcoming",
    ]
    assert lines[1].startswith("    It failed")
    assert lines[-1] == "    It is to come, and is due at 2026-03-02 12:00:00 UTC."


def test_why_tells_of_a_sparse_job_too(capsys: pytest.CaptureFixture[str]) -> None:
    _, app = a_place()

    asked(app, "why", "daily/report", "--json")

    answers = json.loads(capsys.readouterr().out)["value"]
    assert [answer["properties"]["at"] for answer in answers] == [
        *("2026-03-03T00:00:00Z", "2026-03-03T01:00:00Z", "2026-03-03T02:00:00Z"),
    ]
    assert {answer["properties"]["occurrences"][0]["outcome"] for answer in answers} == {"disabled"}


@pytest.mark.parametrize(
    ("at", "lines"),
    [
        pytest.param(
            "2026-03-03T11:00",
            [
                "2026-03-03 10:00:00 UTC  no time of the job",
                "    The schedule of job 'report' does not name this time. Hour 11 is none of its hours: 10.",
                "before it: 2026-03-03 09:00:00 UTC",
                "after it: 2026-03-04 09:00:00 UTC",
            ],
            id="the job's clocks",
        ),
        pytest.param(
            "2026-03-03 09:00Z",
            [
                "2026-03-03 09:00:00 UTC  upcoming",
                "    It is to come, and is due at 2026-03-03T10:00:00+01:00.",
                "after it: 2026-03-04 09:00:00 UTC",
            ],
            id="an instant",
        ),
    ],
)
def test_why_tells_of_one_time(at: str, lines: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    _, app = a_place()

    asked(app, "why", "NIGHTLY/report", "--at", at)

    assert capsys.readouterr().out.splitlines() == lines


def test_why_tells_all_times_by_the_clocks_of_the_job(capsys: pytest.CaptureFixture[str]) -> None:
    _, app = a_place()

    asked(app, "why", "nightly/report", "--at", "2026-03-29T11:00", "--job-time")

    first, _, *neighbours = capsys.readouterr().out.splitlines()
    assert first.startswith("2026-03-29 11:00:00+02:00  ")
    assert neighbours == [
        "before it: 2026-03-29 10:00:00+02:00",
        "after it: 2026-03-30 10:00:00+02:00",
    ]


@pytest.mark.parametrize(
    ("message", "told"),
    [
        pytest.param(
            "Http Action - Response from host '127.0.0.1': 'InternalServerError' Response Headers: "
            "Server: BaseHTTP\r\nX: Body\r\n Body: \r\noops\r\nmore",
            "It failed: InternalServerError \N{EN DASH} oops",
            id="an answer",
        ),
        pytest.param(
            "Http Action - Response from host '::1': 'NotFound' Response Headers: A: b\r\n Body: ",
            "It failed: NotFound",
            id="an answer without a body",
        ),
        pytest.param("Queue is gone\nstack", "It failed: Queue is gone", id="no answer"),
        pytest.param("x" * 300, f"It failed: {'x' * 200}…", id="much"),
        pytest.param("", "It failed: no message.", id="nothing"),
    ],
)
def test_why_tells_what_was_answered_without_headers(
    message: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    world, app = an_empty_place()
    world.answer = lambda attempt: Failed(message)
    place = a_collection(app, "nightly")
    never = {**ACTION, "retryPolicy": {"retryType": "none"}}
    a_job(app, f"{place}/jobs/bad", startTime="2026-03-02T08:00Z", recurrence=HOURLY, action=never)
    world.now += timedelta(seconds=1)
    world.scan_and_run(at=world.now)

    asked(app, "why", "bad")

    assert capsys.readouterr().out.splitlines()[1] == f"    {told}"


@pytest.mark.parametrize(
    ("job", "words"),
    [
        pytest.param(
            "report",
            "Several jobs are called 'report': one/nightly/report, two/daily/report. "
            "Name the collection too.",
            id="several",
        ),
        pytest.param(
            "nightly/reprot",
            "There is no job 'nightly/reprot' in subscription s; did you mean nightly/report?",
            id="none, but one like it",
        ),
        pytest.param("zzz", "There is no job 'zzz' in subscription s.", id="none"),
        pytest.param(
            "a/b/c/d",
            "'a/b/c/d' is not a job: write its name, collection/name or group/collection/name.",
            id="too many names",
        ),
        pytest.param("/subscriptions/s", "'/subscriptions/s' is not the id of a job.", id="no id"),
    ],
)
def test_a_job_that_is_not_clear_is_told(job: str, words: str) -> None:
    _, app = a_place()

    with pytest.raises(Problem) as told:
        asked(app, "why", job)

    assert sorted(str(told.value)) == sorted(words)  # the order of shards is not that of names


@pytest.mark.parametrize(
    "job",
    [
        "one/nightly/report",
        "/subscriptions/s/resourceGroups/one/providers/Microsoft.Scheduler/jobCollections/nightly/jobs/report",
    ],
)
def test_a_job_may_be_named_in_full(job: str, capsys: pytest.CaptureFixture[str]) -> None:
    _, app = a_place()

    asked(app, "why", job)

    assert capsys.readouterr().out.startswith("2026-03-03 09:00:00 UTC  upcoming\n")


def audited(app: App, capsys: pytest.CaptureFixture[str], *arguments: str) -> list[list[str]]:
    asked(app, "audit", "--json", *arguments)
    records: list[dict[str, Any]] = json.loads(capsys.readouterr().out)["value"]
    properties = [record["properties"] for record in records]
    return [[one["operation"], one["target"].rpartition("/")[2]] for one in properties]


def test_changes_of_a_job_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    _, app = a_place()

    asked(app, "audit", "--job", "daily/report")

    title, disabled, put = capsys.readouterr().out.splitlines()
    assert title.split() == ["at", "(UTC)", "who", "did", "what", "changed", "note"]
    paused = 'state: "enabled" → "disabled", disabled: absent → {"note": "the target moves"}'
    assert disabled == f"2026-03-02 09:00:01  ops  disable  daily/report  {paused}  the target moves"
    assert put == "2026-03-02 09:00:00  ops  put      daily/report  created"


@pytest.mark.parametrize(
    ("arguments", "number"),
    [
        pytest.param(["--job", "report", "--collection", "two/daily"], 2, id="a job and its collection"),
        pytest.param(["--job", "bad"], 1, id="a job alone"),
        pytest.param(["--collection", "daily", "--top", "1"], 1, id="some of a collection"),
        pytest.param(["--from", "1h", "--who", "ops"], 6, id="a caller"),
        pytest.param(["--to", "1h"], 0, id="before"),
    ],
)
def test_some_changes_are_asked_for(
    arguments: list[str], number: int, capsys: pytest.CaptureFixture[str]
) -> None:
    _, app = a_place()

    assert len(audited(app, capsys, *arguments)) == number


def test_what_is_gone_can_be_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    world, app = a_place()
    path = "subscriptions/s/resourceGroups/one/providers/Microsoft.Scheduler/jobCollections/nightly/jobs/bad"
    world.now += timedelta(minutes=1)
    call(app, "DELETE", path, params=EXTENDED)

    assert audited(app, capsys, "--job", "nightly/bad") == [["delete", "bad"], ["put", "bad"]]


def test_a_collection_is_named_once() -> None:
    _, app = a_place()

    with pytest.raises(Problem, match="leave --collection out"):
        asked(app, "audit", "--job", "daily/report", "--collection", "daily")


def test_what_the_app_refuses_is_told() -> None:
    _, app = a_place()

    with pytest.raises(Refused, match="to: is not later than from"):
        asked(app, "failures", "--from", "2026-03-02", "--to", "2026-03-01")


def test_an_end_that_is_over_is_told_with_its_option() -> None:
    _, app = a_place()

    with pytest.raises(
        Misuse, match=r"--until 2026-03-02T00:00:00Z is not later.*a day alone means its begin"
    ):
        asked(app, "next", "--until", "2026-03-02")


def test_one_of_several_subscriptions_must_be_named(capsys: pytest.CaptureFixture[str]) -> None:
    _, app = a_place()
    a_collection(app, "c", subscription="other")

    with pytest.raises(Problem) as told:
        asked(app, "jobs")
    asked(app, "jobs", "--subscription", "other")

    assert str(told.value) == "The app has several subscriptions: other, s. Name one with --subscription."
    assert capsys.readouterr().out == "There are no jobs.\n"


def test_an_app_without_collections_has_no_subscription() -> None:
    _, app = an_empty_place()

    with pytest.raises(Problem, match=r"^The app has no collections\.$"):
        asked(app, "jobs")


def test_programs_get_all_pages_in_one(capsys: pytest.CaptureFixture[str]) -> None:
    _, app = a_place()

    asked(app, "jobs", "--json")

    answer = json.loads(capsys.readouterr().out)
    assert (len(answer["value"]), answer["nextLink"]) == (3, None)
    assert answer["value"][0]["type"] == "Microsoft.Scheduler/jobCollections/jobs"
