"""How Logic Apps tries again, and what that is here."""

from typing import Any

import pytest

from tests.migrate.forms.clouds import job_in, planned_job
from tests.migrate.forms.logic_apps.workflows import a_workflow, calling


@pytest.mark.parametrize(
    ("policy", "policy_here", "options", "notes"),
    [
        pytest.param({"type": "none"}, {"retryType": "none"}, None, (), id="none"),
        pytest.param(
            {"type": "fixed", "count": 2, "interval": "PT1M"},
            {"retryType": "fixed", "retryInterval": "00:01:00", "retryCount": 2},
            {},
            (),
            id="fixed",
        ),
        pytest.param(
            {"type": "Fixed", "count": 90, "interval": "PT5S"},
            {"retryType": "fixed", "retryInterval": "00:00:15", "retryCount": 20},
            {},
            (
                "retryInterval is 00:00:15, the shortest here; it was 5 seconds",
                "retryCount is 20, the most here; it was 90",
            ),
            id="more than there is here",
        ),
        pytest.param(
            {"type": "exponential", "count": 5, "interval": "PT20S", "maximumInterval": "PT1H"},
            {"retryType": "fixed", "retryInterval": "00:00:20", "retryCount": 5},
            {"backoff": 2.0, "maxInterval": "01:00:00"},
            (),
            id="exponential",
        ),
        pytest.param(
            None,
            {"retryType": "fixed", "retryInterval": "00:00:15", "retryCount": 4},
            {"backoff": 2.0, "maxInterval": "00:00:45"},
            ("retryInterval is 00:00:15, the shortest here; it was 7.5 seconds",),
            id="Logic Apps' own",
        ),
    ],
)
def test_retries_have_their_counterpart(policy: Any, policy_here: Any, options: Any, notes: Any) -> None:
    job = job_in(a_workflow(actions=calling(retryPolicy=policy)))

    action = job.properties["action"]
    found = action.get("retryOptions")
    assert action["retryPolicy"] == policy_here
    assert (found and {key: value for key, value in found.items() if key != "stopOn"}) == options
    assert job.notes == notes


def test_only_what_logic_apps_tries_again_is_tried_again() -> None:
    job = planned_job(a_workflow(actions=calling(retryPolicy={"type": "fixed", "count": 1}))).prepared

    assert job is not None
    assert job.definition.retry_options is not None
    stops = job.definition.retry_options.stop_on
    assert {400, 401, 404, 409, 422} <= {*stops}
    assert not {408, 429, 500, 502, 503, 504} & {*stops}
