"""Goals: bounds that figures have to keep, and whether they do."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Goal:
    """A bound, and the figures that it holds for, by name."""

    text: str
    bound: float
    figures: dict[str, float]
    upper: bool = False

    @property
    def missed(self) -> dict[str, float]:
        return {name: figure for name, figure in self.figures.items() if not self._holds(figure)}

    @property
    def closest(self) -> tuple[str, float]:
        """The figure that is nearest to the bound, or farthest beyond it."""
        choose = max if self.upper else min
        return choose(self.figures.items(), key=lambda item: item[1])

    def _holds(self, figure: float) -> bool:
        return figure <= self.bound if self.upper else figure >= self.bound


def at_most(bound: float, text: str, figures: dict[str, float]) -> Goal:
    return Goal(text=text, bound=bound, figures=figures, upper=True)


def verdicts(goals: Sequence[Goal]) -> str:
    return "\n\n".join(["**Goals**:", "\n".join(verdict(goal) for goal in goals)])


def verdict(goal: Goal) -> str:
    """Return a line that names the figures that miss the goal, or the one that is closest to it."""
    if goal.missed:
        missed = ", ".join(f"{name} {figure:.2f}" for name, figure in goal.missed.items())
        return f"- MISSED: {goal.text} ({missed})"
    name, figure = goal.closest
    return f"- met: {goal.text} (closest: {name}, {figure:.2f})"
