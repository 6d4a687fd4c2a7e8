"""Opening the portal in a browser, signing in, and taking pictures."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Error
from playwright.sync_api import Page as Tab

from local.dev.terminal import Problem, say
from local.pictures.pages import Look, Page
from local.pictures.site import Site

HEIGHT: Final = 900
TALLEST: Final = 4_000  # pixels: a list may go on for ever
PATIENCE: Final = 10_000.0  # milliseconds
SETTLING: Final = 400.0  # after the last answer, so that what it shows is drawn
ZONE: Final = "Europe/Berlin"


def photograph(browser: Browser, site: Site, page: Page, folder: Path) -> list[str]:
    """Save a picture of each look of a page; return what the browser complained of meanwhile."""
    complaints: list[str] = []
    for look in page.looks:
        with _tab(browser, look) as tab:
            tab.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
            tab.on("pageerror", lambda error: complaints.append(str(error)))
            _open(tab, site, page)
            file = folder / f"{page.name}-{look.name}.png"
            _save(tab, file, look)
            say(f"    {file}")
    return list(dict.fromkeys(complaints))


def sign_in(tab: Tab, key: str) -> None:
    """Type the key into the form, if the page asks for it."""
    field = tab.get_by_label("Key", exact=True)
    opening = tab.get_by_role("button", name="Open", exact=True)
    try:
        field.wait_for(timeout=PATIENCE)
    except Error as exc:
        raise Problem("The portal does not ask for a key: it has no field with the label Key.") from exc
    field.fill(key)
    opening.click()
    field.wait_for(state="detached", timeout=PATIENCE)


@contextmanager
def _tab(browser: Browser, look: Look) -> Iterator[Tab]:
    size = {"width": look.width, "height": HEIGHT}
    context = browser.new_context(
        viewport={"width": size["width"], "height": size["height"]},
        color_scheme=look.scheme,
        timezone_id=ZONE,
        locale="en-GB",
        reduced_motion="reduce",
    )
    try:
        yield context.new_page()
    finally:
        context.close()


def _open(tab: Tab, site: Site, page: Page) -> None:
    tab.goto(f"{site.address}/{page.address}")
    sign_in(tab, site.key)
    _settle(tab)
    if not tab.url.endswith(page.address):  # the form may have led elsewhere
        tab.evaluate("(address) => { location.hash = address; }", page.address)
        _settle(tab)
    _click(tab, page.clicks)


def _click(tab: Tab, clicks: Sequence[str]) -> None:
    for selector in clicks:
        tab.click(selector, timeout=PATIENCE)
        _settle(tab)


def _settle(tab: Tab) -> None:
    """Wait until nothing is asked for any more. A page that asks again and again is taken as it is."""
    try:
        tab.wait_for_load_state("networkidle", timeout=5_000)
    except Error:
        return
    tab.wait_for_timeout(SETTLING)


def _save(tab: Tab, file: Path, look: Look) -> None:
    height = int(tab.evaluate("document.documentElement.scrollHeight"))
    shown = min(max(height, HEIGHT), TALLEST)
    tab.set_viewport_size({"width": look.width, "height": shown})
    tab.screenshot(path=file)
