"""Figures as Markdown that a terminal shows well, too."""

from collections.abc import Sequence


def table(rows: Sequence[Sequence[str]]) -> str:
    """Return a table whose first row is its head, and of which all columns but the first are numbers."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    rules = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
    return "\n".join(_line(row, widths) for row in [rows[0], rules, *rows[1:]])


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = zip(cells, widths, strict=True)
    texts = [first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in others)]
    return f"| {' | '.join(texts)} |"
