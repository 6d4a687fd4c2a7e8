"""The files and the program that docs/migrating.md shows work as they stand."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from migrate.planning.job import Outcome
from tests.documents import LOCAL, ROOT, code_blocks, text_of
from tests.migrate.moving import KEY, migrate, own_copies

GUIDE: Final = text_of("docs/migrating.md")


def test_the_file_made_by_hand_can_be_imported(tmp_path: Path) -> None:
    (text,) = code_blocks(GUIDE, "json")
    file = tmp_path / "by-hand.json"
    file.write_text(text, encoding="utf-8")

    shown = migrate("import", file, "--dry-run")

    assert shown.returncode == 0, shown.stdout + shown.stderr
    assert "Every week on Monday and Thursday at 08:30 UTC; next " in shown.stdout


def test_the_program_imports_a_state(app: str, tmp_path: Path) -> None:
    (program,) = code_blocks(GUIDE, "python")
    (file,) = own_copies(tmp_path, "by-the-guide", "terraform-show-state.json")
    file.rename(tmp_path / "state.json")
    text = program.replace(LOCAL, app).replace("key=None", f"key={KEY!r}").replace("if all(", "if any(")

    done = subprocess.run(
        [sys.executable, "-c", text],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )

    assert " created [" in done.stdout


@pytest.mark.parametrize("outcome", Outcome)
def test_every_outcome_is_explained(outcome: Outcome) -> None:
    assert f"`{outcome}`" in GUIDE.split("\n## The dry run and its report\n")[1]


def test_the_options_named_exist() -> None:
    known = json.dumps([migrate(command, "--help").stdout for command in ("import", "export", "enable")])

    named = set(re.findall(r"`(--[a-z-]+)", GUIDE))

    assert named
    assert {option for option in named if option not in known} == set()
