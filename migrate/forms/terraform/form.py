"""Terraform's azurerm_scheduler_job and azurerm_scheduler_job_collection, with their secrets."""

import re
from dataclasses import replace
from typing import Any, Final

from migrate.forms.terraform import state
from migrate.forms.terraform.keys import COLLECTION_KEYS, job_keys
from migrate.forms.terraform.state import COLLECTION, Resource
from migrate.found import Found, FoundCollection, FoundJob, Json, Names, Origin
from migrate.ids import names_in
from shared.api.shapes.writing import present
from shared.domain.errors import Fault, Faults

FORM: Final = "Terraform"
NO_RETRIES: Final = "no retry block in Terraform: the provider asked for no retries"
NO_ACTION: Final = (
    "is missing: the provider knew web and storage queue actions only, "
    "so a Service Bus job must come from another export"
)

_AUDIENCE: Final = "https://management.core.windows.net/"  # the provider's default
_WHOLE: Final = re.compile(r"-?[0-9]{1,18}")  # longer ones exceed every limit


def matches(document: object) -> bool:
    return state.matches(document)


def read(document: Json, origin: Origin) -> list[Found]:
    """Return the jobs and collections that Terraform managed. Data sources do not count."""
    here = replace(origin, form=FORM)
    return [_read_resource(resource, here.at(resource.place)) for resource in state.resources(document)]


class _Block:
    """The attributes of a resource, or of a block in it, and the path to them."""

    def __init__(self, values: Json, faults: Faults, path: str = "") -> None:
        self._values = values
        self._faults = faults
        self._path = path

    def raw(self, key: str) -> Any:
        return self._values.get(key)

    def given(self, key: str) -> Any:
        """Return an optional value. A state writes null, 0 or empty for one that is not set."""
        return _given(self.raw(key))

    def number(self, key: str) -> Any:
        return _given(_number(self.raw(key)))

    def numbers(self, key: str) -> Any:
        values = self.given(key)
        return [_number(one) for one in values] if isinstance(values, list) else _number(values)

    def text(self, key: str) -> str | None:
        value = self.given(key)
        if value is None or isinstance(value, str):
            return value
        self._refuse(key, "is not a string")
        return None

    def block(self, key: str) -> "_Block | None":
        """Return a block that occurs at most once. The state keeps it as a list."""
        match self.given(key):
            case None:
                return None
            case [dict(values)]:
                return _Block(values, self._faults, self._path_of(key))
            case _:  # without the value, which may hold a secret
                self._refuse(key, "is not a list of one block")
                return None

    def _refuse(self, key: str, rule: str) -> None:
        self._faults.add(self._path_of(key), rule)

    def _path_of(self, key: str) -> str:
        return f"{self._path}.{key}".strip(".")


def _read_resource(resource: Resource, origin: Origin) -> Found:
    is_collection = resource.type == COLLECTION
    if not resource.fault:
        return (_read_collection if is_collection else _read_job)(resource.attributes, origin)
    faults = (Fault("", resource.fault),)
    if is_collection:
        return FoundCollection(origin=origin, names=Names(), body={}, faults=faults)
    return FoundJob(origin=origin, names=Names(), properties={}, faults=faults)


def _read_job(attributes: Json, origin: Origin) -> FoundJob:
    faults = Faults()
    job = _Block(attributes, faults)
    known = _known(job)
    names = replace(
        known,
        collection=job.text("job_collection_name") or known.collection,
        job=job.text("name") or known.job,
    )
    properties = present(
        startTime=job.given("start_time"),
        action=_main_action(job, faults),
        recurrence=_recurrence(job.block("recurrence")),
        state=job.given("state"),
    )
    notes = (NO_RETRIES,) if job.given("retry") is None else ()
    found = FoundJob(origin=origin, names=names, properties=properties, notes=notes, faults=faults.found)
    return replace(found, keys=job_keys(attributes))


def _read_collection(attributes: Json, origin: Origin) -> FoundCollection:
    faults = Faults()
    collection = _Block(attributes, faults)
    known = _known(collection)
    names = replace(known, collection=collection.text("name") or known.collection, job=None)
    sku = collection.given("sku")
    properties = present(
        sku=None if sku is None else {"name": sku},
        state=collection.given("state"),
        quota=_quota(collection.block("quota")),
    )
    body = present(
        location=collection.given("location"), tags=collection.given("tags"), properties=properties
    )
    found = FoundCollection(origin=origin, names=names, body=body, faults=faults.found)
    return replace(found, keys=COLLECTION_KEYS)


