import base64
import json
from datetime import timedelta

import pytest

from local.dev.browser import SETTING as BROWSER
from migrate.app_options import KEY_VARIABLE
from migrate.invocation import PROGRAM_VARIABLE
from migrate.logins import CONFIG_VARIABLE
from shared.actions.service_bus.bus import ServiceBusSettings
from shared.domain.errors import NotConfigured
from shared.functions.settings import ENCRYPTION_KEYS, PACKS_AT_ONCE, AccessKey, read_settings
from shared.functions.wiring import patience
from tests.documents import ROOT

STORAGE = {"AzureWebJobsStorage": "UseDevelopmentStorage=true", "SCAN_SCHEDULE": "*/15 * * * * *"}
ENOUGH_THREADS = {"PYTHON_THREADPOOL_THREAD_COUNT": "256"}
KEY_1, KEY_2 = "1" * 32, "2" * 32
SEALING_KEY = base64.b64encode(bytes(range(32))).decode()
REFERENCE = "@Microsoft.KeyVault(VaultName=hunter2;SecretName=scheduler-keys-of-the-app)"


def test_the_defaults() -> None:
    settings = read_settings(STORAGE)

    assert settings.shards == 16
    assert settings.pace.horizon == timedelta(minutes=2)
    assert settings.pace.near == timedelta(seconds=30)
    assert settings.pace.lease == timedelta(seconds=150)
    assert (settings.keys, settings.open_loopback) == ((), False)
    assert settings.actions.bus == ServiceBusSettings(
        suffix="servicebus.windows.net", websockets=False, emulator=""
    )


def test_what_is_set_is_read() -> None:
    settings = read_settings(
        {
            **STORAGE,
            "SCHEDULER_SHARDS": "4",
            "SCHEDULER_HORIZON_SECONDS": "600",
            "SCHEDULER_LEASE_SECONDS": "90",
            "SCAN_SCHEDULE": "0 */2 * * * *",
            "SCHEDULER_KEYS": f"old={'o' * 32}, new={'n' * 30}==",
            "SCHEDULER_OPEN_LOOPBACK": "1",
            "SCHEDULER_SERVICE_BUS_SUFFIX": "servicebus.chinacloudapi.cn",
            "SCHEDULER_SERVICE_BUS_WEBSOCKETS": "True",
            "SCHEDULER_SERVICE_BUS_EMULATOR": "127.0.0.1:5672",
        }
    )

    assert settings.shards == 4
    assert settings.pace.horizon == timedelta(minutes=10)
    assert settings.pace.near == timedelta(minutes=4)
    assert settings.pace.lease == timedelta(seconds=90)
    assert [key.value for key in settings.keys] == ["o" * 32, "n" * 30 + "=="]
    assert settings.open_loopback
    assert settings.actions.bus == ServiceBusSettings(
        suffix="servicebus.chinacloudapi.cn", websockets=True, emulator="127.0.0.1:5672"
    )


@pytest.mark.parametrize(
    ("environment", "table_uri", "queue_uri"),
    [
        (
            {"AzureWebJobsStorage__accountName": "acct"},
            "https://acct.table.core.windows.net",
            "https://acct.queue.core.windows.net",
        ),
        (
            {
                "AzureWebJobsStorage__tableServiceUri": "https://t.example",
                "AzureWebJobsStorage__queueServiceUri": "https://q.example",
                "AzureWebJobsStorage__credential": "managedidentity",
                "AzureWebJobsStorage__clientId": "id",
            },
            "https://t.example",
            "https://q.example",
        ),
    ],
)
def test_storage_may_be_reached_by_identity(
    environment: dict[str, str], table_uri: str, queue_uri: str
) -> None:
    storage = read_settings({"SCAN_SCHEDULE": "*/15 * * * * *", **environment}).storage

    with storage.tables() as tables, storage.queues() as queues:
        assert tables.url.rstrip("/") == table_uri
        assert queues.url.rstrip("/") == queue_uri


