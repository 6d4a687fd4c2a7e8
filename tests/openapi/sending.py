"""Bodies sent to a small world, with a look at the answer and at what has become of the store."""

import json
from typing import Final

from shared.domain.about import EXTENDED
from tests.openapi.conformity import faults, is_arm_error
from tests.openapi.document import path_of
from tests.openapi.site import NAMES, Site

LARGEST_REFUSAL: Final = 20_000
SITE: Final = Site()


def send(operation: str, body: bytes, version: str = EXTENDED, job: str = "idle") -> int:
    """Send a body, check the answer and what has become of the store, and return the status."""
    SITE.reset()
    before = SITE.stored()
    method, path = path_of(operation, {**NAMES, "job": job})

    response = SITE.send(method, path, body, **{"api-version": version})

    content = response.get_body()
    status, answer = int(response.status_code), json.loads(content) if content else None
    assert status < 500, body[:200]
    assert faults(operation, status, answer, version) == []
    if status >= 400:
        assert is_arm_error(answer)
        assert len(content) < LARGEST_REFUSAL
        assert SITE.stored() == before
    return status
