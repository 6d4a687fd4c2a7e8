"""One wave carried out by the app, and by APScheduler, with the same receiver."""

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from local.dev.app_settings import ALLOWED_TARGETS, FILE, LOOPBACK_TARGETS, STORAGE, read_values
from local.dev.environment import ROOT
from local.dev.terminal import say
from proofs.benchmarks.dispatch import apscheduler_app
from proofs.benchmarks.dispatch.history import Settled, read_settled
from proofs.benchmarks.dispatch.punctuality import Punctuality, Timetable, compare
from proofs.benchmarks.dispatch.waves import Wave, idle_jobs
from proofs.benchmarks.herd import Planned, load
from proofs.harness.clock import now
from proofs.harness.parts import SHARDS
from proofs.harness.processes import Process, a_host, running
from proofs.harness.receiver import Receiver
from proofs.harness.storage import a_folder, an_azurite
from shared.storage.account import StorageAccount
from shared.storage.azure_table import AzureTable
from shared.storage.store import Store

US: Final = "this app"
PEER: Final = "APScheduler"
_POLL: Final = 0.5  # seconds
_TELL_EVERY: Final = timedelta(seconds=20)


@dataclass(frozen=True, slots=True, kw_only=True)
class Conditions:
    """What a wave is carried out under."""

    stored: int
    """Jobs that are there, those of the wave included."""
    lead: timedelta
    """The time between storing the wave's jobs and the first due instant, at least."""
    step: timedelta = timedelta(minutes=1)
    """The first due instant is a multiple of it: people like full minutes, and so does the scan."""
    scans: str = ""
    """When to scan, if not as the settings say."""
    patience: timedelta = timedelta(minutes=3)
    """How long runs are waited for after they were due, until they count as lost."""
    aftermath: timedelta = timedelta(seconds=3)
    """How long it is looked, when all have come, whether one comes twice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """How a wave was carried out; `loaded` tells how many rows a second storage took beforehand."""

    who: str
    wave: Wave
    punctuality: Punctuality
    memory: float | None
    settled: Settled | None = None
    loaded: float = 0.0


def run_app(wave: Wave, conditions: Conditions) -> Result:
    """Let the app carry the wave out, in the local host, on an Azurite of its own."""
    with an_azurite() as azurite, _a_track() as track:
        storage = StorageAccount(connection_string=azurite.connection_string)
        store = Store(AzureTable(storage.tables()), shards=SHARDS)
        say(f"{wave.name}, {US}: storing {conditions.stored:,} jobs …")
        loaded = _load(store, idle_jobs(conditions.stored - wave.jobs, track.uri, now()))
        settings = _settings(azurite.connection_string, conditions)
        with running(a_host(track.folder, settings)) as host:
            herd = wave.herd(track.uri, _first_due(conditions))
            _load(store, herd)
            timetable = wave.timetable(herd)
            _wait_for_calls(track, timetable, conditions, host)
            settled = _wait_until_settled(storage, timetable, conditions)
            return Result(
                who=US,
                wave=wave,
                punctuality=_all_calls(track, timetable, conditions),
                memory=host.peak_memory(),
                settled=settled,
                loaded=loaded,
            )


def run_peer(wave: Wave, conditions: Conditions) -> Result:
    """Let APScheduler carry the wave out, with its jobs in a SQLite file."""
    with _a_track() as track:
        database = track.folder / "jobs.sqlite"
        say(f"{wave.name}, {PEER}: storing {conditions.stored:,} jobs …")
        apscheduler_app.fill(database, idle_jobs(conditions.stored - wave.jobs, track.uri, now()))
        herd = wave.herd(track.uri, _first_due(conditions))
        apscheduler_app.fill(database, herd)
        with running(_apscheduler(database)) as process:
            timetable = wave.timetable(herd)
            _wait_for_calls(track, timetable, conditions, process)
            punctuality = _all_calls(track, timetable, conditions)
            return Result(who=PEER, wave=wave, punctuality=punctuality, memory=process.peak_memory())


@dataclass(frozen=True, slots=True, kw_only=True)
class _Track:
    """Where the runs of one wave end: a receiver, and a folder for whatever there is to keep."""

    folder: Path
    receiver: Receiver

    @property
    def uri(self) -> str:
        return self.receiver.address


@contextmanager
def _a_track() -> Iterator[_Track]:
    with a_folder() as folder, running(Receiver(folder)) as receiver:
        yield _Track(folder=folder, receiver=receiver)


def _settings(connection_string: str, conditions: Conditions) -> dict[str, str]:
    """Return the settings that a new user gets, on this storage; scans come as the conditions say."""
    defaults = read_values((ROOT / f"{FILE}.example").read_text(encoding="utf-8"))
    wanted = {**defaults, STORAGE: connection_string, ALLOWED_TARGETS: LOOPBACK_TARGETS}
    return {**wanted, "SCAN_SCHEDULE": conditions.scans} if conditions.scans else wanted


def _apscheduler(database: Path) -> Process:
    command: list[str | Path] = [apscheduler_app.__name__, database]
    return Process(command, database.with_suffix(".log"), ready=apscheduler_app.READY)


def _load(store: Store, jobs: Iterable[Planned]) -> float:
    """Store the jobs and return how many rows a second that were."""
    began = time.perf_counter()
    return load(store, jobs, now=now()) / (time.perf_counter() - began)


def _first_due(conditions: Conditions) -> datetime:
    """Return the next multiple of the step that leaves the lead."""
    earliest = (now() + conditions.lead).timestamp()
    step = conditions.step.total_seconds()
    return datetime.fromtimestamp(-(-earliest // step) * step, UTC)


def _wait_for_calls(track: _Track, timetable: Timetable, conditions: Conditions, process: Process) -> None:
    """Wait for as many calls as there are runs, as long as patience lasts; how they match is seen later."""
    told, deadline = now(), timetable.last + conditions.patience
    while (came := track.receiver.count_calls()) < timetable.size and now() < deadline:
        time.sleep(_POLL)
        process.check()
        if now() - told > _TELL_EVERY:
            told = now()
            due = f"due from {timetable.begin:%H:%M:%S} to {timetable.last:%H:%M:%S}"
            say(f"    {told:%H:%M:%S}: {came:,} of {timetable.size:,} runs have come, {due} …")


def _all_calls(track: _Track, timetable: Timetable, conditions: Conditions) -> Punctuality:
    """Match the calls, also those that come when nobody expects any more."""
    time.sleep(conditions.aftermath.total_seconds())
    return compare(timetable, track.receiver.calls())


def _wait_until_settled(storage: StorageAccount, timetable: Timetable, conditions: Conditions) -> Settled:
    deadline = timetable.last + conditions.patience
    while (settled := read_settled(storage, timetable)).runs < timetable.size and now() < deadline:
        time.sleep(_POLL)
    return settled
