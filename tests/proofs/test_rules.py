"""What the checker learns of a job's policies from the body that was sent."""

import random
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from proofs.faults.policy_jobs import plan_mixed, plan_policied
from proofs.faults.rules import Rule, rule_of
from proofs.faults.scenarios import FULL, SHORT
from proofs.faults.workload import Place
from shared.domain.policies import MissedPolicy, Overlap

NINE = datetime(2026, 3, 2, 9, tzinfo=UTC)
ADDRESS = "/subscriptions/s/resourceGroups/g/providers/Microsoft.Scheduler/jobCollections/c/jobs/1"
PLACE = Place(group="g", receiver="http://127.0.0.1:1", silent="http://127.0.0.1:2")
THREE_MORE = {"retryType": "fixed", "retryInterval": "00:00:15", "retryCount": 3}
BUSY = "?status=503%20Busy%0D%0ARetry-After%3A%2040%0D%0AX-Was%3A"


def after(seconds: float) -> datetime:
    return NINE + timedelta(seconds=seconds)


def a_rule(query: str = "", action: dict[str, Any] | None = None, **properties: Any) -> Rule:
    request = {"uri": f"http://127.0.0.1:1/g/1{query}", "method": "POST"}
    whole = {"type": "Http", "request": request, "retryPolicy": {"retryType": "none"}, **(action or {})}
    body = {"properties": {"startTime": NINE.isoformat(), "action": whole, **properties}}
    return rule_of(ADDRESS, "/g/1", body)


def test_a_job_without_policies_has_an_easy_rule() -> None:
    assert a_rule() == Rule(path="/g/1", times=(NINE,))


def test_the_schedule_names_the_minutes_up_to_its_end() -> None:
    recurrence = {"frequency": "minute", "interval": 1, "endTime": after(130).isoformat()}

    assert a_rule(recurrence=recurrence).times == (NINE, after(60), after(120))


@pytest.mark.parametrize(
    ("properties", "learned"),
    [
        pytest.param({"overlap": "wait"}, {"overlap": Overlap.WAIT}, id="overlap"),
        pytest.param(
            {"missedRuns": {"policy": "all", "within": "00:05:00"}},
            {"missed": MissedPolicy.ALL, "within": timedelta(minutes=5)},
            id="missed runs",
        ),
        pytest.param(
            {"state": "disabled", "disabled": {"until": after(30).isoformat()}},
            {"off_until": after(30)},
            id="disabled",
        ),
        pytest.param({"disableAfterFaults": 2}, {"most_faults": None}, id="faults of what does not fail"),
    ],
)
def test_policies_are_learned(properties: dict[str, Any], learned: dict[str, Any]) -> None:
    rule = a_rule(**properties)

    assert {name: getattr(rule, name) for name in learned} == learned


@pytest.mark.parametrize(
    ("query", "action", "pauses"),
    [
        pytest.param("?status=500", {}, [], id="no retries"),
        pytest.param("", {"retryPolicy": THREE_MORE}, [], id="it does not fail"),
        pytest.param("?status=500", {"retryPolicy": THREE_MORE}, [15, 15, 15], id="always as long"),
        pytest.param(
            "?status=500",
            {"retryPolicy": THREE_MORE, "retryOptions": {"backoff": 2.0, "maxInterval": "00:00:45"}},
            [15, 30, 45],
            id="ever longer, up to a limit",
        ),
        pytest.param(
            BUSY,
            {"retryPolicy": THREE_MORE, "retryOptions": {"retryAfter": True, "backoff": 2.0}},
            [40, 40, 60],
            id="as long as the target asks, if that is longer",
        ),
        pytest.param(
            BUSY,
            {"retryPolicy": THREE_MORE, "retryOptions": {"retryAfter": True, "maxInterval": "00:00:20"}},
            [20, 20, 20],
            id="the target asks for too much",
        ),
        pytest.param(BUSY, {"retryPolicy": THREE_MORE}, [15, 15, 15], id="nobody listens to the target"),
        pytest.param(
            "?status=410",
            {"retryPolicy": THREE_MORE, "retryOptions": {"stopOn": [410]}},
            [],
            id="an answer that is not tried again",
        ),
    ],
)
def test_how_long_to_wait_before_each_retry_is_learned(
    query: str, action: dict[str, Any], pauses: list[int]
) -> None:
    rule = a_rule(query, action)

    assert [pause.total_seconds() for pause in rule.pauses] == pauses
    assert rule.calls == len(pauses) + 1


def test_what_a_failing_target_brings_along_is_learned() -> None:
    rule = a_rule("?status=500&wait=0.5", {"errorAction": {}}, disableAfterFaults=2)

    assert (rule.fails, rule.mourned, rule.most_faults) == (True, True, 2)
    assert rule.takes == timedelta(seconds=0.5)


def test_only_what_is_due_after_it_was_enabled_is_owed() -> None:
    times = (NINE, after(60), after(120))

    assert Rule(path="/g/1", times=times, off_until=after(60)).owed == (after(120),)
    assert Rule(path="/g/1", times=times, off_until=after(60), delay=timedelta(seconds=1)).owed == times[1:]


@pytest.mark.parametrize(
    ("size", "kinds"), [pytest.param(FULL, 12, id="full"), pytest.param(SHORT, 8, id="short")]
)
def test_every_kind_of_policy_is_among_the_jobs(size: Any, kinds: int) -> None:
    jobs = plan_policied(PLACE, size, begin=NINE, chance=random.Random(1))

    rules = [job.rule for job in jobs if job.rule]
    assert len(rules) == len(jobs) == kinds * size.policies.each
    assert {rule.overlap for rule in rules} == set(Overlap)
    assert {rule.missed for rule in rules} == set(MissedPolicy)
    assert any(rule.delay for rule in rules)
    assert any(rule.most_faults for rule in rules)
    assert sum(rule.off_until is not None for rule in rules) == size.policies.each
    assert sum(rule.paused_until is not None for rule in rules) == size.policies.each


def test_what_is_enabled_at_an_instant_is_created_before_it() -> None:
    jobs = plan_mixed(PLACE, SHORT, begin=NINE, chance=random.Random(1))

    off = [bool(job.rule and (job.rule.off_until or job.rule.paused_until)) for job in jobs]
    assert off == sorted(off, reverse=True)
    assert [job.pause for job in jobs if job.pause] == [
        {"until": "2026-03-02T09:00:01+00:00", "note": "for a while"}
    ]
