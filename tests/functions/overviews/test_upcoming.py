"""GET S/P/upcomingRuns: what comes next over all jobs, and where the herds are."""

from datetime import date, timedelta
from itertools import islice
from typing import Any

import pytest

from shared.functions.wiring import App
from tests.builders import NINE
from tests.functions.calls import call, content
from tests.functions.extended import EXTENDED, next_run
from tests.functions.overviews.lists import (
    OVER_ALL,
    a_collection,
    a_job,
    an_empty_place,
    listed,
    move_to_mars,
    pages,
    refusal,
    spoil,
)

UPCOMING = f"{OVER_ALL}/upcomingRuns"


def runs(app: App, **params: str) -> list[str]:
    """Return the runs as name of the job and time of day."""
    found = listed(app, UPCOMING, **params)
    return [f"{run['name'].split('/')[1]} {run['properties']['at'][11:16]}" for run in found]


def counted(app: App, **params: str) -> Any:
    answer = call(app, "GET", UPCOMING, params={**EXTENDED, **params})
    assert answer.status_code == 200, content(answer)
    return content(answer)["properties"]


def test_a_run_is_told_with_its_time_by_the_clocks_of_its_job() -> None:
    _, app = an_empty_place()
    collection = a_collection(app, "Jc1", defaults={"timeZone": "Europe/Berlin"})
    recurrence = {"frequency": "day", "schedule": {"hours": [12], "minutes": [0]}}
    id = a_job(app, f"{collection}/jobs/J1", startTime="2026-03-01", recurrence=recurrence, spread="PT10M")

    (run,) = listed(app, UPCOMING, until="2026-03-03")

    assert run["properties"].pop("due") == next_run(app, f"{collection}/jobs/J1") != "2026-03-02T11:00:00Z"
    assert run == {
        "id": id,
        "type": "Microsoft.Scheduler/jobCollections/jobs",
        "name": "Jc1/J1",
        "properties": {
            "at": "2026-03-02T11:00:00Z",
            "local": "2026-03-02T12:00:00+01:00",
            "timeZone": "Europe/Berlin",
        },
    }


def test_runs_of_all_jobs_come_in_the_order_in_which_they_are_due() -> None:
    _, app = an_empty_place()
    hourly, twice = {"frequency": "hour"}, {"frequency": "hour", "count": 2}
    a_job(app, f"{a_collection(app, 'jc1')}/jobs/a", startTime="2026-03-02T09:30Z", recurrence=hourly)
    a_job(app, f"{a_collection(app, 'jc2')}/jobs/b", startTime="2026-03-02T10:30Z", recurrence=twice)
    a_job(app, f"{a_collection(app, 'jc3')}/jobs/c", startTime="2026-03-02T10:45Z")
    a_job(app, f"{a_collection(app, 'jc3')}/jobs/off", startTime="2026-03-02T10:45Z", state="disabled")
    off = a_collection(app, "jc4")
    a_job(app, f"{off}/jobs/idle", startTime="2026-03-02T10:00Z")
    call(app, "POST", f"{off}/disable", params=EXTENDED)

    expected = ["a 09:30", "a 10:30", "b 10:30", "c 10:45", "a 11:30", "b 11:30", "a 12:30"]
    assert runs(app, until="2026-03-02T12:30:01Z") == expected
    assert runs(app, until="2026-03-02T12:30Z") == expected[:-1]
    for top in ("1", "2", "3", "7"):
        assert runs(app, until="2026-03-02T12:30:01Z", _top=top) == expected
    assert len(next(pages(app, UPCOMING, until="2027-01-01"))) == 100
    assert len(next(pages(app, UPCOMING, until="9999-12-31", _top="1000"))) == 1000


def test_an_overdue_run_stands_for_those_that_were_missed_meanwhile() -> None:
    world, app = an_empty_place()
    a_job(app, f"{a_collection(app, 'jc1')}/jobs/a", recurrence={"frequency": "minute"})
    world.now += timedelta(minutes=10, seconds=30)

    assert runs(app, until="2026-03-02T09:13Z") == ["a 09:00", "a 09:11", "a 09:12"]
    assert counted(app, until="2026-03-02T09:13Z", bucket="PT1M")["buckets"] == [
        {"at": "2026-03-02T09:10:00Z", "runs": 1},
        {"at": "2026-03-02T09:11:00Z", "runs": 1},
        {"at": "2026-03-02T09:12:00Z", "runs": 1},
    ]


