"""What people and targets write is text on every page, whatever it looks like."""

import pytest
from playwright.sync_api import Page, expect

from tests.portal.site import GROUP, SUBSCRIPTION, Site
from tests.portal.watching import Watch
from tests.receiver import Answer

CORPUS = [
    "<script>window.harmed = 1</script>",
    "<img src=x onerror='window.harmed = 1'>",
    "<svg/onload=window.harmed=1>",
    "<iframe srcdoc='<script>parent.harmed = 1</script>'></iframe>",
    "\"><b onmouseover='window.harmed = 1'>",
    "javascript:window.harmed=1",
    "</td></table><style>body { display: none }</style>",
    "{{constructor.constructor('window.harmed = 1')()}}",
    "\u202egnp.exe \U0001f600 <a href='javascript:window.harmed=1'>x</a>",
]
HOSTILE = " ".join(CORPUS)
PLACE = f"{SUBSCRIPTION}/{GROUP}/hostile/target"


@pytest.fixture(scope="module")
def hostile_site(site: Site) -> Site:
    """A job whose words, definition and target are all hostile, and what they leave on every page."""
    hostile = Answer(status=500, body=HOSTILE.encode(), headers={"Content-Type": "text/html"})
    site.targets.answers["/hostile"] = hostile
    site.put_collection("hostile", calendars={"<b>days</b>": {"dates": ["--12-25"]}})
    request = {"uri": f"{site.target}/hostile?q=%3Cscript%3E", "method": "POST", "body": HOSTILE}
    headers = {"x-hostile": "<script>window.harmed = 1</script>"}
    action = {
        "type": "Http",
        "request": {**request, "headers": headers},
        "retryPolicy": {"retryType": "none"},
    }
    body = {
        "tags": {"<b>tag</b>": HOSTILE[:250]},
        "properties": {
            "action": action,
            "description": HOSTILE,
            "startTime": "2026-01-01T09:00:00Z",
            "recurrence": {"frequency": "day"},
        },
    }
    site.call("PUT", site.job("target", "hostile"), body)
    site.run("target", "hostile")
    site.call("POST", f"{site.job('target', 'hostile')}/disable", {"note": HOSTILE[:1000]})
    return site


@pytest.mark.parametrize(
    "address",
    [
        "#/today",
        "#/jobs",
        f"#/job/{PLACE}?tab=occurrences",
        f"#/job/{PLACE}?tab=history",
        f"#/job/{PLACE}?tab=changes",
        f"#/job/{PLACE}?tab=definition",
        f"#/edit/{PLACE}",
        f"#/collection/{SUBSCRIPTION}/{GROUP}/hostile",
        "#/failures",
        "#/audit",
        "#/jobs?q=<script>window.harmed=1</script>&tag=<img src=x onerror=window.harmed=1>",
        "#/job/<script>/<b>/x/y?tab=<svg onload=window.harmed=1>",
    ],
)
def test_nothing_that_was_written_runs_or_becomes_part_of_the_page(
    signed_in: Page, hostile_site: Site, watch: Watch, address: str
) -> None:
    signed_in.goto(f"{hostile_site.address}/{address}")
    expect(signed_in.get_by_role("heading", level=1)).to_be_visible()
    signed_in.wait_for_load_state("networkidle")
    signed_in.evaluate("document.querySelectorAll('main details').forEach((one) => { one.open = true; })")

    assert signed_in.evaluate("window.harmed") is None
    planted = "main :is(script, img, iframe, style, b[onmouseover], [href^='javascript:'])"
    assert signed_in.locator(planted).count() == 0
    if "<script>/<b>" in address:
        watch.forgive("400")


def test_the_answer_of_a_target_is_shown_as_it_is(signed_in: Page, hostile_site: Site) -> None:
    signed_in.goto(f"{hostile_site.address}/#/job/{PLACE}?tab=history")

    signed_in.locator("main details > summary").first.click()

    expect(signed_in.get_by_text("<script>window.harmed = 1</script>").first).to_be_visible()
