"""Every time that a schedule names is run, collapses into a late run, or is skipped, and is told of once."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from shared.domain.claiming import Claimed
from shared.domain.policies import MissedPolicy, MissedRuns, Overlap
from shared.domain.ticket import Ticket
from tests.builders import NINE, at
from tests.domain.policies.scene import FIVE_MINUTES_LATE, TEN_MINUTES_LATE, Scene, a_scene
from tests.domain.policies.walk import MINUTE, Rules, Walk

SPREADS = {
    timedelta(): None,
    timedelta(minutes=5): FIVE_MINUTES_LATE,
    timedelta(minutes=10): TEN_MINUTES_LATE,
}
GAPS = st.sampled_from((1, 20, 59, 60, 61, 120, 299, 300, 301, 400, 1_000, 3_000))
"""Seconds between two steps: at the limits of a minute and of `within`, and beyond."""
MOST_AT_ONCE = 2_000
"""More than the minutes of all steps together."""
STEPS = st.lists(st.tuples(GAPS, st.sampled_from(("claim", "end", "claim and end"))), max_size=25)
"""At an instant, what is due is claimed, or the oldest open run ends."""


@st.composite
def rules(draw: st.DrawFn) -> Rules:
    missed = draw(st.sampled_from(MissedPolicy))
    within = timedelta(minutes=draw(st.sampled_from((5, 7, 30))))
    return Rules(
        missed=missed,
        within=None if missed is MissedPolicy.ONE else within,
        overlap=draw(st.sampled_from(Overlap)),
        delay=draw(st.sampled_from(sorted(SPREADS))),
    )


class Life:
    """A job that is claimed and settled at some instants, and an account of what it should do."""

    def __init__(self, rules: Rules) -> None:
        missed = MissedRuns(policy=rules.missed, within=rules.within)
        self.scene = a_scene(missed_runs=missed, overlap=rules.overlap, spread=SPREADS[rules.delay])
        self.walk = Walk(rules=rules)
        self.open: list[Ticket] = []
        self.started: list[Ticket] = []

    def step(self, now: datetime, doing: str) -> None:
        if doing != "end":
            self.walk.claim(now)
            for ticket in claim_all(self.scene, now):
                self.open.append(ticket)
                self.started.append(ticket)
        if doing != "claim" and self.open:
            self.walk.end(now)
            self.scene.end_at(self.open.pop(0), now)


def claim_all(scene: Scene, now: datetime) -> Iterator[Ticket]:
    """Claim what is due, one after the other, until one waits or is not yet due."""
    for _ in range(MOST_AT_ONCE):
        if scene.next_ticket.key.due > now:
            return
        claimed = scene.claim_at(now)
        if isinstance(claimed, Claimed):
            yield claimed.ticket
        elif scene.job.course.waits is not None:
            return
    raise AssertionError("it never ends")


def fates_of(scene: Scene, started: list[Ticket]) -> dict[datetime, str]:
    """Return what the rows tell of every minute up to what the job waits for; none may be told of twice."""
    stretches = [record.stretch for record in scene.records]
    stretches += [scene.job.course.skipping] if scene.job.course.skipping else []
    fates, minute, until = {}, NINE, scene.job.next_nominal
    assert until is not None
    while minute < until:
        told = ["run" for ticket in started if ticket.expected == minute]
        told += [stretch.reason for stretch in stretches if stretch.first <= minute <= stretch.until]
        told = told or ["collapsed" for ticket in started if _collapsed(minute, ticket, scene.job.delay)]
        assert len(told) == 1, (minute, told)
        fates[minute] = str(told[0])
        minute += MINUTE
    return fates


def _collapsed(minute: datetime, into: Ticket, delay: timedelta) -> bool:
    return into.collapsed_until is not None and into.expected < minute <= into.collapsed_until - delay


@given(rules=rules(), steps=STEPS)
def test_every_minute_has_the_fate_that_a_simple_walk_finds(
    rules: Rules, steps: list[tuple[int, str]]
) -> None:
    life, now = Life(rules), NINE

    for gap, doing in steps:
        now += timedelta(seconds=gap)
        life.step(now, doing)

    assert fates_of(life.scene, life.started) == life.walk.fates
    assert life.scene.job.next_nominal == life.walk.minute
    assert life.scene.job.progress.started == len(life.started)
    assert life.scene.job.progress.open == len(life.open)


@given(rules=rules(), steps=STEPS)
def test_what_must_not_overlap_does_not_and_what_waits_is_woken(
    rules: Rules, steps: list[tuple[int, str]]
) -> None:
    life, now = Life(rules), NINE

    for gap, doing in steps:
        now += timedelta(seconds=gap)
        life.step(now, doing)
        assert rules.overlap is Overlap.ALLOW or len(life.open) <= 1
        assert life.scene.job.course.waits is None or life.open

    assert [ticket.expected for ticket in life.started] == sorted({t.expected for t in life.started})


# Changes of the delay, and pauses


@given(
    steps=st.lists(st.tuples(GAPS, st.sampled_from(("claim", "claim", *SPREADS))), max_size=20),
    spread=st.sampled_from(sorted(SPREADS)),
)
def test_another_delay_loses_no_run_and_makes_none_twice(
    steps: list[tuple[int, str | timedelta]], spread: timedelta
) -> None:
    scene, now, started = a_scene(spread=SPREADS[spread]), NINE, list[Ticket]()
    stood_for = dict[datetime, int]()

    for gap, doing in steps:
        now += timedelta(seconds=gap)
        if isinstance(doing, timedelta):
            scene.patch(now.time().isoformat(), spread=SPREADS[doing])
            continue
        for ticket in claim_all(scene, now):
            started.append(ticket)
            stood_for |= _stands_for(ticket, scene.job.delay, len(started))

    assert [ticket.expected for ticket in started] == sorted({ticket.expected for ticket in started})
    assert _untold(scene, started, stood_for) == []


def _stands_for(ticket: Ticket, delay: timedelta, number: int) -> dict[datetime, int]:
    """Return the minutes that collapsed into a run, by the delay of that time."""
    last, minute, found = ticket.collapsed_until, ticket.expected + MINUTE, {}
    while last is not None and minute <= last - delay:
        found[minute] = number
        minute += MINUTE
    return found


def _untold(scene: Scene, started: list[Ticket], stood_for: dict[datetime, int]) -> list[datetime]:
    """Return the minutes before what the job waits for of which nothing tells."""
    stretches = [record.stretch for record in scene.records]
    stretches += [scene.job.course.skipping] if scene.job.course.skipping else []
    runs = {ticket.expected for ticket in started}
    minute, until, untold = NINE, scene.job.next_nominal or scene.job.course.accounted, []
    assert until is not None
    while minute < until:
        skipped = any(stretch.first <= minute <= stretch.until for stretch in stretches)
        if minute not in runs and minute not in stood_for and not skipped:
            untold.append(minute)
        minute += MINUTE
    return untold


@given(
    spread=st.sampled_from(sorted(SPREADS)),
    before=GAPS,
    pause=st.tuples(GAPS, GAPS),
    by_hand=st.booleans(),
)
def test_a_pause_loses_only_what_is_due_within_it(
    spread: timedelta, before: int, pause: tuple[int, int], by_hand: bool
) -> None:
    scene, off = a_scene(spread=SPREADS[spread]), NINE + spread + timedelta(seconds=before)
    started = list(claim_all(scene, off))
    on = off + timedelta(seconds=pause[0])
    scene.disable(off.time().isoformat(), until=None if by_hand else on.time().isoformat())

    if by_hand:
        scene.enable(on.time().isoformat())
    else:
        scene.claim_at(on + timedelta(seconds=pause[1]))

    stood_for = {minute: 1 for ticket in started for minute in _stands_for(ticket, spread, 1)}
    untold = _untold(scene, started, stood_for)
    assert all(off < minute + spread <= on for minute in untold)
    assert len(untold) == _minutes_between(off - spread, on - spread)


def _minutes_between(after: datetime, until: datetime) -> int:
    """Count the minutes of (after, until] from nine on."""
    minutes = (at("09:00:00") + number * MINUTE for number in range(300))
    return sum(after < minute <= until for minute in minutes)
