"""Which pictures there are: a line for each page. Each is taken in several looks."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

Scheme = Literal["light", "dark"]

_JOB: Final = "contoso-production/erp/finance/refresh-exchange-rates"
_CLOSE: Final = "contoso-production/erp/finance/nightly-ledger-close"
_FINANCE: Final = "contoso-production/erp/finance"


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """How wide the window is, and whether it is light or dark."""

    name: str
    width: int
    scheme: Scheme = "light"


LIGHT: Final = Look(name="light", width=1280)
DARK: Final = Look(name="dark", width=1280, scheme="dark")
PHONE: Final = Look(name="phone", width=360)
ALL: Final = (LIGHT, DARK, PHONE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page: where it is, and what is clicked first, by Playwright's selectors."""

    name: str
    address: str
    clicks: Sequence[str] = ()
    looks: Sequence[Look] = ALL


PAGES: Final = (
    Page(name="today", address="#/today"),
    Page(name="jobs", address="#/jobs"),
    Page(name="job", address=f"#/job/{_JOB}?tab=occurrences"),
    Page(name="job-history", address=f"#/job/{_CLOSE}?tab=history"),
    Page(name="job-changes", address="#/job/contoso-production/erp/finance/send-invoices?tab=changes"),
    Page(name="job-upcoming", address=f"#/job/{_CLOSE}?tab=upcoming"),
    Page(name="editor", address=f"#/edit/{_CLOSE}"),
    Page(name="new", address="#/new"),
    Page(name="collections", address="#/collections"),
    Page(name="collection", address=f"#/collection/{_FINANCE}"),
    Page(name="failures", address="#/failures"),
    Page(name="upcoming", address="#/upcoming"),
    Page(name="running", address="#/running"),
    Page(name="audit", address="#/audit"),
    Page(name="expiring", address="#/expiring"),
    Page(name="clock-changes", address="#/clock-changes"),
    Page(name="set-aside", address="#/set-aside"),
    Page(name="moving-in", address="#/moving-in"),
)

_DOCUMENTED: Final = {"today": ALL, "jobs": (LIGHT,), "job": (LIGHT,), "editor": (LIGHT,)}
IN_DOCS: Final = tuple(
    Page(name=page.name, address=page.address, clicks=page.clicks, looks=_DOCUMENTED[page.name])
    for page in PAGES
    if page.name in _DOCUMENTED
)
"""The pictures that the documents show."""
