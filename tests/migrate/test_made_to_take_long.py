"""Whatever stands in a file, or comes from a caller, reading it comes to an end."""

import pytest

from proofs.benchmarks.reading.hostile import Hostile, hostile_texts

LENGTH = 64 << 10


@pytest.mark.parametrize("text", hostile_texts(), ids=lambda text: f"{text.reader}, {text.name}".strip())
def test_what_is_made_to_take_long_is_read_to_its_end(text: Hostile) -> None:
    """A reader that goes over a text again and again would take minutes, or years, here."""
    text.read(text.written(LENGTH))
