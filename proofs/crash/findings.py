"""What came of crashes: compared with a story that nothing interrupted, and told."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from local.dev.terminal import Problem, say
from proofs.crash.ending import Point
from proofs.crash.snapshot import Snapshot
from proofs.crash.story import Story
from proofs.crash.trial import Called, Notes, Occurrence
from proofs.harness.transport import Moment

SAMPLE: Final = (
    ("from nothing", Moment.AFTER, "PUT: transaction"),
    ("a pack", Moment.AFTER, "scan: send message"),
    ("a pack", Moment.BEFORE, "claim: transaction"),
    ("a pack", Moment.BEFORE, "settle: transaction"),
    ("a pack", Moment.AFTER, "settle: transaction"),
    ("run now", Moment.BEFORE, "POST: send message"),
    ("delete a job", Moment.AFTER, "DELETE: transaction"),
    ("caught up", Moment.AFTER, "claim: transaction"),
    ("woken", Moment.BEFORE, "settle: send message"),
    ("patched under way", Moment.AFTER, "under way, PATCH: transaction"),
)
"""Ten points, one or more of each phase; of several calls that read alike, the first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """A story that nothing interrupted: what it called in storage, what ran, and what it left."""

    calls: tuple[str, ...]
    called: Counter[Called]
    left: Snapshot


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Place:
    """A crash point by its story, with the call in words."""

    story: str
    point: Point
    call: str

    @property
    def between_action_and_settling(self) -> bool:
        return self.call.startswith(("settle:", "under way, "))

    def __str__(self) -> str:
        return f"{self.story}, {self.point.moment} call {self.point.call} ({self.call})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What came of a crash: actions that ran again, as they may, and promises broken."""

    place: Place
    again: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()


def compare(
    place: Place, reference: Reference, notes: Notes, left: Snapshot, may_run_again: Counter[Occurrence]
) -> Finding:
    """An action may run again only if it had run and was not settled when the process ended."""
    called = Counter(notes.called())
    again = called - reference.called
    occurrences = Counter(one.occurrence for one in again.elements())
    problems = [
        *(f"failed: {failure}" for failure in notes.failures()),
        *(f"lost: {one}" for one in reference.called - called),
        *(f"ran again, though settled: {one}" for one in occurrences - may_run_again),
        *(f"should be there: {row}" for row in reference.left - left),
        *(f"should not be there: {row}" for row in left - reference.left),
    ]
    return Finding(place=place, again=tuple(one.path for one in again.elements()), problems=tuple(problems))


def unlike(story: Story, reference: Reference) -> str:
    """Return where an undisturbed story differs from what it should be, or nothing."""
    runs = Counter(one.path for one in reference.called.elements())
    entries = sum(count for row, count in reference.left.items() if row.startswith("h "))
    if runs == story.runs and entries == story.history:
        return ""
    return f"it ran {dict(runs)} and left {entries} entries, not {dict(story.runs)} and {story.history}"


def sample(places: Sequence[Place]) -> list[Place]:
    """Return the points of the sample; raise a problem if there is one no more."""
    first = {(place.story, place.point.moment, place.call): place for place in reversed(places)}
    gone = [wanted for wanted in SAMPLE if wanted not in first]
    if gone:
        raise Problem(f"No such crash points any more, choose others for the sample: {gone}")
    return [first[wanted] for wanted in SAMPLE]


def report(findings: Sequence[Finding]) -> str:
    """Return what was tried, and where an action ran again."""
    again = [finding for finding in findings if finding.again]
    by_story = Counter(finding.place.story for finding in findings)
    stories = ", ".join(f"{name} {count}" for name, count in by_story.items())
    lines = [
        f"{len(findings)} crash points ({stories}).",
        "",
        f"An action ran again at {len(again)} of them, each between the action and its settling:",
        "",
        *(f"- {finding.place}: `{', '.join(finding.again)}`" for finding in again),
    ]
    return "\n".join(lines)


def show_progress(findings: Iterator[Finding], total: int) -> list[Finding]:
    """Return all findings, by place, and tell how far it has come meanwhile."""
    done: list[Finding] = []
    for finding in findings:
        done.append(finding)
        if finding.problems:
            say(f"  broken: {finding.place}")
        if len(done) % 25 == 0 or len(done) == total:
            say(f"  {len(done)} of {total} crash points, {sum(bool(one.problems) for one in done)} broken")
    return sorted(done, key=lambda finding: finding.place)
