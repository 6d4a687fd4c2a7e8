import json
from collections.abc import Mapping
from typing import Any, Final

import pytest

from shared.api.body import LARGEST_BODY
from shared.functions.settings import read_settings
from tests.runtime.example_rules import enough_threads, example_faults, names_read
from tests.runtime.host import ROOT

FOR_DEVELOPERS_TOOLS: Final = (  # never for a server
    "SCHEDULER_OPEN_LOOPBACK",
    "SCHEDULER_SHORT_ACTIONS",
    "SCHEDULER_SHORT_LEASES",
)
FOR_IDENTITIES: Final = "AzureWebJobsStorage__"  # instead of the connection string

GOOD: Final[dict[str, Any]] = {
    "IsEncrypted": False,
    "Values": {
        "FUNCTIONS_WORKER_RUNTIME": "python",
        "PYTHON_THREADPOOL_THREAD_COUNT": "256",
        "FUNCTIONS_REQUEST_BODY_SIZE_LIMIT": "2097152",
        "ONE": "1",
    },
}


def example() -> str:
    return (ROOT / "local.settings.json.example").read_text(encoding="utf-8")


def example_values() -> dict[str, str]:
    values: dict[str, str] = json.loads(example())["Values"]
    return values


def test_the_example_lists_every_setting_that_is_read() -> None:
    read = names_read(read_settings, example_values())

    expected = {name for name in read if not name.startswith((*FOR_DEVELOPERS_TOOLS, FOR_IDENTITIES))}

    assert {"AzureWebJobsStorage", "SCAN_SCHEDULE", "SCHEDULER_KEYS", "SCHEDULER_SHARDS"} <= expected
    assert example_faults(example(), expected) == []


def test_the_example_has_enough_threads_for_the_batches_of_host_json() -> None:
    host_json = json.loads((ROOT / "host.json").read_text(encoding="utf-8"))

    assert enough_threads(example_values(), host_json)


def test_the_host_takes_little_more_than_the_app() -> None:
    limit = int(example_values()["FUNCTIONS_REQUEST_BODY_SIZE_LIMIT"])

    assert LARGEST_BODY < limit == 2_097_152


def test_a_good_example_has_no_fault() -> None:
    assert example_faults(json.dumps(GOOD), {"ONE"}) == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        pytest.param("{} // all", "not JSON", id="comment"),
        pytest.param("[]", "Values", id="not an object"),
        pytest.param("{}", "Values", id="no values"),
        pytest.param(json.dumps({**GOOD, "IsEncrypted": True}), "IsEncrypted", id="encrypted"),
        pytest.param(json.dumps({"Values": GOOD["Values"]}), "IsEncrypted", id="perhaps encrypted"),
        pytest.param(json.dumps({**GOOD, "IsEncrypted": "false"}), "IsEncrypted", id="text, not a boolean"),
    ],
)
def test_an_example_in_another_form_has_a_fault(text: str, fault: str) -> None:
    (found,) = example_faults(text, {"ONE"})

    assert fault in found


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        pytest.param({"ONE": 1}, "ONE is no text", id="number"),
        pytest.param({"ONE": {"TWO": "2"}}, "ONE is no text", id="nested"),
        pytest.param({"ONE:TWO": "2"}, "ONE:TWO is not flat", id="nested by its name"),
        pytest.param({"TWO": "2"}, "TWO is read by nobody", id="unknown setting"),
        pytest.param({"FUNCTIONS_WORKER_RUNTIME": "node"}, "must be python", id="another runtime"),
    ],
)
def test_an_example_with_another_value_has_a_fault(changes: Mapping[str, object], fault: str) -> None:
    text = json.dumps({**GOOD, "Values": {**GOOD["Values"], **changes}})

    (found,) = example_faults(text, {"ONE"})

    assert fault in found


@pytest.mark.parametrize("read", [{"ONE", "TWO"}])
def test_a_setting_that_is_read_but_not_listed_is_a_fault(read: set[str]) -> None:
    assert example_faults(json.dumps(GOOD), read) == ["TWO is missing"]


def test_every_way_of_reading_a_setting_is_noticed() -> None:
    def read(environment: Mapping[str, str]) -> object:
        return environment["A"], environment.get("B"), "C" in environment

    assert names_read(read, {"A": "1"}) == {"A", "B", "C"}


@pytest.mark.parametrize(("threads", "enough"), [("31", False), ("32", True)])
def test_threads_are_enough_with_sixteen_to_spare(threads: str, enough: bool) -> None:
    host_json = {"extensions": {"queues": {"batchSize": 8, "newBatchThreshold": 8}}}

    assert enough_threads({"PYTHON_THREADPOOL_THREAD_COUNT": threads}, host_json) is enough
