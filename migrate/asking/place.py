"""Where a question goes: an app, and a subscription in it."""

import argparse
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from migrate.connection import (
    app_meant,
    checked,
    refuse_another,
    refuse_unknown,
    select,
    subscriptions_of,
)
from migrate.found import Json
from migrate.ids import names_in
from migrate.remote_app import RemoteApp, segment
from migrate.terminal import Problem
from shared.domain.about import EXTENDED

LARGEST_PAGE: Final = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    app: RemoteApp
    subscription: str

    def listed(self, kind: str, params: Mapping[str, str | None], top: int | None = None) -> Json:
        """Return a list over all jobs as one answer, of at most so many entries."""
        path = f"/subscriptions/{segment(self.subscription)}/providers/Microsoft.Scheduler/{kind}"
        return gathered(self.app, path, params, top)


def gathered(app: RemoteApp, path: str, params: Mapping[str, str | None], top: int | None = None) -> Json:
    """Return all pages of a list as one; if only some entries are wanted, where the list goes on."""
    asked = {name: value for name, value in params.items() if value}
    if top is not None:
        asked["$top"] = str(min(top, LARGEST_PAGE))
    found: Json = {"value": [], "nextLink": None}
    for page in app.pages(path, asked):
        found = {"value": [*found["value"], *page["value"]], "nextLink": page.get("nextLink")}
        if top is not None and len(found["value"]) >= top:
            return {**found, "value": found["value"][:top]}
    return found


def place_meant(options: argparse.Namespace) -> Place:
    """Return the place that the options mean; raise Problem if that is not clear."""
    meant = app_meant(options)
    app = checked(RemoteApp(meant.address, meant.key, EXTENDED))
    return Place(app=app, subscription=options.subscription or meant.subscription or _only_one(app))


def refuse_unknown_place(place: Place, collection: str | None) -> None:
    """Raise Problem if nothing was found where nothing is: in no such subscription or collection."""
    refuse_unknown(place.subscription, subscriptions_of(place.app))
    if collection is not None:
        *group, name = collection.split("/")
        select(name, place.app.collections(place.subscription), "/".join(group) or None)


def refuse_two_places(options: argparse.Namespace) -> None:
    """Raise Misuse if an id names another subscription than the option does."""
    for written in (getattr(options, "job", None), getattr(options, "collection", None)):
        names = names_in(written) if written else None
        if names is not None:
            refuse_another("--subscription", options.subscription, names.subscription or "")


def _only_one(app: RemoteApp) -> str:
    names = subscriptions_of(app)
    if not names:
        raise Problem("The app has no collections.")
    if len(names) > 1:
        raise Problem(f"The app has several subscriptions: {', '.join(names)}. Name one with --subscription.")
    return names[0]
