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

    @property
    def names(self) -> tuple[str, ...]:
        """The names of what it covers, in lower case, from the subscription on; none if it is everything."""
        return tuple(
            part.lower() for part in (self.subscription, self.resource_group, self.collection) if part
        )

    def covers(self, key: CollectionKey) -> bool:
        """Say whether a collection, and so each of its jobs, lies within."""
        return key.canonical[: len(self.names)] == self.names

    def within(self, subscription: str) -> tuple[str, ...] | None:
        """Return the first names of all collections of a subscription that lie within; None if none can."""
        own = subscription.lower()
        if self.names and self.names[0] != own:
            return None
        return self.names or (own,)


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
