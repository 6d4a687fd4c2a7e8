"""Collections: how full they are, their plan, and what is asked before their jobs are switched."""

import re
from datetime import UTC, datetime
from typing import Final

import pytest
from playwright.sync_api import Page, Route, expect

from tests.portal.site import GROUP, SUBSCRIPTION, Site
from tests.portal.watching import Watch

SUMMARIES: Final = "**/providers/Microsoft.Scheduler/jobs?*"
PLACE: Final = f"#/collection/{SUBSCRIPTION}/{GROUP}"


@pytest.fixture(scope="module")
def narrow(site: Site) -> str:
    """A collection that is full, and one that nearly is."""
    site.put_collection("brimful", quota={"maxJobCount": 1})
    site.put_job("brimful", "brimful")
    site.put_collection("roomy", quota={"maxJobCount": 10})
    for number in range(9):
        site.put_job(f"roomy-{number}", "roomy")
    return "brimful"


def test_the_quota_is_seen_wherever_it_may_bite(signed_in: Page, site: Site, narrow: str) -> None:
    signed_in.goto(f"{site.address}/#/collections")
    expect(signed_in.get_by_role("row", name=re.compile("^brimful "))).to_contain_text("1 of 1 job full")
    expect(signed_in.get_by_role("row", name=re.compile("^roomy "))).to_contain_text(
        "9 of 10 jobs nearly full"
    )
    expect(signed_in.get_by_role("row", name=re.compile("^finance "))).to_contain_text(
        re.compile(r"\d of 50 jobs")
    )

    signed_in.goto(f"{site.address}/#/new?collection={SUBSCRIPTION}/{GROUP}/{narrow}")
    expect(signed_in.get_by_text("Jobs in brimful: 1 of 1 job full")).to_be_visible()
    signed_in.get_by_role("link", name="Raise its plan").click()

    expect(signed_in.get_by_role("region", name="Jobs and quota")).to_contain_text(
        "1 of 1 job full, 1 enabled"
    )
    signed_in.get_by_role("button", name="Change plan").click()
    signed_in.get_by_label("Plan", exact=True).select_option("P20Premium")
    signed_in.get_by_label("Most jobs").fill("")
    signed_in.get_by_role("button", name="Try it").click()
    signed_in.get_by_role("dialog").get_by_role("button", name="Save").click()

    expect(signed_in.get_by_role("region", name="Jobs and quota")).to_contain_text("1 of 1,000 jobs")
    assert site.call("GET", site.collection("brimful"))["properties"]["sku"] == {"name": "P20Premium"}


def test_a_new_collection_has_the_plan_and_region_that_were_chosen(signed_in: Page, site: Site) -> None:
    signed_in.goto(f"{site.address}/#/collections")
    signed_in.get_by_role("button", name="New collection").click()
    dialog = signed_in.get_by_role("dialog")
    dialog.get_by_label("Name", exact=True).fill("large")
    dialog.get_by_label("Resource group").fill(GROUP)
    dialog.get_by_label("Plan").select_option("P20Premium")
    dialog.get_by_label("Region").fill("North Europe")
    dialog.get_by_role("button", name="Create").click()

    expect(signed_in.get_by_role("region", name="Jobs and quota")).to_contain_text("0 of 1,000 jobs")
    made = site.call("GET", site.collection("large"))
    assert (made["location"], made["properties"]["sku"]["name"]) == ("North Europe", "P20Premium")


def test_no_number_is_shown_before_it_is_known(signed_in: Page, site: Site) -> None:
    def hold(route: Route) -> None:
        del route  # neither answered nor refused

    signed_in.route(SUMMARIES, hold)
    signed_in.goto(f"{site.address}/#/collections")
    row = signed_in.get_by_role("row", name=re.compile("^finance "))

    expect(row).to_contain_text("… of 50")

    signed_in.unroute(SUMMARIES, hold)  # lets go what it held
    expect(row).to_contain_text(re.compile(r"[1-9]\d* of 50 jobs"))
    expect(signed_in.get_by_text("as of ")).to_be_visible()


def test_what_will_run_is_shown_before_a_collection_is_switched(
    signed_in: Page, site: Site, watch: Watch
) -> None:
    site.put_collection("switched")
    at_noon = {"frequency": "day", "schedule": {"hours": [12], "minutes": [0]}}
    for name in ("one", "two"):
        site.put_job(name, "switched", startTime="2026-01-01T00:00:00Z", recurrence=at_noon)
    site.put_job("off", "switched", state="disabled")
    signed_in.goto(f"{site.address}/{PLACE}/switched")

    signed_in.get_by_role("button", name="Disable").click()
    dialog = signed_in.get_by_role("dialog")
    expect(dialog).to_contain_text("2 jobs would not run")
    expect(dialog.get_by_role("region", name="Runs left out").get_by_role("link")).to_have_text(
        ["one", "two"]
    )
    dialog.locator("input[type=datetime-local]").fill(f"{datetime.now(UTC):%Y-%m-%dT%H:%M}")
    expect(dialog).to_contain_text("Until is in the past")
    expect(dialog).not_to_contain_text("would")
    dialog.locator("input[type=datetime-local]").fill("")
    dialog.get_by_role("button", name="Disable", exact=True).click()
    expect(signed_in.get_by_text("disabled", exact=True)).to_be_visible()

    signed_in.get_by_role("button", name="Enable").click()
    expect(dialog).to_contain_text("2 jobs will run again")
    assert site.call("GET", site.collection("switched"))["properties"]["state"] == "Disabled"
    site.call("PATCH", site.collection("switched"), {"tags": {"team": "ops"}})
    dialog.get_by_role("button", name="Enable", exact=True).click()
    expect(dialog.get_by_role("alert")).to_be_visible()  # somebody has changed it since
    watch.forgive("412")
    dialog.get_by_role("button", name="Cancel").click()
    signed_in.get_by_role("button", name="Enable").click()
    dialog.get_by_role("button", name="Enable", exact=True).click()

    expect(signed_in.get_by_text("enabled", exact=True)).to_be_visible()
    signed_in.get_by_role("button", name="Delete").click()
    expect(dialog).to_contain_text("Its 3 jobs and their histories are deleted too.")
