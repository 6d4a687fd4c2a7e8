"""A plan that is kept: what was to be done, so that applying it later does that or nothing. No secrets."""

import hashlib
import json
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from migrate.carry_out import TO_DO, collection_body, prepared
from migrate.code.bodies import patch_body, put_body, starts_afresh
from migrate.code.plan import CodePlan
from migrate.documents import Unreadable, documents_of
from migrate.found import Json
from migrate.planning.collection import PlannedCollection
from migrate.planning.job import PlannedJob
from migrate.private_file import write_or_tell
from migrate.terminal import Problem
from shared.api.render import collection_id
from shared.domain.about import EXTENDED

_FORM: Final = "scheduler plan 1"


def write_plan_file(file: Path, plan: CodePlan, to: str) -> None:
    """Write the plan; only its owner may read it."""
    text = json.dumps({"form": _FORM, "to": to, "changes": intended(plan)}, indent=2)
    write_or_tell(file, f"{text}\n")


def refuse_another_plan(file: Path, plan: CodePlan, to: str) -> None:
    """Raise Problem with what differs if the plan is not the one that was kept."""
    kept = _read(file)
    if kept.get("to") != to:
        raise Problem(f"{file} is a plan for {kept.get('to')}, not for {to}: nothing was changed.")
    then, now = kept["changes"], intended(plan)
    differing = [id for id in dict.fromkeys([*then, *now]) if then.get(id) != now.get(id)]
    if differing:
        lines = [f"    {id}: {_said(then.get(id))} then, {_said(now.get(id))} now" for id in differing[:10]]
        more = [f"    and {len(differing) - 10} more"] if len(differing) > 10 else []
        told = "\n".join([*lines, *more])
        raise Problem(f"This is another plan than that of {file}, so nothing was changed:\n{told}")


def intended(plan: CodePlan) -> dict[str, Any]:
    """Return every change by the id of what it changes: what is done, to which ETag, and a fingerprint."""
    found: dict[str, Any] = {}
    for planned in plan.collections:
        if planned.outcome in TO_DO:
            existing = plan.whole.target.collections.get(planned.key, {})
            found[collection_id(planned.key)] = _entry(planned, existing, _collection_facts(planned))
        for job in planned.jobs:
            if job.outcome in TO_DO:
                there = plan.there(planned.key, job.name)
                facts = _job_facts(job, there, plan)
                found[f"{collection_id(planned.key)}/jobs/{job.name}"] = _entry(job, there or {}, facts)
    return found


def _entry(planned: PlannedCollection | PlannedJob, existing: Json, facts: Json) -> Json:
    text = json.dumps(facts, sort_keys=True, ensure_ascii=False)
    fingerprint = hashlib.sha256(text.encode()).hexdigest()
    return {"change": str(planned.outcome), "etag": existing.get("etag"), "fingerprint": fingerprint}


def _collection_facts(planned: PlannedCollection) -> Json:
    body = collection_body(replace(planned, version=EXTENDED, secrets={}))
    return {**body, "secrets": sorted(planned.secrets)}


def _job_facts(job: PlannedJob, there: Json | None, plan: CodePlan) -> Json:
    """Return what is sent for a job but its secrets, and but a start that is made up for cron."""
    if job.prepared is None:
        return {}
    bare = replace(job, prepared=replace(prepared(job), secrets={}))
    whole = there is None or starts_afresh(job, there)
    body = put_body(prepared(bare)) if whole else patch_body(bare, there or {}, now=plan.now)
    if prepared(job).start_made_up:
        body["properties"].pop("startTime", None)
    return {**body, "secrets": sorted(prepared(job).secrets)}


def _said(entry: object) -> str:
    """Return what was to become of something, and of which version of it."""
    if not isinstance(entry, dict):
        return "is left alone"
    version = f" (ETag {entry['etag']})" if entry.get("etag") else ""
    return f"{entry.get('change')}{version}"


def _read(file: Path) -> Json:
    try:
        (kept,) = documents_of(file.name, file.read_bytes())
    except OSError as exc:
        raise Problem(f"Cannot read {file}: {exc.strerror}.") from exc
    except (Unreadable, ValueError) as exc:
        raise Problem(f"{file} is no plan that `plan --out` wrote.") from exc
    if not isinstance(kept, dict) or kept.get("form") != _FORM or not isinstance(kept.get("changes"), dict):
        raise Problem(f"{file} is no plan that `plan --out` wrote.")
    return kept
