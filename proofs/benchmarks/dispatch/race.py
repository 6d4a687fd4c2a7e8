"""Waves carried out by the app, and by APScheduler: the same jobs, among as many others."""

import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Final

from local.dev.app_settings import ALLOWED_TARGETS, FILE, LOOPBACK_TARGETS, STORAGE, read_values
from local.dev.environment import ROOT
from local.dev.terminal import say
from proofs.benchmarks.dispatch import apscheduler_app
from proofs.benchmarks.dispatch.course import Conditions, a_track, wait_until, wait_until_settled
from proofs.benchmarks.dispatch.history import Settled
from proofs.benchmarks.dispatch.punctuality import Punctuality
from proofs.benchmarks.dispatch.waves import Wave, idle_jobs
from proofs.benchmarks.herd import Planned, load, unload
from proofs.harness.clock import now
from proofs.harness.parts import SHARDS
from proofs.harness.processes import Process, Server, a_host, running
from proofs.harness.storage import a_folder, an_azurite
from shared.storage.account import StorageAccount
from shared.storage.azure_table import AzureTable
from shared.storage.store import Store

US: Final = "this app"
PEER: Final = "APScheduler"
_AHEAD: Final = timedelta(seconds=3)  # some work is done before the due instant: its CPU time counts, too
_NOTHING_ELSE: Final[Mapping[str, str]] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """How a wave was carried out; `cpu` are the seconds of the app's, or APScheduler's, process."""

    who: str
    wave: Wave
    punctuality: Punctuality
    memory: float | None = None
    cpu: float | None = None
    settled: Settled | None = None


class AppSide:
    """The app's storage with its idle jobs. It outlives the waves; each wave has a host of its own."""

    def __init__(self, connection_string: str, conditions: Conditions) -> None:
        self._connection_string = connection_string
        self._conditions = conditions
        self._before: Wave | None = None
        self.storage = StorageAccount(connection_string=connection_string)
        self.store = Store(AzureTable(self.storage.tables()), shards=SHARDS)
        self.loaded = 0.0
        """How many rows a second storage took when the idle jobs were stored."""

    def fill(self, count: int) -> None:
        say(f"{US}: storing {count:,} jobs …")
        began = time.perf_counter()
        rows = self.load(idle_jobs(count, "http://receiver.example", now()))
        self.loaded = rows / (time.perf_counter() - began)

    def load(self, jobs: Iterable[Planned]) -> int:
        return load(self.store, jobs, now=now())

    def host(self, folder: Path, settings: Mapping[str, str] = _NOTHING_ELSE) -> Server:
        """A host with the settings of a new user, on this storage; scans come as the conditions say."""
        defaults = read_values((ROOT / f"{FILE}.example").read_text(encoding="utf-8"))
        here = {STORAGE: self._connection_string, ALLOWED_TARGETS: LOOPBACK_TARGETS}
        scans = {"SCAN_SCHEDULE": self._conditions.scans} if self._conditions.scans else {}
        return a_host(folder, {**defaults, **here, **scans, **settings})

    def run(self, wave: Wave) -> Result:
        """Let the app carry the wave out, in the local host, when what the wave before left is gone."""
        self._make_room(wave)
        with a_track() as track, running(self.host(track.folder)) as host:
            say(f"{wave.name}, {US} …")
            herd = wave.herd(track.uri, self._conditions.first_due())
            self.load(herd)
            timetable = wave.timetable(herd)
            wait_until(timetable.begin - _AHEAD)
            cpu = host.cpu_seconds()
            track.wait_for_calls(timetable, self._conditions, host)
            punctuality = track.all_calls(timetable, self._conditions)
            return Result(
                who=US,
                wave=wave,
                punctuality=punctuality,
                memory=host.peak_memory(),
                cpu=_since(cpu, host),
                settled=wait_until_settled(self.storage, timetable, self._conditions),
            )

    def _make_room(self, wave: Wave) -> None:
        if self._before is not None:
            unload(self.storage, self._before.name)
        self._before = wave


class PeerSide:
    """APScheduler's database with its idle jobs; each wave has a process of its own."""

    def __init__(self, database: Path, conditions: Conditions) -> None:
        self._database = database
        self._conditions = conditions
        self._before: Wave | None = None

    def fill(self, count: int) -> None:
        say(f"{PEER}: storing {count:,} jobs …")
        apscheduler_app.fill(self._database, idle_jobs(count, "http://receiver.example", now()))

    def run(self, wave: Wave) -> Result:
        """Let APScheduler carry the wave out, when what the wave before left is gone."""
        self._make_room(wave)
        with a_track() as track:
            say(f"{wave.name}, {PEER} …")
            herd = wave.herd(track.uri, self._conditions.first_due(of_peer=True))
            apscheduler_app.fill(self._database, herd)  # before it starts: a running one would not notice
            with running(_apscheduler(self._database)) as process:
                timetable = wave.timetable(herd)
                wait_until(timetable.begin - _AHEAD)
                cpu = process.cpu_seconds()
                track.wait_for_calls(timetable, self._conditions, process)
                punctuality = track.all_calls(timetable, self._conditions)
                memory = process.peak_memory()
                return Result(
                    who=PEER, wave=wave, punctuality=punctuality, memory=memory, cpu=_since(cpu, process)
                )

    def _make_room(self, wave: Wave) -> None:
        if self._before is not None:
            apscheduler_app.clear(self._database, self._before.name)
        self._before = wave


@contextmanager
def the_app(conditions: Conditions, *, beside: int) -> Iterator[AppSide]:
    """Start an Azurite and fill it, so that with a wave of this size all jobs that are wanted are stored."""
    with an_azurite() as azurite:
        side = AppSide(azurite.connection_string, conditions)
        side.fill(conditions.stored - beside)
        yield side


@contextmanager
def the_peer(conditions: Conditions, *, beside: int) -> Iterator[PeerSide]:
    with a_folder() as folder:
        side = PeerSide(folder / "jobs.sqlite", conditions)
        side.fill(conditions.stored - beside)
        yield side


def _apscheduler(database: Path) -> Process:
    command: list[str | Path] = [apscheduler_app.__name__, database]
    return Process(command, database.with_suffix(".log"), ready=apscheduler_app.READY)


def _since(before: float | None, process: Process) -> float | None:
    after = process.cpu_seconds()
    return None if before is None or after is None else after - before
