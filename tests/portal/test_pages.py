"""Each page opens, shows what it is for, and axe finds nothing grave on it."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.portal.site import GROUP, SUBSCRIPTION, Site
from tests.portal.watching import grave_findings

FINANCE = f"{SUBSCRIPTION}/{GROUP}/finance"
STOCK = f"{SUBSCRIPTION}/{GROUP}/warehouse/sync-stock"

PAGES = [
    pytest.param("#/today", "Runs of the next 24 hours", id="today"),
    pytest.param("#/jobs", "The hall is closed.", id="jobs"),
    pytest.param(f"#/job/{STOCK}?tab=occurrences", "What became of each time", id="occurrences"),
    pytest.param(f"#/job/{STOCK}?tab=history", "not now", id="history"),
    pytest.param(f"#/job/{STOCK}?tab=changes", "ops", id="changes"),
    pytest.param(f"#/job/{STOCK}?tab=upcoming", re.compile(r"\d{4}-01-01"), id="upcoming runs"),
    pytest.param(f"#/job/{STOCK}?tab=definition", '"retryType": "none"', id="definition"),
    pytest.param("#/new", "Every day at 09:00 in Europe/Berlin", id="new job"),
    pytest.param(f"#/edit/{FINANCE}/bill-customers", "Next runs", id="editor"),
    pytest.param("#/collections", "warehouse", id="collections"),
    pytest.param(f"#/collection/{FINANCE}", '"timeZone": "Europe/Berlin"', id="collection"),
    pytest.param("#/failures", "not now", id="failures"),
    pytest.param("#/upcoming", "refresh-rates", id="upcoming"),
    pytest.param("#/running", "Nothing is running", id="running"),
    pytest.param("#/audit?collection=erp/warehouse", "The hall is closed.", id="audit"),
    pytest.param("#/expiring", re.compile("No credential ends in this time|SAS token"), id="credentials"),
    pytest.param("#/clock-changes", "Europe/Berlin", id="clock changes"),
    pytest.param("#/set-aside", "Nothing was set aside.", id="set aside"),
    pytest.param("#/moving-in", "--dry-run", id="moving in"),
    pytest.param("#/nowhere", "The address names a page that does not exist.", id="no page"),
]


@pytest.mark.parametrize(("address", "words"), PAGES)
def test_each_page_shows_what_it_is_for(
    signed_in: Page, site: Site, address: str, words: str | re.Pattern[str]
) -> None:
    signed_in.goto(f"{site.address}/{address}")

    expect(signed_in.get_by_text(words).first).to_be_visible()
    assert grave_findings(signed_in) == []


def test_the_first_page_is_as_readable_in_the_dark(portal: Page) -> None:
    portal.emulate_media(color_scheme="dark")

    expect(portal.get_by_text("Runs of the next 24 hours")).to_be_visible()
    assert portal.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(15, 20, 27)"
    assert grave_findings(portal) == []


@pytest.mark.parametrize(
    "address", ["#/today", "#/jobs", f"#/job/{STOCK}?tab=history", "#/new", "#/failures"]
)
def test_nothing_is_wider_than_a_phone(signed_in: Page, site: Site, address: str) -> None:
    signed_in.set_viewport_size({"width": 360, "height": 800})

    signed_in.goto(f"{site.address}/{address}")
    expect(signed_in.get_by_role("heading", level=1)).to_be_visible()
    signed_in.wait_for_load_state("networkidle")

    assert signed_in.evaluate("document.documentElement.scrollWidth") == 360
