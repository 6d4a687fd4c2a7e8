"""When a job runs: in a sentence, and its next runs."""

from datetime import datetime, timedelta
from itertools import islice
from typing import Final

from shared.domain.collection import JobCollection
from shared.domain.definition import Definition
from shared.domain.in_force import local_of
from shared.domain.keys import JobKey
from shared.domain.local_time.zones import instant_of
from shared.domain.policies import delay_of
from shared.domain.runs import runs
from shared.domain.shown_runs import sentence_of

RUNS_SHOWN: Final = 3


def when_it_runs(definition: Definition, collection: JobCollection, now: datetime) -> str:
    """Say when the job runs. If it runs once and its time is over, say when that was."""
    start = definition.start_time
    if definition.recurrence is not None:
        return sentence_of(definition, collection, start=start, now=now)
    if start is None:
        return "Once"
    before = instant_of(start, definition.own_zone) - datetime.resolution
    return sentence_of(definition, collection, start=start, now=before)


def runs_to_come(
    key: JobKey, definition: Definition, collection: JobCollection, now: datetime
) -> list[datetime]:
    """Return the next runs. If the job is disabled: the runs it would have if it were enabled now."""
    start = definition.start_time
    over = start is None or instant_of(start, definition.own_zone) <= now
    if definition.recurrence is None and over:
        return []
    local = local_of(definition, collection)
    times = islice(runs(definition.recurrence, start=start, now=now, local=local), RUNS_SHOWN)
    spread = definition.spread if definition.recurrence else None
    delay = delay_of(key, spread) if spread else timedelta()
    return [at if start is None and at == now else at + delay for at in times]
