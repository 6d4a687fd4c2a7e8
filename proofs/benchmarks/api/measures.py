"""What is asked of the API, in rounds, so that whatever else the machine does meets all alike."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, Final

from local.dev.terminal import say
from proofs.benchmarks.api.bare import BareTable
from proofs.benchmarks.api.callers import Caller, a_caller, seconds_each, some_callers
from proofs.benchmarks.calm import Calm
from proofs.benchmarks.herd import LOCATION, collection_key
from proofs.harness.clock import now
from proofs.harness.processes import a_host, running

GET: Final = "GET"
NEW: Final = "PUT, new"
AGAIN: Final = "PUT, again"
PATCH: Final = "PATCH"
DELETE: Final = "DELETE"
PAGE: Final = "list, $top=100"
ALL: Final = "list, all"
BARE: Final = "bare transaction"
OPERATIONS: Final = (BARE, NEW, AGAIN, PATCH, GET, DELETE, PAGE, ALL)
MANY: Final = 8

_SKU: Final = {"location": LOCATION, "properties": {"sku": {"name": "P20Premium"}}}
_WRITTEN: Final = collection_key("written")
_LISTED: Final = collection_key("listed")


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    rounds: int
    calls: int
    listed: int
    lists: int


FULL: Final = Size(rounds=7, calls=160, listed=900, lists=2)
SMALL: Final = Size(rounds=1, calls=8, listed=110, lists=1)


@dataclass(frozen=True, slots=True)
class Times:
    """The seconds that a call took, by operation and number of callers, one figure a round."""

    rounds: dict[tuple[str, int], list[float]] = field(default_factory=lambda: defaultdict(list))

    def note(self, operation: str, callers: int, seconds: float) -> None:
        self.rounds[operation, callers].append(seconds)

    def typical(self, operation: str, callers: int = 1) -> float:
        return median(self.rounds[operation, callers])

    def ratio(self, operation: str, to: str, callers: int = 1) -> float:
        """Return the median of the rounds' ratios: what disturbs a round disturbs both."""
        pairs = zip(self.rounds[operation, callers], self.rounds[to, callers], strict=True)
        return median(one / other for one, other in pairs)

    def gain(self, operation: str) -> float:
        """Return how many times as much many callers get done as one."""
        pairs = zip(self.rounds[operation, 1], self.rounds[operation, MANY], strict=True)
        return median(one / many for one, many in pairs)


def measure(size: Size, folder: Path, connection_string: str, calm: Calm) -> Times:
    settings = {
        "AzureWebJobsStorage": connection_string,
        "SCHEDULER_OPEN_LOOPBACK": "1",
        "SCAN_SCHEDULE": "*/15 * * * * *",
    }
    with running(a_host(folder, settings)) as host:
        _prepare(host.address, size)
        bare = BareTable(connection_string, _LISTED)
        times = Times()
        for number in range(size.rounds + 1):  # the first opens connections and fills caches
            say(f"round {number} of {size.rounds} …" if number else "warming up …")
            calm.look()
            _measure_round(host.address, size, bare, times if number else Times())
        calm.look()
    return times


def _prepare(address: str, size: Size) -> None:
    say(f"{size.listed} jobs to list …")
    with a_caller(address) as caller:
        for key in (_WRITTEN, _LISTED):
            caller("PUT", _path(key.name), _SKU)
    with some_callers(address, MANY) as callers:
        paths = [f"{_path(_LISTED.name)}/jobs/job-{number:04d}" for number in range(size.listed)]
        seconds_each(callers, [partial(_ask, "PUT", path, _a_job()) for path in paths])


def _measure_round(address: str, size: Size, bare: BareTable, times: Times) -> None:
    times.note(BARE, 1, bare.seconds_each(size.calls))
    for number in (1, MANY):
        with some_callers(address, number) as callers:
            for operation, calls in _calls(size):
                times.note(operation, number, seconds_each(callers, calls))


def _calls(size: Size) -> Iterator[tuple[str, Sequence[Callable[[Caller], object]]]]:
    """Yield the operations with their calls: jobs come, are changed and go, and some are listed."""
    paths = [f"{_path(_WRITTEN.name)}/jobs/job-{number:04d}" for number in range(size.calls)]
    listed = f"{_path(_LISTED.name)}/jobs"
    other_days = {"properties": {"recurrence": {"frequency": "week", "interval": 2}}}
    for operation, method, body in (
        (NEW, "PUT", _a_job()),
        (AGAIN, "PUT", _a_job()),
        (PATCH, "PATCH", other_days),
        (GET, "GET", None),
        (DELETE, "DELETE", None),
    ):
        yield operation, [partial(_ask, method, path, body) for path in paths]
    for operation, path in ((PAGE, f"{listed}?$top=100"), (ALL, listed)):
        yield operation, [partial(_ask, "GET", path, None)] * (size.lists * MANY)


def _ask(method: str, path: str, body: Any, caller: Caller) -> object:
    return caller(method, path, body)


def _path(collection: str) -> str:
    key = collection_key(collection)
    group = f"/subscriptions/{key.subscription}/resourceGroups/{key.resource_group}"
    return f"{group}/providers/Microsoft.Scheduler/jobCollections/{collection}"


def _a_job() -> dict[str, Any]:
    """Return a job that is first due in a week, so that its ticket stands, but is not hinted at."""
    action = {"type": "Http", "request": {"uri": "http://example.com/", "method": "GET"}}
    start = (now() + timedelta(days=7)).isoformat()
    when = {"startTime": start, "recurrence": {"frequency": "week", "interval": 1}}
    return {"properties": {"action": action, **when}}
