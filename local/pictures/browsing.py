"""A browser without a window, driven by Playwright."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

from local.dev.browser import ensure_browser, launch_options, with_fonts


@contextmanager
def a_browser() -> Iterator[Browser]:
    """Start a browser, yield it, and end it."""
    executable = ensure_browser(os.environ)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=executable, args=launch_options(), env=with_fonts(os.environ)
        )
        try:
            yield browser
        finally:
            browser.close()
