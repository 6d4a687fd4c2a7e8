"""What is installed is what was looked at: exact versions, and for what is deployed a hash for each file."""

import re
from pathlib import Path
from typing import Final

import pytest

from local.dev.environment import EVERYTHING, ROOT, TOOLS

LISTS: Final = sorted(ROOT.glob("requirements*"))
DEPLOYED: Final = (ROOT / "requirements.txt").read_text(encoding="utf-8")
WANTED: Final = (ROOT / "requirements.in").read_text(encoding="utf-8")


def pins(text: str) -> dict[str, str]:
    found = re.findall(r"^([\w.-]+)==([\w.]+)", text, re.MULTILINE)
    return {re.sub(r"[-_.]+", "-", name).lower(): version for name, version in found}


def test_each_package_that_is_deployed_has_hashes() -> None:
    packages = re.split(r"^(?=[\w.-]+==)", DEPLOYED, flags=re.MULTILINE)[1:]

    assert len(packages) > 20
    assert [package for package in packages if not re.search(r"--hash=sha256:[0-9a-f]{64}\b", package)] == []


def test_what_is_deployed_is_what_the_app_asks_for() -> None:
    assert len(pins(WANTED)) == 10
    assert pins(WANTED).items() <= pins(DEPLOYED).items()


@pytest.mark.parametrize("file", LISTS, ids=lambda file: file.name)
def test_a_list_names_no_place_to_install_from_and_includes_no_other(file: Path) -> None:
    lines = file.read_text(encoding="utf-8").splitlines()

    assert [line for line in lines if re.match(r"\s*-(?!-hash=)", line) or "://" in line] == []


def test_what_has_hashes_is_installed_before_what_has_none() -> None:
    """Then nothing that has a hash is installed by a command that checks none."""
    assert [lists[0].name for lists in (EVERYTHING, TOOLS)] == ["requirements.txt"] * 2
