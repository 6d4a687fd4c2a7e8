"""What the model is driven by, counted on a real Azurite, where calls leave the process."""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final

from local.dev.terminal import say
from proofs.benchmarks.counted_app import CountedApp
from proofs.benchmarks.herd import Herd, load
from proofs.benchmarks.scale.model import Counts, Pack, Work
from proofs.harness.clock import RunningClock
from proofs.harness.counting import Tally
from shared.domain.attempt import Completed
from shared.domain.recurrence import Frequency
from shared.domain.ticket import MOST_IN_A_PACK

NINE: Final = datetime(2026, 3, 2, 9, tzinfo=UTC)
PACKS: Final = 8
"""So many are run for the CPU time of one."""
_APART: Final = timedelta(seconds=10)


def count(connection_string: str, *, packs: int = PACKS) -> Counts:
    """Count a pack of one, a full pack, and the trimming of one job's history."""

    def app() -> CountedApp:
        return CountedApp(connection_string, RunningClock(NINE), lambda _: Completed("fine"))

    say("scale: counting …")
    return Counts(alone=_pack(app, 1, packs), full=_pack(app, MOST_IN_A_PACK, packs), trim=_trim(app()))


def _pack(new_app: Callable[[], CountedApp], tickets: int, packs: int) -> Pack:
    app = new_app()
    idle = app.count(app.scan)
    _load(app, "pack", tickets)
    sending = app.count(app.scan) - idle
    running = app.count(app.run)
    return Pack(
        tickets=tickets,
        sending=_work(sending),
        starting=_work(app.before_attempts),
        settling=_work(running - app.before_attempts),
        cpu=_cpu(new_app(), tickets, packs),
    )


def _cpu(app: CountedApp, tickets: int, packs: int) -> float:
    """Return the processor time of one pack, of several that are run one after the other."""
    _load(app, "cpu", tickets * packs, due=lambda number: NINE + _APART * (number // tickets))
    app.scan()
    began = time.process_time()
    app.run()
    return (time.process_time() - began) / packs


def _trim(app: CountedApp) -> Work:
    """Let a job run that is not due again tomorrow, when its history is trimmed."""
    _load(app, "trimmed", 1, every=Frequency.MONTH)
    app.scan()
    app.run()
    idle = app.count(app.scan)
    app.clock.turn(timedelta(days=1))
    return _work(app.count(app.scan, app.run) - idle)


def _load(
    app: CountedApp,
    name: str,
    size: int,
    *,
    due: Callable[[int], datetime] = lambda _: NINE,
    every: Frequency = Frequency.DAY,
) -> None:
    herd = Herd(name=name, size=size, collections=1, uri="http://receiver.example", due=due, every=every)
    load(app.store, herd.jobs(), now=NINE - timedelta(minutes=1))


def _work(tally: Tally) -> Work:
    return Work(calls=tally.total, rows=tally.rows + tally.read)
