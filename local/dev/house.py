"""The sizes of the house: print them, and fail where one is beyond its limit.

Functions are measured in Python only, files in the portal too. The length of a file is told and has no limit:
a limit cut one thought into several files.
"""

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Final

ROOT: Final = Path(__file__).parents[2]
ROOMS: Final = ("shared", "migrate", "local", "proofs", "infra")
PORTAL: Final = ("*.ts", "*.tsx")
LONGEST_FUNCTION: Final = 40
LONGEST_MEDIAN: Final = 9
"""Most functions have fewer than ten lines."""
SAMPLE_FIELD: Final = ("via_partition_key", "viaPartitionKey")
"""An optional text that is carried through: what it touches, the next field touches too."""
MOST_FILES_OF_A_FIELD: Final = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """How many lines something has."""

    name: str
    lines: int


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """What was measured."""

    functions: tuple[Size, ...]
    files: tuple[Size, ...]
    files_of_a_field: tuple[str, ...]


def main() -> int:
    """Print the figures, then what is beyond its limit; return the exit code."""
    house = measure(ROOT)
    print("\n".join(figures(house)))
    excesses = too_large(house)
    print("\n".join(excesses), end="\n" if excesses else "", file=sys.stderr)
    return 1 if excesses else 0


def measure(root: Path) -> House:
    sources = {
        file.relative_to(root).as_posix(): file.read_text(encoding="utf-8") for file in source_files(root)
    }
    return House(
        functions=tuple(
            size for name, text in sources.items() if name.endswith(".py") for size in _functions(name, text)
        ),
        files=tuple(Size(name=name, lines=len(text.splitlines())) for name, text in sources.items()),
        files_of_a_field=tuple(name for name, text in sources.items() if _names_the_field(name, text)),
    )


def source_files(root: Path) -> Iterator[Path]:
    yield from (root / "dev.py", root / "function_app.py")
    for room in ROOMS:
        yield from sorted((root / room).rglob("*.py"))
    for pattern in PORTAL:
        yield from sorted((root / "portal" / "src").rglob(pattern))


def figures(house: House) -> list[str]:
    """Return a line for each figure; the lines of a room have no limit."""
    function, file = (max(sizes, key=lambda size: size.lines) for sizes in (house.functions, house.files))
    api = sum(size.lines for size in house.files if Path(size.name).is_relative_to("shared/api"))
    return [
        f"{len(house.functions)} functions: median {_median(house)} lines, longest {_shown(function)}",
        f"{len(house.files)} files: longest {_shown(file)}",
        f"shared/api: {api} lines",
        f"files that name a field: {len(house.files_of_a_field)} ({', '.join(house.files_of_a_field)})",
    ]


def too_large(house: House) -> list[str]:
    """Return a line for everything that is beyond its limit."""
    excesses = [
        f"{_shown(size)}, more than {LONGEST_FUNCTION}"
        for size in house.functions
        if size.lines > LONGEST_FUNCTION
    ]
    if _median(house) > LONGEST_MEDIAN:
        excesses.append(f"the median function has {_median(house)} lines, more than {LONGEST_MEDIAN}")
    if len(house.files_of_a_field) > MOST_FILES_OF_A_FIELD:
        excesses.append(f"a field is named in more than {MOST_FILES_OF_A_FIELD} files")
    return excesses


def _functions(name: str, text: str) -> Iterator[Size]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield Size(name=f"{name}: {node.name}", lines=(node.end_lineno or 0) - node.lineno + 1)


def _names_the_field(name: str, text: str) -> bool:
    """Say whether a file of the app names the sample; the house itself, which does too, is none."""
    return name.startswith("shared") and re.search(rf"\b({'|'.join(SAMPLE_FIELD)})\b", text) is not None


def _median(house: House) -> float:
    return median(size.lines for size in house.functions)


def _shown(size: Size) -> str:
    return f"{size.lines} ({size.name})"


if __name__ == "__main__":
    sys.exit(main())
