"""One caller cannot take all threads: so many of his reads and trials are made at a time."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import ExitStack
from dataclasses import replace
from itertools import islice

import azure.functions as func
import pytest

from shared.functions.reads_of_caller import AT_ONCE, MOST_WAITING, ReadsOfCaller
from shared.functions.settings import AccessKey
from shared.functions.wiring import App
from tests.functions.calls import COLLECTION, JOB, a_job_body, call, content, error_of
from tests.functions.calls import an_app as a_plain_app
from tests.functions.extended import EXTENDED
from tests.world import World

ALL = "subscriptions/s/providers/Microsoft.Scheduler"
LIMITED = [
    ("GET", COLLECTION),
    ("GET", f"{COLLECTION}/jobs"),
    ("GET", JOB),
    ("GET", f"{JOB}/history"),
    ("GET", f"{JOB}/upcomingRuns"),
    ("GET", f"{JOB}/occurrences"),
    ("POST", f"{ALL}/previewRuns"),
]


def ask(
    app: App, method: str, path: str, body: object = None, *, who: str = "one", **params: str
) -> func.HttpResponse:
    headers = {"x-functions-key": who.ljust(32, "-")}
    return call(app, method, path, body, params={**EXTENDED, **params}, headers=headers)


@pytest.fixture
def app() -> App:
    keys = tuple(AccessKey(name, name.ljust(32, "-")) for name in ("one", "two"))
    app = replace(a_plain_app(World(), keys=keys), reads_of_caller=ReadsOfCaller(patience=0))
    ask(app, "PUT", COLLECTION, {"location": "westus", "properties": {}})
    assert ask(app, "PUT", JOB, a_job_body()).status_code in (200, 201)
    return app


@pytest.fixture
def busy(app: App) -> Iterator[ExitStack]:
    """The first caller has as many reads under way as he may."""
    with ExitStack() as reads:
        for _ in range(AT_ONCE):
            reads.enter_context(app.reads_of_caller.taken("one"))
        yield reads


@pytest.mark.parametrize(("method", "path"), LIMITED)
def test_a_read_more_than_a_caller_may_make_at_once_is_refused(
    method: str, path: str, app: App, busy: ExitStack
) -> None:
    refused = ask(app, method, path)

    assert error_of(refused) == (503, "ServerBusy")
    assert refused.headers["Retry-After"] == "5"
    assert content(refused)["error"]["message"].endswith("Try again in some seconds.")
    assert ask(app, method, path, who="two").status_code != 503
    busy.close()
    assert ask(app, method, path).status_code != 503


def test_a_trial_is_limited_and_a_change_is_not(app: App, busy: ExitStack) -> None:
    trial = ask(app, "PUT", JOB, a_job_body(), dryRun="true")

    assert (trial.status_code, ask(app, "PUT", JOB, a_job_body()).status_code) == (503, 200)


def test_those_that_wait_go_on_when_a_place_comes_free_and_many_do_not_wait(app: App) -> None:
    app = replace(app, reads_of_caller=ReadsOfCaller(patience=30))
    with ThreadPoolExecutor(2 * MOST_WAITING) as threads:
        with ExitStack() as reads:
            for _ in range(AT_ONCE):
                reads.enter_context(app.reads_of_caller.taken("one"))
            asked = [threads.submit(ask, app, "GET", JOB) for _ in range(2 * MOST_WAITING)]
            refused = [one.result().status_code for one in islice(as_completed(asked), MOST_WAITING)]
        assert refused == [503] * MOST_WAITING
        assert (
            sorted(one.result().status_code for one in asked) == [200] * MOST_WAITING + [503] * MOST_WAITING
        )
