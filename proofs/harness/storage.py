"""Folders and Azurites that live as long as a proof."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from local.dev.azurite import Azurite, free_ports
from local.dev.node import ensure_azurite


@contextmanager
def a_folder(kept: Path | None = None) -> Iterator[Path]:
    """Yield a folder that is removed in the end, or the one that is to be kept."""
    if kept is None:
        with TemporaryDirectory(prefix="proofs-", ignore_cleanup_errors=True) as temporary:
            yield Path(temporary)
    else:
        kept.mkdir(parents=True, exist_ok=True)
        yield kept


@contextmanager
def an_azurite(folder: Path | None = None) -> Iterator[Azurite]:
    """Start an Azurite of its own, with its data in this folder, or else in one that goes with it."""
    with a_folder(folder) as place:
        azurite = Azurite(ensure_azurite(), place, free_ports())
        try:
            azurite.start()
            yield azurite
        finally:
            azurite.stop()
