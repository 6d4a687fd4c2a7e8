"""Whatever an answer holds, it costs little, is stored as plain text, and does not change the outcome."""

import gzip
import tracemalloc
import zlib
from collections.abc import Callable

import pytest

from shared.domain.attempt import Completed, Failed, Outcome
from tests.actions import raw_server
from tests.actions.raw_server import Script, a_raw_server
from tests.actions.running import a_runner, an_http_attempt
from tests.receiver import Answer, Received, a_receiver

LARGE = b"x" * 20_000_000


def performed(answer: Answer) -> Outcome:
    with a_receiver(lambda _: answer) as receiver:
        return a_runner().perform(an_http_attempt(receiver.uri))


def encoded(body: bytes, encoding: str) -> Answer:
    return Answer(headers={"Content-Encoding": encoding}, body=body)


def body_of(outcome: Outcome) -> str:
    assert isinstance(outcome, Completed)
    return outcome.message.partition(" Body: ")[2]


def raw_deflate(content: bytes) -> bytes:
    packing = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return packing.compress(content) + packing.flush()


@pytest.mark.parametrize(
    ("encoding", "body"),
    [
        pytest.param("gzip", gzip.compress(b"hello"), id="gzip"),
        pytest.param("X-GZip", gzip.compress(b"hello"), id="its old name"),
        pytest.param("gzip", gzip.compress(b"hel") + gzip.compress(b"lo"), id="gzip in parts"),
        pytest.param("gzip", gzip.compress(b"hello") + b"\0" * 64, id="gzip with padding"),
        pytest.param("deflate", zlib.compress(b"hello"), id="deflate"),
        pytest.param("deflate", raw_deflate(b"hello"), id="deflate without its surroundings"),
        pytest.param("identity", b"hello", id="identity"),
        pytest.param("gzip, deflate", zlib.compress(gzip.compress(b"hello")), id="two"),
        pytest.param("gzip,gzip , gzip", gzip.compress(gzip.compress(gzip.compress(b"hello"))), id="three"),
    ],
)
def test_usual_encodings_are_decoded(encoding: str, body: bytes) -> None:
    assert body_of(performed(encoded(body, encoding))) == "hello"


@pytest.mark.parametrize(
    ("encoding", "body"),
    [
        pytest.param("br", b"\x0b\x02\x80hello\x03", id="Brotli"),
        pytest.param("zstd", b"\x28\xb5\x2f\xfd", id="Zstandard"),
        pytest.param("gzip, br", b"hello", id="one of them not known"),
        pytest.param("gzip, gzip, gzip, gzip", b"hello", id="too many"),
        pytest.param("gzip", b"hello", id="not what it says"),
        pytest.param("deflate", b"hello", id="not deflate either"),
    ],
)
def test_other_encodings_are_not_decoded_and_the_message_says_so(encoding: str, body: bytes) -> None:
    assert body_of(performed(encoded(body, encoding))) == f"(not shown, encoded as '{encoding}')"


def test_an_encoding_of_nothing_is_nothing() -> None:
    assert body_of(performed(encoded(b"", "br"))) == ""


