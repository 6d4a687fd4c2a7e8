"""`apply`: plans, asks, and does what the plan shows, or nothing."""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Final
from uuid import uuid4

from migrate.carry_out import Work
from migrate.code.careful import CarefulCalls
from migrate.code.locks import Marks
from migrate.code.plan import CodePlan
from migrate.code.plan_command import plan_and_print
from migrate.code.plan_file import refuse_another_plan
from migrate.connection import reach
from migrate.planning.collection import PlannedCollection
from migrate.planning.job import Outcome
from migrate.progress import Progress
from migrate.terminal import INTERRUPTED, Problem, Refused, harmless
from shared.domain.about import EXTENDED

_DONE: Final = (Outcome.CREATED, Outcome.REPLACED, Outcome.SECRETS_ADDED, Outcome.REMOVED)
_UNDONE: Final = (Outcome.FAILED, Outcome.NOT_DONE)
_WORDS: Final = {Outcome.REPLACED: "changed", Outcome.NOT_DONE: "not reached"}


def run_apply(options: argparse.Namespace, clock: Callable[[], datetime]) -> int:
    """Do what the folder asks for; return 0 if it is done, 1 if not, 130 if it was interrupted."""
    id = uuid4().hex
    app = reach(options, EXTENDED).grouped(id)
    plan, report = plan_and_print(options, app, clock())
    if plan.impossible:
        raise Problem("Something in the folder cannot be, so nothing was changed.")
    if options.plan is not None:
        refuse_another_plan(options.plan, plan, app.address)
    if not report.changes:
        return 0
    _ask(options)
    marks = Marks(app, id, clock)
    calls = CarefulCalls(app, plan, marks)
    try:
        calls.begin(break_lock=options.break_lock)
    except (Problem, Refused) as exc:
        raise Problem(f"{exc} Nothing was changed.") from exc
    done, stopped, code = _work(calls, plan, marks)
    print("\n".join(map(harmless, _summary(done, stopped, id))), flush=True)
    return code


def _ask(options: argparse.Namespace) -> None:
    """Raise Problem unless the user agrees."""
    if options.yes:
        return
    if not sys.stdin.isatty():
        raise Problem("There is no terminal to ask on: --yes agrees. Nothing was changed.")
    if input("Apply? [y/N] ").strip().lower() not in ("y", "yes"):
        raise Problem("Nothing was changed.")


def _work(calls: CarefulCalls, plan: CodePlan, marks: Marks) -> tuple[list[PlannedCollection], str, int]:
    """Do everything; return what became of it, why it was stopped, and the exit code."""
    work, stopped, code = Work(calls.app, plan.collections, calls), "", 0
    try:
        work.do(lambda total: Progress(total, "jobs"))
    except KeyboardInterrupt:
        stopped, code = "it was interrupted.", INTERRUPTED
    except (Problem, Refused) as problem:
        stopped, code = str(problem), 1
    finally:
        marks.release()
    undone = any(outcome in _UNDONE for outcome in _outcomes(work.result))
    return work.result, stopped, code or int(undone)


def _outcomes(done: Sequence[PlannedCollection]) -> Iterator[Outcome]:
    for collection in done:
        yield collection.outcome
        yield from (job.outcome for job in collection.jobs)


def _summary(done: Sequence[PlannedCollection], stopped: str, id: str) -> Iterator[str]:
    for collection in done:
        told = [(collection.key.name, collection.outcome, collection.reasons)]
        told += [(job.name, job.outcome, job.reasons) for job in collection.jobs]
        yield from (f"! {name}: {'; '.join(why)}" for name, outcome, why in told if outcome is Outcome.FAILED)
    collections = Counter(one.outcome for one in done)
    yield from _tally("Collections", collections)
    yield from _tally("Jobs", Counter(job.outcome for one in done for job in one.jobs))
    if stopped:
        yield f"Stopped: {stopped} The same command goes on where this one ended."
    yield f"In the audit, these changes have the correlation id {id}."


def _tally(what: str, outcomes: Counter[Outcome]) -> Iterator[str]:
    parts = [f"{outcomes[one]} {_WORDS.get(one, one)}" for one in (*_DONE, *_UNDONE) if outcomes[one]]
    if parts:
        yield f"{what}: {', '.join(parts)}."
