"""The storage account and the clients for it: by connection string, or by identity."""

from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlsplit

import requests
from azure.core.credentials import TokenCredential
from azure.core.pipeline.transport import HttpTransport, RequestsTransport
from azure.data.tables import TableServiceClient
from azure.identity import DefaultAzureCredential, ManagedIdentityCredential
from azure.storage.queue import QueueServiceClient
from requests.adapters import HTTPAdapter
from urllib3.util.retry import Retry

# A call that fails is repeated twice and soon. An outage thus ends an invocation within seconds, and the
# host invokes the function again. (The queue SDK would wait for 15 seconds before its first repetition.)
_TABLE_PATIENCE: Final[dict[str, Any]] = {"retry_total": 2, "retry_backoff_factor": 0.2}
_QUEUE_PATIENCE: Final[dict[str, Any]] = {"retry_total": 2, "initial_backoff": 0, "increment_base": 1}
TIME_LIMITS: Final[dict[str, Any]] = {"connection_timeout": 5, "read_timeout": 20}
_BY_THE_SDK: Final = Retry(total=False, redirect=False, raise_on_status=False)
_SPARE_CONNECTIONS: Final = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class StorageAccount:
    """Where tables and queues are: a connection string, or addresses to be used with an identity."""

    connection_string: str = field(default="", repr=False)
    table_uri: str = ""
    queue_uri: str = ""
    managed_identity: bool = False
    client_id: str = ""
    threads: int = 32
    """How many threads call it side by side: each finds a connection that was kept."""
    transport: HttpTransport[Any, Any] | None = None
    """Carries every call instead of the usual one: so calls can be counted, and made to fail."""

    def tables(self) -> TableServiceClient:
        how = {**_TABLE_PATIENCE, **self._way()}
        if self.connection_string:
            return TableServiceClient.from_connection_string(self.connection_string, **how)
        return TableServiceClient(self.table_uri, credential=self._credential(), **how)

    def queues(self) -> QueueServiceClient:
        how = {**_QUEUE_PATIENCE, **self._way()}
        if self.connection_string:
            return QueueServiceClient.from_connection_string(self.connection_string, **how)
        return QueueServiceClient(self.queue_uri, credential=self._credential(), **how)

    def _way(self) -> dict[str, Any]:
        return {"transport": self.transport or _transport(self.threads + _SPARE_CONNECTIONS)}

    def _credential(self) -> TokenCredential:
        if self.managed_identity:
            return ManagedIdentityCredential(client_id=self.client_id or None)
        return DefaultAzureCredential(managed_identity_client_id=self.client_id or None)


class StorageSession(requests.Session):
    """Asks the environment for proxies and certificates once for each host, not at every call.

    That was an eighth of what a call took. It never looks into `.netrc`, whose password would replace ours.
    """

    def __init__(self) -> None:
        super().__init__()
        self.auth = _as_it_is
        self._environment: dict[str, Any] = {}

    def merge_environment_settings(self, url: Any, proxies: Any, stream: Any, verify: Any, cert: Any) -> Any:
        scheme, host, *_ = urlsplit(url)
        asked = f"{scheme}://{host} {proxies} {verify} {cert}"
        if asked not in self._environment:
            self._environment[asked] = super().merge_environment_settings(url, proxies, stream, verify, cert)
        return {**self._environment[asked], "stream": stream}


def _as_it_is(request: requests.PreparedRequest) -> requests.PreparedRequest:
    """The SDK has signed it."""
    return request


def _transport(connections: int) -> RequestsTransport:
    session = StorageSession()
    for scheme in ("http://", "https://"):
        session.mount(scheme, HTTPAdapter(pool_maxsize=connections, max_retries=_BY_THE_SDK))
    return RequestsTransport(session=session, **TIME_LIMITS)
