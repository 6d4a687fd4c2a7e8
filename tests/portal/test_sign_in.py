"""Readers sign in with Entra ID: against an authority of the tests' own, in a real browser."""

from collections.abc import Iterator
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.end_to_end.app_process import a_running_app
from tests.entra import ADA, AUDIENCE, PORTAL, TENANT, FakeAuthority
from tests.portal.conftest import MADE_UP_KEY
from tests.portal.site import OPS, Site
from tests.portal.watching import Watch, grave_findings
from tests.receiver import a_receiver
from tests.tls import an_authority

KEPT = "[sessionStorage.length, localStorage.length, document.cookie]"


@pytest.fixture(scope="module")
def fake(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[FakeAuthority, str]]:
    """The authority, and the file of those who vouch for it."""
    tls, fake = an_authority(tmp_path_factory.mktemp("tls")), FakeAuthority()
    with a_receiver(fake, tls=tls.server_context()) as receiver:
        fake.listen_at(receiver.uri)
        yield fake, tls.ca_file


@pytest.fixture(scope="module")
def address(site: Site, fake: tuple[FakeAuthority, str]) -> Iterator[str]:
    """An app that knows a tenant, over the jobs of the other app."""
    settings = {
        "AzureWebJobsStorage": site.storage.connection_string,
        "SCHEDULER_KEYS": f"ops={OPS}",
        "SCHEDULER_ENCRYPTION_KEYS": MADE_UP_KEY,
        "SCHEDULER_ENTRA_TENANT": TENANT,
        "SCHEDULER_ENTRA_AUDIENCE": AUDIENCE,
        "SCHEDULER_ENTRA_PORTAL_CLIENT": PORTAL,
        "SCHEDULER_AUTHORITY": fake[0].settings.authority,
        "SCHEDULER_CA_FILE": fake[1],
        "PYTHON_THREADPOOL_THREAD_COUNT": "256",
        "SCAN_SCHEDULE": "0 * * * * *",
    }
    with a_running_app(settings) as address:
        yield address


@pytest.fixture
def authority(fake: tuple[FakeAuthority, str]) -> FakeAuthority:
    """The authority as it is at first."""
    made = fake[0]
    made.roles, made.returned_state, made.lifetime = ["Scheduler.Write"], None, timedelta(hours=1)
    made.out = False
    made.grants.clear()
    return made


@pytest.fixture
def watch(address: str, authority: FakeAuthority) -> Iterator[Watch]:
    """Beside the app, the page may talk to the authority, and to nobody else."""
    watch = Watch(origin=address)
    yield watch
    assert [one for one in watch.complaints if f" {authority.settings.authority}/" not in one] == []


