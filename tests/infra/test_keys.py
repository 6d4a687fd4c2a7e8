"""The hook makes each key only if it is missing, and never tells one."""

import base64
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from infra.keys import MOST_TRIES, PAUSE, SECRETS, TRIES_WITHOUT_NETWORK, Answer, check, main
from local.dev.environment import ROOT
from shared.functions.settings import read_settings

APP = "/subscriptions/s/resourceGroups/g/providers/Microsoft.Web/sites/func"
AZD = {"KEY_VAULT_NAME": "kv-test", "APP_RESOURCE_ID": APP}
NOT_FOUND = Answer(3, "ERROR: (SecretNotFound) A secret with (name/id) was not found in this key vault.")
FORBIDDEN = Answer(1, "ERROR: (Forbidden) Caller is not authorized. Inner error: { code: ForbiddenByRbac }")
DELETED = Answer(1, "ERROR: (Conflict) Inner error: { code: ObjectIsDeletedButRecoverable }")
DISABLED = Answer(1, "ERROR: (Forbidden) not allowed on a disabled secret. { code: SecretDisabled }")
CLOSED = Answer(1, "ERROR: (Forbidden) Public network access is disabled. { code: ForbiddenByConnection }")
LOST = Answer(1, "ERROR: HTTPSConnectionPool(host='kv-test.vault.azure.net'): Max retries exceeded with url")
SIGNED_OUT = Answer(1, "ERROR: Please run 'az login' to setup account.")


class FakeAz:
    """Answers as `az` does, for a vault that holds some secrets; first come the answers that are given."""

    def __init__(
        self,
        secrets: dict[str, str] | None = None,
        *,
        first: Sequence[Answer] = (),
        deleted: Sequence[str] = (),
    ) -> None:
        self.secrets = dict(secrets or {})
        self.marks = {name: ["of another day"] for name in self.secrets}
        self.first = [*first]
        self.deleted = deleted
        self.commands: list[list[str]] = []
        self.slept: list[float] = []

    def run(self, command: Sequence[str]) -> Answer:
        self.commands.append([*command])
        if command[1] == "rest":
            return Answer(0)
        return self.first.pop(0) if self.first else self.answer(command)

    def answer(self, command: Sequence[str]) -> Answer:
        name, what = option(command, "--name"), command[3]
        if what == "show":
            return Answer(0, output=f"{self.secrets[name] == ''}\n") if name in self.secrets else NOT_FOUND
        if what == "list-versions":
            return Answer(0, output="\n".join(self.marks[name]))
        if name in self.deleted:
            return DELETED
        self.secrets[name] = Path(option(command, "--file")).read_text(encoding="utf-8")
        self.marks.setdefault(name, []).append(option(command, "--tags").removeprefix("run="))
        return Answer(0)

    def main(self) -> int:
        return main(AZD, self.run, self.slept.append)

    def refreshes(self) -> list[str]:
        return [option(command, "--url") for command in self.commands if command[1] == "rest"]


def option(command: Sequence[str], name: str) -> str:
    return command[command.index(name) + 1]


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


def test_keys_that_are_there_stay() -> None:
    there = {name: f"{name} as it was" for name in SECRETS}
    az = FakeAz(there)

    assert az.main() == 0
    assert az.secrets == there
    assert not [command for command in az.commands if command[3] == "set"]


@pytest.mark.parametrize("there", SECRETS)
def test_only_what_is_missing_is_made(there: str) -> None:
    az = FakeAz({there: "as it was"})

    assert az.main() == 0
    assert az.secrets[there] == "as it was"
    assert set(az.secrets) == set(SECRETS)


@pytest.mark.parametrize("there", [[], SECRETS], ids=["new keys", "keys of a run that ended too early"])
def test_keys_reach_the_app_at_once(there: Sequence[str]) -> None:
    az = FakeAz(dict.fromkeys(there, "as it was"))
    az.main()

    assert az.refreshes() == [f"{APP}/config/configreferences/appsettings/refresh?api-version=2022-03-01"]


