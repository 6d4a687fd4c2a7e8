"""What old clients are answered, because they understand nothing else."""

from typing import Any, Final

import azure.functions as func
import pytest

from shared.functions.wiring import App
from tests.functions.calls import COLLECTION, JOB, KEY, a_world_and_its_app, call, content

# As each was seen to send it; only those that name an application or an operating system are made up.
PYTHON: Final = "python/3.11.7 (Linux-6.1-x86_64-with-glibc2.36) msrest/0.7.1 msrest_azure/0.6.4.post1"
PYTHON_7: Final = "azsdk-python-mgmt-scheduler/7.0.0 Python/3.11.7 (Linux-6.1-x86_64-with-glibc2.36)"
PYTHON_2: Final = f"{PYTHON} azure-mgmt-scheduler/2.0.0 Azure-SDK-For-Python"
PYTHON_1_1_3: Final = f"{PYTHON} schedulermanagementclient/1.1.3 Azure-SDK-For-Python"
PYTHON_1_1_2: Final = f"{PYTHON} schedulermanagementclient/1.1.2 Azure-SDK-For-Python"
PYTHON_0_30: Final = f"{PYTHON} schedulermanagementclient/0.30.0rc5 Azure-SDK-For-Python"
NODE: Final = "Node/v20.20.2 (x64-Linux) ms-rest/2.5.6 ms-rest-azure/2.6.2 azure-arm-scheduler/1.2.0-preview"
DOT_NET: Final = "FxVersion/4.8 Microsoft.Azure.Management.Scheduler.SchedulerManagementClient/2.0.0"

SPANS: Final = ("00:01:00", "1.00:00:00", "1.02:03:04", "00:00:30.5000000")
ISO: Final = ("PT1M", "P1D", "P1DT2H3M4S", "PT30.5S")
"""Of a retry, a message's time to live, and those of an error action."""


def a_job(*, retry: str, live: str, later: str, error_live: str) -> dict[str, Any]:
    def an_action(interval: str, time_to_live: str) -> dict[str, Any]:
        message = {
            "queueName": "orders",
            "namespace": "shop",
            "transportType": "NetMessaging",
            "message": "hello",
            "authentication": {"type": "sharedAccessKey", "sasKeyName": "send", "sasKey": "s3cret"},
            "brokeredMessageProperties": {"timeToLive": time_to_live},
        }
        policy = {"retryType": "fixed", "retryInterval": interval, "retryCount": 2}
        return {"type": "ServiceBusQueue", "serviceBusQueueMessage": message, "retryPolicy": policy}

    main = {**an_action(retry, live), "errorAction": an_action(later, error_live)}
    return {"properties": {"startTime": "2026-04-01T09:00:00Z", "action": main}}


def spans_of(job: dict[str, Any]) -> tuple[str, ...]:
    action = job["properties"]["action"]
    return tuple(
        span
        for one in (action, action["errorAction"])
        for span in (
            one["retryPolicy"]["retryInterval"],
            one["serviceBusQueueMessage"]["brokeredMessageProperties"]["timeToLive"],
        )
    )


def of(client: str, app: App, method: str, path: str, body: object = None) -> func.HttpResponse:
    return call(app, method, path, body, headers={"x-functions-key": KEY, "User-Agent": client})


@pytest.mark.parametrize(
    ("client", "alone", "listed"),
    [
        pytest.param(PYTHON_7, ISO, ISO, id="azure-mgmt-scheduler 7.0.0"),
        pytest.param(PYTHON_7.replace("7.0.0", "7.0.0b1"), ISO, ISO, id="its preview"),
        pytest.param(f"my-application {PYTHON_7}", ISO, ISO, id="7.0.0 in an application that names itself"),
        pytest.param(PYTHON_2, SPANS, ISO, id="2.0.0"),
        pytest.param(PYTHON_1_1_3, SPANS, ISO, id="1.1.3"),
        pytest.param(PYTHON_1_1_2, ISO, ISO, id="1.1.2"),
        pytest.param(PYTHON_0_30, ISO, ISO, id="0.30.0rc5"),
        pytest.param(NODE, SPANS, SPANS, id="azure-arm-scheduler of npm"),
        pytest.param(DOT_NET, SPANS, SPANS, id=".NET and PowerShell"),
        pytest.param("curl/8.5.0", SPANS, SPANS, id="curl"),
        pytest.param("not-azsdk-python-mgmt-scheduler/7.0.0", SPANS, SPANS, id="another of a like name"),
        pytest.param("azsdk-python-mgmt-storage/7.0.0", SPANS, SPANS, id="a client of another service"),
        pytest.param("", SPANS, SPANS, id="nothing"),
    ],
)
def test_durations_are_written_as_the_client_reads_them(
    client: str, alone: tuple[str, ...], listed: tuple[str, ...]
) -> None:
    _, app = a_world_and_its_app()
    body = a_job(retry="00:01:00", live="P1D", later="1.02:03:04", error_live="PT30.5S")

    answers = {
        "created": content(of(client, app, "PUT", JOB, body)),
        "replaced": content(of(client, app, "PUT", JOB, body)),
        "got": content(of(client, app, "GET", JOB)),
        "patched": content(of(client, app, "PATCH", JOB, {"properties": {"state": "Disabled"}})),
    }
    (in_list,) = content(of(client, app, "GET", f"{COLLECTION}/jobs"))["value"]

    assert {name: spans_of(job) for name, job in answers.items()} == dict.fromkeys(answers, alone)
    assert spans_of(in_list) == listed


