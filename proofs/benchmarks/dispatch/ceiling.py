"""How fast storage itself can be, and how near to that the app comes."""

import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from azure.storage.queue import QueueServiceClient

from local.dev.terminal import say
from proofs.benchmarks.counted_app import CountedApp
from proofs.benchmarks.dispatch.waves import Wave
from proofs.benchmarks.herd import load
from proofs.harness.clock import RunningClock
from proofs.harness.counting import CallKind, Tally
from shared.domain.attempt import Completed

NINE: Final = datetime(2026, 3, 2, 9, tzinfo=UTC)
MESSAGES: Final = 100
_MESSAGE: Final = "x" * 4_000  # about the size of a pack
_AT_ONCE: Final = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Ceiling:
    """The rows and messages of a wave's runs, and how many a second this Azurite takes at best."""

    rows: int
    messages: int
    rows_a_second: float
    messages_a_second: float

    @property
    def seconds(self) -> float:
        """The shortest time in which the wave's runs could be settled."""
        return self.rows / self.rows_a_second + self.messages / self.messages_a_second


def find_ceiling(connection_string: str, wave: Wave, rows_a_second: float) -> Ceiling:
    """Count what the runs of a wave change after they are due, and time the queue by itself."""
    tally = _count_runs(connection_string, wave)
    return Ceiling(
        rows=tally.rows,
        messages=tally.calls[CallKind.DELETE],
        rows_a_second=rows_a_second,
        messages_a_second=_time_queue(connection_string),
    )


def describe(ceiling: Ceiling, settled: float) -> str:
    """Say how near to storage's own speed so many seconds are."""
    return (
        f"After their due instant these runs change {ceiling.rows:,} rows and take {ceiling.messages:,} "
        f"messages from the queue. This Azurite took {ceiling.rows_a_second:,.0f} rows a second when the "
        f"jobs were stored, in transactions of a hundred, and {ceiling.messages_a_second:,.0f} messages a "
        "second, put, received and deleted by one client: these alone would have taken it "
        f"{ceiling.seconds:.1f} s, which is {ceiling.seconds / settled:.0%} of the {settled:.1f} s until all "
        "was settled. The rest is reading, the app's own work, and that both share the cores of one machine."
    )


def _count_runs(connection_string: str, wave: Wave) -> Tally:
    say(f"{wave.name}: counting rows and messages …")
    app = CountedApp(connection_string, RunningClock(NINE), lambda _: Completed("fine"))
    load(app.store, wave.herd("http://receiver.example", NINE), now=NINE - timedelta(minutes=1))
    app.scan()
    return app.count(app.run)


def _time_queue(connection_string: str) -> float:
    """Return how many messages a second can be put, received and deleted, one after the other."""
    with QueueServiceClient.from_connection_string(connection_string) as service:
        queue = service.create_queue(f"ceiling-{datetime.now(UTC):%H%M%S%f}")
        began = time.perf_counter()
        for _ in range(MESSAGES):
            queue.send_message(_MESSAGE)
        for message in queue.receive_messages(messages_per_page=_AT_ONCE):
            queue.delete_message(message)
        return MESSAGES / (time.perf_counter() - began)
