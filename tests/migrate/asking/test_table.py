"""Tables: what fits, what is cut, what is left out, and that no text controls the terminal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from migrate.asking.command import look_of
from migrate.asking.lists import tone_of
from migrate.asking.table import Column, Look, Tone, write_table
from migrate.asking.widths import width_of

COLUMNS = [
    Column(title="job", least=6),
    Column(title="state", least=5, rank=1, tone=tone_of),
    Column(title="note", least=4, rank=2),
]
ROWS = [["reports/daily", "enabled", ""], ["日本語/日", "faulted", "it is\nbroken"]]


def test_without_a_width_everything_is_shown() -> None:
    assert write_table(COLUMNS, ROWS, Look()) == [
        "job            state    note",
        "reports/daily  enabled",
        "日本語/日      faulted  it is broken",
    ]


@pytest.mark.parametrize(
    ("width", "lines"),
    [
        pytest.param(
            36,
            [
                "job            state    note",
                "reports/daily  enabled",
                "日本語/日      faulted  it is broken",
            ],
            id="all of it",
        ),
        pytest.param(
            28,
            ["job       state    note", "reports…  enabled", "日本語/…  faulted  it is br…"],
            id="the widest are cut",
        ),
        pytest.param(19, ["job     state  note", "repor…  enab…", "日本…   faul…  it…"], id="all are cut"),
        pytest.param(
            18, ["job        state", "reports/…  enabled", "日本語/日  faulted"], id="one is left out"
        ),
        pytest.param(12, ["job", "reports/dai…", "日本語/日"], id="two are left out"),
        pytest.param(3, ["job", "re…", "日…"], id="hardly any room"),
    ],
)
def test_a_table_fits_the_terminal(width: int, lines: list[str]) -> None:
    assert write_table(COLUMNS, ROWS, Look(width=width)) == lines


def test_a_column_without_any_text_is_left_out() -> None:
    assert write_table(COLUMNS, [["a", "", "b"]], Look()) == ["job  note", "a    b"]


@pytest.mark.parametrize("rows", [[], [["", "", ""]]])
def test_where_there_is_no_text_there_are_no_titles(rows: list[list[str]]) -> None:
    assert [line for line in write_table(COLUMNS, rows, Look(width=20)) if line] == []


def test_no_text_controls_the_terminal() -> None:
    hostile = ["\x1b[2J\u202egnp", "\r\n\x07", "a\tb\u2028c"]

    lines = write_table(COLUMNS, [hostile], Look(width=80, colours=False))

    assert lines == ["job               state  note", r"\x1b[2J\u202egnp  \x07   a b c"]


def test_colours_do_not_count_for_the_width() -> None:
    title, row = write_table(COLUMNS[:2], [["a", "faulted"]], Look(width=12, colours=True))

    assert title == "\x1b[1mjob\x1b[0m  \x1b[1mstate\x1b[0m"
    assert row == "a    \x1b[31mfaulted\x1b[0m"


@pytest.mark.parametrize(
    ("text", "tone"),
    [
        ("faulted", Tone.BAD),
        ("completed", Tone.GOOD),
        ("collection disabled", Tone.WARNING),
        ("upcoming", Tone.QUIET),
        ("\x1b[31m", Tone.PLAIN),
    ],
)
def test_a_colour_says_what_a_word_means(text: str, tone: Tone) -> None:
    assert tone_of(text) is tone


@given(
    st.lists(st.lists(st.text(max_size=30), min_size=3, max_size=3), max_size=4),
    st.integers(min_value=1, max_value=60),
)
def test_no_line_is_wider_than_the_terminal(rows: list[list[str]], width: int) -> None:
    lines = write_table(COLUMNS, rows, Look(width=width))

    assert [line for line in lines if width_of(line) > width] == []


@pytest.mark.parametrize(
    ("colour", "terminal", "environment", "coloured"),
    [
        pytest.param("auto", True, {}, True, id="a terminal"),
        pytest.param("auto", False, {}, False, id="a file"),
        pytest.param("auto", True, {"NO_COLOR": "1"}, False, id="NO_COLOR"),
        pytest.param("auto", True, {"NO_COLOR": ""}, True, id="NO_COLOR without a value"),
        pytest.param("auto", True, {"TERM": "dumb"}, False, id="a dumb terminal"),
        pytest.param("always", False, {"NO_COLOR": "1"}, True, id="always"),
        pytest.param("never", True, {}, False, id="never"),
    ],
)
def test_colours_are_for_terminals(
    colour: str,
    terminal: bool,
    environment: dict[str, str],
    coloured: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"COLUMNS": "57", **environment}.items():
        monkeypatch.setenv(name, value)

    assert look_of(colour, terminal=terminal) == Look(width=57 if terminal else None, colours=coloured)
