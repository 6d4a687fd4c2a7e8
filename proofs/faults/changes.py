"""Changes under fire: what each one allows to run, given when it was answered, and what broke that.

All of it is compared with the receiver's log, on the one clock of this machine. Two rules need no margin:

- No action starts before its due instant. So the old form of a job never runs if the change was answered
  before that.
- A runner reads a collection two seconds early at most. So an occurrence that is due later than two seconds
  after a collection's disable was answered does not run until the collection is enabled again.

Elsewhere the claim is what counts, and the receiver sees only the call that follows it. There a call in the
old form may arrive for a while after the answer, see ARRIVAL: a claim that came too late by less than that is
not noticed. An occurrence due shortly before its collection is disabled may run or not, see SLOW.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from proofs.faults.checker import NO_TIME, Entry, Expected, Matched

ARRIVAL: Final = timedelta(seconds=2)
"""The longest time allowed from a claim to the arrival of its call; usually some milliseconds."""
SLOW: Final = timedelta(seconds=5)
"""How late a claim may be on a busy machine."""
READ_EARLY: Final = timedelta(seconds=2)


class ChangeKind(StrEnum):
    PATCH = "patched"
    DISABLE = "disabled"
    DELETE = "deleted"
    PUT = "replaced"


@dataclass(frozen=True, slots=True, kw_only=True)
class Changed:
    """A change that was answered: the occurrence of the old form, and that of the new one, if it has one.

    It is refused if the job had finished before.
    """

    kind: ChangeKind
    old: Expected
    new: Expected | None
    answered: datetime
    refused: bool

    @property
    def in_time(self) -> bool:
        """Whether nothing of the old form may run."""
        return not self.refused and self.answered < self.old.due

    @property
    def races(self) -> bool:
        """Whether it is for the race to decide which form runs; one of them does."""
        return self.kind is ChangeKind.PATCH and not self.refused and not self.in_time

    @property
    def paths(self) -> set[str]:
        return {one.path for one in (self.old, self.new) if one is not None}


@dataclass(frozen=True, slots=True, kw_only=True)
class Off:
    """A stretch in which a collection was disabled: when each call was sent and answered."""

    collection: str
    disabling: datetime
    disabled: datetime
    enabling: datetime
    enabled: datetime
    note: str = ""

    def may_stop(self, due: datetime) -> bool:
        """Say whether an occurrence that is due then may have been skipped because of it."""
        return self.disabling < due + SLOW and due < self.enabled

    def ran_after(self, at: datetime) -> timedelta:
        """Return how long after the answer a call came that found the collection disabled, else nothing."""
        return at - self.disabled if self.disabled < at < self.enabling else NO_TIME


def expected_after(changed: Changed) -> list[Expected]:
    """Return what may and what must run. An occurrence that is not in the list must not."""
    if changed.refused:
        return [changed.old]
    old = [] if changed.in_time else [replace(changed.old, required=False)]
    if changed.new is None:
        return old
    required = changed.in_time or changed.kind is ChangeKind.PUT
    return [*old, replace(changed.new, required=required)]


def expected_between(occurrence: Expected, offs: Iterable[Off]) -> Expected:
    """Return the occurrence of a job in a switched collection: it is required if that was surely enabled."""
    return replace(occurrence, required=not any(off.may_stop(occurrence.due) for off in offs))


def change_faults(changes: Iterable[Changed], matched: Sequence[Matched]) -> list[str]:
    """Return where an old form started after its change was answered, or not exactly one form ran."""
    runs = {match.expected.path: match.runs for match in matched}
    faults = []
    for changed in changes:
        old = runs.get(changed.old.path, ())
        faults += [
            f"{run.path} ran at {run.at}, but was {changed.kind} at {changed.answered}"
            for run in old
            if not changed.refused and run.at > changed.answered + ARRIVAL
        ]
        forms = sum(bool(runs.get(path)) for path in changed.paths)
        if changed.races and forms != 1:
            faults.append(f"{changed.old.path} was patched as it was due: {forms} of its forms ran")
    return faults


def count_faults(
    changes: Iterable[Changed], matched: Iterable[Matched], entries: Iterable[Entry]
) -> list[str]:
    """Return whose history shows another number of runs than were received.

    The history of a job does not tell its forms apart. That of a deleted job is gone.
    """
    shown = Counter(entry.path for entry in entries if entry.completed)
    ran = Counter({match.expected.path: len(match.runs) for match in matched})
    faults = []
    for changed in changes:
        received, told = sum(ran[path] for path in changed.paths), shown[changed.old.path]
        if changed.kind is not ChangeKind.DELETE and received != told:
            faults.append(f"{changed.old.path}: {received} runs were received, its history shows {told}")
    return faults


def off_faults(offs: Sequence[Off], matched: Iterable[Matched]) -> list[str]:
    """Return what ran in a disabled collection although it was read after that was answered."""
    return [
        f"{run.path} of {match.expected.due} ran at {run.at}, in a collection disabled at {off.disabled}"
        for match in matched
        for run in match.runs
        for off in offs
        if off.ran_after(run.at) > READ_EARLY + ARRIVAL
        or (off.ran_after(run.at) and match.expected.due > off.disabled + READ_EARLY)
    ]


def longest_after(offs: Sequence[Off], matched: Iterable[Matched]) -> timedelta:
    """Return how long after a disable's answer the last call came that the disable did not stop."""
    times = (off.ran_after(run.at) for match in matched for run in match.runs for off in offs)
    return max(times, default=NO_TIME)
