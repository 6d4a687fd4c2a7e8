"""The app that browser tests look at: its address and keys, and a target that can be told to fail."""

from dataclasses import dataclass, field
from typing import Any, Final

import requests
from playwright.sync_api import Page

from local.dev.azurite import Azurite
from tests.end_to_end.app_process import LONGEST_WAIT, wait_for
from tests.receiver import Answer, Received

SUBSCRIPTION: Final = "contoso"
GROUP: Final = "erp"
OPS: Final = "ops-key-of-the-browser-tests-0123456789"
VIEWER: Final = "viewer-key-of-the-browser-tests-012345"
HALL: Final = "hall-key-of-the-browser-tests-01234567"
SCOPE: Final = f"{SUBSCRIPTION}/{GROUP}/warehouse"
"""What the key of the hall is for."""


@dataclass(slots=True)
class Targets:
    """What answers jobs: well, unless the path is told to fail, or has an answer of its own."""

    failing: set[str] = field(default_factory=set)
    answers: dict[str, Answer] = field(default_factory=dict)

    def __call__(self, received: Received) -> Answer:
        path = received.path.partition("?")[0]
        own = self.answers.get(path, Answer(body=b"done"))
        return Answer(status=503, body=b"not now") if path in self.failing else own


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """The app, as a user reaches it."""

    address: str
    target: str
    """The address of what jobs call."""
    targets: Targets
    storage: Azurite

    def collection(self, name: str = "finance") -> str:
        group = f"/subscriptions/{SUBSCRIPTION}/resourceGroups/{GROUP}"
        return f"{group}/providers/Microsoft.Scheduler/jobCollections/{name}"

    def job(self, name: str, collection: str = "finance") -> str:
        return f"{self.collection(collection)}/jobs/{name}"

    def call(self, method: str, path: str, body: object = None, **params: str) -> Any:
        """Return what the app answers, which must be a success."""
        answer = requests.request(
            method,
            self.address + path,
            json=body,
            params={"api-version": "2026-11-01", **params},
            headers={"x-functions-key": OPS},
            timeout=LONGEST_WAIT,
        )
        assert answer.ok, f"{method} {path}: {answer.status_code} {answer.text}"
        return answer.json() if answer.content else None

    def put_collection(self, name: str = "finance", **properties: Any) -> None:
        self.call("PUT", self.collection(name), {"location": "West Europe", "properties": properties})

    def put_job(self, name: str, collection: str = "finance", **properties: Any) -> None:
        """Store a job that calls the target at a path of its own name; unless told otherwise, yearly."""
        action = {"type": "Http", "request": {"uri": f"{self.target}/{name}", "method": "POST"}}
        yearly = {"startTime": "2026-01-01T09:00:00Z", "recurrence": {"frequency": "year"}}
        self.call(
            "PUT", self.job(name, collection), {"properties": {"action": action, **yearly, **properties}}
        )

    def run(self, name: str, collection: str = "finance") -> None:
        """Run a job by hand, and wait until one more attempt of it is in the history."""
        before = len(self.history(name, collection))
        self.call("POST", f"{self.job(name, collection)}/run")
        wait_for(lambda: len(self.history(name, collection)) > before)

    def history(self, name: str, collection: str = "finance") -> list[dict[str, Any]]:
        entries = self.call("GET", f"{self.job(name, collection)}/history")["value"]
        return [entry["properties"] for entry in entries]


def with_short_pages(page: Page, top: int) -> None:
    """Let pages of the list of changes have so few entries, so that few changes fill several."""
    page.route("**/audit?*", lambda route: route.continue_(url=_shortened(route.request.url, top)))


def _shortened(address: str, top: int) -> str:
    return address if "behind=" in address or "%24top=" in address else f"{address}&%24top={top}"


def seed(site: Site) -> None:
    """Store a few jobs with a past: one that is well, one that failed, one that is off."""
    site.put_collection("finance", defaults={"timeZone": "Europe/Berlin"})
    site.put_collection("warehouse")
    none = {"retryPolicy": {"retryType": "none"}}
    site.put_job("bill-customers", description="Sends the invoices of the day before.")
    site.put_job("refresh-rates", recurrence={"frequency": "hour", "interval": 6})
    site.put_job("sync-stock", "warehouse", action={**_calls(site, "sync-stock"), **none})
    site.put_job("count-pallets", "warehouse")
    site.run("bill-customers")
    site.targets.failing.add("/sync-stock")
    site.run("sync-stock", "warehouse")
    site.targets.failing.clear()
    site.call("POST", f"{site.job('count-pallets', 'warehouse')}/disable", {"note": "The hall is closed."})


def _calls(site: Site, name: str) -> dict[str, Any]:
    return {"type": "Http", "request": {"uri": f"{site.target}/{name}", "method": "POST"}}
