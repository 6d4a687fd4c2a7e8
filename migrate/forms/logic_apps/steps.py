"""Which action of a workflow is the job's, and which is done when that has failed.

A job has one action and one error action. So a workflow comes over if it has one action, and perhaps one more
that runs only after the first has failed. `Terminate` says only how a run ends, so it may be left out.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from migrate.found import Json
from shared.api.fields import Fields
from shared.domain.errors import Faults, cut

_FAILURES: Final = ("failed", "timedout", "skipped")
_MOST_NAMED: Final = 5
_CONTROLS: Final = {
    "if": "its condition",
    "switch": "its cases",
    "foreach": "its loop",
    "until": "its loop",
    "scope": "what its group has in common",
}
_ONE: Final = "a job here has one action, and one for when that has failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """An action of a workflow, with the path that leads to it."""

    name: str
    kind: str
    document: Json
    path: str

    def __str__(self) -> str:
        return f"{cut(self.name)} ({cut(self.kind) or 'without a type'})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Steps:
    """The action of a job, that for its failure, and what people should know."""

    main: Step | None = None
    on_failure: Step | None = None
    lost: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def read_steps(definition: Fields, faults: Faults) -> Steps:
    """Return the actions of a workflow. If a job cannot do what they do together, that is a fault."""
    steps = {name: _step(name, definition, faults) for name, _ in definition.named("actions")}
    ends = [
        name for name, one in steps.items() if one.kind.lower() == "terminate" and _has_no_next(name, steps)
    ]
    acting = {name: one for name, one in steps.items() if name not in ends or len(steps) == 1}
    notes = tuple(f"{steps[name]} is left out: a run has failed here when its action has" for name in ends)
    first = [one for one in acting.values() if not _runs_after(one)]
    others = [one for one in acting.values() if _runs_after(one)]
    reason = _why_not(first, others)
    if reason is not None:
        faults.add(definition.path("actions"), reason)
        return Steps()
    failing = others[0] if others else None
    return Steps(
        main=first[0], on_failure=failing, lost=_lost(failing), notes=notes if acting != steps else ()
    )


def _step(name: str, definition: Fields, faults: Faults) -> Step:
    path = f"{definition.path('actions')}.{cut(name)}"
    document = definition.raw("actions")[name]
    kind = Fields(document, faults, path).required_text("type") or ""
    return Step(name=name, kind=kind, document=document, path=path)


def _runs_after(step: Step) -> dict[str, tuple[str, ...]]:
    """Return the actions that a step waits for, each with how they must have ended, in lower case."""
    after = Fields(step.document, Faults()).raw("runAfter")
    if not isinstance(after, dict):
        return {}
    return {
        name: tuple(str(one).lower() for one in states) if isinstance(states, list) else ()
        for name, states in after.items()
    }


def _has_no_next(name: str, steps: Mapping[str, Step]) -> bool:
    return not any(name in _runs_after(one) for one in steps.values())


def _why_not(first: list[Step], others: list[Step]) -> str | None:
    """Return why the actions together have no form here, and what would be lost."""
    if not first and not others:
        return "has no action: there is nothing to do"
    control = next((one for one in (*first, *others) if one.kind.lower() in _CONTROLS), None)
    if control is not None:
        what = _CONTROLS[control.kind.lower()].capitalize()
        return f"{control} decides what is done: {_ONE}. {what} would be lost"
    if len(first) == 1 and (not others or _is_for_failure(first[0], others)):
        return None
    listed = [str(one) for one in (*first, *others)]
    more = f" and {len(listed) - _MOST_NAMED} more" if len(listed) > _MOST_NAMED else ""
    return (
        f"are several, {', '.join(listed[:_MOST_NAMED])}{more}: {_ONE}. "
        "Their order, and what they hand to one another, would be lost"
    )


def _is_for_failure(main: Step, others: list[Step]) -> bool:
    after = _runs_after(others[0])
    states = after.get(main.name, ())
    return (
        len(others) == 1
        and [*after] == [main.name]
        and any(one in ("failed", "timedout") for one in states)
        and all(one in _FAILURES for one in states)
    )


def _lost(failing: Step | None) -> tuple[str, ...]:
    if failing is None or any("failed" in states for states in _runs_after(failing).values()):
        return ()
    return (f"that {failing} runs only after a time-out: here it runs after any failure",)
