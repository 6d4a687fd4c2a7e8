"""How many runs a job has left: after the last one that `count` allows, the schedule names times in vain."""

from collections.abc import Sequence
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from shared.domain.job import JobState, upcoming
from shared.domain.occurrences.named import NamedTime
from shared.domain.occurrences.story import Story


class Start(NamedTuple):
    """For which time an occurrence was started, and when."""

    expected: datetime
    at: datetime


class Counting:
    def __init__(self, story: Story, starts: Sequence[Start], end: datetime) -> None:
        self._story = story
        self._starts = starts
        self._end = end

    def is_used_up(self, time: NamedTime) -> bool:
        """Say whether a job had started all its runs before that time."""
        recurrence = time.era.definition.recurrence if time.era.definition else None
        if recurrence is None or recurrence.count is None:
            return False
        if time.due > self._story.as_of:
            return self._last_to_come is not None and time.at > self._last_to_come
        return self._started_before(time) >= recurrence.count

    @cached_property
    def _last_to_come(self) -> datetime | None:
        """Return the time of the last run that is left; None if that lies beyond what is asked about."""
        job = self._story.job
        if job.state is not JobState.ENABLED:
            return None
        last = self._story.as_of
        for nominal, _ in upcoming(job, self._story.collection):
            if nominal >= self._end:
                return None
            last = nominal
        return last

    def _started_before(self, time: NamedTime) -> int:
        """Return how many runs had started: those before the last change of the job, and those since."""
        era = time.era
        since = [one for one in self._starts if era.counted_since <= one.at and one.expected < time.at]
        return era.outline.started + len(since)
