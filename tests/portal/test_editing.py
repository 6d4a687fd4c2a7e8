"""Editing a job changes what was edited and nothing else: neither the rest of it, nor its record."""

import json
import re
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, Request, expect

from tests.portal.site import GROUP, SUBSCRIPTION, Site
from tests.portal.watching import Watch, grave_findings

PLACE: Final = f"{SUBSCRIPTION}/{GROUP}/finance"
DAILY: Final = {"frequency": "day", "interval": 1, "schedule": {"hours": [9], "minutes": [0]}}
HTTP: Final = {"type": "Https", "request": {"method": "POST", "uri": "https://erp.example.com/", "body": "b"}}
PASSWORD: Final = {"type": "Basic", "username": "me", "password": "secret"}
TENANT: Final = "11111111-aaaa-4000-8000-000000000001"
OAUTH: Final = {
    "type": "ActiveDirectoryOAuth",
    "tenant": TENANT,
    "audience": "https://erp.example.com",
    "clientId": TENANT,
    "secret": "secret",
}
QUEUE: Final = {"storageAccount": "account1", "queueName": "failures", "sasToken": "sv=1", "message": "m"}
ERROR_QUEUE: Final = {"type": "StorageQueue", "queueMessage": QUEUE}
BUS: Final = {
    "namespace": "bus",
    "queueName": "q",
    "transportType": "AMQP",
    "message": "m",
    "authentication": {"type": "sharedAccessKey", "sasKeyName": "k", "sasKey": "c2VjcmV0"},
}
START: Final = "2026-01-01T09:00:00"


def calling(**request: Any) -> dict[str, Any]:
    return {**HTTP, "request": {**HTTP["request"], **request}}  # type: ignore[dict-item]


EDITS: Final = [
    pytest.param({"description": "a"}, {"description": "b"}, id="a text"),
    pytest.param({"description": "a", "spread": "00:01:00"}, {}, id="what is taken out"),
    pytest.param(
        {"action": calling(headers={"A": "1", "B": "2"})},
        {"action": calling(headers={"B": "3"})},
        id="one header of two",
    ),
    pytest.param({"action": calling(body="b")}, {"action": calling()}, id="a body that goes"),
    pytest.param(
        {"recurrence": {**DAILY, "count": 500}},
        {"recurrence": {"frequency": "week", "interval": 2, "schedule": {"weekDays": ["Monday", "Friday"]}}},
        id="another schedule",
    ),
    pytest.param({"recurrence": DAILY}, {"recurrence": {"frequency": "hour", "interval": 1}}, id="no times"),
    pytest.param(
        {"action": calling(authentication=PASSWORD)},
        {"action": calling(authentication=OAUTH)},
        id="another kind of authentication",
    ),
    pytest.param(
        {"action": calling(authentication=PASSWORD)},
        {"action": calling(managedIdentity={"audience": "api://erp"})},
        id="an identity instead of a password",
    ),
    pytest.param(
        {"action": calling(managedIdentity={"audience": "api://erp"})},
        {"action": calling(authentication=PASSWORD)},
        id="a password instead of an identity",
    ),
    pytest.param(
        {"action": calling(managedIdentity={"audience": "api://erp"})},
        {"action": calling()},
        id="an identity that goes",
    ),
    pytest.param(
        {"action": calling(authentication=PASSWORD)}, {"action": calling()}, id="a password that goes"
    ),
    pytest.param(
        {"action": calling(authentication=PASSWORD)}, {"action": ERROR_QUEUE}, id="another kind of action"
    ),
    pytest.param(
        {"action": ERROR_QUEUE},
        {"action": {"type": "ServiceBusQueue", "serviceBusQueueMessage": BUS}},
        id="from one queue to another",
    ),
    pytest.param({"action": {**HTTP, "errorAction": ERROR_QUEUE}}, {"action": HTTP}, id="no error action"),
    pytest.param(
        {
            "action": {
                **HTTP,
                "retryPolicy": {"retryType": "fixed", "retryInterval": "00:00:30", "retryCount": 3},
            }
        },
        {"action": {**HTTP, "retryPolicy": {"retryType": "none"}, "errorAction": ERROR_QUEUE}},
        id="no retries, and an error action",
    ),
    pytest.param(
        {"exclude": {"dates": ["--12-24", "--12-25"]}, "timeZone": "Europe/Berlin"},
        {"exclude": {"dates": ["--12-25"]}, "timeZone": "Europe/Paris"},
        id="days and zone",
    ),
    pytest.param({"state": "disabled", "disabled": {"note": "why"}}, {}, id="enabled again"),
]
SECRETS: Final = {"password", "secret", "sasToken", "sasKey"}