@pytest.mark.parametrize(
    ("environment", "fault"),
    [
        ({"AzureWebJobsStorage": ""}, "AzureWebJobsStorage: is not set, and neither is"),
        (
            {"AzureWebJobsStorage": "hunter2"},
            "AzureWebJobsStorage: is not a connection string with a table service",
        ),
        (
            {
                "AzureWebJobsStorage": "",
                "AzureWebJobsStorage__tableServiceUri": "http://hunter2",
                "AzureWebJobsStorage__queueServiceUri": "https://q.example",
            },
            "AzureWebJobsStorage__tableServiceUri: is not an https address",
        ),
        ({"SCHEDULER_SHARDS": "9" * 5_000}, "SCHEDULER_SHARDS: must be a whole number from 1 to 256"),
        ({"SCHEDULER_SHARDS": "hunter2"}, "SCHEDULER_SHARDS: must be a whole number from 1 to 256"),
        ({"SCHEDULER_SHARDS": "0"}, "SCHEDULER_SHARDS: must be a whole number from 1 to 256"),
        (
            {"SCHEDULER_LEASE_SECONDS": "89"},
            "SCHEDULER_LEASE_SECONDS: must be a whole number from 90 to 3600",
        ),
        (
            {"SCHEDULER_LEASE_SECONDS": "0", "SCHEDULER_SHORT_LEASES": "1"},
            "SCHEDULER_LEASE_SECONDS: must be a whole number from 1 to 3600",
        ),
        (
            {"SCHEDULER_LEASE_SECONDS": "-5"},
            "SCHEDULER_LEASE_SECONDS: must be a whole number from 90 to 3600",
        ),
        ({"SCHEDULER_CONCURRENCY": "15"}, "SCHEDULER_CONCURRENCY: must be a whole number from 16 to 512"),
        ({"SCHEDULER_CONCURRENCY": "513"}, "SCHEDULER_CONCURRENCY: must be a whole number from 16 to 512"),
        ({"SCHEDULER_ALLOWED_TARGETS": "10.0.0.0/99"}, "SCHEDULER_ALLOWED_TARGETS: must be networks"),
        ({"SCHEDULER_ALLOWED_TARGETS": "http://hunter2"}, "SCHEDULER_ALLOWED_TARGETS: must be networks"),
        ({"SCHEDULER_SHORT_ACTIONS": "60"}, "SCHEDULER_SHORT_ACTIONS: must be a whole number of seconds"),
        ({"SCHEDULER_USE_PROXY": "hunter2"}, "SCHEDULER_USE_PROXY: must be 1 or 0"),
        ({"SCHEDULER_CA_FILE": "/hunter2"}, "SCHEDULER_CA_FILE: is no file that can be read"),
        (
            {"SCHEDULER_AUTHORITY": "http://hunter2"},
            "SCHEDULER_AUTHORITY: must be an address with",
        ),
        (
            {"SCHEDULER_STORAGE_SUFFIX": "hunter2/x"},
            "SCHEDULER_STORAGE_SUFFIX: must be the end of",
        ),
        ({"SCHEDULER_STORAGE_EMULATOR": "hunter2"}, "SCHEDULER_STORAGE_EMULATOR: must be an address"),
        ({"SCAN_SCHEDULE": ""}, "SCAN_SCHEDULE: must be an NCRONTAB expression"),
        ({"SCAN_SCHEDULE": "hunter2"}, "SCAN_SCHEDULE: must be an NCRONTAB expression"),
        (
            {"SCAN_SCHEDULE": "0 */5 * * * *"},
            "SCHEDULER_HORIZON_SECONDS: must be at least twice the longest time between two scans",
        ),
        ({"SCHEDULER_KEYS": "hunter2"}, "SCHEDULER_KEYS: must read name=key,name=key"),
        ({"SCHEDULER_KEYS": "hunter2=="}, "SCHEDULER_KEYS: has a key shorter than 32 characters"),
        (
            {"SCHEDULER_SERVICE_BUS_SUFFIX": "https://hunter2"},
            "SCHEDULER_SERVICE_BUS_SUFFIX: must be the end of a host name, such as servicebus.windows.net",
        ),
        (
            {"SCHEDULER_SERVICE_BUS_WEBSOCKETS": "hunter2"},
            "SCHEDULER_SERVICE_BUS_WEBSOCKETS: must be 1 or 0",
        ),
        (
            {"SCHEDULER_SERVICE_BUS_EMULATOR": "hunter2"},
            "SCHEDULER_SERVICE_BUS_EMULATOR: must be a host and a port, such as 127.0.0.1:5672",
        ),
        *(
            ({name: value}, f"{name}: is a reference to a Key Vault that was not resolved")
            for name in ("SCHEDULER_KEYS", "SCHEDULER_READ_KEYS", ENCRYPTION_KEYS, "AzureWebJobsStorage")
            for value in (REFERENCE, f"ops={REFERENCE}", f"a={'k' * 32},ops={REFERENCE.lower()}")
        ),
        ({"SCHEDULER_KEYS": f"hunter2={KEY_1},hunter2={KEY_2}"}, "SCHEDULER_KEYS: has a name that another"),
        (
            {"SCHEDULER_KEYS": f"hunter2={KEY_1}", "SCHEDULER_READ_KEYS": f"hunter2={KEY_2}"},
            "SCHEDULER_READ_KEYS: has a name that another",
        ),
        (
            {ENCRYPTION_KEYS: f"hunter2={SEALING_KEY},hunter2={SEALING_KEY}"},
            "SCHEDULER_ENCRYPTION_KEYS: has a name that another",
        ),
        *(
            (
                {ENCRYPTION_KEYS: f"hunter2={base64.b64encode(byte * 32).decode()}"},
                "SCHEDULER_ENCRYPTION_KEYS: has a key that is one byte, repeated",
            )
            for byte in (b"\0", b"\xff", b"k")
        ),
        (
            {ENCRYPTION_KEYS: "hunter2=c2hvcnQ="},
            "SCHEDULER_ENCRYPTION_KEYS: must read name=KEY, where KEY is 32 bytes in Base64",
        ),
    ],
)
def test_a_wrong_setting_is_named_without_its_value(environment: dict[str, str], fault: str) -> None:
    with pytest.raises(NotConfigured) as refused:
        read_settings({**STORAGE, **environment})

    assert fault in str(refused.value)
    assert "hunter2" not in str(refused.value)


