"""Transactions on the wire: what is written, and what Azure and Azurite answer."""

from uuid import UUID

import pytest

from shared.storage.table import DeleteRow, InsertRow, MergeRow, Operation
from shared.storage.transaction import Part, read_parts, write_batch

ADDRESS = "https://account.table.core.windows.net/Scheduler"
HEADERS = b"Accept: application/json;odata=minimalmetadata\r\nDataServiceVersion: 3.0\r\n"

AZURE = (
    "--batchresponse_1\r\nContent-Type: multipart/mixed; boundary=changesetresponse_2\r\n\r\n"
    "--changesetresponse_2\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n"
    "HTTP/1.1 204 No Content\r\nContent-ID: 0\r\nX-Content-Type-Options: nosniff\r\n"
    "Preference-Applied: return-no-content\r\nDataServiceVersion: 3.0;\r\n"
    "ETag: W/\"datetime'2026-03-02T09%3A00%3A00.1Z'\"\r\n\r\n\r\n"
    "--changesetresponse_2\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n"
    "HTTP/1.1 204 No Content\r\nContent-ID: 1\r\nDataServiceVersion: 1.0;\r\n\r\n\r\n"
    "--changesetresponse_2--\r\n--batchresponse_1--\r\n"
)
REFUSED = (
    "--batchresponse_1\r\nContent-Type: multipart/mixed; boundary=changesetresponse_2\r\n\r\n"
    "--changesetresponse_2\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n"
    "HTTP/1.1 412 Precondition Failed\r\nDataServiceVersion: 3.0;\r\nContent-Type: application/json\r\n\r\n"
    '{"odata.error":{"code":"UpdateConditionNotSatisfied","message":{"lang":"en-US","value":"1:No."}}}\r\n'
    "--changesetresponse_2--\r\n--batchresponse_1--\r\n"
)


@pytest.mark.parametrize(
    ("operation", "expected"),
    [
        pytest.param(
            InsertRow(row="j|a b", fields={"n": 1, "on": True, "text": "ü"}),
            b"POST https://account.table.core.windows.net/Scheduler HTTP/1.1\r\n"
            + HEADERS
            + b"Prefer: return-no-content\r\nContent-Type: application/json\r\nContent-Length: 86\r\n\r\n"
            b'{"n": 1, "on": true, "text": "\\u00fc", "PartitionKey": "shard-001", "RowKey": "j|a b"}\r\n',
            id="insert",
        ),
        pytest.param(
            MergeRow(row="j|a'b", fields={"n": 2}, etag='W/"1"'),
            b"PATCH https://account.table.core.windows.net/Scheduler"
            b"(PartitionKey='shard-001',RowKey='j%7Ca%27%27b') HTTP/1.1\r\n"
            + HEADERS
            + b'If-Match: W/"1"\r\nContent-Type: application/json\r\nContent-Length: 56\r\n\r\n'
            b'{"n": 2, "PartitionKey": "shard-001", "RowKey": "j|a\'b"}\r\n',
            id="merge",
        ),
        pytest.param(
            DeleteRow(row="d|x", etag='W/"1"'),
            b"DELETE https://account.table.core.windows.net/Scheduler"
            b"(PartitionKey='shard-001',RowKey='d%7Cx') HTTP/1.1\r\n"
            + HEADERS
            + b'If-Match: W/"1"\r\n\r\n\r\n',
            id="delete",
        ),
    ],
)
def test_each_operation_is_a_request_of_its_own(operation: Operation, expected: bytes) -> None:
    boundary, body = write_batch(ADDRESS, "shard-001", [operation])

    _, _, part = body.partition(b"Content-ID: 0\r\n\r\n")
    assert part.startswith(expected + b"--changeset_")
    assert body.startswith(f"--{boundary}\r\n".encode())
    assert body.endswith(f"--{boundary}--\r\n".encode())
    assert UUID(boundary.removeprefix("batch_"))


def test_a_change_without_an_etag_is_refused() -> None:
    with pytest.raises(ValueError, match="names the ETag"):
        write_batch(ADDRESS, "shard-001", [DeleteRow(row="d|x", etag="")])


def test_answers_come_in_the_order_of_the_operations() -> None:
    assert read_parts(AZURE) == [
        Part(status=204, etag="W/\"datetime'2026-03-02T09%3A00%3A00.1Z'\"", code=None),
        Part(status=204, etag="", code=None),
    ]


def test_a_refusal_names_its_reason() -> None:
    assert read_parts(REFUSED) == [Part(status=412, etag="", code="UpdateConditionNotSatisfied")]
