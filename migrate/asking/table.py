"""Tables that fit the terminal: columns are left out, then cut. Whatever an app sends is made harmless."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from migrate.asking.widths import cut_to, padded, width_of
from migrate.terminal import harmless

_GAP: Final = "  "
_END: Final = "\x1b[0m"


class Tone(StrEnum):
    """How a text is coloured, by what it means."""

    PLAIN = ""
    TITLE = "\x1b[1m"
    GOOD = "\x1b[32m"
    BAD = "\x1b[31m"
    WARNING = "\x1b[33m"
    QUIET = "\x1b[2m"


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """How wide a line may be, without end if None, and whether it has colours."""

    width: int | None = None
    colours: bool = False

    def toned(self, text: str, tone: Tone) -> str:
        return f"{tone}{text}{_END}" if self.colours and tone and text else text


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column; it is cut no shorter than `least`. Where there is no room, the highest `rank` goes first."""

    title: str
    least: int = 8
    rank: int = 0
    tone: Callable[[str], Tone] = lambda _: Tone.PLAIN


Row = Sequence[str]


def write_table(columns: Sequence[Column], rows: Sequence[Row], look: Look) -> list[str]:
    """Return the lines. A column without any text is left out."""
    cells = [[one_line(text) for text in row] for row in rows]
    filled = [place for place in range(len(columns)) if any(row[place] for row in cells)]
    natural = {
        place: max(width_of(text) for text in (columns[place].title, *(row[place] for row in cells)))
        for place in filled
    }
    widths = _fitting(columns, natural, look.width)
    return list(_lines(columns, cells, widths, look))


def one_line(text: str) -> str:
    """Return a text in one line that cannot steer a terminal."""
    return harmless(" ".join(text.split()))


def _fitting(columns: Sequence[Column], natural: dict[int, int], width: int | None) -> dict[int, int]:
    """Return the widths of the columns that are shown."""
    if width is None:
        return natural
    least = {place: min(wide, columns[place].least) for place, wide in natural.items()}
    while len(least) > 1 and _total(least) > width:
        del least[max(least, key=lambda place: (columns[place].rank, place))]
    widths = {place: min(natural[place], width) for place in least}
    while _total(widths) > width:
        shrinking = [place for place in widths if widths[place] > least[place]] or list(widths)
        widths[max(shrinking, key=widths.__getitem__)] -= 1
    return widths


def _total(widths: dict[int, int]) -> int:
    return sum(widths.values()) + len(_GAP) * (len(widths) - 1)


def _lines(
    columns: Sequence[Column], cells: Sequence[Row], widths: dict[int, int], look: Look
) -> Iterator[str]:
    if widths:
        yield _line([(columns[place].title, Tone.TITLE, wide) for place, wide in widths.items()], look)
    for row in cells:
        parts = [(row[place], columns[place].tone(row[place]), wide) for place, wide in widths.items()]
        yield _line(parts, look)


def _line(parts: Sequence[tuple[str, Tone, int]], look: Look) -> str:
    """Return a line. Nothing follows its last text: blanks at the end would only be copied along."""
    while parts and not parts[-1][0]:
        parts = parts[:-1]
    shown = [(cut_to(text, wide), tone, wide) for text, tone, wide in parts]
    *before, last = shown or [("", Tone.PLAIN, 0)]
    begun = [f"{look.toned(text, tone)}{padded('', wide - width_of(text))}" for text, tone, wide in before]
    return _GAP.join([*begun, look.toned(last[0], last[1])])
