"""Time zones, by the rules of the package `tzdata` alone.

The system's own rules are left out: they differ from machine to machine, and nobody knows their version.
Nothing of the package is read before somebody asks for a zone other than UTC.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from re import fullmatch, match
from types import ModuleType
from typing import Final

from shared.domain.alike import all_near
from shared.domain.errors import NotConfigured, cut
from shared.domain.local_time.wall_time import Moment, WallTime
from shared.domain.windows_zones import WINDOWS_ZONES

UTC_NAMES: Final = ("UTC", "Etc/UTC")
"""Zones that need no rules."""

_BEGIN: Final = datetime.min.replace(tzinfo=UTC)
_END: Final = datetime.max.replace(tzinfo=UTC)
_FIRST: Final = _BEGIN + timedelta(days=2)
_LAST: Final = _END - timedelta(days=2)
"""Beyond these, an offset could lead out of the calendar."""
_STEP: Final = timedelta(days=2)
"""Since 1975 no zone has changed its offset twice within six days."""
_STEPS: Final = 183
"""A change that is more than a year away is not looked for."""
_NONE: Final = timedelta()
_SECOND: Final = timedelta(seconds=1)
_MOST_KNOWN: Final = 16
_NEAREST: Final = 3
_ABBREVIATIONS: Final = {
    "cest": "Europe/Berlin",
    "eest": "Europe/Helsinki",
    "west": "Europe/Lisbon",
    "bst": "Europe/London",
    "msk": "Europe/Moscow",
    "edt": "America/New_York",
    "cst": "America/Chicago",
    "cdt": "America/Chicago",
    "mdt": "America/Denver",
    "pst": "America/Los_Angeles",
    "pdt": "America/Los_Angeles",
    "ist": "Asia/Kolkata",
    "jst": "Asia/Tokyo",
    "sgt": "Asia/Singapore",
    "aest": "Australia/Sydney",
    "aedt": "Australia/Sydney",
}
"""Zones of which people know the abbreviation, which stands for half a year, or for several zones."""
_LONGEST: Final = 100
"""No name is so long, and names that are much longer take long to compare."""


class UnknownZone(ValueError):
    """The name is none of a zone; the text says what to write instead."""


class TimeZonesMissing(NotConfigured):
    """The package with the rules of time zones is not there."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """From one change of the clocks to the next: `begin` belongs to it, `end` does not."""

    begin: datetime
    end: datetime
    offset: timedelta
    before: timedelta
    """The offset before it began."""
    settled: datetime
    """From here on, what the clocks show is neither repeated nor shifted by the change at the beginning."""


class Zone:
    """The rules of a zone. What was found out about it is kept."""

    __slots__ = ("_info", "_known", "_last", "key")

    def __init__(self, key: str, info: tzinfo) -> None:
        self.key = key
        self._info = info
        self._last = Stretch(_LAST, _LAST, timedelta(), timedelta(), _LAST)
        self._known: tuple[Stretch, ...] = ()

    def offset(self, instant: datetime) -> timedelta:
        """Return by how much the zone's clocks are ahead of UTC. Never ask for `dst()`: some are negative."""
        if not _FIRST <= instant <= _LAST:
            instant = _clamped(instant)
        return self._info.utcoffset(instant.astimezone(self._info)) or _NONE

    def stretch(self, instant: datetime) -> Stretch:
        """Return the stretch between two changes that holds an instant."""
        last = self._last
        if last.begin <= instant < last.end:
            return last
        for known in self._known:
            if known.begin <= instant < known.end:
                break
        else:
            known = self._measure(instant)
            self._known = (known, *self._known[: _MOST_KNOWN - 1])
        self._last = known
        return known

    def instants(self, wall: datetime) -> tuple[datetime, datetime]:
        """Return when the clocks show this, before and after a change.

        Both are the same, unless the clocks were changed just there. If they show it twice, the first comes
        first. If they never show it, the first comes last: it is moved forward by the length of the gap.
        """
        shown, offset_at = _clamped(wall), self._info.utcoffset  # it only looks at what the clocks show
        earlier = offset_at(shown) or _NONE
        later = offset_at(shown.replace(fold=1)) or _NONE
        return wall - earlier, wall - later

    def _measure(self, instant: datetime) -> Stretch:
        offset = self.offset(instant)
        begin = self._begin(instant, offset)
        before = self.offset(max(begin, _FIRST) - _SECOND)
        return Stretch(begin, self._end(instant, offset), offset, before, begin + abs(offset - before))

    def _end(self, instant: datetime, offset: timedelta) -> datetime:
        """Return the next change, or else some place that is at least two days before it.

        Close to a change, times of day are not as usual. Where a stretch ends without one, none may be close.
        """
        same = instant.replace(microsecond=0)
        for _ in range(_STEPS):
            probe = same + _STEP if same < _LAST - _STEP else _LAST
            if self.offset(probe) != offset:
                return self._change(same, probe)
            if probe == _LAST:
                return _END
            same = probe
        return same - _STEP

    def _begin(self, instant: datetime, offset: timedelta) -> datetime:
        same = instant.replace(microsecond=0)
        for _ in range(_STEPS):
            probe = same - _STEP if same > _FIRST + _STEP else _FIRST
            if self.offset(probe) != offset:
                return self._change(probe, same)
            if probe == _FIRST:
                return _BEGIN
            same = probe
        return same + _STEP

    def _change(self, before: datetime, after: datetime) -> datetime:
        """Return the first second at which the offset is that of `after`."""
        wanted = self.offset(after)
        while after - before > _SECOND:
            middle = before + (after - before) // _SECOND // 2 * _SECOND
            if self.offset(middle) == wanted:
                after = middle
            else:
                before = middle
        return after


