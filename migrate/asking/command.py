"""The questions: ask the app, then show what it answers, as a table or as it is."""

import argparse
import os
import shutil
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from migrate.asking import lists
from migrate.asking.place import Place, place_meant, refuse_two_places, refuse_unknown_place
from migrate.asking.table import Column, Look, Row, write_table
from migrate.asking.times import Clocks
from migrate.asking.why import ask_why, why_lines
from migrate.found import Json
from migrate.terminal import json_text, say


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """A question that is answered with a table, and what is said if that is empty."""

    ask: Callable[[Place, argparse.Namespace, datetime], Json]
    columns: Callable[[Clocks], list[Column]]
    row: Callable[[Json, Clocks], Row]
    nothing: Callable[[argparse.Namespace], str]

    def lines(self, answer: Json, options: argparse.Namespace, look: Look) -> Iterable[str]:
        rows = [self.row(entry, options.clocks) for entry in answer["value"]]
        columns = self.columns(options.clocks)
        return write_table(columns, rows, look) if rows else [self.nothing(options)]


LISTINGS: Final[Mapping[str, Listing]] = {
    "jobs": Listing(ask=lists.ask_jobs, columns=lists.job_columns, row=lists.job_row, nothing=lists.no_jobs),
    "failures": Listing(
        ask=lists.ask_failures,
        columns=lists.failure_columns,
        row=lists.failure_row,
        nothing=lambda _: "Nothing failed in that time.",
    ),
    "next": Listing(
        ask=lists.ask_next,
        columns=lists.next_columns,
        row=lists.next_row,
        nothing=lambda _: "Nothing runs in that time.",
    ),
    "audit": Listing(
        ask=lists.ask_audit,
        columns=lists.audit_columns,
        row=lists.audit_row,
        nothing=lambda _: "Nothing was changed, as far as is known.",
    ),
}


def run_asking(name: str, options: argparse.Namespace, now: datetime) -> int:
    """Ask and print the answer; return 0, or raise Problem or Refused."""
    refuse_two_places(options)
    place, listing = place_meant(options), LISTINGS.get(name)
    answer = (listing.ask if listing else ask_why)(place, options, now)
    if listing and not answer["value"]:
        refuse_unknown_place(place, lists.collection_text(getattr(options, "collection", None)))
    if options.json:
        print(json_text(answer, indent=2), flush=True)
        return 0
    look = look_of(options.color, terminal=sys.stdout.isatty())
    lines = listing.lines(answer, options, look) if listing else why_lines(answer, options.clocks, look)
    print("\n".join(lines), flush=True)
    if listing is not None and answer["nextLink"] is not None:
        say(f"There are more than these {len(answer['value'])}: --top shows more.")
    return 0


def look_of(colour: str, *, terminal: bool) -> Look:
    """Return how to print: colours and a width only on a terminal, unless colours are asked for."""
    usual = terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return Look(
        width=shutil.get_terminal_size().columns if terminal else None,
        colours=colour == "always" or (colour == "auto" and usual),
    )
