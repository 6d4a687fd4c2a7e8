"""What a change that was answered allows to run, and that whatever else runs is found."""

from datetime import UTC, datetime, timedelta

import pytest

from proofs.faults.changes import (
    Changed,
    ChangeKind,
    Off,
    change_faults,
    count_faults,
    expected_after,
    expected_between,
    longest_after,
    off_faults,
)
from proofs.faults.checker import Entry, Expected, Matched, Run
from proofs.faults.judging import put_off_in

NINE = datetime(2026, 3, 2, 9, tzinfo=UTC)
OLD, NEW = "/c/1", "/c/1/new"
PATCH, DISABLE, DELETE, PUT = ChangeKind.PATCH, ChangeKind.DISABLE, ChangeKind.DELETE, ChangeKind.PUT


def after(seconds: float) -> datetime:
    return NINE + timedelta(seconds=seconds)


def changed(kind: ChangeKind, answered: float, *, refused: bool = False) -> Changed:
    new = Expected(path=NEW, due=NINE) if kind in (PATCH, PUT) else None
    old = Expected(path=OLD, due=NINE)
    return Changed(kind=kind, old=old, new=new, answered=after(answered), refused=refused)


def ran(path: str, *seconds: float, due: float = 0) -> Matched:
    runs = tuple(Run(path=path, expected=NINE, at=after(late)) for late in seconds)
    return Matched(expected=Expected(path=path, due=after(due)), runs=runs)


@pytest.mark.parametrize(
    ("kind", "answered", "refused", "expected"),
    [
        pytest.param(PATCH, -0.01, False, {NEW: True}, id="patched in time"),
        pytest.param(PATCH, 0.01, False, {OLD: False, NEW: False}, id="patched as it is due"),
        pytest.param(PATCH, 0.3, True, {OLD: True}, id="patched when it had finished"),
        pytest.param(DISABLE, -0.01, False, {}, id="disabled in time"),
        pytest.param(DISABLE, 0.01, False, {OLD: False}, id="disabled as it is due"),
        pytest.param(DELETE, -0.01, False, {}, id="deleted in time"),
        pytest.param(DELETE, 0.01, False, {OLD: False}, id="deleted as it is due"),
        pytest.param(PUT, -0.01, False, {NEW: True}, id="replaced in time"),
        pytest.param(PUT, 0.01, False, {OLD: False, NEW: True}, id="replaced as it is due"),
    ],
)
def test_what_may_and_what_must_run(
    kind: ChangeKind, answered: float, refused: bool, expected: dict[str, bool]
) -> None:
    occurrences = expected_after(changed(kind, answered, refused=refused))

    assert {one.path: one.required for one in occurrences} == expected


@pytest.mark.parametrize(
    ("change", "matched", "faults"),
    [
        pytest.param(changed(DELETE, 0.1), [ran(OLD, 1.9)], 0, id="on its way when it was deleted"),
        pytest.param(changed(DELETE, 0.1), [ran(OLD, 2.2)], 1, id="long after it was deleted"),
        pytest.param(changed(PATCH, 0.1), [ran(OLD, 0.05), ran(NEW)], 0, id="the old form was first"),
        pytest.param(changed(PATCH, 0.1), [ran(OLD), ran(NEW, 0.3)], 0, id="the change was first"),
        pytest.param(changed(PATCH, 0.1), [ran(OLD), ran(NEW)], 1, id="neither form ran"),
        pytest.param(changed(PATCH, 0.1), [ran(OLD, 0.05), ran(NEW, 0.3)], 1, id="both forms ran"),
        pytest.param(changed(PUT, 0.1), [ran(OLD, 0.05), ran(NEW, 0.3)], 0, id="both are owed"),
        pytest.param(changed(PATCH, 0.3, refused=True), [ran(OLD, 9)], 0, id="it was not changed"),
    ],
)
def test_a_form_that_ran_for_no_reason_is_found(change: Changed, matched: list[Matched], faults: int) -> None:
    assert len(change_faults([change], matched)) == faults


@pytest.mark.parametrize(
    ("change", "matched", "shown", "faults"),
    [
        pytest.param(changed(PUT, 0.1), [ran(OLD, 0.05), ran(NEW, 3)], 2, 0, id="both forms"),
        pytest.param(changed(PUT, 0.1), [ran(OLD, 0.05), ran(NEW, 3)], 1, 1, id="an entry missing"),
        pytest.param(changed(DISABLE, 0.1), [ran(OLD)], 1, 1, id="an entry too many"),
        pytest.param(changed(DELETE, 0.1), [ran(OLD, 0.05)], 0, 0, id="gone with its job"),
    ],
)
def test_every_run_of_a_changed_job_is_in_its_history(
    change: Changed, matched: list[Matched], shown: int, faults: int
) -> None:
    entries = [Entry(path=OLD, expected=NINE, attempt=0, completed=True)] * shown

    assert len(count_faults([change], matched, entries)) == faults


OFF = Off(collection="c", disabling=after(9.9), disabled=after(10), enabling=after(18), enabled=after(18.1))


@pytest.mark.parametrize(
    ("due", "required"),
    [
        pytest.param(4.9, True, id="long before"),
        pytest.param(5.1, False, id="a slow claim may find it disabled"),
        pytest.param(14, False, id="disabled"),
        pytest.param(18.05, False, id="being enabled"),
        pytest.param(18.1, True, id="enabled"),
    ],
)
def test_an_occurrence_is_required_if_its_collection_was_surely_enabled(due: float, required: bool) -> None:
    occurrence = Expected(path=OLD, due=after(due))

    assert expected_between(occurrence, [OFF]).required is required


@pytest.mark.parametrize(
    ("due", "at", "faults", "longest"),
    [
        pytest.param(9, 9.5, 0, 0, id="before"),
        pytest.param(11.9, 12.1, 0, 2.1, id="read before it was disabled"),
        pytest.param(12.1, 12.2, 1, 2.2, id="read afterwards"),
        pytest.param(11.9, 14.5, 1, 4.5, id="too late for a claim from before"),
        pytest.param(15, 18.2, 0, 0, id="enabled again"),
    ],
)
def test_a_run_in_a_disabled_collection_is_found(due: float, at: float, faults: int, longest: float) -> None:
    matched = [ran(OLD, at, due=due)]

    assert len(off_faults([OFF], matched)) == faults
    assert longest_after([OFF], matched) == timedelta(seconds=longest)


def test_what_was_put_off_is_counted_in_the_log() -> None:
    log = """
2026-11-16 22:15:05,760 INFO    dispatch: {"event": "pack", "tickets": 9, "putOff": 4, "putOffTimes": 1}
2026-11-16 22:15:05,763 INFO    dispatch: {"event": "pack", "tickets": 1, "failed": [{"job": "putOff"}]}
2026-11-16 22:15:05,764 INFO    scan: {"event": "scan", "putOff": 5}
2026-11-16 22:15:15,760 INFO    dispatch: {"event": "pack", "tickets": 4, "putOff": 1, "putOffTimes": 2}
"""

    assert put_off_in(log) == 5
