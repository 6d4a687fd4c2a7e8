import pytest

from shared.storage.memory_table import MemoryTable
from shared.storage.table import Table
from tests.storage.store_contract import StoreContract


class TestMemoryStore(StoreContract):
    @pytest.fixture
    def table(self) -> Table:
        return MemoryTable()
