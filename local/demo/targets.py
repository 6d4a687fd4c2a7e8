"""The targets of all jobs, played: who fails, when, and how long an answer takes."""

from collections import Counter
from datetime import datetime
from threading import Lock
from zlib import crc32

from local.demo.answers import answer
from local.demo.jobs import ALERTS, Company, DemoJob, Trouble
from shared.domain.action import Action, HttpAction
from shared.domain.address import read_address
from shared.domain.attempt import Attempt, Failed, Outcome


class Targets:
    """Answers attempts; the same run fails in the same way every time that the past is played."""

    def __init__(self, company: Company, *, end: datetime) -> None:
        self._company = company
        self._end = end
        self._attempts: Counter[str] = Counter()
        self._lock = Lock()

    def hangs(self, attempt: Attempt, *, at: datetime) -> bool:
        """Say whether the attempt is the one that is still under way when the past ends."""
        job = self._job(attempt)
        return job is not None and job.hangs and (self._end - at).total_seconds() < 20 * 60

    def perform(self, attempt: Attempt) -> tuple[Outcome, float]:
        """Return the outcome, and after how many seconds it comes."""
        job = self._job(attempt)
        if job is None or _is_alert(attempt.action):
            return answer(attempt.action, None, takes=0.3), 0.3
        number, takes = self._number(attempt), _vary(job.takes, attempt)
        return answer(attempt.action, self._failure(job, attempt, number), takes=takes), takes

    def _job(self, attempt: Attempt) -> DemoJob | None:
        return self._company.job(attempt.job.collection.name, attempt.job.name)

    def _number(self, attempt: Attempt) -> int:
        with self._lock:
            self._attempts[attempt.execution_tag] += 1
            return self._attempts[attempt.execution_tag]

    def _failure(self, job: DemoJob, attempt: Attempt, number: int) -> Failed | None:
        ago = self._end - attempt.expected
        met = (
            trouble.failure
            for trouble in job.trouble
            if trouble.until <= ago <= trouble.since
            and number <= trouble.attempts
            and _concerns(trouble, attempt)
        )
        return next(met, None)


def _concerns(trouble: Trouble, attempt: Attempt) -> bool:
    return _dice(attempt) % trouble.one_in == 0


def _vary(takes: float, attempt: Attempt) -> float:
    return round(takes * (0.7 + _dice(attempt) % 90 / 100), 3)


def _dice(attempt: Attempt) -> int:
    """Return a number that looks arbitrary, and is always the same for a run."""
    return crc32(f"{attempt.job.name} {attempt.expected.isoformat()}".encode())


def _is_alert(action: Action) -> bool:
    if not isinstance(action, HttpAction):
        return False
    return read_address(action.request.uri).host == read_address(ALERTS).host