def test_buckets_count_the_runs_and_peaks_name_some_of_their_jobs() -> None:
    world, app = an_empty_place()
    world.now = NINE + timedelta(minutes=20)
    ids = [
        a_job(
            app,
            f"{a_collection(app, f'jc{number}')}/jobs/j",
            startTime="2026-03-02T10:00Z",
            recurrence={"frequency": "hour"},
        )
        for number in range(7)
    ]
    weekly = {"frequency": "week", "schedule": {"weekDays": ["monday"], "hours": [11], "minutes": [0, 15]}}
    a_job(app, f"{a_collection(app, 'jc8')}/jobs/j", startTime="2026-03-01", recurrence=weekly)

    assert counted(app, until="2026-03-02T12:30Z", bucket="01:00") == {
        "from": "2026-03-02T09:20:00Z",
        "until": "2026-03-02T12:30:00Z",
        "bucket": "01:00:00",
        "buckets": [
            {"at": "2026-03-02T09:00:00Z", "runs": 0},
            {"at": "2026-03-02T10:00:00Z", "runs": 7},
            {"at": "2026-03-02T11:00:00Z", "runs": 9},
            {"at": "2026-03-02T12:00:00Z", "runs": 7},
        ],
        "peaks": [
            {"at": "2026-03-02T11:00:00Z", "runs": 8, "jobs": ids[:5]},
            {"at": "2026-03-02T10:00:00Z", "runs": 7, "jobs": ids[:5]},
            {"at": "2026-03-02T12:00:00Z", "runs": 7, "jobs": ids[:5]},
            {
                "at": "2026-03-02T11:15:00Z",
                "runs": 1,
                "jobs": [ids[0].replace("jc0", "jc8")],
            },
        ],
    }


def test_nothing_of_another_subscription_is_counted_and_unreadable_rows_break_nothing() -> None:
    world, app = an_empty_place()
    for subscription in ("r", "s", "s1"):
        collection = a_collection(app, "jc1", subscription=subscription)
        for name in "abc":
            a_job(app, f"{collection}/jobs/{subscription}-{name}", startTime="2026-03-02T10:00Z")
    spoil(world, "j|s|rg|jc1|s-a", definition="{")
    spoil(world, "j|s|rg|jc1|s-b", format=99)

    assert runs(app) == ["s-c 10:00"]
    assert sum(bucket["runs"] for bucket in counted(app, bucket="PT1H")["buckets"]) == 1


def test_a_job_in_a_zone_that_nobody_knows_breaks_nothing() -> None:
    world, app = an_empty_place()
    collection = a_collection(app, "jc1")
    daily = {"frequency": "day", "schedule": {"hours": [12], "minutes": [0]}}
    for name in "ab":
        path, start = f"{collection}/jobs/{name}", "2026-03-01"
        a_job(app, path, startTime=start, recurrence=daily, timeZone="Europe/Berlin")
    move_to_mars(world, "a")

    assert runs(app, until="2026-03-03") == ["b 11:00"]
    assert sum(bucket["runs"] for bucket in counted(app, bucket="PT1H")["buckets"]) == 1
    on_mars, _ = listed(app, f"{OVER_ALL}/jobs")
    assert on_mars["properties"]["timeZone"] == "Mars/Base"
    assert on_mars["properties"]["nextExecutionTime"] == "2026-03-02T11:00:00Z"
    assert "sentence" not in on_mars["properties"]


@pytest.mark.parametrize(
    ("asked", "sizes"),
    [
        pytest.param({"until": "2026-03-02T14:00Z", "_top": "5"}, [5], id="all"),
        pytest.param({"until": "2026-03-02T14:00Z", "_top": "3"}, [3, 2], id="a rest"),
        pytest.param({"until": "2026-03-02T14:00Z", "_top": "1"}, [1] * 5, id="one by one"),
        pytest.param({"_top": "8"}, [8, 8, 8], id="those of a day, though others follow"),
        pytest.param({"_top": "24"}, [24], id="all of a day"),
        pytest.param({"_top": "26"}, [26], id="more than those of a day"),
    ],
)
def test_no_empty_page_ends_the_list(asked: dict[str, str], sizes: list[int]) -> None:
    _, app = an_empty_place()
    hourly = {"frequency": "hour"}
    a_job(app, f"{a_collection(app, 'jc1')}/jobs/a", startTime="2026-03-02T09:30Z", recurrence=hourly)

    assert [len(page) for page in pages(app, UPCOMING, **asked)] == sizes


def test_without_until_a_page_is_filled_from_the_next_year_and_goes_on_for_a_day() -> None:
    _, app = an_empty_place()
    collection = a_collection(app, "jc1")
    weekly = {"frequency": "week", "schedule": {"weekDays": ["friday"], "hours": [11], "minutes": [0]}}
    a_job(app, f"{collection}/jobs/weekly", startTime="2026-03-01", recurrence=weekly)
    a_job(app, f"{collection}/jobs/late", startTime="2027-03-01T09:00Z")
    a_job(app, f"{collection}/jobs/later", startTime="2027-06-01T09:00Z")

    assert runs(app, _top="5") == ["weekly 11:00"] * 5
    assert runs(app, _top="1000") == [*["weekly 11:00"] * 52, "late 09:00"]

    a_job(app, f"{collection}/jobs/often", startTime="2026-03-02T10:00Z", recurrence={"frequency": "hour"})
    assert len(runs(app, _top="5")) == 23  # the list that goes on is that of the next day


