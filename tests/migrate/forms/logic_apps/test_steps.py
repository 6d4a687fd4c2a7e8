"""Which action of a workflow is the job's, and which is for its failure."""

from typing import Any

import pytest

from tests.migrate.forms.clouds import job_in, planned_job
from tests.migrate.forms.logic_apps.workflows import PING, a_workflow, calling

ONE = "a job here has one action, and one for when that has failed"
ON_FAILURE = {"Ping": PING, "Tell": {**PING, "runAfter": {"Ping": ["Failed"]}}}


@pytest.mark.parametrize(
    ("states", "comes_over"),
    [
        (["Failed"], True),
        (["Failed", "TimedOut", "Skipped"], True),
        (["TimedOut"], True),
        (["Succeeded", "Failed"], False),
        (["Succeeded"], False),
        (["Skipped"], False),
        ([], False),
    ],
)
def test_an_action_for_failure_becomes_the_error_action(states: list[str], comes_over: bool) -> None:
    tell = {**calling(uri="https://chat.example.com/")["Ping"], "runAfter": {"Ping": states}}
    job = job_in(a_workflow(actions={"Ping": PING, "Tell": tell}))

    if comes_over:
        assert job.faults == ()
        assert job.properties["action"]["errorAction"]["request"]["uri"] == "https://chat.example.com/"
    else:
        assert [str(fault) for fault in job.faults] == [
            f"definition.actions: are several, Ping (Http), Tell (Http): {ONE}. "
            "Their order, and what they hand to one another, would be lost"
        ]


def test_an_error_path_that_cannot_come_over_is_left_out_and_lost() -> None:
    tell = {
        **PING,
        "runAfter": {"Ping": ["Failed"]},
        "inputs": {**PING["inputs"], "body": "@outputs('Ping')"},
    }
    document = a_workflow(actions={"Ping": PING, "Tell": tell})

    job = planned_job(document, accept_loss=True).prepared

    assert job is not None
    assert (job.state, job.definition.error_action) == ("enabled", None)
    assert job.lost == (
        "its error path, Tell (Http): its request holds an expression that only Logic Apps evaluates "
        "(outputs); without it, nothing is done when the job has failed",
    )


def test_an_end_of_the_run_is_left_out_with_a_note() -> None:
    end = {"type": "Terminate", "inputs": {"runStatus": "Failed"}, "runAfter": {"Tell": ["Succeeded"]}}
    job = job_in(a_workflow(actions={**ON_FAILURE, "End": end}))

    assert job.faults == ()
    assert job.notes == ("End (Terminate) is left out: a run has failed here when its action has",)


@pytest.mark.parametrize(
    ("actions", "fault"),
    [
        pytest.param({}, "has no action: there is nothing to do", id="none"),
        pytest.param(
            {"A": PING, "B": PING},
            f"are several, A (Http), B (Http): {ONE}. "
            "Their order, and what they hand to one another, would be lost",
            id="two at once",
        ),
        pytest.param(
            {f"A{number}": PING for number in range(7)},
            f"are several, A0 (Http), A1 (Http), A2 (Http), A3 (Http), A4 (Http) and 2 more: {ONE}. "
            "Their order, and what they hand to one another, would be lost",
            id="many",
        ),
        pytest.param(
            {"Each": {"type": "Foreach", "actions": {"Ping": PING}, "runAfter": {}}},
            f"Each (Foreach) decides what is done: {ONE}. Its loop would be lost",
            id="a loop",
        ),
        pytest.param(
            {"All": {"type": "Scope", "actions": {"Ping": PING}}},
            f"All (Scope) decides what is done: {ONE}. What its group has in common would be lost",
            id="a group",
        ),
    ],
)
def test_what_a_job_cannot_do_is_a_fault_with_what_would_be_lost(actions: Any, fault: str) -> None:
    assert [str(one) for one in job_in(a_workflow(actions=actions)).faults] == [
        f"definition.actions: {fault}"
    ]
