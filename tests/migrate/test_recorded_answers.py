"""What the live service answered can be moved in: every job and collection of the recordings."""

import json
from collections.abc import Iterator
from typing import Any, Final

import pytest

from migrate.files import Source
from migrate.found import Defaults
from migrate.planning.job import Outcome, Wishes
from migrate.planning.whole_import import make_plan
from migrate.recognise import find_all
from tests.end_to_end.app_process import ROOT
from tests.migrate.exports import NOW

RECORDINGS: Final = ROOT / "tests" / "data" / "recordings"
DEFAULTS: Final = Defaults(
    subscription="s", resource_group="g", collection="c", location="West US", sku="P20Premium"
)


def answers(file: str) -> Iterator[Any]:
    """Yield the bodies that hold something, as they were answered."""
    for session in json.loads((RECORDINGS / file).read_text(encoding="utf-8")):
        for pair in session["pairs"]:
            body = pair["response"]["body"]
            if pair["response"]["status"] < 300 and body and body != {"value": [], "nextLink": None}:
                yield body


@pytest.mark.parametrize(
    ("file", "form", "bodies"),
    [
        ("jobs.json", "ARM", 30),
        ("job-collections.json", "ARM", 20),
        ("classic-2014-04-01.json", "classic API", 3),
    ],
)
def test_everything_that_was_recorded_can_be_imported(file: str, form: str, bodies: int) -> None:
    recorded = list(answers(file))
    outcomes, forms = set(), set()

    for body in recorded:
        source = Source(name=file, content=json.dumps(body).encode())
        found, (summary,) = find_all([source], DEFAULTS)
        plan = make_plan(found, DEFAULTS, None, Wishes(now=NOW, secrets={}))
        forms |= set(summary.forms)
        outcomes |= {one.outcome for one in plan.collections}
        outcomes |= {job.outcome for one in plan.collections for job in one.jobs}

    assert len(recorded) >= bodies
    assert (forms, outcomes) == ({form}, {Outcome.CREATE})
