"""host.json, local.settings.json and the environment."""

import json
import re
from datetime import timedelta
from pathlib import Path

import pytest

from local.host.errors import HostError
from local.host.host_settings import (
    HostSettings,
    MessageEncoding,
    QueueTriggerSettings,
    apply_local_settings,
    positive_number,
    read_host_settings,
    resolve,
)


def test_an_empty_host_json_means_the_hosts_defaults(tmp_path: Path) -> None:
    write(tmp_path, "host.json", {"version": "2.0"})

    assert read_host_settings(tmp_path, {}) == HostSettings()


def test_host_json_is_read(tmp_path: Path) -> None:
    queues = {
        "batchSize": 4,
        "newBatchThreshold": 3,
        "maxPollingInterval": "00:00:02.5",
        "visibilityTimeout": "1.02:03:04",
        "maxDequeueCount": 2,
        "messageEncoding": "None",
    }
    write(tmp_path, "host.json", {"extensions": {"http": {"routePrefix": "/v1/"}, "queues": queues}})

    settings = read_host_settings(tmp_path, {"LOCAL_HOST_INVISIBILITY_SECONDS": "7"})

    assert settings == HostSettings(
        route_prefix="v1",
        queues=QueueTriggerSettings(
            batch_size=4,
            new_batch_threshold=3,
            max_polling_interval=timedelta(seconds=2.5),
            visibility_timeout=timedelta(days=1, hours=2, minutes=3, seconds=4),
            max_dequeue_count=2,
            message_encoding=MessageEncoding.NONE,
            invisibility=timedelta(seconds=7),
        ),
    )


@pytest.mark.parametrize(
    ("queues", "complaint"),
    [
        pytest.param({"batchSize": 33}, "batchSize must be a whole number between 1 and 32.", id="large"),
        pytest.param({"batchSize": "8"}, "batchSize must be a whole number between 1 and 32.", id="text"),
        pytest.param({"batchSize": True}, "batchSize must be a whole number", id="true is not a number"),
        pytest.param(
            {"newBatchThreshold": -1}, "newBatchThreshold must be a whole number of at least 0", id="small"
        ),
        pytest.param(
            {"visibilityTimeout": 30}, "visibilityTimeout must be a string", id="a number of seconds"
        ),
        pytest.param(
            {"visibilityTimeout": "30"}, "visibilityTimeout must be a duration such as 00:00:30", id="30"
        ),
        pytest.param(
            {"messageEncoding": "utf8"}, "messageEncoding must be one of base64, none", id="encoding"
        ),
        pytest.param([], "host.json: extensions.queues must be an object.", id="not an object"),
    ],
)
def test_a_wrong_value_in_host_json_is_named(tmp_path: Path, queues: object, complaint: str) -> None:
    write(tmp_path, "host.json", {"extensions": {"queues": queues}})

    with pytest.raises(HostError, match=re.escape(complaint)):
        read_host_settings(tmp_path, {})


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        pytest.param("{", "host.json is not valid JSON: it cannot be read at line 1, column 2", id="broken"),
        pytest.param("[]", "host.json must hold a JSON object", id="an array"),
        pytest.param(None, "host.json is missing in", id="missing"),
    ],
)
def test_a_host_json_that_cannot_be_read_is_named(tmp_path: Path, text: str | None, complaint: str) -> None:
    if text is not None:
        (tmp_path / "host.json").write_text(text)

    with pytest.raises(HostError, match=complaint):
        read_host_settings(tmp_path, {})


def test_the_environment_wins_over_local_settings(tmp_path: Path) -> None:
    values = {"A": "from the file", "B": "from the file"}
    write(tmp_path, "local.settings.json", {"IsEncrypted": False, "Values": values})
    environment = {"A": "from the environment"}

    apply_local_settings(tmp_path, environment)

    assert environment == {"A": "from the environment", "B": "from the file"}


def test_local_settings_may_be_missing(tmp_path: Path) -> None:
    environment: dict[str, str] = {}

    apply_local_settings(tmp_path, environment)

    assert environment == {}


def test_a_value_in_local_settings_must_be_a_string(tmp_path: Path) -> None:
    write(tmp_path, "local.settings.json", {"Values": {"SHARDS": 16}})

    with pytest.raises(HostError, match=re.escape("local.settings.json: Values.SHARDS must be a string.")):
        apply_local_settings(tmp_path, {})


def test_settings_in_percent_signs_are_replaced() -> None:
    text = resolve("%A%-jobs-%B_C%", {"A": "my", "B_C": "queue"}, user="Function 'scan'")

    assert text == "my-jobs-queue"


def test_a_missing_setting_in_percent_signs_is_named() -> None:
    with pytest.raises(HostError, match="Function 'scan' needs the setting SCHEDULE, which is missing"):
        resolve("%SCHEDULE%", {}, user="Function 'scan'")


@pytest.mark.parametrize("text", ["0", "-1", "many", "1.5"])
def test_a_setting_that_is_no_positive_number_is_named(text: str) -> None:
    with pytest.raises(HostError, match="The setting THREADS must be a whole number of at least 1, but is"):
        positive_number({"THREADS": text}, "THREADS", default=4)


def write(folder: Path, name: str, content: object) -> None:
    (folder / name).write_text(json.dumps(content))
