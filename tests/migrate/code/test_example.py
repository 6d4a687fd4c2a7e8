"""The example that docs/jobs-as-code.md shows can be planned as it stands."""

from pathlib import Path
from typing import Final

import yaml

from migrate.code.report import report_plan
from migrate.code.text import write_plan
from migrate.options import parse
from tests.documents import ROOT
from tests.migrate.code.plans import plan

EXAMPLES: Final = ROOT / "docs" / "examples"


def test_the_example_is_planned() -> None:
    planned = plan(EXAMPLES / "jobs", given={"ERP_PASSWORD": "x"})

    assert write_plan(report_plan(planned, "")).splitlines() == [
        "+ /subscriptions/prod/resourceGroups/finance/providers/Microsoft.Scheduler/jobCollections/reports",
        "+   stock: Every week on Monday to Friday at 06:30 in Europe/Berlin, except on days of 'closed'",
        "      next 2026-03-02T06:30:00+01:00, 2026-03-03T06:30:00+01:00, 2026-03-04T06:30:00+01:00",
        "+   month-end: Every month on the last day at 22:00 in Europe/Berlin, "
        "except on Saturday and Sunday and on days of 'closed', moved to the nearest day before",
        "      next 2026-03-31T22:00:00+02:00, 2026-04-30T22:00:00+02:00, 2026-05-29T22:00:00+02:00",
        "",
        "Collections: 1 to create.",
        "Plan: 2 to create.",
    ]


def test_its_workflow_runs_commands_that_exist() -> None:
    steps = [step for job in workflow()["jobs"].values() for step in job["steps"]]
    commands = [
        step["run"].partition(" || ")[0].split()[2:] for step in steps if "dev.py" in step.get("run", "")
    ]

    assert [name for name, *_ in commands] == ["plan", "apply"]
    assert all(parse(name, arguments).folder == "jobs" for name, *arguments in commands)


def workflow() -> dict[str, dict[str, dict[str, list[dict[str, str]]]]]:
    text = Path(EXAMPLES / "jobs-as-code.yml").read_text(encoding="utf-8")
    found: dict[str, dict[str, dict[str, list[dict[str, str]]]]] = yaml.safe_load(text)
    return found
