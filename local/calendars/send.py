"""Putting a calendar into a collection of a running app, and saying what that changes."""

from collections.abc import Mapping
from typing import Any, Final

from local.calendars.entries import Calendar, days_in
from local.dev.calendar import Place
from migrate.connection import connect, key_in
from migrate.found import Json
from migrate.remote_app import RemoteApp
from migrate.terminal import Problem, Refused, counted
from shared.domain.about import EXTENDED
from shared.domain.keys import CollectionKey

_LISTED: Final = 12  # days; of more, only the first and the last are named


def send(name: str, calendar: Calendar, place: Place, key: str | None) -> str:
    """Put the calendar into the collection and return what has changed; raise Problem if that fails."""
    collection = key_in(place.id)
    app = connect(place.app, key, EXTENDED)
    try:
        return put_calendar(app, collection, name, calendar)
    except Refused as exc:
        raise Problem(str(exc)) from exc


def put_calendar(app: RemoteApp, key: CollectionKey, name: str, calendar: Calendar) -> str:
    stored = calendar_in(app.collection(key), name)
    if stored is not None and days_in(stored) == days_in(calendar):
        return f"Calendar '{name}' of collection '{key.name}' has these days already: nothing was changed."
    # A patch is merged key by key: what the new calendar does not have must be taken away.
    gone = {part: None for part in stored or () if part not in calendar}
    answer = app.patch_collection(key, {"properties": {"calendars": {name: {**calendar, **gone}}}})
    kept = calendar_in(answer, name)
    if kept is None or days_in(kept) != days_in(calendar):
        raise Problem(f"{app.address} did not keep the calendar: is it an older version of the app?")
    return difference(name, key.name, stored, calendar)


def calendar_in(collection: Json, name: str) -> Calendar | None:
    """Return the calendar of this name as a collection holds it, in whatever case the name is written."""
    calendars = _object(_object(collection.get("properties")).get("calendars"))
    found = next((value for key, value in calendars.items() if key.lower() == name.lower()), None)
    return found if isinstance(found, Mapping) else None


def difference(name: str, collection: str, before: Calendar | None, after: Calendar) -> str:
    """Return a sentence about what has changed."""
    new = days_in(after)
    if before is None:
        return f"Calendar '{name}' of collection '{collection}' is new: {shown(new)}."
    old = days_in(before)
    changes = {"added": new - old, "removed": old - new}
    words = "; ".join(f"{shown(days)} {word}" for word, days in changes.items() if days)
    return f"Calendar '{name}' of collection '{collection}' is changed: {words}."


def shown(days: set[str]) -> str:
    """Return how many days there are, and which."""
    order = sorted(days)
    which = ", ".join(order) if len(order) <= _LISTED else f"{order[0]} to {order[-1]}"
    return f"{counted(len(order), 'day')} ({which})"


def _object(value: Any) -> Json:
    return value if isinstance(value, dict) else {}
