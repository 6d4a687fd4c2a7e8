"""The file with the apps that the user has logged in to, and which of them a command means."""

import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest

from migrate.connection import app_meant
from migrate.logins import Login, Logins, config_file, read_logins, write_logins
from migrate.options import parse
from migrate.terminal import Problem

PROD = Login(name="prod", address="https://prod.example", key="prod-key", subscription="s1")
TEST = Login(name="test", address="https://test.example", key="test-key")
on_posix = pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / "new" / "scheduler" / "config.json"
    monkeypatch.setenv("SCHEDULER_CONFIG", str(place))
    monkeypatch.delenv("SCHEDULER_KEY", raising=False)
    return place


@pytest.fixture
def two_logins(file: Path) -> Path:
    """The test app is the current one."""
    write_logins(file, Logins().with_app(PROD).with_app(TEST))
    return file


def test_what_was_written_is_read(two_logins: Path) -> None:
    logins = read_logins(two_logins)

    assert (logins.apps, logins.current) == ((PROD, TEST), "test")
    assert [path.name for path in two_logins.parent.iterdir()] == ["config.json"]


@on_posix
def test_the_file_and_its_folder_are_the_owners_alone(two_logins: Path) -> None:
    modes = [stat.S_IMODE(path.stat().st_mode) for path in (two_logins, two_logins.parent)]

    assert modes == [0o600, 0o700]


@on_posix
def test_a_file_that_others_can_read_is_taken_from_them(
    two_logins: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    two_logins.chmod(0o644)

    assert read_logins(two_logins).current == "test"
    assert stat.S_IMODE(two_logins.stat().st_mode) == 0o600
    assert capsys.readouterr().err.startswith(f"Warning: others could read {two_logins}, and the keys in it.")


@on_posix
def test_a_link_to_the_file_stays_one(two_logins: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.json"
    link.symlink_to(two_logins)

    write_logins(link, read_logins(link).without("test"))

    assert link.is_symlink()
    assert read_logins(two_logins).apps == (PROD,)


def test_a_login_replaces_one_of_the_same_name(two_logins: Path) -> None:
    moved = Login(name="prod", address="https://new.example", key="k")

    logins = read_logins(two_logins).with_app(moved)

    assert [(app.name, app.address) for app in logins.apps] == [
        ("prod", "https://new.example"),
        ("test", "https://test.example"),
    ]
    assert logins.current == "prod"


def test_without_the_current_one_there_is_none(two_logins: Path) -> None:
    logins = read_logins(two_logins)

    assert (logins.without("test").apps, logins.without("test").current) == ((PROD,), None)
    assert (logins.without("prod").apps, logins.without("prod").current) == ((TEST,), "test")


def test_what_a_newer_version_wrote_is_kept(file: Path) -> None:
    file.parent.mkdir(parents=True)
    newer = {"theme": "dark", "apps": {"prod": {"address": "https://prod.example", "tenant": "t"}}}
    file.write_text(json.dumps(newer), encoding="utf-8")
    file.chmod(0o600)

    write_logins(file, read_logins(file).with_app(PROD).with_app(TEST))

    document = json.loads(file.read_text(encoding="utf-8"))
    assert (document["theme"], document["apps"]["prod"]["tenant"]) == ("dark", "t")
    assert document["apps"]["prod"]["key"] == "prod-key"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("{", id="half a file"),
        pytest.param("[]", id="a list"),
        pytest.param('{"apps": []}', id="a list of apps"),
        pytest.param('{"apps": {"prod": "https://prod.example"}}', id="an address alone"),
        pytest.param('{"apps": {"prod": {}}}', id="no address"),
        pytest.param('{"apps": {"prod": {"address": 1}}}', id="a number for an address"),
        pytest.param('{"apps": {"prod": {"address": "https://a", "key": 1}}}', id="a number for a key"),
        pytest.param('{"current": ["prod"]}', id="several current ones"),
    ],
)
def test_a_broken_file_is_told_and_left_alone(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True)
    file.write_text(text, encoding="utf-8")
    file.chmod(0o600)

    with pytest.raises(
        Problem, match=r"is not what `python3 dev\.py login` writes: repair it, or move it away"
    ):
        read_logins(file)

    assert file.read_text(encoding="utf-8") == text


