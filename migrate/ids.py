"""Ids of ARM ⇄ names."""

import re
from typing import Final
from urllib.parse import unquote

from migrate.found import Json, Names
from shared.domain.keys import CollectionKey

_ID: Final = re.compile(
    r"/subscriptions/(?P<subscription>[^/]+)/resourceGroups/(?P<resource_group>[^/]+)"
    r"/providers/Microsoft\.Scheduler/jobCollections/(?P<collection>[^/]+)(?:/jobs/(?P<job>[^/]+))?/?",
    re.IGNORECASE,
)


def names_in(id: str) -> Names | None:
    """Return the names in the id of a collection or a job, or None if it is no such id."""
    match = _ID.fullmatch(id.strip())
    if match is None:
        return None
    return Names(**{key: None if name is None else unquote(name) for key, name in match.groupdict().items()})


def collection_key(names: Names) -> CollectionKey:
    """Return the key of a collection; raise Invalid if a name is missing or not allowed."""
    return CollectionKey(
        subscription=names.subscription or "",
        resource_group=names.resource_group or "",
        name=names.collection or "",
    )


def job_name_in(body: Json) -> str:
    """Return the name of a job as the app answers it, without that of its collection."""
    return str(body.get("name")).rpartition("/")[2]
