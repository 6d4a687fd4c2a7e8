"""The headers that an HTTP action sends: the job's own, and those of the service."""

from typing import Final
from uuid import uuid4

from requests.structures import CaseInsensitiveDict

from shared.domain.action import HttpRequest
from shared.domain.attempt import Attempt
from shared.domain.headers import header_fault

SERVICE_HEADERS: Final = frozenset(
    {
        "x-ms-execution-tag",
        "x-ms-client-request-id",
        "x-ms-scheduler-expected-execution-time",
        "x-ms-scheduler-jobid",
        "x-ms-scheduler-jobcollection",
        "x-ms-scheduler-execution-region",
    }
)
_DEFAULT_CONTENT_TYPE: Final = "text/plain; charset=utf-8"


def headers_of(request: HttpRequest, attempt: Attempt) -> CaseInsensitiveDict[str]:
    """Return the job's own headers and those of the service, which win.

    A job that was stored long ago may hold headers that are refused today. They are left out.
    """
    fit = [(name, value.strip(" \t")) for name, value in request.headers if not header_fault(name, value)]
    headers = CaseInsensitiveDict(fit)
    if request.body is not None:
        headers.setdefault("Content-Type", _DEFAULT_CONTENT_TYPE)
    headers.update(_of_service(attempt))
    return headers


def _of_service(attempt: Attempt) -> dict[str, str]:
    return {
        "x-ms-execution-tag": attempt.execution_tag,
        "x-ms-client-request-id": str(uuid4()),
        "x-ms-scheduler-expected-execution-time": attempt.expected.strftime("%Y-%m-%dT%H:%M:%S"),
        "x-ms-scheduler-jobid": attempt.job.name,
        "x-ms-scheduler-jobcollection": attempt.job.collection.name,
        "x-ms-scheduler-execution-region": attempt.region,
    }
