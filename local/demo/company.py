"""The company: its collections, and what its people did in the last three days."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from local.demo.collections.data_platform import LAKE, data_platform
from local.demo.collections.finance import ERP, finance
from local.demo.collections.intranet import intranet
from local.demo.collections.warehouse import warehouse
from local.demo.collections.website import SHOP, website
from local.demo.jobs import (
    SUBSCRIPTION,
    Body,
    Company,
    Deed,
    DemoCollection,
    body,
    every,
    hourly_at,
    http,
    instant,
    on_working_days,
)

PAST: Final = timedelta(days=3)
PAUSE: Final = (timedelta(hours=20), timedelta(hours=18))
"""When nothing was scanned, so long ago: the app was down."""

_ROLLOUT: Final = "rollout-2026-46"
_ANNA: Final = "anna"
_OPS: Final = "ops"
_BOT: Final = "deploy-bot"


def a_company(end: datetime) -> Company:
    collections = [make(end) for make in (finance, warehouse, website, data_platform, intranet)]
    places = {one.name: one for one in collections}
    deeds = [*_creation(collections), *_changes(places, end), *_switches(places, end), *_short_lived(places)]
    return Company(collections=collections, deeds=sorted(deeds, key=lambda deed: -deed.ago))


def job_path(place: DemoCollection, name: str) -> str:
    return f"{place.path}/jobs/{name}"


def _creation(collections: list[DemoCollection]) -> Iterator[Deed]:
    ago = PAST
    for place in collections:
        yield Deed(ago=ago, who=_BOT, method="PUT", path=place.path, body=place.body, correlation=_ROLLOUT)
        for job in place.jobs:
            ago -= timedelta(seconds=2)
            path = job_path(place, job.name)
            yield Deed(ago=ago, who=_BOT, method="PUT", path=path, body=job.body, correlation=_ROLLOUT)


def _changes(places: dict[str, DemoCollection], end: datetime) -> list[Deed]:
    """Changes of definitions: in an hour, an address, a policy, words."""
    finance, website, warehouse = places["finance"], places["website"], places["warehouse"]

    def patch(hours: float, who: str, path: str, change: Body) -> Deed:
        return Deed(ago=timedelta(hours=hours), who=who, method="PATCH", path=path, body=change)

    seven = {"recurrence": on_working_days("07:00")}
    patient = {"retryPolicy": {"retryType": "fixed", "retryInterval": "00:01:00", "retryCount": 4}}
    index = body(http(f"{SHOP}/search/v2/rebuild"), hourly_at(20), "So that people find things, with v2.")
    return [
        patch(49, _ANNA, job_path(finance, "send-invoices"), {"properties": seven}),
        patch(
            47,
            _ANNA,
            job_path(finance, "send-invoices"),
            {
                "properties": {
                    "description": "Sends the invoices of the day before, after the ledger is closed."
                }
            },
        ),
        patch(33, _OPS, job_path(finance, "refresh-exchange-rates"), {"properties": {"action": patient}}),
        patch(
            28.5,
            _OPS,
            job_path(warehouse, "sync-stock-levels"),
            {"tags": {"team": "logistics", "oncall": "yes"}},
        ),
        Deed(
            ago=timedelta(hours=26.2),
            who=_BOT,
            method="PUT",
            path=job_path(website, "rebuild-search-index"),
            body=index,
            correlation="release-1187",
        ),
        patch(5, _ANNA, finance.path, {"tags": {"costCentre": "4711", "owner": "anna"}}),
        patch(2.1, _ANNA, job_path(finance, "vat-report"), {"properties": {"recurrence": _on_the_ninth()}}),
    ]


def _on_the_ninth() -> Body:
    return {"frequency": "month", "schedule": {"monthDays": [9], "hours": [8], "minutes": [30]}}


def _switches(places: dict[str, DemoCollection], end: datetime) -> list[Deed]:
    """What was switched off and on, and what somebody ran by hand."""
    finance, website, warehouse = places["finance"], places["website"], places["warehouse"]

    def post(hours: float, who: str, path: str, sent: Body | None = None) -> Deed:
        return Deed(ago=timedelta(hours=hours), who=who, method="POST", path=path, body=sent)

    moving = {"note": "The intranet moves to new servers.", "until": instant(_morning(end, days=2))}
    lawyers = {"note": "The lawyers look at the wording first.", "until": instant(_morning(end, days=5))}
    scanners = {"note": "The scanners in hall 2 are being replaced."}
    lorry = {"note": "The carrier's portal is down."}
    return [
        post(44, _OPS, f"{job_path(warehouse, 'carrier-manifests')}/disable", lorry),
        post(42.5, _OPS, f"{job_path(warehouse, 'carrier-manifests')}/enable"),
        post(40, _OPS, f"{job_path(warehouse, 'scan-orphaned-pallets')}/disable", scanners),
        post(30, _ANNA, f"{places['intranet'].path}/disable", moving),
        post(26, _ANNA, f"{job_path(finance, 'dunning-run')}/disable", lawyers),
        post(8.4, _OPS, f"{job_path(finance, 'nightly-ledger-close')}/run"),
        post(3.2, _OPS, f"{job_path(website, 'publish-price-feed')}/run"),
        post(1.3, _ANNA, f"{job_path(finance, 'import-bank-statements')}/run"),
    ]


def _short_lived(places: dict[str, DemoCollection]) -> list[Deed]:
    """A job that came and went."""
    path = job_path(places["website"], "old-price-feed")
    feed = body(http(f"{ERP}/prices"), every(60), "To be replaced by publish-price-feed.")
    return [
        Deed(ago=timedelta(hours=71), who=_ANNA, method="PUT", path=path, body=feed),
        Deed(ago=timedelta(hours=38), who=_ANNA, method="DELETE", path=path),
        Deed(
            ago=timedelta(hours=12),
            who=_OPS,
            method="PUT",
            path=job_path(places["data-platform"], "backfill-clicks"),
            body=body(http(f"{LAKE}/backfill/clicks"), None, "Once, after the outage."),
        ),
    ]


def _morning(end: datetime, *, days: int) -> datetime:
    return (end + timedelta(days=days)).replace(hour=6, minute=0, second=0, microsecond=0)


__all__ = ["PAST", "PAUSE", "SUBSCRIPTION", "a_company", "job_path"]
