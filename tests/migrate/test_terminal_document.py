"""docs/terminal.md names only commands and options that exist."""

import re
from typing import Final

import pytest

from migrate.asking.options import ASKING
from migrate.login_options import LOGGING_IN
from migrate.options import COMMANDS, parse
from tests.documents import text_of

DOCUMENT: Final = text_of("docs/terminal.md")


def test_every_command_named_exists_and_every_question_is_named() -> None:
    called = set(re.findall(r"\bscheduler ([a-z]+)", DOCUMENT))
    explained = set(re.findall(r"^\| `([a-z]+)", DOCUMENT, re.MULTILINE))

    assert called | explained <= set(COMMANDS)
    assert explained == {*LOGGING_IN, *ASKING}


def test_every_option_named_exists(capsys: pytest.CaptureFixture[str]) -> None:
    for command in COMMANDS:
        with pytest.raises(SystemExit):
            parse(command, ["--help"])
    known = set(re.findall(r"--[a-z][a-z-]*", capsys.readouterr().out)) | {"--version"}

    named = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", DOCUMENT))

    assert {"--since", "--json"} <= named <= known
