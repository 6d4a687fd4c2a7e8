"""Rows as they come over the wire: JSON, whose values are what they are.

The SDK looks at each value of each row for what it might be, at 0.12 ms of CPU a row: for a list, and for the
rows of a thousand runs, that was most of what reading took. Signing, repeating and time limits are the SDK's,
as for every other call.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final
from urllib.parse import urlencode

from azure.core.rest import HttpRequest, HttpResponse
from azure.data.tables import TableClient

from shared.storage.table import Entity
from shared.storage.transaction import CallFailed, error_code, row_address

LARGEST_PAGE: Final = 1_000
"""What storage gives at once."""

NO_TABLE: Final = "TableNotFound"

_OK: Final = 200
_NOT_FOUND: Final = 404
_CONTINUATION: Final = "x-ms-continuation-"
_NEXT: Final = ("NextPartitionKey", "NextRowKey")
_NOT_OURS: Final = ("odata.etag", "odata.metadata", "Timestamp")


def read_row(table: TableClient, partition: str, row: str) -> Entity | None:
    """Return a row, or None if it is not there; raise CallFailed."""
    response = _get(table, row_address(_address(table), partition, row))
    if response.status_code == _NOT_FOUND and error_code(response.text()) != NO_TABLE:
        return None
    return _entity(_content(response))


def read_rows(
    table: TableClient, condition: str, *, select: Sequence[str] | None = None, page: int | None = None
) -> Iterator[Entity]:
    """Yield the rows that meet a condition, a page at a time; one may be empty before the last."""
    asked = {"$filter": condition, "$top": str(min(page or LARGEST_PAGE, LARGEST_PAGE))}
    if select is not None:
        asked["$select"] = ",".join(select)
    where: Mapping[str, str] | None = {}
    while where is not None:
        response = _get(table, f"{_address(table)}()?{urlencode({**asked, **where})}")
        yield from (_entity(row) for row in _content(response)["value"])
        where = _next(response.headers)


def quoted(text: str) -> str:
    """Return a text as a condition names it."""
    return "'" + text.replace("'", "''") + "'"


def _get(table: TableClient, address: str) -> HttpResponse:
    """Whole answers only: one that breaks off is asked for again, like one that does not come."""
    client: Any = table._client
    headers = {
        "x-ms-version": table.api_version,
        "DataServiceVersion": "3.0",
        "MaxDataServiceVersion": "3.0;NetFx",
        "Accept": "application/json;odata=minimalmetadata",
    }
    response: HttpResponse = client.send_request(HttpRequest("GET", address, headers=headers))
    return response


def _content(response: HttpResponse) -> Any:
    if response.status_code != _OK:
        raise CallFailed(response.status_code, error_code(response.text()))
    try:
        return json.loads(response.content)
    except ValueError as exc:
        raise CallFailed(response.status_code, "NoJson") from exc


def _next(headers: Mapping[str, str]) -> dict[str, str] | None:
    """Return where the next page begins, or None after the last."""
    found = {name: headers.get(_CONTINUATION + name) for name in _NEXT}
    return {name: text for name, text in found.items() if text} or None


def _entity(row: dict[str, Any]) -> Entity:
    # Azure answers null for a field that is asked for and not there.
    fields = {name: value for name, value in row.items() if name not in _NOT_OURS and value is not None}
    return Entity(fields=fields, etag=row["odata.etag"])


def _address(table: TableClient) -> str:
    return f"{table.url}/{table.table_name}"
