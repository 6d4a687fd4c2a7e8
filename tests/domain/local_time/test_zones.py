"""Zones: their stretches, offsets and instants against `zoneinfo`, in all zones."""

from datetime import UTC, datetime, timedelta
from typing import Final

import pytest
from hypothesis import strategies as st

from shared.domain.local_time.zones import Zone, zone_named
from tests.domain.local_time.reference import shown_at
from tests.domain.local_time.strategies import all_zones, changes, offset
from tests.domain.local_time.trials import Trials

SECOND: Final = timedelta(seconds=1)
DAY: Final = timedelta(days=1)
ABOUT_A_YEAR: Final = 360 * DAY
Moment = tuple[str, datetime]


@st.composite
def instants(draw: st.DrawFn) -> Moment:
    """A zone and an instant from 1975 to 2037, often shortly before or after a change."""
    zone, year = draw(st.sampled_from(all_zones())), draw(st.integers(1975, 2037))
    near = changes(zone, year)
    if near and draw(st.sampled_from((True, True, False))):
        distance = st.sampled_from((-SECOND, 0 * SECOND)) | st.timedeltas(-DAY, DAY)
        return zone, draw(st.sampled_from(near)) + draw(distance)
    return zone, datetime(year, 1, 1, tzinfo=UTC) + draw(st.timedeltas(0 * DAY, 365 * DAY))


def test_a_stretch_reaches_from_one_change_to_the_next(trials: Trials) -> None:
    def check(moment: Moment) -> int:
        zone, instant = moment
        near = [change for year in range(-2, 3) for change in changes(zone, instant.year + year)]

        kept = zone_named(zone).stretch(instant)  # perhaps found for another instant
        new = fresh(zone).stretch(instant)

        assert kept.offset == new.offset == zone_named(zone).offset(instant) == offset(zone, instant)
        for stretch in (kept, new):
            assert stretch.begin <= instant < stretch.end
            assert [change for change in near if stretch.begin < change < stretch.end] == []
            assert stretch.before == offset(zone, stretch.begin - SECOND)
            assert stretch.settled == stretch.begin + abs(stretch.offset - stretch.before)
        for edge in (new.begin, new.end):
            assert edge in near or abs(edge - instant) > ABOUT_A_YEAR  # farther changes are not looked for
        return 2

    trials.of(instants(), check)


@pytest.mark.parametrize("zone", ["Pacific/Fakaofo", "America/Caracas", "Asia/Pyongyang"])
def test_a_stretch_whose_change_is_too_far_away_keeps_its_distance_from_it(zone: str) -> None:
    all_changes = [change for year in range(2004, 2020) for change in changes(zone, year)]
    for change in all_changes:
        for days in range(360, 372):
            for hours in (0, 1, 7, 23):
                away = days * DAY + timedelta(hours=hours)
                late, early = fresh(zone).stretch(change + away), fresh(zone).stretch(change - away)

                assert late.begin in all_changes or nearest(late.begin, all_changes) > DAY
                assert early.end in all_changes or nearest(early.end, all_changes) > DAY


def test_instants_are_those_at_which_the_clocks_show_it(trials: Trials) -> None:
    def check(moment: Moment) -> int:
        zone, near = moment
        wall = near.replace(tzinfo=None)
        offsets = {offset(zone, near + days * DAY) for days in (-2, -1, 0, 1, 2)}
        candidates = sorted(near - some for some in offsets)

        first, second = zone_named(zone).instants(near)

        shown = [instant for instant in candidates if shown_at(instant, zone) == wall]
        if shown:
            assert (first, second) == (shown[0], shown[-1])
        else:  # moved on by the length of the gap
            gap = max(offsets) - min(offsets)
            assert first > second
            assert shown_at(first, zone) == wall + gap
            assert shown_at(second, zone) == wall - gap
        return 1

    trials.of(local_readings(), check)


def local_readings() -> st.SearchStrategy[Moment]:
    """What the clocks of a zone show, written as if it were UTC; also what they never show."""
    shift = st.sampled_from((-2, -1, 0, 0, 1, 2)).map(lambda halves: halves * timedelta(minutes=30))
    shown = instants().map(lambda moment: (moment[0], moment[1] + offset(*moment)))
    return st.builds(lambda moment, shift: (moment[0], moment[1] + shift), shown, shift)


def nearest(instant: datetime, all_changes: list[datetime]) -> timedelta:
    return min(abs(change - instant) for change in all_changes)


def fresh(zone: str) -> Zone:
    """The zone as if nobody had asked it anything."""
    known = zone_named(zone)
    return Zone(known.key, known._info)
