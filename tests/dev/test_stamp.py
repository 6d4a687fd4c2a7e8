from pathlib import Path

import pytest

from local.dev import stamp


def installs(mark: Path, wanted: str, *, fails: bool = False) -> bool:
    """Say whether something was installed."""
    done = []

    def install() -> None:
        done.append(wanted)
        if fails:
            raise KeyboardInterrupt

    stamp.install_once(mark, wanted, "Installing …", install)
    return bool(done)


def test_a_finished_installation_is_remembered(tmp_path: Path) -> None:
    assert installs(tmp_path / "mark", "as pinned")
    assert not installs(tmp_path / "mark", "as pinned")


def test_an_interrupted_installation_is_repeated(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        installs(tmp_path / "mark", "as pinned", fails=True)

    assert installs(tmp_path / "mark", "as pinned")


def test_an_interrupted_change_is_repeated_even_if_it_is_taken_back(tmp_path: Path) -> None:
    installs(tmp_path / "mark", "as pinned")
    with pytest.raises(KeyboardInterrupt):
        installs(tmp_path / "mark", "pinned otherwise", fails=True)

    assert installs(tmp_path / "mark", "as pinned")


def test_what_is_installed_is_announced_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        installs(tmp_path / "mark", "as pinned")

    assert capsys.readouterr().err == "Installing …\n"


def test_a_changed_pin_is_installed_anew(tmp_path: Path) -> None:
    pins = tmp_path / "requirements.txt"
    pins.write_text("pytest==9.1.0", encoding="utf-8")
    installs(tmp_path / "mark", stamp.fingerprint([pins], "3.11"))

    pins.write_text("pytest==9.2.0", encoding="utf-8")

    assert installs(tmp_path / "mark", stamp.fingerprint([pins], "3.11"))


def test_another_python_is_installed_for_anew(tmp_path: Path) -> None:
    pins = tmp_path / "requirements.txt"
    pins.write_text("pytest==9.2.0", encoding="utf-8")

    assert stamp.fingerprint([pins], "3.11") != stamp.fingerprint([pins], "3.12")
