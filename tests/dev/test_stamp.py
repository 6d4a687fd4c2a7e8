from pathlib import Path

from local.dev import stamp


def test_a_finished_installation_is_remembered(tmp_path: Path) -> None:
    stamp.write(tmp_path / "mark", "as pinned")

    assert stamp.is_current(tmp_path / "mark", "as pinned")


def test_an_interrupted_installation_is_repeated(tmp_path: Path) -> None:
    assert not stamp.is_current(tmp_path / "mark", "as pinned")


def test_a_changed_pin_is_installed_anew(tmp_path: Path) -> None:
    pins = tmp_path / "requirements.txt"
    pins.write_text("pytest==9.1.0", encoding="utf-8")
    stamp.write(tmp_path / "mark", stamp.fingerprint([pins], "3.11"))

    pins.write_text("pytest==9.2.0", encoding="utf-8")

    assert not stamp.is_current(tmp_path / "mark", stamp.fingerprint([pins], "3.11"))


def test_another_python_is_installed_for_anew(tmp_path: Path) -> None:
    pins = tmp_path / "requirements.txt"
    pins.write_text("pytest==9.2.0", encoding="utf-8")

    assert stamp.fingerprint([pins], "3.11") != stamp.fingerprint([pins], "3.12")
