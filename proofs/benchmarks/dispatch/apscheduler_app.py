"""What a user might write instead: APScheduler 3 with its jobs in SQLite, calling addresses with requests.

`fill` stores jobs, `clear` takes them away; the module itself, run with the database's path, serves them
until its input ends.
"""

import sqlite3
import sys
from collections.abc import Iterable
from contextlib import closing
from datetime import UTC
from pathlib import Path
from typing import Any, Final

import requests
from apscheduler.executors.pool import ThreadPoolExecutor
from apscheduler.jobstores.sqlalchemy import SQLAlchemyJobStore
from apscheduler.schedulers.background import BackgroundScheduler
from apscheduler.triggers.interval import IntervalTrigger
from sqlalchemy import create_engine, event

from proofs.benchmarks.herd import Planned
from shared.domain.recurrence import Frequency

THREADS: Final = 32  # as many as the app's settings give to its own functions; APScheduler's default is 10
TIME_LIMIT: Final = 60
READY: Final = "Scheduling"


def call(uri: str) -> None:
    requests.get(uri, timeout=TIME_LIMIT)


def fill(database: Path, jobs: Iterable[Planned]) -> None:
    """Store jobs that are due at the instants and periods of ours."""
    engine = _hasty_engine(database)
    scheduler = _scheduler(engine)
    scheduler.start(paused=True)
    for job in jobs:
        recurrence = job.definition.recurrence
        minutely = recurrence is not None and recurrence.frequency is Frequency.MINUTE
        trigger = IntervalTrigger(minutes=1 if minutely else 24 * 60, start_date=job.due, timezone=UTC)
        # misfire_grace_time=None: however late, a run is made; by default it is dropped after a second.
        uri = job.definition.action.request.uri  # type: ignore[union-attr]  # ours call addresses only
        scheduler.add_job(call, trigger, args=[uri], id=job.key.name, misfire_grace_time=None)
    scheduler.shutdown()
    engine.dispose()  # the scheduler's thread may connect once more after the scheduler has disposed of it


def clear(database: Path, name: str) -> None:
    """Take away the jobs whose names begin so."""
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("DELETE FROM apscheduler_jobs WHERE id LIKE ?", (f"{name}-%",))


def main(database: str) -> int:
    scheduler = _scheduler(create_engine(f"sqlite:///{database}"))
    scheduler.start()
    print(READY, flush=True)
    sys.stdin.buffer.read()
    return 0


def _scheduler(engine: Any) -> Any:
    return BackgroundScheduler(
        jobstores={"default": SQLAlchemyJobStore(engine=engine)},
        executors={"default": ThreadPoolExecutor(THREADS)},
        timezone=UTC,
    )


def _hasty_engine(database: Path) -> Any:
    """Return an engine that does not wait for the disk: it only fills, and is not measured."""
    engine = create_engine(f"sqlite:///{database}")
    event.listen(engine, "connect", lambda connection, _: connection.execute("PRAGMA synchronous=OFF"))
    return engine


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
