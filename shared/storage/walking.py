"""Walking along a range of rows, page by page, no further than is asked for."""

from collections.abc import Callable, Iterator
from typing import Final

from shared.storage.key_parts import RowRange, after
from shared.storage.table import Entity

LARGEST_PAGE: Final = 500
_SECOND_PAGE: Final = 100
"""Whoever needs more than he thought shall not ask row by row."""


def walk(
    ask: Callable[[RowRange, int | None], list[Entity]], rows: RowRange, *, page: int | None
) -> Iterator[Entity]:
    """Yield the rows of a range; ask for as many as are thought to do, then for twice as many each time.

    Without a number all of them are asked for at once.
    """
    first, end = rows
    while True:
        found = ask((first, end), page)
        yield from found
        if page is None or len(found) < page:
            return
        first, page = after(found[-1].fields["RowKey"]), min(max(2 * page, _SECOND_PAGE), LARGEST_PAGE)
