from datetime import datetime

import pytest

from shared.domain.job import JobState
from shared.domain.lifecycle import Wanted, create, schedule
from tests.builders import KEY, a_collection, a_definition, at


@pytest.mark.parametrize(
    ("start", "every", "expected"),
    [
        pytest.param(None, None, "09:00:00", id="no start, once: immediately"),
        pytest.param("08:00:00", None, "09:00:00", id="past start, once: immediately"),
        pytest.param("09:00:00", None, "09:00:00", id="start now, once"),
        pytest.param("10:00:00", None, "10:00:00", id="future start, once"),
        pytest.param(None, "hour", "09:00:00", id="no start, recurring: immediately"),
        pytest.param("08:10:00", "hour", "09:10:00", id="past start, recurring: first grid point after now"),
        pytest.param("08:00:00", "hour", "09:00:00", id="past start, recurring: a grid point now counts"),
        pytest.param("10:30:00", "hour", "10:30:00", id="future start, recurring: at the start"),
    ],
)
def test_the_first_run(start: str | None, every: str | None, expected: str) -> None:
    definition = a_definition(every=every, start_time=at(start) if start else None)
    job = create(KEY, Wanted(definition=definition, state=JobState.ENABLED), now=at("09:00:00"), id="r")

    scheduled, ticket = schedule(job, a_collection(), now=at("09:00:00"))

    assert ticket is not None
    assert (ticket.key.due, ticket.expected) == (at(expected), at(expected))
    assert scheduled.next_ticket == ticket.key


def test_a_disabled_job_waits_for_nothing() -> None:
    job = create(KEY, Wanted(definition=a_definition(), state=JobState.DISABLED), now=at("09:00:00"), id="r")

    scheduled, ticket = schedule(job, a_collection(), now=at("09:00:00"))

    assert ticket is None
    assert scheduled.next_ticket is None


def test_the_anchor_is_the_start_time_or_else_the_creation() -> None:
    def anchor(start: datetime | None) -> datetime:
        definition = a_definition(start_time=start)
        return create(
            KEY, Wanted(definition=definition, state=JobState.ENABLED), now=at("09:00:00"), id="r"
        ).anchor

    assert anchor(None) == at("09:00:00")
    assert anchor(at("08:10:00")) == at("08:10:00")
