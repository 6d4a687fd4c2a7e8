"""Whether policies were kept, planted and told in tables."""

from datetime import UTC, datetime, timedelta

import pytest

from proofs.faults.checker import Cause, Run, check
from proofs.faults.policies import Followed, Record, end_of, expected_of, follow, policy_faults, told_of
from proofs.faults.rules import Rule
from shared.domain.course import SkipReason
from shared.domain.policies import MissedPolicy, Overlap

NINE = datetime(2026, 3, 2, 9, tzinfo=UTC)
ERROR = "/a/error"
OVERLAP, TOO_LATE, LIMIT = SkipReason.OVERLAP, SkipReason.TOO_LATE, SkipReason.LIMIT
OFF, DISABLED, SUPERSEDED = SkipReason.COLLECTION_DISABLED, SkipReason.DISABLED, SkipReason.SUPERSEDED
SECOND = timedelta(seconds=1)


def at(seconds: float) -> datetime:
    return NINE + timedelta(seconds=seconds)


TIMES = (at(0), at(60))
SWIFT = Rule(path="/a", times=TIMES)
SLOW = Rule(path="/a", times=TIMES, overlap=Overlap.SKIP, takes=SECOND)
TRIED_TWICE = Rule(
    path="/a",
    times=TIMES,
    overlap=Overlap.WAIT,
    takes=SECOND,
    calls=2,
    pauses=(timedelta(seconds=70),),
    fails=True,
)
SPREAD = Rule(path="/a", times=TIMES, delay=timedelta(seconds=20))
OFF_FIRST = Rule(path="/a", times=TIMES, off_until=at(30))
PAUSED = Rule(path="/a", times=TIMES, paused_until=at(30))
FAULTY = Rule(path="/a", times=(*TIMES, at(120)), fails=True, mourned=True, most_faults=2)
ALL = Rule(path="/a", times=TIMES, missed=MissedPolicy.ALL, within=timedelta(minutes=10))
NONE = Rule(path="/a", times=TIMES, missed=MissedPolicy.NONE, within=timedelta(minutes=5))


def run(due: float, started: float, path: str = "/a") -> Run:
    return Run(path=path, expected=at(due), at=at(started))


def skipped(reason: SkipReason, first: float, until: float) -> Record:
    return Record(path="/a", first=at(first), until=at(until), reason=reason)


def late_run(due: float, claimed: float) -> Record:
    return Record(path="/a", first=at(due), until=at(claimed))


def followed(
    rule: Rule,
    runs: list[Run],
    records: list[Record] | None = None,
    causes: list[tuple[float, float]] | None = None,
) -> Followed:
    known = [Cause(begin=at(begin), end=at(end)) for begin, end in causes or []]
    return follow(rule, runs, records or [], known)


def found(job: Followed, runs: list[Run]) -> dict[str, int]:
    report = check(expected_of(job, ERROR), [], runs, bound=timedelta(seconds=10))
    counts = {
        "lost": len(report.lost),
        "early": len(report.early),
        "unexpected": len(report.unexpected),
        "late": len(report.late),
    }
    return {what: number for what, number in counts.items() if number}


