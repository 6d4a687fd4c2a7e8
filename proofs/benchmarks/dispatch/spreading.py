"""A herd of jobs at one instant, and the same herd with a spread: when its runs start."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Final

from proofs.benchmarks.calm import Calm
from proofs.benchmarks.dispatch.findings import Findings, listed, nothing_wrong, title
from proofs.benchmarks.dispatch.race import Result, the_app
from proofs.benchmarks.dispatch.sizes import Sizes
from proofs.benchmarks.goals import Goal, at_most

LINES: Final = 10
LONGEST_BAR: Final = 40
UNEVEN: Final = 10
"""Chance alone lets the busiest second of ten minutes have five times as many starts as the mean second."""


def herd(sizes: Sizes, calm: Calm) -> Findings:
    """Let the herd come all at once, then spread."""
    wave, conditions = sizes.herd, sizes.conditions
    with the_app(conditions, beside=wave.jobs) as app:
        at_once = replace(app.run(replace(wave, name=f"{wave.name}-at-once")), who="without spread")
        calm.look()
        spread = replace(
            app.run(replace(wave, name=f"{wave.name}-spread", spread=sizes.spread)), who="with spread"
        )
    results = (at_once, spread)
    what = f"{wave.jobs:,} jobs at one instant, without a spread and with one of {_words(sizes.spread)}"
    more = [("busiest second", [f"{busiest(result.punctuality.starts):,}" for result in results])]
    text = [
        title(what, conditions),
        listed(results, more),
        f"**Starts without a spread**:\n\n{picture(at_once.punctuality.starts)}",
        f"**Starts with a spread**:\n\n{picture(spread.punctuality.starts)}",
    ]
    return Findings(text="\n\n".join(text), goals=_goals(results, sizes.spread))


def busiest(starts: Sequence[float]) -> int:
    """Return how many runs started in the second in which most did."""
    return max(Counter(math.floor(start) for start in starts).values(), default=0)


def picture(starts: Sequence[float]) -> str:
    """Return a line for each stretch of whole seconds, ten at most: its starts, and the busiest second."""
    last = math.floor(max(starts, default=0))
    step = last // LINES + 1
    stretches = [
        [start for start in starts if begin <= start < begin + step] for begin in range(0, last + 1, step)
    ]
    largest = max(len(stretch) for stretch in stretches) or 1
    lines = [f"{'seconds':>11}  starts  busiest second"]
    for number, stretch in enumerate(stretches):
        bar = "#" * math.ceil(LONGEST_BAR * len(stretch) / largest)
        span = f"{number * step} to {(number + 1) * step}"
        lines.append(f"{span:>11}  {len(stretch):>6,}  {busiest(stretch):>14,}  {bar}".rstrip())
    return "\n".join(["```", *lines, "```"])


def _goals(results: tuple[Result, Result], spread: timedelta) -> list[Goal]:
    starts = results[1].punctuality.starts
    mean = len(starts) / spread.total_seconds()
    return [
        nothing_wrong("herd", results),
        at_most(
            UNEVEN,
            f"herd with a spread: the busiest second has at most {UNEVEN} times as many starts as the mean",
            {"ratio": busiest(starts) / mean if mean else float("inf")},
        ),
    ]


def _words(spread: timedelta) -> str:
    minutes, seconds = divmod(spread.total_seconds(), 60)
    return f"{minutes:.0f} minutes" if minutes > 1 and not seconds else f"{spread.total_seconds():g} seconds"
