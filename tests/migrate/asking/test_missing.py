"""What is said, and with which exit code, of a collection or a job that is not there, and of no rows."""

import sys
from pathlib import Path

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


@pytest.fixture
def no_login(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCHEDULER_CONFIG", str(tmp_path / "none.json"))


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
OF_A_SUBSCRIPTION = [
    *(["jobs"], ["jobs", "--json"], ["failures"], ["next"], ["audit"], ["export"], ["reseal"]),
    *(["enable", "--collection", "nightly"], ["disable", "--collection", "nightly"]),
]
NO_SUCH_GROUP = "There is no collection in resource group 'three' of subscription 's'; there are: one, two."
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
        *(
            pytest.param([*line, "--resource-group", "three"], NO_SUCH_GROUP, id=f"{line[0]}, no such group")
            for line in OF_A_COLLECTION
            if line[0] in ("export", "reseal")
        ),
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
        pytest.param(
            ["why", f"{ONE}/nightly/jobs/backup", "--subscription", "other"], "contradict", id="an id"
        ),
        pytest.param(
            ["jobs", "--collection", f"{ONE}/nightly", "--subscription", "other"],
            "contradict",
            id="its place",
        ),
        pytest.param(["why", "a/b/c/d"], "is not a job", id="too many names"),
        pytest.param(["why", "/subscriptions/s"], "is not the id of a job", id="no id"),
        pytest.param(
            ["audit", "--job", "nightly/backup", "--collection", "nightly"],
            "leave --collection out",
            id="twice",
        ),
        pytest.param(["enable", "--collection", "nightly"], "Add --subscription", id="no subscription"),
        pytest.param(["disable", "--collection", "/nightly"], "is not the id of a collection", id="no id"),
        pytest.param(["next", "--until", "2020-01-01"], "a day alone means its beginning", id="over"),
    ],
)
def test_a_mistake_of_the_command_line_ends_with_two(
    arguments: list[str], words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code = told(a_quiet_place(), monkeypatch, *arguments)

    shown = capsys.readouterr()
    assert (code, shown.out) == (2, "")
    assert words in shown.err


@pytest.mark.parametrize(
    "command",
    [
        *(["login"], ["jobs", "--app"], ["export", "--from"], ["plan", "no-folder", "--to"]),
        *(["reseal", "--subscription", "s", "--to"], ["enable", "--collection", "c", "--to"]),
    ],
    ids=" ".join,
)
@pytest.mark.parametrize(
    ("address", "words"),
    [
        pytest.param("ftp://x", "is not the address of an app", id="another scheme"),
        pytest.param(
            "http://127.0.0.1:1/subscriptions/s", "the app alone, http://127.0.0.1:1.", id="what is in it"
        ),
        pytest.param("http://127.0.0.1:1/subscriptions", "the app alone, http://127.0.0.1:1.", id="a list"),
    ],
)
def test_an_address_that_is_none_ends_with_two(
    command: list[str], address: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main([*command, address])

    assert code == 2
    assert words in capsys.readouterr().err


@pytest.mark.parametrize(
    ("place", "code", "words"),
    [
        pytest.param("127.0.0.1:7521", 2, "http://127.0.0.1:7521.", id="this machine"),
        pytest.param("localhost", 1, "http://localhost.", id="its name"),
        pytest.param("scheduler.example", 1, "https://scheduler.example.", id="a host"),
        pytest.param("//scheduler.example/x", 2, "https://scheduler.example/x.", id="no scheme"),
        pytest.param("prod", 1, "No login is called 'prod'; there are: none. `", id="a name"),
    ],
)
def test_an_address_without_its_beginning_is_told(
    place: str, code: int, words: str, no_login: None, capsys: pytest.CaptureFixture[str]
) -> None:
    for command in (["login"], ["jobs", "--app"]):
        assert main([*command, place]) == code
        assert words in capsys.readouterr().err


def test_an_app_that_speaks_http_alone_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["scheduler"])
    with served(a_quiet_place()) as receiver:
        code = main(["jobs", "--app", receiver.uri.replace("http:", "https:"), "--key", KEY])

    assert code == 1
    assert f"does not answer https, but http: write {receiver.uri.rstrip('/')}." in capsys.readouterr().err


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
