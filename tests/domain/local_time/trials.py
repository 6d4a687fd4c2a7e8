"""Properties that are tried with a sample of zones, or with all of them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st


@dataclass(frozen=True, slots=True, kw_only=True)
class Trials:
    """Which zones a property is tried with, and how often."""

    zones: tuple[str, ...]
    all: bool
    examples: int
    compared: list[int]

    def of(self, cases: st.SearchStrategy[Any], check: Callable[[Any], int], *, share: int = 1) -> None:
        """Check made-up cases; `check` says how many answers it compared. With `share` there are fewer."""
        how_many = max(1, self.examples // share)

        @settings(max_examples=how_many, derandomize=not self.all, database=None, deadline=None)
        @given(case=cases)
        def holds(case: Any) -> None:
            self.compared.append(check(case))

        holds()
