"""Opening the portal in a browser, signing in, and taking pictures."""

from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, ConsoleMessage, Error
from playwright.sync_api import Page as Tab

from local.dev.terminal import Problem, say
from local.pictures.pages import Look, Page
from local.pictures.site import Site

HEIGHT: Final = 900
TALLEST: Final = 4_000  # pixels: a list may go on for ever
TALLEST_IN_DOCS: Final = 1_300
PATIENCE: Final = 10_000.0  # milliseconds
BETWEEN_LOOKS: Final = 75.0  # milliseconds
ENOUGH_LOOKS: Final = 12  # that find nothing under way: the editor asks only when nobody types
MOST_LOOKS: Final = 80
ZONE: Final = "Europe/Berlin"


class Camera:
    """A window in one look, signed in; it takes one page after another."""

    def __init__(self, browser: Browser, site: Site, look: Look, *, tallest: int = TALLEST) -> None:
        self._browser, self._site, self._look = browser, site, look
        self._tallest = tallest
        self._tab: Tab | None = None
        self._traffic: Traffic | None = None
        self.complaints: list[str] = []

    def take(self, page: Page, folder: Path) -> None:
        """Save a picture of a page."""
        tab = self._tab or self._opened(page)
        traffic = self._traffic or Traffic(tab)
        tab.evaluate("(address) => { location.hash = address; }", page.address)
        traffic.settle()
        for selector in page.clicks:
            tab.click(selector, timeout=PATIENCE)
            traffic.settle()
        file = folder / f"{page.name}-{self._look.name}.png"
        _save(tab, file, self._look.width, self._tallest)
        say(f"    {file}")
        if page.clicks:
            self.close()  # what was opened by clicks must not be in the next picture

    def close(self) -> None:
        if self._tab is not None:
            self._tab.context.close()
            self._tab = self._traffic = None

    def _opened(self, page: Page) -> Tab:
        tab = self._browser.new_context(
            viewport={"width": self._look.width, "height": HEIGHT},
            color_scheme=self._look.scheme,
            timezone_id=ZONE,
            locale="en-GB",
            reduced_motion="reduce",
        ).new_page()
        tab.on("console", self._hear)
        tab.on("pageerror", lambda error: self.complaints.append(str(error)))
        traffic = Traffic(tab)
        tab.goto(f"{self._site.address}/{page.address}")
        sign_in(tab, self._site.key)
        self._tab, self._traffic = tab, traffic
        return tab

    def _hear(self, said: ConsoleMessage) -> None:
        if said.type == "error" and not is_first_question(said):
            self.complaints.append(f"{said.text} ({said.location['url']})")


def is_first_question(said: ConsoleMessage) -> bool:
    """Say whether the browser only reports how the portal finds out what it has to ask for."""
    address = said.location["url"]
    return ("401" in said.text and "/whoami" in address) or ("404" in said.text and "/sign-in" in address)


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


class Traffic:
    """Counts what a tab asks for, and waits until all is answered."""

    def __init__(self, tab: Tab) -> None:
        self._tab, self._open = tab, 0
        tab.on("request", lambda _: self._count(1))
        tab.on("requestfinished", lambda _: self._count(-1))
        tab.on("requestfailed", lambda _: self._count(-1))

    def settle(self) -> None:
        """Wait until nothing is asked for any more, and what was answered is drawn; not for ever."""
        quiet = 0
        for _ in range(MOST_LOOKS):
            quiet = 0 if self._open else quiet + 1
            if quiet == ENOUGH_LOOKS:
                return
            self._tab.wait_for_timeout(BETWEEN_LOOKS)

    def _count(self, number: int) -> None:
        self._open += number


def _save(tab: Tab, file: Path, width: int, tallest: int) -> None:
    tab.set_viewport_size({"width": width, "height": HEIGHT})
    height = int(tab.evaluate("document.documentElement.scrollHeight"))
    tab.set_viewport_size({"width": width, "height": min(max(height, HEIGHT), tallest)})
    tab.screenshot(path=file)
