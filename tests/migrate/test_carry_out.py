"""Doing what was planned, where the app does not always say what one would like."""

import pytest

from migrate.carry_out import Work
from migrate.planning.collection import PlannedCollection
from migrate.planning.job import Outcome
from migrate.progress import Progress
from shared.domain.job import JobState
from tests.migrate.builders import a_planned_collection, a_planned_job
from tests.migrate.test_remote_app import an_app_that_answers, an_error, calls
from tests.receiver import Answer

BAD_GATEWAY = Answer(status=502, headers={"Retry-After": "0"})
FINISHED = "properties.state: 'completed' cannot be set on a job that exists"


def a_completed_job() -> PlannedCollection:
    job = a_planned_job(state=JobState.COMPLETED)
    return a_planned_collection(job, outcome=Outcome.SAME)


def do(work: Work) -> None:
    work.do(lambda total: Progress(total, "jobs"))


@pytest.mark.parametrize(
    ("there", "outcome"),
    [
        pytest.param(
            Answer(body=b'{"properties": {"state": "completed"}}'),
            Outcome.CREATED,
            id="only its answer was lost",
        ),
        pytest.param(
            Answer(body=b'{"properties": {"state": "enabled"}}'), Outcome.FAILED, id="it is another"
        ),
        pytest.param(an_error(404, "Job 'backup' cannot be found."), Outcome.FAILED, id="it is not there"),
    ],
)
def test_a_finished_job_that_was_put_twice_is_looked_for(there: Answer, outcome: Outcome) -> None:
    with an_app_that_answers(BAD_GATEWAY, an_error(400, FINISHED), there) as (app, receiver):
        work = Work(app, [a_completed_job()])
        do(work)

    assert [call.method for call in calls(receiver)] == ["PUT", "PUT", "GET"]
    assert work.result[0].jobs[0].outcome is outcome


def test_any_other_job_that_is_refused_has_failed() -> None:
    planned = a_planned_collection(a_planned_job(), outcome=Outcome.SAME)

    with an_app_that_answers(an_error(400, "No room.")) as (app, _):
        work = Work(app, [planned])
        do(work)

    (job,) = work.result[0].jobs
    assert (job.outcome, job.reasons) == (Outcome.FAILED, ("No room.",))


def test_everything_is_sent_in_the_version_that_can_say_it() -> None:
    new = a_planned_job("new", version="2026-11-01")
    planned = a_planned_collection(a_planned_job("old"), new, version="2026-11-01")

    with an_app_that_answers(Answer(), Answer(), Answer()) as (app, receiver):
        do(Work(app, [planned]))

    sent = [call.path.rpartition("/")[2] for call in calls(receiver)]
    assert sent == [
        "nightly?api-version=2026-11-01",
        "old?api-version=2016-03-01",
        "new?api-version=2026-11-01",
    ]


def test_what_makes_room_comes_before_what_needs_it() -> None:
    new = a_planned_collection(outcome=Outcome.CREATE)
    changed = a_planned_collection(outcome=Outcome.REPLACE)

    with an_app_that_answers(Answer(), an_error(409, "No room.")) as (app, _):
        work = Work(app, [new, changed])
        do(work)

    assert [collection.outcome for collection in work.result] == [Outcome.FAILED, Outcome.REPLACED]
