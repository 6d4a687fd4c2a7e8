"""The run: claim the tickets that a pack names, each at its instant, and do what they ask for."""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import accumulate
from typing import Final

from shared.domain.attempt import Completed
from shared.domain.errors import StorageUnavailable
from shared.domain.ticket import HINTED_AHEAD, HOUSEKEEPING, Dispatch, TicketKey
from shared.flow.claims import Pack, read_pack
from shared.flow.housekeeping import do_housekeeping
from shared.flow.journal import Fact, milliseconds, note
from shared.flow.ports import Ports
from shared.flow.runs import Runs
from shared.flow.settling import Recorded

log = logging.getLogger(__name__)

_SHORT_WAIT: Final = timedelta(seconds=5)
"""A ticket this early is waited for: hints come early, and clocks differ. An earlier one is sent again."""
_A_PACK_LASTS: Final = timedelta(seconds=1)
_LONGEST_NAMED: Final = 8_000
"""Characters of the jobs that a line names. Their keys seldom have a hundred each, and a pack has 32."""
_SAME_INSTANT: Final = timedelta(milliseconds=20)
"""Tickets that are due so close together are claimed in one transaction."""


def run(dispatch: Dispatch, ports: Ports) -> None:
    """Run the tickets of a pack, none before its due instant. Drop those already done or under way.

    A message is only a hint and may hold anything. A wrong one costs no more than the short wait.
    """
    named = list(dict.fromkeys(dispatch.tickets))
    if len({ports.store.shard_of(key.job.collection) for key in named}) != 1:
        log.warning("a pack of %d tickets that are not of one shard is dropped", len(named))
        return
    now = ports.clock()
    near = _near(named, now)
    chores = [key for key in near if key.kind in HOUSEKEEPING]
    runs = [key for key in near if key.kind not in HOUSEKEEPING]
    later = [*_without(named, near), *chores[1:]]  # a chore takes long: several would time out
    _send_again(later, ports, now)
    for chore in chores[:1]:
        _do_chore(chore, ports)
    if runs:
        _run_pack(runs, dispatch.put_off, ports)


def _near(keys: Sequence[TicketKey], now: datetime) -> list[TicketKey]:
    """Return those due within a second of the first, so that it waits for none of the others."""
    first = max(min(key.due for key in keys), now)
    until = min(first + _A_PACK_LASTS, now + _SHORT_WAIT)
    return [key for key in keys if key.due <= until]


def _do_chore(chore: TicketKey, ports: Ports) -> None:
    if _Patience(ports).wait_until(chore.due):
        do_housekeeping(chore, ports)
    else:
        _send_again([chore], ports, ports.clock())


def _run_pack(keys: Sequence[TicketKey], put_off: int, ports: Ports) -> None:
    """Read the pack early, claim and start each of its tickets at its instant, then settle.

    1. Read all that is stored about the tickets two seconds before the last of them is due.
    2. Wait for each instant, take places on the executor, claim under the early ETags, and start.
    3. What gets no place at once waits a few seconds for one; then it is put off, unclaimed.
    4. Settle those that ended together. An outage is raised in the end, so that the message comes back.
    """
    began, patience = ports.clock(), _Patience(ports)
    patience.wait_until(max(key.due for key in keys) - HINTED_AHEAD)
    early, runs = read_pack(keys, ports), Runs(ports)
    try:
        _start_all(keys, early, runs, patience)
        runs.wait_for_places(early, put_off)
    except StorageUnavailable as exc:
        runs.outage = exc  # what was started before is settled first
    try:
        runs.settle()
    finally:
        _note(keys, runs, ports.clock() - began)
    if runs.outage is not None:
        raise runs.outage


def _start_all(keys: Sequence[TicketKey], early: Pack, runs: Runs, patience: "_Patience") -> None:
    """Start each group of tickets at its instant, as far as there are places."""
    for group in _instants(keys):
        if patience.wait_until(group[-1].due):
            runs.start_at_once(group, early)
        else:
            _send_again(group, runs.ports, runs.ports.clock())  # the clock was set back


def _instants(keys: Sequence[TicketKey]) -> list[list[TicketKey]]:
    groups: list[list[TicketKey]] = []
    for key in sorted(keys, key=lambda key: key.due):
        if not groups or key.due - groups[-1][0].due > _SAME_INSTANT:
            groups.append([])
        groups[-1].append(key)
    return groups


class _Patience:
    """Waits for instants, in all no longer than the short wait: a clock may be set back meanwhile."""

    def __init__(self, ports: Ports) -> None:
        self._ports = ports
        self._left = _SHORT_WAIT

    def wait_until(self, due: datetime) -> bool:
        """Say whether the instant has come."""
        while self._left > timedelta() and (early := due - self._ports.clock()) > timedelta():
            span = min(early, self._left)
            self._ports.wait(span)
            self._left -= span
        return due <= self._ports.clock()


def _without(keys: Sequence[TicketKey], others: Sequence[TicketKey]) -> list[TicketKey]:
    taken = set(others)
    return [key for key in keys if key not in taken]


def _send_again(keys: Sequence[TicketKey], ports: Ports, now: datetime) -> None:
    """Send the tickets of each second as one pack, and each ticket of housekeeping alone."""
    together: dict[datetime | TicketKey, list[TicketKey]] = {}
    for key in keys:
        one = key if key.kind in HOUSEKEEPING else key.due.replace(microsecond=0)
        together.setdefault(one, []).append(key)
    for pack in together.values():
        ports.queue.send(Dispatch(due=min(key.due for key in pack), tickets=tuple(pack)), now=now)


def _note(keys: Sequence[TicketKey], runs: Runs, took: timedelta) -> None:
    recorded = runs.recorded
    failed = [item for item in recorded if not isinstance(item.ended.outcome, Completed)]
    completed = sorted(str(item.job) for item in recorded if isinstance(item.ended.outcome, Completed))
    lateness = [item.ended.started - item.ticket.key.due for item in recorded]
    put_off: dict[str, Fact] = {"putOff": runs.put_off, "putOffTimes": runs.times} if runs.put_off else {}
    note(
        "pack",
        tickets=len(keys),
        claimed=runs.claimed,
        completed=len(completed),
        completedJobs=_shortened(completed),
        failed=[_failure(item) for item in failed],
        lateMs=milliseconds(max(lateness)) if lateness else None,
        durationMs=milliseconds(took),
        **put_off,
    )


def _shortened(jobs: Sequence[str]) -> list[Fact]:
    """Return as many jobs as a line should name, so that a job's runs are found by its key."""
    ends = accumulate(len(job) for job in jobs)
    return [job for job, end in zip(jobs, ends, strict=True) if end <= _LONGEST_NAMED]


def _failure(recorded: Recorded) -> Fact:
    """Say what failed, and what happens next."""
    ticket, following = recorded.ticket, recorded.following
    status = recorded.ended.outcome.status
    return {
        "job": str(recorded.job),
        "kind": ticket.key.kind,
        "number": ticket.number,
        "attempt": ticket.key.attempt,
        "next": f"{following.key.kind} at {following.key.due.isoformat()}" if following else None,
        **({} if status is None else {"status": status}),
    }
