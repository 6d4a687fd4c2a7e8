"""With a key that may only read, nothing that would change something is there."""

import pytest
from playwright.sync_api import Page, expect

from tests.portal.site import GROUP, SUBSCRIPTION

FINANCE = f"{SUBSCRIPTION}/{GROUP}/finance"
CHANGING = ["New", "Run", "Enable", "Disable", "Edit", "Clone", "Delete", "Add", "Spread", "Save", "Select"]

PAGES = [
    pytest.param("#/today", "Runs of the next 24 hours", id="today"),
    pytest.param("#/jobs", "bill-customers", id="jobs"),
    pytest.param(f"#/job/{FINANCE}/bill-customers", "What became of each time", id="job"),
    pytest.param(f"#/edit/{FINANCE}/bill-customers", "read", id="editor"),
    pytest.param("#/new", "read", id="new job"),
    pytest.param("#/collections", "warehouse", id="collections"),
    pytest.param(f"#/collection/{FINANCE}", "Jobs and quota", id="collection"),
]


@pytest.mark.parametrize(("address", "words"), PAGES)
def test_nothing_can_be_changed(reading_portal: Page, address: str, words: str) -> None:
    reading_portal.evaluate("(address) => { location.hash = address; }", address)
    expect(reading_portal.locator("main").get_by_text(words).first).to_be_visible()

    controls = reading_portal.locator("main").locator("button, a, input, select, textarea")
    names = controls.evaluate_all("all => all.map(one => one.ariaLabel ?? one.innerText ?? '')")

    assert [name for name in names if name.split(" ")[0] in CHANGING] == []
    assert reading_portal.locator("main input[type=checkbox], main textarea").count() == 0


def test_the_page_says_that_it_may_only_read(reading_portal: Page) -> None:
    expect(reading_portal.get_by_text("may read only")).to_be_visible()
