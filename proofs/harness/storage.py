"""An Azurite that lives as long as a measurement."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from local.dev.azurite import Azurite, StoragePorts
from local.dev.node import ensure_azurite
from local.dev.ports import find_free


@contextmanager
def an_azurite() -> Iterator[Azurite]:
    """Start an Azurite of its own, whose data go with it."""
    blob, queue, table = find_free(3)
    with TemporaryDirectory(prefix="bench-azurite-", ignore_cleanup_errors=True) as folder:
        where = StoragePorts(blob=blob, queue=queue, table=table)
        azurite = Azurite(ensure_azurite(), Path(folder), where)
        try:
            azurite.start()
            yield azurite
        finally:
            azurite.stop()
