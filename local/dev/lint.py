"""Check format, style, types and sizes; with --fix, format and fix first what can be fixed."""

from collections.abc import Sequence
from pathlib import Path

from local.dev.browser import ensure_driver
from local.dev.build import TYPES, make
from local.dev.children import run_in_foreground
from local.dev.environment import PYTHON, ROOT, ensure_python_packages
from local.dev.node import ensure_node_with_packages
from local.dev.terminal import say
from migrate.usage import Parser, read_options

FIXES = ["ruff check --fix-only .", "ruff format .", "prettier --log-level warn --write portal"]
CHECKS = [
    "ruff format --check .",
    "ruff check .",
    "mypy",
    "prettier --log-level warn --check portal",
    "tsc -p portal",
    "local.dev.house",
]
NODE_TOOLS = {"prettier": Path("prettier", "bin", "prettier.cjs"), "tsc": Path("typescript", "bin", "tsc")}


def main(arguments: Sequence[str]) -> int:
    parser = Parser(prog="python3 dev.py lint", description=__doc__)
    parser.add_argument("--fix", action="store_true", help="change the files before they are checked")
    options = read_options(parser, arguments)
    ensure_python_packages()
    ensure_driver()
    node = ensure_node_with_packages()
    make(TYPES, node, ROOT)
    failed = [step for step in (FIXES if options.fix else []) + CHECKS if not passes(step, node)]
    return 1 if failed else 0


def passes(step: str, node: str) -> bool:
    say(step)
    return run_in_foreground(command(step, node), ROOT) == 0


def command(step: str, node: str) -> list[str | Path]:
    """Return the command of a step: what looks at TypeScript runs in Node, all others are Python's."""
    tool, *arguments = step.split()
    if tool in NODE_TOOLS:
        return [node, ROOT / "node_modules" / NODE_TOOLS[tool], *arguments]
    return [PYTHON, "-m", tool, *arguments]
