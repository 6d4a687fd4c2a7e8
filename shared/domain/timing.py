"""When a job runs: its start, its recurrence, and by which clocks and days it counts."""

from dataclasses import dataclass
from datetime import datetime

from shared.domain.local_time.local import Local
from shared.domain.local_time.wall_time import Moment
from shared.domain.local_time.zones import UTC_ZONE, Zone, instant_of
from shared.domain.recurrence import Recurrence


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    """When a job runs. Without `local` it counts in UTC, and every day counts."""

    recurrence: Recurrence | None = None
    start: Moment | None = None
    local: Local | None = None

    @property
    def zone(self) -> Zone:
        return self.local.zone if self.local else UTC_ZONE

    def instant(self, moment: Moment) -> datetime:
        return instant_of(moment, self.zone)