@pytest.mark.parametrize(
    ("rule", "runs", "records", "findings"),
    [
        pytest.param(SWIFT, [run(0, 1), run(60, 61)], [], {}, id="all on time"),
        pytest.param(SWIFT, [run(0, 1)], [], {"lost": 1}, id="one lost"),
        pytest.param(SWIFT, [run(0, 65)], [late_run(0, 64)], {"late": 1}, id="part of a late run"),
        pytest.param(SWIFT, [run(0, 65)], [], {"late": 1, "lost": 1}, id="no record of a late run"),
        pytest.param(
            SWIFT, [run(0, 59)], [late_run(0, 58)], {"late": 1, "lost": 1}, id="the late run was before it"
        ),
        pytest.param(SLOW, [run(0, 1)], [skipped(OVERLAP, 60, 60)], {}, id="skipped"),
        pytest.param(SLOW, [run(0, 1)], [skipped(OVERLAP, 0, 59)], {"lost": 1}, id="another was skipped"),
        pytest.param(SPREAD, [run(0, 20), run(60, 80)], [], {}, id="spread"),
        pytest.param(SPREAD, [run(0, 20), run(60, 79)], [], {"early": 1}, id="a delay that was not kept"),
        pytest.param(OFF_FIRST, [run(60, 61)], [], {}, id="enabled in time"),
        pytest.param(OFF_FIRST, [run(0, 1), run(60, 61)], [], {"unexpected": 1}, id="run while disabled"),
        pytest.param(OFF_FIRST, [], [], {"lost": 1}, id="never enabled"),
        pytest.param(PAUSED, [run(60, 61)], [skipped(OFF, 0, 1)], {}, id="its collection is enabled in time"),
        pytest.param(
            PAUSED, [run(0, 1), run(60, 61)], [], {"early": 1}, id="run while its collection is disabled"
        ),
        pytest.param(
            PAUSED, [run(0, 35), run(60, 61)], [], {}, id="so late that its collection is enabled again"
        ),
        pytest.param(PAUSED, [run(60, 61)], [], {"lost": 1}, id="no record of the disabled collection"),
        pytest.param(
            FAULTY,
            [run(0, 1), run(60, 61), run(0, 2, ERROR), run(60, 62, ERROR)],
            [],
            {},
            id="disabled after two faults",
        ),
        pytest.param(
            FAULTY,
            [run(0, 1), run(60, 61), run(120, 121), run(0, 2, ERROR), run(60, 62, ERROR)],
            [],
            {"unexpected": 1},
            id="not disabled after two faults",
        ),
        pytest.param(
            FAULTY,
            [run(0, 1), run(60, 61), run(0, 2, ERROR)],
            [],
            {"lost": 1},
            id="the error action of the last fault is lost",
        ),
    ],
)
def test_an_occurrence_has_a_call_or_a_record(
    rule: Rule, runs: list[Run], records: list[Record], findings: dict[str, int]
) -> None:
    assert found(followed(rule, runs, records), runs) == findings


def test_what_waited_is_late_only_from_when_it_was_free() -> None:
    runs = [run(0, 0), run(0, 72), run(60, 74), run(60, 150)]

    job = followed(TRIED_TWICE, runs)

    assert found(job, runs) == {}
    assert [one.delay.total_seconds() for one in expected_of(job, ERROR)] == [0, 13]
    assert told_of([job]) == "; policies: waited 1"


@pytest.mark.parametrize(
    ("rule", "runs", "causes", "faults"),
    [
        pytest.param(SLOW, [run(0, 0), run(60, 60)], [], 0, id="one after the other"),
        pytest.param(SLOW, [run(0, 60), run(60, 61)], [], 0, id="one right after the other"),
        pytest.param(SLOW, [run(0, 60), run(60, 60.9)], [], 1, id="at the same time"),
        pytest.param(SLOW, [run(0, 60), run(60, 60.9)], [(60.5, 61)], 0, id="its runner was killed"),
        pytest.param(SLOW, [run(0, 60), run(60, 60.9)], [(50, 59)], 1, id="its runner was killed before"),
        pytest.param(SLOW, [run(0, 61), run(60, 60)], [(50, 70)], 1, id="in the wrong order"),
        pytest.param(SWIFT, [run(0, 60), run(60, 60)], [], 0, id="they may overlap"),
        pytest.param(
            TRIED_TWICE, [run(0, 0), run(0, 72), run(60, 74), run(60, 150)], [], 0, id="after the last retry"
        ),
        pytest.param(
            TRIED_TWICE,
            [run(0, 0), run(0, 72), run(60, 61), run(60, 150)],
            [(0, 100)],
            1,
            id="between two attempts, which nothing explains",
        ),
        pytest.param(
            SLOW,
            [run(0, 0), run(0, 62), run(60, 60)],
            [(61, 61.5)],
            0,
            id="called again by one who was taken for dead",
        ),
        pytest.param(SLOW, [run(0, 0), run(0, 62), run(60, 60)], [], 1, id="called again for no reason"),
    ],
)
def test_occurrences_that_overlap_are_found(
    rule: Rule, runs: list[Run], causes: list[tuple[float, float]], faults: int
) -> None:
    assert len(policy_faults(followed(rule, runs, causes=causes), now=at(200))) == faults


@pytest.mark.parametrize(
    ("starts", "causes", "faults"),
    [
        pytest.param([0, 71], [], 0, id="as long as it must be"),
        pytest.param([0, 70.9], [], 1, id="counted from the answer"),
        pytest.param([0, 6, 77], [(3, 4)], 0, id="the first attempt was made again"),
        pytest.param([0, 6, 77], [], 1, id="it was made again for no reason"),
        pytest.param([0, 6, 76], [(3, 4)], 1, id="too soon after the attempt that was made again"),
        pytest.param([0, 71, 80], [(75, 76)], 0, id="the retry was made again"),
    ],
)
def test_retries_that_come_too_soon_are_found(
    starts: list[float], causes: list[tuple[float, float]], faults: int
) -> None:
    runs = [run(0, started) for started in starts]

    assert len(policy_faults(followed(TRIED_TWICE, runs, causes=causes), now=at(200))) == faults


