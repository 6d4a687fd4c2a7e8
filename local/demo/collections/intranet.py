"""The intranet, which is switched off while it moves."""

from datetime import datetime

from local.demo.jobs import DemoCollection, DemoJob, body, daily, every, http, on_working_days

HOME = "http://intranet.contoso.example"


def intranet(end: datetime) -> DemoCollection:
    properties = {"sku": {"name": "Standard"}, "defaults": {"timeZone": "Europe/Berlin"}}
    about = {"location": "West Europe", "properties": properties}
    jobs = [
        DemoJob(
            name="lunch-menu",
            body=body(http(f"{HOME}/menu/mail"), on_working_days("10:30"), "What there is for lunch."),
        ),
        DemoJob(
            name="birthday-mail",
            body=body(http(f"{HOME}/birthdays"), daily("07:00"), "Somebody has cake."),
        ),
        DemoJob(
            name="sync-meeting-rooms",
            body=body(http(f"{HOME}/rooms/sync"), every(30), "So that two do not book one room."),
        ),
        DemoJob(
            name="export-door-log",
            body=body(http(f"{HOME}/doors/export"), daily("00:15"), "For those who guard the house."),
        ),
    ]
    return DemoCollection(group="office", name="intranet", body=about, jobs=jobs)
