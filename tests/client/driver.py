"""What a user of the official client does, and what comes back, as JSON.

Runs in the client's own environment. Reads from stdin where the app is and what is needed to call it,
plays every scenario in a resource group of its own, and prints what each has found.
"""

import json
import sys
import time
import traceback
from collections.abc import Callable
from functools import partial
from typing import Any

import requests
from azure.mgmt.scheduler import SchedulerManagementClient  # type: ignore[import-untyped]  # only here
from azure.mgmt.scheduler import models as m
from msrest.authentication import (  # type: ignore[import-not-found]  # only here
    Authentication,
    BasicTokenAuthentication,
)
from msrest.exceptions import (  # type: ignore[import-not-found]  # only here
    DeserializationError,
    ValidationError,
)
from msrestazure.azure_exceptions import CloudError  # type: ignore[import-not-found]  # only here

from tests.client.definitions import (
    a_job,
    every_day,
    every_kind_of_action,
    every_kind_of_recurrence,
    http,
    in_berlin,
    with_retry_interval,
    with_time_to_live,
)

LONGEST_WAIT = 30.0  # seconds, for runs that take a moment

Facts = dict[str, Any]


def a_client(base: str, key: str | None) -> Any:
    credentials = BasicTokenAuthentication({"access_token": key}) if key else Authentication()
    return SchedulerManagementClient(credentials, "official-client", base_url=base)