def test_all_wrong_settings_are_named_at_once() -> None:
    with pytest.raises(NotConfigured) as refused:
        read_settings({"SCHEDULER_SHARDS": "x", "SCHEDULER_LEASE_SECONDS": "x", "SCHEDULER_KEYS": "x"})

    for name in ("AzureWebJobsStorage", "SCHEDULER_SHARDS", "SCHEDULER_LEASE_SECONDS", "SCHEDULER_KEYS"):
        assert name in str(refused.value)


@pytest.mark.parametrize(("concurrency", "actions"), [("", 512), ("512", 512), ("100", 100), ("16", 16)])
def test_how_many_actions_run_side_by_side_can_be_set(concurrency: str, actions: int) -> None:
    assert read_settings({**STORAGE, "SCHEDULER_CONCURRENCY": concurrency}).concurrency == actions


def test_what_actions_need_is_read_with_sensible_defaults() -> None:
    plain = read_settings(STORAGE).actions
    told = read_settings(
        {
            **STORAGE,
            "SCHEDULER_ALLOWED_TARGETS": " 10.1.0.0/16 , Intranet.example,",
            "SCHEDULER_AUTHORITY": "https://login.microsoftonline.us/",
            "SCHEDULER_STORAGE_SUFFIX": "core.usgovcloudapi.net",
            "SCHEDULER_STORAGE_QUEUE_ENVELOPE": "false",
            "SCHEDULER_USE_PROXY": "1",
        }
    ).actions

    assert (plain.http.use_proxy, plain.http.outbound.networks, plain.queues.envelope) == (False, (), True)
    assert (plain.authority, plain.queues.suffix) == ("https://login.microsoftonline.com", "core.windows.net")
    assert (told.http.use_proxy, told.queues.use_proxy, told.queues.envelope) == (True, True, False)
    assert [str(network) for network in told.http.outbound.networks] == ["10.1.0.0/16"]
    assert told.http.outbound.hosts == {"intranet.example"}
    assert (told.authority, told.queues.suffix) == (
        "https://login.microsoftonline.us",
        "core.usgovcloudapi.net",
    )


def test_secrets_do_not_print() -> None:
    secret = "s" * 32
    settings = read_settings({**STORAGE, "SCHEDULER_KEYS": f"name={secret}"})

    assert secret not in repr(settings)


def test_keys_of_several_names_are_read() -> None:
    settings = read_settings(
        {
            **STORAGE,
            "SCHEDULER_KEYS": f"ops={KEY_1}",
            "SCHEDULER_READ_KEYS": f"dashboard={KEY_2}",
            ENCRYPTION_KEYS: f"old={SEALING_KEY},new={base64.b64encode(bytes(range(1, 33))).decode()}",
        }
    )

    assert settings.keys == (AccessKey("ops", KEY_1),)
    assert settings.read_keys == (AccessKey("dashboard", KEY_2),)
    assert [key.name for key in settings.encryption_keys] == ["old", "new"]


@pytest.mark.parametrize(
    ("given", "seconds"),
    [
        pytest.param({}, 60, id="usually a minute"),
        pytest.param({"SCHEDULER_SHORT_ACTIONS": "10"}, 10, id="shorter for proofs"),
    ],
)
def test_proofs_have_a_way_to_short_actions(given: dict[str, str], seconds: float) -> None:
    settings = read_settings({**STORAGE, **given})

    assert settings.actions.http.time_limit == seconds


