"""docs/policies.md: its examples are accepted, and its timelines are what happens."""

import json
import re
from typing import Any, Final

import pytest

from tests.builders import at
from tests.documents import code_blocks, section, text_of
from tests.functions.calls import COLLECTION, JOB
from tests.functions.extended import a_place, extended
from tests.functions.policies.days import pass_time, skips, taking

DOCUMENT: Final = "docs/policies.md"
ANY_JOB: Final = {"action": {"type": "Http", "request": {"method": "GET", "uri": "https://a.example/"}}}


def examples() -> list[Any]:
    return [json.loads(block) for block in code_blocks(text_of(DOCUMENT), "json")]


def timeline(heading: str) -> list[list[str]]:
    """Return the rows of the first timeline of a section, cell by cell."""
    block = code_blocks(section(DOCUMENT, heading), "")[0]
    return [re.split(r"\s{2,}", line.strip()) for line in block.splitlines() if line.strip()]


def happened(world: Any, due: list[str]) -> list[str]:
    """Say of each due time what became of it, in the words of the document."""
    started = {f"{one.expected:%H:%M}": f"{when:%H:%M:%S}" for when, one in world.receiver}
    told = []
    for time in due:
        skipped = any(first[:5] <= time <= until[:5] for _, first, until in skips(world))
        if time in started:
            told.append("run" if started[time] == f"{time}:00" else f"run {started[time]}")
        else:
            told.append("skipped" if skipped else "-")
    return told


@pytest.mark.parametrize("example", examples())
def test_every_example_is_accepted(example: Any) -> None:
    _, app = a_place()
    path = f"{COLLECTION}-2" if "location" in example else JOB
    body = example if "properties" in example else {"properties": {**ANY_JOB, "state": "disabled", **example}}

    answer = extended(app, "PUT", path, body)

    assert answer.status_code in (200, 201), answer.get_body()


def test_the_timeline_of_overlap_is_what_happens() -> None:
    (_, *due), *rows = timeline("Overlap")

    for policy, *cells in rows:
        world, app = a_place()
        body = {**ANY_JOB, "startTime": "2026-03-02T09:00Z", "recurrence": {"frequency": "minute"}}
        extended(app, "PUT", JOB, {"properties": {**body, "overlap": policy}})
        world.answer = taking(world, t0901="09:03:20")
        pass_time(world, "09:05:10")

        assert happened(world, due) == cells, policy


def test_the_timeline_of_missed_runs_is_what_happens() -> None:
    (_, *due), *rows = timeline("Missed runs")

    for said, *cells in rows:
        policy, _, within = said.partition(" ")
        world, app = a_place()
        every = {"frequency": "minute", "interval": 10}
        missed = {"policy": policy, **({"within": within} if within else {})}
        body = {**ANY_JOB, "startTime": "2026-03-02T09:00Z", "recurrence": every, "missedRuns": missed}
        assert extended(app, "PUT", JOB, {"properties": body}).status_code == 201
        pass_time(world, "09:00:10")
        world.now = at("10:05:00")
        pass_time(world, "10:10:10")

        assert happened(world, due) == cells, said
