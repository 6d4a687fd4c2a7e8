"""Secrets at rest, and what a PFX file says of itself."""

import base64
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from shared.domain.errors import Invalid, NotConfigured
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.secret import CertificateFacts, Secret
from shared.storage.vault import EncryptionKey, KeyedVault
from tests.builders import KEY, NINE
from tests.certificates import a_pfx
from tests.pfx.writing import a_costly_pfx

OLD, NEW = EncryptionKey("2025", b"o" * 32), EncryptionKey("2026", b"n" * 32)
EXPIRES = datetime(2030, 1, 1, tzinfo=UTC)
TARGET = '["https", "receiver.example", 443]'


def a_vault(*keys: EncryptionKey, job: JobKey = KEY) -> KeyedVault:
    return KeyedVault(keys or (NEW,), job)


@pytest.mark.parametrize("text", ["s3cret", "", "päßwörd 🔑", "x" * 8_192])
def test_what_is_sealed_can_be_opened(text: str) -> None:
    sealed = a_vault().seal(text)

    assert a_vault().open(sealed, TARGET) == text
    assert sealed.size == len(text)


def test_a_sealed_secret_shows_nothing_of_itself() -> None:
    first, second = a_vault().seal("s3cret"), a_vault().seal("s3cret")

    assert first.sealed.startswith("2026:")
    assert "s3cret" not in first.sealed + repr(first)
    assert b"s3cret" not in base64.b64decode(first.sealed.partition(":")[2])
    assert first != second


def test_a_key_does_not_print() -> None:
    assert repr(NEW) == "EncryptionKey(name='2026')"


OTHER_JOBS = {
    "another job": JobKey(collection=KEY.collection, name="Job.2"),
    "a job of that name in another collection": JobKey(
        collection=CollectionKey(subscription="Sub-1", resource_group="Group (a)", name="Second"),
        name="Job.1",
    ),
}


@pytest.mark.parametrize("job", OTHER_JOBS.values(), ids=OTHER_JOBS.keys())
def test_a_secret_is_bound_to_its_job(job: JobKey) -> None:
    sealed = a_vault().seal("s3cret")

    with pytest.raises(NotConfigured):
        a_vault(job=job).open(sealed, TARGET)


def test_the_job_may_be_spelled_in_another_case() -> None:
    spelled = JobKey(
        collection=CollectionKey(subscription="SUB-1", resource_group="group (A)", name="first collection"),
        name="JOB.1",
    )

    assert a_vault(job=spelled).open(a_vault().seal("s3cret"), TARGET) == "s3cret"


def test_the_first_key_seals_and_older_ones_still_open() -> None:
    before = a_vault(OLD).seal("s3cret")
    rotated = a_vault(NEW, OLD)

    assert rotated.open(before, TARGET) == "s3cret"
    assert rotated.seal("s3cret").sealed.startswith("2026:")


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        pytest.param((NEW,), "SCHEDULER_ENCRYPTION_KEYS: the key '2025' is missing.", id="dropped"),
        pytest.param((), "SCHEDULER_ENCRYPTION_KEYS: the key '2025' is missing.", id="none"),
        pytest.param(
            (EncryptionKey("2025", b"x" * 32),),
            "SCHEDULER_ENCRYPTION_KEYS: '2025' is not the key it was.",
            id="another under the name",
        ),
    ],
)
def test_without_its_key_a_secret_stays_shut(keys: tuple[EncryptionKey, ...], message: str) -> None:
    sealed = a_vault(OLD).seal("s3cret")

    with pytest.raises(NotConfigured) as refused:
        KeyedVault(keys, KEY).open(sealed, TARGET)

    assert str(refused.value) == message


def test_a_secret_that_was_tampered_with_stays_shut() -> None:
    name, _, content = a_vault().seal("s3cret").sealed.partition(":")
    tampered = bytearray(base64.b64decode(content))
    tampered[-1] ^= 1

    with pytest.raises(NotConfigured):
        a_vault().open(Secret(f"{name}:{base64.b64encode(tampered).decode()}"), TARGET)


def test_what_is_bound_opens_for_its_target_alone() -> None:
    bound = a_vault().bind(a_vault().seal("s3cret"), TARGET)

    assert (a_vault().open(bound, TARGET), bound.size, bound.key) == ("s3cret", 6, NEW.id)
    with pytest.raises(NotConfigured, match="sealed for another job or target"):
        a_vault().open(bound, '["https", "evil.example", 443]')
    with pytest.raises(NotConfigured):
        a_vault().open(replace(bound, key=""), TARGET)


def test_what_is_bound_to_a_job_alone_is_not_taken_for_bound_to_a_target() -> None:
    sealed = a_vault().seal("s3cret")

    with pytest.raises(NotConfigured):
        a_vault().open(replace(sealed, key=NEW.id), TARGET)


