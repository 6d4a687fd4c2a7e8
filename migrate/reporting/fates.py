"""Whether jobs will run, for somebody who reads nothing else: how many, and what the others wait for."""

from collections import Counter
from enum import StrEnum
from typing import Final

from migrate.planning.job import Outcome
from migrate.reporting.report import CollectionReport, JobReport, Report
from shared.domain.collection import CollectionState
from shared.domain.job import JobState


class Fate(StrEnum):
    """What a job does after the import, the good first."""

    RUNS = "run by themselves"
    COLLECTION_OFF = "are ready, and run as soon as their collection is enabled"
    LACKS_SECRET = "wait for a secret, disabled"
    LOST = "have lost something, and wait for somebody to look at them, disabled"
    DISABLED = "are disabled, as in their files"
    OVER = "are over, and are kept as a record"
    LEFT_OUT = "are left out, as it was asked for"
    DIFFERS = "exist and differ, and were left alone"
    NOT_THERE = "are not there: they cannot be imported, failed or were not reached"


_BY_OUTCOME: Final = {
    Outcome.SKIP: Fate.LEFT_OUT,
    Outcome.DIFFERS: Fate.DIFFERS,
    Outcome.CANNOT: Fate.NOT_THERE,
    Outcome.FAILED: Fate.NOT_THERE,
    Outcome.NOT_DONE: Fate.NOT_THERE,
}


def fates(report: Report) -> dict[Fate, int]:
    """Return how many jobs there are of each fate, without those of which there are none."""
    found = [_fate(job, one) for one in report.collections for job in one.jobs]
    counted = Counter([*found, *(Fate.NOT_THERE for one in report.nameless if one["kind"] == "job")])
    return {fate: counted[fate] for fate in Fate if counted[fate]}


def _fate(job: JobReport, collection: CollectionReport) -> Fate:
    by_outcome = _BY_OUTCOME.get(Outcome(job.outcome))
    if by_outcome is not None:
        return by_outcome
    if JobState(job.state).final:
        return Fate.OVER
    if job.state == JobState.ENABLED:
        return Fate.RUNS if collection.state == CollectionState.ENABLED else Fate.COLLECTION_OFF
    if job.missing_secrets:
        return Fate.LACKS_SECRET
    return Fate.LOST if job.lost else Fate.DISABLED
