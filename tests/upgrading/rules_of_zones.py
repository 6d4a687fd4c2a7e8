"""An app over a real table, with a job at 09:00 in Vancouver."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Final

from shared.storage.account import StorageAccount
from shared.storage.azure_table import AzureTable
from tests.functions.calls import COLLECTION, JOB, an_app
from tests.functions.extended import extended, put, shown
from tests.world import World

NOW: Final = datetime(2026, 12, 1, 20, 0, tzinfo=UTC)


@contextmanager
def a_world(connection_string: str, table: str) -> Iterator[World]:
    with StorageAccount(connection_string=connection_string).tables() as service:
        yield World(now=NOW, begins=True, table=AzureTable(service, name=table))


def put_job(world: World) -> None:
    app = an_app(world)
    assert extended(app, "PUT", COLLECTION, {"location": "westus"}).status_code == 201
    at_nine = {"frequency": "day", "schedule": {"hours": [9], "minutes": [0]}}
    answer = put(app, timeZone="America/Vancouver", startTime="2026-01-01T00:00:00", recurrence=at_nine)
    assert answer.status_code == 201


def next_run(world: World) -> str:
    run: str = shown(an_app(world), JOB)["status"]["nextExecutionTime"]
    return run
