"""The documents name only what exists, and each room says what belongs there."""

import ast
import re
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parent.parent
DOCUMENTS: Final = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *ROOT.glob("*/README.md")])
HOUSE_ROOMS: Final = ("shared", "migrate", "local", "proofs")
ROOMS: Final = "|".join([*HOUSE_ROOMS, "infra", "tests", "docs"])
"""A name that begins with one of these is a file or folder of the project's."""


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda file: str(file.relative_to(ROOT)))
def test_links_and_files_that_a_document_names_are_there(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text) if "://" not in link]
    files = re.findall(rf"`((?:{ROOMS})/[\w/.-]+)`", text)

    missing = [link for link in links if not (document.parent / link).exists()]
    missing += [file for file in files if not (ROOT / file).exists()]

    assert missing == []


def test_every_heading_that_a_link_names_is_there() -> None:
    missing = []
    for document in DOCUMENTS:
        for name, heading in re.findall(r"\]\(([^)#\s:]*)#([^)]+)\)", document.read_text(encoding="utf-8")):
            there = (document.parent / name if name else document).read_text(encoding="utf-8")
            if heading not in [_anchor(line) for line in re.findall(r"^#+ (.+)$", there, re.MULTILINE)]:
                missing.append(f"{document.name}: {name}#{heading}")

    assert missing == []


def test_every_room_says_what_belongs_there() -> None:
    rooms = [file for room in HOUSE_ROOMS for file in (ROOT / room).rglob("__init__.py")]

    silent = [file for file in rooms if not ast.get_docstring(ast.parse(file.read_text(encoding="utf-8")))]

    assert len(rooms) > 10
    assert silent == []


def _anchor(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
