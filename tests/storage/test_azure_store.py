from collections.abc import Iterator
from uuid import uuid4

import pytest

from local.dev.azurite import Azurite
from shared.domain.errors import RowRefused, StorageUnavailable
from shared.storage.account import StorageAccount
from shared.storage.azure_table import AzureTable
from shared.storage.table import InsertRow, Table
from tests.receiver import Answer, a_receiver
from tests.storage.store_contract import StoreContract


@pytest.fixture(scope="module")
def shared_table(azurite: Azurite) -> Iterator[Table]:
    """A table of this module's own, which the first call creates."""
    with StorageAccount(connection_string=azurite.connection_string).tables() as service:
        yield AzureTable(service, name=f"Store{uuid4().hex}")


class TestAzureStore(StoreContract):
    @pytest.fixture
    def table(self, shared_table: Table) -> Table:
        return shared_table


def test_storage_that_does_not_answer_is_said_to_be_unavailable() -> None:
    nobody_there = (
        "DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;AccountKey=c2VjcmV0;"
        "TableEndpoint=http://127.0.0.1:1/devstoreaccount1;QueueEndpoint=http://127.0.0.1:1/devstoreaccount1"
    )
    with StorageAccount(connection_string=nobody_there).tables() as service:
        table = AzureTable(service)

        with pytest.raises(StorageUnavailable, match="AzureWebJobsStorage") as refused:
            table.get("p", "r")

        assert "c2VjcmV0" not in str(refused.value)
        with pytest.raises(StorageUnavailable):
            table.check()


@pytest.mark.parametrize("status", [400, 413])
def test_a_row_that_storage_refuses_is_no_outage(status: int) -> None:
    refusal = f'HTTP/1.1 {status} No\r\n\r\n{{"odata.error":{{"code":"PropertyValueTooLarge"}}}}'
    batch = f"--b\r\n\r\n--c\r\n\r\n{refusal}\r\n--c--\r\n--b--\r\n".encode()
    with a_receiver(lambda request: Answer(status=202, body=batch)) as receiver:
        account = StorageAccount(
            connection_string="DefaultEndpointsProtocol=http;AccountName=account;AccountKey=c2VjcmV0;"
            f"TableEndpoint={receiver.uri}/account;QueueEndpoint={receiver.uri}/account"
        )
        with account.tables() as service, pytest.raises(RowRefused, match="PropertyValueTooLarge"):
            AzureTable(service).transact("shard-000", [InsertRow(row="h|x", fields={})])
