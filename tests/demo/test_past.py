"""The demo's three days: what the pictures of the portal shall show is in them."""

import json
from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import azure.functions as func
import pytest

from local.demo.company import a_company
from local.demo.jobs import SUBSCRIPTION
from local.demo.past import Past
from local.demo.settings import VIEWER
from shared.functions.http import answer

END = datetime(2026, 11, 18, 8, 10, 42, tzinfo=UTC)
MOST_PAGES = 100


@pytest.fixture(scope="module")
def past() -> Past:
    past = Past(a_company(END), end=END)
    past.play()
    return past


def ask(past: Past, path: str, **params: str) -> list[dict[str, Any]]:
    """Return all values of a list over all jobs."""
    values: list[dict[str, Any]] = []
    asked: dict[str, str] = {"api-version": "2026-11-01", **params}
    where = f"subscriptions/{SUBSCRIPTION}/providers/Microsoft.Scheduler/{path}"
    for _ in range(MOST_PAGES):
        request = func.HttpRequest(
            method="GET",
            url=f"https://app.example/{where}",
            headers={"x-functions-key": VIEWER},
            params=asked,
            route_params={"path": where},
            body=b"",
        )
        page = json.loads(answer(request, lambda: past.app).get_body())
        values += page["value"]
        if not page["nextLink"]:
            break
        asked = dict(parse_qsl(urlsplit(page["nextLink"]).query))
    return values


def test_there_are_jobs_in_every_state(past: Past) -> None:
    states = Counter(job["properties"]["state"] for job in ask(past, "jobs"))

    assert states.total() > 70
    assert set(states) == {"enabled", "disabled", "completed", "faulted"}


def test_one_runs_and_one_waits_for_a_retry(past: Past) -> None:
    under_way = {one["name"]: one["properties"] for one in ask(past, "running")}

    assert under_way["finance/reconcile-payments"]["state"] == "running"
    assert under_way["warehouse/label-printer-heartbeat"]["kind"] == "retry"


def test_attempts_failed_in_the_last_day(past: Past) -> None:
    since = (END - timedelta(days=1)).isoformat().replace("+00:00", "Z")

    failed = {failure["name"].split("/")[1] for failure in ask(past, "failures", **{"from": since})}

    assert {"publish-price-feed", "cold-chain-check", "credit-check-batch"} <= failed


def test_several_people_changed_something(past: Past) -> None:
    assert {record["properties"]["who"] for record in ask(past, "audit")} >= {"ops", "anna", "deploy-bot"}


def test_credentials_end_soon(past: Past) -> None:
    assert len(ask(past, "expiring", within="14.00:00:00")) == 3
