"""No secret that was sent is stored, in whatever form it comes back."""

import base64
import html
import json
import re
from collections.abc import Callable
from html.entities import codepoint2name
from pathlib import Path
from urllib.parse import parse_qs, quote, quote_plus, unquote

import pytest
from azure.servicebus.exceptions import ServiceBusError

from shared.actions.redaction import in_authorization, in_sas_token, redacted
from shared.actions.service_bus.reasons import reason_for
from shared.actions.storage_queue import QueueSettings
from shared.domain.action import StorageQueueAction
from shared.domain.attempt import Completed
from shared.domain.authentication import ActiveDirectoryOAuth, Basic, ClientCertificate
from shared.domain.messages import StorageQueueMessage
from tests.actions.running import a_runner, an_attempt, an_http_attempt, sealed
from tests.receiver import Answer, Received, a_receiver
from tests.tls import an_authority

PASSWORD = "p/a+s=s&w\"ö\\<r>d %2B'"
FORMS: dict[str, Callable[[str], str]] = {
    "as is": str,
    "percent-encoded": lambda secret: quote(secret, safe=""),
    "percent-encoded, in small letters": lambda secret: re.sub(
        "%[0-9A-F]{2}", lambda found: found[0].lower(), quote(secret, safe="")
    ),
    "percent-encoded but for slashes": quote,
    "of a form": quote_plus,
    "percent-decoded": unquote,
    "in JSON": lambda secret: json.dumps(secret)[1:-1],
    "in JSON, not only ASCII": lambda secret: json.dumps(secret, ensure_ascii=False)[1:-1],
    "in JSON, with slashes escaped": lambda secret: json.dumps(secret)[1:-1].replace("/", "\\/"),
    "in JSON, as .NET writes it": lambda secret: json.dumps(secret)[1:-1].replace("&", "\\u0026"),
    "in HTML": html.escape,
    "in HTML, by names": lambda secret: "".join(
        f"&{codepoint2name[ord(char)]};" if ord(char) in codepoint2name else char for char in secret
    ),
    "in HTML, by numbers": lambda secret: "".join(f"&#{ord(char)};" for char in secret),
    "in HTML, by hexadecimal numbers": lambda secret: "".join(f"&#x{ord(char):X};" for char in secret),
    "in JSON in JSON": lambda secret: json.dumps(json.dumps(secret))[3:-3],
    "percent-encoded twice": lambda secret: quote(quote(secret, safe=""), safe=""),
    "of a form, twice": lambda secret: quote_plus(quote_plus(secret)),
    "percent-encoded in HTML in JSON": lambda secret: json.dumps(html.escape(quote(secret)))[1:-1],
    "in small letters": str.lower,
    "in capitals": str.upper,
    "percent-encoded in capitals": lambda secret: quote(secret.upper(), safe=""),
    "in Base64": lambda secret: base64.b64encode(secret.encode()).decode().rstrip("="),
    "in Base64 for addresses": lambda secret: base64.urlsafe_b64encode(secret.encode()).decode().rstrip("="),
    "in Base64, percent-encoded": lambda secret: quote(
        base64.b64encode(secret.encode()).rstrip(b"="), safe=""
    ),
    "in hexadecimal": lambda secret: secret.encode().hex(),
    "in hexadecimal, in capitals": lambda secret: secret.encode().hex().upper(),
    "in hexadecimal, byte by byte": lambda secret: secret.encode().hex(" "),
    "in lines": lambda secret: "\r\n".join(folded(secret, 5)),
    "in a folded header": lambda secret: "\r\n\t ".join(folded(secret, 7)),
    "in Base64 in lines": lambda secret: "\n".join(
        folded(base64.b64encode(secret.encode()).decode().rstrip("="), 6)
    ),
    "in lines in JSON": lambda secret: json.dumps("\n".join(folded(secret, 4)))[1:-1],
}


def folded(text: str, width: int) -> list[str]:
    return [text[start : start + width] for start in range(0, len(text), width)]


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_a_secret_is_hidden_in_every_form(form: Callable[[str], str]) -> None:
    text = f"before {form(PASSWORD)}, after{form(PASSWORD)}!"

    assert redacted(text, [PASSWORD]) == "before ***, after***!"


@pytest.mark.parametrize("encode", [base64.b64encode, base64.urlsafe_b64encode])
@pytest.mark.parametrize("behind", range(4))
@pytest.mark.parametrize("before", range(7))
@pytest.mark.parametrize("size", [8, 9, 10, 11, 40])
def test_base64_shows_nothing_of_a_secret_wherever_it_stands_in_it(
    size: int, before: int, behind: int, encode: Callable[[bytes], bytes]
) -> None:
    secrets = [
        "a?>p4ssw0rd~?~?>>>~?~?~?abcdefghijklmnop"[:size],
        "\x1e@AOKLLHOCU@^AAAAABABABAB~~~~~~~~~~~~~~~~"[:size],
    ]

    left = [
        redacted(f"see {encode(b'A' * before + secret.encode() + b'Z' * behind).decode()} .", [secret])
        for secret in secrets
    ]

    assert left[0].count("***") == 1
    assert left[0] == left[1]  # so it tells nothing of the secret