OPEN = [run(0, 55), run(0, 126)]


@pytest.mark.parametrize(
    ("rule", "runs", "record", "true"),
    [
        pytest.param(TRIED_TWICE, OPEN, skipped(OVERLAP, 60, 60), True, id="an open one"),
        pytest.param(SLOW, [run(0, 56)], skipped(OVERLAP, 60, 60), True, id="soon after its call"),
        pytest.param(SLOW, [run(0, 50)], skipped(OVERLAP, 60, 60), False, id="long after its call"),
        pytest.param(SLOW, [], skipped(OVERLAP, 60, 60), False, id="no other"),
        pytest.param(SWIFT, [run(0, 59)], skipped(OVERLAP, 60, 60), False, id="they may overlap"),
        pytest.param(SWIFT, [run(0, 61)], late_run(0, 60.5), True, id="late"),
        pytest.param(SWIFT, [run(0, 61)], late_run(0, 62), False, id="claimed after its call"),
        pytest.param(ALL, [run(0, 61)], late_run(0, 60.5), False, id="each is to be made"),
        pytest.param(SWIFT, [run(0, 1)], late_run(0, 0.5), False, id="nothing was missed"),
        pytest.param(NONE, [], skipped(TOO_LATE, 60, 60), True, id="too late"),
        pytest.param(ALL, [], skipped(TOO_LATE, 60, 60), False, id="not too late"),
        pytest.param(SWIFT, [], skipped(TOO_LATE, 60, 60), False, id="never too late"),
        pytest.param(ALL, [], skipped(LIMIT, 60, 60), False, id="not too many"),
        pytest.param(PAUSED, [run(60, 61)], skipped(OFF, 0, 30), True, id="its collection was off"),
        pytest.param(PAUSED, [], skipped(OFF, 0, 70), False, id="its collection was on"),
        pytest.param(FAULTY, [run(0, 1), run(60, 61)], skipped(DISABLED, 120, 120), True, id="disabled"),
        pytest.param(FAULTY, [run(0, 1)], skipped(DISABLED, 120, 120), False, id="not disabled"),
        pytest.param(SWIFT, [], skipped(SUPERSEDED, 60, 60), False, id="nobody has changed it"),
        pytest.param(SLOW, [run(0, 59), run(60, 61)], skipped(OVERLAP, 60, 60), False, id="it was called"),
        pytest.param(SLOW, [run(0, 59)], skipped(OVERLAP, 61, 70), False, id="nothing was due"),
    ],
)
def test_a_record_must_be_true(rule: Rule, runs: list[Run], record: Record, true: bool) -> None:
    faults = policy_faults(followed(rule, runs, [record]), now=at(400))

    assert (faults == []) is true


def test_a_cause_may_keep_an_occurrence_open() -> None:
    job = followed(SLOW, [run(0, 10)], [skipped(OVERLAP, 60, 60)], [(20, 50)])

    assert policy_faults(job, now=at(400)) == []


@pytest.mark.parametrize(
    ("rule", "runs", "state"),
    [
        pytest.param(SWIFT, [run(0, 1)], "completed", id="it succeeds"),
        pytest.param(TRIED_TWICE, [run(0, 1)], "faulted", id="it fails"),
        pytest.param(FAULTY, [run(0, 1), run(60, 61)], "disabled", id="it fails too often"),
        pytest.param(FAULTY, [run(0, 1)], "faulted", id="not so often"),
        pytest.param(OFF_FIRST, [], "completed", id="nothing was left when it was enabled"),
    ],
)
def test_the_state_in_the_end_follows_from_the_calls(rule: Rule, runs: list[Run], state: str) -> None:
    assert end_of(followed(rule, runs)) == state


def test_how_often_policies_decided_is_told() -> None:
    job = followed(SLOW, [run(0, 59)], [skipped(OVERLAP, 60, 60), late_run(0, 30)])

    assert told_of([job]) == "; policies: collapsed 1, overlap 1"
    assert told_of([followed(SWIFT, [])]) == ""
