"""Options of all commands: none may be shortened, and a word of a choice is told as users write it."""

import ast
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from local.dev import calendar, clock_changes, faults, pictures, run
from migrate.options import COMMANDS, parse

ROOT: Final = Path(__file__).parents[2]
Parse = Callable[[Sequence[str]], Any]


def parser_of(command: str) -> Parse:
    return lambda arguments: parse(command, arguments)


PARSERS: Final[dict[str, Parse]] = {
    **{command: parser_of(command) for command in COMMANDS},
    "calendar": calendar.parse,
    "clock-changes": clock_changes.parse,
    "faults": faults.parse,
    "pictures": pictures.parse,
    "run": run.parse,
}
NEEDED: Final = {
    "why": ["job"],
    "import": ["file", "--dry-run"],
    "plan": ["folder"],
    "apply": ["folder", "--to", "u"],
    "enable": ["--collection", "c", "--to", "u"],
    "disable": ["--collection", "c", "--to", "u"],
    "reseal": ["--subscription", "s", "--to", "u"],
    "calendar": ["DE", "2026"],
}


def complaint(capsys: pytest.CaptureFixture[str], command: str, *arguments: str) -> str:
    with pytest.raises(SystemExit) as ended:
        PARSERS[command]([*NEEDED.get(command, ()), *arguments])
    assert ended.value.code == 2
    return capsys.readouterr().err.splitlines()[-1]


@pytest.mark.parametrize("command", [command for command in PARSERS if command != "logout"])
def test_no_option_may_be_shortened(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        PARSERS[command](["--help"])
    usage = capsys.readouterr().out.partition("\n\n")[0]
    options = set(re.findall(r"--[a-z][a-z-]*", usage))
    shortened = {option[:-1] for option in options} - options

    assert shortened
    for option in shortened:
        assert f"unrecognized arguments: {option}" in complaint(capsys, command, option)


def test_every_command_line_is_read_by_the_parser_that_knows_no_short_forms() -> None:
    files = [file for room in ("migrate", "local", "proofs") for file in (ROOT / room).rglob("*.py")]

    makers = {
        file.relative_to(ROOT).as_posix()
        for file in files
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("ArgumentParser")
    }

    assert makers == set()


def test_choices_are_read_in_words_of_users() -> None:
    files = [file for room in ("migrate", "local") for file in (ROOT / room).rglob("*.py")]

    assert [file for file in files if "choices=" in file.read_text(encoding="utf-8")] == []


@pytest.mark.parametrize(
    ("command", "arguments", "words"),
    [
        pytest.param(
            "jobs",
            ["--state", "disable"],
            "argument --state: 'disable' is none of enabled, disabled, completed, faulted; "
            "did you mean disabled?",
            id="state",
        ),
        pytest.param(
            "jobs",
            ["--outcome", "failde"],
            "argument --outcome: 'failde' is none of completed, retried, faulted, none",
            id="outcome",
        ),
        pytest.param(
            "jobs",
            ["--color", "alwasy"],
            "argument --color: 'alwasy' is none of auto, always, never; did you mean always?",
            id="colours",
        ),
        pytest.param(
            "export",
            ["--as", "bicpe"],
            "argument --as: 'bicpe' is none of rest, arm, bicep, terraform-azapi; did you mean bicep?",
            id="form",
        ),
        pytest.param(
            "run", ["--host", "funk"], "'funk' is none of local, func; did you mean func?", id="host"
        ),
    ],
)
def test_another_word_is_told_with_those_that_there_are(
    command: str, arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert words in complaint(capsys, command, *arguments)


@pytest.mark.parametrize("word", ["Disabled", "DISABLED", "disabled"])
def test_the_case_of_a_word_does_not_matter(word: str) -> None:
    assert parse("jobs", ["--state", word]).state == "disabled"


def test_what_is_meant_is_never_the_word_itself(capsys: pytest.CaptureFixture[str]) -> None:
    assert complaint(capsys, "plan", "--plan", "x").endswith("unrecognized arguments: --plan x")
