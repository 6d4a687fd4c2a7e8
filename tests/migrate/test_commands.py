"""All commands: each has options and something that does it, and names the program as it was called."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from migrate.__main__ import COMMANDS, main
from migrate.invocation import program, spoken
from migrate.options import COMMANDS as COMMAND_LINES
from shared.domain.version import VERSION

ROOT = Path(__file__).parents[2]


def test_every_command_has_its_options_and_does_something() -> None:
    assert list(COMMANDS) == list(COMMAND_LINES)


@pytest.mark.parametrize("command", COMMAND_LINES)
def test_every_command_has_a_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])

    shown = capsys.readouterr().out
    assert ended.value.code == 0
    assert shown.startswith(f"usage: python3 dev.py {command} ")
    assert "PROGRAM" not in shown


@pytest.mark.parametrize("arguments", [[], ["-h"], ["--help"]])
def test_the_commands_are_listed(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 0

    usage, _, _, *lines = capsys.readouterr().out.splitlines()
    assert usage.startswith("usage: python3 dev.py COMMAND [OPTIONS]; ")
    assert [line.split()[0] for line in lines] == list(COMMANDS)


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"{VERSION}\n"


def test_a_command_that_is_none_is_told_with_what_was_meant(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["job"]) == 2

    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("There is no command 'job': choose one of login, logout, jobs, ")
    assert shown.err.endswith("; did you mean jobs?\n")


@pytest.mark.parametrize(
    ("called", "environment", "name", "in_words"),
    [
        pytest.param("dev.py", {}, "python3 dev.py", "python3 dev.py login", id="dev.py"),
        pytest.param("/bin/scheduler", {}, "scheduler", "scheduler login", id="installed"),
        pytest.param("C:/Scripts/scheduler.exe", {}, "scheduler", "scheduler login", id="on Windows"),
        pytest.param(
            "/x/migrate/__main__.py", {}, "python -m migrate", "python -m migrate login", id="as a module"
        ),
        pytest.param(
            "/x/migrate/__main__.py",
            {"SCHEDULER_PROGRAM": "python3 dev.py"},
            "python3 dev.py",
            "python3 dev.py login",
            id="as a module, by dev.py",
        ),
        pytest.param(
            "/bin/scheduler",
            {"SCHEDULER_PROGRAM": "python3 dev.py"},
            "scheduler",
            "scheduler login",
            id="installed, from a shell that dev.py started",
        ),
    ],
)
def test_the_program_is_named_as_the_user_called_it(
    called: str, environment: dict[str, str], name: str, in_words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SCHEDULER_PROGRAM", raising=False)
    monkeypatch.setattr("sys.argv", [called])
    for variable, value in environment.items():
        monkeypatch.setenv(variable, value)

    assert (program(), spoken("login")) == (name, in_words)


@pytest.mark.parametrize(
    ("command", "words"),
    [
        pytest.param(["dev.py"], "with `python3 dev.py login URL`.", id="dev.py"),
        pytest.param(["-m", "migrate"], "with `python -m migrate login URL`.", id="as a module"),
    ],
)
def test_advice_names_it_too(command: list[str], words: str) -> None:
    without_names = {name: value for name, value in os.environ.items() if name != "SCHEDULER_PROGRAM"}
    refused = subprocess.run(
        [sys.executable, *command, "jobs"],
        cwd=ROOT,
        env=without_names,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )

    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr.strip().endswith(words)
