"""The rules for locations and tags that callers send. Stored ones are not held to them."""

import re
from collections.abc import Sequence
from typing import Final

from shared.domain.errors import Faults, cut

LONGEST_LOCATION: Final = 90
MOST_TAGS: Final = 50
LONGEST_TAG_NAME: Final = 512
LONGEST_TAG_VALUE: Final = 256
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def check_location(faults: Faults, location: str) -> None:
    faults.check(bool(location.strip()), "location", "must not be empty")
    short = len(location) <= LONGEST_LOCATION
    faults.check(short, "location", f"is longer than {LONGEST_LOCATION} characters")
    faults.check(not _CONTROL.search(location), "location", "holds control characters")


def check_tags(faults: Faults, tags: Sequence[tuple[str, str]]) -> None:
    faults.check(len(tags) <= MOST_TAGS, "tags", f"are more than {MOST_TAGS}")
    for name, value in tags[:MOST_TAGS]:
        path = f"tags.{cut(name)}"
        short = len(name) <= LONGEST_TAG_NAME
        faults.check(short, path, f"its name is longer than {LONGEST_TAG_NAME} characters")
        faults.check(len(value) <= LONGEST_TAG_VALUE, path, f"is longer than {LONGEST_TAG_VALUE} characters")
        faults.check(not _CONTROL.search(name + value), path, "holds control characters")
