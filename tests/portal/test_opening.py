"""The portal opens, asks for a key, and shows what the app knows."""

from playwright.sync_api import Page, expect

from local.pictures.camera import sign_in
from tests.portal.site import OPS, Site
from tests.portal.watching import Watch, grave_findings


def test_the_portal_asks_for_a_key(page: Page, site: Site) -> None:
    page.goto(f"{site.address}/")

    expect(page.get_by_label("Key", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Open", exact=True)).to_be_visible()


def test_a_wrong_key_is_refused_in_words(page: Page, site: Site) -> None:
    page.goto(f"{site.address}/")

    page.get_by_label("Key", exact=True).fill("wrong")
    page.get_by_role("button", name="Open", exact=True).click()

    expect(page.get_by_text("This key is not valid")).to_have_count(1)
    expect(page.get_by_label("Key", exact=True)).to_have_value("wrong")


def test_a_key_opens_the_portal_and_stays_in_memory(page: Page, site: Site) -> None:
    page.goto(f"{site.address}/#/jobs")

    sign_in(page, OPS)

    expect(page.get_by_role("heading", name="Jobs")).to_be_visible()
    assert page.evaluate("[sessionStorage.length, localStorage.length, document.cookie]") == [0, 0, ""]
    page.reload()
    expect(page.get_by_label("Key", exact=True)).to_be_visible()


def test_a_key_is_kept_for_the_tab_if_asked_until_one_leaves(page: Page, site: Site) -> None:
    page.goto(f"{site.address}/")
    page.get_by_label("Keep it for this tab").check()
    sign_in(page, OPS)
    page.reload()
    expect(page.get_by_role("heading", name="Today")).to_be_visible()

    page.get_by_role("button", name="Leave").click()

    expect(page.get_by_label("Key", exact=True)).to_be_visible()
    assert page.evaluate("sessionStorage.length") == 0


def test_no_key_is_ever_in_an_address(portal: Page, site: Site) -> None:
    asked: list[str] = []
    portal.on("request", lambda request: asked.append(request.url))

    portal.get_by_role("link", name="Jobs").click()
    portal.get_by_role("link", name="bill-customers").click()
    expect(portal.get_by_role("heading", name="bill-customers")).to_be_visible()

    assert asked
    assert not any(OPS in address for address in [*asked, portal.url])


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
