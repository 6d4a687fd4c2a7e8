"""Previews: when a job would run if it were created now."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice
from typing import Any, Final

from shared.api.fields import Fields
from shared.api.query import DEFAULT_RUNS, LARGEST_PAGE
from shared.api.render import render_runs
from shared.api.shapes.writing import Json
from shared.domain.collection import JobCollection
from shared.domain.definition import Definition
from shared.domain.errors import Faults, cut
from shared.domain.in_force import local_of
from shared.domain.keys import JobKey, checked_job
from shared.domain.policies import delay_of
from shared.domain.runs import runs
from shared.domain.shown_runs import sentence_of, shown_runs

_JOB_ID: Final = re.compile(
    r"/?subscriptions/([^/]+)/resourceGroups/([^/]+)"
    r"/providers/Microsoft\.Scheduler/jobCollections/([^/]+)/jobs/([^/]+)/?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """The instant at which the job is thought to be created, how many runs, and which job it is."""

    created: datetime
    top: int = DEFAULT_RUNS
    of: JobKey | None = None


def read_preview(body: Mapping[str, Any], faults: Faults, *, now: datetime) -> Preview:
    """Return what a body asks for, and note what is wrong with it."""
    fields = Fields(body, faults)
    top = fields.integer("top")
    faults.check(
        top is None or 1 <= top <= LARGEST_PAGE, "top", f"{cut(top)} is not between 1 and {LARGEST_PAGE}"
    )
    given, job = fields.instant("now"), fields.text("job")
    if job is None and _names_calendars(body):
        faults.add("job", "is needed where calendars are named: the id of a job in their collection")
    of = _job_of(job, faults) if job else None
    return Preview(created=given or now, top=top or DEFAULT_RUNS, of=of)


def preview_answer(definition: Definition, collection: JobCollection, preview: Preview, version: str) -> Json:
    """Return the sentence and the runs of a job that would be created now."""
    start, now = definition.start_time, preview.created
    local = local_of(definition, collection)
    times = islice(runs(definition.recurrence, start=start, now=now, local=local), preview.top)
    delay = delay_of(preview.of, definition.spread) if preview.of and definition.spread else timedelta()
    instants = ((at, at if at == now and start is None else at + delay) for at in times)
    shown = shown_runs(definition, collection, instants, anchor=start or now)
    sentence = sentence_of(definition, collection, start=start, now=now)
    return render_runs(sentence, list(shown), version=version)


def _names_calendars(body: Mapping[str, Any]) -> bool:
    """Say whether a preview, in either of its forms, leaves out the days of a calendar."""
    properties = Fields(body, Faults()).raw("properties")
    exclude = Fields(properties if isinstance(properties, dict) else body, Faults()).raw("exclude")
    return isinstance(exclude, dict) and bool(Fields(exclude, Faults()).raw("calendars"))


def _job_of(job: str, faults: Faults) -> JobKey | None:
    match = _JOB_ID.fullmatch(job.strip())
    if match is None:
        faults.add("job", f"'{cut(job)}' is not the id of a job, /subscriptions/…/jobs/NAME")
        return None
    with faults.under("job"):
        return checked_job(*match.groups())
    return None
