"""Eight of the dearest reads at once against a running app, while a job is due: who waits for whom."""

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

import requests

from local.dev.terminal import say
from proofs.benchmarks.goals import Goal, at_most
from proofs.benchmarks.herd import SUBSCRIPTION, load
from proofs.benchmarks.reads.dearest import POPULATIONS, planned_jobs
from proofs.harness.clock import now
from proofs.harness.pages import table
from proofs.harness.parts import SHARDS
from proofs.harness.processes import a_host, running
from proofs.harness.receiver import Receiver
from proofs.harness.storage import a_folder, an_azurite
from shared.storage.account import StorageAccount
from shared.storage.azure_table import TABLE, AzureTable
from shared.storage.store import Store

LATEST: Final = 5.0
LONGEST: Final = 30.0
ANSWERS: Final = (200, 400, 503)
POPULATION: Final = "Sundays, in a zone"
LATE: Final = f"a job that is due while eight of the dearest reads are made is at most {LATEST:.0f} s late"
READ: Final = f"each of these reads is answered within {LONGEST:.0f} s, with 200, 400 or 503"
_READERS: Final = 8
_PATIENCE: Final = 120.0
_BEFORE_DUE: Final = 3.0
_WRITER: Final = "w" * 32
_LIST: Final = f"/subscriptions/{SUBSCRIPTION}/providers/Microsoft.Scheduler"
_VERSION: Final = {"api-version": "2026-11-01"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    read: str
    status: int
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Flood:
    """How late the job was, in seconds, and how each read was answered."""

    late: float
    answers: Sequence[Answer]

    def goals(self) -> list[Goal]:
        wrong = {f"{one.read} {one.status}": 1.0 for one in self.answers if one.status not in ANSWERS}
        seconds = {f"{one.read} {one.status}": one.seconds for one in self.answers}
        return [
            at_most(LATEST, LATE, {"seconds": self.late}),
            at_most(LONGEST, READ, seconds | dict.fromkeys(wrong, LONGEST + 1)),
        ]

    def render(self) -> str:
        rows = [[one.read, str(one.status), f"{one.seconds:.1f}"] for one in self.answers]
        job = ["the job that was due meanwhile, late by", "", f"{self.late:.1f}"]
        return table([["read", "answer", "seconds"], *rows, job])


def eight_at_once(jobs: int) -> Flood:
    with a_folder() as folder, an_azurite() as azurite, running(Receiver(folder)) as receiver:
        storage = azurite.connection_string
        say(f"{jobs:,} jobs, on Azurite: {POPULATION} …")
        _fill(storage, jobs)
        with running(a_host(folder, _settings(storage))) as host:
            due = _watched_job(host.address, receiver.address)
            time.sleep(max((due - now()).total_seconds() - _BEFORE_DUE, 0))
            answers = _read_all(host.address)
            return Flood(late=_lateness(receiver, due), answers=answers)


def _fill(connection_string: str, jobs: int) -> None:
    """None of the jobs is due before tomorrow: they are only read."""
    tomorrow = now() + timedelta(days=1)
    with StorageAccount(connection_string=connection_string).tables() as service:
        store = Store(AzureTable(service, TABLE), shards=SHARDS)
        load(store, planned_jobs(jobs, POPULATIONS[POPULATION], tomorrow), now=now())


def _settings(connection_string: str) -> dict[str, str]:
    readers = ",".join(f"reader{number}={_key(number)}" for number in range(_READERS))
    return {
        "AzureWebJobsStorage": connection_string,
        "SCHEDULER_KEYS": f"writer={_WRITER}",
        "SCHEDULER_READ_KEYS": readers,
        "SCHEDULER_ALLOWED_TARGETS": "127.0.0.1",
        "SCAN_SCHEDULE": "*/15 * * * * *",
    }


def _key(number: int) -> str:
    return f"reader-{number}-".ljust(32, "k")


def _watched_job(app: str, receiver: str) -> datetime:
    """Put a job of another subscription that will run once, and return when it is due.

    It is so far ahead that no hint is sent at once: the scan has to find it while the reads are made.
    """
    due = (now() + timedelta(seconds=50)).replace(microsecond=0)
    collection = f"{app}/subscriptions/other/resourceGroups/g/providers/Microsoft.Scheduler/jobCollections/c"
    action = {"type": "Http", "request": {"uri": f"{receiver}/watched", "method": "GET"}}
    job = {"properties": {"startTime": due.isoformat(), "action": action}}
    for path, body in (("", {"location": "westus", "properties": {}}), ("/jobs/j", job)):
        answer = requests.put(
            collection + path, json=body, params=_VERSION, headers={"x-functions-key": _WRITER}, timeout=30
        )
        answer.raise_for_status()
    return due


def _read_all(app: str) -> list[Answer]:
    """Read eight times at once, each with a key of its own."""
    far = (now() + timedelta(days=30)).isoformat()
    asked = [
        ("upcomingRuns", {"until": far, "bucket": "01:00:00"}),
        ("upcomingRuns", {"until": "9999-12-31", "$top": "1000"}),
        ("clockChanges", {}),
        ("jobs", {"search": "nothing"}),
    ]
    with ThreadPoolExecutor(_READERS) as readers:
        reading = [
            readers.submit(_read, app, *asked[number % len(asked)], _key(number))
            for number in range(_READERS)
        ]
        return [one.result() for one in reading]


def _read(app: str, name: str, params: dict[str, str], key: str) -> Answer:
    began = time.monotonic()
    answer = requests.get(
        f"{app}{_LIST}/{name}", params=_VERSION | params, headers={"x-functions-key": key}, timeout=_PATIENCE
    )
    told = ", ".join([name, *(one for one in params if one in ("bucket", "search"))])
    return Answer(read=told, status=answer.status_code, seconds=time.monotonic() - began)


def _lateness(receiver: Receiver, due: datetime) -> float:
    """Wait for the call, and return by how many seconds it came late."""
    for _ in range(int(_PATIENCE * 10)):
        if calls := receiver.calls():
            return (calls[0].at - due).total_seconds()
        time.sleep(0.1)
    return _PATIENCE