def test_tests_of_faults_have_a_way_to_short_leases() -> None:
    settings = read_settings({**STORAGE, "SCHEDULER_LEASE_SECONDS": "2", "SCHEDULER_SHORT_LEASES": "1"})

    assert settings.pace.lease == timedelta(seconds=2)


@pytest.mark.parametrize(
    ("given", "seconds"),
    [
        pytest.param({}, 5, id="usually"),
        pytest.param({"SCHEDULER_SHORT_ACTIONS": "2"}, 1, id="half of what an action may take"),
    ],
)
def test_a_pack_gives_up_waiting_before_silent_targets_do(given: dict[str, str], seconds: float) -> None:
    settings = read_settings({**STORAGE, **given})

    assert patience(settings) == timedelta(seconds=seconds)


@pytest.mark.parametrize(
    ("given", "hint"),
    [
        pytest.param("SCHEDULER_LEASE_SECOND", "; did you mean SCHEDULER_LEASE_SECONDS?", id="a letter less"),
        pytest.param("SCHEDULER_SHARD", "; did you mean SCHEDULER_SHARDS?", id="singular"),
        pytest.param("Scheduler_Keys", "; did you mean SCHEDULER_KEYS?", id="other case"),
        pytest.param("SCHEDULER_XYZZY_PLUGH_OF_A_NEWER_VERSION", ".", id="nothing like it"),
    ],
)
def test_a_setting_that_is_not_known_is_a_warning_without_its_value(given: str, hint: str) -> None:
    settings = read_settings({**STORAGE, **ENOUGH_THREADS, given: "hunter2"})

    assert settings.warnings == (f"{given} is not a setting of this version{hint}",)


def test_settings_that_are_known_or_not_ours_are_no_warning() -> None:
    known = json.loads((ROOT / "local.settings.json.example").read_text(encoding="utf-8"))["Values"]

    assert read_settings({**known, "SCHEDULER_OPEN_LOOPBACK": "1", "WEBSITE_NAME": "x"}).warnings == ()


def test_what_the_commands_of_the_project_are_told_is_no_setting_of_the_app() -> None:
    ours = {BROWSER: "/usr/bin/chromium", KEY_VARIABLE: "k", CONFIG_VARIABLE: "c", PROGRAM_VARIABLE: "p"}

    assert read_settings({**STORAGE, **ENOUGH_THREADS, **ours}).warnings == ()


@pytest.mark.parametrize(("value", "public"), [("", False), ("0", False), ("1", True), ("true", True)])
def test_health_of_jobs_is_public_only_where_it_is_said(value: str, public: bool) -> None:
    assert read_settings({**STORAGE, "SCHEDULER_PUBLIC_HEALTH": value}).public_health is public


def test_a_switch_that_is_neither_on_nor_off_opens_nothing() -> None:
    with pytest.raises(NotConfigured, match="SCHEDULER_PUBLIC_HEALTH: must be 1 or 0"):
        read_settings({**STORAGE, "SCHEDULER_PUBLIC_HEALTH": "2"})


@pytest.mark.parametrize(
    ("threads", "problem"),
    [
        pytest.param(None, "is not set", id="missing"),
        pytest.param("", "is not set", id="empty"),
        pytest.param("many", "is not a whole number", id="not a number"),
        pytest.param("32.0", "is not a whole number", id="not whole"),
        pytest.param("9" * 5_000, "is not a whole number", id="too many digits"),
        pytest.param("247", "is too small", id="too few"),
    ],
)
def test_too_few_threads_are_a_warning(threads: str | None, problem: str) -> None:
    given = {} if threads is None else {"PYTHON_THREADPOOL_THREAD_COUNT": threads}

    (warning,) = read_settings({**STORAGE, **given}).warnings

    assert warning == (
        f"PYTHON_THREADPOOL_THREAD_COUNT {problem}: "
        "set it to 248 or more, or requests and scans wait for running jobs."
    )


@pytest.mark.parametrize("threads", ["248", " 512 "])
def test_enough_threads_are_no_warning(threads: str) -> None:
    assert read_settings({**STORAGE, "PYTHON_THREADPOOL_THREAD_COUNT": threads}).warnings == ()


def test_as_many_packs_run_at_once_as_host_json_lets() -> None:
    queues = json.loads((ROOT / "host.json").read_text(encoding="utf-8"))["extensions"]["queues"]

    assert queues["batchSize"] + queues["newBatchThreshold"] == PACKS_AT_ONCE
