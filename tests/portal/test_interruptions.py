"""What is typed stays: when the key ends, when the app is silent, when the reader does not want to leave."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

import pytest
from playwright.sync_api import Dialog, Locator, Page, Route, expect

from tests.portal.site import GROUP, HALL, OPS, SUBSCRIPTION, VIEWER, Site
from tests.portal.test_editing import definition, edit
from tests.portal.watching import Watch, grave_findings

FINANCE: Final = f"{SUBSCRIPTION}/{GROUP}/finance"
SLOW: Final = "The app is slow to answer."
SILENT: Final = "The app has not answered within 30 seconds."
ASKED_AGAIN: Final = "Sign in again"
TRY_AGAIN: Final = """() => {
  const again = [...document.querySelectorAll("button")].find((one) => one.innerText === "Try again");
  again?.click();
}"""
"""At once: some pages try again by themselves, and then the button is gone."""
API: Final = re.compile(r"api-version=")
"""What a call of the page has in its address; the page's own files have it not."""


@contextmanager
def revoked_key(page: Page) -> Iterator[None]:
    """The app no longer takes the key that the page has: what it answers is its own."""

    def with_wrong_key(route: Route) -> None:
        route.continue_(headers={**route.request.headers, "x-functions-key": "revoked"})

    page.route(API, with_wrong_key)
    yield
    page.unroute(API, with_wrong_key)


