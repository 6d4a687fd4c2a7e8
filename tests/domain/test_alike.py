"""Which word was meant: a slip of a finger is understood, another word is not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.alike import letters_between, nearest

WORDS = st.text("abc", max_size=6)
KNOWN = [
    "run",
    "test",
    "recurrence",
    "--top",
    "--app",
    "--dry-run",
    "interval",
    "startTime",
    "nightly/backup",
]


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("tset", "test"),
        ("TEST", "test"),
        ("recurence", "recurrence"),
        ("recurance", "recurrence"),
        ("--tpo", "--top"),
        ("--dryrun", "--dry-run"),
        ("starttime", "startTime"),
        ("intervall", "interval"),
        ("nightly/bakcup", "nightly/backup"),
        ("ran", "run"),
    ],
)
def test_a_slip_is_understood(word: str, meant: str) -> None:
    assert nearest(word, KNOWN) == meant


@pytest.mark.parametrize(
    "word",
    [
        "running",
        "--tap-water",
        "--ape",
        "tr",
        "",
        "-",
        "text-file",
        "dependsOn",
        "intervalls-of",
        "b" * 10_000,
    ],
)
def test_another_word_is_not(word: str) -> None:
    assert nearest(word, [one for one in KNOWN if one != "--app"]) == ""


def test_of_three_letters_two_are_another_word() -> None:
    assert nearest("--top", ["--app"]) == ""


def test_nothing_is_near_where_nothing_is_known() -> None:
    assert nearest("recurrence", []) == ""


@pytest.mark.parametrize(
    ("one", "other", "letters"),
    [
        ("", "", 0),
        ("", "abc", 3),
        ("abc", "abc", 0),
        ("abc", "acb", 1),
        ("abcd", "badc", 2),
        ("kitten", "sitting", 3),
        ("run", "running", 4),
    ],
)
def test_letters_are_counted(one: str, other: str, letters: int) -> None:
    assert letters_between(one, other) == letters


@given(WORDS, WORDS)
def test_the_way_back_is_as_long(one: str, other: str) -> None:
    assert letters_between(one, other) == letters_between(other, one)
    assert (letters_between(one, other) == 0) is (one == other)


@given(WORDS, WORDS, st.integers(0, 5), st.sampled_from("abc"))
def test_one_more_letter_is_one_more_at_most(one: str, other: str, place: int, letter: str) -> None:
    longer = one[:place] + letter + one[place:]

    assert abs(letters_between(longer, other) - letters_between(one, other)) <= 1
