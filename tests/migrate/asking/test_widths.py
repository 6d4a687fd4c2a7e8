"""How wide texts are on a terminal, and how they are cut and wrapped."""

import pytest

from migrate.asking.widths import cut_to, padded, width_of, wrapped


@pytest.mark.parametrize(
    ("text", "width"),
    [
        pytest.param("", 0, id="nothing"),
        pytest.param("nightly", 7, id="ASCII"),
        pytest.param("Bücher", 6, id="an umlaut"),
        pytest.param("Bu\u0308cher", 6, id="an umlaut of two characters"),
        pytest.param("日本語", 6, id="East Asian"),
        pytest.param("\uff21\uff22", 4, id="full width"),
        pytest.param("ｱ", 1, id="half width"),
        pytest.param("📚", 2, id="a picture"),
        pytest.param("❤\ufe0f", 2, id="shown as a picture"),
    ],
)
def test_a_text_takes_so_many_columns(text: str, width: int) -> None:
    assert width_of(text) == width


@pytest.mark.parametrize(
    ("text", "width", "cut"),
    [
        pytest.param("nightly", 7, "nightly", id="it fits"),
        pytest.param("nightly", 6, "night…", id="it does not"),
        pytest.param("日本語", 6, "日本語", id="wide, and it fits"),
        pytest.param("日本語", 5, "日本…", id="between two wide characters"),
        pytest.param("日本語", 4, "日…", id="half of one would fit"),
        pytest.param("e\u0301te\u0301", 2, "e\u0301…", id="a mark stays with its letter"),
        pytest.param("a b", 2, "a…", id="the ellipsis ends a word"),
        pytest.param("ab cd", 4, "ab…", id="no blank before the ellipsis"),
        pytest.param("nightly", 1, "…", id="room for nothing else"),
        pytest.param("nightly", 0, "", id="no room"),
    ],
)
def test_a_text_is_cut(text: str, width: int, cut: str) -> None:
    assert cut_to(text, width) == cut


def test_blanks_fill_what_is_seen() -> None:
    assert [padded(text, 4) for text in ("ab", "日", "e\u0301", "long")] == [
        "ab  ",
        "日  ",
        "e\u0301   ",
        "long",
    ]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        pytest.param("", [""], id="nothing"),
        pytest.param("one two three", ["one two", "three"], id="words"),
        pytest.param("eightlet", ["eightlet"], id="a word that fills a line"),
        pytest.param("a eleven-char", ["a", "eleven-c", "har"], id="a word too wide for a line"),
        pytest.param("日本語日本語", ["日本語日", "本語"], id="wide characters"),
    ],
)
def test_a_sentence_is_wrapped_at_eight_columns(text: str, lines: list[str]) -> None:
    assert wrapped(text, 8) == lines
