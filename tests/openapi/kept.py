"""What a request says in keys that only the latest api-version knows, and what is answered of it later."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from shared.api.instants import read_moment
from shared.api.timespans import read_timespan
from shared.domain.local_time.wall_time import WallTime

_OF_PROPERTIES: Final = (
    *("missedRuns", "overlap", "spread", "disableAfterFaults", "keepFinishedFor", "useDefaults"),
    "description",
)
_RETRY_OPTIONS: Final = ("action", "action.errorAction", "defaults", "defaults.errorAction")
_NOT_HEARD: Final = ("$", "odata", "by", "since")
"""Annotations, and what the app itself says of a pause: keys that begin so are not looked at."""
_OFF: Final = ("disabled", "Disabled", "Suspended")


def not_kept(sent: Mapping[str, Any], answered: Mapping[str, Any]) -> list[str]:
    """Return the keys of a body whose values are not those that are answered."""
    return [key for key, there, here in _compared(sent, answered) if not _same(there, here)]


def _compared(sent: Mapping[str, Any], answered: Mapping[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    properties, shown = sent.get("properties") or {}, answered["properties"]
    pairs = [("tags", sent, answered), *((key, properties, shown) for key in _OF_PROPERTIES)]
    pairs += [("retryOptions", _at(properties, way), _at(shown, way)) for way in _RETRY_OPTIONS]
    if shown["state"] in _OFF:  # else it has no meaning
        pairs.append(("disabled", properties, shown))
    for key, holder, found in pairs:
        if key in holder:
            yield key, holder[key], _heard(found.get(key)) if key == "disabled" else found.get(key)


def _heard(pause: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    """Return what a caller said of a pause; None if that is nothing."""
    return {key: value for key, value in (pause or {}).items() if key not in _NOT_HEARD} or None


def _at(holder: Any, way: str) -> Mapping[str, Any]:
    for key in way.split("."):
        holder = holder.get(key) if isinstance(holder, dict) else None
    return holder if isinstance(holder, dict) else {}


def _same(sent: Any, answered: Any) -> bool:
    """Say whether all that was sent is answered. Null and an empty array mean that there is nothing."""
    if sent is None or sent == []:
        return answered is None
    if isinstance(sent, dict):
        there = answered or {}
        kept = {key: value for key, value in sent.items() if not key.lower().startswith(_NOT_HEARD)}
        return all(_same(value, there.get(key)) for key, value in kept.items())
    if isinstance(sent, list):  # each entry is kept once
        return bool(list(dict.fromkeys(sent)) == answered)
    either = _is_same_span, _is_same_time
    return sent == answered or (isinstance(sent, str) and any(same(sent, answered) for same in either))


def _is_same_time(sent: str, answered: Any) -> bool:
    """Say whether it is the same instant, or what the clocks show. Clocks that skip an hour show another."""
    try:
        moment = read_moment(sent)
        if isinstance(moment, WallTime):
            shown = datetime.fromisoformat(answered).replace(tzinfo=UTC)
            return timedelta() <= shown - moment.reading <= timedelta(hours=1)
        return moment == read_moment(answered)
    except (ValueError, AttributeError, TypeError):  # one of them is none
        return False


def _is_same_span(sent: str, answered: Any) -> bool:
    try:
        return read_timespan(sent) == read_timespan(answered)
    except (ValueError, AttributeError):  # one of them is none
        return False
