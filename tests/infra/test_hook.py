"""Whom the hook asks for a token, where it sends it, and what the answers of a vault mean."""

import ssl
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from infra.hook import Stop
from infra.hook.https import Answer, Call, read, send
from infra.hook.sign_in import Said, SignIn
from infra.hook.vault import MOST_PAGES, Meaning, Vault, address_of, meaning, scope_of
from tests.infra import vaults
from tests.infra.vaults import TOKEN

SCOPE = "https://vault.azure.net/.default"
AZD = ["azd", "auth", "token", "--output", "json", "--no-prompt", "--scope", SCOPE]
AZ = ["az", "account", "get-access-token", "--output", "json", "--resource", "https://vault.azure.net"]
OF_AZ = Said(0, output=f'{{"accessToken": "{TOKEN}", "tokenType": "Bearer"}}')
SIGNED_OUT = '{"type":"consoleMessage","data":{"message":"\\nERROR: not logged in, run `azd auth login`\\n"}}'


@pytest.mark.parametrize(
    ("status", "codes", "means"),
    [
        (200, [], Meaning.FINE),
        (404, ["SecretNotFound"], Meaning.MISSING),
        (404, ["ResourceNotFound"], Meaning.REFUSED),
        (403, ["Forbidden", "ForbiddenByRbac"], Meaning.NO_ROLE),
        (403, ["Forbidden", "SecretDisabled"], Meaning.DISABLED),
        (403, ["Forbidden", "ForbiddenByFirewall"], Meaning.REFUSED),
        (403, ["Forbidden", "ForbiddenByConnection"], Meaning.REFUSED),
        (403, ["Forbidden", "ForbiddenByPolicy"], Meaning.REFUSED),
        (403, [], Meaning.REFUSED),
        (409, ["Conflict", "ObjectIsDeletedButRecoverable"], Meaning.DELETED),
        (409, ["Conflict", "ObjectIsBeingDeleted"], Meaning.REFUSED),
        (401, ["Unauthorized"], Meaning.SIGNED_OUT),
        (429, ["Throttled"], Meaning.LOST),
        (408, [], Meaning.LOST),
        (503, [], Meaning.LOST),
        (500, ["InternalError", "SecretNotFound"], Meaning.LOST),
        (0, [], Meaning.LOST),
        (302, [], Meaning.REFUSED),
        (400, ["BadParameter"], Meaning.REFUSED),
    ],
)
def test_what_an_answer_means(status: int, codes: Sequence[str], means: Meaning) -> None:
    assert meaning(Answer(status, tuple(codes), body={})) is means


@pytest.mark.parametrize(
    ("raw", "codes", "words"),
    [
        (
            vaults.NO_ROLE.body,
            ("Forbidden", "ForbiddenByRbac"),
            "403 Forbidden ForbiddenByRbac what is wrong",
        ),
        (b'{"error": {"code": "A", "innererror": {"code": "B", "innererror": null}}}', ("A", "B"), "403 A B"),
        (b'{"error": "no object"}', (), "403"),
        (b'["no object"]', (), "403"),
        (b"<html>\xff", (), "403"),
        (b"", (), "403"),
    ],
)
def test_any_body_is_read(raw: bytes, codes: tuple[str, ...], words: str) -> None:
    answer = read(403, raw)

    assert (answer.codes, answer.words) == (codes, words)


@pytest.mark.parametrize("raw", [b"<p>Welcome</p>", b"", b"[]"])
def test_a_page_in_place_of_an_answer_is_a_refusal(raw: bytes) -> None:
    assert meaning(read(200, raw)) is Meaning.REFUSED


@pytest.mark.parametrize(
    ("uri", "address", "scope"),
    [
        ("", "https://kv-test.vault.azure.net", "https://vault.azure.net/.default"),
        (
            "https://kv-test.vault.azure.net/",
            "https://kv-test.vault.azure.net",
            "https://vault.azure.net/.default",
        ),
        ("https://kv.vault.azure.cn", "https://kv.vault.azure.cn", "https://vault.azure.cn/.default"),
        (
            "https://kv.vault.usgovcloudapi.net:443/",
            "https://kv.vault.usgovcloudapi.net:443",
            "https://vault.usgovcloudapi.net/.default",
        ),
        ("https://localhost:8443/", "https://localhost:8443", "https://localhost/.default"),
    ],
)
def test_where_a_vault_answers_and_what_its_token_is_asked_for(uri: str, address: str, scope: str) -> None:
    assert (address_of("kv-test", uri), scope_of(address)) == (address, scope)


