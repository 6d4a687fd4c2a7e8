"""A clock change as the app answers it → lines for people."""

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, Final

from migrate.ids import names_in
from migrate.terminal import counted
from shared.api.instants import read_instant
from shared.domain.clock_changes import Effect

TIMES_SHOWN: Final = 4
"""Of a job. More would bury the other jobs."""


def sentences(change: Mapping[str, Any]) -> Iterator[str]:
    """Yield when clocks change and how, and a line for each time of a job that is not as usual."""
    before, after = change["offsetBefore"], change["offsetAfter"]
    day, time = local_time(change["at"], before)
    yield f"{day} {time} {change['zone']}, clocks go from {before} to {after}:"
    for job in change["jobs"]:
        yield from (f"    {name_of(job['id'])}: {line}" for line in times_of(job, day))
    more = change.get("moreJobs", 0)
    if more:
        yield f"    and {counted(more, 'more job')}"
    elif not change["jobs"]:
        yield "    no job is affected"


def local_time(at: str, offset: str) -> tuple[str, str]:
    """Return the day and the time that clocks show."""
    clocks = datetime.strptime(offset, "%z").tzinfo
    day, _, time = read_instant(at).astimezone(clocks).isoformat().partition("T")
    return day, without_offset(time)


def name_of(id: str) -> str:
    names = names_in(id)
    return id if names is None else f"{names.resource_group}/{names.collection}/{names.job}"


def times_of(job: Mapping[str, Any], day: str) -> Iterator[str]:
    times = job["times"]
    yield from (sentence(job["effect"], time, day) for time in times[:TIMES_SHOWN])
    more = len(times[TIMES_SHOWN:]) + job.get("moreTimes", 0)
    if more:
        yield f"and {counted(more, 'more time')} like these"


def sentence(effect: str, time: Mapping[str, Any], day: str) -> str:
    """Return what becomes of a time. Dates are named if they are other than that of the change."""
    named = [on_clocks(text, day) for text in time["named"]]
    runs = " and ".join(on_clocks(run["at"], day) for run in time["runs"])
    match effect:
        case Effect.MOVED:
            local = on_clocks(time["runs"][0]["local"], day)
            return f"{named[0]} does not exist; it runs at {local} ({runs} UTC)"
        case Effect.TOGETHER:
            return f"{named[0]} does not exist; it is one run with {named[1]} ({runs} UTC)"
        case Effect.LEFT_OUT:
            return f"{named[0]} does not exist; it is left out"
        case Effect.REPEATED:
            return f"{named[0]} comes twice; it runs both times ({runs} UTC)"
    return f"{named[0]}: {effect}"  # a newer app may know more


def on_clocks(text: str, day: str) -> str:
    """Return a time without seconds, if there are none, and without its date, if that is known."""
    date, _, time = text.partition("T")
    shown = without_offset(time)
    return shown if date == day else f"{date} {shown}"


def without_offset(time: str) -> str:
    return re.split("[Z+-]", time)[0].removesuffix(":00")
