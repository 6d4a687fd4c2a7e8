"""Processes that end at a call to storage: a fixed sample of what `dev.py faults --crash-points` tries."""

from collections import Counter
from pathlib import Path

import pytest

from local.dev.azurite import Azurite
from local.dev.terminal import Problem
from proofs.crash.ending import Point
from proofs.crash.findings import (
    SAMPLE,
    Finding,
    Place,
    Reference,
    compare,
    report,
    sample,
    show_progress,
    unlike,
)
from proofs.crash.stories import STORIES
from proofs.crash.story import Story
from proofs.crash.sweep import Sweep
from proofs.crash.trial import Called, Notes
from proofs.crash.world import BEGINNING
from proofs.harness.transport import Moment

PLACE = Place(story="a pack", point=Point(call=1, moment=Moment.BEFORE), call="settle: transaction")
CALLED = Called(job="j", action="MainAction", expected="09:00", path="/j")
OTHER = Called(job="k", action="MainAction", expected="09:00", path="/k")


@pytest.fixture(scope="module")
def sweep(azurite: Azurite, tmp_path_factory: pytest.TempPathFactory) -> Sweep:
    return Sweep(azurite.connection_string, tmp_path_factory.mktemp("trials"))


@pytest.fixture(scope="module")
def places(sweep: Sweep) -> list[Place]:
    return sweep.places()


def test_after_a_crash_everything_is_as_if_there_had_been_none(sweep: Sweep, places: list[Place]) -> None:
    findings = show_progress(sweep.crash(sample(places)), len(SAMPLE))

    assert [problem for finding in findings for problem in finding.problems] == []
    assert len(findings) == 10
    assert {finding.place.call for finding in findings if finding.again} == {"settle: transaction"}


def test_every_phase_has_its_crash_points(places: list[Place]) -> None:
    phases = {place.call.partition(":")[0] for place in places}

    of_an_attempt = {f"under way, {phase}" for phase in ("PATCH", "scan", "claim", "done")}
    assert (
        phases
        == {"PUT", "PATCH", "POST", "DELETE", "scan", "claim", "settle", "done", "tidy"} | of_an_attempt
    )


def test_hints_that_were_lost_are_sent_again(sweep: Sweep) -> None:
    """The queue is emptied after each of five scans: so the hints are lost twice."""
    played = sweep.reference("lost hints")

    assert unlike(STORIES["lost hints"], played) == ""
    assert played.calls.count("scan: send message") >= 4


@pytest.mark.parametrize(
    ("called", "left"),
    [
        pytest.param([CALLED, CALLED], ["h 1"], id="an action too many"),
        pytest.param([], ["h 1"], id="an action missing"),
        pytest.param([CALLED], [], id="an entry missing"),
        pytest.param([CALLED], ["h 1", "h 2"], id="an entry too many"),
    ],
)
def test_a_story_that_goes_wrong_undisturbed_is_no_reference(called: list[Called], left: list[str]) -> None:
    story = Story(name="s", runs={"/j": 1}, history=1, told={}, steps=())

    assert unlike(story, Reference(calls=(), called=Counter([CALLED]), left=Counter(["h 1", "j 1"]))) == ""
    assert unlike(story, Reference(calls=(), called=Counter(called), left=Counter(left))) != ""


@pytest.mark.parametrize(
    ("called", "left", "may_run_again", "problem"),
    [
        pytest.param([CALLED], ["row"], [], "", id="as in the reference"),
        pytest.param([], ["row"], [], "lost", id="an action that never ran"),
        pytest.param([CALLED, CALLED], ["row"], [CALLED], "", id="again, for it was not settled"),
        pytest.param([CALLED, CALLED], ["row"], [], "ran again, though settled", id="again, for no reason"),
        pytest.param([CALLED] * 3, ["row"], [CALLED], "ran again, though settled", id="twice again"),
        pytest.param([CALLED, OTHER], ["row"], [], "ran again, though settled", id="what nobody asked for"),
        pytest.param([CALLED], [], [], "should be there", id="a row missing"),
        pytest.param([CALLED], ["row", "row"], [], "should not be there", id="a row too many"),
    ],
)
def test_what_differs_is_told(
    tmp_path: Path, called: list[Called], left: list[str], may_run_again: list[Called], problem: str
) -> None:
    notes = Notes(tmp_path)
    for one in called:
        notes.note_called(one, BEGINNING)
    reference = Reference(calls=("settle: transaction",), called=Counter([CALLED]), left=Counter(["row"]))

    allowed = Counter(one.occurrence for one in may_run_again)
    finding = compare(PLACE, reference, notes, Counter(left), allowed)

    assert [one.partition(":")[0] for one in finding.problems] == ([problem] if problem else [])


def test_actions_that_ran_again_are_listed() -> None:
    findings = [Finding(place=PLACE, again=("/j",)), Finding(place=PLACE)]

    text = report(findings)

    assert text.startswith("2 crash points (a pack 2).")
    assert text.endswith("- a pack, before call 1 (settle: transaction): `/j`")


def test_a_sample_that_is_gone_is_named() -> None:
    with pytest.raises(Problem, match=r"choose others for the sample.*from nothing"):
        sample([PLACE])