@pytest.mark.parametrize(
    ("azd", "az", "asked"),
    [
        (Said(0, output=f'{{"token": "{TOKEN}"}}'), None, [AZD]),
        (Said(1, SIGNED_OUT), OF_AZ, [AZD, AZ]),
        (None, OF_AZ, [AZD, AZ]),
        (Said(0, output="no JSON"), OF_AZ, [AZD, AZ]),
        (Said(0, output='["no", "object"]'), OF_AZ, [AZD, AZ]),
        (Said(0, output='{"token": "two\\nlines"}'), OF_AZ, [AZD, AZ]),
    ],
    ids=["azd", "azd is signed out", "no azd", "no JSON", "no object", "no header"],
)
def test_azd_is_asked_first_and_az_if_it_has_no_token(
    azd: Said | None, az: Said | None, asked: list[list[str]]
) -> None:
    commands: list[Sequence[str]] = []

    assert SignIn(programs(commands, azd, az)).token(SCOPE) == TOKEN
    assert commands == asked


def test_the_sign_in_of_the_subscription_and_of_the_tenant_is_taken() -> None:
    commands: list[Sequence[str]] = []

    SignIn(programs(commands, None, OF_AZ), "mine", "ours").token(SCOPE)

    assert commands == [[*AZD, "--tenant-id", "ours"], [*AZ, "--subscription", "mine"]]


@pytest.mark.parametrize(
    ("azd", "az", "told"),
    [
        (None, None, ["azd is not on the PATH.", "az is not on the PATH."]),
        (Said(1, SIGNED_OUT), None, ["azd says: ERROR: not logged in, run `azd auth login`"]),
        (Said(1, '{"error": "reauthentication required"}'), None, ["azd says: reauthentication required"]),
        (None, Said(1, "ERROR: Please run 'az login'"), ["az says: ERROR: Please run 'az login'"]),
        (Said(3), Said(0, output=TOKEN), ["azd says: nothing, and ends with 3.", "az says: something that"]),
        (Said(1, "in words", TOKEN), None, ["azd says: in words"]),
    ],
    ids=["none is there", "azd", "a newer azd", "az", "neither says why", "a token beside a failure"],
)
def test_who_is_not_signed_in_is_told_why_and_what_to_do(
    azd: Said | None, az: Said | None, told: list[str]
) -> None:
    with pytest.raises(Stop) as stopped:
        SignIn(programs([], azd, az)).token(SCOPE)

    assert [words for words in (*told, "Run `azd auth login`") if words not in str(stopped.value)] == []
    assert TOKEN not in str(stopped.value)


def test_commands_hold_nothing_that_ends_a_block_in_az_cmd() -> None:
    """On Windows az is a batch file that calls Python within parentheses; only spaces get quotes."""
    assert [word for word in (*AZD, *AZ) if set(word) & set("()&|<>^% ")] == []


@pytest.mark.parametrize("address", ["http://kv-test.vault.azure.net/", "file:///etc/passwd", "kv-test"])
def test_a_token_goes_over_https_only(address: str) -> None:
    with pytest.raises(Stop, match="does not begin with https"):
        send(Call("GET", address), TOKEN)


def test_a_python_without_certificates_is_told_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")

    with vaults.a_line(tmp_path) as line, pytest.raises(Stop, match=r"Install Certificates\.command") as stop:
        send(Call("GET", line.uri), TOKEN, ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT))

    assert "This Python does not trust 127.0.0.1" in str(stop.value)


@pytest.mark.parametrize(
    ("link", "asked"),
    [
        (None, 1),
        ("https://kv.example/secrets/s/versions?page=2", MOST_PAGES),
        ("https://evil.example/secrets/s/versions?page=2", 1),
        ("https://kv.example:444/secrets/s/versions?page=2", 1),
        ("http://kv.example/secrets/s/versions?page=2", 1),
    ],
    ids=["the last page", "its own", "another host", "another port", "no TLS"],
)
def test_further_pages_are_asked_of_the_vault_alone(link: str | None, asked: int) -> None:
    calls: list[Call] = []

    def send_page(call: Call) -> Answer:
        calls.append(call)
        return Answer(200, body={"value": [{"tags": {"run": "mine"}}], "nextLink": link})

    vault = Vault("kv", "https://kv.example", send_page, mark="mine")

    assert not vault.was_made_twice("s")
    assert len(calls) == asked


def test_what_may_hold_a_secret_is_not_shown() -> None:
    shown = [
        Call("PUT", "https://kv", {"value": "k3y"}),
        Answer(200, body={"value": "k3y"}),
        Said(0, "", "k3y"),
    ]

    assert "k3y" not in repr(shown)


def programs(
    commands: list[Sequence[str]], azd: Said | None, az: Said | None
) -> Callable[[Sequence[str]], Said]:
    def run(command: Sequence[str]) -> Said:
        commands.append(command)
        said = {"azd": azd, "az": az}[command[0]]
        if said is None:
            raise FileNotFoundError(command[0])
        return said

    return run
