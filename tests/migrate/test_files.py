"""Files, folders and standard input."""

import io
import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from migrate.files import Source, read_sources
from migrate.terminal import Problem
from migrate.text import LARGEST_FILE


def refusal(*paths: str | Path) -> str:
    with pytest.raises(Problem) as refused:
        read_sources([str(path) for path in paths])
    return str(refused.value)


def a_file(file: Path, content: bytes = b"{}") -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)
    return file


def test_a_file_is_read_whatever_its_suffix(tmp_path: Path) -> None:
    file = a_file(tmp_path / "export.backup", b"\xff\xfe\0")

    assert read_sources([str(file)]) == [Source(name=str(file), content=b"\xff\xfe\0", named=True)]


def test_the_files_come_in_the_order_in_which_they_are_named(tmp_path: Path) -> None:
    second, first = a_file(tmp_path / "a.json"), a_file(tmp_path / "b.json")

    assert [source.name for source in read_sources([str(first), str(second)])] == [str(first), str(second)]


def test_a_folder_is_read_to_its_depth_and_in_order(tmp_path: Path) -> None:
    for name in ("b.json", "a.JSON", "c/d/deep.jsonc", "c/state.tfstate", "c/notes.txt"):
        a_file(tmp_path / name)

    names = [Path(source.name).relative_to(tmp_path).as_posix() for source in read_sources([str(tmp_path)])]

    assert names == ["a.JSON", "b.json", "c/d/deep.jsonc", "c/notes.txt", "c/state.tfstate"]


def test_other_files_of_a_folder_are_passed_over(tmp_path: Path) -> None:
    for name in ("read.md", "json", "state.tfstate.backup", "script.ps1", "jobs.json"):
        a_file(tmp_path / name)

    assert [source.name for source in read_sources([str(tmp_path)])] == [str(tmp_path / "jobs.json")]


def test_what_is_found_in_a_folder_was_not_named_itself(tmp_path: Path) -> None:
    a_file(tmp_path / "jobs.json")

    (found,) = read_sources([str(tmp_path)])

    assert not found.named


def test_a_folder_may_be_called_like_a_file(tmp_path: Path) -> None:
    inside = a_file(tmp_path / "jobs.json" / "monday.json")

    assert [source.name for source in read_sources([str(tmp_path)])] == [str(inside)]


