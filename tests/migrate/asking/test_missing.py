"""What is said, and with which exit code, of a collection or a job that is not there, and of no rows."""

import sys

import pytest

from migrate.__main__ import main
from shared.functions.wiring import App
from tests.functions.calls import KEY
from tests.functions.overviews.lists import a_collection, a_job, an_empty_place
from tests.served import served

ONE = "/subscriptions/s/resourceGroups/one/providers/Microsoft.Scheduler/jobCollections"


def a_quiet_place() -> App:
    """An app with a job that never ran, and runs in years; nobody changes anything."""
    _, app = an_empty_place()
    nightly = a_collection(app, "nightly", group="one")
    a_collection(app, "reports", group="two")
    a_job(app, f"{nightly}/jobs/backup", startTime="2027-06-01T00:00Z")
    return app


def told(app: App, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    """Run a command, and return its exit code."""
    monkeypatch.setattr(sys, "argv", ["scheduler"])
    command, *words = arguments
    with served(app) as receiver:
        option = {"export": "--from", "reseal": "--to", "enable": "--to", "disable": "--to"}.get(
            command, "--app"
        )
        return main([command, *words, option, receiver.uri, "--key", KEY])


NOT_THERE = "There is no collection 'nightyl'; did you mean nightly?"
FAR_OFF = "There is no collection 'typo'; there are: nightly, reports."
NO_GROUP = "There is no collection 'two/nightly'; there are: one/nightly, two/reports."
NO_JOB = "There is no job 'nightly/bakcup' in subscription s; did you mean nightly/backup?"
NO_SUBSCRIPTION = "There is no collection in subscription 'x'; the app has s."
OF_A_COLLECTION = [
    *(["jobs"], ["jobs", "--outcome", "faulted"], ["jobs", "word"], ["jobs", "--json"]),
    *(["audit"], ["audit", "--json"], ["audit", "--who", "ops"]),
    *(["enable", "--subscription", "s"], ["disable", "--subscription", "s"]),
    *(["export", "--subscription", "s"], ["reseal", "--subscription", "s"]),
]
OF_A_SUBSCRIPTION = [["jobs"], ["jobs", "--json"], ["failures"], ["next"], ["audit"]]
OF_A_JOB = [
    ["why"],
    ["why", "--at", "2026-03-02T09:00:00Z"],
    ["audit", "--job"],
    ["audit", "--json", "--job"],
]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        *(
            pytest.param([*line, "--collection", "nightyl"], NOT_THERE, id=" ".join(line))
            for line in OF_A_COLLECTION
        ),
        pytest.param(["jobs", "--collection", "typo"], FAR_OFF, id="nothing alike"),
        pytest.param(["jobs", "--collection", "two/nightly"], NO_GROUP, id="in no such group"),
        pytest.param(["jobs", "--collection", f"{ONE}/typo"], "'one/typo'", id="by its id"),
        *(
            pytest.param([*line, "--subscription", "x"], NO_SUBSCRIPTION, id=f"{line} x")
            for line in OF_A_SUBSCRIPTION
        ),
        *(pytest.param([*line, "nightly/bakcup"], NO_JOB, id=" ".join(line)) for line in OF_A_JOB),
        pytest.param(["why", "bakcup"], "did you mean backup?", id="a job by its name alone"),
        pytest.param(
            ["why", f"{ONE}/nightly/jobs/bakcup"], "did you mean nightly/backup?", id="a job by its id"
        ),
        pytest.param(
            ["audit", "--job", "bakcup", "--collection", "nightly"], NO_JOB, id="beside a collection"
        ),
        pytest.param(
            ["audit", "--job", "one/nightly/bakcup"], "did you mean nightly/backup?", id="with a group"
        ),
        pytest.param(
            ["audit", "--job", "backup", "--collection", "nightyl"],
            "nightyl/backup",
            id="collection of a job",
        ),
    ],
)
def test_what_is_not_there_is_told_and_ends_with_one(
    arguments: list[str], words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code = told(a_quiet_place(), monkeypatch, *arguments)

    shown = capsys.readouterr()
    assert (code, shown.out) == (1, "")
    assert words in shown.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        pytest.param(["jobs", "word"], "There is no such job.", id="words"),
        pytest.param(["jobs", "--state", "faulted"], "There is no such job.", id="a state"),
        pytest.param(["jobs", "--collection", "reports"], "There is no such job.", id="an empty collection"),
        pytest.param(["failures"], "Nothing failed in that time.", id="failures"),
        pytest.param(["next"], "Nothing runs in that time.", id="next"),
        pytest.param(["audit", "--who", "nobody"], "Nothing was changed, as far as is known.", id="audit"),
        pytest.param(
            ["audit", "--job", "backup", "--who", "nobody"],
            "Nothing was changed, as far as is known.",
            id="audit of a job",
        ),
    ],
)
def test_no_rows_are_no_failure(
    arguments: list[str], words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code = told(a_quiet_place(), monkeypatch, *arguments)

    assert (code, capsys.readouterr().out) == (0, f"{words}\n")


def test_that_there_are_no_jobs_at_all_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _, app = an_empty_place()
    a_collection(app, "nightly")

    code = told(app, monkeypatch, "jobs")

    assert (code, capsys.readouterr().out) == (0, "There are no jobs.\n")
