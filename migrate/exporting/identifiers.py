"""Names of collections and jobs → identifiers that ARM, Bicep and Terraform take."""

import re
from itertools import chain, count
from typing import Final

_UNFIT: Final = re.compile(r"[^A-Za-z0-9]+")


class Identifiers:
    """Gives identifiers, each only once. Case does not tell them apart, as with the parameters of ARM.

    The first word must begin with a letter, and no language may have reserved it: `job`, not the job's name.
    """

    def __init__(self) -> None:
        self._taken = set[str]()

    def new(self, *words: str) -> str:
        wanted = _UNFIT.sub("_", "_".join(words)).rstrip("_")
        # One more than are taken suffices: one of so many is free.
        numbered = (f"{wanted}_{number}" for number in count(2))
        free = next(name for name in chain([wanted], numbered) if name.lower() not in self._taken)
        self._taken.add(free.lower())
        return free
