"""Rows on the wire: what is asked for, and what Azure and Azurite answer."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from shared.domain.errors import StorageUnavailable
from shared.storage.account import StorageAccount
from shared.storage.azure_table import AzureTable
from shared.storage.table import Entity
from tests.receiver import Answer, Received, a_receiver

ETAG = "W/\"datetime'2026-03-02T09%3A00%3A00.1Z'\""
STORED = {
    "odata.etag": ETAG,
    "PartitionKey": "shard-001",
    "RowKey": "j|a'b",
    "Timestamp": "2026-03-02T09:00:00.1Z",
    "text": "ü",
    "number": 1,
    "flag": True,
    "lateness": 0.5,
}
READ = Entity(
    fields={
        "PartitionKey": "shard-001",
        "RowKey": "j|a'b",
        "text": "ü",
        "number": 1,
        "flag": True,
        "lateness": 0.5,
    },
    etag=ETAG,
)


@contextmanager
def a_table(*answers: Answer) -> Iterator[tuple[AzureTable, list[str]]]:
    """A table that gives these answers, one after the other, and the paths that it is asked for."""
    left, asked = list(answers), list[str]()

    def answer(request: Received) -> Answer:
        asked.append(request.path)
        return left.pop(0)

    with a_receiver(answer) as receiver:
        account = StorageAccount(
            connection_string="DefaultEndpointsProtocol=http;AccountName=account;AccountKey=c2VjcmV0;"
            f"TableEndpoint={receiver.uri}/account;QueueEndpoint={receiver.uri}/account"
        )
        with account.tables() as service:
            yield AzureTable(service), asked


def answered(content: Any, *, status: int = 200, headers: Mapping[str, str] | None = None) -> Answer:
    typed = {"Content-Type": "application/json;odata=minimalmetadata", **(headers or {})}
    return Answer(status=status, headers=typed, body=json.dumps(content).encode())


def a_page(*rows: str, next_row: str = "") -> Answer:
    following = {"x-ms-continuation-NextPartitionKey": "shard-001", "x-ms-continuation-NextRowKey": next_row}
    content = {"value": [{"odata.etag": ETAG, "RowKey": row} for row in rows]}
    return answered(content, headers=following if next_row else {})


def test_a_row_is_what_its_json_says() -> None:
    with a_table(answered({"odata.metadata": "http://x/", **STORED})) as (table, paths):
        assert table.get("shard-001", "j|a'b") == READ

    assert paths == ["/account/Scheduler(PartitionKey='shard-001',RowKey='j%7Ca%27%27b')"]


def test_a_field_that_azure_answers_as_null_is_not_there() -> None:
    """Azure does so for fields that are asked for and that the row does not have; Azurite leaves them out."""
    with a_table(answered({"value": [{**STORED, "format": None}]})) as (table, _):
        assert table.query_fields("shard-001", ("j", "k"), ("RowKey", "format")) == [READ]


def test_a_row_that_is_not_there_is_none() -> None:
    with a_table(answered({"odata.error": {"code": "ResourceNotFound"}}, status=404)) as (table, _):
        assert table.get("shard-001", "j|a") is None


@pytest.mark.parametrize(
    ("limit", "pages", "expected", "asked"),
    [
        pytest.param(None, [a_page("a", "b")], "ab", [("1000", None)], id="one page"),
        pytest.param(
            None,
            [a_page("a", next_row="b"), a_page(next_row="c"), a_page("c")],
            "ac",
            [("1000", None), ("1000", "b"), ("1000", "c")],
            id="an empty page is not the last",
        ),
        pytest.param(2, [a_page("a", "b", next_row="c")], "ab", [("2", None)], id="enough on the first page"),
        pytest.param(
            2,
            [a_page("a", next_row="b"), a_page("b", "c")],
            "ab",
            [("2", None), ("2", "b")],
            id="enough on the second",
        ),
        pytest.param(5_000, [a_page("a")], "a", [("1000", None)], id="more than storage gives at once"),
    ],
)
def test_pages_are_followed_until_there_is_enough(
    limit: int | None, pages: Sequence[Answer], expected: str, asked: list[tuple[str, str | None]]
) -> None:
    with a_table(*pages) as (table, paths):
        found = table.query("shard-001", ("a", "d"), limit=limit)

    assert "".join(entity.fields["RowKey"] for entity in found) == expected
    queries = [parse_qs(urlsplit(path).query) for path in paths]
    assert [(query["$top"][0], query.get("NextRowKey", [None])[0]) for query in queries] == asked


def test_a_condition_quotes_what_names_hold() -> None:
    with a_table(a_page()) as (table, paths):
        table.query_fields("shard-001", ("j|o'clock & more|", "j|o'clock & more}"), ("RowKey", "state"))

    (query,) = [parse_qs(urlsplit(path).query) for path in paths]
    assert query["$select"] == ["RowKey,state"]
    assert query["$filter"] == [
        "PartitionKey eq 'shard-001' and RowKey ge 'j|o''clock & more|' and RowKey lt 'j|o''clock & more}'"
    ]


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param(answered({"odata.error": {"code": "AuthenticationFailed"}}, status=403), id="refused"),
        pytest.param(Answer(headers={"Content-Type": "text/html"}, body=b"<html>Hello!"), id="no JSON"),
    ],
)
def test_an_answer_that_is_none_is_an_outage(answer: Answer) -> None:
    with (
        a_table(answer) as (table, _),
        pytest.raises(StorageUnavailable, match="did not answer as it should"),
    ):
        table.get("shard-001", "j|a")
