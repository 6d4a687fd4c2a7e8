"""The parts of the measurement, each with its table and its goals."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from proofs.benchmarks.dispatch.ceiling import describe, find_ceiling
from proofs.benchmarks.dispatch.race import Conditions, Result, run_app, run_peer
from proofs.benchmarks.dispatch.scanning import ScanTime, scans_in_memory, scans_on_azurite
from proofs.benchmarks.dispatch.sizes import BURST, MINUTE, STEADY, Sizes
from proofs.benchmarks.dispatch.weight import weigh_history
from proofs.benchmarks.goals import Goal, at_most
from proofs.harness.pages import table
from proofs.harness.storage import an_azurite

SCAN: Final = "scan"
HISTORY: Final = "history"
HIGHEST_GROWTH: Final = 1.5
"""A scan's work may differ so much with the stored jobs: that much it differs from time to time anyway."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    text: str
    goals: Sequence[Goal] = field(default=())


def burst(sizes: Sizes) -> Findings:
    wave, conditions = sizes.burst, sizes.conditions
    turns = [(run_app(wave, conditions), run_peer(wave, conditions)) for _ in range(sizes.turns)]
    ours, peers = (min(results, key=_slowest) for results in zip(*turns, strict=True))
    with an_azurite() as azurite:
        ceiling = find_ceiling(azurite.connection_string, wave, ours.loaded)
    settled = _settled(ours)
    text = [
        _title(f"{wave.jobs:,} jobs at one instant", conditions),
        _compared(ours, peers),
        describe(ceiling, settled),
    ]
    what = f"{wave.jobs:,} at one instant among {conditions.stored:,}"
    goals = [
        at_most(6, f"{what}: the last starts within 6 s", {"seconds": _slowest(ours)}),
        at_most(12, f"{what}: all settled within 12 s", {"seconds": settled}),
        *(_nothing_wrong(what, result) for result, _ in turns),
    ]
    return Findings(text="\n\n".join(text), goals=goals)


def steady(sizes: Sizes) -> Findings:
    wave, conditions = sizes.steady, sizes.conditions
    ours, peers = run_app(wave, conditions), run_peer(wave, conditions)
    what = f"{wave.jobs / wave.span.total_seconds():.0f} runs a second"
    lateness = ours.punctuality
    goals = [
        at_most(0.5, f"{what}: half of them at most 0.5 s late", {"p50": lateness.percentile(50)}),
        at_most(1.5, f"{what}: 99 of 100 at most 1.5 s late", {"p99": lateness.percentile(99)}),
        _nothing_wrong(what, ours),
    ]
    lasting = f"{what} for {(wave.span * wave.rounds).total_seconds():.0f} s"
    return Findings(text=f"{_title(lasting, conditions)}\n\n{_compared(ours, peers)}", goals=goals)


def minute(sizes: Sizes) -> Findings:
    wave, conditions = sizes.minute, sizes.conditions
    ours = run_app(wave, conditions)
    what = f"{wave.jobs:,} jobs over {wave.span.total_seconds():.0f} s"
    text = f"{_title(what, conditions)}\n\n{_compared(ours)}"
    return Findings(text=text, goals=[_nothing_wrong(what, ours)])


def scan(sizes: Sizes) -> Findings:
    times = list(scans_in_memory(sizes.stored_in_memory, sizes.due))
    with an_azurite() as azurite:
        times += scans_on_azurite(azurite.connection_string, sizes.stored_on_azurite, sizes.due)
    head = ["", "sends: CPU", "sends: time", "again: CPU", "again: time"]
    rows = [[f"{time.store}, {time.stored:,} jobs", *_milliseconds(time)] for time in times]
    title = f"**A scan** with {sizes.due} jobs due, in milliseconds, by the jobs stored:"
    goals = [
        _no_growth([time for time in times if time.store == store])
        for store in dict.fromkeys(time.store for time in times)
    ]
    return Findings(text=f"{title}\n\n{table([head, *rows])}", goals=goals)


def history(sizes: Sizes) -> Findings:
    with an_azurite() as azurite:
        weights = list(weigh_history(azurite.connection_string, sizes.history))
    head = ["", "scan", "run"]
    rows = [
        [f"{weight.rows:,} rows", f"{weight.scan * 1000:.0f}", f"{weight.run * 1000:.0f}"]
        for weight in weights
    ]
    title = "**History** in the shard: milliseconds of a scan and of a lone run on Azurite, medians:"
    return Findings(text=f"{title}\n\n{table([head, *rows])}")


PARTS: Final[Mapping[str, Callable[[Sizes], Findings]]] = {
    BURST: burst,
    STEADY: steady,
    MINUTE: minute,
    SCAN: scan,
    HISTORY: history,
}


def _title(what: str, conditions: Conditions) -> str:
    return f"**{what}**, {conditions.stored:,} stored; lateness and times in seconds:"


def _compared(*results: Result) -> str:
    head = ["", "runs", "lost", "doubled", "early", "p50", "p99", "max", "runs/s", "all settled", "peak MB"]
    return table([head, *(_row(result) for result in results)])


def _row(result: Result) -> list[str]:
    came = result.punctuality
    counts = [f"{number:,}" for number in (came.wanted, came.lost, came.doubled, came.early)]
    lateness = [f"{came.percentile(percent):.2f}" for percent in (50, 99, 100)]
    settled = f"{result.settled.seconds:.2f}" if result.settled else "no history"
    memory = "unknown" if result.memory is None else f"{result.memory:.0f}"
    return [result.who, *counts, *lateness, f"{came.rate:.0f}", settled, memory]


def _slowest(result: Result) -> float:
    return result.punctuality.percentile(100)


def _settled(result: Result) -> float:
    """Return the seconds from the first due instant until all was settled; endless if not all was."""
    settled = result.settled
    return settled.seconds if settled and settled.runs == result.punctuality.wanted else float("inf")


def _nothing_wrong(what: str, result: Result) -> Goal:
    came, settled = result.punctuality, result.settled
    return at_most(
        0,
        f"{what}: none lost, doubled, early, or of a job that is not in the plan; each settled once",
        {
            "lost": came.lost,
            "doubled": came.doubled,
            "early": came.early,
            "strange": came.strange,
            "unsettled": came.wanted - (settled.runs if settled else 0),
            "settled twice": settled.doubled if settled else 0,
        },
    )


def _milliseconds(time: ScanTime) -> list[str]:
    seconds = (time.sending.cpu, time.sending.wall, time.again.cpu, time.again.wall)
    return [f"{each * 1000:.0f}" for each in seconds]


def _no_growth(times: Sequence[ScanTime]) -> Goal:
    few, many = times[0], times[-1]
    return at_most(
        HIGHEST_GROWTH,
        f"scan, {few.store}: with {many.stored:,} jobs at most {HIGHEST_GROWTH} times the CPU time "
        f"as with {few.stored:,}",
        {"sends": many.sending.cpu / few.sending.cpu, "again": many.again.cpu / few.again.cpu},
    )
