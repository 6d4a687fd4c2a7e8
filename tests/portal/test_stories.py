"""What someone does who has never read the documentation: with the mouse, and once more with the keyboard."""

import re
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.portal.site import Site

WORKING_DAYS = "Every week on Monday to Friday at 09:00 in Europe/Berlin"
FOCUSED = """() => {
  const one = document.activeElement;
  const said = one?.ariaLabel || one?.labels?.[0]?.innerText || one?.innerText || "";
  return said.trim();
}"""
BERLIN = ZoneInfo("Europe/Berlin")
MOST_TABS = 150


def test_a_job_is_made_fires_breaks_is_found_explained_and_paused_by_mouse(portal: Page, site: Site) -> None:
    portal.get_by_role("link", name="New job").click()
    portal.get_by_label("Name of the job").fill("morning-report")
    portal.get_by_label("Collection", exact=True).select_option(label="finance")
    portal.get_by_role("button", name="Working days at 09:00").click()
    portal.get_by_label("Address").fill(f"{site.target}/morning-report")
    expect(portal.get_by_text(WORKING_DAYS).first).to_be_visible()
    portal.get_by_role("button", name="Review and save").click()
    portal.get_by_role("dialog").get_by_role("button", name=re.compile("^(Save|Create)")).click()

    expect(portal.get_by_role("heading", name=re.compile("morning-report"))).to_be_visible()
    _run(portal)
    expect(_outcome(portal, "succeeded")).to_be_visible()

    site.targets.failing.add("/morning-report")
    _run(portal)
    expect(_outcome(portal, "failed")).to_be_visible()
    portal.get_by_role("link", name="Today").click()
    failures = portal.get_by_role("region", name="Failures of the last 24 hours")
    failures.get_by_role("link", name="morning-report").click()

    portal.get_by_role("link", name="Occurrences").click()
    portal.get_by_label(re.compile(r"^Why")).fill(f"{_next(5)}T09:00")
    portal.get_by_role("button", name="Ask").click()
    expect(portal.get_by_text("Saturday is none of its weekdays").first).to_be_visible()

    portal.get_by_role("button", name="Disable").click()
    portal.get_by_label("Note").fill("The report's server is broken.")
    portal.get_by_role("button", name="Monday 06:00").click()
    portal.get_by_role("dialog").get_by_role("button", name="Disable", exact=True).click()
    expect(portal.get_by_text("The report's server is broken.").first).to_be_visible()
    paused = site.call("GET", site.job("morning-report"))["properties"]
    assert paused["state"] == "disabled"
    assert paused["disabled"]["until"].startswith(f"{_next(0)}T")


def test_a_job_is_made_run_found_and_paused_by_keyboard(portal: Page, site: Site) -> None:
    _press(portal, "New job")
    _type(portal, "Name of the job", "evening-report")
    _press(portal, "Working days at 09:00")
    _type(portal, "Address", f"{site.target}/evening-report")
    _press(portal, "Review and save")
    expect(portal.get_by_role("dialog")).to_be_visible()
    portal.wait_for_load_state("networkidle")
    _press(portal, "Save", "Create")
    expect(portal.get_by_role("heading", name=re.compile("evening-report"))).to_be_visible()

    site.targets.failing.add("/evening-report")
    _press(portal, "Run now")
    _press(portal, "Run now")
    expect(_outcome(portal, "failed")).to_be_visible()

    portal.keyboard.press("/")
    portal.keyboard.type("evening")
    expect(portal.get_by_role("heading", name="Jobs")).to_be_visible()
    _press(portal, "evening-report")
    expect(portal.get_by_role("heading", name=re.compile("evening-report"))).to_be_visible()
    _press(portal, "Disable")
    _type(portal, "Note", "Not now.")
    _press(portal, "Monday 06:00")
    _press(portal, "Disable")
    expect(portal.get_by_text("Not now.").first).to_be_visible()
    assert portal.get_by_role("dialog").count() == 0


@pytest.fixture(autouse=True)
def targets_are_well_again(site: Site) -> None:
    site.targets.failing.clear()


def _run(portal: Page) -> None:
    portal.get_by_role("button", name="Run now").click()
    portal.get_by_role("dialog").get_by_role("button", name="Run now").click()


def _outcome(portal: Page, word: str) -> Locator:
    return portal.locator("main .badge").get_by_text(word, exact=True).first


def _next(weekday: int) -> date:
    """Return the next such day after today; 0 is Monday."""
    today = datetime.now(BERLIN).date()
    return today + timedelta(days=(weekday - today.weekday() - 1) % 7 + 1)


def _press(portal: Page, *names: str) -> None:
    _tab_to(portal, *names)
    portal.keyboard.press("Enter")


def _type(portal: Page, name: str, text: str) -> None:
    _tab_to(portal, name)
    portal.keyboard.type(text)


def _tab_to(portal: Page, *names: str) -> None:
    """Go from control to control until one has such a name."""
    portal.wait_for_load_state("networkidle")
    seen = []
    for _ in range(MOST_TABS):
        portal.keyboard.press("Tab")
        seen.append(portal.evaluate(FOCUSED))
        if seen[-1].startswith(names):
            return
    raise AssertionError(f"{names} is not among {seen}")
