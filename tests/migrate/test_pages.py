"""Pages of the REST API: each that leads to another needs that one."""

import json
from typing import Any

import pytest

from migrate.files import Source
from migrate.found import Defaults, Unusable
from migrate.recognise import find_all

HOST = "https://management.azure.com"
S, G = "/subscriptions/s", "/subscriptions/s/resourceGroups/g"
PROVIDER = "/providers/Microsoft.Scheduler/jobCollections"
JOBS = f"{G}{PROVIDER}/c/jobs"


def a_page(*ids: str, next_link: str | None = None) -> dict[str, Any]:
    return {"value": [{"id": id, "properties": {}} for id in ids], "nextLink": next_link}


def lacking(*pages: object) -> list[str]:
    sources = [
        Source(name=f"{number}.json", content=json.dumps(page).encode(), named=False)
        for number, page in enumerate(pages, 1)
    ]
    found, _ = find_all(sources, Defaults())
    return [f"{one.origin}: {one.faults[0]}" for one in found if isinstance(one, Unusable)]


RULE = "leads to a page that is in no file: fetch that page too, and import all of them together"


@pytest.mark.parametrize(
    "pages",
    [
        pytest.param([a_page(f"{JOBS}/a")], id="one page"),
        pytest.param(
            [a_page(f"{JOBS}/a", next_link=f"{HOST}{JOBS}?$skip=1"), a_page(f"{JOBS}/b")], id="two files"
        ),
        pytest.param(
            [[a_page(f"{JOBS}/a", next_link=f"{HOST}{JOBS.upper()}?$skip=1"), a_page(f"{JOBS}/b")]],
            id="one file",
        ),
        pytest.param(
            [a_page(f"{JOBS}/a", next_link=f"{HOST}{JOBS}?$skip=1"), a_page()], id="the last is empty"
        ),
        pytest.param(
            [a_page(f"{G}{PROVIDER}/a", next_link=f"{HOST}{S}{PROVIDER}?x"), a_page(f"{G}{PROVIDER}/b")],
            id="of a subscription",
        ),
        pytest.param([{"value": [{"type": "bicycle"}], "nextLink": "https://other.example/"}], id="not ours"),
    ],
)
def test_lists_that_end_are_whole(pages: list[object]) -> None:
    assert lacking(*pages) == []


def test_a_list_that_goes_on_is_told_by_its_last_page() -> None:
    first = a_page(f"{JOBS}/a", next_link=f"{HOST}{JOBS}?$skip=1")
    second = a_page(f"{JOBS}/b", next_link=f"{HOST}{JOBS}?$skip=2")

    assert lacking([first, second]) == [f"1.json, [1]: nextLink: {RULE}"]


def test_the_end_of_another_list_is_not_its_end() -> None:
    first = a_page(f"{JOBS}/a", next_link=f"{HOST}{JOBS}?$skip=1")
    other = a_page(f"{G}{PROVIDER}/d/jobs/a")

    assert lacking(first, other) == [f"1.json: nextLink: {RULE}"]
