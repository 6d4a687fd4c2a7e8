"""What runs of a wave are watched with: a receiver of their own, and patience."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from local.dev.terminal import say
from proofs.benchmarks.dispatch.history import Settled, read_settled
from proofs.benchmarks.dispatch.punctuality import Punctuality, Timetable, compare
from proofs.harness.clock import now
from proofs.harness.processes import Process, running
from proofs.harness.receiver import Receiver
from proofs.harness.storage import a_folder
from shared.storage.account import StorageAccount

_POLL: Final = 0.5  # seconds
_TELL_EVERY: Final = timedelta(seconds=20)


@dataclass(frozen=True, slots=True, kw_only=True)
class Conditions:
    """What a wave is carried out under."""

    stored: int
    """Jobs that are there, those of the wave included."""
    lead: timedelta
    """The time between storing the wave's jobs and the first due instant, at least."""
    peers_lead: timedelta = timedelta(seconds=8)
    """The same for APScheduler, which only has to start: no scan has to come before."""
    step: timedelta = timedelta(seconds=15)
    """The first due instant is a multiple of it: the app scans then, as it does on the full minute."""
    scans: str = ""
    """When to scan, if not as the settings say."""
    patience: timedelta = timedelta(minutes=3)
    """How long runs are waited for after they were due, until they count as lost."""
    aftermath: timedelta = timedelta(seconds=3)
    """How long it is looked, when all have come, whether one comes twice."""

    def first_due(self, *, of_peer: bool = False) -> datetime:
        """Return the next multiple of the step that leaves the lead."""
        earliest = (now() + (self.peers_lead if of_peer else self.lead)).timestamp()
        step = self.step.total_seconds()
        return datetime.fromtimestamp(-(-earliest // step) * step, UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Track:
    """Where the runs of one wave end: a receiver, and a folder for whatever there is to keep."""

    folder: Path
    receiver: Receiver

    @property
    def uri(self) -> str:
        return self.receiver.address

    def wait_for_calls(self, timetable: Timetable, conditions: Conditions, process: Process) -> None:
        """Wait for as many calls as there are runs, while patience lasts; how they match is seen later."""
        told, deadline = now(), timetable.last + conditions.patience
        while (came := self.receiver.count_calls()) < timetable.size and now() < deadline:
            time.sleep(_POLL)
            process.check()
            if now() - told > _TELL_EVERY:
                told = now()
                due = f"due from {timetable.begin:%H:%M:%S} to {timetable.last:%H:%M:%S}"
                say(f"    {told:%H:%M:%S}: {came:,} of {timetable.size:,} runs have come, {due} …")

    def all_calls(self, timetable: Timetable, conditions: Conditions) -> Punctuality:
        """Match the calls, also those that come when nobody expects any more."""
        time.sleep(conditions.aftermath.total_seconds())
        return compare(timetable, self.receiver.calls())


@contextmanager
def a_track(**receiver: Any) -> Iterator[Track]:
    with a_folder() as folder, running(Receiver(folder, **receiver)) as started:
        yield Track(folder=folder, receiver=started)


def wait_until(instant: datetime) -> None:
    time.sleep(max((instant - now()).total_seconds(), 0))


def wait_until_settled(storage: StorageAccount, timetable: Timetable, conditions: Conditions) -> Settled:
    deadline = max(timetable.last + conditions.patience, now() + conditions.aftermath)
    while (settled := read_settled(storage, timetable)).runs < timetable.size and now() < deadline:
        time.sleep(_POLL)
    return settled
