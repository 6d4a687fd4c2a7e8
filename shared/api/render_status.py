"""What `/status` answers: the app's status → JSON."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from shared.api.instants import write_instant
from shared.api.render import collection_id, job_id
from shared.api.shapes.writing import Json
from shared.domain.app_status import AppStatus
from shared.domain.census import Census
from shared.domain.job_counts import Failing
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.local_time.zones import tzdata_version
from shared.domain.put_off import PutOff
from shared.domain.scanned import Scanned
from shared.domain.stored import SetAside
from shared.domain.ticket import TicketKey
from shared.domain.version import VERSION

MOST_SHOWN: Final = 20


def render_status(status: AppStatus, *, warnings: Sequence[str], key_names: Mapping[str, str]) -> Json:
    """`warnings` are about settings; `key_names` tells by their ids what encryption keys are called."""
    reasons = [*warnings, *status.reasons]
    return {
        "ok": not reasons,
        "jobsOk": status.jobs_ok,
        "at": write_instant(status.at),
        "version": VERSION,
        "tzdata": tzdata_version(),
        "writtenBy": status.last_scan.version if status.last_scan else None,
        "reasons": reasons,
        "scanning": status.scanning,
        "lastScan": _render_scan(status.last_scan, status.since_scan),
        "oldestOverdue": _render_overdue(status.overdue, status.at),
        "setAside": {
            "count": len(status.set_aside),
            "shown": [_render_aside(aside) for aside in status.set_aside[:MOST_SHOWN]],
        },
        "queue": {"messages": status.messages, "poison": status.poison},
        "jobs": _render_jobs(status.census),
        "credentials": _render_credentials(status.census),
        "secrets": _render_secrets(status.census, key_names),
        "newerRows": status.newer,
        "putOff": _render_put_off(status.put_off),
    }


def shortened(status: Json) -> Json:
    """Return what is told to those who may not see everything: the rest names what is not theirs."""
    return {name: status[name] for name in ("ok", "version")}


def _render_jobs(census: Census | None) -> Json | None:
    if census is None or census.jobs is None:
        return None
    jobs = census.jobs
    return {
        "at": write_instant(census.at),
        "byState": {str(state): count for state, count in jobs.by_state.items()},
        "byLastOutcome": {str(outcome): count for outcome, count in jobs.by_outcome.items()},
        "failing": _render_failing(jobs.failing) if jobs.failing else None,
    }


def _render_failing(failing: Failing) -> Json:
    shown = [
        {
            "job": job_id(one.key),
            "state": str(one.state),
            "faultsInARow": one.in_a_row,
            "since": write_instant(one.since) if one.since else None,
            "lastFault": write_instant(one.last) if one.last else None,
        }
        for one in failing.named
    ]
    return {"count": failing.count, "shown": shown}


def _render_credentials(census: Census | None) -> Json | None:
    if census is None or census.credentials is None:
        return None
    shown = [
        {"of": _id_of(one.owner), "path": one.path, "ends": write_instant(one.ends)}
        for one in census.credentials.earliest
    ]
    return {"at": write_instant(census.at), "ending": census.credentials.ending, "shown": shown}


def _id_of(owner: JobKey | CollectionKey) -> str:
    return job_id(owner) if isinstance(owner, JobKey) else collection_id(owner)


def _render_secrets(census: Census | None, key_names: Mapping[str, str]) -> Json | None:
    if census is None:
        return None
    ids = sorted({*census.sealed, *key_names})
    return {
        "at": write_instant(census.at),
        "jobsThatNoKeyOpens": census.shut,
        "neverSent": {
            "count": census.not_sent.count,
            "shown": [_id_of(one) for one in census.not_sent.named],
        },
        "keys": [
            {"id": id or None, "name": key_names.get(id), "values": census.sealed.get(id, 0)} for id in ids
        ],
    }


def _render_scan(scanned: Scanned | None, age: timedelta | None) -> Json | None:
    if scanned is None or age is None:
        return None
    return {
        "at": write_instant(scanned.at),
        "ageSeconds": age.total_seconds(),
        "due": scanned.due,
        "sent": scanned.sent,
        "sentAgain": scanned.sent_again,
        "setAside": scanned.set_aside,
        "durationSeconds": scanned.duration.total_seconds(),
    }


def _render_overdue(key: TicketKey | None, now: datetime) -> Json | None:
    if key is None:
        return None
    return {
        "due": write_instant(key.due),
        "lateSeconds": (now - key.due).total_seconds(),
        "kind": str(key.kind),
        "job": job_id(key.job),
    }


def _render_put_off(put_off: PutOff | None) -> Json | None:
    if put_off is None:
        return None
    targets = [{"target": remote, "tickets": count} for remote, count in put_off.tickets.items()]
    return {"at": write_instant(put_off.at), "targets": targets}


def _render_aside(aside: SetAside) -> Json:
    return {
        "at": write_instant(aside.at),
        "reason": aside.reason,
        "job": job_id(aside.owner) if aside.owner else None,
        "row": aside.stored.row,
    }
