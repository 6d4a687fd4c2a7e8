"""By how much the runs of a job are put off."""

from collections import Counter
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.keys import CollectionKey, JobKey
from shared.domain.policies import delay_of
from tests.builders import COLLECTION, KEY, a_definition, a_job
from tests.domain.policies.scene import FIVE_MINUTES_LATE, TEN_MINUTES_LATE

MILLISECOND = timedelta(milliseconds=1)


@pytest.mark.parametrize(
    ("name", "spread", "delay"),
    [
        ("Job.1", timedelta(minutes=10), timedelta(minutes=9, seconds=50, milliseconds=387)),
        ("Job.1", timedelta(days=1), timedelta(hours=23, minutes=36, seconds=55, milliseconds=729)),
        ("Job.1", FIVE_MINUTES_LATE, timedelta(minutes=5)),
        ("Job.1", TEN_MINUTES_LATE, timedelta(minutes=10)),
        ("Job.2", timedelta(minutes=10), timedelta(minutes=6, seconds=29, milliseconds=940)),
        ("Job.1", MILLISECOND, timedelta()),
    ],
)
def test_the_delay_of_a_job_never_changes(name: str, spread: timedelta, delay: timedelta) -> None:
    """Stored tickets rest on it. Another hash would lose runs, or make them twice."""
    assert delay_of(JobKey(collection=COLLECTION, name=name), spread) == delay


def test_the_spelling_of_names_does_not_matter() -> None:
    other = CollectionKey(subscription="SUB-1", resource_group="group (A)", name="FIRST collection")

    same = delay_of(JobKey(collection=other, name="JOB.1"), timedelta(days=1))

    assert same == timedelta(hours=23, minutes=36, seconds=55, milliseconds=729)


@given(
    name=st.from_regex(r"[A-Za-z0-9]{1,30}", fullmatch=True),
    spread=st.timedeltas(min_value=MILLISECOND, max_value=timedelta(days=1)),
)
def test_the_delay_is_shorter_than_the_spread_and_in_whole_milliseconds(name: str, spread: timedelta) -> None:
    delay = delay_of(JobKey(collection=COLLECTION, name=name), spread)

    assert timedelta() <= delay < spread
    assert delay % MILLISECOND == timedelta()


def test_a_thousand_jobs_are_spread_evenly() -> None:
    """In each of ten parts some 100 are expected, give or take ten; 50 more or fewer never happen."""
    keys = [JobKey(collection=COLLECTION, name=f"job {number}") for number in range(1_000)]
    parts = Counter(delay_of(key, timedelta(minutes=10)) // timedelta(minutes=1) for key in keys)

    assert sorted(parts) == list(range(10))
    assert all(50 < number < 150 for number in parts.values())


def test_jobs_of_the_same_name_in_other_collections_have_other_delays() -> None:
    others = [CollectionKey(subscription="s", resource_group="g", name=f"c{number}") for number in range(20)]

    assert len({delay_of(JobKey(collection=one, name="same"), timedelta(days=1)) for one in others}) == 20


@pytest.mark.parametrize(
    ("every", "spread", "delay"),
    [
        ("minute", None, timedelta()),
        ("minute", FIVE_MINUTES_LATE, timedelta(minutes=5)),
        (None, FIVE_MINUTES_LATE, timedelta()),
    ],
    ids=["no spread", "recurring", "one-time"],
)
def test_only_recurring_jobs_are_put_off(
    every: str | None, spread: timedelta | None, delay: timedelta
) -> None:
    assert a_job(KEY, definition=a_definition(every=every, spread=spread)).delay == delay
