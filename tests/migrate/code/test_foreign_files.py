"""Files of other tools in a folder of definitions: they arrive as an import brings them over."""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from migrate.code.plan import CodePlan, plan_folder
from migrate.found import Defaults
from migrate.planning.job import Outcome, PlannedJob, Wishes
from migrate.terminal import Problem
from tests.migrate.code.plans import ACTION, CRON, write
from tests.migrate.exports import NOW

ID: Final = "/subscriptions/prod/resourceGroups/finance/providers/Microsoft.Scheduler/jobCollections/reports"
DAILY: Final = {"frequency": "day", "interval": 1}
NAMED: Final = Defaults(
    subscription="prod",
    resource_group="finance",
    collection="reports",
    location="West Europe",
    sku="Standard",
)
GOOGLE: Final = {
    "name": "projects/p/locations/l/jobs/ping",
    "schedule": "*/10 * * * *",
    "httpTarget": {"uri": "https://shop.example.com/ping", "oidcToken": {"serviceAccountEmail": "a@b"}},
}
TEMPLATE: Final = {
    "$schema": "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#",
    "resources": [
        {"type": "Microsoft.Storage/storageAccounts", "name": "beside"},
        {
            "type": "Microsoft.Scheduler/jobCollections/jobs",
            "apiVersion": "2016-03-01",
            "name": "reports/ping",
            "properties": {"action": ACTION, "recurrence": DAILY},
        },
    ],
}


def an_answer(**job: Any) -> dict[str, Any]:
    return {"id": f"{ID}/jobs/old", "properties": {"action": ACTION, "recurrence": DAILY}, **job}


def laid_down(folder: Path, document: object) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "exported.json").write_text(json.dumps(document), encoding="utf-8")
    return folder


def planned(folder: Path, **wishes: Any) -> CodePlan:
    asked = Wishes(now=NOW, secrets={}, replace=True, as_written=True, **wishes)
    return plan_folder(str(folder), NAMED, {}, None, asked)


def only_job(plan: CodePlan) -> PlannedJob:
    ((job,),) = [one.jobs for one in plan.collections]
    return job


@pytest.mark.parametrize(
    ("document", "start"),
    [
        pytest.param(an_answer(), "2026-03-01T09:00:00Z", id="an answer of the original"),
        pytest.param(an_answer(apiVersion="2016-03-01"), "2026-03-01T09:00:00Z", id="that says so"),
        pytest.param(an_answer(apiVersion="2026-11-01"), "None", id="an answer of ours"),
        pytest.param(TEMPLATE, "2026-03-01T09:00:00Z", id="a template"),
    ],
)
def test_only_what_was_written_for_us_counts_as_it_is_written(
    tmp_path: Path, document: object, start: str
) -> None:
    job = only_job(planned(laid_down(tmp_path, document)))

    assert job.outcome is Outcome.CREATE
    assert job.prepared is not None
    assert str(job.prepared.definition.start_time).replace(" ", "T").replace("+00:00", "Z") == start


@pytest.mark.parametrize(("accepted", "state"), [(False, "disabled"), (True, "enabled")])
def test_what_lost_something_arrives_disabled_unless_that_is_accepted(
    tmp_path: Path, accepted: bool, state: str
) -> None:
    job = only_job(planned(laid_down(tmp_path, [GOOGLE]), accept_loss=accepted))

    assert job.outcome is Outcome.CREATE
    assert job.prepared is not None
    assert job.prepared.state == state


def test_definitions_stand_beside_them_and_count_as_written(tmp_path: Path) -> None:
    folder = laid_down(write(tmp_path / "jobs", {"daily": CRON}), [GOOGLE])

    (collection,) = planned(folder).collections

    assert [(job.name, job.outcome) for job in collection.jobs] == [
        ("ping", Outcome.CREATE),
        ("daily", Outcome.CREATE),
    ]


@pytest.mark.parametrize(
    "document",
    [
        pytest.param([an_answer(), {"colection": "misspelt"}], id="beside an answer"),
        pytest.param({"colection": "misspelt"}, id="alone"),
    ],
)
def test_what_may_be_a_misspelt_definition_still_ends_the_plan(tmp_path: Path, document: object) -> None:
    folder = laid_down(write(tmp_path / "jobs", {"daily": CRON}), document)

    with pytest.raises(Problem, match="nor anything else that import understands"):
        planned(folder, prune=True)
