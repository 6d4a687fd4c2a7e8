"""The settings that name the identity for actions, and who may get its tokens."""

import pytest

from shared.domain.action import StorageQueueAction
from shared.domain.errors import NotConfigured
from shared.domain.identity import MessageIdentity
from shared.domain.messages import StorageQueueMessage
from shared.functions.settings import read_settings
from shared.functions.wiring import runner
from tests.actions.running import an_attempt

CLIENT = "00000000-0000-0000-0000-0000000000a1"
OTHER = "00000000-0000-0000-0000-0000000000b2"
NEEDED = {"AzureWebJobsStorage": "UseDevelopmentStorage=true", "SCAN_SCHEDULE": "*/15 * * * * *"}
PAIRS = "must be pairs of audience and host"


@pytest.mark.parametrize(
    ("settings", "fault"),
    [
        ({"SCHEDULER_ACTION_IDENTITY": "me"}, "SCHEDULER_ACTION_IDENTITY: must be the client id"),
        (
            {"SCHEDULER_ACTION_IDENTITY": CLIENT, "AzureWebJobsStorage__clientId": CLIENT.upper()},
            "SCHEDULER_ACTION_IDENTITY: must not be the app's own identity",
        ),
        (
            {"SCHEDULER_ACTION_IDENTITY": CLIENT, "AZURE_CLIENT_ID": CLIENT},
            "SCHEDULER_ACTION_IDENTITY: must not be the app's own identity",
        ),
        *(
            ({"SCHEDULER_IDENTITY_TARGETS": text}, f"SCHEDULER_IDENTITY_TARGETS: {PAIRS}")
            for text in (
                "api://erp",
                "api://erp|",
                "|erp.example.com",
                "api://erp|*",
                "api://erp|*.example.com",
                "api://erp|*.evilvault.azure.net.example",
                "api://erp|*.notvault.azure.net.evil",
                "api://erp|*.evil-core.windows.net",
                "api://erp|erp.*.example.com",
                "api://erp|https://erp.example.com",
                "api://erp|erp.example.com:0",
                "api://erp|erp.example.com:99999",
                "api://e rp|erp.example.com",
            )
        ),
    ],
)
def test_wrong_settings_are_named(settings: dict[str, str], fault: str) -> None:
    with pytest.raises(NotConfigured, match="Settings are wrong") as refused:
        read_settings({**NEEDED, **settings})

    assert fault in str(refused.value)


def test_right_settings_are_read() -> None:
    targets = " https://vault.azure.net|*.vault.azure.net, api://erp|ERP.example.com:8443 ,"
    read = read_settings(
        {
            **NEEDED,
            "SCHEDULER_ACTION_IDENTITY": CLIENT,
            "AzureWebJobsStorage__clientId": OTHER,
            "SCHEDULER_IDENTITY_TARGETS": targets,
        }
    ).actions.identity

    assert read.client_id == CLIENT
    assert [(one.audience, one.host, one.port) for one in read.targets] == [
        ("https://vault.azure.net", "*.vault.azure.net", 443),
        ("api://erp", "erp.example.com", 8443),
    ]


def test_they_are_asked_when_a_job_runs_by_the_hosts_of_their_cloud() -> None:
    settings = {
        **NEEDED,
        "SCHEDULER_ACTION_IDENTITY": CLIENT,
        "SCHEDULER_IDENTITY_TARGETS": "https://storage.azure.com/|*.queue.core.windows.net",
        "SCHEDULER_STORAGE_SUFFIX": "core.chinacloudapi.cn",
    }
    message = StorageQueueMessage(
        account="account1", queue="queue1", message="m", managed_identity=MessageIdentity()
    )

    outcome = runner(read_settings(settings)).perform(an_attempt(StorageQueueAction(message=message)))

    lacking = "https://storage.azure.com|account1.queue.core.chinacloudapi.cn"
    assert outcome.message.endswith(f"SCHEDULER_IDENTITY_TARGETS does not name '{lacking}'")
