"""What `audit --job` says of a change, however the job is named, and whatever else is asked for."""

import json
from datetime import timedelta
from typing import Any

import pytest

from migrate.asking.changes import change_words, with_changes
from migrate.terminal import Problem
from shared.functions.wiring import App
from tests.functions.calls import call
from tests.functions.extended import EXTENDED
from tests.functions.overviews.lists import a_collection, a_job, an_empty_place
from tests.migrate.asking.test_asking import HOURLY, asked

ID = "/subscriptions/s/resourceGroups/one/providers/Microsoft.Scheduler/jobCollections/nightly/jobs/backup"
REQUEST = {"uri": "http://receiver.example/", "method": "GET", "headers": {"x-key": "old"}}
CHANGES = [
    ("created",),
    ("recurrence.interval: 1 → 2",),
    ('state: "enabled" → "disabled", disabled: absent → {"note": "the target moves"}',),
    ('state: "disabled" → "enabled", disabled: {"note": "the target moves"} → absent',),
    ("",),
    (
        'action.target: "http://receiver.example/" → "http://other.example/", '
        "action.request.headers.x-key changed, tags set",
    ),
]


def a_story(*, gone: bool = False, elsewhere: bool = False) -> App:
    """A job that is created, changed, paused, enabled, run, and changed again, a minute apart."""
    world, app = an_empty_place()
    a_collection(app, "nightly", group="one")
    if elsewhere:
        other = a_collection(app, "nightly", group="two")
        a_job(app, f"{other}/jobs/backup", startTime="2026-03-03T00:00Z", recurrence=HOURLY)
    action = {"type": "Http", "request": REQUEST}
    a_job(app, ID.strip("/"), startTime="2026-03-03T00:00Z", recurrence=HOURLY, action=action)
    moved = {"uri": "http://other.example/", "headers": {"x-key": "new"}}
    calls: list[tuple[str, str, dict[str, Any] | None]] = [
        ("PATCH", ID, {"properties": {"recurrence": {"interval": 2}}}),
        ("POST", f"{ID}/disable", {"note": "the target moves"}),
        ("POST", f"{ID}/enable", None),
        ("POST", f"{ID}/run", None),
        ("PATCH", ID, {"tags": {"team": "a"}, "properties": {"action": {"request": moved}}}),
        *([("DELETE", ID, None)] if gone else []),
    ]
    for method, path, body in calls:
        world.now += timedelta(minutes=1)
        assert call(app, method, path.strip("/"), body, params=EXTENDED).status_code == 200
    return app


SPELLINGS = [
    pytest.param(["--job", "backup"], id="its name"),
    pytest.param(["--job", "BackUp"], id="in another case"),
    pytest.param(["--job", "nightly/backup"], id="with its collection"),
    pytest.param(["--job", "Nightly/BACKUP"], id="with its collection in another case"),
    pytest.param(["--job", "one/nightly/backup"], id="with its group"),
    pytest.param(["--job", "ONE/nightly/backup"], id="with its group in another case"),
    pytest.param(["--job", ID], id="its id"),
    pytest.param(["--job", ID.upper()], id="its id in another case"),
    pytest.param(["--job", "backup", "--collection", "nightly"], id="beside its collection"),
    pytest.param(["--job", "backup", "--collection", "One/Nightly"], id="beside its collection and group"),
    pytest.param(
        ["--job", "backup", "--collection", ID.rpartition("/jobs/")[0]], id="beside its collection's id"
    ),
]


def shown(app: App, capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    """Return the column `changed`, oldest first."""
    asked(app, "audit", *arguments)
    title, *lines = capsys.readouterr().out.splitlines()
    begin, end = title.index("changed"), title.index("note") if "note" in title else None
    return [line[begin:end].strip() for line in reversed(lines)]


@pytest.mark.parametrize("arguments", SPELLINGS)
def test_the_table_says_what_changed(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(a_story(), capsys, *arguments) == [words for (words,) in CHANGES]


@pytest.mark.parametrize("arguments", SPELLINGS)
def test_programs_are_told_it_too(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    asked(a_story(), "audit", "--json", *arguments)

    records = json.loads(capsys.readouterr().out)["value"]
    assert [record["properties"]["changes"] for record in records[::-1]] == [
        [],
        [{"field": "recurrence.interval", "before": 1, "after": 2}],
        [
            {"field": "state", "before": "enabled", "after": "disabled"},
            {"field": "disabled", "before": None, "after": {"note": "the target moves"}},
        ],
        [
            {"field": "state", "before": "disabled", "after": "enabled"},
            {"field": "disabled", "before": {"note": "the target moves"}, "after": None},
        ],
        [],
        [
            {
                "field": "action.target",
                "before": "http://receiver.example/",
                "after": "http://other.example/",
            }
        ],
    ]
    assert records[0]["properties"]["fields"] == {"action.request.headers.x-key": "changed", "tags": "set"}


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        pytest.param(["--top", "1"], CHANGES[-1:], id="the last"),
        pytest.param(["--from", "2026-03-02T09:04:30Z"], CHANGES[-1:], id="since"),
        pytest.param(["--to", "2026-03-02T09:01:30Z"], CHANGES[:2], id="until"),
        pytest.param(["--who", "OPS"], CHANGES, id="by somebody"),
    ],
)
def test_a_change_is_told_although_the_one_before_is_not_asked_for(
    arguments: list[str], expected: list[tuple[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert shown(a_story(), capsys, "--job", "backup", *arguments) == [words for (words,) in expected]


@pytest.mark.parametrize("job", ["nightly/backup", "one/nightly/backup", ID, "NIGHTLY/backup"])
def test_what_is_gone_is_told_of_too(job: str, capsys: pytest.CaptureFixture[str]) -> None:
    *before, last = shown(a_story(gone=True), capsys, "--job", job)

    assert before == [words for (words,) in CHANGES]
    assert last == "action.request.headers.x-key removed, tags removed"


@pytest.mark.parametrize("gone", [False, True])
def test_the_group_is_asked_for_if_several_have_such_a_job(gone: bool) -> None:
    app = a_story(gone=gone, elsewhere=True)
    if gone:
        other = ID.replace("/one/", "/two/").strip("/")
        assert call(app, "DELETE", other, params=EXTENDED).status_code == 200

    with pytest.raises(
        Problem, match=r"(one|two)/nightly/backup, (one|two)/nightly/backup\. Name the group too\."
    ):
        asked(app, "audit", "--job", "nightly/backup")


def test_a_job_that_was_made_anew_is_not_compared_with_the_one_before() -> None:
    def record(**properties: Any) -> dict[str, Any]:
        return {"properties": properties}

    told = with_changes(
        [
            record(operation="put", revisionAfter="3", state="enabled", definition={"startTime": "b"}),
            record(operation="delete", revisionBefore="2", fields={"tags": "removed"}),
            record(operation="put", revisionAfter="1", state="enabled", definition={"startTime": "a"}),
        ]
    )

    assert [list(change_words(one["properties"])) for one in told] == [
        ["created"],
        ["tags removed"],
        ["created"],
    ]