@contextmanager
def silent_app(page: Page) -> Iterator[list[Route]]:
    """The app takes what the page sends, and says nothing; return what was sent."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(API, hold)
    yield held
    page.unroute(API, hold)


def wait(page: Page, held: list[Route], seconds: int) -> None:
    """Let the time of the page go on, once it has asked."""
    for _ in range(100):
        if held:
            break
        page.wait_for_timeout(50)
    page.clock.run_for(seconds * 1000)


@pytest.fixture
def held_clock(signed_in: Page) -> Page:
    signed_in.clock.install()
    return signed_in


def asked_again(page: Page) -> Locator:
    return page.get_by_role("dialog", name=ASKED_AGAIN)


def come_back(page: Page, key: str) -> None:
    dialog = asked_again(page)
    dialog.get_by_label("Key", exact=True).fill(key)
    dialog.get_by_role("button", name="Open", exact=True).click()
    expect(dialog).to_have_count(0)


def test_a_key_that_ends_while_one_types_takes_nothing_away(
    signed_in: Page, site: Site, watch: Watch
) -> None:
    site.put_job("typed-in", description="before")
    edit(signed_in, site, "typed-in")

    with revoked_key(signed_in):
        signed_in.get_by_label("Description").fill("typed before the key was asked for")
        expect(asked_again(signed_in)).to_contain_text("This key is not valid")
        assert grave_findings(signed_in) == []
        asked_again(signed_in).get_by_label("Key", exact=True).fill("wrong")
        asked_again(signed_in).get_by_role("button", name="Open", exact=True).click()
        expect(asked_again(signed_in).locator(".fault")).to_contain_text("This key is not valid")
    come_back(signed_in, OPS)

    expect(signed_in.get_by_label("Description")).to_have_value("typed before the key was asked for")
    expect(signed_in.locator(".preview.stale")).to_have_count(0)
    signed_in.get_by_role("button", name="Review and save").click()
    signed_in.get_by_role("dialog").get_by_role("button", name="Save", exact=True).click()
    expect(signed_in.get_by_text("typed-in is saved.")).to_be_visible()
    assert definition(site, "typed-in")["description"] == "typed before the key was asked for"
    watch.forgive("401")


def test_with_another_key_the_form_has_nothing_to_mend(signed_in: Page, site: Site, watch: Watch) -> None:
    site.put_job("typed-on", description="before")
    edit(signed_in, site, "typed-on")
    with revoked_key(signed_in):
        signed_in.get_by_label("Description").fill("after")
        asked_again(signed_in).get_by_role("button", name="Close").click()
        expect(signed_in.locator(".preview").get_by_text("This key is not valid")).to_be_visible()
        expect(signed_in.get_by_text("to mend")).to_have_count(0)
        signed_in.get_by_role("button", name="Try again").click()
        expect(asked_again(signed_in)).to_be_visible()
    come_back(signed_in, OPS)

    expect(signed_in.locator(".preview.stale")).to_have_count(0)
    expect(signed_in.get_by_text("This key is not valid")).to_have_count(0)
    expect(signed_in.get_by_text("This cannot be saved yet")).to_have_count(0)
    watch.forgive("401")


def test_a_save_that_the_key_stopped_is_made_with_the_next_key(
    signed_in: Page, site: Site, watch: Watch
) -> None:
    site.put_job("saved-late", description="before")
    edit(signed_in, site, "saved-late")
    signed_in.get_by_label("Description").fill("after")
    expect(signed_in.locator(".preview.stale")).to_have_count(0)
    signed_in.get_by_role("button", name="Review and save").click()
    save = signed_in.get_by_role("dialog", name="Review and save").get_by_role(
        "button", name="Save", exact=True
    )
    expect(save).to_be_enabled()

    with revoked_key(signed_in):
        save.click()
        expect(asked_again(signed_in)).to_be_visible()
    come_back(signed_in, OPS)

    expect(signed_in.get_by_text("saved-late is saved.")).to_be_visible()
    assert definition(site, "saved-late")["description"] == "after"
    watch.forgive("401")


PAGES: Final = [
    pytest.param("#/today", "Today", id="today"),
    pytest.param("#/jobs", "Jobs", id="jobs"),
    pytest.param(f"#/job/{FINANCE}/bill-customers", "bill-customers", id="job"),
    pytest.param("#/audit", "Changes", id="changes"),
    pytest.param("#/collections", "Collections", id="collections"),
]


@pytest.mark.parametrize(("address", "title"), PAGES)
def test_every_page_asks_over_itself(address: str, title: str, portal: Page, watch: Watch) -> None:
    expect(portal.get_by_role("heading", name="Today")).to_be_visible()

    with revoked_key(portal):
        portal.evaluate("(address) => { location.hash = address; }", address)
        if address == "#/today":
            portal.evaluate("location.hash = '#/running'")
        expect(asked_again(portal)).to_be_visible()
    come_back(portal, OPS)

    if address == "#/today":
        portal.evaluate("location.hash = '#/today'")
    expect(portal.locator("h1").get_by_text(title)).to_be_visible()
    expect(portal.get_by_text("Loading …")).to_have_count(0)
    expect(portal.get_by_role("alert").get_by_text("key is not valid")).to_have_count(0)
    watch.forgive("401")


def test_who_does_not_come_back_sees_why_and_can_try_again(portal: Page, watch: Watch) -> None:
    expect(portal.get_by_role("heading", name="Today")).to_be_visible()
    with revoked_key(portal):
        # while the reads of the first page wait for their turn
        portal.evaluate("location.hash = '#/audit?collection=erp/warehouse'")
        asked_again(portal).get_by_role("button", name="Close").click()
        failure = portal.get_by_role("alert")
        expect(failure).to_contain_text("This key is not valid")

    failure.get_by_role("button", name="Try again").click()

    expect(portal.get_by_text("The hall is closed.").first).to_be_visible()
    watch.forgive("401")


def test_a_key_that_may_only_read_keeps_the_form_and_says_so(
    signed_in: Page, site: Site, watch: Watch
) -> None:
    edit(signed_in, site, "bill-customers")
    with revoked_key(signed_in):
        signed_in.get_by_label("Description").fill("typed")
        expect(asked_again(signed_in)).to_be_visible()
    come_back(signed_in, VIEWER)

    expect(signed_in.get_by_text("Your key may only read, so this cannot be saved with it.")).to_be_visible()
    expect(signed_in.get_by_text("viewer may only read: nothing can be changed now.")).to_be_visible()
    expect(signed_in.get_by_role("button", name="Review and save")).to_have_count(0)
    signed_in.get_by_role("button", name="Use another key").click()
    come_back(signed_in, OPS)
    expect(signed_in.get_by_label("Description")).to_have_value("typed")
    expect(signed_in.get_by_role("button", name="Review and save")).to_be_visible()
    watch.forgive("401")


def test_a_key_of_another_scope_sees_its_own_jobs_only(portal: Page, watch: Watch) -> None:
    portal.get_by_role("link", name="Jobs").click()
    expect(portal.get_by_role("link", name="bill-customers")).to_be_visible()
    with revoked_key(portal):
        portal.evaluate("location.hash = '#/audit?collection=erp/warehouse'")
        expect(asked_again(portal)).to_be_visible()
    come_back(portal, HALL)

    portal.evaluate("location.hash = '#/jobs'")

    expect(portal.get_by_role("link", name="count-pallets")).to_be_visible()
    expect(portal.get_by_role("link", name="bill-customers")).to_have_count(0)
    watch.forgive("401")


def test_leaving_on_purpose_forgets_everything_as_before(signed_in: Page, site: Site) -> None:
    edit(signed_in, site, "bill-customers")

    signed_in.get_by_role("button", name="Leave").click()

    expect(signed_in.get_by_text("You have left. Give a key to come back.")).to_be_visible()
    expect(signed_in.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize("address", ["#/audit", "#/collections", f"#/job/{FINANCE}/bill-customers", "#/new"])
def test_a_silent_app_is_said_to_be_slow_and_then_given_up(
    address: str, held_clock: Page, site: Site
) -> None:
    page = held_clock
    page.goto(f"{site.address}/#/moving-in")
    expect(page.get_by_role("heading", name="Moving in")).to_be_visible()

    with silent_app(page) as held:
        page.evaluate("(address) => { location.hash = address; }", address)
        wait(page, held, 4)
        expect(page.get_by_text(SLOW)).to_have_count(0)
        wait(page, held, 2)
        expect(page.get_by_text(SLOW)).to_be_visible()
        wait(page, held, 26)
        expect(page.get_by_text(SILENT).first).to_be_visible()
        expect(page.get_by_text(SLOW)).to_have_count(0)
    page.evaluate(TRY_AGAIN)

    expect(page.get_by_text(SILENT)).to_have_count(0)


def test_a_silent_app_is_said_at_the_opening(held_clock: Page, site: Site) -> None:
    page = held_clock
    with silent_app(page) as held:
        page.goto(f"{site.address}/#/audit?collection=erp/warehouse")
        wait(page, held, 6)
        expect(page.get_by_text(SLOW)).to_be_visible()
        wait(page, held, 25)
        expect(page.get_by_text(SILENT)).to_be_visible()
    page.get_by_role("button", name="Try again").click()

    expect(page.get_by_text("The hall is closed.").first).to_be_visible()


def test_the_review_of_a_silent_app_can_be_tried_again(held_clock: Page, site: Site) -> None:
    page = held_clock
    edit(page, site, "bill-customers")
    with silent_app(page) as held:
        page.get_by_role("button", name="Review and save").click()
        review = page.get_by_role("dialog")
        wait(page, held, 6)
        expect(review.get_by_text(SLOW)).to_be_visible()
        wait(page, held, 25)
        expect(review.get_by_text(SILENT)).to_be_visible()
    review.get_by_role("button", name="Try again").click()

    expect(review.get_by_text("Nothing changes in the definition.")).to_be_visible()


def test_a_change_without_an_answer_is_not_repeated(held_clock: Page, site: Site) -> None:
    page = held_clock
    site.put_job("unanswered")
    edit(page, site, "unanswered")
    page.get_by_label("Description").fill("after")
    page.get_by_role("button", name="Review and save").click()
    review = page.get_by_role("dialog")
    page.clock.run_for(1000)
    with silent_app(page) as held:
        review.get_by_role("button", name="Save", exact=True).click()
        wait(page, held, 6)
        expect(review.get_by_text(SLOW)).to_be_visible()
        wait(page, held, 25)
        expect(review.get_by_text("It may have made the change all the same")).to_be_visible()
        page.clock.run_for(60_000)
        assert [route.request.method for route in held if route.request.method != "GET"] == ["PATCH"]
        expect(page.get_by_label("Description")).to_have_value("after")


def test_the_next_runs_of_a_silent_app_can_be_tried_again(held_clock: Page, site: Site) -> None:
    page = held_clock
    edit(page, site, "refresh-rates")
    with silent_app(page) as held:
        page.get_by_label("Every", exact=True).fill("7")
        page.clock.run_for(1000)
        wait(page, held, 6)
        expect(page.get_by_text(SLOW)).to_be_visible()
        wait(page, held, 25)
        expect(page.locator(".preview").get_by_text(SILENT)).to_be_visible()
    page.get_by_role("button", name="Try again").click()
    page.clock.run_for(1000)

    expect(page.get_by_text("Every 7 hours").first).to_be_visible()


def answering(page: Page, leave: Callable[[], bool]) -> list[str]:
    """Answer each question of the page; return the questions."""
    asked: list[str] = []

    def answer(dialog: Dialog) -> None:
        asked.append(dialog.message)
        if leave():
            dialog.accept()
        else:
            dialog.dismiss()

    page.on("dialog", answer)
    return asked


def test_staying_keeps_the_way_back(signed_in: Page, site: Site) -> None:
    page, leaving = signed_in, [False]
    asked = answering(page, lambda: leaving[0])
    page.goto(f"{site.address}/#/jobs")
    page.get_by_role("link", name="bill-customers").click()
    page.get_by_role("link", name="Edit").click()
    page.get_by_label("Description").fill("typed")
    here = page.url

    for _ in range(3):
        page.evaluate("history.back()")
        expect(page).to_have_url(here)
        expect(page.get_by_label("Description")).to_have_value("typed")
        page.get_by_role("link", name="Cancel").click()
        expect(page).to_have_url(here)
    assert len(asked) == 6

    leaving[0] = True
    page.evaluate("history.back()")
    expect(page).to_have_url(re.compile(r"#/job/"))
    page.evaluate("history.back()")
    expect(page).to_have_url(f"{site.address}/#/jobs")
    expect(page.get_by_role("heading", name="Jobs")).to_be_visible()


def test_a_search_asks_when_it_leaves_and_not_at_each_letter(signed_in: Page, site: Site) -> None:
    page, leaving = signed_in, [False]
    asked = answering(page, lambda: leaving[0])
    edit(page, site, "bill-customers")
    page.get_by_label("Description").fill("typed")
    search = page.get_by_label("Search jobs")

    search.press_sequentially("sync")
    assert asked == []
    expect(page.get_by_text("Enter leaves this page, and searches.")).to_be_visible()
    with page.expect_event("dialog"):
        search.press("Enter")
    expect(page.get_by_label("Description")).to_have_value("typed")

    leaving[0] = True
    search.press("Enter")
    expect(page.get_by_role("heading", name="Jobs")).to_be_visible()
    expect(search).to_have_value("sync")
    expect(page.get_by_role("link", name="sync-stock")).to_be_visible()
    assert len(asked) == 2
