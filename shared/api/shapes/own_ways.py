"""The values that their shape alone does not make: what else is looked at before they are made."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from shared.api.fields import Fields
from shared.api.shapes.reading import OwnWays, Reader
from shared.api.shapes.shape import Record
from shared.domain.action import ErrorAction
from shared.domain.authentication import ClientCertificate
from shared.domain.errors import Faults
from shared.domain.recurrence import FITTING, Recurrence, refuse_count, refuse_unfit
from shared.domain.retry import RetryPolicy, RetryType
from shared.domain.secret import Sealer, reference_fault


def timing_reader(faults: Faults) -> Reader:
    return Reader(faults, {Recurrence: _recurrence})


def job_reader(faults: Faults, vault: Sealer, now: datetime) -> Reader:
    certificates = _Certificates(vault, now)
    own_ways = {**_OWN_WAYS, ClientCertificate: certificates.read}
    return Reader(faults, own_ways, vault)


def _recurrence(reader: Reader, record: Record, fields: Fields) -> Any:
    """Tell also what is wrong with the parts of a recurrence that cannot be made."""
    values = reader.values(record, fields)
    frequency, named = values.get("frequency"), fields.raw("schedule")
    with reader.faults.under(fields.path()):
        if frequency is None:
            refuse_count(values.get("count"))
        elif isinstance(named, Mapping) and "schedule" not in values:
            parts = Fields(named, Faults())
            refuse_unfit(frequency, [key for key in FITTING if parts.raw(key) not in (None, [])])
    return None if frequency is None else reader.made(record, fields, values)


def _retry_policy(reader: Reader, record: Record, fields: Fields) -> Any:
    """Where nothing is tried again, nothing else is looked at."""
    named = fields.raw("retryType")
    if isinstance(named, str) and named.lower() == RetryType.NONE:
        return RetryPolicy(type=RetryType.NONE)
    return reader.made(record, fields, reader.values(record, fields))


def _error_action(reader: Reader, record: Record, fields: Fields) -> Any:
    fields.refuse("errorAction", "an error action cannot have an error action of its own")
    return reader.made(record, fields, reader.values(record, fields))


@dataclass(frozen=True, slots=True)
class _Certificates:
    vault: Sealer
    moment: datetime

    def read(self, reader: Reader, record: Record, fields: Fields) -> Any:
        """Look into a PFX file that is sent; without one, the file that is stored may be kept."""
        if fields.has("pfx"):
            return self._new(reader, fields)
        fields.refuse("password", "belongs to a PFX file; send pfx too")
        return ClientCertificate(thumbprint=fields.text("certificateThumbprint") or "")

    def _new(self, reader: Reader, fields: Fields) -> ClientCertificate | None:
        pfx, password = fields.text("pfx"), fields.required_text("password")
        if pfx is None or password is None:
            return None
        for key, text in (("pfx", pfx), ("password", password)):
            if (fault := reference_fault(text)) is not None:
                fields.refuse(key, fault)
                return None
        with reader.faults.under(fields.path("pfx")):
            facts = self.vault.read_certificate(pfx, password, now=self.moment)
            return ClientCertificate(
                thumbprint=facts.thumbprint,
                subject=facts.subject,
                expires=facts.expires,
                pfx=self.vault.seal(pfx),
                password=self.vault.seal(password),
            )
        return None


_OWN_WAYS: Final[OwnWays] = {
    Recurrence: _recurrence,
    RetryPolicy: _retry_policy,
    ErrorAction: _error_action,
}
