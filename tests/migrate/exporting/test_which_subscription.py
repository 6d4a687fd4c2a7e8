"""`export` without --subscription: that of the login, else the only one, else it must be named."""

import json
from pathlib import Path

import pytest

from migrate.__main__ import main
from shared.functions.wiring import App
from tests.functions.calls import KEY
from tests.functions.overviews.lists import a_collection, an_empty_place
from tests.served import served


@pytest.fixture(autouse=True)
def own_logins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCHEDULER_CONFIG", str(tmp_path / "config.json"))


def exported(app: App, *login: str) -> int:
    """Log in, then export from the app of that login; return the exit code."""
    with served(app) as receiver, pytest.MonkeyPatch.context() as patch:
        patch.setenv("SCHEDULER_KEY", KEY)
        assert main(["login", receiver.uri, *login]) == 0
        return main(["export"])


@pytest.mark.parametrize(
    ("subscriptions", "login", "names"),
    [
        pytest.param(["one"], [], ["of-one"], id="the only one"),
        pytest.param(["one", "two"], ["--subscription", "two"], ["of-two"], id="that of the login"),
    ],
)
def test_the_subscription_that_is_meant_is_exported(
    subscriptions: list[str], login: list[str], names: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    _, app = an_empty_place()
    for name in subscriptions:
        a_collection(app, f"of-{name}", subscription=name)

    code = exported(app, *login)

    printed = capsys.readouterr().out
    assert code == 0
    assert [one["name"] for one in json.loads(printed[printed.index("{") :])["value"]] == names


def test_one_of_several_must_be_named(capsys: pytest.CaptureFixture[str]) -> None:
    _, app = an_empty_place()
    for name in ("one", "two"):
        a_collection(app, "c", subscription=name)

    code = exported(app)

    assert code == 1
    assert capsys.readouterr().err.endswith(
        "several subscriptions: one, two. Name one with --subscription.\n"
    )
