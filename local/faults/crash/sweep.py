"""The sweep: play each story once uninterrupted, then once for every point, and compare."""

import multiprocessing
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, replace
from multiprocessing.context import ForkServerContext, SpawnContext
from pathlib import Path
from typing import Final
from uuid import uuid4

from local.dev.terminal import Problem, say
from local.faults.crash import player
from local.faults.crash.ending import ENDED, Moment, Point
from local.faults.crash.snapshot import Snapshot, remove, take_snapshot, unsettled
from local.faults.crash.stories import STORIES
from local.faults.crash.trial import Called, Notes, Occurrence, Trial
from local.faults.crash.world import INVISIBILITY

SIDE_BY_SIDE: Final = 4
LONGEST_TRIAL: Final = 120.0  # seconds; usually one or two


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """A story that nothing interrupted: what it called in storage, what ran, and what it left."""

    calls: tuple[str, ...]
    called: Counter[Called]
    left: Snapshot


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A crash point by its story, with the call in words."""

    story: str
    point: Point
    call: str

    def __str__(self) -> str:
        return f"{self.story}, {self.point.moment} call {self.point.call} ({self.call})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What came of a crash: actions that ran again, as they may, and promises broken."""

    place: Place
    again: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()


class Sweep:
    """Trials on one Azurite, several at a time."""

    def __init__(self, connection: str, folder: Path) -> None:
        self._connection = connection
        self._folder = folder
        self._references: dict[str, Reference] = {}

    def places(self) -> list[Place]:
        """Play every story uninterrupted, and return all points at which it can be ended."""
        with ThreadPoolExecutor(SIDE_BY_SIDE) as pool:
            self._references |= dict(zip(STORIES, pool.map(self._reference, STORIES), strict=True))
        return [
            Place(story=story, point=Point(call=number, moment=moment), call=call)
            for story, reference in self._references.items()
            for number, call in enumerate(reference.calls, start=1)
            for moment in Moment
        ]

    def crash(self, places: Sequence[Place]) -> Iterator[Finding]:
        """Yield what came of each, as it comes."""
        with ThreadPoolExecutor(SIDE_BY_SIDE) as pool:
            trials = [pool.submit(self._crash, place) for place in places]
            try:
                yield from (trial.result() for trial in as_completed(trials))
            finally:
                pool.shutdown(cancel_futures=True)

    def _reference(self, story: str) -> Reference:
        trial = self._trial(story)
        if (code := self._play(trial)) != 0 or Notes(trial.folder).failures():
            raise Problem(f"'{story}' cannot be played ({code}): {Notes(trial.folder).failures()}")
        notes = Notes(trial.folder)
        reference = Reference(
            calls=tuple(notes.calls()), called=Counter(notes.called()), left=take_snapshot(trial)
        )
        remove(trial)
        return reference

    def _crash(self, place: Place) -> Finding:
        trial = self._trial(place.story, place.point)
        notes = Notes(trial.folder)
        if (code := self._play(trial)) != ENDED:
            return Finding(place=place, problems=(f"not ended there ({code}): {notes.failures()}",))
        may_run_again = unsettled(trial, notes.called())
        time.sleep(INVISIBILITY + 0.1)  # the messages of the ended process come back
        self._play(replace(trial, point=None))
        finding = _compare(place, self._references[place.story], notes, take_snapshot(trial), may_run_again)
        remove(trial)
        return finding

    def _trial(self, story: str, point: Point | None = None) -> Trial:
        id = uuid4().hex
        return Trial(story=story, connection=self._connection, id=id, folder=self._folder / id, point=point)

    def _play(self, trial: Trial) -> int | None:
        """Play in a process of its own and return its exit code."""
        process = _processes().Process(target=player.play, args=(trial,), daemon=True)
        process.start()
        process.join(LONGEST_TRIAL)
        if process.is_alive():
            process.kill()
            process.join()
        return process.exitcode


def _processes() -> SpawnContext | ForkServerContext:
    """A process forked from one that has imported everything starts in no time, but not on Windows."""
    if sys.platform == "win32":
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([player.__name__])
    return context


def _compare(
    place: Place, reference: Reference, notes: Notes, left: Snapshot, may_run_again: Counter[Occurrence]
) -> Finding:
    """An action may run again only if it had run and was not settled when the process ended."""
    called = Counter(notes.called())
    again = called - reference.called
    occurrences = Counter(one.occurrence for one in again.elements())
    problems = [
        *(f"failed: {failure}" for failure in notes.failures()),
        *(f"lost: {one}" for one in reference.called - called),
        *(f"ran again, though settled: {one}" for one in occurrences - may_run_again),
        *(f"should be there: {row}" for row in reference.left - left),
        *(f"should not be there: {row}" for row in left - reference.left),
    ]
    return Finding(place=place, again=tuple(one.path for one in again.elements()), problems=tuple(problems))


def report(findings: Sequence[Finding]) -> str:
    """Return what was tried, and where an action ran again."""
    again = [finding for finding in findings if finding.again]
    by_story = Counter(finding.place.story for finding in findings)
    lines = [
        f"{len(findings)} crash points ({', '.join(f'{name} {count}' for name, count in by_story.items())}).",
        "",
        f"An action ran again at {len(again)} of them, each between the action and its settling:",
        "",
        *(f"- {finding.place}: {', '.join(finding.again)}" for finding in again),
    ]
    return "\n".join(lines)


def show_progress(findings: Iterator[Finding], total: int) -> list[Finding]:
    """Return all findings, and tell how far it has come meanwhile."""
    done: list[Finding] = []
    for finding in findings:
        done.append(finding)
        for problem in finding.problems:
            say(f"{finding.place}: {problem}")
        if len(done) % 25 == 0 or len(done) == total:
            say(f"  {len(done)} of {total} crash points, {sum(bool(one.problems) for one in done)} broken")
    return done
