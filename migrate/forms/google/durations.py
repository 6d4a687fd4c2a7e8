"""Durations as Google writes them: seconds with up to nine digits after the point, as in `3.5s`."""

import re
from datetime import timedelta
from typing import Final

from shared.api.fields import Fields
from shared.domain.errors import Faults, cut

_DURATION: Final = re.compile(r"([0-9]{1,9})(?:\.[0-9]{1,9})?s")


def read_duration(fields: Fields, key: str, otherwise: timedelta, faults: Faults) -> timedelta:
    """Return the duration under a key in whole seconds, or the other one if there is none."""
    text = fields.text(key)
    if text is None:
        return otherwise
    match = _DURATION.fullmatch(text)
    faults.check(match is not None, fields.path(key), f"'{cut(text)}' is not a duration like '180s'")
    return timedelta(seconds=int(match[1])) if match else otherwise