def test_binding_seals_with_the_first_key_and_changes_nothing_that_it_has_sealed() -> None:
    before = a_vault(OLD).bind(a_vault(OLD).seal("s3cret"), TARGET)

    after = a_vault(NEW, OLD).bind(before, TARGET)

    assert (before.key, after.key) == (OLD.id, NEW.id)
    assert a_vault(NEW).open(after, TARGET) == "s3cret"
    assert a_vault(NEW, OLD).bind(after, TARGET) is after


@pytest.mark.parametrize("keys", [(NEW,), ()], ids=["another key", "no key"])
def test_what_no_key_opens_stays_as_it_is(keys: tuple[EncryptionKey, ...]) -> None:
    bound = a_vault(OLD).bind(a_vault(OLD).seal("s3cret"), TARGET)

    assert KeyedVault(keys, KEY).bind(bound, TARGET) is bound


def test_a_key_is_known_by_its_value_and_not_by_its_name() -> None:
    renamed, replaced = EncryptionKey("other", NEW.value), EncryptionKey(NEW.name, b"x" * 32)
    bound = a_vault(NEW).bind(a_vault(NEW).seal("s3cret"), TARGET)

    assert a_vault(renamed).open(bound, TARGET) == "s3cret"
    with pytest.raises(NotConfigured, match="'2026' is not the key it was"):
        a_vault(replaced).open(bound, TARGET)
    assert len({OLD.id, NEW.id, replaced.id}) == 3


@pytest.mark.parametrize("bound", [True, False], ids=["bound to its target", "as 0.1.0 sealed it"])
def test_a_vault_says_which_key_opens_a_secret(bound: bool) -> None:
    sealed = a_vault(OLD).seal("s3cret")
    secret = a_vault(OLD).bind(sealed, TARGET) if bound else sealed

    assert a_vault(NEW, OLD).opens(secret, TARGET) == OLD.id
    assert a_vault(NEW).opens(secret, TARGET) is None
    assert KeyedVault((), KEY).opens(secret, TARGET) is None
    if not bound:
        assert a_vault(EncryptionKey("2025", b"x" * 32)).opens(secret, TARGET) is None


def test_without_a_key_nothing_is_sealed() -> None:
    with pytest.raises(Invalid, match="SCHEDULER_ENCRYPTION_KEYS") as refused:
        KeyedVault((), KEY).seal("s3cret")

    assert "s3cret" not in str(refused.value)


@pytest.mark.parametrize("password", ["open", "päßwort", ""])
def test_a_certificate_says_what_it_is(password: str) -> None:
    pfx = a_pfx(expires=EXPIRES, password=password)

    assert a_vault().read_certificate(pfx.text, password, now=NINE) == CertificateFacts(
        thumbprint=pfx.thumbprint, subject="CN=example", expires=EXPIRES
    )


def test_base64_may_be_broken_into_lines() -> None:
    pfx = a_pfx(expires=EXPIRES)
    lines = "\r\n".join(pfx.text[start : start + 76] for start in range(0, len(pfx.text), 76))

    assert a_vault().read_certificate(lines, "open", now=NINE).thumbprint == pfx.thumbprint


def test_a_certificate_holds_until_it_expires() -> None:
    pfx = a_pfx(expires=NINE)
    last = a_vault().read_certificate(pfx.text, "open", now=NINE - timedelta(microseconds=1))

    assert last.expires == NINE
    with pytest.raises(Invalid, match="the certificate has expired on 2026-03-02"):
        a_vault().read_certificate(pfx.text, "open", now=NINE)


@pytest.mark.parametrize(
    ("pfx", "password", "reason"),
    [
        pytest.param(a_pfx(expires=EXPIRES).text, "shut", "the password does not open it", id="password"),
        pytest.param(a_pfx(expires=EXPIRES).text, "", "the password does not open it", id="no password"),
        pytest.param("Zm9v", "open", "is not a PFX file", id="not a PFX file"),
        pytest.param(
            a_costly_pfx(),
            "open",
            "asks for more than 1,000,000 rounds to make keys from its password",
            id="sixty million rounds",
        ),
        pytest.param("", "open", "is not a PFX file", id="empty"),
        pytest.param("not Base64!", "open", "is not Base64", id="not Base64"),
        pytest.param("Zm9", "open", "is not Base64", id="cut Base64"),
        pytest.param("Zm9v" + "ü", "open", "is not Base64", id="not ASCII"),
    ],
)
def test_a_file_that_cannot_serve_is_refused(pfx: str, password: str, reason: str) -> None:
    with pytest.raises(Invalid) as refused:
        a_vault().read_certificate(pfx, password, now=NINE)

    assert str(refused.value) == reason


def test_a_certificate_without_its_private_key_is_refused() -> None:
    pfx = a_pfx(expires=EXPIRES, with_key=False)

    with pytest.raises(Invalid, match="holds no"):
        a_vault().read_certificate(pfx.text, "open", now=NINE)