@pytest.fixture
def visited(browser: Browser, address: str, watch: Watch) -> Iterator[Page]:
    """A window that is not signed in."""
    context = browser.new_context(ignore_https_errors=True, reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(10_000)
    watch.attend(page)
    page.goto(f"{address}/#/jobs")
    yield page
    context.close()


def sign_in(page: Page) -> None:
    page.get_by_role("button", name="Sign in with Microsoft").click()


def test_a_reader_signs_in_and_is_where_he_wanted_to_be(
    visited: Page, address: str, authority: FakeAuthority
) -> None:
    expect(visited.get_by_label("Key", exact=True)).to_be_visible()
    assert grave_findings(visited) == []

    sign_in(visited)

    expect(visited.get_by_role("heading", name="Jobs")).to_be_visible()
    expect(visited.get_by_text("ada@contoso.example")).to_have_attribute(
        "title", f"oid:{ADA} (ada@contoso.example)"
    )
    expect(visited.get_by_role("link", name="New job")).to_be_visible()
    assert visited.url == f"{address}/#/jobs"
    assert visited.evaluate(KEPT) == [0, 0, ""]
    assert authority.grants == ["authorization_code"]


def test_leaving_forgets_the_tokens(visited: Page) -> None:
    sign_in(visited)

    visited.get_by_role("button", name="Leave").click()

    expect(visited.get_by_text("You have left. Sign in to come back.")).to_be_visible()
    expect(visited.get_by_role("button", name="Sign in with Microsoft")).to_be_visible()


def test_the_role_to_read_has_nothing_that_changes(visited: Page, authority: FakeAuthority) -> None:
    authority.roles = ["Scheduler.Read"]

    sign_in(visited)

    expect(visited.get_by_text("may read only")).to_be_visible()
    expect(visited.get_by_role("link", name="bill-customers")).to_be_visible()
    expect(visited.get_by_role("link", name="New job")).to_have_count(0)
    assert visited.locator("main input[type=checkbox]").count() == 0


def test_without_a_role_the_reader_is_told(visited: Page, authority: FakeAuthority, watch: Watch) -> None:
    authority.roles = []

    sign_in(visited)

    expect(visited.get_by_text("neither of the roles Scheduler.Write and Scheduler.Read")).to_be_visible()
    watch.forgive("403 (Forbidden)")


def test_an_answer_with_a_wrong_state_is_not_used(
    visited: Page, address: str, authority: FakeAuthority
) -> None:
    authority.returned_state = "of-another"

    sign_in(visited)

    expect(visited.get_by_text("This sign-in was not begun in this tab")).to_be_visible()
    assert urlsplit(visited.url).query == ""
    assert authority.grants == []
    assert visited.evaluate(KEPT) == [0, 0, ""]


def test_a_token_that_ends_is_renewed(visited: Page, authority: FakeAuthority) -> None:
    authority.lifetime = timedelta(seconds=30)  # the page renews it a minute before its end

    sign_in(visited)

    expect(visited.get_by_role("link", name="bill-customers")).to_be_visible()
    assert authority.grants[:2] == ["authorization_code", "refresh_token"]


@pytest.mark.parametrize("way", ["Microsoft", "key"])
def test_a_sign_in_that_ends_while_one_types_takes_nothing_away(
    way: str, visited: Page, authority: FakeAuthority, watch: Watch
) -> None:
    visited.clock.install()
    sign_in(visited)
    visited.get_by_role("link", name="bill-customers").click()
    visited.get_by_role("link", name="Edit").click()
    expect(visited.get_by_role("list", name="Next runs").get_by_role("listitem").first).to_be_visible()
    authority.out = True
    visited.clock.fast_forward("02:00:00")

    visited.get_by_label("Description").fill("typed when the sign-in had ended")
    again = visited.get_by_role("dialog", name="Sign in again")
    expect(again).to_contain_text("Your sign-in has ended. Sign in again.")
    authority.out = False
    if way == "Microsoft":
        with visited.expect_popup() as opened:
            again.get_by_role("button", name="Sign in with Microsoft").click()
        opened.value.wait_for_event("close")
    else:
        again.get_by_label("Key", exact=True).fill(OPS)
        again.get_by_role("button", name="Open", exact=True).click()

    expect(again).to_have_count(0)
    expect(visited.get_by_label("Description")).to_have_value("typed when the sign-in had ended")
    who = "ada@contoso.example" if way == "Microsoft" else "ops"
    expect(visited.get_by_text(who, exact=True)).to_be_visible()
    assert visited.evaluate(KEPT) == [0, 0, ""]
    watch.forgive("/oauth2/v2.0/token")


def test_an_answer_that_no_page_waits_for_signs_nobody_in(
    visited: Page, address: str, authority: FakeAuthority
) -> None:
    sign_in(visited)
    expect(visited.get_by_role("heading", name="Jobs")).to_be_visible()
    stranger = visited.context.new_page()

    stranger.goto(f"{address}/?code=made-up&state=beside.made-up")

    expect(stranger.get_by_text("You can close this window.")).to_be_visible()
    assert urlsplit(stranger.url).query == ""
    assert authority.grants == ["authorization_code"]


def test_a_key_opens_as_before(visited: Page) -> None:
    visited.get_by_label("Key", exact=True).fill(OPS)
    visited.get_by_role("button", name="Open", exact=True).click()

    expect(visited.get_by_role("heading", name="Jobs")).to_be_visible()
    expect(visited.get_by_text("ops", exact=True)).to_be_visible()
