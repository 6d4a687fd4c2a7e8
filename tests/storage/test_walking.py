"""A range is read page by page, and no further than somebody asks for."""

from itertools import islice

import pytest

from shared.storage.key_parts import RowRange
from shared.storage.table import Entity
from shared.storage.walking import walk


class Range:
    """So many rows, and what was asked for of them."""

    def __init__(self, size: int) -> None:
        self._rows = [f"{number:04d}" for number in range(size)]
        self.pages: list[int | None] = []

    def ask(self, rows: RowRange, page: int | None) -> list[Entity]:
        self.pages.append(page)
        first, end = rows
        found = [row for row in self._rows if first <= row < end]
        return [Entity(fields={"RowKey": row}, etag="") for row in found[:page]]


@pytest.mark.parametrize(
    ("rows", "page", "wanted", "pages"),
    [
        pytest.param(900, 100, 100, [100], id="enough at first"),
        pytest.param(900, 100, 101, [100, 200], id="one more"),
        pytest.param(900, None, 900, [None], id="all at once"),
        pytest.param(900, 1, 900, [1, 100, 200, 400, 500], id="twice as many each time, but not row by row"),
        pytest.param(1500, 900, 1500, [900, 500, 500], id="a second page that is not too large"),
        pytest.param(50, 100, 50, [100], id="fewer than thought"),
        pytest.param(100, 100, 100, [100], id="just as many, and nobody asks for more"),
        pytest.param(0, 100, 0, [], id="nothing wanted"),
    ],
)
def test_pages_grow_until_there_is_enough(
    rows: int, page: int | None, wanted: int, pages: list[int | None]
) -> None:
    found = Range(rows)

    walked = list(islice(walk(found.ask, ("", "9999"), page=page), wanted))

    assert [entity.fields["RowKey"] for entity in walked] == [f"{number:04d}" for number in range(wanted)]
    assert found.pages == pages
