"""What a field of a value is on the wire, as far as its name, its type and its default do not tell.

`label: str | None = None` tells by itself that `label` is a text that may be left out. What is more stands
beside the field, so that a field is described once: `queue: Annotated[str, About(key="queueName")]`.
Reading, writing, the known keys and the API's document follow from it.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

ORIGINAL: Final = "2016-03-01"
"""The last api-version of the original service."""
EXTENDED: Final = "2026-11-01"
"""The api-version that knows what the original did not have. Versions are compared as texts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """What is said of a field.

    `key` is its name in JSON, if that is not its own in camel case. A dot in it leads into an object that the
    value does not have; a dot at its end puts the keys of the field's value there, beside others.
    """

    key: str = ""
    also: str = ""
    """A second name, under which it is answered too."""
    read_only: bool = False
    """It is answered; whoever sends it back is not heard."""
    since: str = ""
    """The first api-version that knows it; empty if all do."""
    words: str = ""
    """What the API's document says of it."""
    shortest: int | None = None
    longest: int | None = None
    """How many characters, pairs, entries or names it has."""
    lowest: int | None = None
    highest: int | None = None
    pattern: re.Pattern[str] | None = None
    example: str = ""
    """Stands also for one that is missing, which is a fault, so that what else is wrong is told beside it."""
    default: Any = None
    """What a missing one counts as, if the value leaves that open."""
    clean: Callable[[str], str] | None = None
    """Makes what is kept of what is sent."""
    refuse: Callable[..., str | None] | None = None
    """Tells why it may not be sent, pair by pair if it has pairs; what was stored before is left alone."""
    rules: Mapping[str, Any] = field(default_factory=dict)
    sent: Mapping[str, Any] = field(default_factory=dict)
    each: Mapping[str, Any] = field(default_factory=dict)
    """What the document says more: always, of what is sent alone, and of each item or value in it."""
