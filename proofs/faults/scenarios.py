"""The scenarios: jobs that are due, and something that goes wrong meanwhile."""

import json
import random
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final, Protocol

from local.dev.azurite import StoragePorts, free_ports
from local.dev.environment import ROOT
from local.dev.faults import SCENARIOS
from local.dev.terminal import Problem, say
from proofs.faults import disturbances
from proofs.faults.disturbances import Harm
from proofs.faults.fire import plan_changes
from proofs.faults.judging import judge, put_off_in
from proofs.faults.patient_client import PatientClient
from proofs.faults.played import Played
from proofs.faults.policy_jobs import plan_mixed
from proofs.faults.site import Site, Stage
from proofs.faults.stirring import stir_jobs
from proofs.faults.storage_proxy import StorageProxy, at_random, no_faults
from proofs.faults.verdict import Verdict
from proofs.faults.workload import (
    Crowd,
    Fire,
    Place,
    PlannedJob,
    Policied,
    Size,
    collections_of,
    plan_neighbours,
)
from proofs.harness.clock import now
from proofs.harness.processes import Server, a_host
from proofs.harness.receiver import ANOTHER_HOST

FULL: Final = Size(
    once=200,
    failing=8,
    recurring=6,
    repeats=2,
    disturbed=timedelta(seconds=60),
    outage=timedelta(seconds=30),
    lease=5,
    alive=timedelta(seconds=5),
    comes_back=30,  # as in host.json
    stirred=12,
    policies=Policied(each=3, long=True),
    crowd=Crowd(silent=200, victims=200, time_limit=10, places=64),
    fire=Fire(changed=200, unchanged=50, switched=80, on=timedelta(seconds=12), off=timedelta(seconds=5)),
)
SHORT: Final = Size(
    once=12,
    failing=0,
    recurring=2,
    repeats=1,
    disturbed=timedelta(seconds=3),
    outage=timedelta(seconds=1),
    lease=2,
    alive=timedelta(seconds=1.5),
    comes_back=2,
    stirred=3,
    policies=Policied(each=1, long=False),
    crowd=Crowd(silent=12, victims=4, time_limit=2, places=32),
    fire=Fire(changed=8, unchanged=2, switched=6, on=timedelta(seconds=0.6), off=timedelta(seconds=3.2)),
)
FAULT_RATE: Final = 0.1
AHEAD: Final = 1.0  # seconds in which no job is due yet
SECONDS_PER_JOB: Final = (0.05, 0.1, 0.25, 0.5)
LONG_LEASE: Final = 150  # seconds
_BETWEEN_LINES: Final = 10.0  # seconds between two lines of progress
LONGEST_SETTLING: Final = 300.0  # seconds; a hint that was lost is sent again after one minute, then two


