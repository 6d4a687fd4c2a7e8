"""Functions and files stay small enough to be read in one go."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
LONGEST_FUNCTION: Final = 40
LONGEST_FILE: Final = 300


def test_no_function_is_longer_than_forty_lines() -> None:
    too_long = [
        f"{file.relative_to(ROOT)}: {node.name}"
        for file in source_files()
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) - node.lineno >= LONGEST_FUNCTION
    ]

    assert too_long == []


def test_no_file_is_longer_than_three_hundred_lines() -> None:
    too_long = [
        str(file.relative_to(ROOT))
        for file in source_files()
        if len(file.read_text(encoding="utf-8").splitlines()) > LONGEST_FILE
    ]

    assert too_long == []


def source_files() -> Iterator[Path]:
    yield from (ROOT / "dev.py", ROOT / "function_app.py")
    for folder in ("shared", "migrate", "local", "proofs"):
        yield from sorted((ROOT / folder).rglob("*.py"))