def test_where_nothing_can_be_written_it_is_told(tmp_path: Path) -> None:
    (tmp_path / "a file").touch()

    with pytest.raises(Problem, match="Cannot write"):
        write_logins(tmp_path / "a file" / "config.json", Logins().with_app(PROD))


def test_a_login_shows_no_key() -> None:
    assert "prod-key" not in repr(Logins().with_app(PROD))


@pytest.mark.parametrize(
    ("environment", "place"),
    [
        pytest.param({"SCHEDULER_CONFIG": "/a/b.json", "XDG_CONFIG_HOME": "/x"}, "/a/b.json", id="named"),
        pytest.param({"XDG_CONFIG_HOME": "/x"}, "/x/scheduler/config.json", id="XDG"),
        pytest.param({"XDG_CONFIG_HOME": "x"}, "/home/me/.config/scheduler/config.json", id="no whole path"),
        pytest.param({}, "/home/me/.config/scheduler/config.json", id="usual"),
    ],
)
@on_posix
def test_where_the_file_is(environment: dict[str, str], place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SCHEDULER_CONFIG", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"HOME": "/home/me", **environment}.items():
        monkeypatch.setenv(name, value)

    assert config_file() == Path(place)


@pytest.mark.usefixtures("two_logins")
@pytest.mark.parametrize(
    ("arguments", "environment", "meant"),
    [
        pytest.param([], {}, ("https://test.example", "test-key", None), id="the current one"),
        pytest.param(["--app", "prod"], {}, ("https://prod.example", "prod-key", "s1"), id="by its name"),
        pytest.param(["--key", "k"], {}, ("https://test.example", "k", None), id="with another key"),
        pytest.param(
            [], {"SCHEDULER_KEY": "e"}, ("https://test.example", "test-key", None), id="the environment waits"
        ),
        pytest.param(
            ["--app", "https://PROD.example:443/"],
            {},
            ("https://PROD.example:443/", "prod-key", "s1"),
            id="by its address",
        ),
        pytest.param(
            ["--app", "https://prod.example"],
            {"SCHEDULER_KEY": "e"},
            ("https://prod.example", "e", "s1"),
            id="by its address, with a key",
        ),
        pytest.param(
            ["--app", "http://prod.example"], {}, ("http://prod.example", None, None), id="not by http"
        ),
        pytest.param(
            ["--app", "https://prod.example:8443"], {}, ("https://prod.example:8443", None, None), id="port"
        ),
        pytest.param(
            ["--app", "https://prod.example.evil.example"],
            {},
            ("https://prod.example.evil.example", None, None),
            id="a host that begins alike",
        ),
    ],
)
def test_a_key_goes_to_its_own_app_alone(
    arguments: list[str], environment: dict[str, str], meant: tuple[Any, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)

    app = app_meant(parse("jobs", arguments))

    assert (app.address, app.key, app.subscription) == meant


@pytest.mark.usefixtures("two_logins")
def test_a_name_that_nobody_gave_is_told() -> None:
    with pytest.raises(Problem, match=r"No login is called 'pord'; there are: prod, test\."):
        app_meant(parse("jobs", ["--app", "pord"]))


@pytest.mark.usefixtures("file")
def test_without_a_login_an_app_must_be_named() -> None:
    with pytest.raises(
        Problem, match=r"Say which app, with --app or once and for all with `python3 dev\.py login URL`"
    ):
        app_meant(parse("jobs", []))


@pytest.mark.usefixtures("two_logins")
@pytest.mark.parametrize(
    ("command", "arguments"),
    [
        ("import", ["a.json"]),
        ("enable", ["--collection", "c"]),
        ("disable", ["--collection", "c"]),
        ("reseal", ["--subscription", "s"]),
    ],
)
def test_a_login_alone_never_decides_what_is_changed(command: str, arguments: list[str]) -> None:
    with pytest.raises(SystemExit):
        parse(command, arguments)

    assert app_meant(parse(command, [*arguments, "--app", "prod"])) == PROD


@pytest.mark.usefixtures("two_logins")
def test_who_looks_at_files_alone_is_not_led_to_an_app() -> None:
    options = parse("import", ["a.json", "--dry-run"])

    assert (options.to, options.app) == (None, None)