@pytest.fixture
def saved(signed_in: Page) -> list[Request]:
    """What the page has sent to change something."""
    sent: list[Request] = []
    signed_in.on(
        "request",
        lambda one: sent.append(one) if one.method in ("PUT", "PATCH") and "dryRun" not in one.url else None,
    )
    return sent


@pytest.mark.parametrize(("before", "after"), EDITS)
def test_what_is_edited_as_json_is_what_is_stored(
    before: dict[str, Any], after: dict[str, Any], signed_in: Page, site: Site, saved: list[Request]
) -> None:
    rest = {"startTime": START, "recurrence": DAILY, "action": HTTP}
    site.put_job("edited", **{**rest, **before})

    edit(signed_in, site, "edited")
    type_json(signed_in, {"properties": {"state": "enabled", **rest, **after}})
    review(signed_in)
    save(signed_in, "edited")

    site.put_job("expected", **{**rest, **after})
    assert definition(site, "edited") == definition(site, "expected")
    assert [one.method for one in saved] == ["PATCH"]
    assert "secret" not in json.dumps(site.call("GET", site.job("edited")))


def test_an_edit_keeps_the_record_of_the_job(signed_in: Page, site: Site, saved: list[Request]) -> None:
    site.put_job("recorded", description="Recieves the stock.")
    site.run("recorded")
    site.run("recorded")

    edit(signed_in, site, "recorded")
    signed_in.get_by_label("Description").fill("Receives the stock.")
    dialog = review(signed_in)
    expect(dialog.get_by_label("Begin anew")).not_to_be_checked()
    expect(dialog).to_contain_text("The job keeps its counters")
    expect(dialog).to_contain_text("retries that are pending go on")
    assert grave_findings(signed_in) == []
    save(signed_in, "recorded")

    stored = site.call("GET", site.job("recorded"))["properties"]
    assert (stored["description"], stored["status"]["executionCount"]) == ("Receives the stock.", 2)
    assert [one.post_data_json for one in saved] == [{"properties": {"description": "Receives the stock."}}]


def test_a_change_of_more_than_words_says_that_pending_retries_end(signed_in: Page, site: Site) -> None:
    site.put_job("retrying")

    edit(signed_in, site, "retrying")
    signed_in.get_by_label("Address").fill("https://erp.example.com/")

    expect(review(signed_in)).to_contain_text("Retries that are pending end.")


def test_a_job_begins_anew_if_that_is_chosen(signed_in: Page, site: Site, saved: list[Request]) -> None:
    site.put_job("renewed", recurrence={"frequency": "year", "count": 9})
    site.run("renewed")

    edit(signed_in, site, "renewed")
    dialog = review(signed_in)
    expect(dialog).to_contain_text("all its runs are to come again")
    expect(dialog.get_by_role("region", name="Next runs")).to_be_visible()
    regions = dialog.get_by_role("region").evaluate_all("all => all.map((one) => one.ariaLabel)")
    assert regions == ["Record", "Next runs"]
    dialog.get_by_label("Begin anew").check()
    expect(dialog).not_to_contain_text("The job keeps its counters")
    save(signed_in, "renewed")

    assert [one.method for one in saved] == ["PUT"]
    assert site.call("GET", site.job("renewed"))["properties"]["status"]["executionCount"] == 0


