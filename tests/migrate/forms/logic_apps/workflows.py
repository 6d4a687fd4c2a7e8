"""Workflows of Logic Apps for tests."""

from typing import Any, Final

from tests.migrate.forms.clouds import document_in

SHOW: Final = document_in("logic-apps-show.json")
QUEUE, REQUEST, STOCK = document_in("logic-apps-list.json")["value"]
TEMPLATE: Final = document_in("logic-apps-template.json")
SCHEMA: Final = "https://schema.management.azure.com/providers/Microsoft.Logic/schemas/2016-06-01/workflowdefinition.json#"
ID: Final = "/subscriptions/s/resourceGroups/g/providers/Microsoft.Logic/workflows/w"
DAILY: Final = {
    "frequency": "Day",
    "interval": 1,
    "startTime": "2026-01-01T08:00:00",
    "timeZone": "W. Europe Standard Time",
}
PING: Final[dict[str, Any]] = {
    "type": "Http",
    "inputs": {
        "method": "GET",
        "uri": "https://shop.example.com/ping",
        "retryPolicy": {"type": "none"},
    },
    "runAfter": {},
    "operationOptions": "DisableAsyncPattern",
    "limit": {"timeout": "PT1M"},
}


def a_workflow(
    recurrence: Any = None,
    *,
    actions: Any = None,
    trigger: Any = None,
    parameters: Any = None,
    values: Any = None,
    **beside: Any,
) -> dict[str, Any]:
    """Return a workflow that calls an address every day, without retries."""
    return {
        "id": ID,
        "type": "Microsoft.Logic/workflows",
        "state": "Enabled",
        "definition": {
            "$schema": SCHEMA,
            "parameters": parameters or {},
            "triggers": {
                "Every": {"type": "Recurrence", "recurrence": recurrence or DAILY, **(trigger or {})},
            },
            "actions": {"Ping": PING} if actions is None else actions,
        },
        "parameters": values or {},
        **beside,
    }


def calling(**inputs: Any) -> dict[str, Any]:
    """Return actions that call an address with these inputs."""
    return {"Ping": {**PING, "inputs": {**PING["inputs"], **inputs}}}


def sending(connector: str, path: str, body: Any) -> dict[str, Any]:
    """Return actions that send by a managed connector."""
    name = f"@parameters('$connections')['{connector}']['connectionId']"
    inputs = {"host": {"connection": {"name": name}}, "method": "post", "path": path, "body": body}
    return {"Send": {"type": "ApiConnection", "inputs": {**inputs, "retryPolicy": {"type": "none"}}}}


STAYS = "it stays disabled, also with --accept-loss; change the action, then enable it"
