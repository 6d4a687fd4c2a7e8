"""What the API says of a time zone, in a job and in a collection's defaults."""

from typing import Final

from shared.domain.about import About
from shared.domain.local_time.zones import UnknownZone, spelled


def _known(name: str) -> str:
    try:
        return spelled(name)
    except UnknownZone:
        return name  # `_unknown` tells


def _unknown(name: str) -> str | None:
    try:
        spelled(name)
    except UnknownZone as exc:
        return str(exc)
    return None


TIME_ZONE: Final = About(
    words="A name of the IANA or of Windows, such as `Europe/Berlin` or `W. Europe Standard Time`.",
    example="Europe/Berlin",
    rules={"format": "time-zone"},
    clean=_known,
    refuse=_unknown,
)