def test_a_job_that_is_over_can_only_begin_anew(signed_in: Page, site: Site, saved: list[Request]) -> None:
    action = {"type": "Http", "request": {"uri": f"{site.target}/once", "method": "POST"}}
    site.call("PUT", site.job("once"), {"properties": {"action": action}})
    signed_in.goto(f"{site.address}/#/job/{PLACE}/once")
    expect(signed_in.locator("h1").get_by_text("completed")).to_be_visible(timeout=30_000)

    edit(signed_in, site, "once")
    expect(signed_in.get_by_text("This job is over, so saving begins it anew")).to_be_visible()
    dialog = review(signed_in)
    expect(dialog).to_contain_text("This job is over, so saving begins it anew")
    expect(dialog).to_contain_text("it makes a first run at once")
    expect(dialog.get_by_label("Begin anew")).to_have_count(0)
    save(signed_in, "once")

    assert [one.method for one in saved] == ["PUT"]


@pytest.mark.parametrize("anew", [False, True], ids=["goes on", "begins anew"])
def test_a_job_that_was_deleted_meanwhile_can_be_saved_as_a_new_one(
    anew: bool, signed_in: Page, site: Site, saved: list[Request], watch: Watch
) -> None:
    site.put_job("lost", description="before")
    edit(signed_in, site, "lost")
    signed_in.get_by_label("Description").fill("after")
    dialog = review(signed_in)
    expect(dialog.get_by_role("button", name="Save", exact=True)).to_be_enabled()
    site.call("DELETE", site.job("lost"))
    if anew:
        dialog.get_by_label("Begin anew").check()
    else:
        dialog.get_by_role("button", name="Save", exact=True).click()
    expect(dialog).to_contain_text("It was deleted meanwhile")

    dialog.get_by_role("button", name="Save it as a new job").click()
    save(signed_in, "lost")

    assert saved[-1].headers["if-none-match"] == "*"
    assert definition(site, "lost")["description"] == "after"
    watch.forgive("status of 4")


def test_mine_over_theirs_leaves_mine(signed_in: Page, site: Site, watch: Watch) -> None:
    site.put_job("shared", description="before", spread="00:01:00")
    edit(signed_in, site, "shared")
    signed_in.get_by_label("Description").fill("mine")
    change = {"properties": {"description": "theirs", "spread": None, "overlap": "skip"}}
    site.call("PATCH", site.job("shared"), change)

    dialog = review(signed_in)
    dialog.get_by_role("button", name="Review mine over theirs").click()
    save(signed_in, "shared")

    stored = definition(site, "shared")
    assert (stored["description"], stored["spread"], stored.get("overlap")) == ("mine", "00:01:00", None)
    watch.forgive("412")


def test_the_review_shows_the_clocks_of_the_form(signed_in: Page, site: Site) -> None:
    signed_in.goto(f"{site.address}/#/new?collection={PLACE}")  # whose default zone is Europe/Berlin
    signed_in.get_by_label("Name of the job").fill("clocks")
    signed_in.get_by_label("Address").fill("https://erp.example.com/")
    first = signed_in.get_by_role("list", name="Next runs").get_by_role("listitem").first.locator("time")
    expect(first).to_contain_text("09:00")

    dialog = review(signed_in)

    runs = dialog.get_by_role("region", name="Next runs")
    expect(runs.get_by_role("heading")).to_have_text("Next runs, by the clocks of Europe/Berlin")
    expect(runs.locator("time").first).to_have_text(first.inner_text())


def test_all_faults_are_said_at_once(signed_in: Page, site: Site, watch: Watch) -> None:
    signed_in.goto(f"{site.address}/#/new?collection={PLACE}")
    signed_in.get_by_label("Authentication").select_option("Basic")

    signed_in.get_by_role("button", name="Review and save").click()

    main = signed_in.locator("main")
    expect(main).to_contain_text("Name of the job is needed")
    expect(main).to_contain_text(re.compile("User name (is|must)"))
    expect(field(main, "Address")).to_have_class(re.compile("faulty"))
    watch.forgive("400")


