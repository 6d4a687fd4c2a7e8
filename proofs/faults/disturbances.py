"""What is done to the app while its jobs are due; each returns what it did."""

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from azure.core.exceptions import ResourceNotFoundError
from azure.storage.queue import QueueServiceClient

from local.dev.terminal import Problem, say
from proofs.faults.changes import Changed, Off
from proofs.faults.checker import Cause
from proofs.faults.fire import make_changes, switch_collections
from proofs.faults.site import Stage
from proofs.faults.stirring import Stirred
from proofs.faults.workload import Size
from proofs.harness.clock import now
from shared.storage.dispatch_queue import QUEUE

AFTERWARDS: Final = timedelta(seconds=1)
"""What was on its way when the harm was done may still arrive."""
LONGEST_STOP: Final = 30.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Harm:
    """From when to when something was wrong that explains doubles, and what was changed meanwhile."""

    causes: tuple[Cause, ...] = ()
    changed: tuple[Changed, ...] = ()
    offs: tuple[Off, ...] = ()
    stirred: tuple[Stirred, ...] = ()


def kill_hosts(stage: Stage, longest: timedelta) -> Harm:
    """Kill the host again and again, now and then before it is up, and start it again at once.

    Between two kills it has up to the longest time given to do something.
    """
    kills: list[Cause] = []
    while stage.pause(0.2, longest.total_seconds()):
        victim = stage.chance.choice(stage.hosts)
        kills.append(_since(now()))
        victim.kill()
        victim.start()
    say(f"  killed {len(kills)} times")
    return Harm(causes=tuple(kills))


def stop_storage(stage: Stage, outage: timedelta) -> Harm:
    """Stop Azurite gently, for a killed one would forget what it has acknowledged, and start it again."""
    stage.pause(1, 2)
    began, azurite = now(), stage.site.azurite
    if not azurite.stop(within=LONGEST_STOP):
        raise Problem(f"Azurite did not end within {LONGEST_STOP:.0f} seconds.")
    say(f"  storage is down for {outage.total_seconds():.0f} s …")
    time.sleep(outage.total_seconds())
    azurite.start()
    return Harm(causes=(Cause(begin=began, end=now() + AFTERWARDS),))


def empty_queue(stage: Stage) -> Harm:
    """Empty the dispatch queue several times a second: that loses hints, and explains no double."""
    times = 0
    connection = stage.site.azurite.connection_string
    with QueueServiceClient.from_connection_string(connection) as service:
        while stage.pause(0.05, 0.5):
            times += _clear(service)
    say(f"  emptied {times} times")
    return Harm()


def leave_alone(stage: Stage) -> Harm:
    """Do nothing, for as long as it takes: what disturbs is that something else goes on."""
    while stage.pause(0.2, 0.2):
        pass
    return Harm()


def change_under_fire(stage: Stage, size: Size) -> Harm:
    """Change jobs as they are due, and disable and enable other jobs' collections."""
    with ThreadPoolExecutor(1) as beside:
        switching = beside.submit(switch_collections, stage, size)
        changed = make_changes(stage)
        return Harm(changed=tuple(changed), offs=tuple(switching.result()))


def _clear(service: QueueServiceClient) -> bool:
    try:
        service.get_queue_client(QUEUE).clear_messages()
    except ResourceNotFoundError:
        return False
    return True


def _since(instant: datetime) -> Cause:
    return Cause(begin=instant, end=instant + AFTERWARDS)
