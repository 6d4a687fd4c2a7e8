"""One plan carried out by the app, and by APScheduler, with the same receiver."""

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from local.dev.terminal import say
from proofs.benchmarks.dispatch import apscheduler_app
from proofs.benchmarks.dispatch.history import Settled, read_settled
from proofs.benchmarks.dispatch.punctuality import Punctuality, Timetable, compare, count_calls, read_calls
from proofs.benchmarks.dispatch.waves import Plan, idle_jobs
from proofs.benchmarks.herd import Planned, load
from proofs.harness.parts import SHARDS
from proofs.harness.processes import Process, a_host, a_process, a_receiver
from proofs.harness.storage import an_azurite
from shared.storage.account import StorageAccount
from shared.storage.azure_table import AzureTable
from shared.storage.store import Store

US: Final = "this app"
PEER: Final = "APScheduler"
_POLL: Final = 0.5  # seconds
_TELL_EVERY: Final = timedelta(seconds=20)


@dataclass(frozen=True, slots=True, kw_only=True)
class Conditions:
    """What a plan is carried out under."""

    stored: int
    """Jobs that are there, those of the plan included."""
    lead: timedelta
    """The time between storing the plan's jobs and the first due instant, at least."""
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
    """How a plan was carried out; `loaded` tells how many rows a second storage took beforehand."""

    who: str
    plan: Plan
    punctuality: Punctuality
    memory: float | None
    settled: Settled | None = None
    loaded: float = 0.0


def run_app(plan: Plan, conditions: Conditions) -> Result:
    """Let the app carry the plan out, in the local host, on an Azurite of its own."""
    with an_azurite() as azurite, _a_track() as track:
        storage = StorageAccount(connection_string=azurite.connection_string)
        store = Store(AzureTable(storage.tables()), shards=SHARDS)
        say(f"{plan.name}, {US}: storing {conditions.stored:,} jobs …")
        loaded = _load(store, idle_jobs(conditions.stored - plan.jobs, track.uri, _now()))
        settings = {"SCAN_SCHEDULE": conditions.scans} if conditions.scans else {}
        with a_host(track.folder, azurite.connection_string, settings) as host:
            herd = plan.herd(track.uri, _first_due(conditions))
            _load(store, herd)
            timetable = plan.timetable(herd)
            _wait_for_calls(track, timetable, conditions, host)
            settled = _wait_until_settled(storage, timetable, conditions)
            return Result(
                who=US,
                plan=plan,
                punctuality=_all_calls(track, timetable, conditions),
                memory=host.peak_memory(),
                settled=settled,
                loaded=loaded,
            )


def run_peer(plan: Plan, conditions: Conditions) -> Result:
    """Let APScheduler carry the plan out, with its jobs in a SQLite file."""
    with _a_track() as track:
        database = track.folder / "jobs.sqlite"
        say(f"{plan.name}, {PEER}: storing {conditions.stored:,} jobs …")
        apscheduler_app.fill(database, idle_jobs(conditions.stored - plan.jobs, track.uri, _now()))
        herd = plan.herd(track.uri, _first_due(conditions))
        apscheduler_app.fill(database, herd)
        with a_process(["proofs.benchmarks.dispatch.apscheduler_app", database], track.folder) as process:
            process.wait_for("(Scheduling)")
            timetable = plan.timetable(herd)
            _wait_for_calls(track, timetable, conditions, process)
            punctuality = _all_calls(track, timetable, conditions)
            return Result(who=PEER, plan=plan, punctuality=punctuality, memory=process.peak_memory())


@dataclass(frozen=True, slots=True, kw_only=True)
class _Track:
    """Where the runs of one plan end: a receiver, its log, and a folder for whatever there is to keep."""

    folder: Path
    log: Path
    uri: str


@contextmanager
def _a_track() -> Iterator[_Track]:
    with TemporaryDirectory(prefix="bench-dispatch-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        with a_receiver(folder, folder / "calls.jsonl") as uri:
            yield _Track(folder=folder, log=folder / "calls.jsonl", uri=uri)


def _load(store: Store, jobs: Iterable[Planned]) -> float:
    """Store the jobs and return how many rows a second that were."""
    began = time.perf_counter()
    return load(store, jobs, now=_now()) / (time.perf_counter() - began)


def _first_due(conditions: Conditions) -> datetime:
    """Return the next multiple of the step that leaves the lead."""
    earliest = (_now() + conditions.lead).timestamp()
    step = conditions.step.total_seconds()
    return datetime.fromtimestamp(-(-earliest // step) * step, UTC)


def _wait_for_calls(track: _Track, timetable: Timetable, conditions: Conditions, process: Process) -> None:
    """Wait for as many calls as there are runs, as long as patience lasts; how they match is seen later."""
    told = _now()
    while (came := count_calls(track.log)) < timetable.size and _now() < timetable.last + conditions.patience:
        time.sleep(_POLL)
        process.check()
        if _now() - told > _TELL_EVERY:
            told = _now()
            due = f"due from {timetable.begin:%H:%M:%S} to {timetable.last:%H:%M:%S}"
            say(f"    {told:%H:%M:%S}: {came:,} of {timetable.size:,} runs have come, {due} …")


def _all_calls(track: _Track, timetable: Timetable, conditions: Conditions) -> Punctuality:
    """Match the calls, also those that come when nobody expects any more."""
    time.sleep(conditions.aftermath.total_seconds())
    return compare(timetable, read_calls(track.log))


def _wait_until_settled(storage: StorageAccount, timetable: Timetable, conditions: Conditions) -> Settled:
    deadline = timetable.last + conditions.patience
    while (settled := read_settled(storage, timetable)).runs < timetable.size and _now() < deadline:
        time.sleep(_POLL)
    return settled


def _now() -> datetime:
    return datetime.now(UTC)
