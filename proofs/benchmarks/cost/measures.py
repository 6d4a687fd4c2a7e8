"""What the app's calls to storage are counted for."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Final

from local.dev.terminal import Problem, say
from proofs.benchmarks.counted_app import CountedApp
from proofs.benchmarks.herd import Herd, Planned, load
from proofs.harness.clock import RunningClock
from proofs.harness.counting import Tally
from proofs.harness.parts import SHARDS
from shared.domain.attempt import Completed, Failed, Outcome
from shared.domain.census import BETWEEN_CENSUSES
from shared.domain.job import JobState
from shared.domain.recurrence import Frequency
from shared.domain.retry import DEFAULT_RETRIES, RetryPolicy, RetryType
from shared.flow.census import look_after_census
from shared.flow.put_and_patch import WantedJob, put_job

NINE: Final = datetime(2026, 3, 2, 9, tzinfo=UTC)
LATER: Final = NINE + timedelta(hours=1)
COLLECTIONS: Final = 40  # so that shards fill unevenly, as they do in life
IDLE: Final = f"an idle scan: {SHARDS + 1} calls, one per shard and one note, however many jobs are stored"
ALONE: Final = "a run alone: at most 9 calls beyond the idle scan"
TOGETHER: Final = "a run among many at one instant: at most 0.45 calls"
FAILING: Final = "an attempt when all fail and are retried: at most 0.75 calls"
CREATING: Final = "a new job: at most 3 calls"
COUNTING: Final = "the census of a shard, every quarter of an hour: at most 11 calls, on average over an hour"
CALLING: Final = "a census that is called, at most one a minute for each shard: at most 13 calls"
TRIMMING: Final = "the trimming of a job's history, once a day: at most 12 calls"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """The calls made for so many things, and the goal that they are measured against."""

    name: str
    tally: Tally
    goal: str
    bound: float
    things: int = 1

    @property
    def each(self) -> float:
        return self.tally.total / self.things


def measure(
    connection_string: str,
    *,
    herd: int,
    stored: int,
    retries: int = DEFAULT_RETRIES,
    collections: int = COLLECTIONS,
) -> list[Cost]:
    """Count everything, each with an app and storage of its own."""

    def app(outcome: Outcome = Completed("fine")) -> CountedApp:  # noqa: B008 - a constant
        return CountedApp(connection_string, RunningClock(NINE), lambda _: outcome)

    return [
        *_idle_scans(app(), stored),
        _alone(app()),
        _together(app(), herd, collections=collections),
        _together(app(), herd, collections=1),
        _failing(app(Failed("no")), herd, retries, collections=collections),
        *_creating(app()),
        _counting(app()),
        _calling(app(Failed("no"))),
        _trimming(app()),
    ]


def _idle_scans(app: CountedApp, stored: int) -> Iterator[Cost]:
    """Scan with few and with many jobs stored, of which none is due within the horizon."""
    there = 0
    for wanted in (10, stored):
        say(f"idle scan, {wanted:,} jobs …")
        load(app.store, _herd(f"idle-{wanted}", wanted - there, due=LATER), now=NINE)
        there = wanted
        yield Cost(name=f"idle scan, {wanted:,} jobs", tally=app.count(app.scan), goal=IDLE, bound=SHARDS + 1)


def _alone(app: CountedApp) -> Cost:
    say("a run alone …")
    tally = _beyond_idle_scan(app, _herd("alone", 1), attempts=1)
    return Cost(name="run alone", tally=tally, goal=ALONE, bound=9)


def _together(app: CountedApp, size: int, *, collections: int) -> Cost:
    where = f"{collections} collection{'s' if collections > 1 else ''}"
    say(f"{size:,} runs at one instant, {where} …")
    tally = _beyond_idle_scan(app, _herd("together", size, collections=collections), attempts=size)
    return Cost(name=f"{size:,} runs, {where}", tally=tally, things=size, goal=TOGETHER, bound=0.45)


def _failing(app: CountedApp, size: int, retries: int, *, collections: int) -> Cost:
    say(f"{size:,} runs at one instant that fail {retries + 1} times …")
    policy = RetryPolicy(type=RetryType.FIXED, count=retries)
    attempts = size * (retries + 1)
    herd = _herd("failing", size, collections=collections, retry_policy=policy)
    tally = _beyond_idle_scan(app, herd, attempts=attempts)
    return Cost(name=f"{attempts:,} failed attempts", tally=tally, things=attempts, goal=FAILING, bound=0.75)


def _creating(app: CountedApp) -> Iterator[Cost]:
    say("new jobs …")
    (first,) = _herd("first", 1, due=LATER)
    load(app.store, [first], now=NINE)
    for name, due in (("soon", NINE + timedelta(seconds=20)), ("later", LATER)):
        key = replace(first.key, name=name)
        wanted = WantedJob(
            key=key, definition=replace(first.definition, start_time=due), state=JobState.ENABLED
        )
        tally = app.count(partial(put_job, app.ports, wanted))
        yield Cost(name=f"new job, due {name}", tally=tally, goal=CREATING, bound=3)


def _counting(app: CountedApp) -> Cost:
    """Count what the standing tickets cost in an hour, once they are there: one of four censuses trims."""
    say("the census …")
    load(app.store, _herd("counted", 10, due=NINE + timedelta(days=1)), now=NINE)
    in_an_hour, tally = timedelta(hours=1) // BETWEEN_CENSUSES, Tally()
    for number in range(1 + in_an_hour):
        app.clock.turn(BETWEEN_CENSUSES)
        look_after_census(app.ports, now=NINE + timedelta(minutes=7, seconds=30), first=False)
        taken, idle = app.count(app.scan, app.run), app.count(app.scan)
        tally += taken - idle if number else Tally()
    return Cost(name="census", tally=tally, things=in_an_hour * SHARDS, goal=COUNTING, bound=11)


def _calling(app: CountedApp) -> Cost:
    """Let a job begin to fail, and count what follows: its shard is counted."""
    say("the census, called …")
    late = NINE + timedelta(seconds=25)  # so that the census is not so near that its hint goes at once
    (job,) = _herd("called", 1, due=late)
    definition = replace(job.definition, retry_policy=RetryPolicy(type=RetryType.NONE))
    load(app.store, [replace(job, definition=definition)], now=NINE - timedelta(minutes=1))
    look_after_census(app.ports, now=NINE, first=True)
    app.clock.turn_to(late)
    app.scan()
    app.run()
    app.clock.turn(timedelta(minutes=2))
    called, idle = app.count(app.scan, app.run), app.count(app.scan)
    return Cost(name="census, called", tally=called - idle, goal=CALLING, bound=13)


def _trimming(app: CountedApp) -> Cost:
    """Let a job run that is not due again tomorrow, when its history is trimmed."""
    say("trimming …")
    monthly = Herd(
        name="trimmed",
        size=1,
        collections=1,
        uri="http://receiver.example",
        due=lambda _: NINE,
        every=Frequency.MONTH,
    )
    load(app.store, monthly.jobs(), now=NINE - timedelta(minutes=1))
    app.scan()
    app.run()
    idle = app.count(app.scan)
    app.clock.turn(timedelta(days=1))
    return Cost(name="trimming", tally=app.count(app.scan, app.run) - idle, goal=TRIMMING, bound=12)


def _herd(
    name: str,
    size: int,
    *,
    collections: int = COLLECTIONS,
    due: datetime = NINE,
    retry_policy: RetryPolicy | None = None,
) -> Iterator[Planned]:
    return Herd(
        name=name,
        size=size,
        collections=min(collections, size),
        uri="http://receiver.example",
        due=lambda _: due,
        retry_policy=retry_policy,
    ).jobs()


def _beyond_idle_scan(app: CountedApp, jobs: Iterable[Planned], *, attempts: int) -> Tally:
    """Return what it costs to scan for the jobs and to run them until the queue is empty."""
    load(app.store, jobs, now=NINE - timedelta(minutes=1))
    running = app.count(app.scan, app.run)
    app.clock.turn(timedelta(hours=1))
    app.scan()
    app.run()  # a census, if jobs have begun to fail: it is counted apart
    idle = app.count(app.scan)
    if app.attempts != attempts or app.scan().due:
        raise Problem(f"{app.attempts} attempts were made, not {attempts}, or tickets are left.")
    return running - idle
