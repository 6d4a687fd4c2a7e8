"""A key for one collection: the portal shows what lies below it, without any error, and nothing else."""

from typing import Final

from playwright.sync_api import Page, expect

from local.pictures.camera import sign_in
from tests.portal.site import GROUP, HALL, SCOPE, SUBSCRIPTION, Site
from tests.portal.watching import Watch

STOCK: Final = f"{SCOPE}/sync-stock"
OUTSIDE: Final = f"{SUBSCRIPTION}/{GROUP}/finance/bill-customers"
ELSEWHERE: Final = ("finance", "bill-customers", "refresh-rates")
NOT_TOLD: Final = "A key for a part of the jobs is not told what was set aside."

PAGES: Final = {
    "#/today": "weigh-trucks",
    "#/jobs": "count-pallets",
    f"#/job/{STOCK}?tab=occurrences": "What became of each time",
    f"#/job/{STOCK}?tab=history": "not now",
    f"#/job/{STOCK}?tab=changes": "ops",
    f"#/edit/{STOCK}": "Next runs",
    "#/new": "Every day at 09:00",
    "#/collections": "warehouse",
    f"#/collection/{SCOPE}": "Jobs and quota",
    "#/failures": "not now",
    "#/upcoming": "weigh-trucks",
    "#/running": "Nothing is running",
    "#/audit": "The hall is closed.",
    "#/expiring": "No credential ends in this time.",
    "#/clock-changes": "No clock that a job uses is set",
    "#/set-aside": NOT_TOLD,
    "#/moving-in": "--dry-run",
}


def test_each_page_shows_what_lies_in_the_scope_and_nothing_else(page: Page, site: Site) -> None:
    site.put_job("weigh-trucks", "warehouse", recurrence={"frequency": "hour", "interval": 6})
    page.goto(f"{site.address}/")
    sign_in(page, HALL)

    for address, words in PAGES.items():
        page.evaluate("(address) => { location.hash = address; }", address)
        expect(page.locator("main").get_by_text(words).first, address).to_be_visible()
        page.wait_for_load_state("networkidle")

        assert _told(page) == [], address


def test_doors_that_are_not_theirs_are_not_there(page: Page, site: Site) -> None:
    page.goto(f"{site.address}/#/collections")
    sign_in(page, HALL)

    expect(page.get_by_role("region", name="You")).to_contain_text(f"sees only {SCOPE}")
    expect(page.get_by_role("link", name="warehouse")).to_be_visible()
    assert page.get_by_role("button", name="New collection").count() == 0
    assert page.get_by_role("link", name="Set aside").count() == 0
    page.evaluate("location.hash = '#/new'")
    expect(page.get_by_label("Collection", exact=True)).to_be_visible()
    assert page.get_by_role("option", name="a new one").count() == 0


def test_an_alarm_about_others_is_not_theirs(page: Page, site: Site) -> None:
    page.route("**/status?*", lambda route: route.fulfill(json={"ok": False, "version": "0"}))
    page.goto(f"{site.address}/#/today")
    sign_in(page, HALL)

    expect(page.get_by_text("Runs of the next 24 hours")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert page.get_by_role("alert").count() == 0


def test_a_job_elsewhere_is_not_there(page: Page, site: Site, watch: Watch) -> None:
    page.goto(f"{site.address}/#/job/{OUTSIDE}")

    sign_in(page, HALL)

    expect(page.get_by_text("There is no such job").first).to_be_visible()
    watch.forgive("404")


def test_where_nothing_is_left_a_new_job_is_proposed_within_the_scope(page: Page, site: Site) -> None:
    page.route(
        "**/Microsoft.Scheduler/jobCollections?*",
        lambda route: route.fulfill(json={"value": [], "nextLink": None}),
    )
    page.goto(f"{site.address}/#/new")
    sign_in(page, HALL)

    expect(page.get_by_text("Your part of the app has no jobs yet.")).to_be_visible()
    names = dict(zip(("Subscription", "Resource group", "Collection"), SCOPE.split("/"), strict=True))
    for label, name in names.items():
        field = page.get_by_label(label, exact=True)
        expect(field).to_have_value(name)
        expect(field).not_to_be_editable()


def _told(page: Page) -> list[str]:
    """Return what the page names that lies elsewhere, and its complaints."""
    shown = page.locator("body").text_content() or ""
    complaints = page.locator("[role=alert], .notice.bad").all_inner_texts()
    return [*(word for word in ELSEWHERE if word in shown), *complaints]
