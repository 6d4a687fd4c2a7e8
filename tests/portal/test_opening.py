"""The portal opens, asks for a key, and shows what the app knows."""

from playwright.sync_api import Page, expect

from tests.portal.site import Site
from tests.portal.watching import Watch, grave_findings


def test_the_portal_asks_for_a_key(page: Page, site: Site) -> None:
    page.goto(f"{site.address}/")

    expect(page.get_by_label("Key", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Open", exact=True)).to_be_visible()


def test_a_wrong_key_is_refused_in_words(page: Page, site: Site) -> None:
    page.goto(f"{site.address}/")

    page.get_by_label("Key", exact=True).fill("wrong")
    page.get_by_role("button", name="Open", exact=True).click()

    expect(page.get_by_text("The key is missing or wrong").last).to_be_visible()


def test_the_key_opens_the_portal(portal: Page) -> None:
    expect(portal.get_by_role("heading", level=1)).to_be_visible()


def test_a_key_that_only_reads_opens_the_portal_too(reading_portal: Page) -> None:
    expect(reading_portal.get_by_role("heading", level=1)).to_be_visible()


def test_a_failed_attempt_is_shown_today(portal: Page) -> None:
    expect(portal.get_by_role("link", name="sync-stock").first).to_be_visible()


def test_a_call_to_another_origin_does_not_go_unnoticed(portal: Page, watch: Watch) -> None:
    portal.evaluate("fetch('http://127.0.0.1:9/').catch(() => undefined)")
    portal.wait_for_timeout(100)

    watch.forgive("connect-src")
    watch.forgive("127.0.0.1:9")


def test_axe_finds_what_is_grave(portal: Page) -> None:
    portal.evaluate("document.body.append(document.createElement('button'))")

    assert [finding.split()[0] for finding in grave_findings(portal)] == ["button-name"]
