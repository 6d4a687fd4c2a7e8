"""Lists that the REST API answers in pages. A page that leads to another needs that one too."""

import re
from collections.abc import Iterator, Sequence
from typing import Final
from urllib.parse import unquote, urlsplit

from migrate.found import Json, Origin, Unusable
from shared.domain.errors import Fault

_RULE: Final = "leads to a page that is in no file: fetch that page too, and import all of them together"


_GROUP: Final = re.compile(r"/resourcegroups/[^/]+")


def lacking_pages(pages: Sequence[tuple[Origin, Json]]) -> list[Unusable]:
    """Return each list that goes on behind the pages that are there, by its last page.

    A page does not say its own address. So a list is whole if one of its pages leads to no other.
    """
    leading = [(origin, link) for origin, page in pages if (link := _link(page))]
    last = [page for _, page in pages if not _link(page)]
    ended = {path for page in last for path in _paths_of(page)}
    open_lists = {path: origin for origin, link in leading if (path := _path(link)) not in ended}
    empty = sum(not page["value"] for page in last)  # each may be the end of any list
    lacking = list(open_lists.values())[empty:]
    return [Unusable(origin=origin, faults=(Fault("nextLink", _RULE),)) for origin in lacking]


def _link(page: Json) -> str:
    link = page.get("nextLink")
    return link if isinstance(link, str) else ""


def _path(link: str) -> str:
    try:
        return unquote(urlsplit(link).path).rstrip("/").lower()
    except ValueError:  # brackets that hold no address
        return link


def _paths_of(page: Json) -> Iterator[str]:
    """Yield the paths of the lists that a page may belong to: of a resource group, of a subscription."""
    for item in page["value"]:
        if isinstance(item, dict) and isinstance(item.get("id"), str):
            path = unquote(item["id"]).strip().lower().rpartition("/")[0]
            yield from (path, _GROUP.sub("", path))
