"""A town of two subscriptions with everything in it, and the same town without what lies outside of a scope.

Whatever a key with a scope asks in the one, it must hear what a key for everything hears in the other.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cache
from itertools import count
from typing import Any, Final

import azure.functions as func

from shared.domain.attempt import Attempt, Completed, Failed, Outcome
from shared.domain.callers import Scope
from shared.functions.settings import AccessKey
from shared.functions.wiring import App
from shared.storage.table import Entity
from tests.builders import NINE
from tests.functions.calls import a_job_body, an_app, call
from tests.functions.extended import EXTENDED
from tests.functions.overviews.lists import spoil
from tests.functions.overviews.test_running import lease
from tests.openapi.site import Rows, SnapshotTable
from tests.world import World

SCOPES: Final = {
    "subscription": Scope(subscription="Prod"),
    "group": Scope(subscription="prod", resource_group="Finance"),
    "collection": Scope(subscription="prod", resource_group="finance", collection="Ledger"),
}
PLACES: Final = (
    "prod/finance/ledger",
    "prod/finance/zzbills",
    "prod/zzpeople/zzpay",
    "zzother/zzlab/zztrial",
)
NOBODY: Final = ("prod/finance/none", "prod/zzpeople/none", "none/none/none")
"""Where nothing is, within each of the scopes or not."""

OPS, BOSS, VIEWER = "o" * 32, "b" * 32, "v" * 32
WRITES, READS = "w" * 32, "r" * 32
SAS: Final = "sv=2020-08-04&se=2026-03-04T00%3A00%3A00Z&sp=a&sig=made-up"
_NAMES: Final = ("subscription", "resource_group", "collection")


@dataclass(frozen=True, slots=True)
class Standing:
    """All that is stored."""

    rows: Rows
    messages: list[Any]
    now: datetime


class Town:
    """The app over what is stored, with a key for a scope; `reset` makes it as it was."""

    def __init__(self, scope: Scope, standing: Standing) -> None:
        self.table = SnapshotTable()
        self.world = World(table=self.table)
        self.world.ports = replace(self.world.ports, new_id=lambda: f"new-{next(self._ids)}")
        self.app = an_app_for(self.world, scope)
        self._standing = standing
        self.reset()

    def reset(self) -> None:
        self._ids = count()
        self.table.restore(self._standing.rows)
        self.world.queue.messages = list(self._standing.messages)
        self.world.now = self._standing.now

    def send(self, key: str, method: str, path: str, body: object = None, **given: Any) -> func.HttpResponse:
        headers = {"x-functions-key": key, **given.get("headers", {})}
        params = {**EXTENDED, **given.get("params", {})}
        return call(self.app, method, path, body, headers=headers, params=params)

    def changed(self) -> list[str]:
        """Return which rows are not as they were, and how they are now, without what differs every time."""
        was, now = _by_place(self._standing.rows), _by_place(self.table.rows())
        places = (place for place in was.keys() | now.keys() if was.get(place) is not now.get(place))
        return sorted(f"{place} {_told(now[place].fields) if place in now else 'gone'}" for place in places)


def an_app_for(world: World, scope: Scope) -> App:
    return an_app(
        world,
        keys=(AccessKey("ops", OPS), AccessKey("zzboss", BOSS), AccessKey("mine", WRITES, scope)),
        read_keys=(AccessKey("viewer", VIEWER), AccessKey("eyes", READS, scope)),
    )


@cache
def everything() -> Standing:
    """Fill the town: runs, failures, attempts under way, credentials, notes, and rows that are set aside."""
    table = SnapshotTable()
    world = World(table=table)
    world.answer = _answer
    app = an_app_for(world, Scope())
    for path in PLACES:
        _fill(app, path)
    _put(app, OPS, f"{at('prod/zzpeople/zzfree')}", {"location": "westus", "properties": FREE})
    for minute in range(4):
        world.scan_and_run(at=NINE + timedelta(minutes=minute))
    for path in PLACES:
        names = path.replace("/", "|")
        lease(world, f"{path.split('/')[2]}-held")
        spoil(world, f"j|{names}|{path.split('/')[2]}-newer", format=999)
        _spoil_ticket(world, f"{names}|{path.split('/')[2]}-stuck")
    world.scan_and_run(at=NINE + timedelta(minutes=4, seconds=30))
    return Standing(table.rows(), list(world.queue.messages), world.now)


FREE: Final = {"sku": {"name": "Free"}}


def only(scope: Scope, standing: Standing) -> Standing:
    """Return the town with nothing but what lies within a scope, and what the app notes for itself."""
    rows = {
        partition: {row: entity for row, entity in found.items() if _is_left(scope, row)}
        for partition, found in standing.rows.items()
    }
    return replace(standing, rows=rows)


def at(path: str) -> str:
    """Return where a collection is in the API, of which a path names subscription, group and name."""
    subscription, group, name = path.split("/")
    where = f"subscriptions/{subscription}/resourceGroups/{group}/providers/Microsoft.Scheduler"
    return f"{where}/jobCollections/{name}"


def is_within(scope: Scope, path: str) -> bool:
    mine = str(scope).lower().strip("/")
    return f"{path}/".startswith(f"{mine}/")


def words_outside(scope: Scope) -> set[str]:
    """Return the words that only what lies outside is called by."""
    inside = {word for path in PLACES if is_within(scope, path) for word in path.split("/")}
    outside = {word for path in PLACES if not is_within(scope, path) for word in path.split("/")}
    return {word for word in outside - inside if word.startswith("zz")} | {"zzboss"}


def _fill(app: App, path: str) -> None:
    collection, name = at(path), path.split("/")[2]
    key = BOSS if name == "zztrial" else OPS
    queue = {"storageAccount": f"{name}1", "queueName": "queue-1", "sasToken": SAS, "message": "m"}
    calendars = {f"{name}-days": {"dates": ["2026-03-03", "--12-25"]}}
    defaults = {"timeZone": "Europe/Berlin", "errorAction": {"type": "StorageQueue", "queueMessage": queue}}
    body = {"location": "westus", "properties": {"calendars": calendars, "defaults": defaults}}
    _put(app, key, collection, body)
    every_minute = {"recurrence": {"frequency": "minute"}}
    jobs: dict[str, dict[str, Any]] = {
        "daily": {
            "startTime": "2026-03-02T02:30:00",
            "recurrence": {"frequency": "day"},
            "exclude": {"calendars": [f"{name}-days"]},
        },
        "failing": every_minute,
        "held": every_minute,
        "stuck": every_minute,
        "newer": {"recurrence": {"frequency": "hour"}},
        "off": {**every_minute, "state": "disabled", "disabled": {"note": f"{name} sleeps"}},
    }
    for job, properties in jobs.items():
        described = {**properties, "description": f"{job} of {path}"}
        _put(app, key, f"{collection}/jobs/{name}-{job}", a_job_body(**described))
    _put(app, key, f"{collection}/jobs/{name}-daily", a_job_body(**jobs["daily"]))


def _put(app: App, key: str, path: str, body: Mapping[str, Any]) -> None:
    put = call(app, "PUT", path, body, params=EXTENDED, headers={"x-functions-key": key})
    assert put.status_code in (200, 201), put.get_body()


def _answer(attempt: Attempt) -> Outcome:
    failing = attempt.job.name.endswith("failing")
    return Failed(f"{attempt.job} is broken", status=500) if failing else Completed("fine")


def _spoil_ticket(world: World, job: str) -> None:
    for partition, rows in world.table.rows().items():  # type: ignore[attr-defined]  # it has snapshots
        for row in [row for row in rows if row.startswith("d|") and f"|{job}|" in row]:
            world.table.overwrite(partition, row, {"sentAt": "rubbish", "leaseUntil": ""})


def _by_place(rows: Rows) -> dict[tuple[str, str], Entity]:
    return {(partition, row): entity for partition, found in rows.items() for row, entity in found.items()}


def _is_left(scope: Scope, row: str) -> bool:
    return "|" not in row or "|-|-|" in row or _lies_within(scope, row)


def _lies_within(scope: Scope, row: str) -> bool:
    kind, *parts = row.split("|")
    return is_within(scope, "/".join(parts[1:4] if kind in "dbf" else parts[:3]))


def _told(fields: Mapping[str, Any]) -> str:
    kept = sorted((name, value) for name, value in fields.items() if name not in ("commit", "request"))
    return repr(kept).replace("'mine'", "'ops'").replace('"mine"', '"ops"')
