"""The run: claim the tickets that a pack names, make their attempts side by side, and settle them."""

import logging
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, wait
from datetime import datetime, timedelta
from itertools import chain, repeat
from typing import Final

from shared.domain.attempt import Completed, Ended, Failed
from shared.domain.lifecycle import Claimed
from shared.domain.ticket import HOUSEKEEPING, Dispatch, TicketKey
from shared.flow.claims import claim_pack
from shared.flow.housekeeping import do_housekeeping
from shared.flow.journal import Fact, milliseconds, note
from shared.flow.ports import Ports
from shared.flow.settling import EndedClaim, Recorded, Settling

log = logging.getLogger(__name__)

_SHORT_WAIT: Final = timedelta(seconds=2)
"""A pack this early is waited for: delays are whole seconds, rounded down. An earlier one is sent again."""
_GRACES: Final = (0.25, 1.0)
_LAST_GRACE: Final = 4.0
"""Seconds for which attempts that have ended wait for others, so that they are settled together."""


def run(dispatch: Dispatch, ports: Ports) -> None:
    """Run the tickets of a pack, none before its due instant. Drop those already done or under way.

    A message is only a hint and may hold anything. A wrong one costs no more than the short wait.
    """
    began = ports.clock()
    named = list(dict.fromkeys(dispatch.tickets))
    if len({ports.store.shard_of(key.job.collection) for key in named}) != 1:
        log.warning("a pack of %d tickets that are not of one shard is dropped", len(named))
        return
    keys = _due_now(named, ports, began)
    chores = [key for key in keys if key.kind in HOUSEKEEPING]
    _send_again(chores[1:], ports, ports.clock())  # each takes long: together they would time out
    for chore in chores[:1]:
        do_housekeeping(chore, ports)
    runs = [key for key in keys if key.kind not in HOUSEKEEPING]
    if runs:
        _run_pack(runs, ports, began)


def _due_now(keys: Sequence[TicketKey], ports: Ports, now: datetime) -> list[TicketKey]:
    """Return the tickets to run. Send again those that are due later, or beyond the size of a pack.

    The setting of the size may have shrunk since the pack was sent.
    """
    near = [key for key in keys if key.due - now <= _SHORT_WAIT][: ports.pace.pack]
    _wait_until_due(near, ports)
    now = ports.clock()
    due = [key for key in near if key.due <= now]
    if len(due) < len(keys):
        others = set(keys) - set(due)
        _send_again([key for key in keys if key in others], ports, now)
    return due


def _wait_until_due(keys: Sequence[TicketKey], ports: Ports) -> None:
    """Wait before any row is read, so that claims see fresh rows; end even if the clock is set back."""
    due, left = max((key.due for key in keys), default=ports.clock()), _SHORT_WAIT
    while left > timedelta() and (early := due - ports.clock()) > timedelta():
        span = min(early, left)
        ports.wait(span)
        left -= span


def _send_again(keys: Sequence[TicketKey], ports: Ports, now: datetime) -> None:
    """Send the tickets of each second as one pack, and each ticket of housekeeping alone."""
    together: dict[datetime | TicketKey, list[TicketKey]] = {}
    for key in keys:
        one = key if key.kind in HOUSEKEEPING else key.due.replace(microsecond=0)
        together.setdefault(one, []).append(key)
    for pack in together.values():
        ports.queue.send(Dispatch(due=min(key.due for key in pack), tickets=tuple(pack)), now=now)


def _run_pack(keys: Sequence[TicketKey], ports: Ports, began: datetime) -> None:
    claims = claim_pack(keys, ports)
    settlements = Settling(claims.won, ports)
    try:
        for over in _ended_together(claims.won, ports):
            settlements.settle(over)
    finally:
        _note(keys, claims.won, settlements.recorded, ports.clock() - began)
    if claims.outage is not None:
        raise claims.outage  # the message comes back at once for the rest; a scan would take a minute


def _ended_together(claimed: Sequence[Claimed], ports: Ports) -> Iterator[list[EndedClaim]]:
    """Make all attempts at once. Yield those that ended in a few groups: none waits for the slowest."""
    running = {ports.executor.submit(_attempt, item, ports): item for item in claimed}
    for grace in chain(_GRACES, repeat(_LAST_GRACE)):
        if not running:
            return
        wait(running, return_when="FIRST_COMPLETED")
        done = wait(running, timeout=grace).done
        yield [EndedClaim(claimed=item, ended=ended) for item, ended in _results(done, running)]


def _results(
    done: set[Future[Ended]], running: dict[Future[Ended], Claimed]
) -> Iterator[tuple[Claimed, Ended]]:
    for future in done:
        item, ended = running.pop(future), future.result()
        if isinstance(ended.outcome, Failed) and (bug := ended.outcome.bug) is not None:
            log.error("%s: a bug let the attempt fail", item.job.key, exc_info=bug)
        yield item, ended


def _attempt(claimed: Claimed, ports: Ports) -> Ended:
    started = ports.clock()
    outcome = ports.perform(claimed.attempt)
    return Ended(outcome=outcome, started=started, at=ports.clock())


def _note(
    keys: Sequence[TicketKey], claimed: Sequence[Claimed], recorded: Sequence[Recorded], took: timedelta
) -> None:
    failed = [item for item in recorded if not isinstance(item.ended.outcome, Completed)]
    lateness = [item.ended.started - item.ticket.key.due for item in recorded]
    note(
        "pack",
        tickets=len(keys),
        claimed=len(claimed),
        completed=len(recorded) - len(failed),
        failed=[_failure(item) for item in failed],
        lateMs=milliseconds(max(lateness)) if lateness else None,
        durationMs=milliseconds(took),
    )


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
