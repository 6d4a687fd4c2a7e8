from pathlib import Path

import pytest

from local.dev.browser import installed, npm_has_one
from local.dev.terminal import Problem
from local.pictures.browsing import a_browser


def test_the_setting_names_the_browser(tmp_path: Path) -> None:
    browser = tmp_path / "browser"
    browser.touch()

    assert installed({"SCHEDULER_BROWSER": str(browser), "PATH": ""}) == browser


def test_a_setting_that_names_nothing_is_a_problem(tmp_path: Path) -> None:
    with pytest.raises(Problem, match="SCHEDULER_BROWSER names no file"):
        installed({"SCHEDULER_BROWSER": str(tmp_path / "missing")})


def test_a_browser_on_the_path_is_used(tmp_path: Path) -> None:
    browser = tmp_path / "chromium"
    browser.touch(mode=0o755)

    assert installed({"PATH": str(tmp_path)}) == browser


@pytest.mark.parametrize(
    ("system", "machine", "expected"),
    [
        pytest.param("linux", "x86_64", True, id="Linux"),
        pytest.param("linux", "aarch64", False, id="Linux on ARM"),
        pytest.param("darwin", "x86_64", False, id="a Mac"),
        pytest.param("win32", "AMD64", False, id="Windows"),
    ],
)
def test_where_npm_has_a_browser(system: str, machine: str, expected: bool) -> None:
    assert npm_has_one(system, machine) is expected


def test_the_browser_shows_a_page() -> None:
    with a_browser() as browser:
        page = browser.new_page()
        page.goto("data:text/html,<h1>Hello</h1>")

        assert page.inner_text("h1") == "Hello"
