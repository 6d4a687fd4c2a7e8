"""GET S/P/jobs: summaries over all collections."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from proofs.benchmarks.herd import SUBSCRIPTION, Herd, load
from shared.domain.attempt import Failed
from shared.domain.budget import Budget
from shared.domain.summaries import Bookmark, Sought
from shared.flow.overviews import SummariesAsked, list_summaries
from tests.builders import NINE
from tests.functions.calls import KEY, call, content
from tests.functions.extended import EXTENDED
from tests.functions.overviews.lists import (
    OVER_ALL,
    CountingTable,
    a_collection,
    a_job,
    an_empty_place,
    listed,
    names,
    pages,
    refusal,
    spoil,
)

JOBS = f"{OVER_ALL}/jobs"
DAILY = {"frequency": "day", "schedule": {"hours": [2], "minutes": [30]}}


def test_a_summary_tells_what_a_job_does_and_how_it_is() -> None:
    _, app = an_empty_place()
    collection = a_collection(app, "jc1", group="Rg", defaults={"timeZone": "Europe/Berlin"})
    action = {"type": "Http", "request": {"uri": "https://u:p@r.example/hook?sig=x", "method": "POST"}}
    a_job(
        app,
        f"{collection}/jobs/Nightly",
        beside={"tags": {"team": "ops"}},
        action=action,
        startTime="2026-03-02T00:00",
        recurrence=DAILY,
    )

    (summary,) = listed(app, JOBS)

    place = "/subscriptions/s/resourceGroups/Rg/providers/Microsoft.Scheduler/jobCollections/jc1"
    assert summary.pop("etag").startswith('"id-')
    assert summary == {
        "id": f"{place}/jobs/Nightly",
        "type": "Microsoft.Scheduler/jobCollections/jobs",
        "name": "jc1/Nightly",
        "tags": {"team": "ops"},
        "properties": {
            "state": "enabled",
            "sentence": "Every day at 02:30 in Europe/Berlin",
            "timeZone": "Europe/Berlin",
            "nextExecutionTime": "2026-03-03T01:30:00Z",
            "nextExecutionTimeLocal": "2026-03-03T02:30:00+01:00",
            "target": {"type": "Http", "method": "POST", "target": "https://r.example/hook"},
            "collectionState": "Enabled",
        },
    }


def test_a_job_that_will_run_once_says_when() -> None:
    _, app = an_empty_place()
    collection = a_collection(app, "jc1")
    a_job(app, f"{collection}/jobs/j1", startTime="2026-11-27T06:00:00Z")

    (summary,) = listed(app, JOBS)
    runs = content(call(app, "GET", f"{collection}/jobs/j1/upcomingRuns", params=EXTENDED))

    assert summary["properties"]["sentence"] == "Once, on 2026-11-27 at 06:00 UTC"
    assert runs["sentence"] == "Once, on 2026-11-27 at 06:00 UTC"


def test_a_summary_tells_how_the_last_runs_ended() -> None:
    world, app = an_empty_place()
    collection = a_collection(app, "jc1")
    a_job(app, f"{collection}/jobs/j1", recurrence={"frequency": "minute"})
    world.scan_and_run(at=NINE)
    no_retries = {"action": {"retryPolicy": {"retryType": "none"}}}
    call(app, "PATCH", f"{collection}/jobs/j1", {"properties": no_retries}, params=EXTENDED)
    world.answer = lambda attempt: Failed("no")
    world.scan_and_run(at=NINE + timedelta(minutes=1))
    call(app, "POST", f"{collection}/disable", params=EXTENDED)

    (summary,) = listed(app, JOBS)

    told = summary["properties"]
    assert (told["lastExecutionTime"], told["lastOutcome"]) == ("2026-03-02T09:01:00Z", "faulted")
    assert (told["recent"], told["collectionState"]) == ("fc", "Disabled")
    assert names(listed(app, JOBS, outcome="faulted")) == ["jc1/j1"]


def test_it_is_told_why_a_job_is_disabled() -> None:
    _, app = an_empty_place()
    collection = a_collection(app, "jc1")
    a_job(app, f"{collection}/jobs/j1", state="disabled", disabled={"note": "over Easter"})

    (summary,) = listed(app, JOBS)

    assert summary["properties"]["disabled"] == {
        "note": "over Easter",
        "by": "ops",
        "since": "2026-03-02T09:00:00Z",
    }


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        pytest.param({}, "abcd", id="all"),
        pytest.param({"state": "Disabled"}, "b", id="a state, in any case"),
        pytest.param({"outcome": "completed"}, "c", id="an outcome"),
        pytest.param({"outcome": "none"}, "abd", id="no outcome"),
        pytest.param({"outcome": "completed", "state": "disabled"}, "", id="both"),
        pytest.param({"search": "BILLING"}, "a", id="a word of the description, in any case"),
        pytest.param({"search": "  ops   r.example "}, "b", id="all words: a tag and the target"),
        pytest.param({"search": "ops billing"}, "", id="not words of two jobs"),
        pytest.param({"search": "jc1"}, "abcd", id="the collection"),
        pytest.param({"search": "rg c"}, "abcd", id="the group, and a letter of the collection"),
        pytest.param({"search": "secret"}, "", id="not the query of the target"),
        pytest.param({"search": ""}, "abcd", id="nothing"),
        pytest.param({"search": ".*"}, "", id="no pattern"),
        pytest.param({"search": "a' or RowKey ge '"}, "", id="no condition"),
        pytest.param({"search": "%00\x00\ud800"}, "", id="no text at all"),
    ],
)
def test_what_is_sought_is_found(asked: dict[str, str], found: str) -> None:
    world, app = an_empty_place()
    collection = a_collection(app, "jc1")
    once: dict[str, Any] = {"startTime": "2026-03-09T00:00:00Z"}
    a_job(app, f"{collection}/jobs/c")
    world.scan_and_run(at=NINE)
    a_job(app, f"{collection}/jobs/a", description="the Billing run", **once)
    a_job(app, f"{collection}/jobs/b", beside={"tags": {"team": "Ops"}}, state="disabled", **once)
    request = {"uri": "http://other.example/?code=secret", "method": "GET"}
    a_job(app, f"{collection}/jobs/d", action={"type": "Http", "request": request}, **once)

    assert names(listed(app, JOBS, **asked)) == [f"jc1/{letter}" for letter in found]


def test_nothing_of_another_subscription_is_shown_not_even_behind_its_places() -> None:
    _, app = an_empty_place()
    for subscription in ("r", "s", "s1", "t"):
        collection = a_collection(app, "jc1", subscription=subscription)
        a_job(app, f"{collection}/jobs/of-{subscription}")
    _, *links = _links(app, "subscriptions/r/providers/Microsoft.Scheduler/jobs", _top="1")

    assert names(listed(app, JOBS)) == ["jc1/of-s"]
    for link in links:
        assert set(names(listed(app, JOBS, behind=link))) <= {"jc1/of-s"}


def test_rows_that_cannot_be_read_or_are_of_a_newer_version_break_nothing() -> None:
    world, app = an_empty_place()
    collection, other = a_collection(app, "jc1"), a_collection(app, "jc2")
    for path in (f"{collection}/jobs/a", f"{collection}/jobs/b", f"{collection}/jobs/c", f"{other}/jobs/d"):
        a_job(app, path)
    spoil(world, "j|s|rg|jc1|a", definition="[")
    spoil(world, "j|s|rg|jc1|b", format=99)
    spoil(world, "c|s|rg|jc2", state="?")

    assert names(listed(app, JOBS)) == ["jc1/c"]
    assert names(listed(app, JOBS, _top="1")) == ["jc1/c"]


@pytest.mark.parametrize("top", ["1", "7", "40", "1000"])
def test_the_links_lead_through_all_jobs_in_one_call_a_page_and_one_a_shard(top: str) -> None:
    table = CountingTable()
    world, app = an_empty_place(table)
    herd = Herd(name="h", size=100, collections=7, uri="http://r.example/", due=lambda _: NINE)
    load(world.store, herd.jobs(), now=NINE)
    table.calls = 0

    answers = list(pages(app, f"subscriptions/{SUBSCRIPTION}/providers/Microsoft.Scheduler/jobs", _top=top))

    found = [name for page in answers for name in names(page)]
    assert len(found) == len(set(found)) == 100
    assert max(map(len, answers)) <= int(top)
    assert all(answers[:-1])
    assert table.calls <= 3 * world.store.shards + len(answers)  # and what ends a shard, and its collections


def test_a_list_that_goes_on_later_reads_the_collections_anew() -> None:
    world, app = an_empty_place()
    collection = a_collection(app, "jc1")
    for name in "abc":
        a_job(app, f"{collection}/jobs/{name}")
    walk = pages(app, JOBS, _top="1")
    next(walk)

    call(app, "POST", f"{collection}/disable", params=EXTENDED)
    at_once = next(walk)
    world.now += timedelta(seconds=16)
    later = next(walk)

    assert [page[0]["properties"]["collectionState"] for page in (at_once, later)] == ["Enabled", "Disabled"]


@pytest.mark.parametrize(
    ("asked", "sizes"),
    [
        pytest.param({}, [10], id="all of a small app"),
        pytest.param({"_top": "10"}, [10], id="as many as there are"),
        pytest.param({"_top": "9"}, [9, 1], id="one fewer"),
        pytest.param({"_top": "5"}, [5, 5], id="two halves"),
        pytest.param({"_top": "4"}, [4, 4, 2], id="a rest"),
        pytest.param({"_top": "2"}, [2, 2, 2, 2, 2], id="by twos"),
        pytest.param({"_top": "1"}, [1] * 10, id="one by one"),
        pytest.param({"search": "k"}, [10], id="a word that all have"),
        pytest.param({"search": "k", "_top": "2"}, [2, 2, 2, 2, 2], id="a word that all have, by twos"),
        pytest.param({"search": "odd"}, [5], id="a word that some have"),
        pytest.param({"search": "odd", "_top": "2"}, [2, 2, 1], id="a word that some have, by twos"),
        pytest.param({"search": "odd", "_top": "5"}, [5], id="a word, as many as have it"),
        pytest.param({"state": "disabled", "_top": "1"}, [1, 1, 1], id="a state"),
        pytest.param({"outcome": "none", "_top": "6"}, [6, 4], id="an outcome"),
        pytest.param({"search": "nothing"}, [0], id="nothing found"),
    ],
)
def test_a_page_is_full_or_the_last_one_however_jobs_are_spread(
    asked: dict[str, str], sizes: list[int]
) -> None:
    _, app = an_empty_place()
    for number, group in enumerate("aaaaabcdef"):
        a_job(
            app,
            f"{a_collection(app, f'collection-{group}')}/jobs/k{number}",
            startTime="2027-01-01T00:00Z",
            description="odd" if number % 2 else "even",
            state="disabled" if number in (0, 4, 9) else "enabled",
        )

    answers = list(pages(app, JOBS, **asked))

    assert [len(page) for page in answers] == sizes
    found = names([one for page in answers for one in page])
    assert len(set(found)) == sum(sizes)
    assert [one for one in names(listed(app, JOBS)) if one in found] == found


def test_an_app_without_jobs_has_one_empty_page() -> None:
    _, app = an_empty_place()
    a_collection(app, "jc1")

    assert list(pages(app, JOBS)) == [[]]


def test_what_is_deleted_between_two_pages_costs_no_other_job_its_place() -> None:
    _, app = an_empty_place()
    for number in range(12):
        a_job(app, f"{a_collection(app, f'jc{number % 6}')}/jobs/j{number}", startTime="2027-01-01T00:00Z")
    everything = names(listed(app, JOBS))
    walk = pages(app, JOBS, _top="4")

    found = names(next(walk))
    for name in (everything[3], everything[4], everything[11]):  # shown last, next to come, the last of all
        collection, job = name.split("/")
        path = f"subscriptions/s/resourceGroups/rg/providers/Microsoft.Scheduler/jobCollections/{collection}"
        assert call(app, "DELETE", f"{path}/jobs/{job}", params=EXTENDED).status_code == 200
    rest = [names(page) for page in walk]

    assert found == everything[:4]
    assert rest == [everything[5:9], everything[9:11]]


def test_a_full_page_holds_no_more_than_a_thousand_and_the_next_ones_the_others() -> None:
    table = CountingTable()
    world, app = an_empty_place(table)
    herd = Herd(name="h", size=2_000, collections=40, uri="http://r.example/", due=lambda _: NINE)
    load(world.store, herd.jobs(), now=NINE)
    over_all = f"subscriptions/{SUBSCRIPTION}/providers/Microsoft.Scheduler/jobs"

    assert [len(page) for page in pages(app, over_all)] == [1_000, 1_000]
    assert [len(page) for page in pages(app, over_all, search="h-", _top="999")] == [999, 999, 2]


@pytest.mark.parametrize(
    ("word", "top", "sizes"),
    [
        pytest.param("nothing", 100, [0, 0], id="nothing was found"),
        pytest.param("h-0007", 200, [0, 100], id="nothing was found yet"),
        pytest.param("h-0004", 200, [100, 0], id="something was found"),
        pytest.param("h-0004", 100, [100, 0], id="all that were asked for were found"),
    ],
)
def test_if_much_was_read_a_page_ends_early_with_a_link(word: str, top: int, sizes: list[int]) -> None:
    world, _ = an_empty_place()
    herd = Herd(name="h", size=900, collections=1, uri="http://r.example/", due=lambda _: NINE)
    load(world.store, herd.jobs(), now=NINE)
    asked = SummariesAsked(sought=Sought(words=(word,)), place=Bookmark(), top=top)

    first, behind = list_summaries(world.ports, SUBSCRIPTION, asked, budget=Budget(100))
    assert behind is not None
    second = list_summaries(world.ports, SUBSCRIPTION, replace(asked, place=behind), budget=Budget())

    assert [len(first), len(second[0])] == sizes
    assert second[1] is None


@pytest.mark.parametrize(
    ("url", "begins"),
    [
        pytest.param(
            "https://app.example:8443/x?code=k", "https://app.example:8443/subscriptions/", id="port"
        ),
        pytest.param("http://127.0.0.1:7071/x", "http://127.0.0.1:7071/subscriptions/", id="loopback"),
        pytest.param("http://[::1]:7071/x", "http://[::1]:7071/subscriptions/", id="IPv6"),
        pytest.param("https://APP.example", "https://APP.example/subscriptions/", id="bare"),
        pytest.param(
            "https://evil.example\\@app.example/x", "/subscriptions/", id="two readings of the host"
        ),
        pytest.param("https://user@app.example/x", "/subscriptions/", id="a name before the host"),
        pytest.param("javascript://app.example/x", "/subscriptions/", id="another scheme"),
        pytest.param("/x", "/subscriptions/", id="no host"),
    ],
)
def test_a_link_names_the_host_that_was_asked_and_nothing_odd(url: str, begins: str) -> None:
    _, app = an_empty_place()
    for name in "ab":
        a_job(app, f"{a_collection(app, 'jc1')}/jobs/{name}")
    forwarded = {"x-functions-key": KEY, "x-forwarded-host": "evil.example", "forwarded": "host=evil.example"}

    answer = call(app, "GET", JOBS, params={**EXTENDED, "$top": "1"}, url=url, headers=forwarded)

    assert content(answer)["nextLink"].startswith(begins)


def test_a_link_repeats_the_filters_and_never_a_key() -> None:
    _, app = an_empty_place()
    collection = a_collection(app, "jc1")
    for name in "ab":
        a_job(app, f"{collection}/jobs/{name}", description="a&b=ü")
    asked = {**EXTENDED, "code": "k" * 32, "State": "enabled", "search": "a&b=ü", "$top": "1"}

    link = content(call(app, "GET", JOBS, params=asked, headers={}))["nextLink"]

    assert "k" * 32 not in link
    assert link.startswith(
        "https://app.example/subscriptions/s/providers/Microsoft.Scheduler/jobs"
        "?api-version=2026-11-01&state=enabled&search=a%26b%3D%C3%BC&%24top=1&behind="
    )


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"state": "on"}, "state: 'on' is none of enabled, disabled, completed, faulted"),
        ({"outcome": "bad"}, "outcome: 'bad' is none of completed, retried, faulted, none"),
        ({"_top": "1001"}, "$top: '1001' is not a whole number between 1 and 1000"),
        ({"search": "x" * 201}, "search: is longer than 200 characters"),
        ({"behind": "??"}, "behind: '??' is no place that a nextLink names"),
        ({"behind": "WzFd"}, "behind: 'WzFd' is no place that a nextLink names"),
        ({"behind": "Wy0xLCIiXQ"}, "behind: 'Wy0xLCIiXQ' is no place that a nextLink names"),
    ],
)
def test_what_is_wrong_with_a_parameter_is_said(asked: dict[str, str], told: str) -> None:
    _, app = an_empty_place()

    assert refusal(app, JOBS, **asked) == told


def _links(app: Any, path: str, **params: str) -> list[str]:
    """Return the places that the links of a list name."""
    link, asked = path, {**EXTENDED, "$top": params["_top"]}
    places = [""]
    while page := content(call(app, "GET", link, params=asked)):
        if page["nextLink"] is None:
            return places
        places.append(page["nextLink"].rpartition("behind=")[2])
        asked["behind"] = places[-1]
    return places
