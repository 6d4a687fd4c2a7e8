"""What documents show of `dev.py preview`, as somebody types it in a clone in which nothing is installed."""

import re
import shlex
from importlib.metadata import distribution
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.dev.clones import a_clone, dev
from tests.dev.test_recurrence_document import EXAMPLES
from tests.documents import ROOT, code_blocks

TZDATA = distribution("tzdata")
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
LINES = [
    line.removeprefix("$ ")
    for document in DOCUMENTS
    for block in code_blocks(document.read_text(encoding="utf-8"), r"\w*")
    for line in block.splitlines()
    if "dev.py preview" in line
]
WITH_ZONES = [example for example in EXAMPLES if " = " in example[1]]


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clone that installs from a folder with the wheel of the rules; nobody is asked elsewhere."""
    wheels = tmp_path_factory.mktemp("wheels")
    with ZipFile(wheels / f"tzdata-{TZDATA.version}-py2.py3-none-any.whl", "w") as wheel:
        for file in TZDATA.files or ():
            if file.suffix != ".pyc":
                wheel.write(str(file.locate()), str(file))
    made = a_clone(tmp_path_factory.mktemp("clone"))
    (made / "requirements.txt").write_text(f"tzdata=={TZDATA.version}\n", encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PIP_NO_INDEX", "1")
        patch.setenv("PIP_FIND_LINKS", str(wheels))
        first = dev(made, "preview", "--cron", "@daily", "--zone", "Europe/Berlin")
    assert (first.returncode, first.stderr.splitlines()) == (
        0,
        [
            "Making a virtual environment in .venv …",
            "Installing Python packages (first time: about half a minute) …",
        ],
    )
    (made / "job.json").write_text(WITH_ZONES[0][0], encoding="utf-8")
    return made


@pytest.mark.parametrize("line", LINES)
def test_a_line_of_the_documents_runs(clone: Path, line: str) -> None:
    words, text = shlex.split(line), ""
    if "|" in words:  # echo TEXT | python3 dev.py …
        text, words = words[1], words[words.index("|") + 1 :]

    shown = dev(clone, *words[2:], text=text)

    assert (shown.returncode, shown.stderr) == (0, "")
    assert re.match("Every|Once", shown.stdout)


@pytest.mark.parametrize(("job", "printed"), WITH_ZONES, ids=[one[1].split("\n")[0] for one in WITH_ZONES])
def test_a_job_of_the_documents_is_shown_in_its_zone(clone: Path, job: str, printed: str) -> None:
    top = len(printed.splitlines()) - 1

    shown = dev(clone, "preview", "--top", str(top), "--now", "2026-01-01", text=job)

    assert (shown.returncode, shown.stdout, shown.stderr) == (0, f"{printed}\n", "")


def test_jobs_with_and_without_zones_are_read_line_by_line(clone: Path) -> None:
    lines = '{"startTime": "2026-05-01T09:00"}\n{"startTime": "2026-05-01T09:00", "timeZone": "Asia/Tokyo"}\n'

    shown = dev(clone, "preview", "--jsonl", "--now", "2026-01-01", text=lines)

    assert (shown.returncode, shown.stderr) == (0, "")
    assert shown.stdout.splitlines() == [
        '{"runs": ["2026-05-01T09:00:00Z"]}',
        '{"runs": ["2026-05-01T00:00:00Z"], "local": ["2026-05-01T09:00:00+09:00"]}',
    ]


def test_without_a_zone_nothing_is_installed(tmp_path: Path) -> None:
    shown = dev(a_clone(tmp_path), "preview", "--cron", "@daily", "--now", "2026-01-01", "--top", "1")

    assert (shown.returncode, shown.stderr) == (0, "")
    assert not (tmp_path / ".venv").exists()
