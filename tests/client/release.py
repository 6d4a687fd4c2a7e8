"""One release of the official Python client, called alike whichever it is; imported only beside one."""

from collections.abc import Callable
from importlib.metadata import version
from typing import Any, Final

from azure.core.credentials import AzureKeyCredential
from azure.core.exceptions import HttpResponseError
from azure.core.pipeline.policies import AzureKeyCredentialPolicy, SansIOHTTPPolicy
from azure.mgmt.scheduler import SchedulerManagementClient  # type: ignore[import-untyped]  # only here
from azure.mgmt.scheduler import models as m
from msrest.authentication import (  # type: ignore[import-not-found]  # only here
    Authentication,
    BasicTokenAuthentication,
)
from msrest.exceptions import (  # type: ignore[import-not-found]  # only here
    DeserializationError,
    SerializationError,
    ValidationError,
)
from msrestazure.azure_exceptions import CloudError  # type: ignore[import-not-found]  # only here

RELEASE: Final = tuple(int(number) for number in version("azure-mgmt-scheduler").split(".")[:2])
ON_AZURE_CORE: Final = RELEASE >= (7, 0)
TAKES_PROPERTIES: Final = (1, 0) <= RELEASE < (7, 0)
"""A job is sent as its properties alone."""
NAMES_TYPES: Final = RELEASE < (2, 0)
"""The type of an authentication must be given by hand."""
PREMIUM: Final = "P10Premium" if RELEASE >= (1, 0) else "Premium"

Facts = dict[str, Any]


def a_client(base: str, key: str | None) -> Any:
    if not ON_AZURE_CORE:
        credentials = BasicTokenAuthentication({"access_token": key}) if key else Authentication()
        return SchedulerManagementClient(credentials, "official-client", base_url=base)
    credential = AzureKeyCredential(key or "none")
    policy: Any = AzureKeyCredentialPolicy(credential, "x-functions-key") if key else SansIOHTTPPolicy()
    return SchedulerManagementClient(
        credential, "official-client", base_url=base, authentication_policy=policy
    )


def as_sent(properties: Any) -> Any:
    """Return a job as it is given to the client."""
    return properties if TAKES_PROPERTIES else m.JobDefinition(properties=properties)


def authentication(kind: str, type_: str, **fields: str) -> Any:
    return getattr(m, kind)(**fields, **({"type": type_} if NAMES_TYPES else {}))


def answered(operation: Callable[..., Any], *arguments: Any) -> tuple[int, Any]:
    """Call; return the status of the answer, and what the client read."""
    if ON_AZURE_CORE:
        status, read = operation(*arguments, cls=lambda sent, read, _: (sent.http_response.status_code, read))
    else:
        raw = operation(*arguments, raw=True)
        status, read = raw.response.status_code, raw.output
    return status, read


def started(collections: Any, verb: str, *arguments: str) -> list[Any]:
    """Delete, enable or disable a collection; return whether that was over at once, and its result."""
    poller = getattr(collections, f"begin_{verb}" if ON_AZURE_CORE else verb)(*arguments)
    return [poller.done(), poller.result()] if poller else [True, None]


def error_of(call: Callable[[], object]) -> Facts | None:
    """Return what the client raises, as a user sees it, or None if all goes well."""
    try:
        call()
    except CloudError as exc:
        return refusal("CloudError", exc.status_code, exc.error.error, exc.message, exc.request_id)
    except HttpResponseError as exc:
        answer: Any = exc.response
        request_id = answer.headers.get("x-ms-request-id")
        code = exc.error.code if exc.error else None
        return refusal("HttpResponseError", exc.status_code, code, exc.message, request_id)
    except (DeserializationError, SerializationError, ValidationError) as exc:
        return {"raised": type(exc).__name__}
    return None


def refusal(raised: str, status: Any, code: Any, message: Any, request_id: Any) -> Facts:
    return {
        "raised": raised,
        "status": status,
        "code": code,
        "message": message,
        "has request id": bool(request_id),
    }
