import json
from typing import Any

import pytest

from tests.runtime.host import ROOT
from tests.runtime.host_json_rules import host_json_faults


def host_json() -> Any:
    return json.loads((ROOT / "host.json").read_text(encoding="utf-8"))


def changed(path: str, value: object) -> Any:
    """The project's host.json with one value changed."""
    content = host_json()
    *sections, key = path.split(".")
    section = content
    for name in sections:
        section = section[name]
    section[key] = value
    return content


def without(path: str) -> Any:
    content = changed(path, None)
    *sections, key = path.split(".")
    section = content
    for name in sections:
        section = section[name]
    del section[key]
    return content


def test_host_json_keeps_the_rules() -> None:
    assert host_json_faults(host_json()) == []


@pytest.mark.parametrize(
    ("path", "value"),
    [
        pytest.param("version", "1.0", id="old version"),
        pytest.param("version", 2.0, id="version as a number"),
        pytest.param("functionTimeout", "00:10:01", id="longer than Consumption allows"),
        pytest.param("functionTimeout", "-1", id="no time-out at all"),
        pytest.param("functionTimeout", "5:00", id="minutes and seconds only"),
        pytest.param("functionTimout", "00:05:00", id="misspelled"),
        pytest.param("queues", {}, id="in the wrong place"),
        pytest.param("extensionBundle.version", "[3.*, 4.0.0)", id="old bundle"),
        pytest.param("extensionBundle.id", "Microsoft.Azure.Functions.ExtensionBundle.Preview", id="preview"),
        pytest.param("extensions.http.routePrefix", "api", id="prefix"),
        pytest.param("extensions.queues.batchSize", 0, id="no batch"),
        pytest.param("extensions.queues.batchSize", 33, id="batch too large"),
        pytest.param("extensions.queues.batchSize", "8", id="batch as text"),
        pytest.param("extensions.queues.batchSize", True, id="batch as a boolean"),
        pytest.param("extensions.queues.newBatchThreshold", -1, id="threshold below zero"),
        pytest.param("extensions.queues.maxPollingInterval", "00:00:00.05", id="polls too often"),
        pytest.param("extensions.queues.maxPollingInterval", 1000, id="milliseconds, as in version 1"),
        pytest.param("extensions.queues.visibilityTimeout", "00:00:00", id="failures come back at once"),
        pytest.param("extensions.queues.visibilityTimeout", "00:00:60", id="sixty seconds"),
        pytest.param("extensions.queues.maxDequeueCount", 0, id="no try"),
        pytest.param("extensions.queues.messageEncoding", "none", id="not what the app sends"),
        pytest.param("extensions.queues.batchsize", 8, id="other case"),
        pytest.param("extensions.queues", [], id="not an object"),
        pytest.param("singleton.listenerLockPeriod", "00:00:14", id="lock too short"),
        pytest.param("singleton.listenerLockPeriod", "00:01:01", id="lock too long"),
        pytest.param("singleton.listenerLockRecoveryPollingInterval", "00:00:10", id="recovery too often"),
        pytest.param("logging.logLevel", {"default": "Info"}, id="no such level"),
        pytest.param(
            "logging.applicationInsights.samplingSettings.excludedTypes", "Traces", id="no such type"
        ),
        pytest.param("logging.applicationInsights.samplingSettings.isEnabled", "true", id="boolean as text"),
    ],
)
def test_a_wrong_value_or_an_unknown_key_is_a_fault(path: str, value: object) -> None:
    (fault,) = host_json_faults(changed(path, value))

    assert path.rpartition(".")[2] in fault


@pytest.mark.parametrize(
    "path",
    [
        "extensions.queues.visibilityTimeout",
        "extensions.queues.newBatchThreshold",
        "extensions.queues.maxPollingInterval",
        "extensionBundle",
        "singleton",
    ],
)
def test_what_has_a_bad_default_is_missed(path: str) -> None:
    (fault,) = host_json_faults(without(path))

    assert f"{path.rpartition('.')[2]} is missing" in fault
