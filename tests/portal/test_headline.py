"""The headline of the first page: all is well only if the app is and its jobs are."""

from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.portal.site import Site

COUNTED: Final[dict[str, Any]] = {
    "at": "2026-11-18T20:22:30Z",
    "byState": {"enabled": 1000, "disabled": 2, "completed": 0, "faulted": 0},
    "byLastOutcome": {"completed": 1000, "retried": 0, "faulted": 0, "none": 0},
    "failing": {"count": 0, "shown": []},
}
AS_OF: Final = "Failing as of"


def failing(site: Site, **more: Any) -> dict[str, Any]:
    job = {"job": site.job("sync-stock", "warehouse"), "state": "enabled", "faultsInARow": 16}
    one = {**job, "since": None, "lastFault": "2026-11-18T20:00:00Z", **more}
    return {**COUNTED, "failing": {"count": 1, "shown": [one]}}


def shown(page: Page, site: Site, **status: Any) -> None:
    """Open the first page as if the app were so."""
    page.route("**/status?*", lambda route: route.fulfill(json={"version": "0", "reasons": [], **status}))
    page.goto(f"{site.address}/#/today")


def test_all_is_well_if_the_app_is_and_no_job_fails(signed_in: Page, site: Site) -> None:
    shown(signed_in, site, ok=True, jobsOk=True, jobs=COUNTED)

    headline = signed_in.locator(".health")
    expect(headline).to_contain_text("All is well.")
    assert headline.get_by_text("1,000").count() == 0  # counted a while ago: the list of jobs knows better


def test_a_failing_job_is_in_the_headline_and_leads_to_its_history(signed_in: Page, site: Site) -> None:
    shown(signed_in, site, ok=True, jobsOk=False, jobs=failing(site))

    headline = signed_in.get_by_role("alert")
    expect(headline).to_contain_text(f"1 job fails. {AS_OF}")
    expect(headline).to_contain_text("failed 16 times in a row")
    assert signed_in.get_by_text("All is well").count() == 0
    headline.get_by_role("link", name="sync-stock").click()
    expect(signed_in.get_by_text("not now").first).to_be_visible()


def test_both_are_told_together_and_times_are_those_of_the_reader(signed_in: Page, site: Site) -> None:
    reasons = ["The oldest is due since 2030-01-01T10:00:00Z."]
    shown(signed_in, site, ok=False, jobsOk=False, reasons=reasons, jobs=failing(site, state="disabled"))

    headline = signed_in.get_by_role("alert")
    expect(headline).to_contain_text("1 job fails, and 1 thing to look at.")
    expect(headline).to_contain_text(", and was disabled")
    expect(headline).to_contain_text("The oldest is due since 1 Jan 2030 11:00.")


@pytest.mark.parametrize("jobs", [None, {**COUNTED, "failing": None}])
def test_before_the_first_count_nothing_is_promised(signed_in: Page, site: Site, jobs: Any) -> None:
    shown(signed_in, site, ok=True, jobsOk=None, jobs=jobs)

    expect(signed_in.get_by_text("its jobs are still being counted")).to_be_visible()
    assert signed_in.get_by_text("All is well").count() == 0
