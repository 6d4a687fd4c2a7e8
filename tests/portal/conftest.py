"""One app, one Azurite and one browser for all files of this folder that a worker gets.

They end with the folder: as long as Playwright runs, nothing else in this thread can use asyncio.
"""

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from local.dev.azurite import Azurite, free_ports
from local.dev.browser import NoBrowser, ensure_browser
from local.dev.build import ensure_portal
from local.dev.node import ensure_azurite
from local.pictures.browsing import a_browser
from tests.end_to_end.app_process import a_running_app
from tests.identity import FOR_ACTIONS
from tests.portal.site import HALL, OPS, SCOPE, VIEWER, Site, Targets, seed
from tests.portal.watching import Watch
from tests.receiver import a_receiver

MADE_UP_KEY = "k1=AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
IDENTITY_TARGETS = "api://erp|erp.example.com,https://storage.azure.com/|account1.queue.core.windows.net"


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    try:
        ensure_browser(os.environ)
    except NoBrowser as problem:
        pytest.skip(str(problem))  # npm has one for Linux only: elsewhere it says what to install
    with a_browser() as browser:
        yield browser


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The app with a few jobs; a test that changes one makes its own."""
    ensure_portal()
    storage, targets = Azurite(ensure_azurite(), tmp_path_factory.mktemp("azurite"), free_ports()), Targets()
    storage.start()
    settings = {
        "AzureWebJobsStorage": storage.connection_string,
        "SCHEDULER_KEYS": f"ops={OPS},hall@{SCOPE}={HALL}",
        "SCHEDULER_READ_KEYS": f"viewer={VIEWER}",
        "SCHEDULER_ENCRYPTION_KEYS": MADE_UP_KEY,
        "SCHEDULER_ACTION_IDENTITY": FOR_ACTIONS,
        "SCHEDULER_IDENTITY_TARGETS": IDENTITY_TARGETS,
        "PYTHON_THREADPOOL_THREAD_COUNT": "256",
        "SCAN_SCHEDULE": "* * * * * *",
    }
    try:
        with a_receiver(targets) as receiver, a_running_app(settings) as address:
            made = Site(address=address, target=receiver.uri, targets=targets, storage=storage)
            seed(made)
            yield made
    finally:
        storage.stop()


@pytest.fixture
def watch(site: Site) -> Iterator[Watch]:
    watch = Watch(origin=site.address)
    yield watch
    assert watch.complaints == []


@pytest.fixture
def page(browser: Browser, watch: Watch) -> Iterator[Page]:
    """A window that is not signed in. The test fails if the browser complains of anything."""
    context = browser.new_context(
        viewport={"width": 1280, "height": 900},
        timezone_id="Europe/Berlin",
        locale="en-GB",
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.set_default_timeout(10_000)
    watch.attend(page)
    yield page
    context.close()


@pytest.fixture
def signed_in(page: Page) -> Page:
    """A window that will not ask for the key, because this tab keeps it; it may change things."""
    return keeping_key(page, OPS)


@pytest.fixture
def portal(signed_in: Page, site: Site) -> Page:
    """The same, with the portal's first page open."""
    signed_in.goto(f"{site.address}/#/today")
    return signed_in


@pytest.fixture
def reading_portal(page: Page, site: Site) -> Page:
    """The portal's first page, for a key that only reads."""
    keeping_key(page, VIEWER).goto(f"{site.address}/#/today")
    return page


def keeping_key(page: Page, key: str) -> Page:
    page.add_init_script(f"sessionStorage.setItem('scheduler-key', '{key}')")
    return page
