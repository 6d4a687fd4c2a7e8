"""Whose threads read shards side by side."""

from enum import StrEnum


class Readers(StrEnum):
    """Each has threads of its own, so that none waits for another: a list may take long, the scan may not."""

    SCAN = "scan"
    STATUS = "status"
    LISTS = "list"
