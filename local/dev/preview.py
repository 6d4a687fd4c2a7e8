"""Show when a job would run: a sentence and its next runs; works offline and stores nothing."""

from collections.abc import Sequence
from datetime import UTC, datetime

from local.dev.terminal import Problem
from migrate.options import parse
from migrate.preview_command import run_preview
from migrate.terminal import Problem as Told


def main(arguments: Sequence[str]) -> int:
    options = parse("preview", arguments)
    try:
        return run_preview(options, datetime.now(UTC))
    except Told as exc:
        raise Problem(str(exc)) from exc
