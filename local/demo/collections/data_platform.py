"""The data platform: a herd at six o'clock, and what comes of its data."""

from datetime import datetime, timedelta

from local.demo.answers import NO_HOST, TIMED_OUT, status
from local.demo.credentials import a_sas_token
from local.demo.jobs import (
    NO_RETRIES,
    Body,
    DemoCollection,
    DemoJob,
    Trouble,
    body,
    daily,
    every,
    hourly_at,
    http,
    retries,
    weekly,
)

LAKE = "https://lake.contoso.example"
TEAM = {"team": "data"}
UNREADABLE = "refresh-forecast"
"""The job of which a ticket is set aside."""
TABLE_NAMES = (
    "accounts addresses articles baskets brands campaigns carriers categories clicks complaints "
    "contracts countries coupons currencies customers deliveries devices employees invoices leads "
    "ledgers locations orders pallets partners payments pickers prices products profiles purchases "
    "ratings returns reviews sensors sessions shipments stores suppliers tickets"
)


def data_platform(end: datetime) -> DemoCollection:
    properties = {"sku": {"name": "P10Premium"}}
    about = {"location": "West Europe", "tags": {"costCentre": "9900"}, "properties": properties}
    jobs = [*(_load(table) for table in TABLE_NAMES.split()), *_models(), *_exports(end)]
    return DemoCollection(group="analytics", name="data-platform", body=about, jobs=jobs)


def _load(table: str) -> DemoJob:
    gone = Trouble(failure=status(404, "No such table."), since=timedelta(hours=25))
    locked = Trouble(failure=status(409, "The table is locked."), one_in=5, attempts=1)
    return DemoJob(
        name=f"load-{table}",
        takes=13,
        body=body(
            {**http(f"{LAKE}/load/{table}"), **retries(2, "00:02:00")},
            daily("06:00"),
            f"Loads the table '{table}'.",
            tags={**TEAM, "layer": "bronze"},
        ),
        trouble=[gone] if table == "complaints" else [locked],
    )


def _models() -> list[DemoJob]:
    return [
        DemoJob(
            name="hourly-rollup",
            takes=21,
            body=body(
                http(f"{LAKE}/rollup/hour"),
                hourly_at(10),
                "Sums up the hour.",
                missedRuns={"policy": "all", "within": "06:00:00"},
                tags={**TEAM, "layer": "gold"},
            ),
        ),
        DemoJob(
            name="check-quality",
            takes=31,
            body=body(
                {**http(f"{LAKE}/quality"), **retries(2, "00:25:00")},
                every(20),
                "Counts rows that cannot be right. Its retries take longer than it is due again.",
                overlap="skip",
                tags=TEAM,
            ),
            trouble=[Trouble(failure=TIMED_OUT, one_in=17, attempts=2)],
        ),
        DemoJob(
            name=UNREADABLE,
            takes=9,
            body=body(http(f"{LAKE}/forecast"), hourly_at(50), "What will be sold next week?", tags=TEAM),
        ),
        DemoJob(
            name="compact-partitions",
            takes=47,
            body=body(http(f"{LAKE}/compact"), daily("01:00"), "Makes reading faster.", spread="01:00:00"),
        ),
        DemoJob(
            name="erase-on-request",
            body=body(http(f"{LAKE}/erase"), weekly("sunday", "22:00"), "Whoever asks is forgotten."),
        ),
    ]


def _exports(end: datetime) -> list[DemoJob]:
    queue = {
        "storageAccount": "contosolake",
        "queueName": "exports",
        "message": "nightly",
        "sasToken": a_sas_token(ends=end - timedelta(days=2)),
    }
    expired = status(403, "AuthenticationFailed: the signature has expired")
    return [
        DemoJob(
            name="export-to-partners",
            takes=0.2,
            body=body(
                {"type": "StorageQueue", "queueMessage": queue, **NO_RETRIES}, daily("20:00"), "Nightly."
            ),
            trouble=[Trouble(failure=expired, since=timedelta(days=2))],
        ),
        DemoJob(
            name="announce-fresh-data",
            takes=0.3,
            body=body(_topic(), daily("07:15"), "Dashboards read the fresh data then."),
            trouble=[Trouble(failure=NO_HOST, since=timedelta(hours=60), until=timedelta(hours=40))],
        ),
    ]


def _topic() -> Body:
    key = {"type": "sharedAccessKey", "sasKeyName": "scheduler", "sasKey": "made up"}
    target = {"namespace": "contoso-data", "topicPath": "fresh-data", "transportType": "AMQP"}
    message = {**target, "message": '{"layer": "gold"}', "authentication": key}
    return {"type": "ServiceBusTopic", "serviceBusTopicMessage": message, **NO_RETRIES}
