"""Which number of shards and instances holds which load: a model, driven by what the app is counted to do."""

import sys
from collections.abc import Sequence
from typing import Final

from local.dev import benchmarks
from local.dev.environment import ROOT
from local.host.host_settings import read_host_settings
from proofs.benchmarks.command import Report, conduct
from proofs.benchmarks.scale.counting import count
from proofs.benchmarks.scale.model import DAY, AtOnce, Counts, Limits, Spread
from proofs.harness.pages import table
from proofs.harness.parts import PACE
from proofs.harness.storage import an_azurite
from shared.functions.wiring import SHARDS_SIDE_BY_SIDE

PACKAGES: Final = ("azure-data-tables", "azure-storage-queue")
JOBS: Final = (1_000, 10_000, 100_000, 1_000_000)
SHARDS: Final = (16, 64, 256)
PERIODS: Final = {"once a day": DAY, "once an hour": 3_600.0, "once a minute": 60.0}
SITES: Final = ((16, 1), (16, 10), (64, 10), (256, 10), (256, 100))
"""Shards and instances."""


def main(arguments: Sequence[str]) -> int:
    options = benchmarks.parse("scale", arguments)
    return conduct([run], save=options.save)


def run() -> Report:
    with an_azurite() as azurite:
        counts = count(azurite.connection_string)
    return Report(name="scale", text=render(counts, limits()), goals=(), packages=PACKAGES)


def limits() -> Limits:
    """Return the limits with the app's own settings, as a new user gets them."""
    queues = read_host_settings(ROOT, {}).queues
    return Limits(
        slots=queues.batch_size + queues.new_batch_threshold,
        horizon=PACE.horizon.total_seconds(),
        between_scans=PACE.near.total_seconds() / 2,
        shards_at_once=SHARDS_SIDE_BY_SIDE,
    )


def render(counts: Counts, limits: Limits) -> str:
    return "\n\n".join(
        [
            "**Counted**, rows read and changed:",
            table(_counted(counts)),
            "**Spread evenly**: rows a second of a partition, by the number of shards, and what holds them:",
            table(_spread(counts, limits)),
            "**At one instant**: seconds until the last has started, and what decides that:",
            table(_at_once(counts, limits)),
        ]
    )


def _counted(counts: Counts) -> list[list[str]]:
    head = [
        "",
        "calls",
        "rows",
        "calls to start",
        "rows to start",
        "calls to settle",
        "rows to settle",
        "CPU ms",
    ]
    packs = {"a run alone": counts.alone, f"a pack of {counts.full.tickets:.0f}": counts.full}
    rows = []
    for name, pack in packs.items():
        works = (pack.sending + pack.running, pack.starting, pack.settling)
        numbers = [f"{number:.0f}" for work in works for number in (work.calls, work.rows)]
        rows.append([name, *numbers, f"{pack.cpu * 1000:.0f}"])
    trim = [f"{counts.trim.calls:.0f}", f"{counts.trim.rows:.0f}", "", "", "", "", ""]
    return [head, *rows, ["trimming, once a day a job", *trim]]


def _spread(counts: Counts, limits: Limits) -> list[list[str]]:
    head = ["", "runs/s", *(f"{shards} shards" for shards in SHARDS), "shards", "calls/s", "instances"]
    loads = {
        f"{jobs:,} jobs {name}": Spread(jobs=jobs, period=period, counts=counts, limits=limits)
        for name, period in PERIODS.items()
        for jobs in JOBS
    }
    return [head, *([name, *_spread_cells(load)] for name, load in loads.items())]


def _spread_cells(load: Spread) -> list[str]:
    rows = [_number(load.rows(shards)) for shards in SHARDS]
    enough = next((shards for shards in SHARDS if load.holds(shards)), None)
    if enough is None:
        return [_number(load.rate), *rows, "too few", f"{load.calls(SHARDS[-1]):,.0f}", "none"]
    held = [f"{enough}", f"{load.calls(enough):,.0f}", f"{load.instances(enough):,}"]
    return [_number(load.rate), *rows, *held]


def _at_once(counts: Counts, limits: Limits) -> list[list[str]]:
    head = ["", *(f"{shards} shards, {_instances(instances)}" for shards, instances in SITES)]
    rows = []
    for jobs in JOBS:
        load = AtOnce(jobs=jobs, counts=counts, limits=limits)
        started = (load.started(*site) for site in SITES)
        rows.append([f"{jobs:,} jobs", *(f"{_number(seconds)} ({bound})" for seconds, bound in started)])
    return [head, *rows]


def _instances(count: int) -> str:
    return f"{count} instance{'s' if count > 1 else ''}"


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 10 else f"{value:.2g}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
