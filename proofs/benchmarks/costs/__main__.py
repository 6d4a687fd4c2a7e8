"""What a month of so many jobs costs: calls, instances, and money as far as prices could be read."""

import sys
from collections.abc import Mapping, Sequence
from typing import Final

from local.dev import benchmarks
from local.dev.environment import ROOT
from proofs.benchmarks.costs.figures import Calls, Measured, read_measured
from proofs.benchmarks.costs.model import Month
from proofs.benchmarks.costs.prices import Price, Source, read_prices
from proofs.harness.command import run_command
from proofs.harness.counting import CallKind
from proofs.harness.pages import PERFORMANCE, put_between, table

COSTS: Final = ROOT / "docs" / "costs.md"
JOBS: Final = (10, 1_000, 100_000)
QUEUE: Final = (CallKind.PUT, CallKind.GET, CallKind.DELETE)
TABLE: Final = {
    "table-query": CallKind.QUERY,
    "table-read": CallKind.READ,
    "table-write": CallKind.WRITE,
    "table-transaction": CallKind.TRANSACTION,
}
_UNKNOWN: Final = "not known"


def main(arguments: Sequence[str]) -> int:
    options = benchmarks.parse("costs", arguments)
    return run_command(lambda: run(save=options.save), if_interrupted="Interrupted: nothing is saved.")


def run(*, save: bool) -> int:
    text = render(read_measured(PERFORMANCE.read_text(encoding="utf-8")), read_prices())
    print(text)
    if save:
        page = COSTS.read_text(encoding="utf-8")
        COSTS.write_text(put_between(page, "costs", text), encoding="utf-8")
    return 0


def render(measured: Measured, prices: Mapping[str, Price]) -> str:
    months = {
        f"{jobs:,} jobs, {how}": Month(jobs=jobs, measured=measured, together=together)
        for jobs in JOBS
        for how, together in (("spread", False), ("together", True))
    }
    return "\n\n".join(
        [
            f"From the calls that were counted on {measured.taken}.",
            "**Calls to storage in a month**, by what they are made for:",
            table(_by_purpose(months)),
            "**The same calls**, by what storage charges for:",
            table(_by_kind(months)),
            "**Instances in a month**:",
            table(_of_instances(months)),
            "**Money in a month**, US dollars:",
            table(_money(months, prices)),
            "**Prices**, US dollars for one unit:",
            table(_prices(prices)),
            _sources(prices),
        ]
    )


def _by_purpose(months: Mapping[str, Month]) -> list[list[str]]:
    head = ["", "runs", "for scans", "for runs", "for upkeep", "by the host", "in all", "for each run"]
    rows = []
    for name, month in months.items():
        parts = (month.of_scans, month.of_runs, month.of_upkeep, month.of_host, month.calls)
        counts = [_whole(part.total) for part in parts]
        rows.append([name, _whole(month.runs), *counts, f"{month.calls.total / month.runs:,.2f}"])
    return [head, *rows]


def _by_kind(months: Mapping[str, Month]) -> list[list[str]]:
    head = ["", "queries", "point reads", "single writes", "transactions", "queue calls"]
    return [head, *([name, *map(_whole, _units(month.calls).values())] for name, month in months.items())]


def _units(calls: Calls) -> dict[str, float]:
    """Return how many calls there are for each price."""
    counts = {id: calls.by_kind.get(kind, 0) for id, kind in TABLE.items()}
    return {**counts, "queue-call": sum(calls.by_kind.get(kind, 0) for kind in QUEUE)}


def _of_instances(months: Mapping[str, Month]) -> list[list[str]]:
    head = ["", "instances that run", "and one that scans", "GB-s always ready", "GB-s active", "executions"]
    rows = []
    for name, month in months.items():
        numbers = [_whole(number) for number in (month.ready, month.active, month.executions)]
        rows.append([name, str(month.instances), "1", *numbers])
    return [head, *rows]


def _money(months: Mapping[str, Month], prices: Mapping[str, Price]) -> list[list[str]]:
    head = ["", "storage", "always ready", "time on demand", "Logic Apps", "EventBridge Scheduler"]
    rows = []
    for name, month in months.items():
        storage = [prices[id].of(count) for id, count in _units(month.calls).items()]
        ready = [
            prices["ready-baseline"].of(month.ready),
            prices["ready-active"].of(month.active),
            prices["ready-execution"].of(month.executions),
        ]
        others = [
            [prices["on-demand-active"].of(month.active)],
            [prices["logic-apps-operation"].of(2 * month.runs)],
            [prices["eventbridge-invocation"].of(month.runs)],
        ]
        rows.append([name, *(_sum(costs) for costs in (storage, ready, *others))])
    return [head, *rows]


def _sum(costs: Sequence[float | None]) -> str:
    """Return the sum. It is not known if any part of it is not."""
    known = [cost for cost in costs if cost is not None]
    return f"{sum(known):,.2f}" if len(known) == len(costs) else _UNKNOWN


def _prices(prices: Mapping[str, Price]) -> list[list[str]]:
    head = ["", "unit", "price", "free in a month", "as of", "read on"]
    rows = []
    for price in prices.values():
        days = [f"{price.source.dated}", f"{price.source.read}"] if price.source else ["", ""]
        known = _UNKNOWN if price.price is None else f"{price.price:.10f}".rstrip("0")
        rows.append([price.what, price.unit, known, _whole(price.free) if price.source else "", *days])
    return [head, *rows]


def _sources(prices: Mapping[str, Price]) -> str:
    """Say where prices are from; those from one place are told together."""
    told: dict[Source, list[str]] = {}
    for price in prices.values():
        if price.source:
            told.setdefault(price.source, []).append(price.what)
    lines = [f"- {'; '.join(whats)}: <{source.address}>, {source.by}." for source, whats in told.items()]
    return "\n".join(["**Sources**:", "", *lines])


def _whole(number: float) -> str:
    return f"{number:,.0f}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
