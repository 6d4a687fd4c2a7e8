"""What a report holds; how it is shown is in the tests beside this one."""

import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from migrate.found import Origin
from migrate.gather import Kind, Nameless
from migrate.planning.differences import Difference
from migrate.planning.job import Outcome, PlannedJob
from migrate.planning.whole_import import ImportPlan
from migrate.reporting.html import write_html
from migrate.reporting.report import JobReport
from migrate.reporting.text import write_text
from shared.domain.collection import CollectionState, JobCollection
from shared.domain.disabled import Disabled
from shared.domain.errors import Fault
from shared.domain.job import JobState
from tests.builders import a_definition
from tests.migrate.builders import ID, NIGHTLY, NOW, PASSWORD, a_planned_collection, a_planned_job, a_report

NAMELESS = Nameless(
    origin=Origin(file="jobs.json", place="value[3]"), faults=(Fault("job ''", "no name"),), kind=Kind.JOB
)


def reported(job: PlannedJob) -> JobReport:
    (found,) = a_report(a_planned_collection(job)).collections[0].jobs
    return found


def test_a_job_is_told_with_everything_about_it() -> None:
    planned = a_planned_job(
        outcome=Outcome.DIFFERS,
        changes=("count is 3",),
        lost=("the body",),
        notes=("look twice",),
        missing=(PASSWORD,),
        reasons=("it is so",),
    )
    difference = Difference(field="state", there='"enabled"', here='"disabled"')

    assert reported(replace(planned, differences=(difference,))) == JobReport(
        id=f"{ID}/jobs/backup",
        name="backup",
        outcome="exists and differs",
        origin="jobs.json, value[0]",
        state="enabled",
        sentence="Every day at 10:00 UTC",
        runs=("2026-03-01T10:00:00Z", "2026-03-02T10:00:00Z", "2026-03-03T10:00:00Z"),
        reasons=("it is so",),
        differences=('state: "enabled" there, "disabled" in the files',),
        changes=("count is 3",),
        lost=("the body",),
        missing_secrets=(PASSWORD,),
        notes=("look twice",),
    )


def test_of_a_job_that_could_not_be_prepared_the_reasons_are_told() -> None:
    job = PlannedJob(
        name="backup", origin=Origin(file="a.json"), outcome=Outcome.CANNOT, reasons=("method: is required",)
    )

    assert reported(job) == JobReport(
        id=f"{ID}/jobs/backup",
        name="backup",
        outcome="cannot be imported",
        origin="a.json",
        reasons=("method: is required",),
    )


@pytest.mark.parametrize(
    ("start", "sentence", "runs"),
    [
        pytest.param(None, "Once", (), id="at once"),
        pytest.param(timedelta(hours=-1), "Once, on 2026-03-01 at 08:00 UTC", (), id="over"),
        pytest.param(timedelta(0), "Once, on 2026-03-01 at 09:00 UTC", (), id="over this instant"),
        pytest.param(
            timedelta(hours=1), "Once, on 2026-03-01 at 10:00 UTC", ("2026-03-01T10:00:00Z",), id="to come"
        ),
    ],
)
def test_a_job_that_runs_once(start: timedelta | None, sentence: str, runs: tuple[str, ...]) -> None:
    starts = None if start is None else NOW + start
    job = reported(a_planned_job(definition=a_definition(every=None, start_time=starts)))

    assert (job.sentence, job.runs) == (sentence, runs)


@pytest.mark.parametrize(
    ("state", "number"),
    [
        pytest.param(JobState.ENABLED, 3, id="enabled"),
        pytest.param(JobState.DISABLED, 3, id="disabled, as if it were enabled"),
        pytest.param(JobState.COMPLETED, 0, id="completed"),
        pytest.param(JobState.FAULTED, 0, id="faulted"),
    ],
)
def test_the_next_runs_are_those_of_a_job_that_can_run(state: JobState, number: int) -> None:
    assert len(reported(a_planned_job(state=state)).runs) == number


