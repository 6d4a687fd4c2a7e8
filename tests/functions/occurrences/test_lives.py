"""Random lives of a job by the clocks of Berlin, across a clock change, against a diary of the test's own.

The diary knows what was asked for and when, when the app was down, and which runs the receiver saw. It knows
nothing of what is stored. The state machines do the same for jobs in UTC, where everything can go wrong.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any, Final

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from shared.functions.wiring import App
from tests.functions.calls import COLLECTION, JOB, content
from tests.functions.extended import a_place, extended, put
from tests.world import World

BEGIN: Final = datetime(2026, 3, 28, 22, 10, tzinfo=UTC)
NEAR: Final = timedelta(seconds=6)
MADE: Final = ("ran", "late", "faulted", "failed")
TIMES: Final = (
    {"hours": list(range(23)), "minutes": [0, 30]},
    {"hours": [0, 1, 2, 3, 20, 21, 22], "minutes": [15, 30, 45]},
    {"hours": list(range(24)), "minutes": [30]},
)
ZONES: Final = ("Europe/Berlin", "America/New_York", "UTC")
STEP: Final = st.one_of(
    st.tuples(st.just("work"), st.integers(60, 300)),
    st.tuples(st.just("down"), st.integers(5, 200)),
    st.tuples(st.just("disable"), st.none()),
    st.tuples(st.just("enable"), st.none()),
    st.tuples(st.just("pause"), st.integers(10, 200)),
    st.tuples(st.just("times"), st.sampled_from(TIMES)),
    st.tuples(st.just("zone"), st.sampled_from(ZONES)),
    st.tuples(st.just("run"), st.none()),
    st.tuples(st.just("collection"), st.booleans()),
)
BOUNDED: Final = settings(
    derandomize=True,
    deadline=None,
    database=None,
    max_examples=30,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@dataclass
class Diary:
    world: World
    app: App
    changes: list[datetime] = field(default_factory=list)
    off: list[tuple[datetime, bool]] = field(default_factory=list)
    """From when on the job was off, or on again, as long as nobody said until when."""

    def go(self, step: str, more: Any) -> None:
        world = self.world
        if step == "work":
            self._work(more)
            return
        if step == "down":
            world.now += timedelta(minutes=more)
            return
        if step != "run":
            self.changes.append(world.now)
        self._ask(step, more)
        world.now += timedelta(seconds=30)

    def _work(self, minutes: int) -> None:
        end = self.world.now + timedelta(minutes=minutes)
        while self.world.now < end:
            self.world.scan()
            self.world.run()
            self.world.now += timedelta(seconds=30)

    def _ask(self, step: str, more: Any) -> None:
        recurrence = {"recurrence": {"schedule": more}}
        asked: dict[str, tuple[str, str, Any]] = {
            "disable": ("POST", f"{JOB}/disable", {"note": "off"}),
            "enable": ("POST", f"{JOB}/enable", None),
            "times": ("PATCH", JOB, {"properties": recurrence}),
            "zone": ("PATCH", JOB, {"properties": {"timeZone": more}}),
            "run": ("POST", f"{JOB}/run", None),
            "collection": ("POST", f"{COLLECTION}/{'enable' if more else 'disable'}", None),
        }
        if step == "pause":
            until = f"{self.world.now + timedelta(minutes=more):%Y-%m-%dT%H:%M:%SZ}"
            asked[step] = ("POST", f"{JOB}/disable", {"until": until})
        answer = extended(self.app, *asked[step])
        assert answer.status_code in (200, 409), answer.get_body()  # nothing runs in a collection that is off
        if step in ("disable", "enable", "pause"):
            self.off.append((self.world.now, step == "disable"))

    def was_off(self, at: datetime) -> bool:
        """Say whether the job was certainly off."""
        ends = [*self.off, (self.world.now, False)]
        return any(off and begin < at < end for (begin, off), (end, _) in pairwise(ends))

    def is_near_a_change(self, at: datetime) -> bool:
        return any(abs(at - change) <= NEAR for change in self.changes)


@settings(BOUNDED)
@given(st.lists(STEP, min_size=8, max_size=16))
def test_whatever_happens_every_time_is_explained_and_none_wrongly(steps: Sequence[tuple[str, Any]]) -> None:
    world, app = a_place()
    world.now = BEGIN
    daily = {"frequency": "day", "schedule": TIMES[0]}
    assert put(app, timeZone=ZONES[0], startTime="2026-03-01T00:00:00Z", recurrence=daily).status_code == 201
    diary = Diary(world, app, changes=[world.now])
    for step, more in steps:
        diary.go(step, more)

    told = _told(app, BEGIN, world.now)

    seen = [attempt.expected for _, attempt in world.receiver]
    assert [one for one in told if one["outcome"] in ("unexplained", "unknown")] == []
    made = [_at(one) for one in told if one["outcome"] in MADE]
    assert sorted(made) == sorted(at for at in seen if BEGIN <= at < world.now)
    for one in told:
        at = _at(one)
        if one.get("kind") is None and diary.was_off(at) and not diary.is_near_a_change(at):
            assert one["outcome"] == "disabled", one


def _told(app: App, begin: datetime, end: datetime) -> list[dict[str, Any]]:
    span = {"from": f"{begin:%Y-%m-%dT%H:%M:%SZ}", "to": f"{end:%Y-%m-%dT%H:%M:%SZ}"}
    answer = extended(app, "GET", f"{JOB}/occurrences", **span)
    assert answer.status_code == 200, answer.get_body()
    return [one["properties"] for one in content(answer)["value"]]


def _at(one: dict[str, Any]) -> datetime:
    return datetime.fromisoformat(one["at"])
