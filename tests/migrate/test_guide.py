"""The files and the program that docs/migrating.md shows work as they stand."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from migrate.__main__ import main
from migrate.planning.job import Outcome
from tests.documents import LOCAL, ROOT, code_blocks, text_of
from tests.migrate.exports import FILES
from tests.migrate.moving import KEY, migrate, own_copies

GUIDE: Final = text_of("docs/migrating.md")


def test_the_files_made_by_hand_can_be_imported(tmp_path: Path) -> None:
    for number, text in enumerate(code_blocks(GUIDE, "json")):
        (tmp_path / f"{number}.json").write_text(text, encoding="utf-8")

    shown = migrate("import", tmp_path, "--dry-run")

    assert shown.returncode == 0, shown.stdout + shown.stderr
    assert "2 collections: 2 will be created.\n2 jobs: 2 will be created." in shown.stdout
    for sentence in (
        "Every week on Monday and Thursday at 08:30 UTC; next ",
        "Every week on Monday to Friday at minutes 0 and 30 of hours 9 to 16 "
        "in W. Europe Standard Time, except on days of 'closed'; next ",
    ):
        assert sentence in GUIDE
        assert sentence in shown.stdout


@pytest.mark.parametrize(
    ("origin", "files"),
    [
        pytest.param("Logic Apps", "logic-apps-[ls]*.json", id="Logic Apps"),
        pytest.param("EventBridge Scheduler", "eventbridge-*.json", id="AWS"),
        pytest.param("Google Cloud Scheduler", "google-jobs.json", id="Google"),
        pytest.param("crontab", "crontab-of-a-user.txt", id="cron"),
        pytest.param("Kubernetes", "kubernetes-cronjobs.yaml", id="Kubernetes"),
    ],
)
def test_what_is_shown_of_an_origin_is_what_is_printed(
    origin: str, files: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The times of runs are another thing on every day, and `…` stands for them."""
    section = GUIDE.split(f"\n### {origin}\n")[1].partition("\n##")[0]
    (command, *shown) = section.split("```\n$ ")[1].partition("```")[0].splitlines()
    _, _, _, _, *options = shlex.split(command)

    main(["import", *map(str, sorted(FILES.glob(files))), *options])

    printed = capsys.readouterr().out
    assert len([line for line in shown if line.strip("… ")]) >= 4
    assert [line for line in shown if line.removesuffix("…") not in printed] == []


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


@pytest.mark.parametrize("outcome", sorted(set(Outcome) - {Outcome.REMOVE, Outcome.REMOVED}))
def test_every_outcome_is_explained(outcome: Outcome) -> None:
    assert f"`{outcome}`" in GUIDE.split("\n## The dry run and its report\n")[1]


def test_the_options_named_exist() -> None:
    known = json.dumps([migrate(command, "--help").stdout for command in ("import", "export", "enable")])

    named = set(re.findall(r"`(--[a-z-]+)", GUIDE))

    assert named
    assert {option for option in named if option not in known} == set()
