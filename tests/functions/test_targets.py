"""A job that calls an address which no action may reach is refused when it is put."""

from typing import Any

import pytest

from shared.actions.http.request import HttpSettings
from shared.domain.outbound import read_outbound
from shared.functions.action_settings import ActionSettings
from tests.functions.calls import COLLECTION, JOB, WEST_EUROPE, an_app, call, content

METADATA = "http://169.254.169.254/metadata/instance?api-version=2021-02-01"


def body(uri: str, error_uri: str | None = None) -> dict[str, Any]:
    action: dict[str, Any] = {"type": "Http", "request": {"uri": uri, "method": "GET"}}
    if error_uri is not None:
        action["errorAction"] = {"type": "Http", "request": {"uri": error_uri, "method": "GET"}}
    return {"properties": {"action": action, "recurrence": {"frequency": "day"}}}


@pytest.mark.parametrize(
    "uri",
    [
        METADATA,
        "http://127.0.0.1/",
        "http://[::1]:8080/",
        "https://10.0.0.4/",
        "http://2130706433/",
        "http://0/",
    ],
)
def test_a_forbidden_address_is_refused(uri: str) -> None:
    app = an_app()
    call(app, "PUT", COLLECTION, WEST_EUROPE)

    refused = call(app, "PUT", JOB, body(uri))

    assert refused.status_code == 400
    assert content(refused)["error"]["message"].startswith(
        "properties.action.request.uri: actions may not reach "
    )
    assert call(app, "GET", JOB).status_code == 404


def test_that_of_an_error_action_too_and_also_by_patch() -> None:
    app = an_app()
    call(app, "PUT", COLLECTION, WEST_EUROPE)
    call(app, "PUT", JOB, body("http://receiver.example/"))

    put = call(app, "PUT", JOB, body("http://receiver.example/", METADATA))
    patched = call(app, "PATCH", JOB, {"properties": {"action": {"request": {"uri": METADATA}}}})

    assert (
        "properties.action.errorAction.request.uri: actions may not reach" in content(put)["error"]["message"]
    )
    assert "properties.action.request.uri: actions may not reach" in content(patched)["error"]["message"]


def test_what_the_settings_allow_may_be_put() -> None:
    settings = ActionSettings(http=HttpSettings(outbound=read_outbound(["10.0.0.0/8"])))
    app = an_app(actions=settings)
    call(app, "PUT", COLLECTION, WEST_EUROPE)

    assert call(app, "PUT", JOB, body("http://10.0.0.4/")).status_code == 201
    assert call(app, "PUT", JOB, body("http://intranet.example/")).status_code == 200
