"""Where an answer differs from the recorded one: status, headers, and the body field by field."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from tests.recordings.sessions import Pair


class Absent:
    def __repr__(self) -> str:
        return "absent"


ABSENT: Final = Absent()


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: Any


@dataclass(frozen=True, slots=True)
class Difference:
    """One place where they differ; the path is made of keys and indices, as in `body.value[0].name`."""

    pair: Pair
    path: str
    recorded: Any
    answered: Any

    def __str__(self) -> str:
        call = f"{self.pair.method} {self.pair.url} at {self.pair.date:%H:%M:%S}"
        return f"{call}: {self.path}: recorded {self.recorded!r}, answered {self.answered!r}"


def differences(pair: Pair, answer: Answer) -> Iterator[Difference]:
    if pair.status != answer.status:
        yield Difference(pair, "status", pair.status, answer.status)
    for name, value in pair.headers.items():
        yield from _compare(pair, f"headers.{name}", value, answer.headers.get(name, ABSENT))
    yield from _compare(pair, "body", pair.body, _trimmed(pair, answer.body))


def _trimmed(pair: Pair, body: Any) -> Any:
    """Trim a long list as the recording was trimmed, if it has as many entries as were recorded."""
    if pair.entries is None or pair.entries <= 4 or len(body["value"]) != pair.entries:
        return body
    return {**body, "value": [*body["value"][:3], body["value"][-1]]}


def _compare(pair: Pair, path: str, recorded: Any, answered: Any) -> Iterator[Difference]:
    match recorded, answered:
        case dict(), dict():
            yield from _compare_objects(pair, path, recorded, answered)
        case list(), list() if len(recorded) == len(answered):
            for index, (before, now) in enumerate(zip(recorded, answered, strict=True)):
                yield from _compare(pair, f"{path}[{index}]", before, now)
        case _ if type(recorded) is not type(answered) or recorded != answered:
            yield Difference(pair, path, recorded, answered)


def _compare_objects(
    pair: Pair, path: str, recorded: dict[str, Any], answered: dict[str, Any]
) -> Iterator[Difference]:
    for key in (*recorded, *(key for key in answered if key not in recorded)):
        yield from _compare(pair, f"{path}.{key}", recorded.get(key, ABSENT), answered.get(key, ABSENT))
    if path.endswith(".schedule") and list(recorded) != list(answered):
        yield Difference(pair, f"{path}, order of keys", list(recorded), list(answered))
