"""How large a measurement is: large enough to tell something, or just enough to see that it works."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from proofs.benchmarks.dispatch.race import Conditions
from proofs.benchmarks.dispatch.waves import Wave
from shared.domain.recurrence import Frequency

BURST: Final = "burst"
STEADY: Final = "steady"
MINUTE: Final = "minute"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sizes:
    burst: Wave
    steady: Wave
    minute: Wave
    conditions: Conditions
    turns: int
    """How often the burst is measured: one bad moment of the machine would decide about its few seconds."""
    due: int
    stored_in_memory: Sequence[int]
    stored_on_azurite: Sequence[int]
    history: int


FULL: Final = Sizes(
    burst=Wave(name=BURST, jobs=1_000),
    steady=Wave(name=STEADY, jobs=1_200, span=timedelta(minutes=1), every=Frequency.MINUTE, rounds=2),
    minute=Wave(name=MINUTE, jobs=1_000, span=timedelta(minutes=1)),
    conditions=Conditions(stored=10_000, lead=timedelta(seconds=40)),
    turns=2,
    due=100,
    stored_in_memory=(1_000, 10_000, 100_000),
    stored_on_azurite=(1_000, 10_000, 20_000),
    history=50_000,
)
SMALL: Final = Sizes(
    burst=Wave(name=BURST, jobs=40),
    steady=Wave(name=STEADY, jobs=20, span=timedelta(seconds=1), every=Frequency.MINUTE),
    minute=Wave(name=MINUTE, jobs=20, span=timedelta(seconds=1)),
    conditions=Conditions(
        stored=60,
        lead=timedelta(seconds=2),
        step=timedelta(seconds=1),
        scans="* * * * * *",
        aftermath=timedelta(seconds=0.5),
    ),
    turns=1,
    due=10,
    stored_in_memory=(100, 200),
    stored_on_azurite=(50, 100),
    history=200,
)
