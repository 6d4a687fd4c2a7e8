"""What a story is made of."""

from collections.abc import Mapping
from dataclasses import dataclass

from proofs.crash.steps import Step


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """`given` is done before any call is counted.

    `runs` says how often each action runs, `history` how many entries are left, if nothing goes wrong.
    `told` says what became of the times of each job that is left, from eight o'clock to one.
    What was called by jobs that have `gone` is not told any more.
    `meanwhile` is done while an action is under way whose address asks for it.
    """

    name: str
    runs: Mapping[str, int]
    history: int
    told: Mapping[str, str]
    gone: tuple[str, ...] = ()
    given: tuple[Step, ...] = ()
    steps: tuple[Step, ...]
    meanwhile: tuple[Step, ...] = ()
