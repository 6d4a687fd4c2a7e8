"""What jobs with a silent or a slow target do to the others, and to themselves."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, Final

from local.dev.terminal import say
from proofs.benchmarks.calm import Calm
from proofs.benchmarks.dispatch.course import Conditions, Track, a_track, wait_until_settled
from proofs.benchmarks.dispatch.findings import Findings, last_start, listed, nothing_wrong, title
from proofs.benchmarks.dispatch.race import AppSide, Result, the_app
from proofs.benchmarks.dispatch.sizes import Neighbourhood, Sizes
from proofs.benchmarks.dispatch.waves import Wave
from proofs.benchmarks.goals import Goal, at_most
from proofs.harness.journal import read_notes
from proofs.harness.processes import running
from proofs.harness.receiver import ANOTHER_HOST
from shared.domain.retry import RetryPolicy, RetryType

LATEST: Final = 0.5
SLOWEST_START: Final = 10
MOST_PUT_OFF: Final = 1
_NEVER: Final = 3_600.0  # seconds: nobody waits for an answer for so long
_NO_RETRY: Final = RetryPolicy(type=RetryType.NONE)
_STALLING_COLLECTIONS: Final = 30
"""So many that few of those that stall share a message: they hold as many slots as they can."""
_AFTER: Final = timedelta(seconds=2)
"""Those that stall are due over this time. The victims begin when all of them are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Lane:
    """A wave with the receiver that its jobs call."""

    wave: Wave
    track: Track
    after: timedelta = timedelta()


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """The results of waves that were there at the same time, and how often a ticket was put off at most."""

    results: Sequence[Result]
    put_off: int


def neighbours(sizes: Sizes, calm: Calm) -> Findings:
    """Let victims run beside jobs that stall, first few, then many; then jobs with a slow target."""
    area = sizes.neighbours
    conditions = replace(sizes.conditions, patience=area.patience)
    cases = []
    with the_app(conditions, beside=0) as app:
        for stalling in area.stalling:
            cases.append(_beside_stalling(app, stalling, area, conditions))
            calm.look()
        slow = _slow(app, area, conditions)
    told = [*cases, slow]
    rows = [result for case in told for result in case.results]
    put_off = [str(case.put_off) for case in told for _ in case.results]
    text = title("Jobs beside others whose target is silent or slow", conditions)
    table = listed(rows, [("put off at most", put_off)])
    goals = [
        *(_victims_goal(case) for case in cases),
        *_slow_goals(slow),
        nothing_wrong("victims, stalling and slow jobs", rows),
    ]
    return Findings(text=f"{text}\n\n{table}", goals=goals)


def _beside_stalling(app: AppSide, stalling: int, area: Neighbourhood, conditions: Conditions) -> Told:
    silent = Wave(
        name=f"stalling-{stalling}",
        jobs=stalling,
        span=_AFTER,
        retry_policy=_NO_RETRY,
        jobs_in_a_collection=-(-stalling // _STALLING_COLLECTIONS),
    )
    victims = replace(area.victims, name=f"victims-{stalling}")
    with a_track() as open_track, a_track(answers_after=_NEVER, host=ANOTHER_HOST) as silent_track:
        lanes = {
            f"victims beside {stalling:,}": _Lane(wave=victims, track=open_track, after=_AFTER),
            f"{stalling:,} that stall": _Lane(wave=silent, track=silent_track),
        }
        return _run(app, lanes, area, conditions)


def _slow(app: AppSide, area: Neighbourhood, conditions: Conditions) -> Told:
    wave = Wave(name="slow", jobs=area.slow)
    with a_track(answers_after=area.answers_after) as track:
        name = f"{area.slow:,} to a target that takes {area.answers_after:g} s"
        return _run(app, {name: _Lane(wave=wave, track=track)}, area, conditions)


def _run(app: AppSide, lanes: dict[str, _Lane], area: Neighbourhood, conditions: Conditions) -> Told:
    """Store the jobs of all lanes, let them run, and read what came of each."""
    say(f"neighbours: {', '.join(lanes)} …")
    folder = next(iter(lanes.values())).track.folder
    with running(app.host(folder, {"SCHEDULER_SHORT_ACTIONS": str(area.time_limit)})) as host:
        first = conditions.first_due()
        herds = {name: lane.wave.herd(lane.track.uri, first + lane.after) for name, lane in lanes.items()}
        for herd in herds.values():
            app.load(herd)
        timetables = {name: lanes[name].wave.timetable(herd) for name, herd in herds.items()}
        for name, lane in lanes.items():
            lane.track.wait_for_calls(timetables[name], conditions, host)
        results = [
            Result(
                who=name,
                wave=lane.wave,
                punctuality=lane.track.all_calls(timetables[name], conditions),
                settled=wait_until_settled(app.storage, timetables[name], conditions),
            )
            for name, lane in lanes.items()
        ]
        return Told(results=results, put_off=most_put_off(read_notes(host.printed(), "pack")))


def most_put_off(packs: Iterable[Mapping[str, Any]]) -> int:
    """Return how often the tickets of a pack were put off at most, as the runner notes it."""
    return max((pack.get("putOffTimes", 0) for pack in packs), default=0)


def _victims_goal(case: Told) -> Goal:
    victims, _ = case.results
    return at_most(
        LATEST, f"{victims.who} stalling jobs: at most {LATEST} s late", {"seconds": last_start(victims)}
    )


def _slow_goals(case: Told) -> list[Goal]:
    (slow,) = case.results
    return [
        at_most(
            SLOWEST_START, f"{slow.who}: all start within {SLOWEST_START} s", {"seconds": last_start(slow)}
        ),
        at_most(MOST_PUT_OFF, f"{slow.who}: none is put off more than once", {"times": case.put_off}),
    ]
