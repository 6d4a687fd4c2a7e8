"""The storage account and the clients for it: by connection string, or by identity."""

from dataclasses import dataclass, field
from typing import Any, Final

from azure.core.credentials import TokenCredential
from azure.data.tables import TableServiceClient
from azure.identity import DefaultAzureCredential, ManagedIdentityCredential
from azure.storage.queue import QueueServiceClient

# A call that fails is repeated twice, so that an outage ends an invocation within seconds;
# whoever was invoked is invoked again.
_PATIENCE: Final[dict[str, Any]] = {
    "retry_total": 2,
    "retry_backoff_factor": 0.2,
    "connection_timeout": 5,
    "read_timeout": 20,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class StorageAccount:
    """Where tables and queues are: a connection string, or addresses to be used with an identity."""

    connection_string: str = field(default="", repr=False)
    table_uri: str = ""
    queue_uri: str = ""
    managed_identity: bool = False
    client_id: str = ""

    def tables(self) -> TableServiceClient:
        if self.connection_string:
            return TableServiceClient.from_connection_string(self.connection_string, **_PATIENCE)
        return TableServiceClient(self.table_uri, credential=self._credential(), **_PATIENCE)

    def queues(self) -> QueueServiceClient:
        if self.connection_string:
            return QueueServiceClient.from_connection_string(self.connection_string, **_PATIENCE)
        return QueueServiceClient(self.queue_uri, credential=self._credential(), **_PATIENCE)

    def _credential(self) -> TokenCredential:
        if self.managed_identity:
            return ManagedIdentityCredential(client_id=self.client_id or None)
        return DefaultAzureCredential(managed_identity_client_id=self.client_id or None)
