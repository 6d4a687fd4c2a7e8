"""The parts of the measurement, each with its table and its goals."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import Final

from proofs.benchmarks.calm import Calm
from proofs.benchmarks.dispatch import findings
from proofs.benchmarks.dispatch.ceiling import describe, find_ceiling
from proofs.benchmarks.dispatch.findings import Findings, compared, median, nothing_wrong, title
from proofs.benchmarks.dispatch.neighbours import neighbours
from proofs.benchmarks.dispatch.race import Result, the_app, the_peer
from proofs.benchmarks.dispatch.scanning import ScanTime, scans_in_memory, scans_on_azurite
from proofs.benchmarks.dispatch.sizes import BURST, HERD, HISTORY, NEIGHBOURS, SCAN, STEADY, Sizes
from proofs.benchmarks.dispatch.spreading import herd
from proofs.benchmarks.dispatch.weight import weigh_history
from proofs.benchmarks.goals import Goal, at_most
from proofs.harness.pages import table
from proofs.harness.storage import an_azurite

HIGHEST_GROWTH: Final = 1.5
"""A scan's work may differ so much with the stored jobs: that much it differs from time to time anyway."""


def burst(sizes: Sizes, calm: Calm) -> Findings:
    """Let the app and APScheduler take turns, each with all that it needs kept over the rounds."""
    wave, conditions = sizes.burst, sizes.conditions
    ours, peers = [], []
    with ExitStack() as stack:
        app = stack.enter_context(the_app(conditions, beside=wave.jobs))
        peer = stack.enter_context(the_peer(conditions, beside=wave.jobs))
        for number in range(sizes.rounds):
            turn = replace(wave, name=f"{wave.name}-{number + 1}")
            ours.append(app.run(turn))
            calm.look()
            peers.append(peer.run(turn))
            calm.look()
    with an_azurite() as azurite:
        ceiling = find_ceiling(azurite.connection_string, wave, app.loaded)
    what = f"{wave.jobs:,} at one instant among {conditions.stored:,}"
    text = [
        title(f"{wave.jobs:,} jobs at one instant, {sizes.rounds} rounds", conditions),
        compared(ours, peers),
        describe(ceiling, median(ours, findings.all_settled)),
    ]
    return Findings(text="\n\n".join(text), goals=_burst_goals(what, ours, peers))


def _burst_goals(what: str, ours: Sequence[Result], peers: Sequence[Result]) -> list[Goal]:
    last, peers_last = median(ours, findings.last_start), median(peers, findings.last_start)
    half = median(ours, findings.half) / median(peers, findings.half)
    settled = median(ours, findings.all_settled)
    return [
        at_most(1, f"{what}: the last starts no later than APScheduler's", {"ratio": last / peers_last}),
        at_most(2, f"{what}: the last starts within 2 s", {"seconds": last}),
        at_most(0.85, f"{what}: p50 at most 0.85 times APScheduler's", {"ratio": half}),
        at_most(3.5, f"{what}: all settled within 3.5 s", {"seconds": settled}),
        nothing_wrong(what, ours),
    ]


def steady(sizes: Sizes, calm: Calm) -> Findings:
    wave, conditions = sizes.steady, sizes.conditions
    with the_app(conditions, beside=wave.jobs) as app:
        ours = app.run(wave)
    calm.look()
    with the_peer(conditions, beside=wave.jobs) as peer:
        peers = peer.run(wave)
    what = f"{wave.jobs / wave.span.total_seconds():.0f} runs a second"
    half, most = findings.half(ours) * 1000, findings.most(ours) * 1000
    goals = [
        at_most(30, f"{what}: half of them at most 30 ms late", {"ms": half}),
        at_most(300, f"{what}: 99 of 100 at most 300 ms late", {"ms": most}),
        nothing_wrong(what, [ours]),
    ]
    lasting = f"{what} for {(wave.span * wave.rounds).total_seconds():.0f} s"
    text = [title(lasting, conditions), compared([ours], [peers]), findings.stretches(ours, peers)]
    return Findings(text="\n\n".join(text), goals=goals)


def scan(sizes: Sizes, calm: Calm) -> Findings:
    times = list(scans_in_memory(sizes.stored_in_memory, sizes.due))
    calm.look()
    with an_azurite() as azurite:
        times += scans_on_azurite(azurite.connection_string, sizes.stored_on_azurite, sizes.due)
    head = ["", "sends: CPU", "sends: time", "again: CPU", "again: time"]
    rows = [[f"{time.store}, {time.stored:,} jobs", *_milliseconds(time)] for time in times]
    told = f"**A scan** with {sizes.due} jobs due, in milliseconds, by the jobs stored:"
    goals = [
        _no_growth([time for time in times if time.store == store])
        for store in dict.fromkeys(time.store for time in times)
    ]
    return Findings(text=f"{told}\n\n{table([head, *rows])}", goals=goals)


def history(sizes: Sizes, _: Calm) -> Findings:
    with an_azurite() as azurite:
        weights = list(weigh_history(azurite.connection_string, sizes.history))
    head = ["", "scan", "run"]
    rows = [
        [f"{weight.rows:,} rows", f"{weight.scan * 1000:.0f}", f"{weight.run * 1000:.0f}"]
        for weight in weights
    ]
    told = "**History** in the shard: milliseconds of a scan and of a lone run on Azurite, medians:"
    return Findings(text=f"{told}\n\n{table([head, *rows])}")


PARTS: Final[Mapping[str, Callable[[Sizes, Calm], Findings]]] = {
    BURST: burst,
    STEADY: steady,
    NEIGHBOURS: neighbours,
    SCAN: scan,
    HISTORY: history,
    HERD: herd,
}
ON_REQUEST: Final = (HERD,)
"""Parts that take longer than the others, and are left out unless they are asked for."""


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