def test_a_role_that_is_not_yet_in_force_is_waited_for(capsys: pytest.CaptureFixture[str]) -> None:
    az = FakeAz(first=[FORBIDDEN] * 3)

    assert az.main() == 0
    assert az.slept == [PAUSE] * 3
    assert set(az.secrets) == set(SECRETS)
    assert capsys.readouterr().out.count("does not know your role yet") == 1


def test_a_role_that_never_comes_ends_with_advice(capsys: pytest.CaptureFixture[str]) -> None:
    az = FakeAz(first=[FORBIDDEN] * 10_000)

    assert az.main() == 1
    assert len(az.slept) == MOST_TRIES
    assert "Key Vault Secrets Officer" in capsys.readouterr().err


def test_a_deleted_secret_is_not_replaced(capsys: pytest.CaptureFixture[str]) -> None:
    az = FakeAz(deleted=["scheduler-encryption-keys"])

    assert az.main() == 1
    assert "scheduler-encryption-keys" not in az.secrets
    advice = capsys.readouterr().err
    assert "az keyvault secret recover --vault-name kv-test --name scheduler-encryption-keys" in advice


def test_a_secret_that_is_switched_off_stays_and_the_user_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    az = FakeAz(dict.fromkeys(SECRETS, "as it was"), first=[DISABLED])

    assert az.main() == 0
    assert az.secrets == dict.fromkeys(SECRETS, "as it was")
    assert (
        "set-attributes --vault-name kv-test --name scheduler-keys --enabled true" in capsys.readouterr().out
    )


def test_an_empty_secret_is_not_replaced(capsys: pytest.CaptureFixture[str]) -> None:
    az = FakeAz({"scheduler-keys": "ops=there", "scheduler-read-keys": ""})

    assert az.main() == 1
    assert az.secrets == {"scheduler-keys": "ops=there", "scheduler-read-keys": ""}
    assert "scheduler-read-keys is in the vault kv-test, but empty" in capsys.readouterr().err


@pytest.mark.parametrize("answer", [CLOSED, SIGNED_OUT], ids=["a closed network", "az is signed out"])
def test_what_waiting_cannot_mend_ends_at_once(answer: Answer, capsys: pytest.CaptureFixture[str]) -> None:
    az = FakeAz(first=[answer])

    assert az.main() == 1
    assert (az.slept, az.secrets) == ([], {})
    told = capsys.readouterr().err
    assert answer.error in told
    assert "azd hooks run postprovision" in told


def test_a_network_that_comes_back_within_a_minute_is_waited_for() -> None:
    az = FakeAz(first=[LOST] * TRIES_WITHOUT_NETWORK)

    assert az.main() == 0
    assert set(az.secrets) == set(SECRETS)


def test_a_network_that_stays_away_makes_no_key(capsys: pytest.CaptureFixture[str]) -> None:
    az = FakeAz(first=[LOST] * 10_000)

    assert az.main() == 1
    assert (len(az.slept), az.secrets) == (TRIES_WITHOUT_NETWORK, {})
    assert "Max retries exceeded" in capsys.readouterr().err


def test_a_key_whose_answer_was_lost_is_sent_again_unchanged(capsys: pytest.CaptureFixture[str]) -> None:
    az, arrived = FakeAz(), []

    def loses_the_first_answer(command: Sequence[str]) -> Answer:
        answer = az.run(command)
        if command[3] == "set" and option(command, "--name") == "scheduler-encryption-keys":
            arrived.append(az.secrets["scheduler-encryption-keys"])
            return LOST if len(arrived) == 1 else answer
        return answer

    assert main(AZD, loses_the_first_answer, az.slept.append) == 0
    assert (len(arrived), len(set(arrived))) == (2, 1)
    assert "at the same time" not in capsys.readouterr().out


def test_the_key_that_another_run_makes_first_stays() -> None:
    az, other = FakeAz(), FakeAz()
    other.main()

    def another_run_in_between(command: Sequence[str]) -> Answer:
        answer = az.run(command)
        if command[3] == "set":
            az.secrets, az.marks = {**other.secrets, **az.secrets}, {**other.marks, **az.marks}
        return answer

    assert main(AZD, another_run_in_between, az.slept.append) == 0
    assert az.secrets["scheduler-encryption-keys"] == other.secrets["scheduler-encryption-keys"]


