"""Files of other clouds, and what becomes of them."""

import json
from datetime import datetime
from typing import Any, Final

from migrate.files import Source
from migrate.found import Defaults, Finding, FoundJob
from migrate.planning.job import PlannedJob, Wishes
from migrate.planning.whole_import import ImportPlan, make_plan
from migrate.recognise import find_all
from migrate.terminal import Problem
from shared.domain.in_force import local_of
from shared.domain.runs import runs
from tests.migrate.exports import FILES
from tests.migrate.spoiling import places, spoilt

DEFAULTS: Final = Defaults(subscription="s", resource_group="g", location="westus", sku="standard")
NOW: Final = datetime.fromisoformat("2026-11-18T12:00:00Z")
WRONG: Final[tuple[Any, ...]] = (None, True, 1e300, "", "x" * 5_000, [7], {"a": []})


def document_in(name: str) -> Any:
    return json.loads((FILES / name).read_text(encoding="utf-8"))


def found_in(*documents: Any, defaults: Defaults = DEFAULTS) -> list[Finding]:
    """Return what is found in documents that lie in a file each."""
    sources = [
        Source(name=f"{number}.json", content=json.dumps(document).encode())
        for number, document in enumerate(documents)
    ]
    return find_all(sources, defaults)[0]


def job_in(*documents: Any) -> FoundJob:
    (job,) = found_in(*documents)
    assert isinstance(job, FoundJob)
    return job


def planned(*documents: Any, now: datetime = NOW, **wishes: Any) -> ImportPlan:
    return make_plan(found_in(*documents), DEFAULTS, None, Wishes(now=now, secrets={}, **wishes))


def planned_job(*documents: Any, now: datetime = NOW, **wishes: Any) -> PlannedJob:
    ((job,),) = [one.jobs for one in planned(*documents, now=now, **wishes).collections]
    return job


def next_runs(document: Any, now: str, count: int) -> list[str]:
    """Return the first runs of a job that arrives now, without the delay of its spread."""
    begin = datetime.fromisoformat(now)
    plan = planned(document, now=begin)
    ((job,),) = [one.jobs for one in plan.collections]
    assert job.prepared is not None, job.reasons
    definition, collection = job.prepared.definition, plan.collections[0].collection
    assert collection is not None
    local = local_of(definition, collection)
    found = runs(definition.recurrence, start=definition.start_time, now=begin, local=local)
    return [f"{run:%Y-%m-%dT%H:%M:%S}" for run, _ in zip(found, range(count), strict=False)]


def all_spoilt(document: Any) -> list[Any]:
    """Return copies of a document, each with one wrong value somewhere."""
    return [spoilt(document, way, wrong) for way in places(document) for wrong in WRONG]


def ending(*documents: Any) -> str:
    """Return how an import ends: with a plan, or with words."""
    try:
        plan = planned(*documents)
    except Problem as problem:
        return str(problem)
    return f"{len(plan.collections)} collections"
