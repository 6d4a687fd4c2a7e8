"""Who calls, what he may do, and where."""

from dataclasses import dataclass
from typing import Final

from shared.domain.disabled import THIS_MACHINE
from shared.domain.keys import CollectionKey


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """What a caller can see: everything, a subscription, a resource group or a collection.

    An empty part covers all there is of its kind. Names are compared without case, as everywhere.
    """

    subscription: str = ""
    resource_group: str = ""
    collection: str = ""

    def __str__(self) -> str:
        return "/" + "/".join(filter(None, (self.subscription, self.resource_group, self.collection)))

    def covers(self, key: CollectionKey) -> bool:
        """Say whether a collection, and so each of its jobs, lies within."""
        mine = (self.subscription, self.resource_group, self.collection)
        theirs = (key.subscription, key.resource_group, key.name)
        return all(
            not part or part.casefold() == name.casefold() for part, name in zip(mine, theirs, strict=True)
        )

    def reaches(self, subscription: str) -> bool:
        """Say whether a subscription, or a part of it, lies within."""
        return not self.subscription or self.subscription.casefold() == subscription.casefold()


EVERYTHING: Final = Scope()

OBJECT: Final = "oid:"
APPLICATION: Final = "app:"
IDENTITIES: Final = (OBJECT, APPLICATION)
"""How the names of identities begin: an id follows and, in parentheses, the name that somebody goes by.

No key is called so. Only the id says who it is; names can be chosen, and change.
"""


def is_called(name: str, asked: str) -> bool:
    """Say whether this is a caller's name, or the id in it. Case does not matter."""
    whole, wanted = name.casefold(), asked.casefold()
    id = whole.partition(" (")[0] if whole.startswith(IDENTITIES) else whole
    return wanted in (whole, id)


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """Somebody whom the app has recognised."""

    name: str
    """The name of his key, of his identity, or this machine. It stands in the audit and in the log."""
    can_change: bool
    scope: Scope = EVERYTHING


ON_THIS_MACHINE: Final = Caller(name=THIS_MACHINE, can_change=True)
NOBODY_KNOWN: Final = Caller(name="", can_change=False)
"""Who calls where anybody may."""
