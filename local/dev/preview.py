"""Show when a job would run: a sentence and its next runs; works offline and stores nothing."""

import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.machinery import ModuleSpec, PathFinder

from local.dev.environment import ensure_app_packages, site_packages
from local.dev.terminal import Problem
from migrate.options import parse
from migrate.preview_command import run_preview
from migrate.terminal import Problem as Told


class ZonesOfTheProject:
    """Finds the rules of time zones in `.venv`, which is made if need be; a job without a zone needs none.

    Python asks it last, only where the rules are not installed. They are data, which any Python can read.
    """

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        if name != "tzdata":
            return None
        ensure_app_packages()
        return PathFinder.find_spec(name, [str(site_packages())])


def main(arguments: Sequence[str]) -> int:
    options = parse("preview", arguments)
    sys.meta_path.append(ZonesOfTheProject)
    try:
        return run_preview(options, datetime.now(UTC))
    except Told as exc:
        raise Problem(str(exc)) from exc
