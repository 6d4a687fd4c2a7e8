"""Bytes of files, as tools and people write them."""

import codecs
from json import JSONDecodeError
from typing import Any

import pytest

from migrate.text import LARGEST_FILE, NotJson, place_of, read_documents

JOB = '{"name": "Bücher 📚"}'
DEEP = 100_000
MANY = 2_000_000


def refusal(content: str | bytes) -> str:
    with pytest.raises(NotJson) as refused:
        read_documents(content.encode() if isinstance(content, str) else content)
    return str(refused.value)


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(JOB.encode(), id="UTF-8"),
        pytest.param(codecs.BOM_UTF8 + JOB.encode(), id="UTF-8 with BOM"),
        pytest.param(JOB.encode("utf-16-le"), id="UTF-16 LE"),
        pytest.param(codecs.BOM_UTF16_LE + JOB.encode("utf-16-le"), id="UTF-16 LE with BOM"),
        pytest.param(JOB.encode("utf-16-be"), id="UTF-16 BE"),
        pytest.param(codecs.BOM_UTF16_BE + JOB.encode("utf-16-be"), id="UTF-16 BE with BOM"),
        pytest.param(JOB.encode("utf-32-le"), id="UTF-32 LE"),
        pytest.param(codecs.BOM_UTF32_LE + JOB.encode("utf-32-le"), id="UTF-32 LE with BOM"),
        pytest.param(JOB.encode("utf-32-be"), id="UTF-32 BE"),
        pytest.param(codecs.BOM_UTF32_BE + JOB.encode("utf-32-be"), id="UTF-32 BE with BOM"),
    ],
)
def test_every_encoding_of_unicode_is_read(content: bytes) -> None:
    assert read_documents(content) == [{"name": "Bücher 📚"}]


@pytest.mark.parametrize(
    ("content", "encoding"),
    [
        pytest.param(b'{"name": "B\xfccher"}', "UTF-8", id="Latin-1"),
        pytest.param(codecs.BOM_UTF8 + b"\xfc\xfc\xfc", "UTF-8", id="Latin-1 behind the mark of UTF-8"),
        pytest.param(b"{\0}\0\0", "UTF-16-LE", id="UTF-16 with half a character"),
        pytest.param(b"\x8f\xe2\x11\xd5\xf0\x9c", "UTF-8", id="rubbish"),
    ],
)
def test_another_encoding_is_refused(content: bytes, encoding: str) -> None:
    assert refusal(content) == f"is not {encoding}, nor any other encoding of Unicode"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param('{"a": 1} // end', {"a": 1}, id="comment to the end of the file"),
        pytest.param('// begin\r\n{"a": 1}', {"a": 1}, id="comment to the end of a line"),
        pytest.param('{/* one\n * two */"a": 1}', {"a": 1}, id="comment over several lines"),
        pytest.param("[1, /**/ 2]", [1, 2], id="empty comment"),
        pytest.param("[1] /* open", [1], id="comment that does not end"),
        pytest.param('{"a": 1,}', {"a": 1}, id="trailing comma in an object"),
        pytest.param("[1, 2\n,\n]", [1, 2], id="trailing comma on a line of its own"),
        pytest.param("[1, // last\n]", [1], id="comment between comma and bracket"),
        pytest.param("[1, /* a */ /* b */ ]", [1], id="comments between comma and bracket"),
        pytest.param("[[1,],]", [[1]], id="trailing commas in a row"),
    ],
)
def test_comments_and_trailing_commas_are_passed_over(text: str, expected: Any) -> None:
    assert read_documents(text.encode()) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("http://host/a", id="two slashes"),
        pytest.param("/* no comment */", id="slash and star"),
        pytest.param("a,]b,}", id="commas before brackets"),
        pytest.param('say "hi" // there', id="behind quotes"),
        pytest.param("C:\\dir\\", id="backslash at the end"),
    ],
)
def test_strings_are_left_alone(text: str) -> None:
    quoted = text.replace("\\", "\\\\").replace('"', '\\"')

    assert read_documents(f'["{quoted}", ] // lenient'.encode()) == [[text]]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param('{"a": 1}\n{"b": 2}\n', [{"a": 1}, {"b": 2}], id="a line each"),
        pytest.param('{"a": 1}{"b": 2}[3]', [{"a": 1}, {"b": 2}, [3]], id="without white space"),
        pytest.param(' \t[1]\r\n\r\n"a""b" null', [[1], "a", "b", None], id="of all kinds"),
        pytest.param("[1,] // one\n[2,] // two", [[1], [2]], id="with comments and trailing commas"),
    ],
)
def test_documents_may_stand_in_a_row(text: str, expected: list[Any]) -> None:
    assert read_documents(text.encode()) == expected


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        pytest.param("{} x", "it cannot be read at line 1, column 4", id="behind a document"),
        pytest.param("{},{}", "it cannot be read at line 1, column 3", id="comma between documents"),
        pytest.param("[1,\n 2 3]", "it cannot be read at line 2, column 4", id="strict"),
        pytest.param(
            "[1, // one\r\n/* two\r\n*/ 3 4,]",
            "it cannot be read at line 3, column 6",
            id="lenient",
        ),
        pytest.param("[1,,]", "it cannot be read at line 1, column 5", id="two trailing commas"),
        pytest.param("['a']", "it cannot be read at line 1, column 2", id="single quotes"),
        pytest.param('["a', "it cannot be read at line 1, column 2", id="unclosed string"),
        pytest.param('{"a": 1, "a": 1}', "a key stands twice in one object", id="a key twice"),
        pytest.param("[NaN]", "NaN is not a JSON number", id="NaN"),
        pytest.param("[-Infinity]", "-Infinity is not a JSON number", id="Infinity"),
        pytest.param("// one\n/* two */", "there is nothing but comments in it", id="nothing but comments"),
    ],
)
def test_what_is_not_json_is_told_with_its_place(text: str, reason: str) -> None:
    assert refusal(text) == f"is not JSON: {reason}"


