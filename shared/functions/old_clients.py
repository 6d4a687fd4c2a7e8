"""What official clients of the original service understand of durations, told by their `User-Agent`.

Their authors did not know that the service wrote time spans (`00:01:00`). Some read ISO 8601 (`PT1M`) only;
others were mended for one job alone, and read ISO 8601 in lists. No single form serves them all.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from shared.api.shapes.writing import WriteDuration
from shared.domain.timespan import write_iso_duration, write_timespan


@dataclass(frozen=True, slots=True, kw_only=True)
class Durations:
    """How durations are written for a caller, in an answer that is one thing, and in lists."""

    alone: WriteDuration = write_timespan
    listed: WriteDuration = write_timespan


TIME_SPANS: Final = Durations()
_ISO: Final = Durations(alone=write_iso_duration, listed=write_iso_duration)
_ISO_IN_LISTS: Final = Durations(listed=write_iso_duration)
_BY_CLIENT: Final = {
    "azsdk-python-mgmt-scheduler/": _ISO,  # 7.0.0 and its preview
    "azure-mgmt-scheduler/": _ISO_IN_LISTS,  # 2.0.0
    "schedulermanagementclient/1.1.3": _ISO_IN_LISTS,
    "schedulermanagementclient/": _ISO,  # 0.30.0 to 1.1.2
}
"""By how a word of the header begins; the first that fits holds."""


def durations_for(headers: Mapping[str, str]) -> Durations:
    words = headers.get("user-agent", "").split()
    fitting = (
        durations for name, durations in _BY_CLIENT.items() if any(word.startswith(name) for word in words)
    )
    return next(fitting, TIME_SPANS)
