"""Stories of jobs with policies: what waits is woken, and no job stays blocked."""

from functools import partial
from typing import Any, Final

from proofs.crash import steps
from proofs.crash.steps import (
    an_action,
    at,
    delete,
    disable_collection,
    hour,
    hourly,
    moments_later,
    once,
    patch_collection,
    put_collection,
    tell,
)
from proofs.crash.story import Story
from proofs.crash.world import ERROR, EXTENDED, FAILS, MEANWHILE

put: Final = partial(steps.put, version=EXTENDED)
patch: Final = partial(steps.patch, version=EXTENDED)

_TRIED_FOR_LONG: Final = {"retryType": "fixed", "retryInterval": "PT1H20M", "retryCount": 1}
"""What fails at nine is tried again at twenty past ten, and open all the time."""
_TOO_MANY: Final = "Disabled-because-2-occurrences-in-a-row-have-failed."
_UNTIL: Final = {"until": at(9, 40).isoformat(), "note": "for a while"}


def _open_for_long(path: str, *, overlap: str, count: int) -> dict[str, Any]:
    """Its occurrence of nine o'clock is still open when that of ten is due."""
    action = an_action(path, retryPolicy=_TRIED_FOR_LONG)
    return {**hourly(path, count), "action": action, "overlap": overlap}


def _missing(policy: str, within: str) -> dict[str, Any]:
    return {"missedRuns": {"policy": policy, "within": within}}


_AT_TEN_LOCAL: Final = {"frequency": "day", "schedule": {"hours": [10], "minutes": [0]}}
_FAILING: Final = an_action(
    f"failing?{FAILS}", errorAction={"type": "Http", "request": an_action(f"failing{ERROR}")["request"]}
)

POLICY_STORIES: Final = (
    Story(
        name="woken",
        runs={"/wait": 3, "/skip": 3},
        history=6,
        told={
            "wait": "09 faulted, 10 ran, 11 ended, 12 ended",
            "skip": "09 faulted, 10 overlap skipped, 11 ran, 12 ended",
        },
        given=(
            put_collection(),
            put("wait", **_open_for_long(f"wait?{FAILS}=9", overlap="wait", count=2)),
            put("skip", **_open_for_long(f"skip?{FAILS}=9", overlap="skip", count=2)),
        ),
        steps=(hour(9), hour(10, lasting=10), hour(10, 20), hour(11)),
    ),
    Story(
        name="caught up",
        runs={"/one": 2, "/none": 2, "/all": 4, "/in-turn": 4},
        history=12,
        told={
            "one": "09 ran, 10 collapsed, 11 collapsed, 12 ran",
            "none": "09 tooLate skipped, 10 tooLate skipped, 11 ran, 12 ran",
            "all": "09 ran, 10 ran, 11 ran, 12 ran",
            "in-turn": "09 ran, 10 ran, 11 ran, 12 ran",
        },
        given=(
            put_collection(),
            put("one", **hourly("one", count=2)),
            put("none", **hourly("none", count=2), **_missing("none", "PT1H")),
            put("all", **hourly("all", count=4), **_missing("all", "PT6H")),
            put("in-turn", **hourly("in-turn", count=4), **_missing("all", "PT6H"), overlap="skip"),
        ),
        steps=(hour(11, 20), hour(12)),
    ),
    Story(
        name="a job enabled in time",
        runs={"/owed": 1, "/paused": 2},
        history=3,
        told={
            "owed": "09 disabled:for-a-while, 09:40 first ran",
            "paused": "09 disabled:for-a-while, 10 ran, 11 ran, 12 ended",
        },
        given=(put_collection(),),
        steps=(
            put("owed", **once("owed"), state="disabled", disabled=_UNTIL),
            put("paused", **hourly("paused", count=2), state="disabled", disabled=_UNTIL),
            hour(9),
            hour(9, 40, lasting=10),
            hour(10),
            hour(11),
        ),
    ),
    Story(
        name="a collection enabled in time",
        runs={"/hourly": 2},
        history=2,
        told={"hourly": "09 collectionDisabled:for-a-while, 10 ran, 11 ran, 12 ended"},
        given=(put_collection(), put("hourly", **hourly("hourly", count=2))),
        steps=(disable_collection(**_UNTIL), hour(9), hour(9, 40, lasting=10), hour(10), hour(11)),
    ),
    Story(
        name="too many faults",
        runs={"/failing": 2, f"/failing{ERROR}": 2},
        history=4,
        told={"failing": f"09 faulted, 10 faulted, 11 disabled:{_TOO_MANY}, 12 disabled:{_TOO_MANY}"},
        given=(
            put_collection(),
            put("failing", **{**hourly("failing", count=9), "action": _FAILING}, disableAfterFaults=2),
        ),
        steps=(hour(9), hour(10), hour(11)),
    ),
    Story(
        name="rescheduled",
        runs={"/local": 2, "/working": 1},
        history=3,
        told={"local": "09 ran, 10 ran", "working": "09 ran, 10 excluded, 11 excluded, 12 excluded"},
        given=(
            put_collection(
                defaults={"timeZone": "Europe/Berlin"}, calendars={"holidays": {"dates": ["2026-12-24"]}}
            ),
            put("local", action=an_action("local"), startTime=at(0).isoformat(), recurrence=_AT_TEN_LOCAL),
            put("working", **hourly("working", count=9), exclude={"calendars": ["holidays"]}),
            hour(9),
        ),
        steps=(
            patch_collection(
                defaults={"timeZone": "Europe/London"}, calendars={"holidays": {"dates": ["2026-03-02"]}}
            ),
            hour(9, 15),
            hour(10),
        ),
    ),
    Story(
        name="patched under way",
        runs={"/old": 1, "/new": 1},
        history=0,  # who dies while an old form is under way leaves no entry of it: the job goes in the end
        told={
            "changing": "09 ran/superseded, 09:00:30 overlap skipped, 10:00:30 ran,"
            " 11:00:30 upcoming, 12:00:30 upcoming"
            " | 09 ran, 10:00:30 ran, 11:00:30 upcoming, 12:00:30 upcoming"  # patched only after a crash
        },
        given=(put_collection(), put("changing", **hourly(f"old?{MEANWHILE}", count=9))),
        meanwhile=(
            patch(
                "changing",
                overlap="skip",
                action=an_action("new"),
                startTime=at(9).replace(second=30).isoformat(),
            ),
            moments_later(),
        ),
        steps=(hour(9), hour(10), tell(), delete("changing"), hour(11)),
    ),
    Story(
        name="replaced while it waits",
        runs={"/old": 1, "/anew": 2},
        history=3,
        told={"waiting": "09 failed, 10 superseded, 11 ran, 12 ran"},
        given=(
            put_collection(),
            put("waiting", **_open_for_long(f"old?{FAILS}", overlap="wait", count=9)),
            hour(9),
            hour(10, 5, lasting=5),
        ),
        steps=(
            put("waiting", **hourly("anew", count=2) | {"startTime": at(11).isoformat()}, overlap="wait"),
            hour(11),
            hour(12),
        ),
    ),
)
