"""The queue function: a message that holds no pack is dropped, for if it failed it would come back."""

import pytest

from shared.functions.queue import run_message
from shared.storage.dispatch_queue import write_dispatch
from tests.world import a_world


def test_a_pack_runs() -> None:
    world = a_world()
    world.put()
    ((_, dispatch),) = world.queue.messages

    run_message(write_dispatch(dispatch).encode(), world.ports)

    assert len(world.receiver) == 1


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"secret", id="not JSON"),
        pytest.param(b"\xff", id="not UTF-8"),
        pytest.param(b"[" * 60_000, id="deep nesting"),
        pytest.param(b'{"due": "2026-03-02T09:00:00Z", "tickets": []}', id="no tickets"),
        pytest.param(b'{"due": "2026-03-02T09:00:00Z", "tickets": ["d|secret"]}', id="no row key"),
    ],
)
def test_a_message_without_a_pack_is_dropped_with_one_line(
    body: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    world = a_world()

    run_message(body, world.ports)

    (record,) = caplog.records
    assert f"a message of {len(body)} bytes is dropped" in record.getMessage()
    assert "secret" not in caplog.text
    assert (world.receiver, world.queue.messages) == ([], [])


def test_a_ticket_of_an_unknown_kind_stays_where_it_is() -> None:
    world = a_world()
    world.put(every=None)
    ((_, dispatch),) = world.queue.messages
    place = world.store.place(world.store.tickets(dispatch.tickets)[dispatch.tickets[0]])
    unknown = place.row.replace("occurrence", "lottery")
    world.table.overwrite(place.partition, unknown, {"format": 99})

    run_message(write_dispatch(dispatch).replace("occurrence", "lottery").encode(), world.ports)

    assert world.table.get(place.partition, unknown) is not None
    assert world.receiver == []
