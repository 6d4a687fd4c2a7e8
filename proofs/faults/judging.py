"""What came of a scenario: everything that was expected is compared with what the receivers got."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Final

from local.dev.faults import SCENARIOS
from proofs.faults import stirring
from proofs.faults.answers import ask_about_all
from proofs.faults.changes import (
    ChangeKind,
    Off,
    change_faults,
    count_faults,
    expected_after,
    expected_between,
    longest_after,
    off_faults,
)
from proofs.faults.checker import (
    NO_TIME,
    Cause,
    Expected,
    Matched,
    Report,
    Run,
    check,
    history_faults,
    is_explained,
)
from proofs.faults.patient_client import PatientClient
from proofs.faults.played import Played
from proofs.faults.policies import Followed, end_of, expected_of, follow, policy_faults, told_of
from proofs.faults.records import read_records
from proofs.faults.site import Site
from proofs.faults.stirring import expected_when_stirred
from proofs.faults.storage_proxy import SECONDS_OF_SILENCE, summary
from proofs.faults.verdict import Verdict
from proofs.faults.workload import ERROR_PATH, PlannedJob, collections_of
from proofs.harness.clock import now
from proofs.harness.journal import read_notes

LATE: Final = timedelta(seconds=10)


def judge(played: Played, site: Site, client: PatientClient) -> Verdict:
    runs = _runs(played, site)
    policied = _follow(played, runs, site)
    report = _match(played, runs, policied)
    explained = tuple(match for match in report.doubled if is_explained(match, _all_causes(played)))
    unexplained = [match for match in report.doubled if match not in explained]
    states = client.states(played.jobs)
    unruled = [job for job in played.jobs if job.rule is None]
    stirred = played.harm.stirred
    answers = ask_about_all(played, runs, policied, client)
    problems = [
        *([] if played.calm else ["tickets were left open or set aside"]),
        *([] if played.put_off != 0 else ["nothing was put off, so the neighbours were not in the way"]),
        *_broken(report),
        *(f"{match.expected.path} ran again for no reason: {match.runs}" for match in unexplained),
        *change_faults(played.harm.changed, report.matched),
        *(fault for pair in _by_collection(played, report) for fault in off_faults(*pair)),
        *(fault for job in policied.values() for fault in policy_faults(job, now=now())),
        *(f"{job.address} is {states.get(job.address)}" for job in unruled if not _ended(job, states)),
        *_wrong_ends(played, policied, states),
        *_history_faults(played, report, client),
        *stirring.count_faults(
            stirred, runs, client.histories([one.job for one in stirred]), _all_causes(played)
        ),
        *answers.faults,
    ]
    told = f"{SCENARIOS[played.name]}, {_told(played, report)}{told_of(policied.values())}{answers}"
    return Verdict(name=played.name, report=report, explained=explained, problems=tuple(problems), harm=told)


def put_off_in(log: str) -> int:
    """Return how many tickets a host has put off, those several times put off counted again."""
    return sum(pack.get("putOff", 0) for pack in read_notes(log, "pack"))


def _runs(played: Played, site: Site) -> list[Run]:
    group = played.jobs[0].path.split("/")[1]
    return [run for run in site.runs() if run.path.startswith(f"/{group}/")]


def _follow(played: Played, runs: Sequence[Run], site: Site) -> dict[str, Followed]:
    """Return the jobs with policies by path, each with its calls and with what is noted about it."""
    rules = [job.rule for job in played.jobs if job.rule]
    records = read_records(site.azurite) if rules else []
    return {rule.path: follow(rule, runs, records, _all_causes(played)) for rule in rules}


def _match(played: Played, runs: Sequence[Run], policied: Mapping[str, Followed]) -> Report:
    expected = [one for job in played.jobs for one in _expected(job, played)]
    expected += [one for job in played.harm.stirred for one in expected_when_stirred(job, runs)]
    by_rule = [one for path, job in policied.items() for one in expected_of(job, path + ERROR_PATH)]
    series = [job.series for job in played.jobs if job.series]
    return check([*expected, *by_rule], series, runs, bound=LATE)


def _expected(job: PlannedJob, played: Played) -> list[Expected]:
    if job.change is not None:
        return expected_after(played.changes[job.path])
    if job.switched:
        offs = [off for off in played.harm.offs if off.collection == job.collection]
        return [expected_between(one, offs) for one in job.expected]
    return [] if job.stir else list(job.expected)  # what was stirred follows from what was done


def _all_causes(played: Played) -> list[Cause]:
    for_long = timedelta(seconds=SECONDS_OF_SILENCE)
    return [*played.harm.causes, *(Cause(begin=at, end=at + for_long) for at in played.proxy.injected_at)]


def _broken(report: Report) -> list[str]:
    return [
        *(f"{match.expected.path} of {match.expected.due} was lost" for match in report.lost),
        *(f"{match.expected.path} started before {match.expected.earliest}" for match in report.early),
        *(f"{run.path} ran for {run.expected}, which nobody expected" for run in report.unexpected),
    ]


def _by_collection(played: Played, report: Report) -> list[tuple[list[Off], list[Matched]]]:
    """Return when each collection was off, with what ran in it."""
    collections = collections_of(job for job in played.jobs if job.switched)
    paths = {one: {job.path for job in played.jobs if job.collection == one} for one in collections}
    return [
        (
            [off for off in played.harm.offs if off.collection == one],
            [match for match in report.matched if match.expected.path in paths[one]],
        )
        for one in collections
    ]


def _ended(job: PlannedJob, states: dict[str, str]) -> bool:
    state = states.get(job.address)
    match job.change.kind if job.change else None:
        case ChangeKind.DELETE:
            return state is None
        case ChangeKind.DISABLE:
            return state in ("disabled", "completed")
        case _:
            return state == ("faulted" if any(one.fails for one in job.expected) else "completed")


def _wrong_ends(played: Played, policied: Mapping[str, Followed], states: dict[str, str]) -> list[str]:
    """Return the jobs with policies that did not end as their calls say that they must."""
    ended = [(job, states.get(job.address), end_of(policied[job.path])) for job in played.jobs if job.rule]
    return [f"{job.address} is {state}, not {wanted}" for job, state, wanted in ended if state != wanted]


def _history_faults(played: Played, report: Report, client: PatientClient) -> list[str]:
    changed = {path for paths in played.forms for path in paths}
    kept = [job for job in played.jobs if job.change and job.change.kind is not ChangeKind.DELETE]
    unchanged = [job for job in played.jobs if job.change is None and job.stir is None]
    matched = [match for match in report.matched if match.expected.path not in changed]
    return [
        *history_faults(matched, client.histories(unchanged)),
        *count_faults(played.harm.changed, report.matched, client.histories(kept)),
    ]


def _told(played: Played, report: Report) -> str:
    harm, proxy = played.harm, played.proxy
    if played.put_off is not None:
        return f"{played.put_off} times put off, the others at most {_victims(report)} late"
    if harm.changed:
        return _told_of_changes(played, report)
    if proxy.injected:
        return f"{proxy.injected.total()} faults ({summary(proxy.injected)})"
    times = {0: "all the time", 1: "once"}
    return times.get(len(harm.causes), f"{len(harm.causes)} times")


def _victims(report: Report) -> str:
    """Return how late those were at most whose target answers."""
    healthy = tuple(match for match in report.matched if not match.expected.fails)
    return _seconds(replace(report, matched=healthy).lateness(1))


def _told_of_changes(played: Played, report: Report) -> str:
    harm = played.harm
    in_time = sum(changed.in_time for changed in harm.changed)
    after = max((longest_after(*pair) for pair in _by_collection(played, report)), default=NO_TIME)
    return (
        f"{len(harm.changed)} jobs, {in_time} of them before their instant, and {len(harm.offs)} times a"
        f" collection, in which something started up to {_seconds(after)} after the answer"
    )


def _seconds(span: timedelta) -> str:
    return f"{span.total_seconds():.2f} s"
