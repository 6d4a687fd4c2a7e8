"""The fill-in file: which secrets are missing, where each belongs, and what the user filled in.

Several jobs may share a secret, because they call the same target in the same way. It is asked for once.
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final, assert_never
from urllib.parse import urlsplit

from migrate.found import Json
from migrate.ids import collection_key, names_in
from migrate.prepare import PreparedJob
from migrate.private_file import create_private
from migrate.secret_fields import SECRET_FIELDS
from migrate.terminal import Problem
from migrate.text import NotJson, read_documents
from shared.api.fields import Fields
from shared.api.render import job_id
from shared.domain.action import Action, HttpAction, ServiceBusAction, StorageQueueAction
from shared.domain.authentication import ActiveDirectoryOAuth, Basic, ClientCertificate
from shared.domain.errors import Faults
from shared.domain.keys import JobKey

_ABOUT: Final = (
    'Fill in each "value" and give this file back with --secrets. Leave empty what you do not have. '
    "A value stands for all the jobs below it; to give one of them another, copy the entry and move the job. "
    'A "pfx" is the PFX file in Base64. Keep this file to yourself, and delete it after the import.'
)


def write_template(file: Path, jobs: Iterable[PreparedJob]) -> int:
    """Write the file that asks for the missing secrets; return how many. Only its owner may read it.

    Raise Problem if the file exists, because it may hold secrets that someone filled in.
    """
    asked = _asked(jobs)
    text = json.dumps({"about": _ABOUT, "secrets": asked}, indent=2, ensure_ascii=False)
    try:
        create_private(file, f"{text}\n")
    except FileExistsError as exc:
        raise Problem(f"{file} exists already, perhaps with secrets in it: choose another name.") from exc
    except OSError as exc:
        raise Problem(f"Cannot write {file}: {exc.strerror}.") from exc
    return len(asked)


def read_secrets(file: Path) -> dict[JobKey, dict[str, str]]:
    """Return what was filled in, by job and field; raise Problem with the place, never with a value."""
    try:
        (document,) = read_documents(file.read_bytes())
    except OSError as exc:
        raise Problem(f"Cannot read {file}: {exc.strerror}.") from exc
    except NotJson as exc:
        raise Problem(f"{file} is not JSON, as --secrets-template writes it.") from exc
    except ValueError as exc:
        raise Problem(f"{file} holds more than one document.") from exc
    faults, filled_in = Faults(), dict[JobKey, dict[str, str]]()
    entries = Fields(document if isinstance(document, dict) else {}, faults)
    faults.check(entries.has("secrets"), "secrets", "is missing: write the file with --secrets-template")
    for entry in _objects(entries, "secrets", faults):
        value = entry.text("value")
        entry.required("usedBy")
        for use in _objects(entry, "usedBy", faults):
            job, field = _job(use, faults), _field(use, faults)
            if value and job and field and filled_in.setdefault(job, {}).setdefault(field, value) != value:
                faults.add(use.path(), "has another value further up: give it only one")
    if faults.found:
        raise Problem(f"{file}: {'; '.join(str(fault) for fault in faults.found)}.")
    return filled_in


def _objects(holder: Fields, key: str, faults: Faults) -> list[Fields]:
    """Return the objects of an array. Anything else in it is not shown, because it may be a secret."""
    if not holder.has(key):
        return []
    items = holder.raw(key) if isinstance(holder.raw(key), list) else [holder.raw(key)]
    items_with_paths = [(f"{holder.path(key)}[{index}]", item) for index, item in enumerate(items)]
    for path, item in items_with_paths:
        faults.check(isinstance(item, dict), path, "is not an object")
    return [Fields(item, faults, path) for path, item in items_with_paths if isinstance(item, dict)]


def _field(use: Fields, faults: Faults) -> str | None:
    named = use.required_text("field")
    known = next((field for field in SECRET_FIELDS if named and field.lower() == named.lower()), None)
    faults.check(named is None or known is not None, use.path("field"), "is no field of a secret")
    return known


def _job(use: Fields, faults: Faults) -> JobKey | None:
    names = names_in(use.required_text("job") or "")
    if names is None or names.job is None:
        faults.add(use.path("job"), "is not the id of a job")
        return None
    with faults.under(use.path("job")):
        return JobKey(collection=collection_key(names), name=names.job)
    return None


def _asked(jobs: Iterable[PreparedJob]) -> list[Json]:
    asked: dict[str, list[Any]] = {}
    for job in jobs:
        for field in job.missing:
            asked.setdefault(_purpose(job, field), []).append({"job": job_id(job.key), "field": field})
    return [{"for": purpose, "value": "", "usedBy": uses} for purpose, uses in asked.items()]


def _purpose(job: PreparedJob, field: str) -> str:
    """Say what a secret is for. Jobs that may share a secret get the same words."""
    error_action = job.definition.error_action
    if field.startswith("action.errorAction.") and error_action is not None:
        return f"{field.rpartition('.')[2]} of {_target(error_action.action)}"
    return f"{field.rpartition('.')[2]} of {_target(job.definition.action)}"


def _target(action: Action) -> str:
    match action:
        case HttpAction(request=request):
            parts = urlsplit(request.uri)
            host = parts.netloc.rpartition("@")[2].lower()
            return f"{_holder(request.authentication)} at {parts.scheme.lower()}://{host}"
        case StorageQueueAction(message=message):
            return f"Storage account '{message.account.lower()}', queue '{message.queue}'"
        case ServiceBusAction(message=sent):
            return f"Service Bus '{sent.namespace.lower()}', '{sent.entity}', key '{sent.key_name}'"
        case _:
            assert_never(action)


def _holder(authentication: object) -> str:
    match authentication:
        case Basic(username=username):
            return f"user '{username}'"
        case ClientCertificate(thumbprint=thumbprint):
            return f"client certificate {thumbprint or 'without a known thumbprint'}"
        case ActiveDirectoryOAuth(tenant=tenant, client_id=client, audience=audience):
            return f"client '{client}' of tenant '{tenant}' for '{audience}'"
        case _:
            return "nobody"  # cannot happen: without authentication, no secret is missing


def unused(
    secrets: Mapping[JobKey, Mapping[str, str]], jobs: Iterable[PreparedJob], unfit: Iterable[JobKey]
) -> list[str]:
    """Return the fields with a given secret that no job needs. Nobody knows what `unfit` jobs need."""
    needed = {(job.key, field) for job in jobs for field in job.secrets}
    unknown = set(unfit)
    given = [(key, field) for key, fields in secrets.items() if key not in unknown for field in fields]
    return [f"{job_id(key)}: {field}" for key, field in given if (key, field) not in needed]