def test_words_are_no_secret_of_few_letters_and_many_blanks() -> None:
    assert redacted("about a tab of the table", ["a       b"]) == "about a tab of the table"


def test_a_text_of_secrets_alone_is_read_to_its_end() -> None:
    secret, text = "a" * 2_000, "a" * 65_536

    assert redacted(text, [secret]) == "***"
    assert redacted("%2561" * 8_192, [secret], cut=True) == "***"
    assert redacted("\n".join(text), [secret]) == "***"


@pytest.mark.parametrize(
    "form",
    [
        pytest.param(lambda secret: secret[::-1], id="reversed"),
        pytest.param(lambda secret: secret.encode().hex(":"), id="in hexadecimal with colons"),
        pytest.param(lambda secret: base64.b85encode(secret.encode()).decode(), id="in Base85"),
        pytest.param(lambda secret: secret.translate(str.maketrans("abc", "nop")), id="with other letters"),
    ],
)
def test_what_is_not_covered_is_what_the_document_says(form: Callable[[str], str]) -> None:
    assert redacted(form("abc-secret-cba-1"), ["abc-secret-cba-1"]) == form("abc-secret-cba-1")


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("open", "***"),
        ("b3Blbg==", "***=="),
        ("6f70656E", "6f70656E"),
        ("6f70656e", "***"),
        ("6F70656E", "***"),
        ("o\npen", "o\npen"),
        ('{"pw":"open"}', '{"pw":"***"}'),
        ("a=open&b", "a=***&b"),
        ("opened", "opened"),
        ("reopen", "reopen"),
        ("open_door", "open_door"),
        ("openß", "openß"),
        ("Open", "Open"),
    ],
)
def test_a_short_secret_is_hidden_where_it_stands_alone(text: str, hidden: str) -> None:
    assert redacted(text, ["open"]) == hidden


def test_secrets_that_overlap_are_hidden_together() -> None:
    assert redacted("say Basic dXNlcjpwYXNz now", in_authorization("Basic dXNlcjpwYXNz")) == "say *** now"
    assert redacted("abcdefghij", ["abcdefgh", "cdefghij"]) == "***"
    assert redacted("aaaaaaaaaaaa", ["aaaaaaaa"]) == "***"


@pytest.mark.parametrize("secrets", [[], [""], ["absent-secret"]])
def test_a_text_without_secrets_stays_as_it_is(secrets: list[str]) -> None:
    text = "100% of &lt; \\u0041 \\ & %zz \ud800 ü"

    assert redacted(text, secrets) == text


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_no_cut_leaves_half_of_a_secret(form: Callable[[str], str]) -> None:
    written = form(PASSWORD)
    for size in range(len(written)):
        left = redacted(f"before {written[:size]}", [PASSWORD], cut=True)

        assert left == "before ***" or "before ".startswith(left)


@pytest.mark.parametrize(
    ("value", "secrets"),
    [
        ("Bearer YTpi", ["Bearer YTpi", "YTpi"]),
        ("basic  YTpi", ["basic  YTpi", "YTpi", "a:b", "b"]),
        ("Basic no-base64", ["Basic no-base64", "no-base64"]),
        ("just-a-key", ["just-a-key", ""]),
    ],
)
def test_what_is_secret_about_an_authorization_header(value: str, secrets: list[str]) -> None:
    assert in_authorization(value) == secrets


def test_what_is_secret_about_a_shared_access_signature() -> None:
    assert in_sas_token("?sv=1&sig=a%2Bb%3D&se=2") == ["sv=1&sig=a%2Bb%3D&se=2", "a%2Bb%3D"]


def echo(request: Received) -> Answer:
    """Show the caller what was sent, as such pages do: in headers, and in JSON."""
    sent = request.headers.get("authorization", "")
    decoded = base64.b64decode(sent.removeprefix("Basic ")).decode() if sent.startswith("Basic ") else ""
    return Answer(
        headers={"X-Echo": sent, "X-Encoded": quote(sent, safe=""), "Content-Type": "application/json"},
        body=json.dumps({"authorization": sent, "decoded": decoded, "url": html.escape(sent)}).encode(),
    )


@pytest.mark.parametrize(
    ("request_parts", "leaks"),
    [
        pytest.param(
            {"authentication": Basic(username="Aladdin", password=sealed("open sesame"))},
            ["sesame", "QWxhZGRpbjpvcGVuIHNlc2FtZQ"],
            id="a password",
        ),
        pytest.param(
            {"headers": (("authorization", "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="),)},
            ["sesame", "QWxhZGRpbjpvcGVuIHNlc2FtZQ"],
            id="a header of the job",
        ),
        pytest.param({"headers": (("Authorization", "Token t0ken-t0ken"),)}, ["t0ken-t0ken"], id="a token"),
    ],
)
def test_what_proves_who_calls_is_not_stored(request_parts: dict[str, object], leaks: list[str]) -> None:
    with a_receiver(echo) as receiver:
        outcome = a_runner().perform(an_http_attempt(receiver.uri, **request_parts))

    assert isinstance(outcome, Completed)
    assert "X-Echo: ***\r\n" in outcome.message
    assert [leak for leak in leaks if leak in outcome.message] == []


