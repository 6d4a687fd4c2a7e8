"""A job whose row holds nonsense harms no other, and PUT and DELETE repair it."""

from typing import Any

import pytest

from tests.builders import NINE
from tests.functions.calls import COLLECTION, EVERY_MINUTE, JOB, a_world_and_its_app, call, content, message

NONSENSE: dict[str, dict[str, Any]] = {
    "a definition that is a number": {"definition": "5"},
    "a definition that is null": {"definition": "null"},
    "a definition that is a list": {"definition": "[]"},
    "a definition of another kind": {"definition": '{"kind": "secret", "sealed": "x"}'},
    "an action of another kind": {"definition": '{"kind": "definition", "action": {"kind": "retryPolicy"}}'},
    "an action that is a text": {"definition": '{"kind": "definition", "action": "call"}'},
    "a uri that is a number": {
        "definition": '{"kind": "definition", "action": {"kind": "http", "type": "Http", '
        '"request": {"kind": "request", "uri": 5, "method": "GET"}}}'
    },
    "headers that are no pairs": {
        "definition": '{"kind": "definition", "action": {"kind": "http", "type": "Http", "request": '
        '{"kind": "request", "uri": "http://a.example/", "method": "GET", "headers": ["a"]}}}'
    },
    "nested beyond measure": {"definition": "[" * 100_000},
    "a definition that is no text": {"definition": 5},
    "an incarnation that is a number": {"incarnation": 5},
    "a flag that is a text": {"settledFaulted": "no"},
    "a number that is a text": {"open": "many"},
    "another job's name": {"job": "j2"},
    "a format that is a text": {"format": "one"},
}


@pytest.mark.parametrize("nonsense", NONSENSE.values(), ids=NONSENSE)
@pytest.mark.parametrize("repair", ["PUT", "DELETE"])
def test_one_row_of_nonsense_harms_no_other_and_can_be_repaired(
    nonsense: dict[str, Any], repair: str
) -> None:
    world, app = a_world_and_its_app()
    for path in (JOB, f"{COLLECTION}/jobs/j2"):
        assert call(app, "PUT", path, EVERY_MINUTE).status_code == 201
    world.scan_and_run(at=NINE)
    (partition, row) = next(_places(world))
    stored = world.table.get(partition, row)
    assert stored is not None
    fields = {name: value for name, value in stored.fields.items() if name != "RowKey"}
    world.table.overwrite(partition, row, fields | nonsense)

    listed = call(app, "GET", f"{COLLECTION}/jobs")

    assert [job["name"] for job in content(listed)["value"]] == ["jc1/j2"]
    for method, path in (("GET", JOB), ("PATCH", JOB), ("GET", f"{JOB}/history"), ("POST", f"{JOB}/run")):
        told = message(app, method, path, {"properties": {}})
        assert told.startswith("Job 'j1' is stored but cannot be read: ")
        assert told.endswith("PUT it again, or DELETE it.")
    assert call(app, "POST", f"{COLLECTION}/jobs/j2/run").status_code == 200
    assert call(app, repair, JOB, EVERY_MINUTE).status_code == 200
    names = [job["name"] for job in content(call(app, "GET", f"{COLLECTION}/jobs"))["value"]]
    assert names == (["jc1/j1", "jc1/j2"] if repair == "PUT" else ["jc1/j2"])


def _places(world: Any) -> Any:
    for shard in range(world.store.shards):
        partition = f"shard-{shard:03d}"
        for entity in world.table.query(partition, ("j|", "j}")):
            yield partition, entity.fields["RowKey"]
