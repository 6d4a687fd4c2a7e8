"""What is said of a key that is not known: what to write instead, where it belongs, or which is nearest."""

import json
from collections.abc import Mapping
from typing import Any, Final

from shared.api.keys.tree import KeyTree
from shared.domain.about import EXTENDED
from shared.domain.alike import nearest
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
_NOTHING: Final = "is not known: nothing belongs in here"
_OTHER_WORDS: Final = {
    **dict.fromkeys(("start", "startat", "startdate", "begin"), "startTime"),
    **dict.fromkeys(("end", "endat", "enddate"), "endTime"),
    "user": "username",
    "url": "uri",
    "verb": "method",
    "days": "dates",
}
"""What other schedulers call a key."""
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
    """Return the nearest key: here, one level up, or one level down. Else say what is known here."""
    here, key = way[-1], _OTHER_WORDS.get(key, key)
    if close := nearest(key, here.keys):
        return f"is not known; did you mean '{close}'?"
    if len(way) > 1 and (above := nearest(key, way[-2].keys)):
        return f"is not known; did you mean '{above}', which belongs {_up(1)}?"
    for name, below in here.keys.items():
        if near := nearest(key, below.keys):
            return f"is not known; did you mean '{near}', which belongs into {name}?"
    return f"is not known; known here: {', '.join(here.keys)}" if here.keys else _NOTHING
