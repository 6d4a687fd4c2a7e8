"""The runs of cron expressions against those of cronsim, which follows Debian's cron, over two years in UTC.

Each of thousands of expressions is compared at some places of the two years, and some that run once a day at
most are compared run by run. To compare expressions of all kinds run by run, say how many. Some have a
million runs, so that each takes about a second:

    EVERY_CRON_RUN=500 python3 dev.py test tests/domain/cron

Where cronsim means something else than this project, expressions are not compared:

* If a day field begins with `*/` and the other names days too, both must match. That has no form here.
* A range of one value with a step, such as `5-5/15`, goes on to the field's end. Here it stays one value.
* A step after `L` is ignored. Here it is refused.
* A weekday before `L` or `#` may be a number. Here it has a name, which is translated, as are `?`, full names
  and Sunday at the end of a range.
* There is no `L-3`, and there are no macros. `test_facts.py` has them.
"""

import os
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice, takewhile, zip_longest
from random import Random
from typing import Final

import pytest

from shared.domain.cron import read_cron
from shared.domain.errors import Invalid
from shared.domain.recurrence import Recurrence
from shared.domain.runs import next_run
from tests.domain.cron.expressions import an_expression

cronsim = pytest.importorskip("cronsim")  # a second Python may have only what it was given

SEED: Final = 20261101
EXPRESSIONS: Final = 3_000
PLACES: Final = 4
RUNS_EACH: Final = 3
ONCE_A_DAY: Final = 60
OF_ALL_KINDS: Final = int(os.environ.get("EVERY_CRON_RUN", "0"))

BEGINNING: Final = datetime(2027, 1, 1, tzinfo=UTC)
END: Final = datetime(2029, 1, 1, tzinfo=UTC)  # a leap day lies within


def test_thousands_of_expressions_run_as_in_cronsim() -> None:
    for random, ours, theirs in expressions(SEED, EXPRESSIONS):
        moments = [BEGINNING + random.random() * (END - BEGINNING) for _ in range(PLACES)]

        assert difference(ours, theirs, an_anchor(random), moments, RUNS_EACH) is None, f"{ours} | {theirs}"


def test_every_run_of_two_years_is_that_of_cronsim() -> None:
    for random, ours, theirs in expressions(SEED + 1, OF_ALL_KINDS or ONCE_A_DAY, dense=bool(OF_ALL_KINDS)):
        found = difference(ours, theirs, an_anchor(random), [BEGINNING], None)

        assert found is None, f"{ours} | {theirs}"


def expressions(seed: int, number: int, *, dense: bool = True) -> Iterator[tuple[Random, str, str]]:
    for index in range(number):
        random = Random(f"{seed}.{index}")  # so that each can be made without those before it
        yield random, *an_expression(random, dense=dense)


def an_anchor(random: Random) -> datetime:
    """Return the start of a job. Cron does not depend on it."""
    return BEGINNING - random.random() * timedelta(days=500)


def difference(
    ours: str, theirs: str, anchor: datetime, moments: list[datetime], most: int | None
) -> tuple[object, object] | None:
    """Return the first pair of runs that differ, of the first ones after each moment."""
    found = read_cron(ours)
    try:
        recurrence = Recurrence(frequency=found.frequency, schedule=found.schedule)
    except Invalid as never:
        return None if cronsim_refuses(theirs) else (never, theirs)
    for moment in moments:
        our_runs = islice(runs_after(recurrence, anchor, moment), most)
        their_runs = islice(takewhile(lambda run: run < END, cronsim.CronSim(theirs, moment)), most)
        for pair in zip_longest(our_runs, their_runs):
            if pair[0] != pair[1]:
                return pair
    return None


def cronsim_refuses(theirs: str) -> bool:
    try:
        cronsim.CronSim(theirs, BEGINNING)
    except cronsim.CronSimError:
        return True
    return False


def runs_after(recurrence: Recurrence, anchor: datetime, moment: datetime) -> Iterator[datetime]:
    run = next_run(recurrence, anchor=anchor, after=moment)
    while run is not None and run < END:
        yield run
        run = next_run(recurrence, anchor=anchor, after=run)
