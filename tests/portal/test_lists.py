"""What lists say is true: links lead to rows, next runs come, searches say what they searched."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.portal.site import GROUP, SUBSCRIPTION, Site, with_short_pages
from tests.portal.watching import Watch

NOON: Final = {"frequency": "day", "schedule": {"hours": [12], "minutes": [0]}}
LAST_YEAR: Final = "2025-01-01T00:00:00Z"


def test_links_to_filtered_lists_lead_to_rows(signed_in: Page, site: Site, watch: Watch) -> None:
    site.put_collection("links")
    site.put_job("linked", "links")
    gone = f"{SUBSCRIPTION}/{GROUP}/links/gone"
    for page, link, row in (
        (f"#/collection/{SUBSCRIPTION}/{GROUP}/links", "Show its jobs", "linked"),
        (f"#/collection/{SUBSCRIPTION.upper()}/{GROUP.upper()}/LINKS", "Show its jobs", "linked"),
        (f"#/job/{SUBSCRIPTION}/{GROUP}/links/linke", "jobs with this name", "linked"),
        (f"#/job/{gone}", "all changes of the collection", "linked"),
        (f"#/collection/{SUBSCRIPTION}/{GROUP}/nope", "all collections", "links"),
    ):
        signed_in.goto(f"{site.address}/{page}")

        signed_in.get_by_role("link", name=link).click()

        expect(
            signed_in.locator("main tbody").get_by_role("link", name=row, exact=True).first
        ).to_be_visible()
    watch.forgive("404")


def test_a_mass_change_is_found_among_the_changes_whatever_came_later(portal: Page, site: Site) -> None:
    site.put_collection("many")
    site.put_job("first", "many")
    portal.goto(f"{site.address}/#/jobs?q=many+first")
    portal.get_by_label("Choose first").check()
    portal.get_by_role("button", name="Disable", exact=True).click()
    portal.get_by_role("button", name="Look what would change").click()
    portal.get_by_role("button", name="Disable 1 job").click()
    link = portal.get_by_role("dialog").get_by_role("link", name="changes", exact=True).get_attribute("href")
    for turn in range(6):
        to = "enable" if turn % 2 else "disable"
        site.call("POST", f"{site.job('first', 'many')}/{to}", {"note": f"{turn}"})
    with_short_pages(portal, 5)

    portal.goto(f"{site.address}/#/audit?find=zzzz")
    expect(portal.get_by_text("None of the 5 changes loaded matches “zzzz”.")).to_be_visible()
    portal.get_by_role("button", name="Load all").click()
    expect(portal.get_by_text(re.compile(r"^None of [1-9]\d+ changes matches “zzzz”"))).to_be_visible()
    portal.goto(f"{site.address}/{link}")
    expect(portal.get_by_role("table").get_by_role("row")).to_have_count(2)
    expect(portal.get_by_text(re.compile(r"^1 of [\d,]+ changes matches"))).to_be_visible()


def test_a_search_without_matches_says_what_it_searched(signed_in: Page, site: Site) -> None:
    for page, noun in (("failures", "failure"), ("audit", "change"), ("upcoming", "run")):
        signed_in.goto(f"{site.address}/#/{page}?find=zzzz")

        expect(
            signed_in.get_by_text(re.compile(rf"^None of (the )?\d+ {noun}s?( loaded)? matches “zzzz”"))
        ).to_be_visible()


UNTIL: Final = (datetime.now(UTC) + timedelta(days=9)).replace(hour=6, minute=30, second=0, microsecond=0)
NONE: Final = "\u2013"
PAUSED: Final[dict[str, tuple[dict[str, Any] | None, dict[str, Any] | None, str]]] = {
    "job": ({"note": "no end"}, None, NONE),
    "job-until": ({"until": f"{UNTIL:%Y-%m-%dT%H:%M:%SZ}"}, None, f"{UNTIL.day} {UNTIL:%b} 12:00 UTC"),
    "collection": (None, {"note": "no end"}, NONE),
    "collection-until": (None, {"until": f"{UNTIL:%Y-%m-%dT%H:%M:%SZ}"}, f"{UNTIL.day} {UNTIL:%b} 12:00 UTC"),
}


@pytest.mark.parametrize("paused", PAUSED)
def test_list_and_page_agree_on_the_next_run_of_a_paused_job(
    signed_in: Page, site: Site, paused: str
) -> None:
    job, collection, expected = PAUSED[paused]
    site.put_collection(f"paused-{paused}")
    site.put_job(f"at-noon-{paused}", f"paused-{paused}", startTime=LAST_YEAR, recurrence=NOON)
    if collection:
        site.call("POST", f"{site.collection(f'paused-{paused}')}/disable", collection)
    if job:
        site.call("POST", f"{site.job(f'at-noon-{paused}', f'paused-{paused}')}/disable", job)

    signed_in.goto(f"{site.address}/#/jobs?q=at-noon-{paused}+paused-{paused}&sort=next")
    row = signed_in.get_by_role("row", name=re.compile(f"Choose at-noon-{paused} "))
    expect(row.locator(".of-next")).to_contain_text(expected)
    row.get_by_role("link", name=f"at-noon-{paused}", exact=True).click()

    glance = signed_in.get_by_role("region", name="At a glance")
    expect(glance).to_contain_text("No run planned" if expected == NONE else expected)


TOKYO: Final = "Asia/Tokyo"
PAGES_OF_A_JOB: Final = ("occurrences", "history", "changes", "upcoming", "definition")


def test_every_time_by_foreign_clocks_says_whose_they_are(signed_in: Page, site: Site) -> None:
    """The job runs at 09:07 in Tokyo, which is 01:07 or 02:07 for the reader in Berlin."""
    site.put_collection("tokyo", defaults={"timeZone": TOKYO})
    at = {"frequency": "day", "schedule": {"hours": [9], "minutes": [7]}}
    site.put_job("in-tokyo", "tokyo", startTime="2026-01-01", recurrence=at)
    site.put_job("paused-in-tokyo", "tokyo", startTime="2026-01-01", recurrence=at)
    until = (UNTIL + timedelta(days=1)).replace(hour=0, minute=7)  # 09:07 in Tokyo
    pause = {"until": f"{until:%Y-%m-%dT%H:%M:%SZ}", "note": "It moves."}
    site.call("POST", f"{site.job('paused-in-tokyo', 'tokyo')}/disable", pause)
    places = [
        f"job/{SUBSCRIPTION}/{GROUP}/tokyo/{job}?tab={tab}" for tab in PAGES_OF_A_JOB for job in JOBS_IN_TOKYO
    ]
    places += [f"{places[0]}&at=2026-11-18T09:08", "jobs?q=tokyo", "upcoming?find=tokyo", "today", "audit"]

    for width in (1280, 360):
        signed_in.set_viewport_size({"width": width, "height": 900})
        for place in places:
            signed_in.goto(f"{site.address}/#/{place}")
            expect(signed_in.get_by_role("heading", level=1)).to_be_visible()
            signed_in.wait_for_load_state("networkidle")

            assert signed_in.evaluate(BARE_TIMES) == [], f"{place} at {width}"
    signed_in.goto(f"{site.address}/#/jobs?q=tokyo")
    expect(signed_in.get_by_text("09:07").first).to_be_visible()


JOBS_IN_TOKYO: Final = ("in-tokyo", "paused-in-tokyo")
BARE_TIMES: Final = r"""() => {
  const found = [];
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  for (let text; (text = texts.nextNode()); ) {
    const around = text.parentElement;
    if (!around.checkVisibility() || around.closest("pre, code, textarea")) continue;
    if (/\dT\d\d:\d\d/.test(text.data)) found.push(text.data);
    const whole = (around.closest("time, p, .line, td, li") ?? around).innerText;
    const column = around.closest("td[data-name]")?.dataset.name ?? "";
    for (const [said] of whole.matchAll(/09:07(?!:)[^,;.]{0,14}/g))
      if (!/Tokyo/.test(said + column)) found.push(whole);
  }
  return [...new Set(found)];
}"""
