"""The scenarios: the same jobs each time, and something else that goes wrong meanwhile."""

import json
import random
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from local.dev.azurite import StoragePorts, free_ports
from local.dev.environment import ROOT
from local.dev.faults import SCENARIOS
from local.dev.terminal import Problem, say
from proofs.faults import disturbances
from proofs.faults.checker import Cause, Report, check, history_faults, is_explained
from proofs.faults.patient_client import PatientClient
from proofs.faults.site import Site, Stage
from proofs.faults.storage_proxy import SECONDS_OF_SILENCE, StorageProxy, at_random, no_faults, summary
from proofs.faults.verdict import Verdict
from proofs.faults.workload import Place, PlannedJob, Size, collections_of, plan_jobs
from proofs.harness.clock import now
from proofs.harness.processes import Server, a_host

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
)
LATE: Final = timedelta(seconds=10)
FAULT_RATE: Final = 0.1
AHEAD: Final = 1.0  # seconds in which no job is due yet
SECONDS_PER_JOB: Final = (0.1, 0.25, 0.5)
LONG_LEASE: Final = 150  # seconds
_BETWEEN_LINES: Final = 10.0  # seconds between two lines of progress
LONGEST_SETTLING: Final = 300.0  # seconds; a hint that was lost is sent again after one minute, then two


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """What goes wrong, and whether that can make anything run again."""

    disturb: Callable[[Stage, Size], list[Cause]]
    hosts: int = 1
    runs_again: bool = True
    through_proxy: bool = False


PLAYED: Final[dict[str, Scenario]] = {
    "kills": Scenario(disturb=lambda stage, size: disturbances.kill_hosts(stage, size.alive)),
    "outage": Scenario(disturb=lambda stage, size: disturbances.stop_storage(stage, size.outage)),
    "queue": Scenario(disturb=lambda stage, size: disturbances.empty_queue(stage), runs_again=False),
    "errors": Scenario(disturb=lambda stage, size: disturbances.leave_alone(stage), through_proxy=True),
    "two hosts": Scenario(
        disturb=lambda stage, size: disturbances.leave_alone(stage), hosts=2, runs_again=False
    ),
}


def play(name: str, site: Site, size: Size, *, seed: int) -> Verdict:
    """Have the jobs run while things go wrong, let it settle, and check what came of it."""
    scenario, chance = PLAYED[name], random.Random(f"{name} {seed}")  # noqa: S311 - reproducible
    place = Place(group=f"{name.replace(' ', '-')}-{seed}", receiver=site.receiver.address)
    proxy = StorageProxy(free_ports(), site.azurite.ports)
    storage = proxy.ports if scenario.through_proxy else site.azurite.ports
    settings = _settings(storage, size.lease if scenario.runs_again else LONG_LEASE)
    with ExitStack() as stack:
        stack.enter_context(proxy.running())
        hosts = _start_hosts(scenario.hosts, settings, site, size, stack)
        client = PatientClient(hosts[0].address)
        proxy.choose = at_random(FAULT_RATE, seed) if scenario.through_proxy else no_faults
        jobs, until = _create(client, place, size, chance)
        say(f"{name}: {len(jobs)} jobs are created; now {SCENARIOS[name]} …")
        causes = scenario.disturb(Stage(site=site, hosts=hosts, chance=chance, until=until), size)
        proxy.choose = no_faults
        calm = _settle(site, hosts)
        return _judge(name, jobs, site, client, _Harm(causes=causes, proxy=proxy, calm=calm))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Harm:
    """What was done, and whether everything settled afterwards."""

    causes: list[Cause]
    proxy: StorageProxy
    calm: bool

    def all_causes(self) -> list[Cause]:
        for_long = timedelta(seconds=SECONDS_OF_SILENCE)
        return [*self.causes, *(Cause(begin=at, end=at + for_long) for at in self.proxy.injected_at)]

    def __str__(self) -> str:
        if self.proxy.injected:
            return f"{self.proxy.injected.total()} faults ({summary(self.proxy.injected)})"
        times = {0: "all the time", 1: "once"}
        return times.get(len(self.causes), f"{len(self.causes)} times")


def _settings(storage: StoragePorts, lease: int) -> dict[str, str]:
    return {
        "AzureWebJobsStorage": storage.connection_string,
        "SCHEDULER_KEYS": "",
        "SCHEDULER_READ_KEYS": "",
        "SCHEDULER_OPEN_LOOPBACK": "1",
        "SCHEDULER_ALLOWED_TARGETS": "127.0.0.1",
        "SCHEDULER_SHARDS": "4",
        "SCHEDULER_HORIZON_SECONDS": "10",
        "SCHEDULER_LEASE_SECONDS": str(lease),
        "SCHEDULER_SHORT_LEASES": "1",
        "SCAN_SCHEDULE": "* * * * * *",
        "LOCAL_HOST_INVISIBILITY_SECONDS": "3",
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
    client: PatientClient, place: Place, size: Size, chance: random.Random
) -> tuple[list[PlannedJob], datetime]:
    """Create all jobs before the first of them is due; on a slow machine begin again, with more time."""
    for number, seconds_per_job in enumerate(SECONDS_PER_JOB):
        seconds = AHEAD + seconds_per_job * (size.once + size.failing + size.recurring)
        begin = now() + timedelta(seconds=seconds)
        trying = replace(place, group=place.group + "-again" * number)
        jobs = plan_jobs(trying, size, begin=begin, chance=chance)
        client.create(collections_of(trying, len(jobs)), jobs)
        if now() < begin:
            time.sleep((begin - now()).total_seconds())
            return jobs, begin + size.disturbed
    raise Problem("This machine is too slow to create all jobs before the first of them is due.")


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


def _judge(name: str, jobs: list[PlannedJob], site: Site, client: PatientClient, harm: _Harm) -> Verdict:
    expected = [one for job in jobs for one in job.expected]
    series = [job.series for job in jobs if job.series]
    group, _, _ = jobs[0].path.rpartition("/")
    runs = [run for run in site.runs() if run.path.startswith(f"{group}/")]
    report = check(expected, series, runs, bound=LATE)
    causes = harm.all_causes()
    explained = tuple(match for match in report.doubled if is_explained(match, causes))
    unexplained = [match for match in report.doubled if match not in explained]
    states = client.states(jobs)
    problems = [
        *([] if harm.calm else ["tickets were left open or set aside"]),
        *_broken(report),
        *(f"{match.expected.path} ran again for no reason: {match.runs}" for match in unexplained),
        *(f"{job.address} is {states.get(job.address)}" for job in jobs if not _finished(job, states)),
        *history_faults(report.matched, client.histories(jobs)),
    ]
    told = f"{SCENARIOS[name]}, {harm}"
    return Verdict(name=name, report=report, explained=explained, problems=tuple(problems), harm=told)


def _broken(report: Report) -> list[str]:
    return [
        *(f"{match.expected.path} of {match.expected.due} was lost" for match in report.lost),
        *(f"{match.expected.path} started before {match.expected.earliest}" for match in report.early),
        *(f"{run.path} ran for {run.expected}, which nobody expected" for run in report.unexpected),
    ]


def _finished(job: PlannedJob, states: dict[str, str]) -> bool:
    fails = any(one.fails for one in job.expected)
    return states.get(job.address) == ("faulted" if fails else "completed")
