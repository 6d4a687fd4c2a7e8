"""What only the wire shows: the address as it is sent, and the headers that come back."""

import http.client
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from local.dev.azurite import Azurite
from tests.end_to_end.app_process import COLLECTION, a_job, a_running_app, call

KEY = "0123456789abcdef0123456789abcdef"
JOB = f"{COLLECTION}/jobs/j"
VERSION = "api-version=2026-11-01"


@pytest.fixture(scope="module")
def app(azurite: Azurite) -> Iterator[str]:
    settings = {
        "AzureWebJobsStorage": azurite.connection_string,
        "SCHEDULER_KEYS": f"test={KEY}",
        "SCAN_SCHEDULE": "*/15 * * * * *",
    }
    with a_running_app(settings) as address:
        sent = {"x-functions-key": KEY}
        call("PUT", address + COLLECTION, {"location": "West Europe"}, **sent)
        call("PUT", address + JOB, a_job("http://127.0.0.1:9/", state="disabled"), **sent)
        yield address


def ask(app: str, method: str, target: str, **headers: str) -> http.client.HTTPResponse:
    """Send a request as it is written: no client of ours puts its address in order."""
    connection = http.client.HTTPConnection(urlsplit(app).netloc, timeout=60)
    connection.request(method, target, headers={"x-functions-key": KEY, **headers})
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer


@pytest.mark.parametrize(
    "query",
    [
        "dryRun",
        "dryRun=",
        "dryRun=&",
        "dry_run=true",
        "dryRun=true&dryRun=false",
        "%64ryRun=",
        "dryRun=%",
        "dry-run",
    ],
)
@pytest.mark.parametrize("version", [VERSION, "api-version=2016-03-01"])
def test_a_trial_that_is_not_clearly_asked_for_deletes_nothing(app: str, query: str, version: str) -> None:
    for target in (f"{JOB}?{version}&{query}", f"{JOB}?{query}&{version}", f"{COLLECTION}?{query}&{version}"):
        assert ask(app, "DELETE", target).status == 400

    assert ask(app, "GET", f"{JOB}?{VERSION}").status == 200


def test_an_empty_answer_has_no_content_type(app: str) -> None:
    for method, target in (("POST", f"{JOB}/run"), ("OPTIONS", JOB), ("DELETE", f"{COLLECTION}/jobs/k")):
        call("PUT", f"{app}{COLLECTION}/jobs/k", a_job("http://127.0.0.1:9/"), **{"x-functions-key": KEY})
        answer = ask(app, method, f"{target}?api-version=2016-03-01")

        assert (answer.status, answer.getheader("Content-Length")) == (200, "0")
        assert answer.getheader("Content-Type") is None


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_an_answer_with_a_body_says_what_it_is(app: str, method: str) -> None:
    assert ask(app, method, f"{JOB}?{VERSION}").getheader("Content-Type") == "application/json; charset=utf-8"


def test_a_conditional_read_is_a_read(app: str) -> None:
    etag = str(ask(app, "GET", f"{JOB}?{VERSION}").getheader("ETag"))

    assert ask(app, "GET", f"{JOB}?{VERSION}", **{"If-None-Match": etag}).status == 200