@pytest.mark.parametrize(
    ("encoding", "pack"),
    [
        pytest.param("gzip", gzip.compress, id="once"),
        pytest.param("gzip, gzip", lambda body: gzip.compress(gzip.compress(body)), id="twice"),
        pytest.param("deflate, gzip", lambda body: gzip.compress(zlib.compress(body)), id="both"),
    ],
)
@pytest.mark.parametrize("status", [200, 302])
def test_an_answer_that_unpacks_to_much_more_costs_little(
    encoding: str, pack: Callable[[bytes], bytes], status: int
) -> None:
    packed = pack(LARGE)

    def answer(request: Received) -> Answer:
        if request.path == "/there":
            return Answer(body=b"x" * 1_024)
        return Answer(
            status=status, headers={"Location": "/there", "Content-Encoding": encoding}, body=packed
        )

    with a_receiver(answer) as receiver:
        runner = a_runner()
        tracemalloc.start()
        try:
            outcome = runner.perform(an_http_attempt(receiver.uri))
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()

    assert body_of(outcome) == "x" * 1_024
    assert peak < 500_000


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        (raw_server.many_headers, "the header section of the answer is too long"),
        (raw_server.long_header, "the header section of the answer is too long"),
        (raw_server.answers_that_are_none, "the header section of the answer is too long"),
        (raw_server.trailers_without_end, "what surrounds the body of the answer is too long"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_an_answer_beyond_measure_is_a_failure_that_says_so(script: Script, reason: str) -> None:
    with a_raw_server(script) as address:
        outcome = a_runner().perform(an_http_attempt(address))

    assert outcome == Failed(f"Http Action - Request to host '127.0.0.1' failed: {reason}")


@pytest.mark.parametrize(
    ("charset", "body", "text"),
    [
        ("utf-8", "größe".encode(), "größe"),
        ("UTF8", "größe".encode(), "größe"),
        ('"utf-8"', "größe".encode(), "größe"),
        ("us-ascii", b"gr\xfc", "gr�"),
        ("iso-8859-1", b"gr\xf6\xdfe", "größe"),
        ("latin1", b"gr\xf6\xdfe", "größe"),
        ("windows-1252", b"\x80 5", "€ 5"),
        ("utf-16", "größe".encode("utf-16"), "größe"),
        ("utf-16le", "größe".encode("utf-16-le"), "größe"),
        ("utf-16be", "größe".encode("utf-16-be"), "größe"),
        ("utf-16", b"\xff\xfe\x00\xd8a\x00", "�a"),
        ("utf-7", b"+2AA-", "+2AA-"),
        ("unicode_escape", rb"\ud800", r"\ud800"),
        ("raw_unicode_escape", rb"\ud800", r"\ud800"),
        ("idna", b"xn--a", "xn--a"),
        ("undefined", b"hello", "hello"),
        ("punycode", b"hello-", "hello-"),
        ("zlib", b"hello", "hello"),
        ("hex", b"6869", "6869"),
        ("rot13", b"hello", "hello"),
        ("utf-8", b"\xed\xa0\x80", "���"),
        ("mbcs\0", b"hello", "hello"),
    ],
)
def test_an_answer_is_read_in_a_few_charsets_only(charset: str, body: bytes, text: str) -> None:
    answer = Answer(headers={"Content-Type": f"text/plain; charset={charset}"}, body=body)

    assert body_of(performed(answer)) == text


@pytest.mark.parametrize("status", [200, 500])
def test_no_control_character_gets_into_a_message(status: int) -> None:
    everything = "".join(map(chr, range(0xA1))) + "\ud7ff\ue000"
    answer = Answer(
        status=status,
        headers={"Content-Type": "text/plain; charset=utf-8", "X-Odd": "a\x00b\x07c\x1b[31md\x7fe\x9b\x85"},
        body=everything.encode(),
    )

    message = performed(answer).message

    assert {char for char in message if ord(char) < 32 or 127 <= ord(char) < 160} <= set("\t\r\n")
    assert not any(0xD800 <= ord(char) < 0xE000 for char in message)
    assert "X-Odd: a�b�c�[31md�e��\r\n" in message


@pytest.mark.parametrize(
    "script", [raw_server.early_hints, raw_server.another_protocol], ids=lambda script: script.__name__
)
def test_what_comes_before_an_answer_is_not_taken_for_it(script: Script) -> None:
    """Or the answer would be taken for that of the next job."""
    with a_raw_server(script) as address:
        runner = a_runner()
        outcomes = [runner.perform(an_http_attempt(f"{address}/{number}")) for number in range(3)]

    wrong = [
        outcome.message for number, outcome in enumerate(outcomes) if f"/{number}" not in outcome.message
    ]
    assert wrong == []
