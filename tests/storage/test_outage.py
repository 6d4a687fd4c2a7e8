"""What is told of storage that is out: what to the caller, where to the log alone, and secrets to nobody."""

import socket
import ssl

import pytest
from azure.core.exceptions import AzureError, HttpResponseError, ServiceRequestError, ServiceResponseError

from shared.domain.errors import StorageUnavailable
from shared.storage.account import StorageAccount
from shared.storage.azure_table import AzureTable
from shared.storage.dispatch_queue import DispatchQueue
from shared.storage.outage import outage_line, unavailable

SIGNED = "https://hunter1:hunter2@acct.table.core.windows.net/Scheduler?sig=hunter2"


def raised_from(cause: BaseException, kind: type[AzureError] = ServiceRequestError) -> AzureError:
    """What the SDK raises when a library failed because of something."""
    wrapped = RuntimeError("https://acct.example/?sig=hunter2")
    wrapped.__cause__ = cause
    return kind("https://acct.example/?sig=hunter2", error=wrapped)


def answered(status: int) -> HttpResponseError:
    error = HttpResponseError("sig=hunter2")
    error.status_code = status
    return error


@pytest.mark.parametrize(
    ("error", "problem"),
    [
        pytest.param(
            raised_from(ConnectionRefusedError(111, "Connection refused")),
            "cannot be reached: connection refused",
            id="refused",
        ),
        pytest.param(
            raised_from(socket.gaierror(-2, "Name or service not known")),
            "cannot be reached: no such host",
            id="no such host",
        ),
        pytest.param(
            raised_from(TimeoutError("timed out"), ServiceResponseError),
            "did not answer in time",
            id="silent",
        ),
        pytest.param(
            raised_from(ConnectionResetError(104, "Connection reset by peer"), ServiceResponseError),
            "cannot be reached: connection reset by peer",
            id="reset",
        ),
        pytest.param(
            raised_from(ssl.SSLError(1, "hunter2")), "cannot be reached: TLS failed (SSLError)", id="TLS"
        ),
        pytest.param(
            raised_from(ValueError("hunter2")),
            "did not answer as it should: ServiceRequestError",
            id="something else",
        ),
        pytest.param(answered(403), "did not answer as it should: 403", id="an answer"),
    ],
)
def test_cause_and_host_are_one_line_and_answers_have_no_host(error: AzureError, problem: str) -> None:
    told = unavailable("Table storage", error, SIGNED)

    assert str(told) == f"Table storage (AzureWebJobsStorage) {problem}."
    assert outage_line(told) == f"Table storage at acct.table.core.windows.net {problem}"


def test_an_error_of_ours_is_its_own_line() -> None:
    assert outage_line(StorageUnavailable("'j' is being changed by too many at once.")) == (
        "'j' is being changed by too many at once."
    )


def test_storage_that_nobody_serves_is_named_with_its_port() -> None:
    nobody_there = (
        "DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;AccountKey=c2VjcmV0;"
        "TableEndpoint=http://127.0.0.1:1/devstoreaccount1;QueueEndpoint=http://127.0.0.1:1/devstoreaccount1"
    )
    account = StorageAccount(connection_string=nobody_there)
    with account.tables() as tables, account.queues() as queues:
        with pytest.raises(StorageUnavailable) as no_table:
            AzureTable(tables).check()
        with pytest.raises(StorageUnavailable) as no_queue:
            DispatchQueue(queues).depths()

    assert outage_line(no_table.value).startswith("Table storage at 127.0.0.1:1 cannot be reached: ")
    assert outage_line(no_queue.value).startswith("Queue storage at 127.0.0.1:1 cannot be reached: ")
