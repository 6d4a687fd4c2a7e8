"""Notes about the whole table: how many shards it has, and what scans, censuses and runners noted last."""

from datetime import datetime
from typing import Final
from uuid import uuid4

from shared.domain.callers import EVERYTHING
from shared.domain.census import Standing
from shared.domain.errors import NotConfigured
from shared.domain.put_off import PutOff
from shared.domain.scanned import Scanned
from shared.storage import reading, row_keys
from shared.storage.census_rows import write_standing
from shared.storage.fields import FIRST_FORMAT, read_number, read_optional, read_text
from shared.storage.instants import write_instant
from shared.storage.put_off_rows import write_put_off
from shared.storage.table import InsertRow, Table
from shared.storage.ticket_rows import write_scanned

_SHARDS_ROW: Final = "shards"
_SCAN_ROW: Final = "scan"
_RULES_ROW: Final = "tzdata"


class Notes:
    """What stands in the partition `meta`."""

    def __init__(self, table: Table, *, shards: int) -> None:
        self._unchecked_table = table
        self._checked = False
        self._process = uuid4().hex
        self.shards = shards
        self.scope = EVERYTHING
        """Where callers find something. Notes are the app's own, and are found in any case."""

    def check(self) -> None:
        """Note the number of shards in a new table; refuse a table that was made with another number."""
        noted = self._noted_shards()
        if noted != self.shards:
            raise NotConfigured(
                f"SCHEDULER_SHARDS is {self.shards}, but the stored jobs are spread over {noted} shards; "
                f"set it back to {noted}."
            )
        self._checked = True

    def note_census(self, shard: int, standing: Standing) -> None:
        self._table.overwrite(row_keys.META_PARTITION, row_keys.census_row(shard), write_standing(standing))

    def censuses(self) -> dict[int, Standing]:
        """Return the notes of the censuses by their shards."""
        entities = self._table.query(row_keys.META_PARTITION, row_keys.censuses_range())
        noted = ((entity.fields["RowKey"], reading.standing(entity)) for entity in entities)
        return {row_keys.read_census_row(row): standing for row, standing in noted if standing is not None}

    def note_rules(self, version: str, *, at: datetime) -> None:
        """Note the version of the rules of time zones by which zoned jobs are scheduled, and since when."""
        fields = {"format": FIRST_FORMAT, "version": version, "at": write_instant(at)}
        self._table.overwrite(row_keys.META_PARTITION, _RULES_ROW, fields)

    def noted_rules(self) -> str | None:
        noted = self._table.get(row_keys.META_PARTITION, _RULES_ROW)
        return read_text(noted.fields.get("version")) if noted else None

    def rules_since(self) -> datetime | None:
        """Return since when these rules are in force; None if nothing, or an earlier version, noted it."""
        noted = self._table.get(row_keys.META_PARTITION, _RULES_ROW)
        return read_optional(read_text(noted.fields.get("at", ""))) if noted else None

    def note_put_off(self, put_off: PutOff) -> None:
        row = row_keys.put_off_row(self._process)
        self._table.overwrite(row_keys.META_PARTITION, row, write_put_off(put_off))

    def put_offs(self) -> list[PutOff]:
        """Return the last note of each process that put something off."""
        entities = self._table.query(row_keys.META_PARTITION, row_keys.put_offs_range())
        return reading.put_offs(entities)

    def note_scan(self, scanned: Scanned) -> None:
        self._table.overwrite(row_keys.META_PARTITION, _SCAN_ROW, write_scanned(scanned))

    def last_scan(self) -> Scanned | None:
        noted = self._table.get(row_keys.META_PARTITION, _SCAN_ROW)
        return reading.scanned(noted) if noted else None

    @property
    def _table(self) -> Table:
        """The table, once its number of shards is known to be ours: with another, no job would be found."""
        if not self._checked:
            self.check()
        return self._unchecked_table

    def _noted_shards(self) -> int:
        table = self._unchecked_table
        noted = table.get(row_keys.META_PARTITION, _SHARDS_ROW)
        if noted is not None:
            return read_number(noted.fields.get("count"))
        mine = InsertRow(row=_SHARDS_ROW, fields={"format": FIRST_FORMAT, "count": self.shards})
        if table.transact(row_keys.META_PARTITION, [mine]) is not None:
            return self.shards
        return self._noted_shards()  # another was first
