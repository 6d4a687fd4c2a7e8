"""What the census and rescheduling look at of each job of a shard."""

from dataclasses import dataclass

from shared.domain.definition import Definition
from shared.domain.keys import JobKey


@dataclass(frozen=True, slots=True, kw_only=True)
class Glimpse:
    """A job without its standing; `tzdata` are the rules of time zones by which its next run was found."""

    key: JobKey
    definition: Definition
    tzdata: str = ""