def test_a_wrong_cron_is_counted_in_good_english(signed_in: Page, site: Site, watch: Watch) -> None:
    signed_in.goto(f"{site.address}/#/new?collection={PLACE}")
    signed_in.get_by_label("Paste cron").fill("hello")
    signed_in.get_by_role("button", name="Use it").click()

    expect(field(signed_in.locator("main"), "Paste cron")).to_contain_text(
        "Paste cron has 1 field; write five"
    )
    watch.forgive("400")


def test_prose_is_typed_as_prose(signed_in: Page, site: Site) -> None:
    edit(signed_in, site, "bill-customers")

    fonts = [
        signed_in.get_by_label(label).evaluate("one => getComputedStyle(one).fontFamily")
        for label in ("Description", "Name of header", "Body")
        if signed_in.get_by_label(label).count()
    ]

    assert "mono" not in fonts[0]
    assert "mono" in fonts[-1]


def test_another_beginning_is_a_fresh_form(signed_in: Page, site: Site) -> None:
    signed_in.goto(f"{site.address}/#/new?from={PLACE}/bill-customers")
    expect(signed_in.get_by_label("Name of the job")).to_have_value("bill-customers-copy")

    signed_in.evaluate(f"location.hash = '#/new?collection={SUBSCRIPTION}/{GROUP}/warehouse'")

    expect(signed_in.get_by_role("heading", name="New job")).to_be_visible()
    expect(signed_in.get_by_label("Name of the job")).to_have_value("")
    expect(signed_in.get_by_label("Description")).to_have_value("")
    expect(signed_in.get_by_label("Collection", exact=True).locator("option:checked")).to_have_text(
        "warehouse"
    )


@pytest.mark.parametrize(
    "address",
    [
        f"#/edit/{PLACE}/..",
        f"#/edit/{PLACE}/.",
        f"#/edit/{PLACE}",
        f"#/edit/{PLACE}/a/b",
        f"#/new?from={PLACE}/..",
    ],
)
def test_an_address_that_names_no_job_is_refused(address: str, signed_in: Page, site: Site) -> None:
    signed_in.goto(f"{site.address}/{address}")

    expect(signed_in.get_by_role("alert")).to_contain_text("This address names no job.")
    expect(signed_in.get_by_role("button", name="Review and save")).to_have_count(0)


def test_a_full_collection_has_a_way_on(signed_in: Page, site: Site, watch: Watch) -> None:
    site.put_collection("full", quota={"maxJobCount": 1})
    site.put_job("first", "full")
    signed_in.goto(f"{site.address}/#/new?from={SUBSCRIPTION}/{GROUP}/full/first")

    dialog = review(signed_in)

    expect(dialog).to_contain_text("has reached its quota of 1 jobs")
    link = dialog.get_by_role("link", name="full")
    expect(link).to_have_attribute("href", f"#/collection/{SUBSCRIPTION}/{GROUP}/full")
    expect(link).to_have_attribute("target", "_blank")
    watch.forgive("409")


def edit(page: Page, site: Site, name: str) -> None:
    page.goto(f"{site.address}/#/edit/{PLACE}/{name}")
    expect(page.get_by_role("button", name="Review and save")).to_be_visible()


def type_json(page: Page, definition: dict[str, Any]) -> None:
    page.get_by_role("button", name="JSON", exact=True).click()
    page.get_by_label("Definition").fill(json.dumps(definition))


def review(page: Page) -> Locator:
    page.get_by_role("button", name="Review and save").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text("Looking at what would change …")).to_have_count(0)
    return dialog


def save(page: Page, name: str) -> None:
    page.get_by_role("dialog").get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text(f"{name} is saved.")).to_be_visible()


def definition(site: Site, name: str) -> dict[str, Any]:
    """Return what is stored of a job, without what the app adds."""
    properties: dict[str, Any] = site.call("GET", site.job(name))["properties"]
    return {key: value for key, value in properties.items() if key not in ("status", "effective", "recent")}


def field(within: Locator, label: str) -> Locator:
    return within.locator(".field", has=within.page.get_by_label(label, exact=True))
