"""Every limit in the document is the app's: on it a request is accepted, beyond it refused by its name."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import azure.functions as func
import pytest

from shared.api.merge import merge
from tests.openapi.document import DOCUMENT, OPERATIONS, Described, Schema, copied, operations, resolved
from tests.openapi.limits import Limit, accepted_and_refused, limits, moved, reaching
from tests.openapi.site import COLLECTION, NAMES, Site

DISABLED: Final = {"properties": {"state": "disabled"}}  # such a job needs no secrets
IN_FIRST: Final = {"job": f"/{COLLECTION}/jobs/any"}
DAILY: Final = {"frequency": "day"}
FOR_RECURRING: Final = {"exclude", "missedRuns", "overlap", "spread", "disableAfterFaults"}
HTTP_COMES_FIRST: Final = 0
LARGEST_PLAN: Final = {"properties": {"sku": {"name": "P20Premium"}}}
BODIES: Final[Mapping[str, tuple[dict[str, str], Schema]]] = {
    "putCollection": ({"collection": "new"}, {"location": "West Europe", **LARGEST_PLAN}),
    "patchCollection": ({"collection": "empty"}, LARGEST_PLAN),
    "putJob": ({"job": "new"}, DISABLED),
    "patchJob": ({"job": "idle"}, DISABLED),
    "previewRuns": ({}, IN_FIRST),
    "disableCollection": ({"collection": "empty"}, {}),
    "disableJob": ({"job": "idle"}, {}),
    "enableCollection": ({"collection": "empty"}, {}),
    "enableJob": ({"job": "idle"}, {}),
    "runJob": ({"job": "idle"}, {}),
}
"""For each operation that takes a body, whom to ask it of, and what every body has besides."""

SITE: Final = Site()


@dataclass(frozen=True, slots=True)
class Probe:
    """A limit of an operation's body, or of one of its parameters, and how to ask for a value there."""

    operation: Described
    limit: Limit
    document: Schema
    parameter: str = ""

    def disagreements(self) -> list[str]:
        """Return where the app is of another opinion than the document."""
        accepted, refused = accepted_and_refused(self.limit, self.document)
        if self.parameter in NAMES:
            refused.remove("")  # a path that ends in an empty name is the path of the list
        wrong = [f"{self.limit}: {value!r:.60} is refused" for value in accepted if self._refusal(value)]
        name = self.parameter or self.limit.named
        return wrong + [
            f"{self.limit}: {value!r:.60} is accepted"
            for value in refused
            if name.replace("_", " ") not in self._refusal(value)
        ]

    def _refusal(self, value: Any) -> str:
        """Return why a value is refused; nothing if it is not."""
        SITE.reset()
        response = self._send_parameter(value) if self.parameter else self._send_body(value)
        refused = response.status_code in (400, 409)
        assert refused or response.status_code < 300 or self.parameter
        return response.get_body().decode() if refused else ""

    def _send_body(self, value: Any) -> func.HttpResponse:
        names, base = BODIES[self.operation.id]
        patch = self.operation.method == "PATCH"
        body = reaching(self.operation.takes or {}, self.document, self.limit.steps, value, patch=patch)
        _make_fit(body.get("properties") or body)
        path = self.operation.path.format(**{**NAMES, **names}).removeprefix("/")
        return SITE.send(self.operation.method, path, json.dumps(merge(base, body)).encode())

    def _send_parameter(self, value: Any) -> func.HttpResponse:
        in_path = self.parameter in NAMES
        names = {**NAMES, self.parameter: value} if in_path else NAMES
        params = {} if in_path else {self.parameter: str(value)}
        path = self.operation.path.format(**names).removeprefix("/")
        return SITE.send(self.operation.method, path, b"", **params)


def _make_fit(properties: Schema) -> None:
    """Add what the key whose limit is probed needs beside it."""
    if properties.keys() & FOR_RECURRING:
        properties.setdefault("recurrence", DAILY)
    if "within" in properties.get("missedRuns", {}):
        properties["missedRuns"]["policy"] = "none"
    if "errorAction" in properties.get("defaults", {}):  # which needs no secrets then
        properties["state"] = "Disabled"


