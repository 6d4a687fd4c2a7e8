"""The command: from a code and years to a calendar that is printed, or put into a collection."""

import argparse
import re
import sys
import unicodedata
from collections.abc import Mapping
from datetime import date

from local.calendars.entries import Calendar, write_calendar
from local.calendars.library import Source, days_of, find_source
from migrate.terminal import counted, json_text, say


def run(options: argparse.Namespace) -> int:
    source = find_source(options.code)
    days = days_of(source, options.years, options.category or ["public"])
    name = options.name or default_name(source.code)
    calendar = write_calendar(list(days))
    if options.names:
        say("\n".join(f"{day:%a} {day}  {what}" for day, what in days.items()))
    say(summary(source, options.years, days))
    if options.to is None:
        show(name, calendar)
    else:
        # Imported only here: printing a calendar needs none of the app's packages.
        from local.calendars.send import send

        say(send(name, calendar, options.to, options.key))
    return 0


def default_name(code: str) -> str:
    """Return a calendar's name in lower-case ASCII: `br-sao-paulo-capital-holidays`."""
    plain = unicodedata.normalize("NFKD", code).encode("ascii", "ignore").decode().lower()
    return f"{re.sub('[^a-z0-9]+', '-', plain)}-holidays"


def summary(source: Source, years: range, days: Mapping[date, str]) -> str:
    when = str(years[0]) if len(years) == 1 else f"{years[0]} to {years[-1]}"
    guesses = sum("(estimated)" in what for what in days.values())
    note = f", {guesses} of them estimated" if guesses else ""
    return f"{source.code} ({source.title}), {when}: {counted(len(days), 'day')}{note}."


def show(name: str, calendar: Calendar) -> None:
    print(json_text({name: calendar}, indent=2))
    sys.stdout.flush()
