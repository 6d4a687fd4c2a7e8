"""The command: asks the app about subscriptions, and prints what it answers."""

import argparse
from collections.abc import Iterator, Sequence

from local.clock_changes.words import sentences
from migrate.connection import reach, refuse_unknown, subscriptions_of
from migrate.found import Json
from migrate.remote_app import RemoteApp
from migrate.terminal import Problem, Refused, counted, harmless, json_text
from shared.api.instants import write_instant
from shared.domain.about import EXTENDED

Found = dict[str, list[Json]]
"""The clock changes by subscription."""


def run(options: argparse.Namespace) -> int:
    """Print what is asked for; return 0, or raise Problem."""
    app = reach(options, EXTENDED)
    until = None if options.until is None else write_instant(options.until)
    try:
        found = {name: app.clock_changes(name, until) for name in chosen(app, options.subscription or ())}
    except Refused as exc:
        raise Problem(str(exc)) from exc
    lines = [for_programs(found)] if options.json else map(harmless, for_people(found))
    print("\n".join(lines), flush=True)
    return 0


def chosen(app: RemoteApp, names: Sequence[str]) -> list[str]:
    """Return the subscriptions that are named, as the app spells them; without names, all."""
    known = subscriptions_of(app)
    for name in names:
        refuse_unknown(name, known)
    return [name for name in known if not names or name.lower() in map(str.lower, names)]


def for_programs(found: Found) -> str:
    """Return what the app answers as one list, each change with its subscription."""
    changes = [{"subscriptionId": name, **change} for name, of_one in found.items() for change in of_one]
    return json_text({"value": changes})


def for_people(found: Found) -> Iterator[str]:
    """Yield the lines of all changes. If there are several subscriptions, they are named."""
    if not found:
        yield "The app has no collections."
    concerned = {name: changes for name, changes in found.items() if changes}
    for name, changes in concerned.items():
        if len(found) > 1:
            yield f"Subscription {name}:"
        for change in changes:
            yield from sentences(change["properties"])
    idle = len(found) - len(concerned)
    if idle:
        begin = f"In {counted(idle, 'other subscription')}, no" if concerned else "No"
        yield f"{begin} running job uses a zone whose clocks change in that time."
