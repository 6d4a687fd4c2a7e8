"""How many runs a job has left: after the last one that `count` allows, the schedule names times in vain."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from shared.domain.budget import Spend
from shared.domain.job import JobState, upcoming
from shared.domain.occurrences.named import NamedTime
from shared.domain.occurrences.story import Story


class Start(NamedTuple):
    """For which time an occurrence was started, and when."""

    expected: datetime
    at: datetime


class Counting:
    def __init__(self, story: Story, starts: Sequence[Start], spend: Spend) -> None:
        self._story = story
        self._starts = starts
        runs = upcoming(story.job, story.collection, spend=spend)
        self._to_come: Iterator[datetime] = (nominal for nominal, _ in runs)
        self._reached: datetime | None = None

    def is_used_up(self, time: NamedTime) -> bool:
        """Say whether a job had started all its runs before that time."""
        recurrence = time.era.definition.recurrence if time.era.definition else None
        if recurrence is None or recurrence.count is None:
            return False
        if time.due > self._story.as_of:
            return self._ends_before(time.at)
        return self._started_before(time) >= recurrence.count

    def _ends_before(self, at: datetime) -> bool:
        """Say whether the last run that is left comes before a time. Runs are found up to that time only."""
        if self._story.job.state is not JobState.ENABLED:
            return False
        if self._reached is None:
            self._reached = next(self._to_come, self._story.as_of)
        while self._reached < at:
            found = next(self._to_come, None)
            if found is None:
                return True
            self._reached = found
        return False

    def _started_before(self, time: NamedTime) -> int:
        """Return how many runs had started: those before the last change of the job, and those since."""
        era = time.era
        since = [one for one in self._starts if era.counted_since <= one.at and one.expected < time.at]
        return era.outline.started + len(since)
