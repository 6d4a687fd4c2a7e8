"""The report on a terminal."""

import re
from dataclasses import replace

import pytest

from migrate.found import Origin
from migrate.gather import Kind, Nameless
from migrate.planning.collection import PlannedCollection
from migrate.planning.differences import Difference
from migrate.planning.job import Outcome, PlannedJob
from migrate.planning.whole_import import ImportPlan
from migrate.reporting.text import write_summary, write_text
from shared.domain.collection import CollectionState, JobCollection
from shared.domain.errors import Fault
from shared.domain.job import JobState
from tests.migrate.builders import ID, NIGHTLY, PASSWORD, a_planned_collection, a_planned_job, a_report

NAMELESS = Nameless(
    origin=Origin(file="jobs.json", place="value[3]"), faults=(Fault("job ''", "no name"),), kind=Kind.JOB
)


def line_of_jobs(*collections: PlannedCollection) -> str:
    lines = write_text(a_report(*collections, dry_run=False), whole=False).splitlines()
    return next(line for line in lines if re.match(r"\d+ jobs?[:.]", line))


def jobs(number: int, outcome: Outcome) -> list[PlannedJob]:
    return [a_planned_job(f"{outcome} {index}", outcome) for index in range(number)]


def test_the_whole_report_shows_every_job() -> None:
    remarkable = a_planned_job(
        "copy",
        state=JobState.DISABLED,
        reasons=("a reason",),
        changes=("a change",),
        lost=("a loss",),
        missing=(PASSWORD,),
        notes=("a note",),
    )
    difference = Difference(field="sku", there="1", here="2")
    planned = a_planned_collection(a_planned_job(), remarkable, differences=(difference,), reasons=("so",))

    assert write_text(a_report(planned), whole=True).splitlines() == [
        f"{ID} (West Europe, Standard, Enabled): will be created",
        "      because so",
        "      differs in sku: 1 there, 2 in the files",
        "  backup: will be created, enabled",
        "      Every day at 10:00 UTC; next 2026-03-01T10:00:00Z, 2026-03-02T10:00:00Z, 2026-03-03T10:00:00Z",
        "  copy: will be created, disabled",
        "      Every day at 10:00 UTC; if enabled, next "
        "2026-03-01T10:00:00Z, 2026-03-02T10:00:00Z, 2026-03-03T10:00:00Z",
        "      because a reason",
        "      changed: a change",
        "      lost: a loss",
        "      secret missing: action.request.authentication.password",
        "      note: a note",
        "",
        "1 collection: 1 will be created.",
        "2 jobs: 2 will be created.",
        "Nothing was changed: this was a dry run.",
    ]


def test_afterwards_only_what_someone_should_look_at_is_shown() -> None:
    same = a_planned_job("same", Outcome.SAME, notes=("a note",))
    planned = a_planned_collection(
        a_planned_job("plain", Outcome.CREATED), same, a_planned_job("odd", Outcome.CREATED, lost=("a loss",))
    )

    shown = write_text(a_report(planned, dry_run=False), whole=False)

    assert [line for line in shown.splitlines() if line.startswith("  ") and line[2] != " "] == [
        "  odd: created, enabled"
    ]


def test_a_collection_without_anything_to_look_at_is_not_shown() -> None:
    shown = write_text(a_report(a_planned_collection(a_planned_job()), dry_run=False), whole=False)

    assert shown.splitlines() == ["1 collection: 1 will be created.", "1 job: 1 will be created."]


@pytest.mark.parametrize(
    ("collections", "line"),
    [
        pytest.param([], "0 jobs.", id="nothing"),
        pytest.param([a_planned_collection()], "0 jobs.", id="no job"),
        pytest.param(
            [a_planned_collection(*jobs(1, Outcome.SAME))],
            "1 job: 1 exists and is the same.",
            id="one",
        ),
        pytest.param(
            [a_planned_collection(*jobs(1, Outcome.DIFFERS)), a_planned_collection(*jobs(1, Outcome.SKIP))],
            "2 jobs: 1 exists and differs, 1 is left out.",
            id="one of each",
        ),
        pytest.param(
            [a_planned_collection(*jobs(2, Outcome.SAME), *jobs(3, Outcome.DIFFERS))],
            "5 jobs: 2 exist and are the same, 3 exist and differ.",
            id="several there",
        ),
        pytest.param(
            [a_planned_collection(*jobs(2, Outcome.SKIP), *jobs(2, Outcome.NOT_DONE))],
            "4 jobs: 2 are left out, 2 were not reached.",
            id="several not there",
        ),
        pytest.param(
            [a_planned_collection(*jobs(2, Outcome.CREATED), *jobs(2, Outcome.FAILED))],
            "4 jobs: 2 created, 2 failed.",
            id="several done",
        ),
        pytest.param(
            [a_planned_collection(*jobs(1, Outcome.NOT_DONE), *jobs(2, Outcome.CANNOT))],
            "3 jobs: 2 cannot be imported, 1 was not reached.",
            id="several that cannot be",
        ),
    ],
)
def test_the_summary_speaks_of_one_and_of_several(collections: list[PlannedCollection], line: str) -> None:
    assert line_of_jobs(*collections) == line


