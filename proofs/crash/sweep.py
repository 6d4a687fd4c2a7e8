"""The sweep: play each story once uninterrupted, then once for every point, and compare."""

import multiprocessing
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import replace
from multiprocessing.connection import wait
from multiprocessing.context import ForkServerContext, SpawnContext
from pathlib import Path
from threading import Lock
from typing import Final
from uuid import uuid4

from local.dev.terminal import Problem
from proofs.crash import player
from proofs.crash.ending import ENDED, Point
from proofs.crash.findings import Finding, Place, Reference, compare, unlike
from proofs.crash.snapshot import remove, take_snapshot, unsettled
from proofs.crash.stories import STORIES
from proofs.crash.telling import faults_in_telling
from proofs.crash.trial import Notes, Trial
from proofs.harness.transport import Moment

SIDE_BY_SIDE: Final = 4
LONGEST_TRIAL: Final = 120.0  # seconds; usually one or two


class Sweep:
    """Trials on one Azurite, several at a time."""

    def __init__(self, connection: str, folder: Path) -> None:
        self._connection = connection
        self._folder = folder
        self._lock = Lock()
        self._references: dict[str, Reference] = {}

    def places(self) -> list[Place]:
        """Play every story uninterrupted, and return all points at which it can be ended."""
        with ThreadPoolExecutor(SIDE_BY_SIDE) as pool:
            self._references |= dict(zip(STORIES, pool.map(self.reference, STORIES), strict=True))
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

    def reference(self, story: str) -> Reference:
        """Play a story that nothing interrupts."""
        trial = self._trial(story)
        if (code := self._play(trial)) != 0 or Notes(trial.folder).failures():
            raise Problem(f"'{story}' cannot be played ({code}): {Notes(trial.folder).failures()}")
        notes = Notes(trial.folder)
        reference = Reference(
            calls=tuple(notes.calls()), called=Counter(notes.called()), left=take_snapshot(trial)
        )
        differences = unlike(STORIES[story], reference)
        if differences or (told_wrongly := faults_in_telling(STORIES[story], notes)):
            raise Problem(f"'{story}' goes wrong undisturbed: {differences or told_wrongly}")
        remove(trial)
        return reference

    def _crash(self, place: Place) -> Finding:
        trial = self._trial(place.story, place.point)
        notes = Notes(trial.folder)
        if (code := self._play(trial)) != ENDED:
            return Finding(place=place, problems=(f"not ended there ({code}): {notes.failures()}",))
        may_run_again = unsettled(trial, notes.called()) if place.between_action_and_settling else Counter()
        self._play(replace(trial, point=None))
        finding = compare(place, self._references[place.story], notes, take_snapshot(trial), may_run_again)
        remove(trial)
        told_wrongly = faults_in_telling(STORIES[place.story], notes)
        return replace(finding, problems=(*finding.problems, *told_wrongly))

    def _trial(self, story: str, point: Point | None = None) -> Trial:
        id = uuid4().hex
        return Trial(story=story, connection=self._connection, id=id, folder=self._folder / id, point=point)

    def _play(self, trial: Trial) -> int | None:
        """Play in a process of its own and return its exit code."""
        process = _processes().Process(target=player.play, args=(trial,), daemon=True)
        # Whoever starts a process asks all others how they are, and an exit code can be read only once.
        with self._lock:
            process.start()
        ended = wait([process.sentinel], LONGEST_TRIAL)
        with self._lock:
            if not ended:
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
