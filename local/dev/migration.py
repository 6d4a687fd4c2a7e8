"""Commands for users of an app. The command line is read here: a mistake costs no installation."""

import os
from collections.abc import Sequence
from pathlib import Path

from local.dev.children import run_in_foreground
from local.dev.environment import PYTHON, ROOT, ensure_tool_packages
from migrate.invocation import DEV, PROGRAM_VARIABLE
from migrate.options import DESCRIPTIONS, parse


class Migration:
    """A command of the package `migrate`, run in the project's environment; its description is its help."""

    def __init__(self, name: str) -> None:
        self.__doc__ = DESCRIPTIONS[name]
        self._name = name

    def main(self, arguments: Sequence[str]) -> int:
        parse(self._name, arguments)
        ensure_tool_packages()
        # It runs in the user's folder, where the named files are. With -P, no module there replaces ours.
        command: list[str | Path] = [PYTHON, "-P", "-m", "migrate", self._name, *arguments]
        names = {"PYTHONPATH": str(ROOT), PROGRAM_VARIABLE: DEV}
        return run_in_foreground(command, Path.cwd(), {**os.environ, **names})
