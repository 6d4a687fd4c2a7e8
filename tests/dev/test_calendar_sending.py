"""`dev.py calendar --to`: what a collection is sent, and what the user is told."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from datetime import date, timedelta
from threading import Event
from typing import Any

import pytest

from local.calendars.entries import days_in, write_calendar
from local.calendars.send import send
from local.dev.calendar import ensure_library, parse, search_path
from local.dev.terminal import Misuse
from migrate.terminal import Problem
from shared.api.merge import merge
from tests.documents import ROOT, code_blocks, section
from tests.receiver import Answer, Received, Receiver, a_receiver

ID = "/subscriptions/s1/resourceGroups/g1/providers/Microsoft.Scheduler/jobCollections/nightly"
TWO_DAYS = {"dates": ["2026-01-01", "2026-12-25"]}
JANUARY = {"ranges": [{"from": "2026-01-01", "to": "2026-01-04"}]}


def an_app(calendars: dict[str, Any]) -> Callable[[Received], Answer]:
    """An app that has one collection, with these calendars, and merges what is sent into it."""
    collection: dict[str, Any] = {"id": ID, "properties": {"calendars": calendars}}

    def answer(request: Received) -> Answer:
        if request.method == "PATCH":
            collection.update(merge(collection, json.loads(request.body)))
        return Answer(body=b"{}" if request.path == "/health" else json.dumps(collection).encode())

    return answer


def an_error(status: int, message: str) -> Callable[[Received], Answer]:
    error = json.dumps({"error": {"code": "Some", "message": message}}).encode()
    return lambda request: Answer() if request.path == "/health" else Answer(status=status, body=error)


def put(name: str, calendar: dict[str, Any], receiver: Receiver) -> str:
    options = parse(["DE", "2026", "--to", f"{receiver.uri}{ID}"])
    return send(name, calendar, options.to, None)


def sent(receiver: Receiver) -> list[Received]:
    """The requests that change something."""
    requests = [receiver.requests.get_nowait() for _ in range(receiver.requests.qsize())]
    return [request for request in requests if request.method != "GET"]


def test_the_command_of_the_document_puts_a_calendar_into_a_collection() -> None:
    ensure_library()
    _, command = code_blocks(section("docs/local-time.md", "Public holidays"), "")
    _, *arguments = command.split()
    with a_receiver(an_app({"closed": {"dates": ["2026-07-01"]}})) as receiver:
        arguments[-1] = arguments[-1].replace("http://127.0.0.1:7071", receiver.uri)

        shown = subprocess.run(
            [sys.executable, *arguments],
            cwd=ROOT,
            env={**os.environ, "SCHEDULER_KEY": "k3y"},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )

        (patch,) = sent(receiver)
    assert (shown.returncode, shown.stdout) == (0, "")
    assert shown.stderr.splitlines()[-2:] == [
        "DE-BY (Bayern, Germany), 2026 to 2030: 60 days.",
        "Calendar 'de-by-holidays' of collection 'nightly' is new: 60 days (2026-01-01 to 2030-12-26).",
    ]
    assert (patch.method, patch.path) == ("PATCH", f"{ID}?api-version=2026-11-01")
    assert patch.headers["x-functions-key"] == "k3y"
    body = json.loads(patch.body)
    dates = body["properties"]["calendars"]["de-by-holidays"].pop("dates")
    assert body == {"properties": {"calendars": {"de-by-holidays": {}}}}
    assert (len(dates), dates[:3]) == (60, ["2026-01-01", "2026-01-06", "2026-04-03"])


def test_a_calendar_that_was_there_is_replaced_and_the_difference_told() -> None:
    with a_receiver(an_app({"Days": JANUARY})) as receiver:
        told = put("days", TWO_DAYS, receiver)

        (patch,) = sent(receiver)
    assert json.loads(patch.body) == {"properties": {"calendars": {"days": {**TWO_DAYS, "ranges": None}}}}
    assert told == (
        "Calendar 'days' of collection 'nightly' is changed: 1 day (2026-12-25) added; "
        "3 days (2026-01-02, 2026-01-03, 2026-01-04) removed."
    )


def test_a_calendar_with_the_same_days_is_not_sent() -> None:
    same = {"dates": ["2026-01-04", "2026-01-03", "2026-01-02", "2026-01-01"]}
    with a_receiver(an_app({"days": same})) as receiver:
        told = put("days", JANUARY, receiver)

        assert sent(receiver) == []
    assert told == "Calendar 'days' of collection 'nightly' has these days already: nothing was changed."


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        pytest.param(
            an_error(404, "There is no such collection."), "There is no such collection.", id="none"
        ),
        pytest.param(an_error(403, "For reading only."), "refuses the key: For reading only.", id="key"),
        pytest.param(
            lambda _: Answer(body=b"{}"), "did not keep the calendar", id="an app without calendars"
        ),
        pytest.param(lambda _: Answer(body=b"<html>"), "does not answer", id="another server"),
    ],
)
def test_a_refusal_is_told(answer: Callable[[Received], Answer], words: str) -> None:
    with a_receiver(answer) as receiver, pytest.raises(Problem, match=words):
        put("days", TWO_DAYS, receiver)


def test_an_address_that_is_of_no_collection_is_told() -> None:
    options = parse(["DE", "2026", "--to", "http://127.0.0.1:1/subscriptions/s1/resourceGroups/g1"])

    with pytest.raises(Problem, match="is not the id of a collection"):
        send("days", TWO_DAYS, options.to, None)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
def test_ctrl_c_ends_it_without_another_word() -> None:
    ensure_library()
    called, over = Event(), Event()

    def keep_waiting(_: Received) -> Answer:
        called.set()
        over.wait(30)
        return Answer()

    with a_receiver(keep_waiting) as receiver:
        command = [sys.executable, "-P", "-m", "local.calendars", "DE", "2026", "--to", f"{receiver.uri}{ID}"]
        environment = {**os.environ, **search_path()}
        with subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.PIPE) as process:
            assert called.wait(30)
            process.send_signal(signal.SIGINT)
            _, told = process.communicate()
        over.set()

    assert (process.returncode, told) == (130, b"DE (Germany), 2026: 9 days.\n")


def days(first: str, *, count: int, step: int = 1) -> list[date]:
    return [date.fromisoformat(first) + timedelta(days=number * step) for number in range(count)]


def test_three_days_in_a_row_stay_dates_and_four_become_a_range() -> None:
    written = write_calendar([*days("2026-12-24", count=3), *days("2026-12-30", count=4)])

    assert written == {
        "dates": ["2026-12-24", "2026-12-25", "2026-12-26"],
        "ranges": [{"from": "2026-12-30", "to": "2027-01-02"}],
    }


def test_a_calendar_has_400_entries_and_no_more() -> None:
    fits = [
        *days("2026-01-01", count=398, step=2),
        *days("2030-01-01", count=4),
        *days("2031-01-01", count=9),
    ]

    assert len(days_in(write_calendar(fits))) == 411
    with pytest.raises(Misuse, match="These are 401 dates and ranges"):
        write_calendar([*fits, date(2032, 1, 1)])


def test_days_of_every_year_are_compared_as_they_are() -> None:
    assert days_in({"dates": ["--12-25"], "ranges": [{"from": "--01-01", "to": "--01-02"}]}) == {
        "--12-25",
        "--01-01/--01-02",
    }