def test_a_herd_is_counted_once_however_large_it_is() -> None:
    _, app = an_empty_place()
    for number in range(60):
        path = f"{a_collection(app, f'jc{number % 8}')}/jobs/j{number}"
        a_job(app, path, recurrence={"frequency": "minute"}, startTime="2026-03-02T09:00Z")

    found = counted(app, bucket="P1D", until="2026-04-02T09:00Z")

    assert sum(bucket["runs"] for bucket in found["buckets"]) == 60 * 31 * 24 * 60
    assert [peak["runs"] for peak in found["peaks"]] == [60] * 10


SUNDAYS = {
    "frequency": "week",
    "schedule": {"weekDays": ["sunday"], "hours": list(range(24)), "minutes": list(range(60))},
}
"""A zone's own rules cannot be counted by arithmetic."""


def test_what_is_too_much_work_is_refused_with_the_largest_window_and_that_is_answered() -> None:
    _, app = an_empty_place()
    for number in range(100):
        path = f"{a_collection(app, f'jc{number % 8}')}/jobs/j{number}"
        a_job(app, path, startTime="2026-03-01", timeZone="Europe/Berlin", recurrence=SUNDAYS)

    told = refusal(app, UPCOMING, bucket="PT1H", until="2026-03-20T09:00Z")

    largest = told.partition("ends at ")[2].partition(".")[0]
    assert largest.startswith("2026-03-08T05:")  # 100 jobs since Saturday 23:00 UTC, 40,000 runs
    found = counted(app, bucket="PT1H", until=largest)
    assert 35_000 <= sum(bucket["runs"] for bucket in found["buckets"]) <= 40_000


def test_days_that_do_not_count_are_work_too() -> None:
    _, app = an_empty_place()
    first_of_january = date(2024, 1, 1)
    days = [first_of_january + timedelta(days=number) for number in range(366)]
    most = [f"--{day:%m-%d}" for day in days if day.day != 15]
    daily = {"frequency": "day", "schedule": {"hours": [2], "minutes": [30]}}
    exclude = {"dates": most, "then": "before"}
    for number in range(100):
        path = f"{a_collection(app, f'jc{number % 8}')}/jobs/j{number}"
        a_job(app, path, startTime="2026-03-01", timeZone="Europe/Berlin", recurrence=daily, exclude=exclude)

    first, second = islice(pages(app, UPCOMING, until="9999-12-31", _top="1000"), 2)

    dues = [run["properties"]["at"] for run in [*first, *second]]
    assert 100 <= len(first) < 1_000
    assert dues == sorted(dues)
    assert len({(run["id"], run["properties"]["at"]) for run in [*first, *second]}) == len(dues)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"until": "soon"}, "until: 'soon' is not a date-time like 2026-01-31T09:30:00Z"),
        ({"until": "2026-03-02T09:00Z"}, "until: is not later than now"),
        ({"_top": "1001"}, "$top: '1001' is not a whole number between 1 and 1000"),
        ({"bucket": "often"}, "bucket: 'often' is not a duration like 00:00:30, 1.00:00:00 or PT30S"),
        ({"bucket": "00:00"}, "bucket: is shorter than 00:00:01"),
        ({"bucket": "99999.00:00:00"}, "bucket: is longer than 31.00:00:00"),
        (
            {"bucket": "P1D", "until": "2026-04-02T09:00:01Z"},
            "until: with bucket, it is at most 31.00:00:00 ahead",
        ),
        (
            {"bucket": "PT1S", "until": "2026-04-02T09:00Z"},
            "bucket: makes more than 2000 buckets; the smallest that fits is 00:22:20",
        ),
        ({"behind": "WzEsMl0"}, "behind: 'WzEsMl0' is no place that a nextLink names"),
    ],
)
def test_what_is_wrong_with_a_parameter_is_said(asked: dict[str, str], told: str) -> None:
    _, app = an_empty_place()

    assert refusal(app, UPCOMING, **asked) == told


def test_the_smallest_bucket_that_fits_is_accepted() -> None:
    _, app = an_empty_place()

    assert len(counted(app, bucket="00:22:20", until="2026-04-02T09:00Z")["buckets"]) <= 2_000


def test_if_there_are_too_many_runs_the_largest_window_that_fits_is_told() -> None:
    _, app = an_empty_place()
    for number in range(60):
        path = f"{a_collection(app, f'jc{number % 8}')}/jobs/j{number}"
        a_job(app, path, recurrence={"frequency": "minute"}, startTime=f"2026-03-02T09:00:{number:02d}Z")
    month = "2026-04-02T09:00Z"

    told = refusal(app, UPCOMING, bucket="P1D", until=month)

    largest = "2026-03-25T12:33:20Z"  # 60 jobs: 2,000,000 runs take 33,333 minutes and 20 jobs
    assert told == (
        "until: to count the runs up to then is more work than one request may be; "
        f"the largest window that fits ends at {largest}. Ask with that."
    )
    assert sum(bucket["runs"] for bucket in counted(app, bucket="P1D", until=largest)["buckets"]) == 2_000_000
