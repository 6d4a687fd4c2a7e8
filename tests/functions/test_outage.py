"""An outage of storage is one line in the log, whichever function meets it."""

import traceback
from collections.abc import Sequence
from typing import Any

import pytest

from shared.domain.errors import NotConfigured, StorageUnavailable
from shared.functions.queue import run_message
from shared.functions.timer import scan_or_skip
from shared.storage.dispatch_queue import write_dispatch
from shared.storage.key_parts import RowRange
from shared.storage.memory_table import MemoryTable
from shared.storage.outage import Outage
from shared.storage.table import Entity
from tests.functions.calls import COLLECTION, an_app, call, content
from tests.world import World, a_world

LINE = "Table storage at 127.0.0.1:10002 cannot be reached: connection refused"


class BrokenTable(MemoryTable):
    """Fails as the real one does, with all that went wrong below it."""

    problem: Exception | None = None

    def get(self, partition: str, row: str) -> Entity | None:
        self._fail()
        return super().get(partition, row)

    def get_some(self, partition: str, rows: Sequence[str]) -> list[Entity]:
        self._fail()
        return super().get_some(partition, rows)

    def query(self, partition: str, rows: RowRange, *, limit: int | None = None) -> list[Entity]:
        self._fail()
        return super().query(partition, rows, limit=limit)

    def query_fields(
        self, partition: str, rows: RowRange, fields: Sequence[str], *, limit: int | None = None
    ) -> list[Entity]:
        self._fail()
        return super().query_fields(partition, rows, fields, limit=limit)

    def _fail(self) -> None:
        if self.problem is not None:
            raise self.problem from ConnectionRefusedError("sig=hunter2")


def a_broken_world(problem: Exception | None = None) -> tuple[World, bytes]:
    """A world whose storage is out, and a message that came before."""
    table = BrokenTable()
    world = a_world(table=table)
    world.put()
    ((_, dispatch),) = world.queue.messages
    table.problem = problem or Outage(
        "Table storage", "127.0.0.1:10002", "cannot be reached: connection refused"
    )
    return world, write_dispatch(dispatch).encode()


def test_a_scan_says_it_in_one_line_and_leaves_the_rest_to_the_next(caplog: pytest.LogCaptureFixture) -> None:
    world, _ = a_broken_world()

    scan_or_skip(world.ports)

    assert caplog.messages == [f"scan ended, the next one catches up: {LINE}"]
    assert caplog.records[0].exc_info is None


def test_a_message_fails_so_that_it_comes_back_and_little_is_printed(
    caplog: pytest.LogCaptureFixture,
) -> None:
    world, message = a_broken_world()

    with pytest.raises(StorageUnavailable) as failed:
        run_message(message, world.ports)

    printed = "".join(traceback.format_exception(failed.value))
    assert (str(failed.value), caplog.messages) == (LINE, [])
    assert "hunter2" not in printed
    assert len(printed.splitlines()) < 20


def test_a_setting_that_proves_wrong_is_refused_in_one_line(caplog: pytest.LogCaptureFixture) -> None:
    world, message = a_broken_world(NotConfigured("SCHEDULER_SHARDS is wrong."))

    scan_or_skip(world.ports)
    run_message(message, world.ports)

    assert caplog.messages == [
        "scan refused: SCHEDULER_SHARDS is wrong.",
        "dispatch refused: SCHEDULER_SHARDS is wrong.",
    ]


def test_a_request_is_told_what_and_the_log_also_where(caplog: pytest.LogCaptureFixture) -> None:
    world, _ = a_broken_world()

    response: Any = call(an_app(world), "GET", COLLECTION)

    assert response.status_code == 503
    assert "127.0.0.1" not in content(response)["error"]["message"]
    (warning,) = caplog.messages
    assert warning == f"GET /{COLLECTION}, {response.headers['x-ms-request-id']}: {LINE}"