def test_a_number_of_very_many_digits_is_refused() -> None:
    assert refusal("1" * 401) == "is not JSON: a number has more than 400 digits"
    assert read_documents(b"1" * 400) == [int("1" * 400)]


@pytest.mark.parametrize(
    ("message", "at"),
    [
        pytest.param("Expecting value", 6, id="an older Python"),
        pytest.param("Illegal trailing comma before end of array", 3, id="a newer one"),
    ],
)
def test_the_place_of_a_trailing_comma_does_not_depend_on_python(message: str, at: int) -> None:
    assert place_of(JSONDecodeError(message, "[\n1,\n ]", at)) == "line 3, column 2"


@pytest.mark.parametrize("content", [b"", b" \r\n\t", codecs.BOM_UTF8, codecs.BOM_UTF16_LE])
def test_an_empty_file_is_refused(content: bytes) -> None:
    assert refusal(content) == "is empty"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(r'["\ud83d"]', id="first half"),
        pytest.param(r'["\uDCDA"]', id="second half"),
        pytest.param(r'["\udcda\ud83d"]', id="halves in the wrong order"),
        pytest.param(r'{"\ud83d": 1}', id="in a key"),
        pytest.param(r'["\ud83d",] // lenient', id="in the lenient reading"),
    ],
)
def test_half_of_a_surrogate_pair_is_refused(text: str) -> None:
    assert refusal(text) == "holds half of a surrogate pair, which is no character"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(r'["\ud83d\udcda"]', "📚", id="both halves"),
        pytest.param(r'["\\ud83d"]', r"\ud83d", id="a backslash that is one"),
    ],
)
def test_what_only_looks_like_half_a_pair_is_read(text: str, expected: str) -> None:
    assert read_documents(text.encode()) == [[expected]]


@pytest.mark.parametrize(
    ("opening", "closing"), [pytest.param("[", "]", id="arrays"), pytest.param('{"a":', "}", id="objects")]
)
def test_a_hundred_deep_is_deep_enough(opening: str, closing: str) -> None:
    (found,) = read_documents(f"{opening * 100}0{closing * 100}".encode())

    for _ in range(100):
        (found,) = found.values() if isinstance(found, dict) else found
    assert found == 0


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("[" * 101 + "]" * 101, id="just too deep"),
        pytest.param('{"a":' * 101 + "0" + "}" * 101, id="objects"),
        pytest.param("1 " + "[" * 101 + "]" * 101, id="in the second document"),
        pytest.param("[" * DEEP + "]" * DEEP, id="very deep"),
        pytest.param("[" * DEEP, id="very deep and not closed"),
        pytest.param('{"a":' * DEEP, id="very deep in objects"),
        pytest.param("// lenient\n" + "[" * DEEP + ",]" * DEEP, id="very deep in the lenient reading"),
    ],
)
def test_what_is_deeper_is_refused(text: str) -> None:
    assert refusal(text) == "is nested too deeply"


def test_a_file_of_the_largest_size_is_read() -> None:
    assert read_documents(b"1".ljust(LARGEST_FILE)) == [1]


def test_a_larger_file_is_refused() -> None:
    assert refusal(b"1".ljust(LARGEST_FILE + 1)) == "has more than 64 MiB: split it"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('"\\"' * MANY, id="quotes behind backslashes"),
        pytest.param('["' + "\\" * MANY, id="backslashes"),
        pytest.param('"' * (MANY + 1), id="quotes"),
        pytest.param("/*" * MANY, id="beginnings of comments"),
        pytest.param("/" * MANY, id="slashes"),
        pytest.param("[1" + "," + " " * MANY, id="a comma and blanks"),
        pytest.param("[1" + ", " * MANY, id="commas and blanks"),
        pytest.param("[" + "/**/," * MANY, id="comments and commas"),
        pytest.param("\n" * MANY + "x", id="lines"),
    ],
)
def test_a_hostile_text_is_refused_in_good_time(text: str) -> None:
    assert refusal(text).startswith("is not JSON: ")


def test_very_many_documents_are_read_in_good_time() -> None:
    assert len(read_documents(b"{}" * 500_000)) == 500_000
