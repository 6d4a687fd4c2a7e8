"""The engine against answers that were written by hand."""

from datetime import datetime
from typing import Final

import pytest

from shared.domain.local_time.rules import TimesOfDay, is_beat
from tests.domain.local_time.engine import rule
from tests.domain.local_time.literal_answers import (
    ANSWERS_ELSEWHERE,
    BEAT,
    BERLIN,
    BERLIN_ANSWERS,
    LOGIC_APPS_ANSWERS,
    MORE_ANSWERS,
    SATURDAY_NIGHT,
    Answer,
    at,
    every,
)
from tests.domain.local_time.reference import Job, expected_runs, shown_at
from tests.domain.local_time.reference_days import Days

LONG_AGO: Final = datetime(2010, 1, 1)  # noqa: DTZ001 - what clocks show
ALL: Final = [*BERLIN_ANSWERS, *ANSWERS_ELSEWHERE, *LOGIC_APPS_ANSWERS, *MORE_ANSWERS]
WEEKENDS: Final = (5, 6)


@pytest.mark.parametrize("answer", ALL, ids=lambda answer: answer.id)
def test_runs_on_the_days_of_clock_changes(answer: Answer) -> None:
    local = rule(answer.job)

    runs = [local.next(answer.instants[0] - datetime.resolution)]
    while len(runs) < len(answer.instants) and runs[-1] is not None:
        runs.append(local.next(runs[-1]))

    assert runs == answer.instants
    assert is_beat(answer.recurrence) == (answer.kind == BEAT)


@pytest.mark.parametrize("answer", ALL, ids=lambda answer: answer.id)
def test_the_reference_gives_the_same_answers(answer: Answer) -> None:
    first, last = answer.instants[0], answer.instants[-1]

    if (last - first).days < 10:  # it walks minute by minute
        assert expected_runs(answer.job, first, last + datetime.resolution) == answer.instants
    assert [f"{shown_at(run, answer.zone):%H:%M}" for run in answer.instants] == answer.readings


NOTES: Final = [
    ("ordinary", Job(recurrence=at(2, 30), zone=BERLIN, start=LONG_AGO), "2026-03-28T01:30", None),
    (
        "missing",
        Job(recurrence=at(2, 30), zone=BERLIN, start=LONG_AGO),
        "2026-03-29T01:30",
        "02:30 does not exist on 2026-03-29; runs at 03:30.",
    ),
    (
        "missing, and the date moves",
        Job(recurrence=SATURDAY_NIGHT, zone="America/Nuuk", start=LONG_AGO),
        "2026-03-29T01:30",
        "23:30 does not exist on 2026-03-28; runs at 00:30 on 2026-03-29.",
    ),
    (
        "left out, so that another one is ordinary",
        Job(recurrence=every("day", hours=(2, 3), minutes=(30,)), zone=BERLIN, start=LONG_AGO, skip=True),
        "2026-03-29T01:30",
        None,
    ),
    (
        "repeated",
        Job(recurrence=at(2, 30), zone=BERLIN, start=LONG_AGO),
        "2026-10-25T00:30",
        "02:30 occurs twice on 2026-10-25; this is the first.",
    ),
    (
        "repeated and run again",
        Job(recurrence=at(2, 30), zone=BERLIN, start=LONG_AGO, both=True),
        "2026-10-25T01:30",
        "02:30 occurs twice on 2026-10-25; this is the second.",
    ),
    (
        "moved from a Saturday",
        Job(
            recurrence=SATURDAY_NIGHT, zone=BERLIN, start=LONG_AGO, days=Days(then="after", weekdays=WEEKENDS)
        ),
        "2026-06-15T21:30",
        "Moved from 2026-06-13, which is excluded.",
    ),
    (
        "missing, and named by the excluded day before too",
        Job(recurrence=at(2, 30), zone=BERLIN, start=LONG_AGO, days=Days(then="after", weekdays=(5,))),
        "2026-03-29T01:30",
        "02:30 does not exist on 2026-03-29; runs at 03:30.",
    ),
    (
        "moved from a Saturday to a time that is missing",
        Job(
            recurrence=every("month", month_days=(28,), hours=(2,), minutes=(30,)),
            zone=BERLIN,
            start=LONG_AGO,
            days=Days(then="after", weekdays=(5,)),
        ),
        "2026-03-29T01:30",
        "02:30 does not exist on 2026-03-29; runs at 03:30. Moved from 2026-03-28, which is excluded.",
    ),
]


@pytest.mark.parametrize(("_", "job", "run", "note"), NOTES, ids=[row[0] for row in NOTES])
def test_notes_of_the_preview(_: str, job: Job, run: str, note: str | None) -> None:
    local, instant = rule(job), datetime.fromisoformat(f"{run}+00:00")

    assert isinstance(local, TimesOfDay)
    assert local.next(instant - datetime.resolution) == instant
    assert local.note(instant) == note
