"""A name in a body: the address names what is changed, and another name is no way to rename it."""

from typing import Any

import pytest

from tests.functions.calls import COLLECTION, JOB, a_job_body, call, content
from tests.functions.changes.test_trials import everything
from tests.functions.extended import a_place, extended, message, put

OWN = [None, "j1", "J1", "jc1/j1", "JC1/J1"]
OTHER = [
    "j2",
    "jc2/j1",
    "jc1/j2",
    "j1/j1",
    "rg/jc1/j1",
    "",
    " j1",
    "/jc1/j1",
    1,
    True,
    ["j1"],
    {"a": "j1"},
    "x" * 9_999,
]


def bodies(name: Any, key: str = "name") -> list[tuple[str, str, dict[str, Any]]]:
    """Return each call that has a body, with a name in it."""
    of_collection = name.lower().replace("jc1/", "").replace("j1", "jc1") if name in OWN and name else name
    return [
        ("PUT", JOB, {**a_job_body(), key: name}),
        ("PATCH", JOB, {key: name}),
        ("PUT", COLLECTION, {"location": "westus", key: of_collection}),
        ("PATCH", COLLECTION, {key: of_collection}),
    ]


@pytest.mark.parametrize("name", OWN)
@pytest.mark.parametrize("key", ["name", "Name"])
def test_its_own_name_may_stand_there(name: Any, key: str) -> None:
    _, app = a_place()
    put(app)

    for method, path, body in bodies(name, key):
        assert extended(app, method, path, body).status_code == 200


@pytest.mark.parametrize("name", OTHER, ids=lambda name: str(name)[:12])
@pytest.mark.parametrize("key", ["name", "NAME"])
def test_another_name_is_refused(name: Any, key: str) -> None:
    world, app = a_place()
    put(app)
    rows = everything(world)

    for method, path, body in bodies(name, key):
        for trial in ({}, {"dryRun": "true"}):
            answer = extended(app, method, path, body, **trial)
            told = f"name: '{name[:9]}" if isinstance(name, str) else "name: is not a string"
            assert (answer.status_code, message(answer)[: len(told)]) == (400, told)
            assert len(answer.get_body()) < 1_000
    assert everything(world) == rows


@pytest.mark.parametrize("version", ["2016-03-01", "2016-01-01", "2014-08-01-preview"])
def test_older_versions_ignore_it(version: str) -> None:
    _, app = a_place()
    put(app)

    for name in OTHER:
        for method, path, body in bodies(name):
            answer = call(app, method, path, body, params={"api-version": version})
            assert (answer.status_code, content(answer)["name"]) == (200, "jc1/j1" if path is JOB else "jc1")


def test_what_else_is_read_only_is_ignored() -> None:
    _, app = a_place()
    put(app)
    echoes = {"id": "/elsewhere", "type": "Other/type", "etag": "x", "kind": "k"}

    for method, path, body in bodies(None):
        answer = extended(app, method, path, {**body, **echoes})
        assert (answer.status_code, content(answer)["id"]) == (200, f"/{path}")
