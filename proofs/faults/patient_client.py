"""A client of the REST API that repeats what was not answered."""

import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import Any, Final
from urllib.parse import urlencode

import requests

from local.dev.terminal import Problem
from proofs.faults.checker import Entry
from proofs.faults.workload import ERROR_PATH, EXTENDED, OLD, PlannedJob
from proofs.harness.telling import Told, read_told

LONGEST_WAIT: Final = 60.0  # seconds; for an answer, and for one that is no error
_AT_ONCE: Final = 4


class PatientClient:
    def __init__(self, base: str) -> None:
        self._base = base

    def create(self, collections: Iterable[str], jobs: Sequence[PlannedJob]) -> None:
        """Create all of them; collections that are paused are disabled before their jobs come."""
        for address in collections:
            self.ask("PUT", address, {"location": "West Europe"})
        for address, pause in {job.collection: job.pause for job in jobs if job.pause}.items():
            self.ask("POST", f"{address}/disable", pause, version=EXTENDED)
        with ThreadPoolExecutor(_AT_ONCE) as pool:
            list(pool.map(self._put, jobs))

    def states(self, jobs: Sequence[PlannedJob]) -> dict[str, str]:
        """Return the states of all the jobs, by address."""
        collections = sorted({job.address.rpartition("/jobs/")[0] for job in jobs})
        listed = [job for address in collections for job in self.ask("GET", f"{address}/jobs")["value"]]
        return {job["id"]: job["properties"]["state"] for job in listed}

    def histories(self, jobs: Sequence[PlannedJob]) -> list[Entry]:
        with ThreadPoolExecutor(_AT_ONCE) as pool:
            return [entry for entries in pool.map(self._history, jobs) for entry in entries]

    def told(self, jobs: Sequence[PlannedJob], begin: datetime, end: datetime) -> list[list[Told]]:
        """Return what is told of the occurrences of each job, from an instant on and before another."""
        with ThreadPoolExecutor(_AT_ONCE) as pool:
            return list(pool.map(lambda job: self._told(job, begin, end), jobs))

    def ask(self, method: str, path: str, body: object = None, *, version: str = OLD) -> Any:
        """Return what is answered; a call without an answer, or with a server's error, is repeated."""
        answer = self.answer_to(method, path, body, version=version)
        if not answer.ok:
            raise Problem(f"{method} {path} was refused: {answer.text}")
        return answer.json() if answer.content else None

    def answer_to(
        self, method: str, path: str, body: object = None, *, version: str = OLD
    ) -> requests.Response:
        """Return the answer, which may be a refusal."""
        deadline = time.monotonic() + LONGEST_WAIT
        while True:
            answer = self._try(method, path, body, version)
            if answer is not None and answer.status_code < 500:
                return answer
            if time.monotonic() > deadline:
                said = "no answer" if answer is None else answer.text
                raise Problem(f"{method} {path} was not answered: {said}")
            time.sleep(0.2)

    def _put(self, job: PlannedJob) -> None:
        self.ask("PUT", job.address, job.body, version=EXTENDED if job.rule else OLD)

    def _try(self, method: str, path: str, body: object, version: str) -> requests.Response | None:
        asked = {"api-version": version} if version else {}  # a link that is followed names its own
        try:
            return requests.request(method, self._base + path, json=body, params=asked, timeout=LONGEST_WAIT)
        except requests.RequestException:
            return None

    def _told(self, job: PlannedJob, begin: datetime, end: datetime) -> list[Told]:
        span = {"api-version": EXTENDED, "from": begin.isoformat(), "to": end.isoformat()}
        link, told = f"{job.address}/occurrences?{urlencode(span)}", []
        while link:
            page = self.ask("GET", link, version="")
            told += [read_told(one["properties"]) for one in page["value"]]
            link = page.get("nextLink")
        return told

    def _history(self, job: PlannedJob) -> list[Entry]:
        entries = self.ask("GET", f"{job.address}/history")["value"]
        return [_entry(job.path, one["properties"]) for one in entries]


def _entry(path: str, properties: dict[str, Any]) -> Entry:
    return Entry(
        path=path if properties["actionName"] == "MainAction" else path + ERROR_PATH,
        expected=datetime.fromisoformat(properties["expectedExecutionTime"]),
        attempt=properties["retryCount"],
        completed=properties["status"] == "Completed",
    )
