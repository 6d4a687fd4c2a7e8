"""Schemas of what the app tells of what happened: occurrences, changes, trials, and all jobs at a glance."""

from collections.abc import Mapping
from typing import Final

from local.openapi.words import (
    Schema,
    Side,
    flag,
    instant,
    integer,
    local_instant,
    members,
    nullable,
    record,
    ref,
    text,
    texts,
)
from shared.api.render_trial import RUNS_SHOWN
from shared.domain.action import ActionType
from shared.domain.audit import Operation
from shared.domain.clock_changes import Effect
from shared.domain.collection import CollectionState
from shared.domain.contents import Word
from shared.domain.credentials import CredentialKind
from shared.domain.history import ActionName, Status
from shared.domain.job import JobState
from shared.domain.job_counts import LastOutcome
from shared.domain.occurrences.story import Kind, Outcome
from shared.domain.under_way import RunState
from shared.domain.unfit_parts import Reason

_JOB: Final = "Microsoft.Scheduler/jobCollections/jobs"
_ANSWER: Final = Side.ANSWER
_WORDS: Final = ", ".join(Word)
_RUN_KINDS: Final = ("occurrence", "runNow", "retry", "errorAction")


def happening_schemas() -> dict[str, Schema]:
    items = {
        "Occurrence": _of(_occurrence()),
        "Change": _of(_change()),
        "Summary": _summary(),
        "ComingRun": _with_head(_coming()),
        "RunUnderWay": _with_head(_under_way()),
        "Credential": _credential(),
        "ClockChange": _of(_clock_change()),
        "Subscription": _subscription(),
    }
    lists = {f"{name}List": listed(name) for name in items}
    return {
        **items,
        **lists,
        "FailureList": listed("JobHistory"),
        "Occurrences": {"anyOf": [ref("OccurrenceList"), ref("Asked")]},
        "Asked": _of(_asked()),
        "ComingRuns": {"anyOf": [ref("ComingRunList"), ref("Crowds")]},
        "Crowds": _of(_crowds()),
        "Trial": _trial(),
        "Caller": record(_ANSWER, {"name": text(), "canChange": flag(), "scope": text()}),
        "SignIn": record(_ANSWER, {"authority": text(), "tenant": text(), "client": text(), "scope": text()}),
        "Nothing": record(_ANSWER, {}),
    }


def listed(name: str) -> Schema:
    """A list with pages."""
    link = nullable(text("The address at which the list goes on; null at its end. It never holds a key."))
    return record(_ANSWER, {"value": {"type": "array", "items": ref(name)}, "nextLink": link})


def _of(properties: Schema) -> Schema:
    return record(_ANSWER, {"properties": properties})


def _head() -> dict[str, Schema]:
    return {"id": text(pattern="^/subscriptions/"), "type": text(), "name": text()}


def _with_head(properties: Schema) -> Schema:
    return record(_ANSWER, {**_head(), "properties": properties})


def _now(description: str = "") -> Schema:
    return instant(_ANSWER, description) if description else instant(_ANSWER)


def _occurrence(*, told: bool = False) -> Schema:
    attempt = record(
        _ANSWER,
        {
            "id": text("Of the entry in the history."),
            "action": members(ActionName),
            "attempt": integer(0),
            "startTime": _now(),
            "endTime": _now(),
            "status": members(Status),
        },
        {"httpStatus": integer(100, 599)},
    )
    more = {
        "due": _now("When it is due, if `spread` puts it off."),
        "kind": members([kind for kind in Kind if kind is not Kind.SCHEDULED]),
        "reason": text("More than the outcome says."),
        "who": text("Who switched something off, or changed it."),
        "since": _now(),
        "until": _now(),
        "into": _now("The late run that stands for it."),
        "note": text(),
        "attempts": {"type": "array", "items": attempt},
    }
    required = {"at": _now(), "local": local_instant("By the job's clocks."), "outcome": members(Outcome)}
    if told:
        required["sentence"] = text("What became of it.")
    return record(_ANSWER, required, more)


def _asked() -> Schema:
    """What is answered about a single moment."""
    refused = record(_ANSWER, {"reason": members(Reason), "words": text()})
    return record(
        _ANSWER,
        {
            "at": _now(),
            "local": local_instant("By the job's clocks."),
            "sentence": text("The answer in words."),
            "occurrences": {"type": "array", "items": _occurrence(told=True)},
        },
        {
            "refused": {**refused, "description": "Which part of the rule does not name it."},
            "before": _now("The nearest earlier time that the schedule names."),
            "after": _now("The nearest later one."),
        },
    )


def _change() -> Schema:
    action = record(_ANSWER, {"type": members(ActionType), "target": text()}, _target_parts())
    fields = texts(_ANSWER)
    fields = {**fields, "description": f"What became of fields whose values are not told: {_WORDS}."}
    return record(
        _ANSWER,
        {"at": _now(), "who": text(), "operation": members(Operation), "target": text("The id.")},
        {
            "note": text(),
            "requestId": text(),
            "correlationId": text(),
            "revisionBefore": text(),
            "revisionAfter": text(),
            "state": members([*JobState, *CollectionState]),
            "disabled": ref("Disabled"),
            "action": action,
            "errorAction": action,
            "definition": {"type": "object", "description": "When a job runs, and its policies, in full."},
            "sku": {"type": "object"},
            "defaults": ref("Defaults"),
            "calendars": {"type": "object"},
            "fields": fields,
        },
    )


