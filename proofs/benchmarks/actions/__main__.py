"""How many actions of each kind are carried out in a second, over connections that are kept open."""

import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Final

import requests

from local.dev import benchmarks
from local.dev.terminal import Problem, say
from proofs.benchmarks.actions.targets import ActionTargets, an_attempt, the_runner, the_targets
from proofs.benchmarks.command import Report, conduct
from proofs.benchmarks.goals import Goal, at_most, verdicts
from proofs.harness.pages import table
from proofs.harness.storage import a_folder
from shared.domain.action import Action
from shared.domain.attempt import Completed

PACKAGES: Final = ("requests", "azure-storage-queue", "azure-servicebus")
BESIDE: Final = "an HTTP action takes at most a quarter longer than bare requests"


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    calls: int
    rounds: int
    side_by_side: tuple[int, ...] = (1, 16, 64)


FULL: Final = Size(calls=480, rounds=3)
SMALL: Final = Size(calls=64, rounds=1, side_by_side=(1, 4))


@dataclass(frozen=True, slots=True, kw_only=True)
class Speed:
    """What one way of calling reached, so many side by side."""

    name: str
    side_by_side: int
    per_second: float


def main(arguments: Sequence[str]) -> int:
    options = benchmarks.parse("actions", arguments)
    return conduct([lambda: run(SMALL if options.small else FULL)], save=options.save)


def run(size: Size) -> Report:
    with a_folder() as folder, the_targets(folder) as targets:
        speeds = [speed for number in size.side_by_side for speed in measure(targets, number, size)]
    reached = goals(speeds)
    text = "\n\n".join(["**Actions a second**, so many side by side:", render(speeds), verdicts(reached)])
    return Report(name="actions", text=text, goals=reached, packages=PACKAGES)


def measure(targets: ActionTargets, side_by_side: int, size: Size) -> Iterator[Speed]:
    """Let all ways of calling take turns, and keep the best of each: whatever disturbs only slows."""
    with the_runner(targets) as runner, ThreadPoolExecutor(side_by_side) as threads, bare_requests() as bare:

        def perform(action: Action) -> None:
            outcome = runner.perform(an_attempt(action))
            if not isinstance(outcome, Completed):
                raise Problem(f"An action failed: {outcome.message}")

        ways: dict[str, Callable[[], object]] = {
            "bare requests": lambda: bare(targets.address),
            **{name: partial(perform, action) for name, action in targets.actions.items()},
        }
        say(f"{side_by_side} side by side …")
        best: dict[str, float] = {}
        for turn in range(size.rounds + 1):  # the first opens the connections
            for name, call in ways.items():
                reached = rate(call, threads, size.calls)
                best[name] = max(best.get(name, 0.0), reached) if turn else 0.0
    for name, per_second in best.items():
        yield Speed(name=name, side_by_side=side_by_side, per_second=per_second)


def rate(call: Callable[[], object], threads: ThreadPoolExecutor, calls: int) -> float:
    began = time.perf_counter()
    for done in [threads.submit(call) for _ in range(calls)]:
        done.result()
    return calls / (time.perf_counter() - began)


@contextmanager
def bare_requests() -> Iterator[Callable[[str], object]]:
    """Yield what a user would write without this project: a session for each thread."""
    sessions: list[requests.Session] = []
    mine = threading.local()

    def call(address: str) -> object:
        if not hasattr(mine, "session"):
            mine.session = requests.Session()
            mine.session.trust_env = False
            sessions.append(mine.session)
        return mine.session.post(address, data=b"hello", timeout=60).content

    try:
        yield call
    finally:
        for session in sessions:
            session.close()


def goals(speeds: Sequence[Speed]) -> list[Goal]:
    rates = {(speed.name, speed.side_by_side): speed.per_second for speed in speeds}
    numbers = sorted({speed.side_by_side for speed in speeds})
    ratios = {
        f"{number} side by side": rates["bare requests", number] / rates["HTTP", number] for number in numbers
    }
    return [at_most(1.25, BESIDE, ratios)]


def render(speeds: Sequence[Speed]) -> str:
    numbers = sorted({speed.side_by_side for speed in speeds})
    names = list(dict.fromkeys(speed.name for speed in speeds))
    texts = {(speed.name, speed.side_by_side): f"{speed.per_second:,.0f}" for speed in speeds}
    head = ["", *(str(number) for number in numbers)]
    return table([head, *([name, *(texts[name, number] for number in numbers)] for name in names)])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