class Driver:
    def __init__(self, given: Facts) -> None:
        self._given = given
        client = a_client(given["base"], given["key"])
        self._collections, self._jobs = client.job_collections, client.jobs

    def collections(self, group: str) -> Facts:
        wanted = m.JobCollectionDefinition(
            location="westeurope",
            tags={"team": "a"},
            properties=m.JobCollectionProperties(
                sku=m.Sku(name="P10Premium"),
                quota=m.JobCollectionQuota(
                    max_job_count=20, max_recurrence=m.JobMaxRecurrence(frequency="Hour", interval=2)
                ),
            ),
        )
        created = self._collections.create_or_update(group, "main", wanted, raw=True)
        replaced = self._collections.create_or_update(group, "main", wanted, raw=True)
        tags = m.JobCollectionDefinition(tags={"team": "b"})
        return {
            "created": [created.response.status_code, created.output.as_dict()],
            "replaced": replaced.response.status_code,
            "got": self._collections.get(group, "main").as_dict(),
            "patched": self._collections.patch(group, "main", tags).as_dict(),
            "of the group": [found.name for found in self._collections.list_by_resource_group(group)],
            "of the subscription": [found.id for found in self._collections.list_by_subscription()],
        }

    def long_running_operations(self, group: str) -> Facts:
        self._make_collection(group)
        found = {}
        for name in ("disable", "enable"):
            poller = getattr(self._collections, name)(group, "main")
            state = self._collections.get(group, "main").properties.state
            found[name] = [poller.done(), poller.result(), state]
        poller = self._collections.delete(group, "main")
        found["delete"] = [poller.done(), poller.result()]
        return {**found, "afterwards": error_of(lambda: self._collections.get(group, "main"))}

    def actions(self, group: str) -> Facts:
        self._make_collection(group)
        found = {}
        for name, action in every_kind_of_action(self._given["pfx"], self._given["pfx_password"]).items():
            created = self._jobs.create_or_update(group, "main", name, a_job(action), raw=True)
            got = self._jobs.get(group, "main", name)
            found[name] = [created.response.status_code, created.output == got, got.as_dict()]
        return found

    def recurrences(self, group: str) -> Facts:
        self._make_collection(group)
        found = {}
        for name, recurrence in every_kind_of_recurrence().items():
            self._jobs.create_or_update(group, "main", name, a_job(http(), recurrence=recurrence))
            found[name] = self._jobs.get(group, "main", name).properties.recurrence.as_dict()
        return found

    def patches(self, group: str) -> Facts:
        self._make_collection(group)
        secured = http(authentication=m.BasicAuthentication(username="user", password="s3cret"))
        recurrence = m.JobRecurrence(frequency="Day", count=7)
        self._jobs.create_or_update(group, "main", "job", a_job(secured, recurrence=recurrence))
        request = m.HttpRequest(method="PUT")
        changed = m.JobProperties(
            action=m.JobAction(request=request),
            recurrence=m.JobRecurrence(frequency="Week"),
            state="Disabled",
        )
        patched = self._jobs.patch(group, "main", "job", changed)
        enabled = m.JobProperties(state="Enabled")
        return {
            "patched": patched.properties.as_dict(),
            "enabled": self._jobs.patch(group, "main", "job", enabled).properties.as_dict(),
        }

    def job_lists(self, group: str) -> Facts:
        self._make_collection(group)
        for name, state in zip(
            "abcde", ["Enabled", "Disabled", "Enabled", "Disabled", "Enabled"], strict=True
        ):
            self._jobs.create_or_update(group, "main", name, a_job(http(), state=state))

        def names(**page: Any) -> list[str]:
            return [job.name for job in self._jobs.list(group, "main", **page)]

        return {
            "all": names(),
            "top": names(top=2),
            "skip": names(skip=3),
            "top and skip": names(top=2, skip=1),
            "beyond": names(skip=5),
            "disabled": names(filter="state eq Disabled"),
            "second enabled": names(filter="state eq 'enabled'", top=1, skip=1),
            "too many": error_of(lambda: names(top=101)),
            "unknown filter": error_of(lambda: names(filter="name eq a")),
        }

    def runs(self, group: str) -> Facts:
        self._make_collection(group)
        for name in ("good", "bad"):
            action = http(f"{self._given['receiver']}/{name}")
            action.retry_policy = m.RetryPolicy(retry_type="None")
            self._jobs.create_or_update(group, "main", name, a_job(action, recurrence=every_day()))
        ran = [self._jobs.run(group, "main", "good", raw=True).response.status_code for _ in range(3)]
        self._jobs.run(group, "main", "bad")
        self._wait_for_runs(group, "good", 3)
        self._wait_for_runs(group, "bad", 1)

        def history(job: str, **page: Any) -> list[Facts]:
            return [entry.as_dict() for entry in self._jobs.list_job_history(group, "main", job, **page)]

        return {
            "ran": ran,
            "good": history("good"),
            "top and skip": history("good", top=1, skip=1),
            "good and failed": history("good", filter="status eq Failed"),
            "bad and failed": history("bad", filter="status eq 'Failed'"),
            "status": self._jobs.get(group, "main", "good").properties.status.as_dict(),
            "deleted": self._jobs.delete(group, "main", "good", raw=True).response.status_code,
            "history afterwards": error_of(lambda: history("good")),
        }

    def errors(self, group: str) -> Facts:
        self._make_collection(group, quota=m.JobCollectionQuota(max_job_count=1))
        collections, jobs = self._collections, self._jobs
        jobs.create_or_update(group, "main", "first", a_job(http()))
        no_secret = a_job(http(authentication=m.BasicAuthentication(username="user")))
        faulty = a_job(http(uri="nowhere"), recurrence=m.JobRecurrence(frequency="Day", interval=549))
        nowhere = m.JobCollectionDefinition()
        return {
            "collection missing": error_of(lambda: collections.get(group, "other")),
            "delete, collection missing": error_of(lambda: collections.delete(group, "other")),
            "job missing": error_of(lambda: jobs.get(group, "main", "other")),
            "run, job missing": error_of(lambda: jobs.run(group, "main", "other")),
            "parent missing": error_of(lambda: jobs.create_or_update(group, "other", "job", a_job(http()))),
            "location missing": error_of(lambda: collections.create_or_update(group, "new", nowhere)),
            "secret missing": error_of(lambda: jobs.create_or_update(group, "main", "first", no_secret)),
            "faults": error_of(lambda: jobs.create_or_update(group, "main", "first", faulty)),
            "quota": error_of(lambda: jobs.create_or_update(group, "main", "second", a_job(http()))),
        }

    def what_lists_cannot_read(self, group: str) -> Facts:
        found = {}
        for name, action in {"retry": with_retry_interval(), "live": with_time_to_live()}.items():
            self._make_collection(group, name)
            self._jobs.create_or_update(group, name, "job", a_job(action))
            got = self._jobs.get(group, name, "job").properties.action.as_dict()
            listed = self._jobs.list(group, name)
            found[name] = {"got": got, "listed": error_of(partial(list, listed))}
        return found

    def local_time(self, group: str) -> Facts:
        """Read a job that has a zone and put it back; the client knows nothing of zones."""
        self._make_collection(group)
        self._extended("PUT", group, "", in_berlin()["collection"])
        self._extended("PUT", group, "/jobs/job", in_berlin()["job"])
        before = [self._extended("GET", group, place) for place in ("", "/jobs/job")]
        job, collection = self._jobs.get(group, "main", "job"), self._collections.get(group, "main")
        listed = [one.as_dict() for one in self._jobs.list(group, "main")]
        self._jobs.create_or_update(group, "main", "job", job.properties)
        self._collections.create_or_update(group, "main", collection)
        after = [self._extended("GET", group, place) for place in ("", "/jobs/job")]
        return {"before": before, "after": after, "job": job.as_dict(), "listed": listed}

    def access(self, group: str) -> Facts:
        """Call with a key that may only read, with a wrong one, and with none."""
        self._make_collection(group)
        wanted = m.JobCollectionDefinition(location="West Europe")
        found = {}
        for name, key in self._given["other_keys"].items():
            collections = a_client(self._given["base"], key).job_collections
            found[name] = {
                "get": error_of(partial(collections.get, group, "main")),
                "put": error_of(partial(collections.create_or_update, group, "main", wanted)),
            }
        return found

    def clear_up(self) -> None:
        """Delete everything, so that no job is left for the other tests' apps."""
        for found in self._collections.list_by_subscription():
            self._collections.delete(found.id.split("/")[4], found.name).wait()

    def _make_collection(self, group: str, name: str = "main", **properties: Any) -> None:
        wanted = m.JobCollectionProperties(sku=m.Sku(name="Standard"), **properties)
        definition = m.JobCollectionDefinition(location="West Europe", properties=wanted)
        self._collections.create_or_update(group, name, definition)

    def _extended(self, method: str, group: str, place: str, body: object = None) -> Facts:
        """Call the app under the api-version that the client does not know."""
        path = f"/subscriptions/official-client/resourceGroups/{group}/providers/Microsoft.Scheduler"
        answer = requests.request(
            method,
            f"{self._given['base']}{path}/jobCollections/main{place}",
            params={"api-version": "2026-11-01"},
            headers={"x-functions-key": self._given["key"] or ""},
            json=body,
            timeout=LONGEST_WAIT,
        )
        answer.raise_for_status()
        properties: Facts = answer.json()["properties"]
        return {key: value for key, value in properties.items() if key != "status"}

    def _wait_for_runs(self, group: str, job: str, count: int) -> None:
        deadline = time.monotonic() + LONGEST_WAIT
        while len(list(self._jobs.list_job_history(group, "main", job))) < count:
            if time.monotonic() > deadline:
                raise TimeoutError(f"{job} has not run {count} times within {LONGEST_WAIT} seconds")
            time.sleep(0.1)


def error_of(call: Callable[[], object]) -> Facts | None:
    """Return what the client raises, as a user sees it, or None if all goes well."""
    try:
        call()
    except CloudError as exc:
        return {
            "raised": "CloudError",
            "status": exc.status_code,
            "code": exc.error.error,
            "message": exc.message,
            "has request id": bool(exc.request_id),
        }
    except (DeserializationError, ValidationError) as exc:
        return {"raised": type(exc).__name__}
    return None


def play(driver: Driver, scenario: str) -> Facts:
    found: Facts
    try:
        found = getattr(driver, scenario)(scenario)
    except Exception:  # one scenario's failure must not hide what the others found
        return {"failed": traceback.format_exc()}
    return found


def main() -> None:
    given = json.load(sys.stdin)
    driver = Driver(given)
    found = {scenario: play(driver, scenario) for scenario in given["scenarios"]}
    driver.clear_up()
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()