def test_a_collection_is_told_with_its_place_plan_and_state() -> None:
    (collection,) = a_report(a_planned_collection(reasons=("it is so",))).collections

    assert (collection.id, collection.name, collection.outcome) == (ID, "nightly", "will be created")
    assert (collection.location, collection.plan, collection.state) == ("West Europe", "Standard", "Enabled")
    assert collection.reasons == ("it is so",)


def test_jobs_are_counted_by_what_becomes_of_them() -> None:
    first = a_planned_collection(a_planned_job("a"), a_planned_job("b", Outcome.SAME), a_planned_job("c"))
    second = a_planned_collection(a_planned_job("d", Outcome.FAILED), a_planned_job("e"))

    assert a_report(first, second).jobs == {
        "will be created": 3,
        "exists and is the same": 1,
        "failed": 1,
    }


@pytest.mark.parametrize(
    ("outcome", "complete"),
    [
        pytest.param(Outcome.CREATE, True, id="will be created"),
        pytest.param(Outcome.CREATED, True, id="created"),
        pytest.param(Outcome.SAME, True, id="is the same"),
        pytest.param(Outcome.REPLACE, True, id="will be replaced"),
        pytest.param(Outcome.REPLACED, True, id="replaced"),
        pytest.param(Outcome.SKIP, True, id="left out as asked"),
        pytest.param(Outcome.DIFFERS, False, id="differs"),
        pytest.param(Outcome.CANNOT, False, id="cannot be imported"),
        pytest.param(Outcome.FAILED, False, id="failed"),
        pytest.param(Outcome.NOT_DONE, False, id="not reached"),
    ],
)
def test_whether_everything_in_the_files_is_there(outcome: Outcome, complete: bool) -> None:
    of_a_job = a_report(a_planned_collection(a_planned_job("a"), a_planned_job("b", outcome)))
    of_a_collection = a_report(a_planned_collection(a_planned_job(), outcome=outcome))

    assert (of_a_job.complete, of_a_collection.complete) == (complete, complete)


def test_what_has_no_name_or_was_not_reached_is_not_complete() -> None:
    nameless = a_report(plan=ImportPlan(collections=(a_planned_collection(),), nameless=(NAMELESS,)))
    stopped = a_report(a_planned_collection(), stopped="it was interrupted.")

    assert (nameless.complete, stopped.complete) == (False, False)


def test_a_secret_too_many_does_not_make_it_incomplete() -> None:
    assert a_report(a_planned_collection(), unused_secrets=["one"]).complete


def test_the_report_for_programs_holds_everything() -> None:
    plan = ImportPlan(collections=(a_planned_collection(a_planned_job()),), nameless=(NAMELESS,))
    report = a_report(
        plan=plan,
        now=NOW.replace(microsecond=5),
        passed=("value[4]: Microsoft.Web/sites",),
        unused_secrets=["one: two"],
        stopped="it was interrupted.",
    )

    written: dict[str, Any] = json.loads(json.dumps(report.as_json()))

    (collection,) = written.pop("collections")
    (job,) = collection.pop("jobs")
    assert written == {
        "at": "2026-03-01T09:00:00Z",
        "to": "https://app.example",
        "dry_run": True,
        "jobs": {"will be created": 1, "cannot be imported": 1},
        "collection_outcomes": {"will be created": 1},
        "files": [
            {
                "name": "jobs.json",
                "forms": ["the REST API"],
                "collections": 1,
                "jobs": 2,
                "passed_over": 1,
                "not_deployed": 0,
                "passed": ["value[4]: Microsoft.Web/sites"],
            }
        ],
        "nameless": [{"origin": "jobs.json, value[3]", "kind": "job", "reasons": ["job '': no name"]}],
        "unused_secrets": ["one: two"],
        "unsent_secrets": 0,
        "unsent_defaults": [],
        "stopped": "it was interrupted.",
        "complete": False,
    }
    assert sorted(collection) == [
        *("changes", "differences", "id", "location", "lost", "missing_secrets", "name", "notes"),
        *("outcome", "plan", "reasons", "state", "until"),
    ]
    assert sorted(job) == [
        *("changes", "differences", "id", "local_runs", "lost", "missing_secrets", "name", "notes"),
        *("origin", "outcome", "reasons", "runs", "sentence", "state"),
    ]


