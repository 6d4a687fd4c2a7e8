"""The warehouse: devices that fail, queues, and a colleague in Tokyo."""

from datetime import datetime, timedelta

from local.demo.answers import NO_HOST, REFUSED, TIMED_OUT, status
from local.demo.credentials import a_sas_token
from local.demo.jobs import (
    ALERT,
    NO_RETRIES,
    Body,
    DemoCollection,
    DemoJob,
    Trouble,
    body,
    daily,
    every,
    http,
    instant,
    on_working_days,
    retries,
)

WMS = "https://wms.contoso.example"
TEAM = {"team": "logistics"}


def warehouse(end: datetime) -> DemoCollection:
    properties = {"sku": {"name": "Standard"}, "defaults": {"timeZone": "Europe/Berlin"}}
    about = {"location": "West Europe", "tags": {"costCentre": "2300"}, "properties": properties}
    jobs = [*_stock(), *_shifts(), *_devices(end), *_messages(end)]
    return DemoCollection(group="logistics", name="warehouse", body=about, jobs=jobs)


def _stock() -> list[DemoJob]:
    return [
        DemoJob(
            name="sync-stock-levels",
            takes=2.4,
            body=body(
                {**http(f"{WMS}/stock/sync"), **retries(2, "00:00:30")},
                every(10),
                "Tells the shop what is left on the shelves.",
                overlap="wait",
                tags={**TEAM, "criticality": "high"},
            ),
            trouble=[Trouble(failure=TIMED_OUT, one_in=41, attempts=1)],
        ),
        DemoJob(
            name="inventory-snapshot",
            takes=38,
            body=body(http(f"{WMS}/inventory/snapshot"), every(360), "A snapshot every six hours."),
        ),
        DemoJob(
            name="reorder-proposals",
            takes=26,
            body=body(http(f"{WMS}/reorder"), daily("04:15"), "Proposes what to buy.", tags=TEAM),
        ),
        DemoJob(
            name="scan-orphaned-pallets",
            body=body(http(f"{WMS}/pallets/orphans"), every(240), "Looks for pallets that nobody owns."),
        ),
    ]


def _shifts() -> list[DemoJob]:
    late = {"missedRuns": {"policy": "none", "within": "00:30:00"}}
    return [
        DemoJob(
            name="pick-list-morning",
            takes=4,
            body=body(http(f"{WMS}/picklists?shift=early"), on_working_days("05:30"), "For the early shift."),
        ),
        DemoJob(
            name="pick-list-afternoon",
            takes=4,
            body=body(
                http(f"{WMS}/picklists?shift=late"),
                on_working_days("12:30"),
                "For the late shift. Useless if it comes too late.",
                **late,
            ),
        ),
        DemoJob(
            name="carrier-manifests",
            takes=9,
            body=body(http(f"{WMS}/manifests"), on_working_days("16:45"), "Before the lorries leave."),
        ),
        DemoJob(
            name="tokyo-stock-handover",
            takes=5,
            body=body(
                http("https://wms-tokyo.contoso.example/handover"),
                daily("09:00"),
                "What Tokyo needs to know when its day begins.",
                timeZone="Asia/Tokyo",
                tags={**TEAM, "site": "tokyo"},
            ),
        ),
    ]


def _devices(end: datetime) -> list[DemoJob]:
    broken = status(502, "The gateway of cold store 3 does not answer.")
    return [
        DemoJob(
            name="cold-chain-check",
            takes=1.1,
            body=body(
                {**http("http://coldstore3.contoso.example/temperature", "GET"), **NO_RETRIES, **ALERT},
                every(30),
                "Reads the temperatures; somebody is called if it cannot.",
                tags={**TEAM, "criticality": "high"},
            ),
            trouble=[
                Trouble(failure=broken, since=timedelta(hours=6), until=timedelta(hours=3)),
                Trouble(failure=REFUSED, one_in=37),
            ],
        ),
        DemoJob(
            name="label-printer-heartbeat",
            takes=0.4,
            body=body(
                {**http("http://printer-17.contoso.example/status", "GET"), **retries(4, "00:20:00")},
                every(60),
                "Is there still paper?",
                startTime=instant((end - timedelta(minutes=6)).replace(second=5, microsecond=0) - _WEEK),
            ),
            trouble=[
                Trouble(failure=NO_HOST, since=timedelta(minutes=30)),
                Trouble(failure=TIMED_OUT, one_in=11, attempts=1),
            ],
        ),
    ]


_WEEK = timedelta(days=7)


def _messages(end: datetime) -> list[DemoJob]:
    ends = (end + timedelta(days=4)).replace(minute=0, second=0, microsecond=0)
    queue = {
        "storageAccount": "contosologistics",
        "queueName": "advance-shipping-notices",
        "message": '{"fetch": "all"}',
        "sasToken": a_sas_token(ends=ends),
    }
    return [
        DemoJob(
            name="fetch-shipping-notices",
            takes=0.2,
            body=body(
                {"type": "StorageQueue", "queueMessage": queue},
                every(120),
                "Asks for advance shipping notices, by a message in a storage queue.",
                tags=TEAM,
            ),
        ),
        DemoJob(
            name="returns-digest",
            takes=0.3,
            body=body(
                _bus("returns-digest"),
                daily("18:00"),
                "Starts the digest of the day's returns.",
            ),
            trouble=[Trouble(failure=REFUSED, since=timedelta(hours=20))],
        ),
    ]


def _bus(queue: str) -> Body:
    key = {"type": "sharedAccessKey", "sasKeyName": "scheduler", "sasKey": "made up"}
    target = {"namespace": "contoso-logistics", "queueName": queue, "transportType": "AMQP"}
    message = {**target, "message": '{"day": "today"}', "authentication": key}
    return {"type": "ServiceBusQueue", "serviceBusQueueMessage": message}