def test_what_someone_would_wonder_about_is_told() -> None:
    idle = JobCollection(key=NIGHTLY, location="West US", state=CollectionState.DISABLED)
    differing = a_planned_collection(*jobs(1, Outcome.DIFFERS), collection=idle)

    shown = write_text(a_report(differing, dry_run=False, unsent_secrets=2), whole=False)

    assert shown.splitlines()[-3:] == [
        f"Nothing runs in {NIGHTLY.name} before `python3 dev.py enable`.",
        "What differs was left alone: --replace brings it over.",
        "Secrets of jobs that exist (2) were not sent again: --replace sends them.",
    ]


def test_what_has_no_name_is_told_with_its_place() -> None:
    plan = ImportPlan(collections=(a_planned_collection(a_planned_job()),), nameless=(NAMELESS,))

    assert write_text(a_report(plan=plan, dry_run=False), whole=False).splitlines() == [
        "In jobs.json, value[3]: cannot be imported",
        "      because job '': no name",
        "",
        "1 collection: 1 will be created.",
        "2 jobs: 1 will be created, 1 cannot be imported.",
    ]


def test_what_cannot_be_used_at_all_is_counted_apart() -> None:
    plan = ImportPlan(collections=(), nameless=(replace(NAMELESS, kind=None),))

    assert write_text(a_report(plan=plan, dry_run=False), whole=False).splitlines()[-3:] == [
        "0 collections.",
        "0 jobs.",
        "1 other part of the files cannot be imported.",
    ]


def test_what_was_passed_over_is_named_and_counted() -> None:
    report = a_report(passed=("[1]: Microsoft.Web/sites", "nothing of Scheduler"))

    assert write_text(report).splitlines() == [
        "Passed over:",
        "      jobs.json, [1]: Microsoft.Web/sites",
        "      jobs.json, nothing of Scheduler",
        "",
        "0 collections.",
        "0 jobs.",
        "2 parts of the files passed over, as nothing of Scheduler.",
        "Nothing was changed: this was a dry run.",
    ]


def test_of_much_that_was_passed_over_the_beginning_is_named() -> None:
    report = a_report(passed=tuple(f"[{number}]: bicycle" for number in range(22)))

    lines = write_text(report).splitlines()

    assert lines[20:22] == ["      jobs.json, [19]: bicycle", "      and 2 more, which --report names"]


@pytest.mark.parametrize("outcome", [Outcome.CANNOT, Outcome.FAILED, Outcome.NOT_DONE])
def test_a_job_that_is_not_there_does_not_read_as_if_it_ran(outcome: Outcome) -> None:
    refused = a_planned_job("copy", outcome, reasons=("a reason",), changes=("a change",), notes=("a note",))

    shown = write_text(a_report(a_planned_collection(refused)))

    assert shown.splitlines()[1:5] == [
        f"  copy: {outcome}",
        "      because a reason",
        "      note: a note",
        "",
    ]


def test_the_summary_alone_is_the_end_of_the_report() -> None:
    report = a_report(a_planned_collection(a_planned_job()))

    assert write_summary(report).splitlines() == [
        "1 collection: 1 will be created.",
        "1 job: 1 will be created.",
        "Nothing was changed: this was a dry run.",
    ]


def test_a_secret_that_no_job_needs_is_told() -> None:
    shown = write_text(a_report(unused_secrets=["/jobs/a: password"]), whole=False)

    assert shown.splitlines()[0] == "A secret was given that no job needs: /jobs/a: password"


def test_a_dry_run_without_an_app_says_so() -> None:
    shown = write_text(a_report(to=""), whole=True)

    assert shown.splitlines()[-1] == (
        "Nothing was changed: this was a dry run. No app was asked, so that nothing counts as existing."
    )


def test_what_was_stopped_can_be_gone_on_with() -> None:
    shown = write_text(a_report(dry_run=False, stopped="it was interrupted."), whole=False)

    assert shown.splitlines()[-1] == (
        "Stopped: it was interrupted. The same command goes on where this one ended."
    )


def test_what_files_hold_cannot_steer_the_terminal() -> None:
    hostile = PlannedJob(
        name="\x1b[2J",
        origin=Origin(file="a.json"),
        outcome=Outcome.CANNOT,
        reasons=("one\ntwo\r\x07\x9b1m",),
    )

    shown = write_text(a_report(a_planned_collection(hostile)), whole=True)

    assert shown.splitlines()[1:3] == [
        r"  \x1b[2J: cannot be imported",
        r"      because one\x0atwo\x0d\x07\x9b1m",
    ]