def test_a_password_in_an_address_is_not_stored() -> None:
    with a_receiver(echo) as receiver:
        address = receiver.uri.replace("http://", "http://Aladdin:open%20sesame@")
        outcome = a_runner().perform(an_http_attempt(address))

    assert "X-Echo: ***\r\n" in outcome.message
    assert "sesame" not in outcome.message


def test_a_secret_at_a_cut_is_not_stored_in_part() -> None:
    password = "correct horse battery staple"
    before = "x" * (1_024 - 10)
    with a_receiver(
        lambda _: Answer(
            headers={"X-Long": "y" * 4_050, "X-Echo": password}, body=f"{before}{password}".encode()
        )
    ) as receiver:
        outcome = a_runner().perform(
            an_http_attempt(receiver.uri, authentication=Basic(username="u", password=sealed(password)))
        )

    assert outcome.message.endswith(f"{before}***")
    assert "correct" not in outcome.message


def test_a_body_full_of_secrets_shows_none_at_its_end() -> None:
    password = "correct horse battery staple"
    with a_receiver(lambda _: Answer(body=f"{password} ".encode() * 1_000)) as receiver:
        outcome = a_runner().perform(
            an_http_attempt(receiver.uri, authentication=Basic(username="u", password=sealed(password)))
        )

    body = outcome.message.partition(" Body: ")[2]
    assert set(body) == {"*", " "}


def test_a_certificates_password_is_not_stored(tmp_path: Path) -> None:
    authority = an_authority(tmp_path)
    certificate = ClientCertificate(
        pfx=sealed(authority.client_pfx("client-1", password="pass-for-pfx")), password=sealed("pass-for-pfx")
    )
    with a_receiver(
        lambda _: Answer(body=b"pass-for-pfx"), tls=authority.server_context(asks_for_certificates=True)
    ) as receiver:
        outcome = a_runner(ca_file=authority.ca_file).perform(
            an_http_attempt(receiver.uri, authentication=certificate)
        )

    assert outcome.message.endswith(" Body: ***")


def test_neither_a_token_nor_the_secret_behind_it_is_stored(tmp_path: Path) -> None:
    def login(request: Received) -> Answer:
        host = f"https://{request.headers['host']}/contoso.example"
        known = {
            "issuer": f"{host}/v2.0",
            "token_endpoint": f"{host}/t",
            "authorization_endpoint": f"{host}/a",
        }
        refused = b"client_id=client-2" in request.body
        token = {"token_type": "Bearer", "expires_in": 3_600, "access_token": "acc3ss-t0ken"}
        answer = {"error": f"wrong {parse_qs(request.body.decode())['client_secret']}"} if refused else token
        return Answer(
            headers={"Content-Type": "application/json"},
            body=json.dumps(answer if request.method == "POST" else known).encode(),
        )

    authority = an_authority(tmp_path)
    with (
        a_receiver(login, tls=authority.server_context()) as tenant,
        a_receiver(lambda _: Answer(body=b"acc3ss-t0ken and s3cr3t-s3cr3t")) as receiver,
    ):
        runner = a_runner(authority=tenant.uri, ca_file=authority.ca_file)
        given, refused = (
            runner.perform(
                an_http_attempt(
                    receiver.uri,
                    authentication=ActiveDirectoryOAuth(
                        tenant="contoso.example",
                        audience="https://a.example",
                        client_id=client,
                        secret=sealed("s3cr3t-s3cr3t"),
                    ),
                )
            )
            for client in ("client-1", "client-2")
        )

    assert given.message.endswith(" Body: *** and ***")
    assert refused.message.endswith("tenant 'contoso.example' refuses it: wrong ['***']")


def test_a_queues_signature_is_not_stored() -> None:
    token = "sv=2024-11-04&sig=abc%2Bdef%2Fghi%3D&se=2030"
    action = StorageQueueAction(
        message=StorageQueueMessage(
            account="devstoreaccount1", queue="queue1", message="m", sas_token=sealed(token)
        )
    )
    with a_receiver(lambda _: Answer(status=403, headers={"x-ms-error-code": "abc+def/ghi="})) as receiver:
        outcome = a_runner(queues=QueueSettings(emulator=receiver.uri)).perform(an_attempt(action))

    assert outcome.message.endswith("failed: 403 ***")


def test_a_key_of_service_bus_is_not_stored() -> None:
    refused = ServiceBusError("refused")
    refused.description = b"The key k3y-of-the-bus= is wrong. TrackingId:1"  # type: ignore[attr-defined]

    assert reason_for(refused, "hello", "k3y-of-the-bus=") == "refused: The key *** is wrong."
