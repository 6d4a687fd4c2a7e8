"""How long jobs take to move in, beside a script that puts them one after the other."""

import json
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import requests

from local.dev import benchmarks
from local.dev.children import run_quietly
from local.dev.environment import ROOT
from local.dev.terminal import say
from proofs.benchmarks.command import Report, conduct
from proofs.benchmarks.goals import Goal, at_most, verdicts
from proofs.harness.pages import table
from proofs.harness.processes import a_host, running
from proofs.harness.storage import a_folder, an_azurite
from shared.domain.collection import PLANS, Sku

PACKAGES: Final = ("requests", "azure-data-tables")
IN_A_COLLECTION: Final = PLANS[Sku.STANDARD].most_jobs
MINUTES: Final = "moving in takes minutes at most"
BESIDE: Final = "it takes at most a quarter longer than a script that only puts, and looks at nothing"
AGAIN: Final = "to find that nothing is left to do takes at most a quarter of that"
SCRIPT: Final = "one PUT after the other"

Json = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Took:
    """How long it took, in seconds, to bring in so many jobs."""

    name: str
    jobs: int
    seconds: float


def main(arguments: Sequence[str]) -> int:
    options = benchmarks.parse("moving", arguments)
    return conduct([lambda: run(options.jobs)], save=options.save)


def run(jobs: int) -> Report:
    with a_folder() as folder, an_azurite() as azurite:
        took = measure(jobs, folder, azurite.connection_string)
    reached = goals(took)
    text = "\n\n".join([f"**Moving in {jobs:,} jobs**, on Azurite:", render(took), verdicts(reached)])
    return Report(name="moving", text=text, goals=reached, packages=PACKAGES)


def measure(jobs: int, folder: Path, connection_string: str) -> list[Took]:
    settings = {
        "AzureWebJobsStorage": connection_string,
        "SCHEDULER_OPEN_LOOPBACK": "1",
        "SCAN_SCHEDULE": "*/15 * * * * *",
    }
    with running(a_host(folder, settings)) as host:
        app = host.address
        file, changed = folder / "jobs.json", folder / "changed.json"
        write(file, an_export("moving", jobs))
        write(changed, an_export("moving", jobs, method="POST"))
        steps: dict[str, Callable[[], None]] = {
            "dry run": lambda: migrate("import", file, app, "--dry-run"),
            "import": lambda: migrate("import", file, app),
            "import again": lambda: migrate("import", file, app),
            "plan, where nothing differs": lambda: migrate("plan", file, app),
            "apply, where every job differs": lambda: migrate("apply", changed, app, "--yes"),
            SCRIPT: lambda: put_each(an_export("script", jobs), app),
        }
        return [Took(name=name, jobs=jobs, seconds=seconds_of(name, step)) for name, step in steps.items()]


def seconds_of(name: str, step: Callable[[], None]) -> float:
    say(f"{name} …")
    began = time.perf_counter()
    step()
    return time.perf_counter() - began


def write(file: Path, resources: Sequence[Json]) -> None:
    file.write_text(json.dumps({"value": resources}), encoding="utf-8")


def an_export(subscription: str, jobs: int, method: str = "GET") -> list[Json]:
    """Return full collections of weekly jobs, as the REST API answers them."""
    group = f"/subscriptions/{subscription}/resourceGroups/g/providers/Microsoft.Scheduler/jobCollections"
    documents: list[Json] = []
    for number in range(jobs):
        collection = f"{group}/c{number // IN_A_COLLECTION}"
        if number % IN_A_COLLECTION == 0:
            sku = {"sku": {"name": "Standard"}, "state": "Enabled"}
            documents.append({"id": collection, "location": "West Europe", "properties": sku})
        action = {"type": "Http", "request": {"uri": "http://example.com/", "method": method}}
        when = {"startTime": "2018-01-01T06:00:00Z", "recurrence": {"frequency": "week", "interval": 1}}
        documents.append({"id": f"{collection}/jobs/j{number}", "properties": {"action": action, **when}})
    return documents


def migrate(command: str, file: Path, app: str, *options: str) -> None:
    line: list[str | Path] = [sys.executable, "-m", "migrate", command, file, "--to", app, *options]
    run_quietly(line, ROOT, otherwise=f"The command {command} failed; it ends:")


def put_each(resources: Sequence[Json], app: str) -> None:
    """Do what a script of ten lines does."""
    with requests.Session() as session:
        for resource in resources:
            address = f"{app}{resource['id']}"
            answer = session.put(address, params={"api-version": "2016-03-01"}, json=resource, timeout=60)
            answer.raise_for_status()


def goals(took: Sequence[Took]) -> list[Goal]:
    seconds = {one.name: one.seconds for one in took}
    return [
        at_most(300.0, MINUTES, {"seconds": seconds["import"]}),
        at_most(1.25, BESIDE, {"ratio": seconds["import"] / seconds[SCRIPT]}),
        at_most(0.25, AGAIN, {"share": seconds["import again"] / seconds["import"]}),
    ]


def render(took: Sequence[Took]) -> str:
    rows = [[one.name, f"{one.seconds:.1f}", f"{one.jobs / one.seconds:,.0f}"] for one in took]
    return table([["", "seconds", "jobs a second"], *rows])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
