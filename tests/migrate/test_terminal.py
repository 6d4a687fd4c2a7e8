"""What is printed of files that may come from anyone."""

import pytest

from migrate.reporting.html import write_html
from migrate.terminal import harmless, say
from tests.migrate.builders import a_planned_collection, a_planned_job, a_report


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        pytest.param("Bücher 📚, 日本語, a\u00a0b", "Bücher 📚, 日本語, a\u00a0b", id="what people write"),
        pytest.param("\x1b[2J\x9b\x7f", r"\x1b[2J\x9b\x7f", id="controls"),
        pytest.param("a\u202egnp.exe", r"a\u202egnp.exe", id="turns the direction"),
        pytest.param("\u2066a\u2069\u061c", r"\u2066a\u2069\u061c", id="isolates"),
        pytest.param("a\u200b\u200d\ufeff\u00adb", r"a\u200b\u200d\ufeff\xadb", id="cannot be seen"),
        pytest.param("\U000e0041", r"\U000e0041", id="tags"),
        pytest.param("a\u2028b\u2029c\x85", r"a\u2028b\u2029c\x85", id="ends of lines"),
        pytest.param("\ud800", r"\ud800", id="half of a pair"),
    ],
)
def test_characters_that_mislead_are_shown(line: str, shown: str) -> None:
    assert harmless(line) == shown


def test_what_is_said_keeps_its_lines(capsys: pytest.CaptureFixture[str]) -> None:
    say("one\ntwo\u202e")

    assert capsys.readouterr().err == "one\ntwo\\u202e\n"


def test_a_page_shows_them_too() -> None:
    page = write_html(a_report(a_planned_collection(a_planned_job(notes=("\u202e<b>\u2028",)))))

    assert r"<li>\u202e&lt;b&gt;\u2028</li>" in page
    assert "\u202e" not in page
