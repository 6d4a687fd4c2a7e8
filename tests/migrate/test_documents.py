"""Notations of files: told by their suffix, or else by their content."""

import pytest

from migrate.documents import Unreadable, documents_of


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("a.json", b'{"a": 1}', [{"a": 1}]),
        ("a.yaml", b"a: 1", [{"a": 1}]),
        ("a.YML", "\ufeffa: ü".encode("utf-16"), [{"a": "ü"}]),
        ("a.yaml", b'{"a": "\\u00fc"}', [{"a": "ü"}]),
        ("standard input", b"a: 1\nb: [2]", [{"a": 1, "b": [2]}]),
        ("export.txt", b"- a\n- b", [["a", "b"]]),
    ],
)
def test_a_file_is_read_in_its_notation(name: str, content: bytes, expected: object) -> None:
    assert documents_of(name, content) == expected


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("a.json", b"a: 1", "is not JSON: it cannot be read at line 1, column 1"),
        ("notes.txt", b"remember the milk", "is not JSON: it cannot be read at line 1, column 1"),
        ("a.yaml", b"a: ]", "is not YAML: it cannot be read at line 1, column 4"),
        ("a.yaml", b"# only words", "is empty"),
        ("a.yaml", b"\xfc\xfc", "is not UTF-8, nor any other encoding of Unicode"),
    ],
)
def test_why_a_file_cannot_be_read_is_told_in_its_own_notation(
    name: str, content: bytes, reason: str
) -> None:
    with pytest.raises(Unreadable) as refused:
        documents_of(name, content)

    assert str(refused.value) == reason