def is_unheard(limit: Limit) -> bool:
    """Say whether it is about HTTP answers, in an action that gets none. Defaults alone are of no kind."""
    if "stopOn" not in limit.steps:
        return False
    holder = limit.steps[limit.steps.index("retryOptions") - 1]
    return holder not in (HTTP_COMES_FIRST, "defaults")


def probes(document: Schema) -> Iterator[Probe]:
    for operation in operations(document):
        for limit in limits(operation.takes or {}, document):
            if limit.keyword != "x-maxBytes" and not is_unheard(limit):  # the former has a test of its own
                yield Probe(operation, limit, document)
        for reference in operation.says["parameters"] if operation.method == "GET" else []:
            parameter = resolved(reference, document)
            for limit in limits(parameter["schema"], document):
                yield Probe(operation, limit, document, parameter["name"])


PROBES: Final = list(probes(DOCUMENT))


def test_there_are_limits_of_every_kind() -> None:
    found = {(probe.operation.id, probe.limit.named or probe.parameter) for probe in PROBES}

    assert {operation for operation, _ in found} >= set(BODIES)
    assert {operation.id for operation in OPERATIONS.values() if operation.takes} == set(BODIES)
    assert {name for _, name in found} >= {
        *(
            "interval",
            "count",
            "minutes",
            "hours",
            "monthDays",
            "months",
            "occurrence",
            "top",
            "$top",
            "$skip",
        ),
        *(
            "uri",
            "body",
            "headers",
            "storageAccount",
            "namespace",
            "retryCount",
            "retryInterval",
            "queueName",
        ),
        *("maxJobCount", "maxJobOccurrence", "sasKeyName", "subscription", "resource_group", "job"),
        *("tags", "cron", "dates", "ranges", "calendars"),
        *("backoff", "maxInterval", "stopOn", "within", "spread", "disableAfterFaults"),
        *("keepFinishedFor", "description", "note"),
    }
    print(f"\n{len(PROBES)} limits")


def test_the_app_has_the_limits_that_the_document_names() -> None:
    assert [wrong for probe in PROBES for wrong in probe.disagreements()] == []


@pytest.mark.parametrize("by", [1, -1], ids=["loosened", "tightened"])
def test_a_document_with_another_limit_is_noticed(by: int) -> None:
    document = copied(DOCUMENT)
    unnoticed, tried = [], set()

    for probe in probes(document):
        node, keyword = probe.limit.node, probe.limit.keyword
        if (id(node), keyword) in tried:
            continue
        tried.add((id(node), keyword))
        right = node[keyword]
        node[keyword] = moved(probe.limit, by)
        unnoticed += [] if probe.disagreements() else [str(probe.limit)]
        node[keyword] = right

    assert unnoticed == []


@pytest.mark.parametrize("operation", ["putJob", "patchJob"])
def test_a_job_may_have_as_many_bytes_as_the_document_says(operation: str) -> None:
    described = OPERATIONS[operation]
    largest = resolved(described.takes or {})["x-maxBytes"]
    names, _ = BODIES[operation]
    path = described.path.format(**{**NAMES, **names}).removeprefix("/")

    statuses = []
    for size in (largest, largest + 1):
        SITE.reset()
        statuses.append(SITE.send(described.method, path, a_job_of(size)).status_code // 100)

    assert statuses == [2, 4]


def a_job_of(size: int) -> bytes:
    """Return a job that is stored with so many bytes."""
    message = {"storageAccount": "account1", "queueName": "queue-1", "message": ""}
    action = {"type": "StorageQueue", "queueMessage": message}
    message["message"] = "x" * (size - len(json.dumps({"action": action})))
    return json.dumps({"properties": {"action": action, "recurrence": None, "state": "disabled"}}).encode()
