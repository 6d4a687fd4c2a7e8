"""A table that fails when it is told to, and lets others in between two calls."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeVar

from shared.domain.errors import StorageUnavailable
from shared.storage.fields import Fields
from shared.storage.key_parts import RowRange
from shared.storage.table import Entity, Operation, Table

MOST_CALLS: Final = 2_000
"""No journey needs more, with so few jobs: one that makes more goes round in circles."""

_Answer = TypeVar("_Answer")


class Kind(StrEnum):
    DOWN = "down"
    """Nothing is done, and the call fails."""
    DOWN_AFTER = "downAfter"
    """It is done, and the call fails."""
    ANSWER_LOST = "answerLost"
    """It is done and, repeated by whoever got no answer, found to be lost."""
    MEANWHILE = "meanwhile"
    """Somebody else does something first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trouble:
    """What goes wrong with a journey: from which of its calls on, and with how many of them."""

    kind: Kind
    at: int
    lasting: int = 1
    meanwhile: Callable[[], None] | None = None


class TroubledTable:
    def __init__(self, table: Table) -> None:
        self.sound = table
        self._trouble: Trouble | None = None
        self.calls = 0

    def begin(self, trouble: Trouble | None) -> None:
        """Count the calls from here, and let them run into trouble."""
        self._trouble, self.calls = trouble, 0

    def get(self, partition: str, row: str) -> Entity | None:
        return self._read(lambda: self.sound.get(partition, row))

    def get_some(self, partition: str, rows: Sequence[str]) -> list[Entity]:
        return self._read(lambda: self.sound.get_some(partition, rows))

    def query(self, partition: str, rows: RowRange, *, limit: int | None = None) -> list[Entity]:
        return self._read(lambda: self.sound.query(partition, rows, limit=limit))

    def query_fields(
        self, partition: str, rows: RowRange, fields: Sequence[str], *, limit: int | None = None
    ) -> list[Entity]:
        return self._read(lambda: self.sound.query_fields(partition, rows, fields, limit=limit))

    def transact(self, partition: str, operations: Sequence[Operation]) -> list[str] | None:
        kind = self._strike()
        etags = self.sound.transact(partition, operations)
        if kind is Kind.DOWN_AFTER:
            raise StorageUnavailable("Done, but not answered.")
        return None if kind is Kind.ANSWER_LOST else etags

    def overwrite(self, partition: str, row: str, fields: Fields) -> None:
        self._read(lambda: self.sound.overwrite(partition, row, fields))

    def _read(self, call: Callable[[], _Answer]) -> _Answer:
        """Make a call of which it does not matter whether it was done."""
        if self._strike() is Kind.DOWN_AFTER:
            raise StorageUnavailable("Read, but not answered.")
        return call()

    def _strike(self) -> Kind | None:
        """Count a call; return the kind of its trouble, unless that is over with this."""
        self.calls += 1
        assert self.calls <= MOST_CALLS, "storage is asked again and again"
        trouble = self._trouble
        if trouble is None or not trouble.at <= self.calls < trouble.at + trouble.lasting:
            return None
        if trouble.kind is Kind.DOWN:
            raise StorageUnavailable("Down.")
        if trouble.meanwhile is not None:
            self._trouble = None
            trouble.meanwhile()
        return trouble.kind
