"""docs/terminal.md names only commands and options that exist."""

import re
from typing import Final

import pytest

from migrate.options import COMMANDS, parse
from tests.documents import text_of

DOCUMENT: Final = text_of("docs/terminal.md")


def test_every_command_named_exists_and_every_command_is_named() -> None:
    called = set(re.findall(r"\bscheduler ([a-z]+)", DOCUMENT))
    cells = re.findall(r"^\| (`[^|]*)\|", DOCUMENT, re.MULTILINE)
    explained = {name for cell in cells for name in re.findall(r"`([a-z]+)", cell)}

    assert called <= set(COMMANDS)
    assert explained == set(COMMANDS)


def test_every_option_named_exists(capsys: pytest.CaptureFixture[str]) -> None:
    for command in COMMANDS:
        with pytest.raises(SystemExit):
            parse(command, ["--help"])
    known = set(re.findall(r"--[a-z][a-z-]*", capsys.readouterr().out)) | {"--version"}

    named = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", DOCUMENT))

    assert {"--since", "--json"} <= named <= known