def _target_parts() -> dict[str, Schema]:
    return {"method": text(), "retryPolicy": ref("RetryPolicy"), "retryOptions": ref("RetryOptions")}


def _summary() -> Schema:
    target = record(_ANSWER, {"type": members(ActionType), "target": text()}, {"method": text()})
    properties = record(
        _ANSWER,
        {"state": members(JobState), "timeZone": text(), "target": target, "collectionState": text()},
        {
            "disabled": ref("Disabled"),
            "sentence": text("When it runs, in words."),
            "nextExecutionTime": _now(
                "After its pauses; absent if nothing comes, or nobody said until when."
            ),
            "nextExecutionTimeLocal": local_instant("By the job's clocks."),
            "lastExecutionTime": _now(),
            "lastOutcome": members([one for one in LastOutcome if one is not LastOutcome.NONE]),
            "recent": recent(),
            "credentialEnds": _now("When the first of its credentials ends."),
        },
    )
    return record(_ANSWER, {**_head(), "etag": text(), "properties": properties}, {"tags": texts(_ANSWER)})


def recent() -> Schema:
    """How the last occurrences ended."""
    words = "The last occurrences, newest first: c completed, r completed after retries, f faulted."
    return text(words, pattern="^[crf]{1,20}$")


def _coming() -> Schema:
    local = local_instant("By the job's clocks.")
    required = {"at": _now(), "local": local, "timeZone": text()}
    return record(_ANSWER, required, {"due": _now("If `spread` puts it off.")})


def _crowds() -> Schema:
    bucket = record(_ANSWER, {"at": _now(), "runs": integer(0)})
    ids = {"type": "array", "items": text(), "maxItems": 5}
    peak = record(_ANSWER, {"at": _now(), "runs": integer(1), "jobs": ids})
    return record(
        _ANSWER,
        {
            "from": _now(),
            "until": _now(),
            "bucket": text(),
            "buckets": {"type": "array", "items": bucket, "maxItems": 2_000},
            "peaks": {"type": "array", "items": peak, "maxItems": 10},
        },
    )


def _under_way() -> Schema:
    return record(
        _ANSWER,
        {
            "kind": members(_RUN_KINDS),
            "attempt": integer(0),
            "due": _now(),
            "expected": _now("The time of the schedule that it is for."),
            "state": members(RunState),
        },
        {"since": _now(), "leaseUntil": _now(), "waitsFor": text()},
    )


def _credential() -> Schema:
    properties = record(
        _ANSWER,
        {"path": text(), "kind": members(CredentialKind), "ends": nullable(_now())},
        {"unknown": flag(), "subject": text(), "thumbprint": text()},
    )
    return _with_head(properties)


def _clock_change() -> Schema:
    run = record(_ANSWER, {"at": _now(), "local": local_instant("By the job's clocks.")})
    wall = text("As the clocks would show it.", format="date-time-local")
    time = record(
        _ANSWER,
        {"named": {"type": "array", "items": wall}, "runs": {"type": "array", "items": run}},
    )
    job = record(
        _ANSWER,
        {"id": text(), "effect": members(Effect), "times": {"type": "array", "items": time}},
        {"moreTimes": integer(1)},
    )
    offsets = {name: text(pattern=r"^[+-]\d\d:\d\d") for name in ("offsetBefore", "offsetAfter")}
    jobs = {"type": "array", "items": job}
    required: Mapping[str, Schema] = {"zone": text(), "at": _now(), **offsets, "jobs": jobs}
    return record(_ANSWER, required, {"moreJobs": integer(1)})


def _subscription() -> Schema:
    counts = record(_ANSWER, {"jobCollections": integer(1), "jobs": integer(0)})
    return record(_ANSWER, {"id": text(), "subscriptionId": text(), "properties": counts})


def _trial() -> Schema:
    """What a change would do."""
    change = record(_ANSWER, {"path": text()}, {"before": {}, "after": {}})
    runs = {"type": "array", "items": _now(), "maxItems": RUNS_SHOWN}
    moved = record(_ANSWER, {"id": text(), "before": nullable(_now()), "after": nullable(_now())})
    jobs = record(_ANSWER, {"moved": integer(0), "shown": {"type": "array", "items": moved, "maxItems": 100}})
    schema = record(
        _ANSWER,
        {
            "dryRun": flag(),
            "operation": members(Operation),
            "exists": flag(),
            "existsAfter": flag(),
            "changes": {"type": "array", "items": change},
        },
        {
            "etag": text(),
            "fields": {
                **texts(_ANSWER),
                "description": f"What would become of fields whose values the audit does not tell: {_WORDS}.",
            },
            "nextRuns": record(_ANSWER, {"before": runs, "after": runs}),
            "jobs": {**jobs, "description": "The jobs of a collection whose next run would be another."},
        },
    )
    return {**schema, "description": "What would change, if it were not for `dryRun`."}
