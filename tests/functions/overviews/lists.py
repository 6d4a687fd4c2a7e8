"""Lists over all jobs, called under the api-version that has them, over a table that counts its calls."""

from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from proofs.harness.counted_table import CountedTable
from shared.functions.wiring import App
from shared.storage.key_parts import RowRange
from shared.storage.memory_table import MemoryTable
from shared.storage.table import Entity
from tests.functions.calls import a_job_body, an_app, call, content
from tests.functions.extended import EXTENDED
from tests.world import World

OVER_ALL = "subscriptions/s/providers/Microsoft.Scheduler"


class CountingTable(CountedTable):
    """Allows only for what storage gives at once."""

    def query(self, partition: str, rows: RowRange, *, limit: int | None = None) -> list[Entity]:
        assert limit is None or limit <= 1_000
        return super().query(partition, rows, limit=limit)


def an_empty_place(table: MemoryTable | None = None) -> tuple[World, App]:
    """A world at 2026-03-02 09:00 UTC, and its app."""
    world = World(table=table or MemoryTable())
    return world, an_app(world)


def a_collection(
    app: App, name: str, *, subscription: str = "s", group: str = "rg", **properties: Any
) -> str:
    """Put a collection and return its path."""
    where = f"subscriptions/{subscription}/resourceGroups/{group}/providers/Microsoft.Scheduler"
    path = f"{where}/jobCollections/{name}"
    body = {"location": "westus", "properties": {"sku": {"name": "P20Premium"}, **properties}}
    assert call(app, "PUT", path, body, params=EXTENDED).status_code in (200, 201)
    return path


def a_job(app: App, path: str, *, beside: dict[str, Any] | None = None, **properties: Any) -> str:
    """Put a job and return its id."""
    body = {**a_job_body(**properties), **(beside or {})}
    answer = call(app, "PUT", path, body, params=EXTENDED)
    assert answer.status_code in (200, 201), content(answer)
    id: str = content(answer)["id"]
    return id


def pages(app: App, path: str, **params: str) -> Iterator[list[Any]]:
    """Yield the pages of a list, each behind the link of the one before."""
    link: str | None = path
    asked = {**EXTENDED, **{name.replace("_top", "$top"): value for name, value in params.items()}}
    while link is not None:
        answer = call(app, "GET", link, params=asked)
        assert answer.status_code == 200, content(answer)
        page = content(answer)
        yield page["value"]
        link = page["nextLink"]
        if link is not None:
            parts = urlsplit(link)
            assert parts.path.startswith("/subscriptions/")
            link, asked = parts.path.strip("/"), dict(parse_qsl(parts.query, strict_parsing=True))


def listed(app: App, path: str, **params: str) -> list[Any]:
    return [value for page in pages(app, path, **params) for value in page]


def names(values: Sequence[Any]) -> list[str]:
    return [value["name"] for value in values]


def refusal(app: App, path: str, **params: str) -> str:
    asked = {**EXTENDED, **{name.replace("_top", "$top"): value for name, value in params.items()}}
    answer = call(app, "GET", path, params=asked)
    assert answer.status_code == 400
    message: str = content(answer)["error"]["message"]
    return message


def move_to_mars(world: World, job: str) -> None:
    """Give a job in Berlin's time zone another one, which nobody here knows."""
    beginning = f"j|s|rg|jc1|{job}"
    for shard in range(world.store.shards):
        for entity in world.table.query(f"shard-{shard:03d}", (beginning, beginning + "~")):
            extensions = entity.fields["extensions"].replace("Europe/Berlin", "Mars/Base")
            spoil(world, beginning, extensions=extensions)


def spoil(world: World, beginning: str, **fields: Any) -> None:
    """Write fields into the first row whose key begins so."""
    for shard in range(world.store.shards):
        partition = f"shard-{shard:03d}"
        for entity in world.table.query(partition, (beginning, beginning + "~"), limit=1):
            row = entity.fields["RowKey"]
            kept = {name: value for name, value in entity.fields.items() if name != "RowKey"}
            world.table.overwrite(partition, row, kept | fields)
            return
    raise AssertionError(f"no row begins with {beginning}")
