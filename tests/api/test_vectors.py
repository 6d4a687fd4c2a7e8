"""The contract's vectors: every row of the example table, the start-time table, and recorded next runs."""

import json
from datetime import datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from shared.api.fields import Fields
from shared.api.instants import read_instant
from shared.api.shapes.objects import shapes_for
from shared.api.shapes.own_ways import timing_reader
from shared.domain.about import ORIGINAL
from shared.domain.errors import Faults
from shared.domain.recurrence import Recurrence
from shared.domain.runs import first_run, runs
from shared.domain.sentence import describe

VECTORS = Path(__file__).parents[1] / "data" / "vectors"
IMMEDIATELY = timedelta(seconds=25)  # the original waited for 20 seconds before it ran a job at once

SENTENCES = [
    "Every day at 05:25 UTC",
    "Every day at 05:15 UTC",
    "Every day at 05:15 and 17:15 UTC",
    "Every day at 05:15, 05:45, 17:15 and 17:45 UTC",
    "Every day at minutes 0, 15, 30 and 45 of every hour",
    "Every hour at minutes 0, 15, 30 and 45",
    "Every day at minute 25 of every hour",
    "Every month on day 4 at minute 25 of every hour",
    "Every day at minute 0 of every hour",
    "Every week on Wednesday at minute 0 of every hour",
    "Every month on day 4 at minute 0 of every hour",
    "Every day at minute 15 of every hour",
    "Every week on Saturday at 17:25 UTC",
    "Every week on Monday, Wednesday and Friday at 17:25 UTC",
    "Every week on Monday, Wednesday and Friday at 17:15 and 17:45 UTC",
    "Every week on Monday, Wednesday and Friday at 05:25 and 17:25 UTC",
    "Every week on Monday, Wednesday and Friday at 05:15, 05:45, 17:15 and 17:45 UTC",
    "Every week on Monday to Friday at minutes 0, 15, 30 and 45 of every hour",
    "Every week on Monday to Friday at minutes 0, 15, 30 and 45 of hours 9 to 16 UTC",
    "Every week on Sunday at 12:25 UTC",
    "Every week on Tuesday and Thursday at 12:25 UTC",
    "Every month on day 28 at 06:00 UTC",
    "Every month on the last day at 06:00 UTC",
    "Every month on day 1 and the last day at 06:00 UTC",
    "Every month on day 1 and the last day at 12:25 UTC",
    "Every month on day 1 and day 14 at 12:25 UTC",
    "Every month on day 2 at 12:25 UTC",
    "Every month on the first Friday at 05:00 UTC",
    "Every month on the first Friday at 12:25 UTC",
    "Every month on the third-last Friday at 12:25 UTC",
    "Every month on the first Friday and the last Friday at 05:15 UTC",
    "Every month on the first Friday and the last Friday at 12:25 UTC",
    "Every month on the fifth Friday at 12:25 UTC",
    "Every month on the last Friday at minutes 0, 15, 30 and 45 of every hour",
    "Every month on the third Wednesday at 05:15, 05:45, 17:15 and 17:45 UTC",
    "Every month on day 31 at 12:25 UTC",
    "Every month on day 1 and day 2 at 12:25 UTC",
    "Every month on every Sunday at 12:25 UTC",
    "Every month on the last Friday and the last Monday at 12:25 UTC",
]


def load(name: str) -> Any:
    return json.loads((VECTORS / name).read_text(encoding="utf-8"))


def recurrence_of(case: dict[str, Any]) -> Recurrence | None:
    faults = Faults()
    fields = Fields({"recurrence": case.get("recurrence")}, faults)
    recurrence = timing_reader(faults).values(shapes_for(ORIGINAL).timing, fields).get("recurrence")
    faults.raise_any()
    return recurrence


def start_of(case: dict[str, Any]) -> datetime | None:
    return read_instant(case["startTime"]) if case.get("startTime") else None


EXAMPLES = load("schedule-examples.json")["cases"]
STARTS = load("start-time-table.json")
RECORDED = load("recorded-next-run.json")


@pytest.mark.parametrize(("case", "sentence"), list(zip(EXAMPLES, SENTENCES, strict=True)), ids=SENTENCES)
def test_a_row_of_the_example_table(case: dict[str, Any], sentence: str) -> None:
    recurrence, start, now = recurrence_of(case), start_of(case), read_instant(case["now"])

    found = list(islice(runs(recurrence, start=start, now=now), 6))

    assert found == [read_instant(text) for text in case["expectedOccurrences"]]
    assert describe(recurrence, start=start, now=now) == sentence


@pytest.mark.parametrize("case", STARTS["cases"], ids=lambda case: json.dumps(case["startTime"]))
def test_a_row_of_the_start_time_table(case: dict[str, Any]) -> None:
    now = read_instant(STARTS["now"])
    expected = [now if case["first"] == "immediately" else read_instant(case["first"])]
    expected += [read_instant(text) for text in case["then"]]

    found = list(islice(runs(recurrence_of(case), start=start_of(case), now=now), len(expected)))

    assert found == expected


@pytest.mark.parametrize("case", RECORDED, ids=lambda case: case["source"].rpartition("/")[2])
def test_a_recorded_next_run(case: dict[str, Any]) -> None:
    recurrence, start, now = recurrence_of(case), start_of(case), read_instant(case["now"])

    found = first_run(recurrence, start=start, now=now)

    assert found is not None
    recorded = read_instant(case["nextExecutionTime"])
    at_once = start is None or (recurrence is None and start < now)
    assert abs(found - recorded) <= (IMMEDIATELY if at_once else timedelta(microseconds=1))
