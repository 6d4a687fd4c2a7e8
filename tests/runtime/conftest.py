"""What the tests under Microsoft's runtime library share."""

from pathlib import Path

import pytest

from local.dev.functions_runtime import ensure_runtime


@pytest.fixture(scope="session")
def runtime() -> Path:
    """The folder with the library."""
    return ensure_runtime()
