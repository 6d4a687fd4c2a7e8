"""What ARM's paths are called in Terraform's states."""

from typing import Final

from migrate.found import Json
from migrate.spelling import of_actions

COLLECTION_KEYS: Final = {
    "location": "location",
    "tags": "tags",
    "properties.sku": "sku",
    "properties.sku.name": "sku",
    "properties.state": "state",
    "properties.quota.maxJobCount": "quota.max_job_count",
    "properties.quota.maxRecurrence.frequency": "quota.max_recurrence_frequency",
    "properties.quota.maxRecurrence.interval": "quota.max_recurrence_interval",
}
_JOB_KEYS: Final = {
    "properties.startTime": "start_time",
    "properties.state": "state",
    "properties.action.retryPolicy": "retry",
    "properties.action.retryPolicy.retryInterval": "retry.interval",
    "properties.action.retryPolicy.retryCount": "retry.count",
    "properties.recurrence": "recurrence",
    "properties.recurrence.endTime": "recurrence.end_time",
    "properties.recurrence.schedule": "recurrence",
    "properties.recurrence.schedule.weekDays": "recurrence.week_days",
    "properties.recurrence.schedule.monthDays": "recurrence.month_days",
    "properties.recurrence.schedule.monthlyOccurrences": "recurrence.monthly_occurrences",
}
_WEB: Final = {
    "request.uri": "url",
    "request.method": "method",
    "request.body": "body",
    "request.headers": "headers",
}
_QUEUE: Final = {
    "queueMessage.storageAccount": "storage_account_name",
    "queueMessage.queueName": "storage_queue_name",
    "queueMessage.sasToken": "sas_token",
    "queueMessage.message": "message",
}
_AUTHENTICATION: Final = {
    "authentication_basic": {"username": "username"},
    "authentication_certificate": {"certificateThumbprint": "thumbprint"},
    "authentication_active_directory": {
        "tenant": "tenant_id",
        "clientId": "client_id",
        "audience": "audience",
    },
}


def job_keys(attributes: Json) -> dict[str, str]:
    """Return the keys of a job. Which block holds an action depends on what the action is."""
    return {
        **_JOB_KEYS,
        **_action_keys(attributes, "properties.action", "action"),
        **_action_keys(attributes, "properties.action.errorAction", "error_action"),
    }


def _action_keys(attributes: Json, path: str, name: str) -> dict[str, str]:
    web = attributes.get(f"{name}_web")
    if not web:
        return of_actions(_QUEUE, {path: f"{name}_storage_queue"})
    block = web[0] if isinstance(web, list) and isinstance(web[0], dict) else {}
    return of_actions({**_WEB, **_authentication(block)}, {path: f"{name}_web"})


def _authentication(web: Json) -> dict[str, str]:
    for block, keys in _AUTHENTICATION.items():
        if web.get(block):
            return {f"request.authentication.{path}": f"{block}.{key}" for path, key in keys.items()}
    return {}
