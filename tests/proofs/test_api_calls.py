"""How many calls to storage the API makes, counted on a real Azurite: a change that makes more fails here."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Final

import pytest

from local.dev.azurite import Azurite
from proofs.benchmarks.counted_app import CountedApp
from proofs.benchmarks.herd import Herd, collection_key, load
from proofs.harness.clock import RunningClock
from proofs.harness.counting import CallKind
from shared.domain.attempt import Completed
from shared.domain.job import Job, JobState
from shared.domain.keys import JobKey
from shared.domain.set_aside import set_aside
from shared.flow.manage_jobs import delete_job, get_job, list_jobs
from shared.flow.put_and_patch import WantedJob, patch_job
from tests.builders import NINE

COLLECTION: Final = collection_key("called-0000")
KEY: Final = JobKey(collection=COLLECTION, name="called-000000")
IN_A_WEEK: Final = NINE + timedelta(days=7)

Doing = Callable[[CountedApp], object]


@pytest.fixture(scope="module")
def app(azurite: Azurite) -> CountedApp:
    app = CountedApp(azurite.connection_string, RunningClock(NINE), lambda _: Completed("fine"))
    jobs = Herd(
        name="called", size=30, collections=1, uri="http://receiver.example", due=lambda _: IN_A_WEEK
    ).jobs()
    load(app.store, jobs, now=NINE)
    return app


def wanted(job: Job) -> WantedJob:
    later = replace(job.definition, start_time=IN_A_WEEK + timedelta(days=1))
    return WantedJob(key=job.key, definition=later, state=JobState.ENABLED)


def patch(app: CountedApp) -> None:
    patch_job(app.ports, KEY, lambda job, _: wanted(job))


def delete_last(app: CountedApp) -> None:
    delete_job(app.ports, replace(KEY, name="called-000029"))


@pytest.mark.parametrize(
    ("do", "calls"),
    [
        pytest.param(
            lambda app: get_job(app.store, KEY),
            {CallKind.READ: 2},  # job, collection
            id="GET",
        ),
        pytest.param(
            patch,
            {CallKind.READ: 2, CallKind.TRANSACTION: 1},  # job, collection; the ticket goes unread
            id="PATCH",
        ),
        pytest.param(
            delete_last,
            {CallKind.READ: 3, CallKind.QUERY: 1, CallKind.TRANSACTION: 1},  # and what was set aside
            id="DELETE",
        ),
        pytest.param(
            lambda app: list_jobs(app.store, COLLECTION, limit=10),
            {CallKind.READ: 1, CallKind.QUERY: 1},
            id="a page",
        ),
        pytest.param(
            lambda app: list_jobs(app.store, COLLECTION),
            {CallKind.READ: 1, CallKind.QUERY: 1},
            id="a list",
        ),
    ],
)
def test_a_call_makes_so_many_calls_to_storage(
    app: CountedApp, do: Doing, calls: dict[CallKind, int]
) -> None:
    assert app.count(lambda: do(app)).calls == calls


def test_only_a_job_of_which_something_was_set_aside_is_searched_for_it(app: CountedApp) -> None:
    job = get_job(app.store, KEY)
    assert job.next_ticket is not None
    ticket = app.store.tickets([job.next_ticket])[job.next_ticket]
    app.store.commit(set_aside(app.store.place(ticket), job, reason="nonsense", now=NINE))
    searching = {CallKind.READ: 3, CallKind.QUERY: 1, CallKind.TRANSACTION: 1}
    not_searching = {CallKind.READ: 2, CallKind.TRANSACTION: 1}

    counted = [app.count(lambda: patch(app)).calls for _ in range(2)]

    assert counted == [searching, not_searching]
    assert app.store.asides(app.store.shard_of(COLLECTION), limit=1) == []
