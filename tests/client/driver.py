"""What a user of the official client does, and what comes back, as JSON.

Runs in the client's own environment. Reads from stdin where the app is and what is needed to call it,
plays every scenario in a resource group of its own, and prints what each has found.
"""

import json
import sys
import time
import traceback
from functools import partial
from typing import Any

import requests
from azure.mgmt.scheduler import models as m  # type: ignore[import-untyped]  # only here

from tests.client.definitions import (
    a_job,
    basic,
    every_day,
    every_kind_of_action,
    every_kind_of_duration,
    every_kind_of_recurrence,
    http,
)
from tests.client.release import PREMIUM, Facts, a_client, answered, as_sent, error_of, started

LONGEST_WAIT = 30.0  # seconds, for runs that take a moment


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
                sku=m.Sku(name=PREMIUM),
                quota=m.JobCollectionQuota(
                    max_job_count=20, max_recurrence=m.JobMaxRecurrence(frequency="Hour", interval=2)
                ),
            ),
        )
        created, collection = answered(self._collections.create_or_update, group, "main", wanted)
        replaced, _ = answered(self._collections.create_or_update, group, "main", wanted)
        got = self._collections.get(group, "main")
        tags = m.JobCollectionDefinition(tags={"team": "b"})
        return {
            "created": [created, collection.as_dict()],
            "replaced": replaced,
            "got": got.as_dict(),
            "put back": error_of(lambda: self._collections.create_or_update(group, "main", got)),
            "patched": self._collections.patch(group, "main", tags).as_dict(),
            "of the group": [found.name for found in self._collections.list_by_resource_group(group)],
            "of the subscription": [found.id for found in self._collections.list_by_subscription()],
        }

    def long_running_operations(self, group: str) -> Facts:
        self._make_collection(group)
        found = {}
        for name in ("disable", "enable"):
            ended = started(self._collections, name, group, "main")
            found[name] = [*ended, self._collections.get(group, "main").properties.state]
        found["delete"] = started(self._collections, "delete", group, "main")
        return {**found, "afterwards": error_of(lambda: self._collections.get(group, "main"))}

    def actions(self, group: str) -> Facts:
        self._make_collection(group)
        found = {}
        for name, action in every_kind_of_action(self._given["pfx"], self._given["pfx_password"]).items():
            status, created = answered(self._jobs.create_or_update, group, "main", name, a_job(action))
            got = self._jobs.get(group, "main", name)
            put_back = self._puts_back(group, "main", name, got)
            found[name] = [status, created == got, got.as_dict(), put_back]
        return found

    def recurrences(self, group: str) -> Facts:
        self._make_collection(group)
        found: Facts = {}
        for name, recurrence in every_kind_of_recurrence().items():
            self._jobs.create_or_update(group, "main", name, a_job(http(), recurrence=recurrence))
            got = self._jobs.get(group, "main", name)
            put_back = self._puts_back(group, "main", name, got)
            found[name] = [got.properties.recurrence.as_dict(), put_back]
        return found

    def patches(self, group: str) -> Facts:
        self._make_collection(group)
        secured = http(authentication=basic(password="s3cret"))
        recurrence = m.JobRecurrence(frequency="Day", count=7)
        self._jobs.create_or_update(group, "main", "job", a_job(secured, recurrence=recurrence))
        request = m.HttpRequest(method="PUT")
        changed = m.JobProperties(
            action=m.JobAction(request=request),
            recurrence=m.JobRecurrence(frequency="Week"),
            state="Disabled",
        )
        patched = self._jobs.patch(group, "main", "job", as_sent(changed))
        enabled = m.JobProperties(state="Enabled")
        return {
            "patched": patched.properties.as_dict(),
            "enabled": self._jobs.patch(group, "main", "job", as_sent(enabled)).properties.as_dict(),
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
        ran = [answered(self._jobs.run, group, "main", "good")[0] for _ in range(3)]
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
            "deleted": answered(self._jobs.delete, group, "main", "good")[0],
            "history afterwards": error_of(lambda: history("good")),
        }

    def errors(self, group: str) -> Facts:
        self._make_collection(group, quota=m.JobCollectionQuota(max_job_count=1))
        collections, jobs = self._collections, self._jobs
        jobs.create_or_update(group, "main", "first", a_job(http()))
        no_secret = a_job(http(authentication=basic()))
        faulty = a_job(http(uri="nowhere"), recurrence=m.JobRecurrence(frequency="Day", interval=549))
        nowhere = m.JobCollectionDefinition()
        return {
            "collection missing": error_of(lambda: collections.get(group, "other")),
            "delete, collection missing": error_of(lambda: started(collections, "delete", group, "other")),
            "job missing": error_of(lambda: jobs.get(group, "main", "other")),
            "run, job missing": error_of(lambda: jobs.run(group, "main", "other")),
            "parent missing": error_of(lambda: jobs.create_or_update(group, "other", "job", a_job(http()))),
            "location missing": error_of(lambda: collections.create_or_update(group, "new", nowhere)),
            "secret missing": error_of(lambda: jobs.create_or_update(group, "main", "first", no_secret)),
            "faults": error_of(lambda: jobs.create_or_update(group, "main", "first", faulty)),
            "quota": error_of(lambda: jobs.create_or_update(group, "main", "second", a_job(http()))),
        }

    def durations(self, group: str) -> Facts:
        found: Facts = {}
        for name, action in every_kind_of_duration().items():
            self._make_collection(group, name)
            found[name] = self._duration(group, name, action)
        return found

    def _duration(self, group: str, name: str, action: Any) -> Facts:
        refused = error_of(lambda: self._jobs.create_or_update(group, name, "job", a_job(action)))
        if refused:
            return {"created": refused}
        (listed,), got = self._jobs.list(group, name), self._jobs.get(group, name, "job")
        return {
            "created": None,
            "stored": self._extended("GET", group, f"{name}/jobs/job")["action"],
            "got": got.properties.action.as_dict(),
            "listed": listed.properties.action.as_dict(),
            "put back": self._puts_back(group, name, "job", got),
            "put back from the list": self._puts_back(group, name, "job", listed),
        }

    def local_time(self, group: str) -> Facts:
        """Read a job that has a zone and put it back; the client knows nothing of zones."""
        self._make_collection(group)
        self._extended("PUT", group, "main", self._given["in_berlin"]["collection"])
        self._extended("PUT", group, "main/jobs/job", self._given["in_berlin"]["job"])
        before = [self._extended("GET", group, place) for place in ("main", "main/jobs/job")]
        job, collection = self._jobs.get(group, "main", "job"), self._collections.get(group, "main")
        listed = [one.as_dict() for one in self._jobs.list(group, "main")]
        self._jobs.create_or_update(group, "main", "job", as_sent(job.properties))
        self._collections.create_or_update(group, "main", collection)
        after = [self._extended("GET", group, place) for place in ("main", "main/jobs/job")]
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
            started(self._collections, "delete", found.id.split("/")[4], found.name)

    def _make_collection(self, group: str, name: str = "main", **properties: Any) -> None:
        wanted = m.JobCollectionProperties(sku=m.Sku(name="Standard"), **properties)
        definition = m.JobCollectionDefinition(location="West Europe", properties=wanted)
        self._collections.create_or_update(group, name, definition)

    def _puts_back(self, group: str, collection: str, name: str, job: Any) -> Facts | bool:
        """Return what is refused when a job is put as it was read, or whether that left all as it was."""
        place = f"{collection}/jobs/{name}"
        before = self._extended("GET", group, place)
        put = partial(self._jobs.create_or_update, group, collection, name)
        refused = error_of(lambda: put(as_sent(job.properties)))
        return refused or self._extended("GET", group, place) == before

    def _extended(self, method: str, group: str, place: str, body: object = None) -> Facts:
        """Call the app under the api-version that the client does not know."""
        path = f"/subscriptions/official-client/resourceGroups/{group}/providers/Microsoft.Scheduler"
        answer = requests.request(
            method,
            f"{self._given['base']}{path}/jobCollections/{place}",
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
    json.dump(found, sys.stdout, default=lambda enum: enum.value)  # of which old clients make texts


if __name__ == "__main__":
    main()
