"""The note of a shard's census ⇄ the fields of its row.

Each part has a field of its own, because a field holds 64 KiB. Earlier versions wrote some of them only.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from shared.domain.census import Census, Standing
from shared.domain.job import JobState
from shared.domain.job_counts import (
    CredentialEnd,
    Credentials,
    Failing,
    FailingJob,
    JobCounts,
    LastOutcome,
    NotSent,
)
from shared.domain.keys import CollectionKey, JobKey
from shared.storage.fields import (
    FIRST_FORMAT,
    Fields,
    read_number,
    read_optional,
    read_text,
    write_optional,
)
from shared.storage.instants import read_instant, write_instant


def write_standing(standing: Standing) -> Fields:
    census = standing.census
    return {
        "format": FIRST_FORMAT,
        "id": standing.id,
        "due": write_instant(standing.due),
        "census": "" if census is None else _write_census(census),
        "jobs": "" if census is None or census.jobs is None else _write_jobs(census.jobs),
        "failing": ("" if census is None or census.jobs is None else _write_failing(census.jobs.failing)),
        "notSent": "" if census is None else _write_not_sent(census.not_sent),
        "credentials": (
            "" if census is None or census.credentials is None else _write_credentials(census.credentials)
        ),
    }


def read_standing(fields: Mapping[str, Any], etag: str) -> Standing:
    census = read_text(fields["census"])
    return Standing(
        id=read_text(fields["id"]),
        due=read_instant(fields["due"]),
        census=_read_census(json.loads(census), fields) if census else None,
    )


def _write_census(census: Census) -> str:
    counted = {"sealed": census.sealed, "shut": census.shut, "newer": census.newer}
    return json.dumps({"at": write_instant(census.at), **counted, "calendars": census.calendars})


def _read_census(stored: Mapping[str, Any], fields: Mapping[str, Any]) -> Census:
    parts = ("jobs", "failing", "credentials", "notSent")
    jobs, failing, credentials, not_sent = (read_text(fields.get(name, "")) for name in parts)
    return Census(
        at=read_instant(stored["at"]),
        sealed=Counter({str(key): read_number(values) for key, values in stored["sealed"].items()}),
        shut=read_number(stored["shut"]),
        not_sent=_read_not_sent(json.loads(not_sent)) if not_sent else NotSent(),
        newer=read_number(stored["newer"]),
        calendars=tuple(read_text(told) for told in stored.get("calendars", ())),
        jobs=_read_jobs(json.loads(jobs), _read_failing(failing)) if jobs else None,
        credentials=_read_credentials(json.loads(credentials)) if credentials else None,
    )


def _write_jobs(jobs: JobCounts) -> str:
    counts = [(state, outcome, count) for (state, outcome), count in jobs.counts.items()]
    return json.dumps({"counts": counts, "failing": []})  # 0.2.0 reads it; what failing means has changed


def _read_jobs(stored: Mapping[str, Any], failing: Failing | None) -> JobCounts:
    counts = {
        (JobState(state), LastOutcome(outcome)): read_number(count)
        for state, outcome, count in stored["counts"]
    }
    return JobCounts(counts=Counter(counts), failing=failing)


def _write_failing(failing: Failing | None) -> str:
    if failing is None:
        return ""
    named = [
        {
            "job": _write_owner(one.key),
            "state": one.state,
            "inARow": one.in_a_row,
            "since": write_optional(one.since),
            "last": write_optional(one.last),
        }
        for one in failing.named
    ]
    return json.dumps({"count": failing.count, "named": named})


def _read_failing(text: str) -> Failing | None:
    """Return what was noted. 0.2.0 noted nothing here."""
    if not text:
        return None
    stored = json.loads(text)
    named = (
        FailingJob(
            key=_read_job(one["job"]),
            state=JobState(one["state"]),
            in_a_row=read_number(one["inARow"]),
            since=read_optional(one["since"]),
            last=read_optional(one["last"]),
        )
        for one in stored["named"]
    )
    return Failing(count=read_number(stored["count"]), named=tuple(named))


def _write_not_sent(not_sent: NotSent) -> str:
    return json.dumps({"count": not_sent.count, "named": [_write_owner(one) for one in not_sent.named]})


def _read_not_sent(stored: Mapping[str, Any]) -> NotSent:
    named = tuple(_read_owner(names) for names in stored["named"])
    return NotSent(count=read_number(stored["count"]), named=named)


def _write_credentials(credentials: Credentials) -> str:
    earliest = [
        {"owner": _write_owner(one.owner), "path": one.path, "ends": write_instant(one.ends)}
        for one in credentials.earliest
    ]
    return json.dumps({"ending": credentials.ending, "earliest": earliest})


def _read_credentials(stored: Mapping[str, Any]) -> Credentials:
    earliest = (
        CredentialEnd(
            owner=_read_owner(one["owner"]), path=read_text(one["path"]), ends=read_instant(one["ends"])
        )
        for one in stored["earliest"]
    )
    return Credentials(ending=read_number(stored["ending"]), earliest=tuple(earliest))


def _write_owner(owner: JobKey | CollectionKey) -> list[str]:
    collection = owner.collection if isinstance(owner, JobKey) else owner
    names = [collection.subscription, collection.resource_group, collection.name]
    return [*names, owner.name] if isinstance(owner, JobKey) else names


def _read_owner(names: Sequence[str]) -> JobKey | CollectionKey:
    return _read_job(names) if len(names) > 3 else _read_collection(names)


def _read_job(names: Sequence[str]) -> JobKey:
    *collection, name = names
    return JobKey(collection=_read_collection(collection), name=name)


def _read_collection(names: Sequence[str]) -> CollectionKey:
    subscription, group, name = names
    return CollectionKey(subscription=subscription, resource_group=group, name=name)
