"""The hook makes each key only if it is missing, and replaces none."""

import json
from collections.abc import Sequence

import pytest

from infra.hook.sign_in import Said
from infra.hook.vault import MOST_TRIES, PAUSE, TRIES_WITHOUT_NETWORK
from infra.keys import SECRETS, check, main
from shared.functions.settings import read_settings
from tests.infra import vaults
from tests.infra.vaults import CLOSED, DISABLED, GONE, NO_ROLE, SIGNED_OUT, TOKEN, AVault, name_in
from tests.receiver import Answer, Received

Capture = pytest.CaptureFixture[str]


def test_keys_that_are_missing_are_made_in_the_form_that_the_app_reads(a_vault: AVault) -> None:
    vault = a_vault()

    assert vault.main() == 0

    settings = read_settings(
        {
            "AzureWebJobsStorage": "UseDevelopmentStorage=true",
            "SCAN_SCHEDULE": "*/15 * * * * *",
            "SCHEDULER_KEYS": vault.secrets["scheduler-keys"],
            "SCHEDULER_READ_KEYS": vault.secrets["scheduler-read-keys"],
            "SCHEDULER_ENCRYPTION_KEYS": vault.secrets["scheduler-encryption-keys"],
        }
    )
    assert [key.name for key in (*settings.keys, *settings.read_keys)] == ["ops", "dashboard"]
    assert [key.name for key in settings.encryption_keys] == ["first"]


def test_the_vault_is_asked_as_its_documentation_says(a_vault: AVault) -> None:
    vault = a_vault({name: "as it was" for name in SECRETS if name != "scheduler-keys"})
    vault.main()

    asked = [(received.method, received.path) for received in vault.requests]
    assert asked[:3] == [
        ("GET", "/secrets/scheduler-keys?api-version=7.4"),
        ("PUT", "/secrets/scheduler-keys?api-version=7.4"),
        ("GET", "/secrets/scheduler-keys/versions?api-version=7.4"),
    ]
    assert json.loads(vault.requests[1].body) == {
        "value": vault.secrets["scheduler-keys"],
        "tags": vault.versions["scheduler-keys"][0]["tags"],
    }
    assert {received.headers["authorization"] for received in vault.requests} == {f"Bearer {TOKEN}"}


def test_two_vaults_get_different_keys(a_vault: AVault) -> None:
    one, other = a_vault(), a_vault()
    one.main()
    other.main()

    assert not set(one.secrets.values()) & set(other.secrets.values())


def test_keys_that_are_there_stay(a_vault: AVault) -> None:
    there = {name: f"{name} as it was" for name in SECRETS}
    vault = a_vault(there)

    assert vault.main() == 0
    assert vault.secrets == there
    assert vault.sent("PUT") == []


@pytest.mark.parametrize("there", SECRETS)
def test_only_what_is_missing_is_made(a_vault: AVault, there: str) -> None:
    vault = a_vault({there: "as it was"})

    assert vault.main() == 0
    assert vault.secrets[there] == "as it was"
    assert set(vault.secrets) == set(SECRETS)


@pytest.mark.parametrize("there", [[], SECRETS], ids=["new keys", "keys of a run that ended too early"])
def test_keys_reach_the_app_at_once(a_vault: AVault, there: Sequence[str]) -> None:
    vault = a_vault(dict.fromkeys(there, "as it was"))
    vault.main()

    assert vault.sent("POST") == [vaults.REFRESH]


@pytest.mark.parametrize("status", [302, 403, 500])
def test_an_app_that_cannot_be_told_is_no_failure(a_vault: AVault, status: int, capsys: Capture) -> None:
    vault = a_vault(dict.fromkeys(SECRETS, "as it was"))

    def refuses(received: Received) -> Answer:
        return Answer(status=status) if received.method == "POST" else vault.answer(received)

    assert vault.main(refuses) == 0
    assert "The app sees its keys within a day" in capsys.readouterr().out


def test_a_role_that_is_not_yet_in_force_is_waited_for(a_vault: AVault, capsys: Capture) -> None:
    vault = a_vault(first=[NO_ROLE] * 3)

    assert vault.main() == 0
    assert vault.slept == [PAUSE] * 3
    assert set(vault.secrets) == set(SECRETS)
    assert capsys.readouterr().out.count("does not know your role yet") == 1


def test_a_role_that_never_comes_ends_with_advice(a_vault: AVault, capsys: Capture) -> None:
    vault = a_vault(first=[NO_ROLE] * 1_000)

    assert vault.main() == 1
    assert len(vault.slept) == MOST_TRIES
    assert "Key Vault Secrets Officer" in capsys.readouterr().err


def test_a_deleted_secret_is_not_replaced(a_vault: AVault, capsys: Capture) -> None:
    vault = a_vault(deleted=["scheduler-encryption-keys"])

    assert vault.main() == 1
    assert "scheduler-encryption-keys" not in vault.secrets
    advice = capsys.readouterr().err
    assert "az keyvault secret recover --vault-name kv-test --name scheduler-encryption-keys" in advice
    assert "Manage deleted secrets" in advice


def test_a_secret_that_is_switched_off_stays_and_the_user_is_told(a_vault: AVault, capsys: Capture) -> None:
    vault = a_vault(dict.fromkeys(SECRETS, "as it was"), first=[DISABLED])

    assert vault.main() == 0
    assert vault.sent("PUT") == []
    told = capsys.readouterr().out
    assert "set-attributes --vault-name kv-test --name scheduler-keys --enabled true" in told


