"""`why`: what became of one time of a job, or of the times around now, each in a sentence."""

import argparse
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from migrate.asking.job_names import JobNames, one_job
from migrate.asking.lists import tone_of
from migrate.asking.place import Place, gathered
from migrate.asking.table import Look, Tone, one_line
from migrate.asking.times import Clocks, moment_here, shown_time
from migrate.asking.widths import cut_to, width_of, wrapped
from migrate.found import Json
from shared.api.instants import write_instant, write_moment

_PAST, _COMING = 5, 3
_A_DAY: Final = timedelta(days=1)
_LONGEST_BACK: Final = timedelta(days=60)
_LONGEST_AHEAD: Final = timedelta(days=366)
_SIDES: Final = ("before", "after")
_INDENT: Final = "    "


def ask_why(place: Place, options: argparse.Namespace, now: datetime) -> Json:
    """Return what the app answers about a moment, or a list of its answers about the times around now."""
    job = one_job(place, options.job)
    if options.at is None:
        times = _past(place, job, now) + _coming(place, job, now)
        answers = [_told(place, job, at) for at in dict.fromkeys(times)]
        return {"id": job.path, "value": answers}
    meant = moment_here(options.at) if options.clocks is Clocks.HERE else options.at
    answer = _told(place, job, write_moment(meant))
    if options.clocks is Clocks.JOB and not options.json:
        answer = {**answer, "properties": {**answer["properties"], **_local_neighbours(place, job, answer)}}
    return {"id": job.path, **answer}


def _local_neighbours(place: Place, job: JobNames, answer: Json) -> Json:
    """Return what the job's clocks show at the times before and after, of which the app tells the instant."""
    times = {side: answer["properties"].get(side) for side in _SIDES}
    told = {side: _told(place, job, at)["properties"] for side, at in times.items() if at is not None}
    return {f"{side}Local": properties.get("local") for side, properties in told.items()}


def why_lines(answer: Json, clocks: Clocks, look: Look) -> Iterator[str]:
    """Yield the answer for people. Sentences are wrapped, as they are what was asked for."""
    if "value" not in answer:
        yield from _one_moment(answer.get("properties", {}), clocks, look)
        return
    told = [one for moment in answer["value"] for one in _occurrences(moment)]
    if not told:
        yield "No time of the job lies in the last 60 days, or in the next 366."
    for properties in told:
        yield from _occurrence(properties, clocks, look)


def _past(place: Place, job: JobNames, now: datetime) -> list[str]:
    """Return the last times of the job. Only if they are few in a day is more than a day asked for."""
    for back in (_A_DAY, _LONGEST_BACK):
        times = _times(place, job, now - back, now)
        if len(times) >= _PAST:
            break
    return times[-_PAST:]


def _coming(place: Place, job: JobNames, now: datetime) -> list[str]:
    for ahead in (_A_DAY, _LONGEST_AHEAD):
        times = _times(place, job, now, now + ahead, top=_COMING)
        if len(times) >= _COMING:
            break
    return times


def _times(place: Place, job: JobNames, begin: datetime, end: datetime, top: int | None = None) -> list[str]:
    asked = {"from": write_instant(begin), "to": write_instant(end)}
    found = gathered(place.app, f"{job.path}/occurrences", asked, top)["value"]
    return [str(one["properties"]["at"]) for one in found]


def _told(place: Place, job: JobNames, at: str) -> Json:
    return place.app.told(f"{job.path}/occurrences", {"at": at})


def _occurrences(moment: Json) -> Sequence[dict[str, Any]]:
    found: Sequence[dict[str, Any]] = moment.get("properties", {}).get("occurrences", [])
    return found


def _one_moment(properties: dict[str, Any], clocks: Clocks, look: Look) -> Iterator[str]:
    occurrences = properties.get("occurrences", [])
    for occurrence in occurrences:
        yield from _occurrence(occurrence, clocks, look)
    if not occurrences:
        yield _headline(properties, "no time of the job", clocks, look)
        yield from _sentence(properties, look)
    for side in _SIDES:
        if properties.get(side) is not None:
            yield _cut(f"{side} it: {_time(properties[side], clocks, properties.get(f'{side}Local'))}", look)


def _occurrence(properties: dict[str, Any], clocks: Clocks, look: Look) -> Iterator[str]:
    yield _headline(properties, str(properties.get("outcome", "")), clocks, look)
    yield from _sentence(properties, look)


def _headline(properties: dict[str, Any], outcome: str, clocks: Clocks, look: Look) -> str:
    time = _time(properties.get("at"), clocks, properties.get("local"))
    room = None if look.width is None else look.width - width_of(time) - 2
    told = one_line(outcome) if room is None else cut_to(one_line(outcome), max(room, 1))
    return f"{time}  {look.toned(told, tone_of(outcome) or Tone.TITLE)}"


def _time(instant: object, clocks: Clocks, local: object = None) -> str:
    return one_line(shown_time(instant, clocks, local)) + (" UTC" if clocks is Clocks.UTC else "")


def _sentence(properties: dict[str, Any], look: Look) -> Iterator[str]:
    sentence = one_line(str(properties.get("sentence", "")))
    room = None if look.width is None else look.width - len(_INDENT)
    for line in [sentence] if room is None else wrapped(sentence, room):
        yield f"{_INDENT}{line}"


def _cut(line: str, look: Look) -> str:
    return line if look.width is None else cut_to(line, look.width)
