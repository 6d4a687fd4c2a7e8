"""While storage is out, the page says so, keeps what it shows, and goes on when storage is back."""

from playwright.sync_api import Page, expect

from tests.portal.site import Site
from tests.portal.watching import Watch

LONGEST_OUTAGE = 60_000.0  # milliseconds until the app gives storage up, and until it finds it again


def test_an_outage_is_said_and_nothing_shown_is_lost(portal: Page, site: Site, watch: Watch) -> None:
    portal.evaluate("location.hash = '#/audit?collection=erp/warehouse'")
    note = portal.get_by_text("The hall is closed.").first
    expect(note).to_be_visible()

    site.storage.stop()
    try:
        portal.get_by_role("button", name="Refresh").click()
        alert = portal.get_by_role("alert")
        expect(alert).to_be_visible(timeout=LONGEST_OUTAGE)
        expect(note).to_be_visible()
    finally:
        site.storage.start()
    alert.get_by_role("button", name="Try again").click()

    expect(alert).to_be_hidden(timeout=LONGEST_OUTAGE)
    expect(note).to_be_visible()
    watch.forgive("503")
