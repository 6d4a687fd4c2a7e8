"""The schema of what `/status` answers."""

from local.openapi.words import Schema, Side, flag, instant, integer, members, nullable, record, text
from shared.api.render_status import MOST_SHOWN
from shared.domain.job import MOST_RECENT, JobState
from shared.domain.job_counts import MOST_FAILING_NAMED, MOST_NAMED, RENEWED_AHEAD, LastOutcome
from shared.domain.ticket import TicketKind


def status_schema() -> Schema:
    """A caller with a scope gets what is required, and nothing else."""
    return record(
        Side.ANSWER,
        {
            "ok": {**flag(), "description": "Whether there is no reason to look at the app."},
            "version": text("The version that answers."),
        },
        {
            "jobsOk": nullable({**flag(), "description": "Whether no job fails; null if not counted yet."}),
            "at": instant(Side.ANSWER),
            "tzdata": text("The version of the rules of time zones."),
            "writtenBy": nullable(text("The version that scanned last.")),
            "reasons": {
                "type": "array",
                "items": text(),
                "description": "What to look at in the app, in words.",
            },
            "scanning": {**flag(), "description": "Whether the last scan is as recent as it should be."},
            "lastScan": nullable(_scan()),
            "oldestOverdue": nullable(_overdue()),
            "setAside": record(
                Side.ANSWER,
                {
                    "count": integer(0),
                    "shown": {"type": "array", "items": _aside(), "maxItems": MOST_SHOWN},
                },
            ),
            "queue": record(Side.ANSWER, {"messages": integer(0), "poison": integer(0)}),
            "jobs": nullable(_jobs()),
            "credentials": nullable(_credentials()),
            "secrets": nullable(_secrets()),
            "newerRows": integer(0, description="Rows that a newer version of the app wrote."),
            "putOff": nullable(_put_off()),
        },
    )


def _jobs() -> Schema:
    """Counted every quarter of an hour, as credentials are, and as soon as a job begins to fail."""
    return record(
        Side.ANSWER,
        {
            "at": instant(Side.ANSWER, "When the oldest part of it was counted."),
            "byState": record(Side.ANSWER, {str(state): integer(0) for state in JobState}),
            "byLastOutcome": record(Side.ANSWER, {str(outcome): integer(0) for outcome in LastOutcome}),
            "failing": nullable(_failing()),
        },
    )


def _failing() -> Schema:
    """Jobs whose last three occurrences faulted: the last one, if a job runs less often than hourly.

    So do those that ended faulted within a day.
    """
    failing = {
        "job": text("The id of the job."),
        "state": members(JobState),
        "faultsInARow": integer(1, MOST_RECENT, description=f"{MOST_RECENT} means as many or more."),
        "since": nullable(instant(Side.ANSWER)),
        "lastFault": nullable(instant(Side.ANSWER)),
    }
    shown = {"type": "array", "items": record(Side.ANSWER, failing), "maxItems": MOST_FAILING_NAMED}
    return record(Side.ANSWER, {"count": integer(0), "shown": shown})


def _credentials() -> Schema:
    """Those of enabled jobs and of collections' defaults."""
    days = RENEWED_AHEAD.days
    end = {
        "of": text("The id of the job, or of the collection."),
        "path": text("Where it stands in there."),
        "ends": instant(Side.ANSWER),
    }
    shown = {"type": "array", "items": record(Side.ANSWER, end), "maxItems": MOST_NAMED}
    ending = integer(0, description=f"How many have ended, or end within {days} days.")
    return record(Side.ANSWER, {"at": instant(Side.ANSWER), "ending": ending, "shown": shown})


def _secrets() -> Schema:
    """Counted every quarter of an hour."""
    key = {
        "id": nullable(text("None for what 0.1.0 sealed with a key that is gone.")),
        "name": nullable(text("None if the key is not among the settings.")),
        "values": integer(0, description="How many stored values it has sealed."),
    }
    keys = {"type": "array", "items": record(Side.ANSWER, key)}
    shown = {"type": "array", "items": text("The id of a job, or of a collection."), "maxItems": MOST_NAMED}
    never_sent = {
        "count": integer(0, description="Jobs and collections with a request that may not be sent."),
        "shown": shown,
    }
    counts = {
        "jobsThatNoKeyOpens": integer(0),
        "neverSent": record(Side.ANSWER, never_sent),
        "keys": keys,
    }
    return record(Side.ANSWER, {"at": instant(Side.ANSWER), **counts})


def _put_off() -> Schema:
    """What was put off within the last five minutes, because a target held all the places it may."""
    crowded = {
        "target": text("Host, storage account, Service Bus namespace, or job collection."),
        "tickets": integer(0, description="How often a run was put off, within a minute of a process."),
    }
    targets = {"type": "array", "items": record(Side.ANSWER, crowded)}
    return record(Side.ANSWER, {"at": instant(Side.ANSWER), "targets": targets})


def _scan() -> Schema:
    counts = {name: integer(0) for name in ("due", "sent", "sentAgain", "setAside")}
    spans = {name: {"type": "number"} for name in ("ageSeconds", "durationSeconds")}
    return record(Side.ANSWER, {"at": instant(Side.ANSWER), **counts, **spans})


def _overdue() -> Schema:
    return record(
        Side.ANSWER,
        {
            "due": instant(Side.ANSWER),
            "lateSeconds": {"type": "number"},
            "kind": members(TicketKind),
            "job": text(),
        },
    )


def _aside() -> Schema:
    return record(
        Side.ANSWER,
        {"at": instant(Side.ANSWER), "reason": text(), "job": nullable(text()), "row": text()},
    )