def test_an_empty_secret_is_not_replaced(a_vault: AVault, capsys: Capture) -> None:
    vault = a_vault({"scheduler-keys": "ops=there", "scheduler-read-keys": ""})

    assert vault.main() == 1
    assert vault.secrets == {"scheduler-keys": "ops=there", "scheduler-read-keys": ""}
    assert "scheduler-read-keys is in the vault kv-test, but empty" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (CLOSED, "ForbiddenByConnection Public network access is disabled"),
        (SIGNED_OUT, "401 Unauthorized AKV10032: Invalid issuer\nRun `azd auth login`"),
        (Answer(status=302, headers={"Location": "https://127.0.0.1:1/"}), "302"),
        (Answer(body=b"<p>Sign in to this network</p>"), "Cannot read scheduler-keys"),
    ],
    ids=["a closed network", "a token that the vault does not take", "a redirect", "a page"],
)
def test_what_waiting_cannot_mend_ends_at_once(
    a_vault: AVault, answer: Answer, told: str, capsys: Capture
) -> None:
    vault = a_vault(first=[answer])

    assert vault.main() == 1
    assert (vault.slept, vault.secrets, len(vault.requests)) == ([], {}, 1)
    said = capsys.readouterr().err
    assert told in said
    assert "azd hooks run postprovision" in said


@pytest.mark.parametrize("lost", [GONE, Answer(status=503), Answer(status=429)], ids=["gone", "503", "429"])
def test_a_vault_that_comes_back_within_a_minute_is_waited_for(
    a_vault: AVault, lost: Answer | None, capsys: Capture
) -> None:
    vault = a_vault(first=[lost] * TRIES_WITHOUT_NETWORK)

    assert vault.main() == 0
    assert set(vault.secrets) == set(SECRETS)
    assert capsys.readouterr().out.count("does not answer") == 1


def test_a_network_that_is_lost_while_a_role_is_waited_for_is_waited_for_too(a_vault: AVault) -> None:
    vault = a_vault(first=[*[NO_ROLE] * 6, GONE, NO_ROLE])

    assert vault.main() == 0
    assert len(vault.slept) == 8


def test_a_network_that_stays_away_makes_no_key(a_vault: AVault, capsys: Capture) -> None:
    vault = a_vault(first=[GONE] * 1_000)

    assert vault.main() == 1
    assert (len(vault.slept), vault.secrets) == (TRIES_WITHOUT_NETWORK, {})
    assert "No answer: " in capsys.readouterr().err


def test_a_key_whose_answer_was_lost_is_sent_again_unchanged(a_vault: AVault, capsys: Capture) -> None:
    vault, arrived = a_vault(), []

    def loses_the_first_answer(received: Received) -> Answer:
        answer = vault.answer(received)
        if received.method == "PUT" and name_in(received) == "scheduler-encryption-keys":
            arrived.append(received.body)
            if len(arrived) == 1:
                raise vaults.Dropped
        return answer

    assert vault.main(loses_the_first_answer) == 0
    assert (len(arrived), len(set(arrived))) == (2, 1)
    assert "at the same time" not in capsys.readouterr().out


def test_the_key_that_another_run_makes_first_stays(a_vault: AVault) -> None:
    vault, other = a_vault(), a_vault()
    other.main()

    def another_run_in_between(received: Received) -> Answer:
        answer = vault.answer(received)
        if received.method == "PUT":
            vault.secrets = {**other.secrets, **vault.secrets}
        return answer

    assert vault.main(another_run_in_between) == 0
    assert vault.secrets["scheduler-encryption-keys"] == other.secrets["scheduler-encryption-keys"]


@pytest.mark.parametrize("tags", [{"run": "another"}, None], ids=["another run", "a person"])
def test_two_that_make_a_key_at_the_same_instant_are_noticed(
    a_vault: AVault, tags: dict[str, str] | None, capsys: Capture
) -> None:
    vault = a_vault(versions={"scheduler-encryption-keys": [{"tags": tags}]})

    assert vault.main() == 0
    told = capsys.readouterr().out
    assert "Two runs made scheduler-encryption-keys at the same time" in told
    assert "list-versions --vault-name kv-test --name scheduler-encryption-keys" in told


def test_without_azd_the_user_is_told_what_to_do(capsys: Capture) -> None:
    assert main({}, vaults.say_token) == 1
    assert "azd hooks run postprovision" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["kv", "evil.example/", "kv test", "-" * 25])
def test_what_is_no_name_of_a_vault_is_not_called(name: str, capsys: Capture) -> None:
    assert main({"KEY_VAULT_NAME": name}, vaults.say_token) == 1
    assert "no name of a vault" in capsys.readouterr().err


def test_nobody_signed_in_makes_no_key_and_is_told_before_and_after(a_vault: AVault, capsys: Capture) -> None:
    def no_program(command: Sequence[str]) -> Said:
        raise FileNotFoundError(command[0])

    assert (main(a_vault().environment(), no_program), check({}, no_program)) == (1, 1)
    assert capsys.readouterr().err.count("azd auth login") == 2


@pytest.mark.parametrize(
    ("environment", "scope"),
    [
        ({}, "https://vault.azure.net/.default"),
        ({"KEY_VAULT_URI": "https://kv-test.vault.azure.cn/"}, "https://vault.azure.cn/.default"),
    ],
    ids=["the first time", "later"],
)
def test_before_anything_is_made_a_token_for_the_vault_is_asked_for(
    environment: dict[str, str], scope: str, capsys: Capture
) -> None:
    asked: list[Sequence[str]] = []

    def run(command: Sequence[str]) -> Said:
        asked.append(command)
        return vaults.say_token(command)

    assert check(environment, run) == 0
    assert [(command[0], command[-1]) for command in asked] == [("azd", scope)]
    assert capsys.readouterr() == ("", "")
