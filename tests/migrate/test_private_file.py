"""Files that may hold secrets, or tell where some are needed."""

import json
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from migrate.__main__ import main
from migrate.private_file import create_private, write_private
from tests.migrate.builders import ID
from tests.migrate.exports import FILES
from tests.migrate.test_remote_app import an_app_that_answers
from tests.receiver import Answer

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")


@pytest.fixture(autouse=True)
def generous() -> Iterator[None]:
    """Let files be readable by everyone unless they are made otherwise."""
    before = os.umask(0)
    yield
    os.umask(before)


def mode(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


def test_a_new_file_is_its_owners_alone(tmp_path: Path) -> None:
    write_private(tmp_path / "new", "ä\n")
    create_private(tmp_path / "other", "b")

    assert (mode(tmp_path / "new"), mode(tmp_path / "other")) == (0o600, 0o600)
    assert (tmp_path / "new").read_text(encoding="utf-8") == "ä\n"


@pytest.mark.parametrize("linked", [False, True], ids=["itself", "through a link"])
def test_a_file_that_was_everyones_becomes_its_owners(tmp_path: Path, linked: bool) -> None:
    file, link = tmp_path / "old", tmp_path / "link"
    file.write_text("a longer text", encoding="utf-8")
    file.chmod(0o664)
    link.symlink_to(file)

    write_private(link if linked else file, "short")

    assert (mode(file), file.read_text(encoding="utf-8")) == (0o600, "short")
    assert link.is_symlink()


def test_a_new_file_takes_no_others_place(tmp_path: Path) -> None:
    create_private(tmp_path / "file", "a")

    with pytest.raises(FileExistsError):
        create_private(tmp_path / "file", "b")


def test_a_device_keeps_its_mode() -> None:
    before = mode(Path("/dev/null"))

    write_private(Path("/dev/null"), "a")

    assert mode(Path("/dev/null")) == before


def test_reports_are_their_owners_alone(tmp_path: Path) -> None:
    old, new = tmp_path / "old.json", tmp_path / "new.html"
    old.write_text("{}", encoding="utf-8")
    export = str(FILES / "arm-collections.json")

    main(["import", export, "--dry-run", "--report", str(old), "--report", str(new)])

    assert (mode(old), mode(new)) == (0o600, 0o600)
    assert old.stat().st_size > 2


@pytest.mark.parametrize(("found", "code"), [([{"id": ID, "name": "nightly"}], 0), ([], 1)])
def test_exports_are_their_owners_alone_and_an_empty_one_is_not_written(
    found: list[dict[str, str]], code: int, tmp_path: Path
) -> None:
    out = tmp_path / "export.json"
    answers = [Answer(body=json.dumps({"value": value}).encode()) for value in ([], found, [])]

    with an_app_that_answers(*answers) as (app, _):
        ended = main(["export", "--from", app.address, "--subscription", "s", "--out", str(out)])

    assert ended == code
    assert [mode(file) for file in tmp_path.iterdir()] == [0o600][code:]
