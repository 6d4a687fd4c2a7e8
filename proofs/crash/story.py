"""What a story is made of."""

from collections.abc import Mapping
from dataclasses import dataclass

from proofs.crash.steps import Step


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """`given` is done before any call is counted.

    `runs` says how often each action runs, `history` how many entries are left, if nothing goes wrong.
    `meanwhile` is done while an action is under way whose address asks for it.
    """

    name: str
    runs: Mapping[str, int]
    history: int
    given: tuple[Step, ...] = ()
    steps: tuple[Step, ...]
    meanwhile: tuple[Step, ...] = ()
