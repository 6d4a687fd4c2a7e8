"""The notes of what processes put off ⇄ the fields of their rows."""

import json
from collections.abc import Mapping
from typing import Any

from shared.domain.put_off import PutOff
from shared.storage.fields import FIRST_FORMAT, Fields, read_number, read_text
from shared.storage.instants import read_instant, write_instant


def write_put_off(put_off: PutOff) -> Fields:
    return {"format": FIRST_FORMAT, "at": write_instant(put_off.at), "tickets": json.dumps(put_off.tickets)}


def read_put_off(fields: Mapping[str, Any], etag: str) -> PutOff:
    tickets = json.loads(read_text(fields["tickets"]))
    return PutOff(
        at=read_instant(fields["at"]),
        tickets={str(remote): read_number(count) for remote, count in tickets.items()},
    )
