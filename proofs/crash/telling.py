"""What the app tells of the stories' jobs: as the story says, and as the receiver saw it."""

from collections.abc import Iterator, Sequence
from typing import Final

from proofs.crash.story import Story
from proofs.crash.trial import Notes
from proofs.crash.world import BEGIN
from proofs.harness.telling import MADE, SCHEDULED, Plan, Reason, Told, telling_faults

_RAN: Final = {"late": "ran"}
"""A crash may make late what is on time otherwise."""
_OR: Final = "/"
_OR_ELSE: Final = " | "


def faults_in_telling(story: Story, notes: Notes) -> list[str]:
    """Return where a story's jobs are told to have fared in another way than it says, or than they did."""
    jobs = sorted({*story.told, *notes.told()})
    return [fault for job in jobs for fault in _faults(job, story, notes)]


def in_words(told: Sequence[Told]) -> str:
    """Return the times with what became of them, such as `09 ran, 10 overlap skipped, 11 disabled:why`."""
    return ", ".join(" ".join(_words(one)) for one in told)


def _faults(job: str, story: Story, notes: Notes) -> Iterator[str]:
    told, wanted = notes.told().get(job, []), story.told.get(job, "nothing")
    calls = [call for call in notes.arrivals(job) if call.path not in story.gone]
    words = in_words(told) or "nothing"
    if not any(_is_alike(one.split(", "), words.split(", ")) for one in wanted.split(_OR_ELSE)):
        yield f"'{job}' is told as '{words}', not '{wanted}'"
    yield from telling_faults(_plan(job, told), told, calls, now=BEGIN)


def _is_alike(wanted: Sequence[str], words: Sequence[str]) -> bool:
    return len(wanted) == len(words) and all(map(_is_one_of, words, wanted))


def _is_one_of(word: str, wanted: str) -> bool:
    """What a story says may be `09 ran/superseded`."""
    time, _, outcome = word.rpartition(" ")
    wanted_time, _, outcomes = wanted.rpartition(" ")
    allowed = outcomes.split(_OR)
    return time == wanted_time and (outcome in allowed or _RAN.get(outcome) in allowed)


def _plan(job: str, told: Sequence[Told]) -> Plan:
    """Return what the story says, which was compared before: what is left is whether it is true."""
    made = sum(one.outcome in MADE for one in told)
    return Plan(
        name=job,
        times=tuple(one.at for one in told),
        reasons=tuple(Reason(outcome=one.outcome, begin=one.at, note=one.note) for one in told),
        skips=tuple(one.reason for one in told if one.outcome == "skipped"),
        count=made,
        kinds=tuple(one.kind for one in told),
    )


def _words(told: Told) -> Iterator[str]:
    """Yield hour, minute if there is one, who asked for it if nobody planned it, and what became of it."""
    yield f"{told.at:%H:%M:%S}".removesuffix(":00").removesuffix(":00")
    if told.kind != SCHEDULED:
        yield told.kind
    if told.outcome == "skipped":
        yield told.reason
    yield f"{told.outcome}:{told.note.replace(' ', '-')}" if told.note else told.outcome
