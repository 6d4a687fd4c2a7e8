"""In which of two forms something was written: that of the original service, or ours, which says more.

Under the original's api-version all times are UTC. Under ours, times without an offset are local.
"""

from migrate.found import FoundCollection, FoundJob, Json
from shared.api.keys.known import keys_for, without_unknown
from shared.api.keys.tree import KeyTree
from shared.domain.about import EXTENDED, ORIGINAL


def named_version(api_version: object) -> str:
    """Return the api-version that a form names; an empty text if it names none."""
    return api_version if isinstance(api_version, str) else ""


def version_of(found: FoundCollection | FoundJob) -> str:
    """Return the api-version in whose form something was written; raise Invalid if a key stands there twice.

    Where the form names none, the keys tell: the original had none of ours.
    """
    if found.version:
        return EXTENDED if found.version >= EXTENDED else ORIGINAL
    if isinstance(found, FoundJob):
        old, new = keys_for(ORIGINAL).job, keys_for(EXTENDED).job
    else:
        old, new = keys_for(ORIGINAL).collection, keys_for(EXTENDED).collection
    return EXTENDED if _known(found.body, old) != _known(found.body, new) else ORIGINAL


def _known(body: Json, keys: KeyTree) -> Json:
    return without_unknown(body, keys)[0]