def test_folders_without_a_file_are_told(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    one.mkdir()
    a_file(other / "read.md")

    assert refusal(one, other) == (
        f"There is no file in {one}, {other} that ends with "
        ".json, .jsonc, .tfstate, .txt, .yaml, .yml, .crontab, .cron."
    )


def test_an_empty_folder_beside_a_file_is_no_problem(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    file = a_file(tmp_path / "jobs.json")

    assert [source.name for source in read_sources([str(tmp_path / "empty"), str(file)])] == [str(file)]


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    assert refusal(tmp_path / "no.json") == f"Cannot read {tmp_path}/no.json: No such file or directory."


def test_a_path_through_a_file_is_told(tmp_path: Path) -> None:
    file = a_file(tmp_path / "jobs.json")

    assert refusal(file / "a.json") == f"Cannot read {file}/a.json: Not a directory."


def test_a_text_in_the_place_of_a_name_is_told() -> None:
    assert refusal("[" * 5_000).endswith("[[[: File name too long.")


def test_a_link_in_a_folder_that_leads_nowhere_is_told(tmp_path: Path) -> None:
    (tmp_path / "jobs.json").symlink_to(tmp_path / "gone.json")

    assert refusal(tmp_path) == f"Cannot read {tmp_path}/jobs.json: No such file or directory."


def test_a_link_to_itself_is_told(tmp_path: Path) -> None:
    link = tmp_path / "jobs.json"
    link.symlink_to(link)

    assert refusal(link) == f"Cannot read {link}: Too many levels of symbolic links."


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root, or Windows, may read everything")
@pytest.mark.parametrize(
    ("forbidden", "named"),
    [
        pytest.param("jobs.json", "jobs.json", id="a file"),
        pytest.param("folder", "folder", id="a folder"),
        pytest.param("folder", "folder/jobs.json", id="a file in a folder"),
        pytest.param("folder", ".", id="a folder in a folder"),
    ],
)
def test_what_may_not_be_read_is_told(tmp_path: Path, forbidden: str, named: str) -> None:
    a_file(tmp_path / "jobs.json")
    a_file(tmp_path / "folder" / "jobs.json")
    (tmp_path / forbidden).chmod(0)

    try:
        told = refusal(tmp_path / named)
    finally:
        (tmp_path / forbidden).chmod(0o700)

    assert told.startswith(f"Cannot read {tmp_path}/{forbidden}")
    assert told.endswith(": Permission denied.")


@pytest.mark.parametrize("named", ["huge.json", "."])
def test_a_file_that_is_too_large_is_not_even_read(tmp_path: Path, named: str) -> None:
    file = a_file(tmp_path / "huge.json")
    os.truncate(file, 1 << 40)

    assert refusal(tmp_path / named) == f"{file} has more than 64 MiB: split it."


def test_a_file_of_the_largest_size_is_read(tmp_path: Path) -> None:
    file = a_file(tmp_path / "large.json")
    os.truncate(file, LARGEST_FILE)

    (found,) = read_sources([str(file)])

    assert len(found.content) == 64 * 1024 * 1024


def test_no_more_is_read_than_it_takes_to_refuse_it(monkeypatch: pytest.MonkeyPatch) -> None:
    with open("/dev/zero", encoding="ascii") as endless:
        monkeypatch.setattr(sys, "stdin", endless)

        (found,) = read_sources(["-"])

    assert len(found.content) == 64 * 1024 * 1024 + 1


def a_pipe(name: str) -> None:
    os.mkfifo(name)


def a_socket(name: str) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(name)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")
@pytest.mark.parametrize(("make", "kind"), [(a_pipe, "a pipe"), (a_socket, "a socket")])
def test_what_would_never_end_is_not_opened(
    make: Callable[[str], None],
    kind: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)  # the whole path of a socket must be short
    a_file(tmp_path / "jobs.json")
    make("odd.json")

    assert refusal("odd.json") == f"odd.json is {kind}, not a file. Standard input is read with '-'."
    assert [source.name for source in read_sources(["."])] == ["jobs.json"]
    assert capsys.readouterr().err == f"odd.json is {kind}, not a file: it is passed over.\n"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")
def test_a_device_is_no_file() -> None:
    assert refusal("/dev/zero") == "/dev/zero is a device, not a file. Standard input is read with '-'."


def test_standard_input_is_read_as_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff\xfe{\0}\0"), encoding="ascii"))

    assert read_sources(["-"]) == [Source(name="standard input", content=b"\xff\xfe{\0}\0", named=True)]


def test_a_name_that_is_not_utf_8_can_still_be_written(tmp_path: Path) -> None:
    for name in (b"b\xfccher.json", b"b\xe4ume.json"):
        Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name)).write_bytes(b"{}")

    names = [source.name for source in read_sources([str(tmp_path)])]

    assert names == [f"{tmp_path}/b\\xe4ume.json", f"{tmp_path}/b\\xfccher.json"]


def test_the_bytes_do_not_print(tmp_path: Path) -> None:
    file = a_file(tmp_path / "jobs.json", b"s3cret")

    assert "s3cret" not in repr(read_sources([str(file)]))


def test_all_files_that_cannot_be_read_are_told_at_once(tmp_path: Path) -> None:
    one, other = tmp_path / "one.json", tmp_path / "other.json"

    assert refusal(one, a_file(tmp_path / "there.json"), other) == (
        f"Cannot read {one}: No such file or directory.\nCannot read {other}: No such file or directory."
    )
