"""What is told of occurrences, held against plans and calls: planted faults, told in tables."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from proofs.crash.story import Story
from proofs.crash.telling import faults_in_telling, in_words
from proofs.crash.trial import Called, Notes
from proofs.harness.receiver import Call
from proofs.harness.telling import Plan, Reason, Told, read_told, telling_faults

NINE = datetime(2026, 3, 2, 9, tzinfo=UTC)
NOON = NINE + timedelta(hours=3)
OFF = Reason(outcome="disabled", begin=NINE, end=NINE + timedelta(minutes=1), note="why")
CHANGED = Reason(outcome="superseded", end=NINE)
BEGUN = "it had begun, and nobody lived to tell how it ended"


def at(minute: float) -> datetime:
    return NINE + timedelta(minutes=minute)


def told(outcome: str, minute: float = 0, **more: Any) -> Told:
    return Told(at=at(minute), outcome=outcome, **more)


def run(minute: float = 0, late: float = 0) -> Call:
    """A call for a time, so many minutes late; the receiver knows only the second that it is for."""
    return Call(path="/j", expected=at(minute).replace(microsecond=0), at=at(minute + late))


def a_plan(*minutes: float, **more: Any) -> Plan:
    return Plan(name="j", times=tuple(at(minute) for minute in minutes), **more)


@pytest.mark.parametrize(
    ("plan", "answers", "runs"),
    [
        pytest.param(a_plan(0), [told("ran")], [run()], id="it ran"),
        pytest.param(a_plan(0.01), [told("ran", 0.01)], [run(0.01)], id="within a second"),
        pytest.param(a_plan(0), [told("faulted")], [run(), run(late=1)], id="it failed to the end"),
        pytest.param(
            a_plan(0, 1),
            [told("late"), told("collapsed", 1, into=NINE)],
            [run(late=2)],
            id="a late run stands for another",
        ),
        pytest.param(a_plan(0, reasons=(OFF,)), [told("disabled", note="why")], [], id="off, with its note"),
        pytest.param(a_plan(0, reasons=(CHANGED,)), [told("superseded")], [], id="changed away"),
        pytest.param(
            a_plan(0, reasons=(CHANGED,)), [told("superseded", reason=BEGUN)], [run()], id="begun in vain"
        ),
        pytest.param(a_plan(0, skips=("overlap",)), [told("skipped", reason="overlap")], [], id="skipped"),
        pytest.param(a_plan(0, 1, count=1), [told("ran"), told("ended", 1)], [run()], id="over"),
        pytest.param(a_plan(200), [told("upcoming", 200)], [], id="to come"),
        pytest.param(a_plan(0, perhaps=(at(1),)), [told("ran")], [run()], id="a time that may be missing"),
    ],
)
def test_what_is_true_is_no_fault(plan: Plan, answers: list[Told], runs: list[Call]) -> None:
    assert telling_faults(plan, answers, runs, now=NOON) == []


@pytest.mark.parametrize(
    ("plan", "answers", "runs", "fault"),
    [
        pytest.param(a_plan(0), [], [], "nothing is told of", id="a time untold"),
        pytest.param(a_plan(), [told("upcoming", 200)], [], "not planned", id="a time that nobody planned"),
        pytest.param(a_plan(0), [told("ran"), told("ran")], [run()], "more than once", id="told twice"),
        pytest.param(a_plan(0), [told("ran")], [], "was not called", id="it did not run"),
        pytest.param(a_plan(0), [told("unexplained")], [], "told as unexplained", id="unexplained"),
        pytest.param(a_plan(0), [told("running")], [run()], "told as running", id="still running"),
        pytest.param(a_plan(0), [told("waiting")], [], "told as waiting", id="still waiting"),
        pytest.param(a_plan(0), [told("ran", kind="first")], [run()], "first ran", id="of another kind"),
        pytest.param(
            a_plan(0, skips=("overlap",)),
            [told("skipped", reason="overlap")],
            [run()],
            "but was called",
            id="it was called",
        ),
        pytest.param(a_plan(0), [told("skipped", reason="overlap")], [], "not true", id="it may overlap"),
        pytest.param(
            a_plan(0, 1),
            [told("ran"), told("collapsed", 1, into=NINE)],
            [run(late=0.5)],
            "not true",
            id="what stands for it was not late",
        ),
        pytest.param(
            a_plan(1), [told("collapsed", 1, into=NINE)], [], "not true", id="nothing stands for it"
        ),
        pytest.param(
            a_plan(0, 1, collapses=False),
            [told("late"), told("collapsed", 1, into=NINE)],
            [run(late=2)],
            "not true",
            id="each of them must be made",
        ),
        pytest.param(a_plan(0, reasons=(OFF,)), [told("disabled")], [], "not true", id="the note is missing"),
        pytest.param(
            a_plan(2, reasons=(OFF,)), [told("disabled", 2, note="why")], [], "not true", id="off no more"
        ),
        pytest.param(a_plan(1, reasons=(CHANGED,)), [told("superseded", 1)], [], "not true", id="no change"),
        pytest.param(a_plan(0, count=1), [told("ended")], [], "not true", id="it was not over"),
        pytest.param(a_plan(0), [told("upcoming")], [], "not true", id="its time has passed"),
        pytest.param(a_plan(), [], [run()], "nothing is told of it", id="a call of which nobody tells"),
    ],
)
def test_what_is_false_is_a_fault(plan: Plan, answers: list[Told], runs: list[Call], fault: str) -> None:
    (found,) = telling_faults(plan, answers, runs, now=NOON)

    assert fault in found


def test_answers_of_the_api_are_read() -> None:
    answer = {"at": "2026-03-02T09:01:00Z", "outcome": "collapsed", "into": "2026-03-02T09:00:00Z"}

    assert read_told(answer) == told("collapsed", 1, into=NINE)


def test_times_are_told_in_words() -> None:
    answers = [
        told("ran"),
        told("skipped", 60, reason="overlap"),
        told("disabled", 90.5, note="so it is"),
        told("ran", 91, kind="runNow"),
    ]

    assert in_words(answers) == "09 ran, 10 overlap skipped, 10:30:30 disabled:so-it-is, 10:31 runNow ran"


@pytest.mark.parametrize(
    ("wanted", "gone", "fault"),
    [
        pytest.param({"j": "09 ran, 10 upcoming"}, (), "", id="late after a crash"),
        pytest.param({"j": "09 ran/superseded, 10 upcoming"}, (), "", id="one of two"),
        pytest.param({"j": "09 ran"}, (), "is told as", id="a time too many"),
        pytest.param({"j": "09 superseded, 10 upcoming"}, (), "is told as", id="another outcome"),
        pytest.param({"j": "09 ran, 10 upcoming", "k": "09 ran"}, (), "'k' is told as", id="a job untold"),
        pytest.param({"j": "09 ran, 10 upcoming"}, ("/j",), "was not called", id="called by another"),
    ],
)
def test_what_a_crash_left_is_told_as_the_story_says(
    tmp_path: Any, wanted: dict[str, str], gone: tuple[str, ...], fault: str
) -> None:
    notes = Notes(tmp_path)
    called = Called(job="j", action="MainAction", expected=NINE.isoformat(), path="/j")
    notes.note_called(called, NINE)
    notes.note_told("j", [told("late"), told("upcoming", 60)])
    story = Story(name="s", runs={}, history=0, told=wanted, gone=gone, steps=())

    faults = faults_in_telling(story, notes)

    assert [fault in found for found in faults] == ([True] if fault else [])
