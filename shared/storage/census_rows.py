"""The note of a shard's census ⇄ the fields of its row."""

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

from shared.domain.census import Census, Standing
from shared.storage.fields import FIRST_FORMAT, Fields, read_number, read_text
from shared.storage.instants import read_instant, write_instant


def write_standing(standing: Standing) -> Fields:
    return {
        "format": FIRST_FORMAT,
        "id": standing.id,
        "due": write_instant(standing.due),
        "census": "" if standing.census is None else _write_census(standing.census),
    }


def read_standing(fields: Mapping[str, Any], etag: str) -> Standing:
    census = read_text(fields["census"])
    return Standing(
        id=read_text(fields["id"]),
        due=read_instant(fields["due"]),
        census=_read_census(json.loads(census)) if census else None,
    )


def _write_census(census: Census) -> str:
    counted = {"sealed": census.sealed, "shut": census.shut, "newer": census.newer}
    return json.dumps({"at": write_instant(census.at), **counted, "calendars": census.calendars})


def _read_census(stored: Mapping[str, Any]) -> Census:
    return Census(
        at=read_instant(stored["at"]),
        sealed=Counter({str(key): read_number(values) for key, values in stored["sealed"].items()}),
        shut=read_number(stored["shut"]),
        newer=read_number(stored["newer"]),
        calendars=tuple(read_text(told) for told in stored.get("calendars", ())),
    )