def _clamped(time: datetime) -> datetime:
    return min(max(time, _FIRST), _LAST)


UTC_ZONE: Final = Zone("UTC", UTC)


@cache
def zone_named(name: str) -> Zone:
    """Return the zone of a name in its known spelling."""
    key = WINDOWS_ZONES.get(name, name)
    if key in UTC_NAMES:
        return UTC_ZONE
    from zoneinfo import ZoneInfo  # costly to load, and most apps need none

    if key not in _names().values():
        raise UnknownZone(f"'{cut(name)}' is no time zone of tzdata {tzdata_version()}")
    with _package().joinpath("zoneinfo", *key.split("/")).open("rb") as file:
        return Zone(key, ZoneInfo.from_file(file, key))


def spelled(name: str) -> str:
    """Return the known spelling of a zone's name, written in any case; raise UnknownZone."""
    wanted = name.strip().lower()
    plain = {utc.lower(): utc for utc in UTC_NAMES}
    known = plain.get(wanted) or _names().get(wanted)
    if known is None:
        raise UnknownZone(f"'{cut(name)}' is no time zone{_advice(wanted[:_LONGEST])}")
    return known


@cache
def tzdata_version() -> str:
    """Return the version of the rules, such as 2026f. Later versions compare greater."""
    return str(_tzdata().IANA_VERSION)


def instant_of(moment: Moment, zone: Zone) -> datetime:
    """Return the instant. What clocks show twice counts at the first, what they never show is moved on."""
    if isinstance(moment, datetime):
        return moment
    try:
        return zone.instants(moment.reading)[0]
    except OverflowError:  # an offset leads out of the calendar
        return moment.reading


def reading_at(instant: datetime, zone: Zone) -> datetime:
    """Return what the zone's clocks show, written as if it were UTC."""
    try:
        return instant + zone.offset(instant)
    except OverflowError:
        return instant


def text_at(instant: datetime, zone: Zone) -> str:
    """Return an instant for a sentence: what the zone's clocks show, with their offset, or Z for UTC."""
    shown = instant.astimezone(timezone(reading_at(instant, zone) - instant))
    return shown.isoformat(timespec="seconds") if zone is not UTC_ZONE else f"{instant:%Y-%m-%dT%H:%M:%SZ}"


def reading_of(moment: Moment, zone: Zone) -> datetime:
    return moment.reading if isinstance(moment, WallTime) else reading_at(moment, zone)


@cache
def _names() -> Mapping[str, str]:
    """The known spellings of all names, by their lower case."""
    keys = _package().joinpath("zones").read_text(encoding="ascii").split()
    return {name.lower(): name for name in (*keys, *WINDOWS_ZONES)}


def _package() -> Traversable:
    _tzdata()
    return files("tzdata")


def _tzdata() -> ModuleType:
    try:
        return import_module("tzdata")
    except ImportError as exc:
        raise TimeZonesMissing(
            "Time zones need the Python package tzdata, which is not in this Python's environment: "
            "install it there. In the project's folder, `python3 dev.py preview` does that by itself."
        ) from exc


def _advice(wanted: str) -> str:
    if wanted == "z" or match(r"(?:utc|gmt)? *[+-]", wanted):
        return _advice_for_offset(wanted)
    names = _names()
    city = wanted.replace(" ", "_")
    places = [known for lower, known in names.items() if lower.rpartition("/")[2] == city]
    if wanted in _ABBREVIATIONS:
        return f": an abbreviation names no rules; did you mean {_ABBREVIATIONS[wanted]}?"
    places += [known for lower, known in names.items() if lower.endswith(f" {wanted}")]
    near = sorted(places) or all_near(wanted, names.values()) or _near_cities(city, names)
    return f"; did you mean {' or '.join(near[:_NEAREST])}?" if near else ", of IANA or Windows"


def _near_cities(city: str, names: Mapping[str, str]) -> list[str]:
    """Return the zones of cities that are spelled much the same, the nearest first.

    There are many cities: only those that begin alike are meant, so not Zurich by Munich.
    """
    zones = {lower.rpartition("/")[2]: known for lower, known in names.items() if "/" in lower}
    return [zones[near] for near in all_near(city, zones) if near[0] == city[0]]


def _advice_for_offset(wanted: str) -> str:
    """Name the zone of an offset such as +01:00, where one stands for it."""
    offset = fullmatch(r"(?:utc|gmt)? *([+-])([0-9]{1,2}):?(?:00)?", wanted)
    hours = int(offset[2]) if offset else None
    if hours == 0 or wanted == "z":
        return "; write UTC"
    if offset and hours and hours <= (14 if offset[1] == "+" else 12):
        sign = "-" if offset[1] == "+" else "+"
        return f"; an offset has a zone too, with the sign turned round: Etc/GMT{sign}{hours}"
    return "; name a zone, such as Asia/Kolkata for +05:30"
