"""A project whose folder cannot be written: each command says so in a sentence, and makes nothing."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.dev.clones import a_clone, dev

NOBODY = 65_534
NEW_ENOUGH = "import sys; sys.exit(sys.version_info < (3, 11))"


@pytest.fixture(scope="module")
def clone() -> Iterator[Path]:
    """A clone in a place that everybody can read, for root writes everywhere."""
    folder = Path(tempfile.mkdtemp())
    for file in (a_clone(folder), *folder.rglob("*")):
        file.chmod(0o555 if file.is_dir() else 0o444)
    yield folder
    for file in (folder, *folder.rglob("*")):
        if file.is_dir():
            file.chmod(0o755)
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def who() -> tuple[str, int | None]:
    """Return a Python, and who runs it: root may write everywhere, so another does it then."""
    if os.geteuid() != 0:
        return sys.executable, None
    for python in filter(None, (sys.executable, shutil.which("python3", path="/usr/bin:/usr/local/bin"))):
        try:
            if subprocess.run([python, "-c", NEW_ENOUGH], user=NOBODY, check=False).returncode == 0:
                return python, NOBODY
        except PermissionError:
            continue
    pytest.skip("root may write everywhere, and there is no Python that another user can run")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
@pytest.mark.parametrize(
    "words",
    [
        pytest.param(["run", "--port", "17418", "--storage-port", "17500"], id="run"),
        pytest.param(["jobs"], id="a question"),
        pytest.param(["import", "dev.py", "--dry-run"], id="import"),
        pytest.param(["preview", "--cron", "@daily", "--zone", "Europe/Berlin"], id="a preview with a zone"),
        pytest.param(["calendar", "DE", "2026"], id="calendar"),
        pytest.param(["clock-changes", "--from", "http://127.0.0.1:1"], id="clock-changes"),
        pytest.param(["test", "tests/domain"], id="test"),
        pytest.param(["build"], id="build"),
        pytest.param(["lint"], id="lint"),
        pytest.param(["bench", "costs"], id="bench"),
        pytest.param(["faults"], id="faults"),
        pytest.param(["pictures"], id="pictures"),
        pytest.param(["infra"], id="infra"),
    ],
)
def test_it_is_told_in_a_sentence(clone: Path, who: tuple[str, int | None], words: list[str]) -> None:
    python, user = who

    refused = dev(clone, *words, python=python, user=user)

    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr.startswith("Cannot write ")
    assert refused.stderr.endswith("make the folder your own, or copy the project into one that is.\n")
    assert len(refused.stderr.splitlines()) == 1


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_a_preview_without_a_zone_needs_no_place(clone: Path, who: tuple[str, int | None]) -> None:
    python, user = who

    shown = dev(clone, "preview", "--cron", "@daily", python=python, user=user)

    assert (shown.returncode, shown.stderr) == (0, "")
