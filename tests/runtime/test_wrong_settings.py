"""The app loads whatever its settings say: a wrong one is named by /health, and all work is refused."""

from pathlib import Path
from typing import Final

import pytest

from tests.runtime.host import hosted

STORAGE: Final = (
    "DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;AccountKey=c2VjcmV0;"
    "QueueEndpoint=http://127.0.0.1:1/devstoreaccount1;TableEndpoint=http://127.0.0.1:1/devstoreaccount1"
)
GOOD: Final = {"AzureWebJobsStorage": STORAGE, "SCAN_SCHEDULE": "*/15 * * * * *"}


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        pytest.param({}, ["AzureWebJobsStorage", "SCAN_SCHEDULE"], id="none at all"),
        pytest.param({**GOOD, "SCHEDULER_SHARDS": "zebra"}, ["SCHEDULER_SHARDS"], id="one is wrong"),
        pytest.param(
            {
                "AzureWebJobsStorage": "zebra",
                "SCAN_SCHEDULE": "*/15 * * * * *",
                "SCHEDULER_SHARDS": "zebra",
                "SCHEDULER_KEYS": "main=zebra",
                "SCHEDULER_HORIZON_SECONDS": "zebra",
                "SCHEDULER_LEASE_SECONDS": "zebra",
            },
            [
                "AzureWebJobsStorage",
                "SCHEDULER_SHARDS",
                "SCHEDULER_KEYS",
                "SCHEDULER_HORIZON_SECONDS",
                "SCHEDULER_LEASE_SECONDS",
            ],
            id="many are wrong",
        ),
        pytest.param({**GOOD, "SCAN_SCHEDULE": "zebra"}, ["SCAN_SCHEDULE"], id="no schedule"),
        pytest.param(
            {
                "AzureWebJobsStorage__tableServiceUri": "http://zebra.table",
                "AzureWebJobsStorage__queueServiceUri": "http://zebra.queue",
                "SCAN_SCHEDULE": "*/15 * * * * *",
            },
            ["AzureWebJobsStorage"],
            id="an identity without TLS",
        ),
        pytest.param({**GOOD, "SCHEDULER_KEYS": "zebra=="}, ["SCHEDULER_KEYS"], id="a bare key in Base64"),
    ],
)
def test_the_app_loads_and_refuses_all_work(
    runtime: Path, tmp_path: Path, settings: dict[str, str], named: list[str]
) -> None:
    with hosted(runtime, tmp_path, {**settings, "SCHEDULER_OPEN_LOOPBACK": "1"}) as host:
        health = host.call("GET", "/health")
        collections = host.call("GET", "/subscriptions/s/providers/Microsoft.Scheduler/jobCollections")
        portal = host.call("HEAD", "/")
        scanned = host.tick()
        ran = host.deliver('{"due": "2026-03-02T09:00:00Z", "tickets": []}')

    assert host.error is None, host.error
    assert [function["name"] for function in host.functions] == ["scan", "dispatch", "api"]
    for answer in (health, collections):
        assert (answer.status, answer.body["error"]["code"]) == (503, "NotConfigured")
        assert [name for name in named if name not in answer.body["error"]["message"]] == []
        assert "zebra" not in str(answer)
    assert portal.headers["Content-Type"] == "text/html; charset=utf-8"
    for done in (scanned, ran):
        assert done.error is None, done.error
        assert any("refused" in line and all(name in line for name in named) for line in done.log)
        assert "zebra" not in str(done)


def test_a_misspelt_setting_stops_nothing_and_is_said_once(runtime: Path, tmp_path: Path) -> None:
    settings = {**GOOD, "PYTHON_THREADPOOL_THREAD_COUNT": "256", "SCHEDULER_SHARD": "zebra"}
    with hosted(runtime, tmp_path, settings) as host:
        first, second = host.deliver("no pack"), host.deliver("no pack")

    assert (first.error, second.error) == (None, None)
    warning, dropped = first.log
    assert "SCHEDULER_SHARD is not a setting of this version; did you mean SCHEDULER_SHARDS?" in warning
    assert second.log == [dropped]
    assert "zebra" not in str((first, second))