@pytest.mark.parametrize(
    "client",
    [
        pytest.param(PYTHON_7, id="7.0.0"),
        pytest.param(PYTHON_2, id="2.0.0"),
        pytest.param(NODE, id="azure-arm-scheduler of npm"),
    ],
)
def test_a_job_as_it_was_answered_is_put_back_unchanged(client: str) -> None:
    _, app = a_world_and_its_app()
    body = a_job(retry="00:01:00", live="1.00:00:00", later="1.02:03:04", error_live="00:00:30.5")
    assert call(app, "PUT", JOB, body).status_code == 201
    before = content(call(app, "GET", JOB))

    for path in (JOB, f"{COLLECTION}/jobs"):
        answered = content(of(client, app, "GET", path))
        put = of(client, app, "PUT", JOB, answered["value"][0] if "value" in answered else answered)

        assert put.status_code == 200
        assert content(call(app, "GET", JOB)) == before


def test_extension_keys_are_written_alike() -> None:
    _, app = a_world_and_its_app()
    body = a_job(retry="00:01:00", live="1.00:00:00", later="1.02:03:04", error_live="00:00:30.5")
    body["properties"] |= {"keepFinishedFor": "7.00:00:00"}
    extended = {"params": {"api-version": "2026-11-01"}}
    defaults = {"retryPolicy": {"retryType": "fixed", "retryInterval": "00:02:00", "retryCount": 1}}
    collection = {"location": "westus", "properties": {"defaults": defaults}}
    headers = {"x-functions-key": KEY, "User-Agent": PYTHON_7}

    put = content(call(app, "PUT", COLLECTION, collection, headers=headers, **extended))
    job = content(call(app, "PUT", JOB, body, headers=headers, **extended))

    assert put["properties"]["defaults"]["retryPolicy"]["retryInterval"] == "PT2M"
    assert job["properties"]["keepFinishedFor"] == "P7D"
    assert spans_of(job) == ISO


OLDEST: Final = ["2014-08-01-preview", "2016-01-01"]


def plan(app: App, version: str) -> str:
    name: str = sku(call(app, "GET", COLLECTION, params={"api-version": version}))
    return name


def sku(answer: func.HttpResponse) -> Any:
    return content(answer)["properties"]["sku"]["name"]


@pytest.mark.parametrize("version", OLDEST)
@pytest.mark.parametrize(
    ("stored", "shown"),
    [("Standard", "Standard"), ("Free", "Free"), ("P10Premium", "Premium"), ("P20Premium", "Premium")],
)
def test_a_version_that_knows_one_premium_plan_shows_one(version: str, stored: str, shown: str) -> None:
    _, app = a_world_and_its_app(sku={"name": stored})
    params = {"api-version": version}

    got = call(app, "GET", COLLECTION, params=params)
    group = content(call(app, "GET", COLLECTION.rpartition("/")[0], params=params))["value"]
    patched = call(app, "PATCH", COLLECTION, {"tags": {"a": "b"}}, params=params)
    put = call(app, "PUT", COLLECTION, content(got), params=params)

    assert [sku(got), sku(patched), sku(put)] == [shown] * 3
    assert [one["properties"]["sku"]["name"] for one in group] == [shown]
    assert plan(app, "2016-03-01") == stored


@pytest.mark.parametrize("version", [*OLDEST, "2016-03-01", "2026-11-01"])
@pytest.mark.parametrize("method", ["PUT", "PATCH"])
@pytest.mark.parametrize(
    ("stored", "asked", "before_2016_03", "since"),
    [
        pytest.param("P20Premium", "Premium", "P20Premium", "P10Premium", id="Premium keeps the greater one"),
        pytest.param("P20Premium", "premium", "P20Premium", "P10Premium", id="in any case"),
        pytest.param("P20Premium", "P10Premium", "P10Premium", "P10Premium", id="what is named is meant"),
        pytest.param("P20Premium", "Standard", "Standard", "Standard", id="another plan"),
        pytest.param("P10Premium", "Premium", "P10Premium", "P10Premium", id="the lesser one"),
        pytest.param("P10Premium", "P20Premium", "P20Premium", "P20Premium", id="more than Premium"),
        pytest.param("Standard", "Premium", "P10Premium", "P10Premium", id="Premium over a lesser plan"),
    ],
)
def test_premium_means_the_premium_plan_that_is_there_before_2016_03_01(
    *, version: str, method: str, stored: str, asked: str, before_2016_03: str, since: str
) -> None:
    _, app = a_world_and_its_app(sku={"name": stored})
    body = {"location": "westus", "Properties": {"SKU": {"Name": asked}}}

    answer = call(app, method, COLLECTION, body, params={"api-version": version})

    assert answer.status_code == 200
    assert plan(app, "2016-03-01") == (before_2016_03 if version in OLDEST else since)


@pytest.mark.parametrize("version", OLDEST)
def test_a_new_premium_collection_of_an_old_version_has_the_lesser_plan(version: str) -> None:
    _, app = a_world_and_its_app()
    another = f"{COLLECTION}2"
    body = {"location": "westus", "properties": {"sku": {"name": "Premium"}}}

    created = call(app, "PUT", another, body, params={"api-version": version})

    assert (created.status_code, sku(created)) == (201, "Premium")
    assert sku(call(app, "GET", another)) == "P10Premium"
