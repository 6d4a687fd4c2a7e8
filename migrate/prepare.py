"""A job that was found → the job as it would arrive: checked, its secrets apart, with notes for people."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Final

from migrate.arrival import Past, arrive, keep_grid, read_past, unsure_day
from migrate.certificates import password_of, with_certificates, without_unusable
from migrate.found import FoundJob, Json, Origin
from migrate.private_targets import private_targets
from migrate.secret_fields import take_secrets
from shared.api.fields import Fields
from shared.api.instants import write_instant
from shared.api.keys.known import JOB, without_unknown
from shared.api.old_places import modernise
from shared.api.parse import parse_job, size_of
from shared.domain.definition import Definition, refuse_size
from shared.domain.errors import Faults, Invalid
from shared.domain.job import JobState
from shared.domain.keys import JobKey
from shared.domain.runs import first_run
from shared.domain.secrecy import missing_secrets
from shared.domain.secret import CertificateFacts, Secret

_NOTICEABLE: Final = timedelta(seconds=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class PreparedJob:
    """A job as it would arrive; `found_state` is its state in the file.

    Secrets that nobody gave are `missing`; they are `kept` if the app has them for the same target.
    `lost` says what its form cannot hold, `dropped` which of its keys are unknown here.
    """

    key: JobKey
    origin: Origin
    definition: Definition
    state: JobState
    found_state: JobState
    start_made_up: bool = False
    changes: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    secrets: Mapping[str, str] = field(default_factory=dict, repr=False)
    missing: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()


class _NoVault:
    """Has nothing to seal, because secrets are taken out before a job is parsed."""

    def seal(self, text: str) -> Secret:
        raise RuntimeError("a secret was left in a job that is parsed")

    def read_certificate(self, pfx: str, password: str, *, now: datetime) -> CertificateFacts:
        raise RuntimeError("a certificate was left in a job that is parsed")


def prepare(found_job: FoundJob, key: JobKey, given: Mapping[str, str], *, now: datetime) -> PreparedJob:
    """Return the job as it would arrive, with its given secrets; raise Invalid with all its faults."""
    if found_job.faults:
        raise Invalid(found_job.faults)
    faults = Faults()
    known, dropped = without_unknown({"properties": found_job.properties}, JOB)
    modern = modernise(known)["properties"]
    bare, taken = take_secrets(modern, faults)
    past = read_past(bare, faults)
    state = Fields(bare, faults, "properties").member("state", JobState) or JobState.ENABLED
    definition, start = _parse(bare, state, past, faults, now=now)
    arrival = arrive(definition, state, past, now=now)
    unsure = unsure_day(definition.recurrence, definition.start_time) if start else None
    other_next = _other_next_run(arrival.definition, arrival.state, past, now=now)
    job = PreparedJob(
        key=key,
        origin=found_job.origin,
        definition=arrival.definition,
        state=arrival.state,
        found_state=state,
        start_made_up=start is not None and past.next is None and past.last is None,
        changes=tuple(filter(None, (start, *arrival.changes))),
        lost=found_job.lost,
        dropped=dropped,
        notes=(
            *found_job.notes,
            *arrival.notes,
            *filter(None, (unsure, other_next)),
            *private_targets(definition),
        ),
    )
    if job.state.final:  # it never runs, so it needs no secret
        return job
    return _with_secrets(job, taken, given, faults, now=now)


def _with_secrets(
    job: PreparedJob, taken: Mapping[str, str], given: Mapping[str, str], faults: Faults, *, now: datetime
) -> PreparedJob:
    """Return the job with its usable secrets, and the fields of the missing ones.

    A certificate in the export is most likely out of date. If it is unusable, a note says so.
    A certificate that is given now must be right; otherwise it is a fault.
    """
    usable, told = without_unusable(taken, {**taken, **given}, now=now)
    secrets, missing = _needed(job.definition, {**usable, **given})
    definition = with_certificates(job.definition, secrets, faults, now=now)
    with faults.under(""):
        refuse_size(size_of(definition) + sum(map(len, secrets.values())))
    faults.raise_any()
    return replace(job, definition=definition, secrets=secrets, missing=missing, notes=(*job.notes, *told))


def arrive_disabled(job: PreparedJob, why: str) -> PreparedJob:
    """Return the job disabled, unless it would not run anyway."""
    if job.state is not JobState.ENABLED:
        return job
    return replace(job, state=JobState.DISABLED, changes=(*job.changes, f"it arrives disabled: {why}"))


def _parse(
    bare: Json, state: JobState, past: Past, faults: Faults, *, now: datetime
) -> tuple[Definition, str | None]:
    """Parse the job as a disabled one. So it is no fault if its time is over; that is looked at later."""
    timed, start = keep_grid(bare, state, past, otherwise=now)
    without_state = {key: value for key, value in timed.items() if key.lower() != "state"}
    definition = None
    with faults.under(""):
        definition, _ = parse_job({"properties": {**without_state, "state": "disabled"}}, _NoVault(), now=now)
    return faults.sure(definition), start


def _needed(definition: Definition, secrets: Mapping[str, str]) -> tuple[dict[str, str], tuple[str, ...]]:
    """Return the secrets that the job needs, and the fields of those that are missing."""
    needed = missing_secrets(definition)
    known = {secret: secrets[secret] for secret in needed if secrets.get(secret)}
    for pfx in [secret for secret in needed if secret.endswith(".pfx")]:
        if pfx in known:
            known.setdefault(password_of(pfx), "")  # a PFX file may have no password
        else:
            known.pop(password_of(pfx), None)  # without the file, the password is useless
    return known, tuple(secret for secret in needed if secret not in known)


def _other_next_run(definition: Definition, state: JobState, past: Past, *, now: datetime) -> str | None:
    """Return a note if the next run is not the one that the export expected."""
    if state.final or past.next is None or past.next <= now:
        return None
    run = first_run(definition.recurrence, start=definition.start_time, now=now)
    if run is None or abs(run - past.next) < _NOTICEABLE:
        return None
    return f"its next run is {write_instant(run)}; the export expected {write_instant(past.next)}"
