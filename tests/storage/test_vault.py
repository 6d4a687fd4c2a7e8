"""Secrets at rest, and what a PFX file says of itself."""

import base64
from datetime import UTC, datetime, timedelta

import pytest

from shared.domain.errors import Invalid, NotConfigured
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.secret import CertificateFacts, Secret
from shared.storage.vault import EncryptionKey, JobVault
from tests.builders import KEY, NINE
from tests.certificates import a_pfx
from tests.pfx.writing import a_costly_pfx

OLD, NEW = EncryptionKey("2025", b"o" * 32), EncryptionKey("2026", b"n" * 32)
EXPIRES = datetime(2030, 1, 1, tzinfo=UTC)


def a_vault(*keys: EncryptionKey, job: JobKey = KEY) -> JobVault:
    return JobVault(keys or (NEW,), job)


@pytest.mark.parametrize("text", ["s3cret", "", "päßwörd 🔑", "x" * 8_192])
def test_what_is_sealed_can_be_opened(text: str) -> None:
    sealed = a_vault().seal(text)

    assert a_vault().open(sealed) == text
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
        a_vault(job=job).open(sealed)


def test_the_job_may_be_spelled_in_another_case() -> None:
    spelled = JobKey(
        collection=CollectionKey(subscription="SUB-1", resource_group="group (A)", name="first collection"),
        name="JOB.1",
    )

    assert a_vault(job=spelled).open(a_vault().seal("s3cret")) == "s3cret"


def test_the_first_key_seals_and_older_ones_still_open() -> None:
    before = a_vault(OLD).seal("s3cret")
    rotated = a_vault(NEW, OLD)

    assert rotated.open(before) == "s3cret"
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
        JobVault(keys, KEY).open(sealed)

    assert str(refused.value) == message


def test_a_secret_that_was_tampered_with_stays_shut() -> None:
    name, _, content = a_vault().seal("s3cret").sealed.partition(":")
    tampered = bytearray(base64.b64decode(content))
    tampered[-1] ^= 1

    with pytest.raises(NotConfigured):
        a_vault().open(Secret(f"{name}:{base64.b64encode(tampered).decode()}"))


def test_without_a_key_nothing_is_sealed() -> None:
    with pytest.raises(Invalid, match="SCHEDULER_ENCRYPTION_KEYS") as refused:
        JobVault((), KEY).seal("s3cret")

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