class Plan(Protocol):
    def __call__(
        self, place: Place, size: Size, *, begin: datetime, chance: random.Random
    ) -> list[PlannedJob]:
        """Return jobs that are due from `begin` on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """What goes wrong, whether that can make anything run again, and whether something must be put off."""

    disturb: Callable[[Stage, Size], Harm]
    plan: Plan = plan_mixed
    hosts: int = 1
    runs_again: bool = True
    through_proxy: bool = False
    puts_off: bool = False


PLAYED: Final[dict[str, Scenario]] = {
    "kills": Scenario(disturb=lambda stage, size: disturbances.kill_hosts(stage, size.alive)),
    "outage": Scenario(disturb=lambda stage, size: disturbances.stop_storage(stage, size.outage)),
    "queue": Scenario(disturb=lambda stage, size: disturbances.empty_queue(stage), runs_again=False),
    "errors": Scenario(disturb=lambda stage, size: disturbances.leave_alone(stage), through_proxy=True),
    "two hosts": Scenario(
        disturb=lambda stage, size: disturbances.leave_alone(stage), hosts=2, runs_again=False
    ),
    "neighbours": Scenario(
        disturb=lambda stage, size: disturbances.leave_alone(stage),
        plan=plan_neighbours,
        runs_again=False,
        puts_off=True,
    ),
    "changes": Scenario(disturb=disturbances.change_under_fire, plan=plan_changes, runs_again=False),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Part:
    """A scenario that is to be played, with chance and a place for its jobs of its own."""

    name: str
    scenario: Scenario
    place: Place
    chance: random.Random


def play(names: Sequence[str], site: Site, size: Size, *, seed: int) -> list[Verdict]:
    """Have the jobs run while things go wrong, let it settle, and check what came of it.

    Scenarios that do no harm to hosts and storage may be played at the same time, on the same ones.
    """
    parts = [_part(name, site, seed) for name in names]
    proxied = any(part.scenario.through_proxy for part in parts)
    proxy = StorageProxy(free_ports(), site.azurite.ports)
    with ExitStack() as stack:
        stack.enter_context(proxy.running())
        settings = _settings(proxy.ports if proxied else site.azurite.ports, parts, size)
        hosts = _start_hosts(max(part.scenario.hosts for part in parts), settings, site, size, stack)
        client = PatientClient(hosts[0].address)
        proxy.choose = at_random(FAULT_RATE, seed) if proxied else no_faults
        planned, until = _create(client, parts, size)
        stages = [
            Stage(site=site, hosts=hosts, client=client, jobs=jobs, chance=part.chance, until=until)
            for part, jobs in zip(parts, planned, strict=True)
        ]
        harms = _disturb(parts, stages, size)
        proxy.choose = no_faults
        calm = _settle(site, hosts)
        return [
            judge(_played(part, stage, harm, proxy, calm=calm), site, client)
            for part, stage, harm in zip(parts, stages, harms, strict=True)
        ]


def _part(name: str, site: Site, seed: int) -> _Part:
    group = f"{name.replace(' ', '-')}-{seed}"
    return _Part(
        name=name,
        scenario=PLAYED[name],
        place=Place(group=group, receiver=site.receiver.address, silent=site.silent.address),
        chance=random.Random(f"{name} {seed}"),  # noqa: S311 - reproducible
    )


def _disturb(parts: Sequence[_Part], stages: Sequence[Stage], size: Size) -> list[Harm]:
    """Let everything go wrong at the same time."""
    for part, stage in zip(parts, stages, strict=True):
        say(f"{part.name}: {len(stage.jobs)} jobs are created; now {SCENARIOS[part.name]} …")
    with ThreadPoolExecutor(2 * len(parts)) as beside:
        stirring = [beside.submit(stir_jobs, stage) for stage in stages]
        harms = beside.map(lambda part, stage: part.scenario.disturb(stage, size), parts, stages)
        return [
            replace(harm, stirred=tuple(stirred.result()))
            for harm, stirred in zip(harms, stirring, strict=True)
        ]


def _played(part: _Part, stage: Stage, harm: Harm, proxy: StorageProxy, *, calm: bool) -> Played:
    logs = [host.printed() for host in stage.hosts]
    put_off = sum(put_off_in(log) for log in logs) if part.scenario.puts_off else None
    return Played(name=part.name, jobs=stage.jobs, harm=harm, proxy=proxy, calm=calm, put_off=put_off)


def _settings(storage: StoragePorts, parts: Sequence[_Part], size: Size) -> dict[str, str]:
    runs_again = any(part.scenario.runs_again for part in parts)
    crowded = any(part.scenario.puts_off for part in parts)
    return {
        "AzureWebJobsStorage": storage.connection_string,
        "SCHEDULER_KEYS": "",
        "SCHEDULER_READ_KEYS": "",
        "SCHEDULER_OPEN_LOOPBACK": "1",
        "SCHEDULER_ALLOWED_TARGETS": f"127.0.0.1,{ANOTHER_HOST}",
        "SCHEDULER_SHARDS": "4",
        "SCHEDULER_HORIZON_SECONDS": "10",
        "SCHEDULER_LEASE_SECONDS": str(size.lease if runs_again else LONG_LEASE),
        "SCHEDULER_SHORT_LEASES": "1",
        "SCAN_SCHEDULE": "* * * * * *",
        "PYTHON_THREADPOOL_THREAD_COUNT": "256",
        "LOCAL_HOST_INVISIBILITY_SECONDS": "3",
        **(_few_places(size.crowd) if crowded else {}),
    }


def _few_places(crowd: Crowd) -> dict[str, str]:
    return {
        "SCHEDULER_CONCURRENCY": str(crowd.places),
        "SCHEDULER_SHORT_ACTIONS": str(crowd.time_limit),
    }


def _start_hosts(
    count: int, settings: dict[str, str], site: Site, size: Size, stack: ExitStack
) -> list[Server]:
    """Start hosts that end with the stack, and return when they listen."""
    roots = [_a_root(site.folder / f"host-{number}", size) for number in range(count)]
    hosts = [a_host(root, settings, root=root) for root in roots]
    for host in hosts:
        stack.callback(host.kill)
        host.start()
    for host in hosts:
        host.wait_until_ready()
    return hosts


def _a_root(folder: Path, size: Size) -> Path:
    """Make a folder for a host in which the app is, but a message that failed comes back sooner."""
    folder.mkdir(parents=True, exist_ok=True)
    content = json.loads((ROOT / "host.json").read_text(encoding="utf-8"))
    content["extensions"]["queues"]["visibilityTimeout"] = f"00:00:{size.comes_back:02d}"
    (folder / "host.json").write_text(json.dumps(content), encoding="utf-8")
    the_app = f"import runpy\n\napp = runpy.run_path({str(ROOT / 'function_app.py')!r})['app']\n"
    (folder / "function_app.py").write_text(the_app, encoding="utf-8")
    return folder


def _create(
    client: PatientClient, parts: Sequence[_Part], size: Size
) -> tuple[list[list[PlannedJob]], datetime]:
    """Create all jobs before the first of them is due; on a slow machine begin again, with more time."""
    count = sum(len(_plan(part, size, now())) for part in parts)
    for number, seconds_per_job in enumerate(SECONDS_PER_JOB):
        begin = now() + timedelta(seconds=AHEAD + seconds_per_job * count)
        planned = [_plan(part, size, begin, again=number) for part in parts]
        jobs = [job for part in planned for job in part]
        client.create(collections_of(jobs), jobs)
        if now() < begin:
            time.sleep((begin - now()).total_seconds())
            return planned, begin + size.disturbed
    raise Problem("This machine is too slow to create all jobs before the first of them is due.")


def _plan(part: _Part, size: Size, begin: datetime, *, again: int = 0) -> list[PlannedJob]:
    place = replace(part.place, group=part.place.group + "-again" * again)
    return part.scenario.plan(place, size, begin=begin, chance=part.chance)


def _settle(site: Site, hosts: list[Server]) -> bool:
    """Wait until nothing is left that is due soon; say whether that came to pass."""
    for host in hosts:
        host.start()
        host.wait_until_ready()
    told = began = time.monotonic()
    while left := site.open_tickets():
        waited = time.monotonic()
        if waited > began + LONGEST_SETTLING:
            return False
        if waited > told + _BETWEEN_LINES:
            say(f"  {left} tickets are still open …")
            told = waited
        time.sleep(0.5)
    return True
