"""What the queries look for is what the app writes: their patterns are tried on lines of its log."""

import json
import re
from typing import Any

import pytest

from local.queries.workbook import QUERIES
from shared.domain.attempt import Completed, Failed
from tests.builders import NINE, at
from tests.flow.packs import LATER, a_key, a_world_with
from tests.flow.test_bulkhead import side_of_jobs, with_few_places
from tests.flow.test_set_aside import next_ticket, spoil, two_jobs
from tests.functions.calls import an_app, call
from tests.world import World

TEXTS = {file.stem: file.read_text(encoding="utf-8") for file in QUERIES.glob("*.kql")}
OF_SCANS = ["scan-pauses", "sent-again", "alert-no-scan"]
OF_QUARTERS = ["state", "alert-poison", "alert-secrets", "alert-failing-jobs"]
OF_PACKS = ["lateness", "runs", "failure-share", "failures", "alert-late", "alert-failures"]
OF_ONE_KIND = ["job", "put-off", "set-aside", "alert-set-aside", "refusals"]


def test_every_query_is_tried_on_a_line() -> None:
    assert sorted([*OF_SCANS, *OF_QUARTERS, *OF_PACKS, *OF_ONE_KIND]) == sorted(TEXTS)


def finds(query: str, line: str) -> bool:
    """Say whether a line passes the first condition of a query, by those operators that queries use."""
    condition = re.search(r"^\| where (.+)$", TEXTS[query], re.MULTILINE)
    assert condition
    starts = re.findall(r"message startswith '([^']+)'", condition[1])
    holds = re.findall(r"message contains '([^']+)'", condition[1])
    patterns = re.findall(r"message matches regex @'([^']+)'", condition[1])
    assert starts or holds or patterns
    return (
        all(line.startswith(text) for text in starts)
        and all(text in line for text in holds)
        and all(re.search(pattern, line) for pattern in patterns)
    )


def facts_of(query: str, of: str) -> set[str]:
    """Return the facts that a query reads from a line, as `scan.due` or `parse_json(message).due`."""
    return set(re.findall(rf"(?:\b{of}|parse_json\(message\))\.(\w+)", TEXTS[query]))


def lines_of(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records]


def a_quarter_of_an_hour(world: World) -> None:
    world.scan_and_run(at=at("09:07:30"))


@pytest.mark.parametrize("query", OF_SCANS)
def test_scans_are_found(query: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")

    World().scan_and_run(at=NINE)

    (line,) = [line for line in lines_of(caplog) if finds(query, line)]
    assert facts_of(query, "scan") <= json.loads(line).keys()


@pytest.mark.parametrize("query", OF_QUARTERS)
def test_what_is_told_once_in_a_quarter_of_an_hour_is_found(
    query: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    world = World()

    world.scan_and_run(at=NINE)
    a_quarter_of_an_hour(world)

    (line,) = [line for line in lines_of(caplog) if finds(query, line)]
    assert facts_of(query, "scan") <= json.loads(line).keys()


@pytest.mark.parametrize("query", OF_PACKS)
def test_packs_are_found(query: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    world = a_world_with(jobs=2)
    world.answer = lambda _: Failed("no")
    world.scan()
    world.now = LATER

    world.run()

    (line,) = [line for line in lines_of(caplog) if finds(query, line)]
    pack: dict[str, Any] = json.loads(line)
    assert facts_of(query, "pack") <= pack.keys()
    assert set(re.findall(r"\bfailed\.(\w+)", TEXTS["failures"])) <= pack["failed"][0].keys()


def test_a_job_is_found_by_its_key_whether_it_completed_or_failed(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    world = a_world_with(jobs=3)
    world.answer = lambda attempt: Failed("no") if attempt.job == a_key(1) else Completed("fine")
    world.scan()
    world.now = LATER

    world.run()

    (line,) = [line for line in lines_of(caplog) if finds("job", line)]
    pack: dict[str, Any] = json.loads(line)
    sought = [f'{a_key(number)}"' for number in range(3)]  # as the query seeks it: the mark ends the name
    assert facts_of("job", "pack") <= pack.keys()
    assert all(key in line for key in sought)
    assert [key in json.dumps(pack["completedJobs"]) for key in sought] == [True, False, True]
    assert [key in json.dumps(pack["failed"]) for key in sought] == [False, True, False]


def test_what_is_put_off_is_found(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    world = with_few_places(a_world_with(jobs=7))
    world.scan()
    world.now = LATER
    world.ports.traffic.places.take({side_of_jobs(world): 2})

    world.run()

    (line,) = [line for line in lines_of(caplog) if finds("put-off", line)]
    pack: dict[str, Any] = json.loads(line)
    assert facts_of("put-off", "pack") <= pack.keys()
    assert (pack["putOff"], pack["putOffTimes"]) == (7, 1)


def test_what_the_scan_sets_aside_is_found(caplog: pytest.LogCaptureFixture) -> None:
    world = two_jobs()
    spoil(world, next_ticket(world), leaseUntil="soon")

    world.scan_and_run(at=at("09:01:00"))

    assert len([line for line in lines_of(caplog) if finds("alert-set-aside", line)]) == 1


def test_what_a_pack_sets_aside_is_found(caplog: pytest.LogCaptureFixture) -> None:
    world = two_jobs()
    spoil(world, world.job(), definition="{")

    world.scan_and_run(at=at("09:01:00"))

    assert len([line for line in lines_of(caplog) if finds("set-aside", line)]) == 1


@pytest.mark.parametrize(
    ("path", "key", "status", "who"),
    [
        pytest.param("status", "wrong", "401", None, id="nobody known"),
        pytest.param("nothing/there", None, "404", "ops", id="a known caller"),
    ],
)
def test_refusals_are_found(
    path: str, key: str | None, status: str, who: str | None, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    headers = {} if key is None else {"headers": {"x-functions-key": key}}

    call(an_app(World()), "GET", path, **headers)

    (line,) = [line for line in lines_of(caplog) if finds("refusals", line)]
    in_line = dict(re.findall(r"(\w+) = extract\(@'([^']+)'", TEXTS["refusals"]))
    found = {name: re.search(pattern, line) for name, pattern in in_line.items()}
    assert {name: match and match[1] for name, match in found.items()} == {"status": status, "who": who}


def test_answers_that_refuse_nothing_are_no_refusals(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")

    call(an_app(World()), "GET", "health", headers={}, params={})

    assert not [line for line in lines_of(caplog) if finds("refusals", line)]
