import pytest

from shared.api.body import read_object
from shared.domain.errors import BadRequest


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        pytest.param(b'{"a": 1}', {"a": 1}, id="plain"),
        pytest.param(b'\xef\xbb\xbf{"a": 1}', {"a": 1}, id="with a byte-order mark"),
        pytest.param('{"ä": "🎉"}'.encode(), {"ä": "🎉"}, id="beyond ASCII"),
        pytest.param(b'{"a": "\\ud83c\\udf89"}', {"a": "🎉"}, id="an escaped surrogate pair"),
    ],
)
def test_an_object_is_read(body: bytes, expected: object) -> None:
    assert read_object(body) == expected


@pytest.mark.parametrize(
    ("body", "message"),
    [
        pytest.param(b"", "The body is empty", id="empty"),
        pytest.param(b" \n", "The body is empty", id="blank"),
        pytest.param(b"{", "The body is not JSON: it cannot be read at line 1, column 2.", id="cut off"),
        pytest.param(b'{"a": 1,\n "b": }', "it cannot be read at line 2, column 7.", id="wrong further down"),
        pytest.param(b'{"a": 1} // why', "The body is not JSON: it cannot be read at", id="a comment"),
        pytest.param(b'{"a": [1,]}', "The body is not JSON: it cannot be read at", id="a last comma"),
        pytest.param(b'{"a": ' + b"9" * 401 + b"}", "a number has more than 400 digits", id="a long number"),
        pytest.param(b"[]", "The body is JSON, but not an object", id="an array"),
        pytest.param(b"null", "The body is JSON, but not an object", id="null"),
        pytest.param(b'{"a": NaN}', "The body is not JSON: NaN is not a JSON number", id="not a number"),
        pytest.param(b'{"a": 1, "a": 2}', "a key stands twice in one object", id="a doubled key"),
        pytest.param(b'{"a": "\xff"}', "The body is not UTF-8", id="not UTF-8"),
        pytest.param(b'{"a": "\\ud800"}', "half of a surrogate pair", id="a lone surrogate"),
        pytest.param(b'{"a":' * 100_000, "nested too deeply", id="nested deeply"),
        pytest.param(b'{"a": "' + b"x" * (1 << 20) + b'"}', "the limit is 1048576", id="too large"),
    ],
)
def test_anything_else_is_refused_with_the_reason(body: bytes, message: str) -> None:
    with pytest.raises(BadRequest) as refused:
        read_object(body)

    assert message in str(refused.value)