def test_two_runs_that_make_a_key_at_the_same_instant_are_noticed(capsys: pytest.CaptureFixture[str]) -> None:
    az = FakeAz()
    az.marks = {"scheduler-encryption-keys": ["of another run"]}

    assert az.main() == 0
    told = capsys.readouterr().out
    assert "Two runs made scheduler-encryption-keys at the same time" in told
    assert "list-versions --vault-name kv-test --name scheduler-encryption-keys" in told


def test_the_sign_in_of_the_subscription_is_taken() -> None:
    az = FakeAz()

    main({**AZD, "AZURE_SUBSCRIPTION_ID": "mine"}, az.run, az.slept.append)

    asked = [command for command in az.commands if command[1] == "keyvault"]
    assert {option(command, "--subscription") for command in asked} == {"mine"}


def test_an_unknown_trouble_makes_no_key(capsys: pytest.CaptureFixture[str]) -> None:
    az = FakeAz()

    code = main(AZD, lambda command: Answer(1, "ERROR: no such host"), az.slept.append)

    assert code == 1
    assert "no such host" in capsys.readouterr().err


def test_without_az_the_user_is_told_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    def no_az(command: Sequence[str]) -> Answer:
        raise FileNotFoundError(command[0])

    assert (main(AZD, no_az), check({}, no_az)) == (1, 1)
    assert capsys.readouterr().err.count("az login") == 2


def test_before_anything_is_made_az_must_be_signed_in(capsys: pytest.CaptureFixture[str]) -> None:
    asked: list[Sequence[str]] = []

    def run(command: Sequence[str]) -> Answer:
        asked.append(command)
        return SIGNED_OUT if len(asked) == 1 else Answer(0)

    assert (check({}, run), check({"AZURE_SUBSCRIPTION_ID": "mine"}, run)) == (1, 0)
    assert [command[1:3] for command in asked] == [["account", "get-access-token"]] * 2
    assert all(command[-2:] == ["--output", "none"] for command in asked)
    assert option(asked[1], "--subscription") == "mine"
    assert "Please run 'az login'" in capsys.readouterr().err


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


def test_commands_hold_nothing_that_ends_a_block_in_az_cmd() -> None:
    """On Windows az is a batch file that calls Python within parentheses; only spaces get quotes."""
    az = FakeAz()
    az.main()

    words = {word for command in az.commands for word in command if " " not in word}
    assert [word for word in words if set(word) & set("()&|<>^%")] == []


AZ = """#!/bin/sh
echo "$@" >> "$0.log"
case "$3" in
  show) printf 'ERROR: (SecretNotFound) nicht gef\\374llt\\n' >&2; exit 3;;
  set) cat "$7" >> "$0.made"; echo >> "$0.made";;
esac
"""


@pytest.mark.skipif(sys.platform == "win32", reason="the made-up az is a script for sh")
def test_the_script_itself_makes_keys_and_tells_none(tmp_path: Path) -> None:
    az = tmp_path / "az"
    az.write_text(AZ, encoding="utf-8")
    az.chmod(0o700)
    environment = {
        **AZD,
        "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}",
        "PYTHONIOENCODING": "ascii:strict",
    }

    script = [sys.executable, str(ROOT / "infra" / "keys.py")]
    done = subprocess.run(script, env=environment, capture_output=True, text=True, check=False)
    checked = subprocess.run([*script, "check"], env=environment, capture_output=True, text=True, check=False)

    made = Path(f"{az}.made").read_text(encoding="utf-8").splitlines()
    assert (done.returncode, done.stderr, checked.returncode, checked.stdout) == (0, "", 0, "")
    assert [line.partition("=")[0] for line in made] == ["ops", "dashboard", "first"]
    told = done.stdout + Path(f"{az}.log").read_text(encoding="utf-8")
    assert [line for line in made if line.partition("=")[2] in told] == []
