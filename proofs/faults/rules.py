"""What a job's definition says about its policies: the checker learns them from the body that was sent."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

from shared.api.timespans import read_timespan
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.policies import MissedPolicy, Overlap, delay_of

MINUTE: Final = timedelta(minutes=1)
NO_DELAY: Final = timedelta()
ASKED: Final = "Retry-After: "
_LONGEST_ASKED: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A job with policies: the times that its schedule names, and what holds for the calls of each."""

    path: str
    times: tuple[datetime, ...]
    overlap: Overlap = Overlap.ALLOW
    missed: MissedPolicy = MissedPolicy.ONE
    within: timedelta | None = None
    delay: timedelta = NO_DELAY
    """What `spread` makes of the job's key."""
    off_until: datetime | None = None
    """Until when the job is disabled."""
    paused_until: datetime | None = None
    """Until when its collection is disabled: the claim of an occurrence decides whether it still is."""
    calls: int = 1
    """How often an occurrence calls, its retries included."""
    pauses: tuple[timedelta, ...] = ()
    """How long after each failed call the next one comes at least."""
    takes: timedelta = NO_DELAY
    """How long the receiver takes to answer a call."""
    fails: bool = False
    mourned: bool = False
    """Whether an error action follows a failure."""
    most_faults: int | None = None

    @property
    def owed(self) -> tuple[datetime, ...]:
        """The times whose occurrences are due while the job is enabled."""
        off = self.off_until
        return tuple(time for time in self.times if off is None or self.due(time) > off)

    def due(self, time: datetime) -> datetime:
        return time + self.delay

    def is_paused(self, time: datetime) -> bool:
        """Say whether the collection is disabled when an occurrence is due."""
        return self.paused_until is not None and self.due(time) <= self.paused_until

    def earliest(self, time: datetime) -> datetime:
        """Return when an occurrence may start at the earliest.

        One whose claim comes so late that the collection is enabled again may be made then.
        """
        due, paused = self.due(time), self.paused_until
        return paused if paused is not None and due <= paused else due


@dataclass(frozen=True, slots=True, kw_only=True)
class _Answer:
    """How the receiver answers, as the address of an action asks it to."""

    status: int
    takes: timedelta
    asked: timedelta | None


def rule_of(address: str, path: str, body: dict[str, Any], *, paused: datetime | None = None) -> Rule:
    """Return the rule of a job; it may be in a collection that is paused until an instant."""
    properties = body["properties"]
    action, missed = properties["action"], properties.get("missedRuns", {})
    answer = _answer(action["request"]["uri"])
    fails = answer.status >= 300
    pauses = tuple(_pauses(action, answer)) if fails else ()
    until = properties.get("disabled", {}).get("until")
    return Rule(
        path=path,
        times=_times(properties),
        overlap=Overlap(properties.get("overlap", Overlap.ALLOW)),
        missed=MissedPolicy(missed.get("policy", MissedPolicy.ONE)),
        within=read_timespan(missed["within"]) if "within" in missed else None,
        delay=_delay(address, properties),
        off_until=datetime.fromisoformat(until) if until else None,
        paused_until=paused,
        calls=1 + len(pauses),
        pauses=pauses,
        takes=answer.takes,
        fails=fails,
        mourned=fails and "errorAction" in action,
        most_faults=properties.get("disableAfterFaults") if fails else None,
    )


def _times(properties: dict[str, Any]) -> tuple[datetime, ...]:
    """Return the minutes from the start to the end, or the start alone of a job that does not recur."""
    start = datetime.fromisoformat(properties["startTime"])
    if "recurrence" not in properties:
        return (start,)
    end = datetime.fromisoformat(properties["recurrence"]["endTime"])
    return tuple(start + MINUTE * number for number in range((end - start) // MINUTE + 1))


def _delay(address: str, properties: dict[str, Any]) -> timedelta:
    if "spread" not in properties:
        return NO_DELAY
    _, _, subscription, _, group, _, _, _, collection, _, name = address.split("/")
    key = CollectionKey(subscription=subscription, resource_group=group, name=collection)
    return delay_of(JobKey(collection=key, name=name), read_timespan(properties["spread"]))


def _answer(uri: str) -> _Answer:
    asked = parse_qs(urlsplit(uri).query)
    status, _, more = asked.get("status", ["200"])[0].partition(" ")
    _, _, pause = more.partition(ASKED)
    return _Answer(
        status=int(status),
        takes=timedelta(seconds=float(asked.get("wait", ["0"])[0])),
        asked=timedelta(seconds=int(pause.split()[0])) if pause else None,
    )


def _pauses(action: dict[str, Any], answer: _Answer) -> Iterator[timedelta]:
    """Yield how long to wait after each call that fails, but the last one."""
    policy, options = action["retryPolicy"], action.get("retryOptions", {})
    if policy["retryType"] == "none" or answer.status in options.get("stopOn", ()):
        return
    longest = read_timespan(options["maxInterval"]) if "maxInterval" in options else None
    for number in range(policy["retryCount"]):
        grown = read_timespan(policy["retryInterval"]) * options.get("backoff", 1.0) ** number
        wait = min(grown, longest or grown)
        asked = answer.asked if options.get("retryAfter") else None
        yield max(wait, min(asked, longest or _LONGEST_ASKED)) if asked else wait
