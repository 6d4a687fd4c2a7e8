"""A job's properties → what the app itself would read in them."""

from datetime import UTC, datetime
from typing import Final

from migrate.found import Json
from shared.api.fields import Fields
from shared.api.keys.known import JOB, without_unknown
from shared.api.parse import parse_collection, read_job
from shared.domain.about import EXTENDED
from shared.domain.asked_job import AskedJob
from shared.domain.errors import Faults
from shared.domain.secret import CertificateFacts, Secret
from shared.domain.wanted_collection import WantedCollection

_ANY_TIME: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""Collections have no times that could be past."""


class _NoVault:
    """Has nothing to seal, because secrets are taken out before a job is read."""

    def seal(self, text: str) -> Secret:
        raise RuntimeError("a secret was left in a job that is read")

    def read_certificate(self, pfx: str, password: str, *, now: datetime) -> CertificateFacts:
        raise RuntimeError("a certificate was left in a job that is read")


def read_asked(body: Json, *, version: str, now: datetime) -> AskedJob:
    """Return what a PUT would ask for; raise Invalid with all faults.

    The job is read as a disabled one. So it is no fault if its time is over; that is looked at later.
    """
    properties = {key: value for key, value in body["properties"].items() if key.lower() != "state"}
    disabled = {**body, "properties": {**properties, "state": "disabled"}}
    return read_job(disabled, _NoVault(), now=now, version=version)


def read_collection(body: Json) -> WantedCollection:
    """Return what a PUT of a collection would ask for; raise Invalid with all faults."""
    return parse_collection(body, _NoVault(), now=_ANY_TIME, version=EXTENDED)


def read_stored(existing: Json, *, now: datetime) -> AskedJob:
    """Return what a PUT of a job that the app answered would ask for. A newer app may answer other keys."""
    properties, _ = without_effectless(existing.get("properties", {}))
    tags = {key: value for key, value in existing.items() if key == "tags"}
    known, _ = without_unknown({**tags, "properties": properties}, JOB)
    return read_asked(known, version=EXTENDED, now=now)


def without_effectless(properties: Json) -> tuple[Json, tuple[str, ...]]:
    """Return the properties without the keys that the app says have no effect, and the names of these.

    The app keeps such a key if a job changes under an older api-version, but takes none from a caller.
    """
    named = [name for _, name in Fields(properties, Faults()).object("status").names("noEffect")]
    for name in named:
        properties = _without(properties, name.lower().split("."))
    return properties, tuple(named)


def _without(holder: Json, way: list[str]) -> Json:
    first, *rest = way
    found = {key: value for key, value in holder.items() if key.lower() == first}
    inside = {key: _without(value, rest) for key, value in found.items() if rest and isinstance(value, dict)}
    return {key: inside.get(key, value) for key, value in holder.items() if key not in found or key in inside}
