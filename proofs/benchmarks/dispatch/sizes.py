"""How large a measurement is: large enough to tell something, or just enough to see that it works."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from proofs.benchmarks.dispatch.course import Conditions
from proofs.benchmarks.dispatch.waves import Wave
from shared.domain.recurrence import Frequency

BURST: Final = "burst"
STEADY: Final = "steady"
NEIGHBOURS: Final = "neighbours"
SCAN: Final = "scan"
HISTORY: Final = "history"
HERD: Final = "herd"


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbourhood:
    """Jobs whose targets are silent or slow, and those beside them."""

    stalling: Sequence[int]
    victims: Wave
    slow: int
    answers_after: float
    """Seconds, of the slow target."""
    time_limit: int
    """Seconds that an action may take, turned down: the silent target is waited for so long."""
    patience: timedelta = timedelta(minutes=4)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sizes:
    burst: Wave
    steady: Wave
    neighbours: Neighbourhood
    conditions: Conditions
    rounds: int
    """How often the burst is measured: one bad moment of the machine would decide about its few seconds."""
    due: int
    stored_in_memory: Sequence[int]
    stored_on_azurite: Sequence[int]
    history: int
    herd: Wave
    spread: timedelta
    """How long the herd is spread over."""


FULL: Final = Sizes(
    burst=Wave(name=BURST, jobs=1_000),
    steady=Wave(name=STEADY, jobs=1_200, span=timedelta(minutes=1), every=Frequency.MINUTE, rounds=2),
    neighbours=Neighbourhood(
        stalling=(30, 600),
        victims=Wave(name="victims", jobs=120, span=timedelta(minutes=1)),
        slow=500,
        answers_after=1,
        time_limit=10,
    ),
    conditions=Conditions(stored=10_000, lead=timedelta(seconds=25)),
    rounds=5,
    due=100,
    stored_in_memory=(1_000, 10_000, 100_000),
    stored_on_azurite=(1_000, 10_000, 20_000),
    history=50_000,
    herd=Wave(name=HERD, jobs=1_000),
    spread=timedelta(minutes=10),
)
SMALL: Final = Sizes(
    burst=Wave(name=BURST, jobs=40),
    steady=Wave(name=STEADY, jobs=20, span=timedelta(seconds=1), every=Frequency.MINUTE),
    neighbours=Neighbourhood(
        stalling=(3,),
        victims=Wave(name="victims", jobs=4, span=timedelta(seconds=1)),
        slow=5,
        answers_after=0.1,
        time_limit=1,
    ),
    conditions=Conditions(
        stored=60,
        lead=timedelta(seconds=2),
        peers_lead=timedelta(seconds=2),
        step=timedelta(seconds=1),
        scans="* * * * * *",
        aftermath=timedelta(seconds=0.5),
    ),
    rounds=1,
    due=10,
    stored_in_memory=(100, 200),
    stored_on_azurite=(50, 100),
    history=200,
    herd=Wave(name=HERD, jobs=40),
    spread=timedelta(seconds=3),
)
