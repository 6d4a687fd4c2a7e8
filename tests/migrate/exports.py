"""Jobs and collections as readers of exports find them."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from migrate.found import FoundCollection, FoundJob, Names, Origin
from shared.domain.keys import CollectionKey, JobKey

FILES: Final = Path(__file__).parent / "files"
NOW: Final = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)
KEY: Final = CollectionKey(subscription="s", resource_group="g", name="c")
JOB: Final = JobKey(collection=KEY, name="j")
NAMES: Final = Names(subscription="s", resource_group="g", collection="c", job="j")
REQUEST: Final = {"uri": "http://example.com/", "method": "GET"}
HTTP: Final = {"type": "Http", "request": REQUEST}
BASIC: Final = {"type": "Basic", "username": "clerk"}
SECURED: Final = {"type": "Http", "request": {**REQUEST, "authentication": BASIC}}
DAILY: Final = {"frequency": "day", "interval": 1}


def a_found_job(names: Names = NAMES, file: str = "jobs.json", **properties: Any) -> FoundJob:
    return FoundJob(origin=Origin(file=file), names=names, properties={"action": HTTP, **properties})


def a_found_collection(name: str = "c", file: str = "collections.json", **properties: Any) -> FoundCollection:
    return FoundCollection(
        origin=Origin(file=file),
        names=Names(subscription="s", resource_group="g", collection=name),
        body={"location": "West US", "properties": {"sku": {"name": "Standard"}, **properties}},
    )
