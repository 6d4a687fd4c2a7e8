"""The hook makes each key only if it is missing, and never tells one."""

import base64
from collections.abc import Sequence
from pathlib import Path

import pytest

from infra.keys import MOST_TRIES, PAUSE, SECRETS, Answer, main
from shared.functions.settings import read_settings

APP = "/subscriptions/s/resourceGroups/g/providers/Microsoft.Web/sites/func"
AZD = {"KEY_VAULT_NAME": "kv-test", "APP_RESOURCE_ID": APP}
NOT_FOUND = Answer(3, "ERROR: (SecretNotFound) A secret with (name/id) was not found in this key vault.")
FORBIDDEN = Answer(1, "ERROR: (Forbidden) Caller is not authorized. Inner error: { code: ForbiddenByRbac }")
DELETED = Answer(1, "ERROR: (Conflict) Inner error: { code: ObjectIsDeletedButRecoverable }")


class FakeAz:
    """Answers as `az` does, for a vault that holds some secrets."""

    def __init__(
        self, secrets: dict[str, str] | None = None, *, refusals: int = 0, deleted: Sequence[str] = ()
    ) -> None:
        self.secrets = dict(secrets or {})
        self.refusals = refusals
        self.deleted = deleted
        self.commands: list[list[str]] = []
        self.slept: list[float] = []

    def run(self, command: Sequence[str]) -> Answer:
        self.commands.append([*command])
        if command[1] == "rest":
            return Answer(0)
        if self.refusals:
            self.refusals -= 1
            return FORBIDDEN
        name = command[command.index("--name") + 1]
        if command[3] == "show":
            return Answer(0) if name in self.secrets else NOT_FOUND
        if name in self.deleted:
            return DELETED
        self.secrets[name] = Path(command[command.index("--file") + 1]).read_text(encoding="utf-8")
        return Answer(0)

    def main(self) -> int:
        return main(AZD, self.run, self.slept.append)

    def refreshes(self) -> list[str]:
        return [command[command.index("--url") + 1] for command in self.commands if command[1] == "rest"]


def test_keys_that_are_missing_are_made_in_the_form_that_the_app_reads() -> None:
    az = FakeAz()

    assert az.main() == 0

    settings = read_settings(
        {
            "AzureWebJobsStorage": "UseDevelopmentStorage=true",
            "SCAN_SCHEDULE": "*/15 * * * * *",
            "SCHEDULER_KEYS": az.secrets["scheduler-keys"],
            "SCHEDULER_READ_KEYS": az.secrets["scheduler-read-keys"],
            "SCHEDULER_ENCRYPTION_KEYS": az.secrets["scheduler-encryption-keys"],
        }
    )
    assert [key.name for key in (*settings.keys, *settings.read_keys)] == ["ops", "dashboard"]
    assert [key.name for key in settings.encryption_keys] == ["first"]


def test_two_vaults_get_different_keys() -> None:
    one, other = FakeAz(), FakeAz()
    one.main()
    other.main()

    assert not set(one.secrets.values()) & set(other.secrets.values())


def test_keys_that_are_there_stay_and_the_app_is_left_alone() -> None:
    there = {name: f"{name} as it was" for name in SECRETS}
    az = FakeAz(there)

    assert az.main() == 0
    assert az.secrets == there
    assert not [command for command in az.commands if command[3] == "set"]
    assert az.refreshes() == []


@pytest.mark.parametrize("there", SECRETS)
def test_only_what_is_missing_is_made(there: str) -> None:
    az = FakeAz({there: "as it was"})

    assert az.main() == 0
    assert az.secrets[there] == "as it was"
    assert set(az.secrets) == set(SECRETS)


def test_new_keys_reach_the_app_at_once() -> None:
    az = FakeAz()
    az.main()

    assert az.refreshes() == [f"{APP}/config/configreferences/appsettings/refresh?api-version=2022-03-01"]


def test_a_role_that_is_not_yet_in_force_is_waited_for(capsys: pytest.CaptureFixture[str]) -> None:
    az = FakeAz(refusals=3)

    assert az.main() == 0
    assert az.slept == [PAUSE] * 3
    assert set(az.secrets) == set(SECRETS)
    assert capsys.readouterr().out.count("does not know your role yet") == 1


def test_a_role_that_never_comes_ends_with_advice(capsys: pytest.CaptureFixture[str]) -> None:
    az = FakeAz(refusals=10_000)

    assert az.main() == 1
    assert len(az.slept) == MOST_TRIES
    assert "Key Vault Secrets Officer" in capsys.readouterr().err


def test_a_deleted_secret_is_not_replaced(capsys: pytest.CaptureFixture[str]) -> None:
    az = FakeAz(deleted=["scheduler-encryption-keys"])

    assert az.main() == 1
    assert "scheduler-encryption-keys" not in az.secrets
    advice = capsys.readouterr().err
    assert "az keyvault secret recover --vault-name kv-test --name scheduler-encryption-keys" in advice


def test_an_unknown_trouble_makes_no_key(capsys: pytest.CaptureFixture[str]) -> None:
    az = FakeAz()

    code = main(AZD, lambda command: Answer(1, "ERROR: no such host"), az.slept.append)

    assert code == 1
    assert "no such host" in capsys.readouterr().err


def test_without_az_the_user_is_told_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    def no_az(command: Sequence[str]) -> Answer:
        raise FileNotFoundError(command[0])

    assert main(AZD, no_az) == 1
    assert "az login" in capsys.readouterr().err


def test_without_azd_the_user_is_told_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert main({}, FakeAz().run) == 1
    assert "azd hooks run postprovision" in capsys.readouterr().err


def test_no_key_is_printed_or_put_on_a_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    az = FakeAz()
    az.main()

    told = capsys.readouterr()
    keys = [value.partition("=")[2] for value in az.secrets.values()]
    seen = told.out + told.err + repr(az.commands)
    assert len(keys) == 3
    assert [key for key in keys if key in seen] == []
    assert len(base64.b64decode(keys[2])) == 32
    assert "az keyvault secret show --vault-name kv-test --name scheduler-keys" in told.out


def test_the_file_that_carried_a_key_is_gone() -> None:
    az = FakeAz()
    az.main()

    files = [command[command.index("--file") + 1] for command in az.commands if "--file" in command]
    assert len(files) == 3
    assert [file for file in files if Path(file).exists()] == []