def _known(resource: _Block) -> Names:
    """Return the names in the resource's id, and its resource group."""
    known = names_in(resource.text("id") or "") or Names()
    return replace(known, resource_group=resource.text("resource_group_name") or known.resource_group)


def _quota(block: _Block | None) -> Json | None:
    if block is None:
        return None
    # The provider wrote one value under both names. States before 1.6.0 have only the second.
    interval = block.number("max_recurrence_interval") or block.number("max_retry_interval")
    shortest = present(frequency=block.given("max_recurrence_frequency"), interval=interval)
    return present(maxJobCount=block.number("max_job_count"), maxRecurrence=shortest or None)


def _main_action(job: _Block, faults: Faults) -> Json | None:
    if job.given("action_web") is None and job.given("action_storage_queue") is None:
        faults.add("action", NO_ACTION)
    action, error_action = _action(job, "action"), _action(job, "error_action")
    retry_policy = _retry_policy(job.block("retry"))
    return action and action | present(retryPolicy=retry_policy, errorAction=error_action)


def _action(job: _Block, name: str) -> Json | None:
    web, queue = job.block(f"{name}_web"), job.block(f"{name}_storage_queue")
    if web is not None:
        return {"type": _web_type(web.raw("url")), "request": _request(web)}
    return None if queue is None else {"type": "StorageQueue", "queueMessage": _queue_message(queue)}


def _web_type(url: object) -> str:
    """Return the type that the provider took the URL for."""
    return "Https" if isinstance(url, str) and url.lower().startswith("https://") else "Http"


def _request(web: _Block) -> Json:
    return present(
        uri=web.raw("url"),
        method=web.raw("method"),
        body=web.given("body"),
        headers=web.given("headers"),
        authentication=_authentication(web),
    )


def _queue_message(queue: _Block) -> Json:
    return present(
        storageAccount=queue.raw("storage_account_name"),
        queueName=queue.raw("storage_queue_name"),
        sasToken=queue.given("sas_token"),
        message=queue.raw("message"),
    )


def _authentication(web: _Block) -> Json | None:
    if basic := web.block("authentication_basic"):
        return present(type="Basic", username=basic.raw("username"), password=basic.given("password"))
    if certificate := web.block("authentication_certificate"):
        return present(
            type="ClientCertificate",
            pfx=certificate.given("pfx"),
            password=certificate.given("password"),
            certificateThumbprint=certificate.given("thumbprint"),
        )
    if directory := web.block("authentication_active_directory"):
        return present(
            type="ActiveDirectoryOAuth",
            tenant=directory.raw("tenant_id"),
            clientId=directory.raw("client_id"),
            secret=directory.given("secret"),
            audience=directory.given("audience") or _AUDIENCE,
        )
    return None


def _retry_policy(retry: _Block | None) -> Json:
    if retry is None:
        return {"retryType": "none"}
    return present(retryType="fixed", retryInterval=retry.given("interval"), retryCount=retry.number("count"))


def _recurrence(block: _Block | None) -> Json | None:
    if block is None:
        return None
    schedule = present(
        minutes=block.numbers("minutes"),
        hours=block.numbers("hours"),
        weekDays=block.given("week_days"),
        monthDays=block.numbers("month_days"),
        monthlyOccurrences=_monthly_occurrences(block.given("monthly_occurrences")),
    )
    return present(
        frequency=block.raw("frequency"),
        interval=block.number("interval"),
        count=block.number("count"),
        endTime=block.given("end_time"),
        schedule=schedule or None,
    )


def _monthly_occurrences(items: Any) -> Any:
    return [_monthly_occurrence(item) for item in items] if isinstance(items, list) else items


def _monthly_occurrence(item: Any) -> Any:
    if not isinstance(item, dict):
        return item
    return present(day=item.get("day"), occurrence=_number(item.get("occurrence")))


def _given(value: Any) -> Any:
    return value if value or value is False else None


def _number(value: Any) -> Any:
    """Return the number in the text of a flat attribute. What is no number stays as it is."""
    return int(value) if isinstance(value, str) and _WHOLE.fullmatch(value) else value
