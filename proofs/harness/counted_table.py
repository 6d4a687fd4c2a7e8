"""A table in memory that counts the calls that Azure would be asked for."""

from collections.abc import Sequence
from typing import Final

from shared.storage.key_parts import RowRange
from shared.storage.memory_table import MemoryTable
from shared.storage.table import Entity

_AT_ONCE: Final = 12  # rows that one call can name


class CountedTable(MemoryTable):
    """Counts the calls that Azure would be asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.calls = 0

    def get(self, partition: str, row: str) -> Entity | None:
        self.calls += 1
        return super().get(partition, row)

    def get_some(self, partition: str, rows: Sequence[str]) -> list[Entity]:
        self.calls += -(-len(rows) // _AT_ONCE)
        return super().get_some(partition, rows)

    def query(self, partition: str, rows: RowRange, *, limit: int | None = None) -> list[Entity]:
        self.calls += 1
        return super().query(partition, rows, limit=limit)
