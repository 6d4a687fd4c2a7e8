"""What the app costs in calls to storage, counted on a real Azurite: a change that makes more fails here."""

import pytest

from local.dev.azurite import Azurite
from proofs.benchmarks.cost import __main__ as cost
from proofs.benchmarks.cost.measures import Cost, measure
from proofs.benchmarks.goals import verdict
from proofs.harness.counting import CallKind, kind_of

HERD = 200
COLLECTIONS = 8  # so that shards fill as a thousand jobs in forty collections fill them
ACCOUNT = "http://127.0.0.1:10002/devstoreaccount1"


@pytest.fixture(scope="module")
def costs(azurite: Azurite) -> dict[str, Cost]:
    found = measure(azurite.connection_string, herd=HERD, stored=300, retries=1, collections=COLLECTIONS)
    return {cost.name: cost for cost in found}


@pytest.mark.parametrize("stored", ["10", "300"])
def test_an_idle_scan_is_one_call_per_shard_and_one_note(costs: dict[str, Cost], stored: str) -> None:
    calls = costs[f"idle scan, {stored} jobs"].tally.calls

    assert calls == {CallKind.QUERY: 16, CallKind.WRITE: 1}


def test_a_run_alone_is_nine_calls(costs: dict[str, Cost]) -> None:
    calls = costs["run alone"].tally.calls

    assert calls == {
        CallKind.PUT: 1,
        CallKind.GET: 1,
        CallKind.DELETE: 1,
        CallKind.READ: 3,  # ticket, job, collection
        CallKind.TRANSACTION: 3,  # mark, claim, settle
    }


@pytest.mark.parametrize(
    ("name", "most"),
    [
        pytest.param("200 runs, 8 collections", 0.45, id="at one instant"),
        pytest.param("200 runs, 1 collection", 0.45, id="at one instant in one collection"),
        pytest.param("400 failed attempts", 0.75, id="all fail and are retried"),
    ],
)
def test_runs_that_are_due_together_share_their_calls(costs: dict[str, Cost], name: str, most: float) -> None:
    assert costs[name].each <= most


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param(
            "new job, due later", {CallKind.READ: 1, CallKind.TRANSACTION: 1}, id="found by the scan"
        ),
        pytest.param(
            "new job, due soon",
            {CallKind.READ: 1, CallKind.TRANSACTION: 1, CallKind.PUT: 1},
            id="sent itself",
        ),
    ],
)
def test_a_new_job_is_three_calls_at_most(
    costs: dict[str, Cost], name: str, expected: dict[CallKind, int]
) -> None:
    assert costs[name].tally.calls == expected


def test_a_census_of_a_shard_is_ten_calls_and_two_more_once_an_hour(
    costs: dict[str, Cost],
) -> None:
    calls = costs["census"].tally.calls

    assert {kind: count / 64 for kind, count in calls.items() if kind is not CallKind.GET} == {
        CallKind.PUT: 1,
        CallKind.DELETE: 1,
        CallKind.READ: 1,  # the ticket
        CallKind.QUERY: 3.5,  # notes, collections, definitions; and once an hour old changes and failures
        CallKind.TRANSACTION: 3,  # mark, claim, put later
        CallKind.WRITE: 1,  # the note
    }


def test_a_census_that_is_called_costs_a_look_more(costs: dict[str, Cost]) -> None:
    assert costs["census, called"].tally.calls == {
        CallKind.PUT: 1,
        CallKind.GET: 1,
        CallKind.DELETE: 1,
        CallKind.READ: 1,  # the ticket
        CallKind.QUERY: 4,  # notes before and after, collections, definitions
        CallKind.TRANSACTION: 3,  # mark, claim, delete
        CallKind.WRITE: 1,  # the note
    }


def test_trimming_is_twelve_calls(costs: dict[str, Cost]) -> None:
    assert costs["trimming"].tally.calls == {
        CallKind.PUT: 1,
        CallKind.GET: 1,
        CallKind.DELETE: 1,
        CallKind.READ: 2,  # ticket, job
        CallKind.QUERY: 4,  # entries too old and too many, changes too many, whether any is left
        CallKind.TRANSACTION: 3,  # mark, claim, next trim
    }


def test_every_goal_has_its_costs(costs: dict[str, Cost]) -> None:
    goals = cost.goals(list(costs.values()))

    assert [len(goal.figures) for goal in goals] == [2, 1, 2, 1, 2, 1, 1, 1]
    assert all(verdict(goal).startswith("- met: ") for goal in goals)


def test_calls_are_shown_by_kind(costs: dict[str, Cost]) -> None:
    text = cost.render([costs["run alone"]])

    assert text.splitlines()[2].split("|")[1:-1] == [
        *(" run alone ", "          3 ", "           3 ", "   1 ", "   1 ", "      1 "),
        *("            8 ", "     9 ", "  1 ", "           9.00 "),
    ]


@pytest.mark.parametrize(
    ("method", "path", "expected"),
    [
        pytest.param("GET", "/Scheduler()?$filter=PartitionKey%20eq%20%27a%27", CallKind.QUERY, id="query"),
        pytest.param("GET", "/Scheduler(PartitionKey='a',RowKey='b')", CallKind.READ, id="point read"),
        pytest.param("PUT", "/Scheduler(PartitionKey='a',RowKey='b')", CallKind.WRITE, id="write"),
        pytest.param("POST", "/$batch", CallKind.TRANSACTION, id="transaction"),
        pytest.param("POST", "/Tables", CallKind.OTHER, id="creating a table"),
        pytest.param("POST", "/scheduler-dispatch/messages?visibilitytimeout=3", CallKind.PUT, id="put"),
        pytest.param("GET", "/scheduler-dispatch/messages?numofmessages=8", CallKind.GET, id="get"),
        pytest.param("DELETE", "/scheduler-dispatch/messages/1?popreceipt=2", CallKind.DELETE, id="delete"),
        pytest.param("PUT", "/scheduler-dispatch", CallKind.OTHER, id="creating a queue"),
    ],
)
def test_a_call_is_known_by_its_address(method: str, path: str, expected: CallKind) -> None:
    assert kind_of(method, ACCOUNT + path) is expected
