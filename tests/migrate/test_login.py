"""`login` and `logout`, with an app in memory."""

import io
from collections.abc import Iterator
from pathlib import Path

import pytest

from migrate.login_command import run_login, run_logout
from migrate.logins import Login, read_logins
from migrate.options import parse
from migrate.terminal import Problem
from shared.functions.settings import AccessKey
from shared.functions.wiring import App
from tests.functions.calls import KEY, an_app
from tests.functions.overviews.lists import a_collection, an_empty_place
from tests.receiver import Answer, Receiver, a_receiver
from tests.served import served

READING = "r" * 32


@pytest.fixture(autouse=True)
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SCHEDULER_CONFIG", str(tmp_path / "config.json"))
    monkeypatch.delenv("SCHEDULER_KEY", raising=False)
    return tmp_path / "config.json"


@pytest.fixture
def place() -> Iterator[Receiver]:
    """An app with a collection, a key for everything, and one for reading."""
    world, _ = an_empty_place()
    app = an_app(world, read_keys=(AccessKey("dashboard", READING),))
    a_collection(app, "nightly")
    with served(app) as receiver:
        yield receiver


def log_in(*arguments: str, key: str = KEY) -> None:
    run_login(parse("login", arguments), lambda _: key)


def log_out(*arguments: str) -> None:
    run_logout(parse("logout", arguments))


@pytest.mark.parametrize(
    ("key", "words"),
    [
        pytest.param(KEY, "there you are ops, who may change things.", id="a key for everything"),
        pytest.param(READING, "there you are dashboard, who may only read.", id="a key for reading"),
    ],
)
def test_a_key_is_asked_for_and_whose_it_is_is_said(
    key: str, words: str, place: Receiver, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log_in(place.uri, "--name", "prod", key=f" {key}\n")

    shown = capsys.readouterr()
    assert shown.out == f"prod is {place.uri}; {words}\n"
    assert key not in shown.out + shown.err
    assert read_logins(file).apps == (Login(name="prod", address=place.uri, key=key),)


def test_the_key_may_come_from_the_environment(
    place: Receiver, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCHEDULER_KEY", KEY)

    log_in(place.uri, key="not asked")

    assert read_logins(file).named("local").key == KEY


def test_the_key_may_come_from_standard_input(
    place: Receiver, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{KEY}\nmore\n"))

    log_in(place.uri, "--key-stdin", key="not asked")

    assert read_logins(file).named("local").key == KEY


def test_a_wrong_key_is_not_kept(place: Receiver, file: Path) -> None:
    with pytest.raises(Problem) as told:
        log_in(place.uri, key="wrong")

    assert str(told.value).startswith(f"{place.uri} refuses the key: The key is missing or wrong;")
    assert "--key" not in str(told.value)
    assert not file.exists()


def test_no_key_is_no_login(place: Receiver, file: Path) -> None:
    with pytest.raises(Problem, match=r"^There is no key\.$"):
        log_in(place.uri, key=" ")

    assert not file.exists()


def test_where_nobody_can_be_asked_it_is_told(place: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())

    with pytest.raises(Problem, match="Nobody is there to be asked for the key: set SCHEDULER_KEY"):
        run_login(parse("login", [place.uri]))


def test_an_app_that_is_open_to_this_machine_needs_no_key(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def answer(path: str) -> bytes:
        return b'{"value": []}' if path.startswith("/subscriptions") else b'{"name": "this machine"}'

    with a_receiver(lambda request: Answer(body=answer(request.path))) as receiver:
        log_in(receiver.uri, key="not asked")

    assert read_logins(file).apps == (Login(name="local", address=receiver.uri),)
    assert "there you are this machine" in capsys.readouterr().out


def test_several_subscriptions_are_named(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    app = an_app_with("billing", "finance")
    with served(app) as receiver:
        log_in(receiver.uri)
        log_in(receiver.uri, "--subscription", "Finance")
        log_in(receiver.uri, "--subscription", "other")

    several, known, other = capsys.readouterr().out.split("local is ")[1:]
    assert several.splitlines()[1:] == [
        "It has several subscriptions: billing, finance. Name one with --subscription."
    ]
    assert known.splitlines()[1:] == []
    assert other.splitlines()[1:] == [
        "There is no collection in subscription 'other'; the app has billing, finance."
    ]
    assert read_logins(file).named("local").subscription == "other"


def test_logins_are_listed_switched_and_forgotten(
    place: Receiver, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log_in(place.uri, "--name", "one")
    log_in(place.uri, "--name", "two")
    log_in("one", "--subscription", "s")
    capsys.readouterr()

    log_in()
    listed = capsys.readouterr().out
    log_out()
    log_out("two")
    log_in()

    assert listed == f"* one: {place.uri}, subscription s\n  two: {place.uri}\n"
    assert capsys.readouterr().out.splitlines() == [
        f"one, {place.uri}, is forgotten.",
        f"two, {place.uri}, is forgotten.",
        "There is no login.",
    ]
    assert KEY not in file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        pytest.param(["prod"], "No login is called 'prod'; there are: none.", id="a name nobody gave"),
        pytest.param(["https://"], "is not the address of an app", id="no address"),
    ],
)
def test_what_is_no_app_is_told(arguments: list[str], words: str) -> None:
    with pytest.raises(Problem, match=words):
        log_in(*arguments)


def test_without_a_login_there_is_nothing_to_forget() -> None:
    with pytest.raises(Problem, match=r"^There is no current login: name one\.$"):
        log_out()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        pytest.param(["--name", "n"], "--name and --key-stdin go with an address", id="a name alone"),
        pytest.param(["prod", "--key-stdin"], "--name and --key-stdin go with an address", id="a key alone"),
        pytest.param(
            ["--subscription", "s"],
            "--subscription goes with an address or a name",
            id="a subscription alone",
        ),
        pytest.param(["https://a", "--name", "../b"], "must be letters, digits and . _ -", id="no name"),
    ],
)
def test_a_wrong_command_line_is_refused(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        parse("login", arguments)

    assert words in capsys.readouterr().err


def an_app_with(*subscriptions: str) -> App:
    _, app = an_empty_place()
    for name in subscriptions:
        a_collection(app, "c", subscription=name)
    return app