def test_keys_that_were_dropped_are_named_with_their_job_and_place_in_every_report() -> None:
    job = a_planned_job(lost=("the body",), dropped=("properties.cron: is not known",))
    collection = a_planned_collection(job, dropped=("properties.colour: is not known",))
    report = a_report(collection, dry_run=False)

    (found,) = report.collections

    assert found.lost == ("properties.colour: is not known (dropped)",)
    assert found.jobs[0].lost == ("the body", "properties.cron: is not known (dropped)")
    text, page = write_text(report, whole=False), write_html(report)
    for line in (*found.lost, *found.jobs[0].lost):
        assert f"      lost: {line}\n" in text
        assert f"<li>{line}</li>" in page
        assert line in json.dumps(report.as_json())


def test_a_collection_that_is_there_is_not_shown_again_for_what_it_lost() -> None:
    report = a_report(a_planned_collection(outcome=Outcome.SAME, dropped=("x: is not known",)))

    assert "lost:" not in write_text(report, whole=False)


def test_what_a_collection_lacks_is_told_in_every_report() -> None:
    collection = a_planned_collection(
        changes=("it arrives disabled",),
        missing=("defaults.errorAction.queueMessage.sasToken",),
        notes=("a",),
    )
    report = a_report(collection, dry_run=False)

    text, page = write_text(report, whole=False), write_html(report)

    assert [line.strip() for line in text.splitlines()[1:4]] == [
        "changed: it arrives disabled",
        "secret missing: defaults.errorAction.queueMessage.sasToken",
        "note: a",
    ]
    assert [f"{words}<ul><li>" in page for words in ("Changed", "Secrets missing", "Note")] == [True] * 3


def test_what_is_enabled_by_itself_says_when() -> None:
    pause = Disabled(note="a", until=NOW.replace(day=9))
    paused = JobCollection(
        key=NIGHTLY, location="West Europe", state=CollectionState.DISABLED, disabled=pause
    )
    job = a_planned_job(state=JobState.DISABLED, disabled=pause)

    text = write_text(a_report(a_planned_collection(job, collection=paused)), whole=False)

    assert text.count("note: it is enabled at 2026-03-09T09:00:00Z, which its file says\n") == 2
    assert "Nothing runs in nightly before 2026-03-09T09:00:00Z, or before `python3 dev.py enable`." in text


def test_secrets_of_defaults_that_were_not_sent_are_pointed_out() -> None:
    text = write_text(a_report(unsent_defaults=("nightly",)), whole=False)

    assert "Secrets of the defaults of nightly were not sent again: --replace sends them." in text


def test_the_next_runs_of_a_job_are_those_at_which_it_is_due() -> None:
    spread = a_definition(every="day", start_time=NOW.replace(hour=10), spread=timedelta(minutes=10))

    report = a_report(a_planned_collection(a_planned_job(definition=spread)))

    (job,) = report.collections[0].jobs
    assert job.runs[:2] == ("2026-03-01T10:01:41.443Z", "2026-03-02T10:01:41.443Z")


def test_no_report_shows_a_secret() -> None:
    job = a_planned_job(secrets={PASSWORD: "s3cret"}, notes=("with a secret",))
    report = a_report(a_planned_collection(job, secrets={"defaults.a": "s3cret"}))

    written = [json.dumps(report.as_json()), write_text(report, whole=True), write_html(report)]

    assert ["with a secret" in text for text in written] == [True, True, True]
    assert ["s3cret" in text for text in written] == [False, False, False]
    assert "s3cret" not in repr(report) + repr(job)
