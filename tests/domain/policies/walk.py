"""An account of a job's runs that shares nothing with the code: it looks at every minute, one by one."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from shared.domain.policies import MissedPolicy, Overlap
from tests.builders import NINE

MINUTE = timedelta(minutes=1)


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The policies of a job that runs every minute from nine on."""

    missed: MissedPolicy
    within: timedelta | None
    overlap: Overlap
    delay: timedelta


@dataclass(kw_only=True)
class Walk:
    """What becomes of each minute: it runs, collapses into another, or is skipped for a reason."""

    rules: Rules
    fates: dict[datetime, str] = field(default_factory=dict)
    minute: datetime = NINE
    """The first one that is not dealt with."""
    open: int = 0
    busy_since: datetime = NINE
    waiting: bool = False
    woken: datetime | None = None

    def claim(self, now: datetime) -> None:
        """Look at all that is due, until nothing more happens."""
        while self._step(now):
            pass

    def end(self, now: datetime) -> None:
        self.open -= 1
        if self.waiting:
            self.woken = now

    def _step(self, now: datetime) -> bool:
        due = self._due(now)
        if not due or (self.waiting and self.woken is None):
            return False
        if self.open and self.rules.overlap is not Overlap.ALLOW:
            self._block(due)
            return False
        within = self.rules.within
        if within is not None and now - (self.woken or self._due_time(due[0])) > within:
            self._deal([minute for minute in due if now - self._due_time(minute) > within], "tooLate")
        else:
            self._run(due[0], due[1:], now)
        self.waiting, self.woken = False, None
        return True

    def _block(self, due: list[datetime]) -> None:
        was_missed = self.rules.missed is MissedPolicy.ALL and self._due_time(due[0]) <= self.busy_since
        if self.rules.overlap is Overlap.WAIT or was_missed:
            self.waiting = True
        else:
            self._deal(due, "overlap")

    def _run(self, first: datetime, others: list[datetime], now: datetime) -> None:
        self._deal([first], "run")
        self.open += 1
        if self.woken is None:
            self.busy_since = now
        elif self._due_time(first) > self.busy_since:
            self._deal([minute for minute in others if self._due_time(minute) <= self.woken], "overlap")
        left = [minute for minute in others if minute >= self.minute]
        if self.rules.missed is not MissedPolicy.ALL:
            self._deal(left, "collapsed")
        elif self.rules.overlap is Overlap.SKIP and left and self._due_time(left[0]) > self.busy_since:
            self._deal(left, "overlap")

    def _deal(self, minutes: list[datetime], fate: str) -> None:
        for minute in minutes:
            assert minute == self.minute
            self.fates[minute] = fate
            self.minute += MINUTE

    def _due(self, now: datetime) -> list[datetime]:
        due, minute = [], self.minute
        while self._due_time(minute) <= now:
            due.append(minute)
            minute += MINUTE
        return due

    def _due_time(self, minute: datetime) -> datetime:
        return minute + self.rules.delay
