"""Jobs, failures, coming runs and changes: what is asked, and the rows of what is answered."""

import argparse
import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from migrate.asking.changes import change_words, with_changes
from migrate.asking.job_names import job_in_the_audit, named_in, names_meant
from migrate.asking.place import Place
from migrate.asking.table import Column, Row, Tone
from migrate.asking.times import Clocks, instant_meant, shown_time, titled
from migrate.found import Json
from migrate.terminal import Misuse
from shared.api.instants import read_instant

_TONES: Final = {
    **dict.fromkeys(("completed", "ran", "succeeded"), Tone.GOOD),
    **dict.fromkeys(("faulted", "failed", "unexplained", "delete"), Tone.BAD),
    **dict.fromkeys(("disabled", "collection disabled", "late", "waiting", "skipped"), Tone.WARNING),
}
_TIME: Final = 25  # with its offset; a time that is cut would mislead
_QUIET: Final = ("upcoming", "unknown", "ended")


def tone_of(text: str) -> Tone:
    """Return how an outcome or a state is coloured."""
    return Tone.QUIET if text in _QUIET else _TONES.get(text.lower(), Tone.PLAIN)


def ask_jobs(place: Place, options: argparse.Namespace, now: datetime) -> Json:
    words = " ".join([*options.words, options.search])
    asked = {"state": options.state, "outcome": options.outcome, "search": words.strip()}
    found = place.listed("jobs", asked)
    collection = collection_text(options.collection)
    if collection is None:
        return found
    return {**found, "value": [job for job in found["value"] if _is_in(job, collection)]}


def no_jobs(options: argparse.Namespace) -> str:
    asked = (options.words, options.search, options.state, options.outcome, options.collection)
    return "There is no such job." if any(asked) else "There are no jobs."


def job_columns(clocks: Clocks) -> list[Column]:
    return [
        Column(title="job", least=20),
        Column(title="state", least=19, rank=1, tone=tone_of),
        Column(title=titled("next", clocks), least=_TIME, rank=2),
        Column(title="last", least=9, rank=3, tone=tone_of),
        Column(title="recent", least=6, rank=6),
        Column(title="when", least=16, rank=4),
        Column(title="target", least=12, rank=5),
        Column(title="note", least=8, rank=7),
    ]


def job_row(job: Json, clocks: Clocks) -> Row:
    properties = _properties(job)
    state = str(properties.get("state", ""))
    idle = state == "enabled" and str(properties.get("collectionState")).lower() != "enabled"
    target = _mapping(properties.get("target"))
    return [
        name_of(job.get("id")),
        "collection disabled" if idle else state,
        shown_time(properties.get("nextExecutionTime"), clocks, properties.get("nextExecutionTimeLocal")),
        _text(properties, "lastOutcome"),
        _text(properties, "recent"),
        _text(properties, "sentence"),
        " ".join(filter(None, (_text(target, "method"), _text(target, "target")))),
        _text(_mapping(properties.get("disabled")), "note"),
    ]


def ask_failures(place: Place, options: argparse.Namespace, now: datetime) -> Json:
    return place.listed("failures", _span(options, now), options.top)


def failure_columns(clocks: Clocks) -> list[Column]:
    return [
        Column(title=titled("failed at", clocks), least=_TIME),
        Column(title="job", least=12),
        Column(title="action", least=8, rank=3),
        Column(title="status", least=6, rank=2),
        Column(title="message", least=14, rank=1),
    ]


def failure_row(entry: Json, clocks: Clocks) -> Row:
    properties = _properties(entry)
    return [
        shown_time(properties.get("endTime"), clocks),
        name_of(str(entry.get("id")).partition("/history/")[0]),
        _text(properties, "actionName"),
        _text(properties, "httpStatus"),
        _text(properties, "message"),
    ]


def ask_next(place: Place, options: argparse.Namespace, now: datetime) -> Json:
    end = None if options.end is None else instant_meant(options.end, options.clocks, now)
    if end is not None and read_instant(end) <= now:
        raise Misuse(f"--until {end} is not later than now; a day alone means its beginning.")
    return place.listed("upcomingRuns", {"until": end}, options.top)


def next_columns(clocks: Clocks) -> list[Column]:
    return [
        Column(title=titled("at", clocks), least=_TIME),
        Column(title="job", least=12),
        Column(title=titled("due", clocks), least=_TIME, rank=1),
    ]


def next_row(run: Json, clocks: Clocks) -> Row:
    properties = _properties(run)
    at = shown_time(properties.get("at"), clocks, properties.get("local"))
    return [at, name_of(run.get("id")), shown_time(properties.get("due"), clocks)]


def ask_audit(place: Place, options: argparse.Namespace, now: datetime) -> Json:
    asked = {**_span(options, now), "who": options.who}
    if options.job is None:
        collection = {"collection": collection_text(options.collection)}
        return place.listed("audit", {**asked, **collection}, options.top)
    job = job_in_the_audit(place, _names_of_a_job(options))
    there = replace(place, subscription=job.subscription)
    names = {"collection": job.collection_text, "job": job.job}
    found = there.listed("audit", {**asked, **names}, options.top)
    # What a change changed is told by the one before it, which may not be among those that are asked for.
    all_of_it = there.listed("audit", names)["value"] if found["value"] else []
    wanted = set(map(_as_text, found["value"]))
    pairs = zip(all_of_it, with_changes(all_of_it), strict=True)
    return {**found, "value": [told for record, told in pairs if _as_text(record) in wanted]}


def audit_columns(clocks: Clocks) -> list[Column]:
    return [
        Column(title=titled("at", clocks), least=_TIME),
        Column(title="who", least=8, rank=2),
        Column(title="did", least=7, rank=1, tone=tone_of),
        Column(title="what", least=10),
        Column(title="changed", least=20, rank=4),
        Column(title="note", least=8, rank=3),
    ]


def audit_row(record: Json, clocks: Clocks) -> Row:
    properties = _properties(record)
    return [
        shown_time(properties.get("at"), clocks),
        _text(properties, "who"),
        _text(properties, "operation"),
        name_of(properties.get("target")),
        ", ".join(change_words(properties)),
        _text(properties, "note"),
    ]


def name_of(id: object) -> str:
    """Return collection/job, or the name of a collection, from an id."""
    names = named_in(str(id))
    return str(id) if names is None else names.short


def _names_of_a_job(options: argparse.Namespace) -> str:
    """Return the names of the job that is asked about, as one text."""
    if options.collection is None:
        return str(options.job)
    if names_meant(options.job).collection:
        raise Misuse("The job names its collection already: leave --collection out.")
    return f"{collection_text(options.collection)}/{options.job}"


def collection_text(written: str | None) -> str | None:
    """Return the name of a collection, with its group if that is known, from that or an id."""
    names = None if written is None else named_in(written)
    return written if names is None else names.collection_text


def _as_text(record: Json) -> str:
    return json.dumps(record, sort_keys=True)


def _is_in(job: Json, collection: str) -> bool:
    names = named_in(str(job.get("id")))
    wanted = collection.lower().split("/")
    return names is not None and [names.group.lower(), names.collection.lower()][-len(wanted) :] == wanted


def _span(options: argparse.Namespace, now: datetime) -> dict[str, str | None]:
    times = {"from": options.begin, "to": options.end}
    return {
        name: None if when is None else instant_meant(when, options.clocks, now, back=True)
        for name, when in times.items()
    }


def _properties(entry: Json) -> Mapping[str, Any]:
    return _mapping(entry.get("properties"))


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _text(fields: Mapping[str, Any], name: str) -> str:
    value = fields.get(name)
    return "" if value is None else str(value)
