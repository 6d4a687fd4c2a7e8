"""A job whose actions use the managed identity, made in the form."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.portal.site import Site
from tests.portal.watching import Watch, grave_findings

NOT_NAMED = "SCHEDULER_IDENTITY_TARGETS does not name 'api://other|erp.example.com'"
NO_ACCOUNT = "SCHEDULER_IDENTITY_TARGETS does not name 'https://storage.azure.com|account2.queue."


def test_an_identity_is_chosen_refused_where_it_is_not_allowed_and_saved(
    signed_in: Page, site: Site, watch: Watch
) -> None:
    signed_in.goto(f"{site.address}/#/new")
    signed_in.get_by_label("Name of the job").fill("by-identity")
    signed_in.get_by_label("Collection", exact=True).select_option(label="finance")
    signed_in.get_by_label("Address").fill("https://erp.example.com/close")
    signed_in.get_by_label("Authentication").select_option(label="managed identity")
    signed_in.get_by_label("Audience").fill("api://other")
    signed_in.get_by_label("If it fails to the end").check()
    error_action = signed_in.get_by_role("group", name="Error action")
    error_action.get_by_label("What to do").select_option("StorageQueue")
    error_action.get_by_label("Storage account").fill("account2")
    error_action.get_by_label("Queue", exact=True).fill("failures")
    error_action.get_by_label("Authentication").select_option(label="managed identity")
    error_action.get_by_label("Message").fill("failed")
    expect(error_action.get_by_label("SAS token")).to_have_count(0)

    signed_in.get_by_role("button", name="Review and save").click()

    expect(_field(signed_in.locator("main"), "Authentication").first).to_contain_text(NOT_NAMED)
    expect(_field(error_action, "Authentication")).to_contain_text(NO_ACCOUNT)
    expect(signed_in.locator(".fault-list")).to_have_count(0)
    assert grave_findings(signed_in) == []
    watch.forgive("400")

    signed_in.get_by_label("Audience").fill("api://erp")
    error_action.get_by_label("Storage account").fill("account1")
    signed_in.get_by_role("button", name="Review and save").click()
    signed_in.get_by_role("dialog").get_by_role("button", name="Save", exact=True).click()
    expect(signed_in.get_by_role("heading", name=re.compile("by-identity"))).to_be_visible()
    action = site.call("GET", site.job("by-identity"))["properties"]["action"]
    assert action["request"]["managedIdentity"] == {"audience": "api://erp"}
    assert action["errorAction"]["queueMessage"]["managedIdentity"] == {}
    assert action["type"] == "Https"


def _field(within: Locator, label: str) -> Locator:
    return within.locator(".field", has=within.page.get_by_label(label))
