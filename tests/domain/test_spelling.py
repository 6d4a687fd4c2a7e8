"""Guessing what was meant: a guess that is far off misleads more than none."""

import pytest

from shared.domain.spelling import letters_apart, nearest

KNOWN = ("state", "outcome", "from", "to", "at", "$top", "dryRun", "description", "retryPolicy")


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        pytest.param("statee", ["state"], id="a letter too many"),
        pytest.param("sate", ["state"], id="a letter missing"),
        pytest.param("form", ["from"], id="two letters swapped"),
        pytest.param("DRYRUNN", ["dryRun"], id="in any case"),
        pytest.param("dry_run", ["dryRun"], id="with a line"),
        pytest.param("top", ["$top"], id="without its sign"),
        pytest.param("outcoms", ["outcome"], id="a wrong letter"),
        pytest.param("dependsOn", [], id="another word"),
        pytest.param("spread", [], id="as long, and nothing alike"),
        pytest.param("tag", [], id="two letters off in a short word"),
        pytest.param("", [], id="nothing"),
        pytest.param("x" * 100_000, [], id="very long"),
    ],
)
def test_what_is_meant(word: str, meant: list[str]) -> None:
    assert nearest(word, KNOWN) == meant


def test_the_nearest_comes_first() -> None:
    assert nearest("berln", ("merlin", "berlin", "bern"), 3) == ["berlin", "bern", "merlin"]


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        ("", "", 0),
        ("", "ab", 2),
        ("abc", "acb", 1),
        ("abcd", "badc", 2),
        ("kitten", "sitting", 3),
        ("a", "xyz", 3),
    ],
)
def test_how_far_words_are_apart(one: str, other: str, apart: int) -> None:
    assert (letters_apart(one, other), letters_apart(other, one)) == (apart, apart)
