"""What is said of a key that is not known: what to write instead, where it belongs, or which is nearest."""

import json
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any, Final

from shared.api.keys.tree import KeyTree
from shared.domain.about import EXTENDED
from shared.domain.errors import cut

CRON_HINT: Final = (
    "write frequency, interval and schedule instead of cron: '30 9 * * 1' is "
    '{"frequency": "week", "schedule": {"weekDays": ["monday"], "hours": [9], "minutes": [30]}}'
)
_CRON: Final = ("cron", "crontab", "cronexpression", "cronschedule")
_ZONE: Final = ("timezone", "timezoneid", "timezonename", "tz", "zone")
_SWITCH: Final = ("enabled", "isenabled", "disabled", "isdisabled")
_UTC: Final = (
    "is not known: all times are UTC. Convert startTime, endTime, hours and days to UTC, and leave this out"
)
_LOCAL: Final = f"{_UTC}; or name a timeZone in the properties, with api-version {EXTENDED}"
_CLOSE: Final = 0.6
_LEVELS: Final = ("", "one level up", "two levels up", "three levels up")


def hint(key: str, value: Any, way: tuple[KeyTree, ...]) -> str:
    """Return what is said of a key that the last shape of the way does not have."""
    lower, here = key.lower(), way[-1]
    if lower in here.words:
        return here.words[lower]
    known = "timeZone" if lower in _ZONE else "cron" if lower in _CRON else ""
    if known and (place := _place(known, way)):
        return f"is not known here: {_said(lower, known)} belongs {place}"
    if known:
        return _LOCAL if lower in _ZONE else f"is not known: {CRON_HINT}; api-version {EXTENDED} reads cron"
    if lower == "disabled" and isinstance(value, Mapping):
        return newer(EXTENDED)
    if lower in _SWITCH:
        return _about_state(lower, value, way)
    place = _place(key, way)
    return f"is not known here: it belongs {place}" if place else _nearest(cut(key).lower(), way)


def newer(since: str) -> str:
    """Say that a key is one of a newer api-version."""
    return f"is known from api-version {since} on: send the request with that version"


def _said(lower: str, known: str) -> str:
    return "it" if lower == known.lower() else f"write {known}, which"


def _about_state(lower: str, value: Any, way: tuple[KeyTree, ...]) -> str:
    runs = (value is False) == lower.endswith("disabled")
    where = "" if way[-1].has("state") else f", which belongs {_place('state', way)}"
    return f'is not known: write "state": {json.dumps("enabled" if runs else "disabled")}{where}'


def _place(key: str, way: tuple[KeyTree, ...]) -> str:
    """Return where a key belongs that is known elsewhere: below, above, or anywhere else."""
    below = list(way[-1].holders(key))
    if below:
        return f"into {' or '.join(below)}"
    for distance, one in enumerate(reversed(way)):
        if distance and one.has(key):
            return _up(distance)
    elsewhere = list(way[0].holders(key))
    return f"into {' or '.join(elsewhere)}" if elsewhere else ""


def _up(distance: int) -> str:
    return _LEVELS[distance] if distance < len(_LEVELS) else f"{distance} levels up"


def _nearest(key: str, way: tuple[KeyTree, ...]) -> str:
    """Return the nearest key: here, one level up or down if it is much like one there, else here again."""
    here = way[-1]
    close = _closest(key, here, _CLOSE)
    if not close and len(way) > 1 and (above := _closest(key, way[-2], _CLOSE)):
        return f"is not known; did you mean '{above}', which belongs {_up(1)}?"
    for name, below in () if close else here.keys.items():
        if near := _closest(key, below, _CLOSE):
            return f"is not known; did you mean '{near}', which belongs into {name}?"
    nearest = close or _closest(key, here, 0)
    return f"is not known; did you mean '{nearest}'?" if nearest else "is not known: nothing belongs in here"


def _closest(key: str, known: KeyTree, cutoff: float) -> str:
    spelled = {name.lower(): name for name in known.keys}
    return next((spelled[name] for name in get_close_matches(key, spelled, n=1, cutoff=cutoff)), "")
