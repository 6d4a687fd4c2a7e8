"""Old and wrong addresses say what is wrong and lead on; Back leads to where the reader was."""

import re
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.end_to_end.app_process import wait_for
from tests.portal.site import GROUP, SUBSCRIPTION, Site, with_short_pages
from tests.portal.watching import Watch

NO_PAGE: Final = "The address names a page that does not exist."
COLLECTION: Final = f"{SUBSCRIPTION}/{GROUP}/finance"

WRONG: Final = {
    "#/constructor": NO_PAGE,
    "#/__proto__": NO_PAGE,
    "#/toString/x": NO_PAGE,
    "#/failures?last=x": "not now",
    "#/audit?last=constructor&collection=erp/warehouse": "The hall is closed.",
    "#/upcoming?next=__proto__": "refresh-rates",
    "#/expiring?within=x": "No credential ends in this time.",
    "#/jobs?in=not-a-sub": "There is no subscription “not-a-sub” here",
    "#/jobs?state=constructor&outcome=toString&sort=__proto__": "No job matches all of this.",
    f"#/collection/{SUBSCRIPTION}/{GROUP}/nope": "There is no such collection.",
    f"#/collection/{SUBSCRIPTION}/{GROUP}/..": "There is no such collection.",
    f"#/job/{COLLECTION}/..": "There is no such job.",
    f"#/job/{COLLECTION}/bill-customers?tab=constructor&span=x&status=y": "What became of each time",
    f"#/collection/{SUBSCRIPTION}/{GROUP}": "This address names no collection.",
    f"#/job/{COLLECTION}": "This address names no job.",
    f"#/job/{COLLECTION}/": "This address names no job.",
    f"#/job/{COLLECTION}/bill-customers?at=garbage": "is not a date-time like 2026-01-31T09:30:00Z",
    f"#/edit/{COLLECTION}/zzz": "There is no such job.",
    f"#/new?from={COLLECTION}/zzz": "There is no such job.",
    "#/new?from=zzz": "This address names no job.",
    f"#/edit/{COLLECTION}/..": "This address names no job.",
    f"#/new?from={COLLECTION}/..": "This address names no job.",
}


def test_a_wrong_address_says_so_and_does_not_stick(portal: Page, watch: Watch) -> None:
    asked: list[str] = []
    portal.on("request", lambda request: asked.append(request.url))
    for address, words in WRONG.items():
        portal.evaluate("(address) => { location.hash = address; }", address)

        expect(portal.locator("main").get_by_text(words).first, address).to_be_visible()
        expect(portal.locator("main").get_by_role("heading", level=1)).to_be_visible()
        if words == NO_PAGE or words.startswith(("There is no", "This address names no")):
            assert portal.get_by_role("button", name="Try again").count() == 0, address
            assert portal.locator("main").get_by_role("link").count() > 0, address
        portal.get_by_role("link", name="Collections", exact=True).first.click()
        expect(portal.get_by_role("heading", name="Collections")).to_be_visible()
        expect(portal.get_by_role("link", name="warehouse")).to_be_visible()

    assert not any(re.search(r"/jobCollections/$|/\.\.", url) for url in asked)
    watch.forgive("404")
    watch.forgive("400")


@pytest.mark.parametrize("address", ["#/jobs?q=passed", "#/audit"])
def test_back_leads_to_where_the_reader_was(portal: Page, site: Site, address: str) -> None:
    for number in range(5):
        site.put_job(f"passed-{number}", "warehouse")
    portal.set_viewport_size({"width": 1280, "height": 300})
    with_short_pages(portal, 5)
    portal.evaluate("(address) => { location.hash = address; }", address)
    rows = portal.locator("main tbody tr:not(.spacer)")
    expect(rows.nth(4)).to_be_visible()
    if address == "#/audit":
        portal.get_by_role("button", name="Show more").click()
        expect(rows.nth(9)).to_be_attached()
    portal.evaluate("void scrollTo(0, 150)")
    wait_for(lambda: portal.evaluate("history.state.scrolled") == 150)
    portal.locator("main").get_by_role("link", name="passed-0").first.evaluate("(link) => link.click()")
    expect(portal.get_by_role("region", name="At a glance")).to_be_visible()
    assert portal.evaluate("scrollY") == 0

    portal.go_back()

    wait_for(lambda: portal.evaluate("scrollY") == 150)
    assert portal.url.endswith(address)
    portal.go_forward()
    expect(portal.get_by_role("region", name="At a glance")).to_be_visible()


def test_by_keyboard_the_list_is_one_step_away_and_the_bar_stands_before_it(portal: Page) -> None:
    portal.evaluate("location.hash = '#/jobs?q=bill-customers'")
    expect(portal.get_by_label("Choose bill-customers")).to_be_visible()
    portal.locator("main").focus()
    for _ in range(3):
        portal.keyboard.press("Tab")
        if portal.evaluate("document.activeElement.innerText") == "Skip to the list":
            break
    portal.keyboard.press("Enter")
    portal.keyboard.press("Tab")
    assert portal.evaluate("document.activeElement.closest('table')?.id") == "jobs"

    portal.get_by_label("Choose bill-customers").check()

    order = "(a, b) => document.querySelector(a).compareDocumentPosition(document.querySelector(b))"
    following = portal.evaluate(f"({order})('.selection-bar', 'table.jobs')")
    assert following & 4
    box = portal.get_by_role("region", name="What to do with the chosen jobs").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 900
