"""docs/architecture.md explains every kind of housekeeping that there is."""

import re

from shared.domain.ticket import HOUSEKEEPING
from tests.documents import section


def test_every_kind_of_housekeeping_is_explained() -> None:
    rows = section("docs/architecture.md", "Housekeeping").split("| --- | --- | --- |\n")[1]

    explained = re.findall(r"^\| ([a-z ]+) \|", rows, re.MULTILINE)

    assert sorted(explained) == sorted(spaced(kind) for kind in HOUSEKEEPING)


def spaced(kind: str) -> str:
    """Return a name as people write it: collectionSweep is a collection sweep."""
    return re.sub(r"([A-Z])", lambda found: " " + found[0].lower(), kind)
