"""The rules for functions catch what they are for; that the app keeps them is seen with its functions."""

from pathlib import Path
from typing import Any

import pytest

from tests.runtime.function_rules import function_faults, is_ours

SETTINGS = {"SCAN_SCHEDULE": "*/15 * * * * *", "BAD_SCHEDULE": "*/15 * * * *"}


def timer(schedule: str, *, name: str = "scan", argument: str = "timer") -> dict[str, Any]:
    return {
        "name": name,
        "bindings": [{"name": argument, "type": "timerTrigger", "schedule": schedule}],
    }


def http(name: str, **trigger: Any) -> dict[str, Any]:
    return {
        "name": name,
        "bindings": [{"name": "req", "type": "httpTrigger", **trigger}, {"name": "$return", "type": "http"}],
    }


@pytest.mark.parametrize(
    "functions",
    [
        pytest.param([timer("%SCAN_SCHEDULE%")], id="schedule in a setting"),
        pytest.param([timer("0 */5 * * * *")], id="schedule written out"),
        pytest.param([http("a" * 128)], id="longest name"),
        pytest.param(
            [http("a", route="jobs", methods=["GET"]), http("b", route="jobs", methods=["PUT"])],
            id="one route, two methods",
        ),
        pytest.param([http("a", route="jobs/{x}"), http("b", route="jobs")], id="two routes"),
        pytest.param([http("a", route="my-admin")], id="reserved text inside a route"),
    ],
)
def test_what_the_host_takes_is_no_fault(functions: list[dict[str, Any]]) -> None:
    assert function_faults(functions, SETTINGS) == []


@pytest.mark.parametrize(
    ("functions", "fault"),
    [
        pytest.param([timer("%BAD_SCHEDULE%")], "six", id="five fields, in a setting"),
        pytest.param([timer("60 * * * * *")], "second field", id="value out of range"),
        pytest.param([timer("%OTHER%")], "OTHER is missing", id="missing setting"),
        pytest.param([timer("0 0 0 30 2 *")], "never fires", id="schedule that never fires"),
        pytest.param([timer("0 * * * * *", argument="my_timer")], "underscore", id="binding with underscore"),
        pytest.param([timer("0 * * * * *", name="Scan")], "not a name", id="capital letter"),
        pytest.param([timer("0 * * * * *", name="1scan")], "not a name", id="digit first"),
        pytest.param([timer("0 * * * * *", name="host")], "not a name", id="reserved name"),
        pytest.param([http("a" * 129)], "not a name", id="name too long"),
        pytest.param([http("a\n")], "not a name", id="name with a line break"),
        pytest.param([http("a", route="admin/jobs")], "reserved", id="reserved route"),
        pytest.param([http("a", route="/Runtimes")], "reserved", id="reserved beginning of a route"),
        pytest.param([http("admins")], "reserved", id="reserved route by default"),
        pytest.param([http("a", route="jobs"), http("b", route="Jobs/")], "a and b", id="one route"),
        pytest.param(
            [
                http("a", route="jobs/{x}", methods=["GET", "PUT"]),
                http("b", route="jobs/{y}", methods=["put"]),
            ],
            "a and b",
            id="one route with other names, one method in common",
        ),
        pytest.param(
            [http("a", route="{*x}"), http("b", route="{*y}", methods=["GET"])],
            "a and b",
            id="no methods mean all",
        ),
    ],
)
def test_what_the_host_refuses_is_a_fault(functions: list[dict[str, Any]], fault: str) -> None:
    (found,) = function_faults(functions, SETTINGS)

    assert fault in found


@pytest.mark.parametrize(
    ("shared", "ours"),
    [
        ("/app/shared/__init__.py", True),
        ("/usr/lib/python3/site-packages/shared/__init__.py", False),
        ("/app/other/shared/__init__.py", False),
        (None, False),
    ],
)
def test_another_package_called_shared_is_noticed(shared: str | None, ours: bool) -> None:
    assert is_ours(shared, Path("/app")) is ours
