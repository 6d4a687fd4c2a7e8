"""Values of the importer for tests: each builder states only the difference that matters."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final

from migrate.found import Origin
from migrate.planning.collection import PlannedCollection
from migrate.planning.job import Outcome, PlannedJob
from migrate.planning.whole_import import ImportPlan
from migrate.prepare import PreparedJob
from migrate.recognise import FileSummary
from migrate.reporting.report import Occasion, Report, make_report
from shared.domain.action import Action, ActionType, ServiceBusAction, StorageQueueAction
from shared.domain.collection import JobCollection
from shared.domain.job import JobState
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.messages import ServiceBusMessage, StorageQueueMessage, TransportType
from tests.builders import a_definition

NOW: Final = datetime(2026, 3, 1, 9, tzinfo=UTC)
NIGHTLY: Final = CollectionKey(subscription="sub-1", resource_group="group (a)", name="nightly")
ID: Final = (
    "/subscriptions/sub-1/resourceGroups/group (a)/providers/Microsoft.Scheduler/jobCollections/nightly"
)
PASSWORD: Final = "action.request.authentication.password"


def a_key(name: str = "backup") -> JobKey:
    return JobKey(collection=NIGHTLY, name=name)


def a_prepared_job(name: str = "backup", **changes: Any) -> PreparedJob:
    """A job that runs every day from 10:00 on, an hour after NOW."""
    prepared = PreparedJob(
        key=a_key(name),
        origin=Origin(file="jobs.json", form="the REST API", place="value[0]"),
        definition=a_definition(every="day", start_time=NOW.replace(hour=10)),
        state=JobState.ENABLED,
        found_state=JobState.ENABLED,
    )
    return replace(prepared, **changes)


def a_planned_job(
    name: str = "backup", outcome: Outcome = Outcome.CREATE, *, reasons: tuple[str, ...] = (), **changes: Any
) -> PlannedJob:
    """A job of a plan; the changes are those of the prepared job."""
    job = a_prepared_job(name, **changes)
    return PlannedJob(name=name, origin=job.origin, outcome=outcome, prepared=job, reasons=reasons)


def a_planned_collection(*jobs: PlannedJob, **changes: Any) -> PlannedCollection:
    planned = PlannedCollection(
        key=NIGHTLY,
        outcome=Outcome.CREATE,
        collection=JobCollection(key=NIGHTLY, location="West Europe"),
        jobs=jobs,
    )
    return replace(planned, **changes)


def a_report(*collections: PlannedCollection, plan: ImportPlan | None = None, **occasion: Any) -> Report:
    """The report on a plan of these collections, or on the plan given, of a dry run unless said otherwise."""
    passed = occasion.pop("passed", ())
    files = [
        FileSummary(
            name="jobs.json",
            forms=("the REST API",),
            collections=1,
            jobs=2,
            passed_over=len(passed),
            passed=passed,
        )
    ]
    happened = Occasion(now=NOW, to="https://app.example", dry_run=True)
    return make_report(plan or ImportPlan(collections=collections), files, replace(happened, **occasion))


def a_queue_action(account: str = "accounts", queue: str = "orders") -> Action:
    return StorageQueueAction(message=StorageQueueMessage(account=account, queue=queue, message="go"))


def a_bus_action(type: ActionType = ActionType.SERVICE_BUS_QUEUE) -> Action:
    message = ServiceBusMessage(
        entity="orders",
        namespace="Busy",
        transport=TransportType.AMQP,
        message="go",
        key_name="sender",
    )
    return ServiceBusAction(type=type, message=message)


def a_filled_entry(
    value: Any = "s3cret", *, job: Any = f"{ID}/jobs/backup", field: Any = PASSWORD
) -> dict[str, Any]:
    """An entry of a file of secrets."""
    return {"value": value, "usedBy": [{"job": job, "field": field}]}
