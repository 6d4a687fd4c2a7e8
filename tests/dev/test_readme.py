"""What README.md shows of dev.py is what dev.py prints, and its commands exist."""

import re
import shlex
import subprocess
import sys
from datetime import timedelta

from local.dev.welcome import commands
from migrate.options import parse
from migrate.preview_command import for_people, preview
from shared.domain.collection import PLANS
from tests.documents import LOCAL, ROOT, code_blocks, section, text_of

_PERIODS = {"minute": timedelta(minutes=1), "hour": timedelta(hours=1)}
LARGEST_README = 13_000
"""Bytes: what it is, how to try it, how to move in, where to look. The rest belongs to docs/."""


def test_the_calls_to_try_are_those_that_dev_py_prints() -> None:
    _, calls, *_ = code_blocks(section("README.md", "Try it"), "")

    assert calls.strip().split("\n\n") == commands(LOCAL, windows=False, with_key=False)


def test_the_preview_prints_what_is_shown() -> None:
    *_, shown = code_blocks(section("README.md", "Try it"), "")
    command, _, printed = shown.strip().partition("\n")
    _, _, job, _, _, _, _, *options = shlex.split(command)
    chosen = parse("preview", options)

    assert for_people(preview(job.encode(), chosen), chosen.top) == printed


def test_every_command_that_a_document_names_exists() -> None:
    printed = subprocess.check_output([sys.executable, ROOT / "dev.py", "--help"], encoding="utf-8")
    known = set(re.findall(r"^    ([\w-]+) ", printed, re.MULTILINE))
    texts = [
        file.read_text(encoding="utf-8") for file in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    ]

    named = {name for text in texts for name in re.findall(r"\bdev\.py (\w[\w-]*)", text)}

    assert {"run", "test", "lint", "preview", "import"} <= named <= known


def test_the_plans_hold_what_the_documents_say() -> None:
    rows = re.findall(
        r"^\| `(\w+)` \| ([\d,]+) \| 1 (\w+) \| ([\d,]+) \|", text_of("docs/api.md"), re.MULTILINE
    )

    told = {name: (number(jobs), _PERIODS[period], number(most)) for name, jobs, period, most in rows}

    assert told == {
        str(sku): (plan.most_jobs, plan.shortest_period, plan.most_collections) for sku, plan in PLANS.items()
    }


def number(text: str) -> int:
    return int(text.replace(",", ""))


def test_the_readme_stays_short() -> None:
    assert len((ROOT / "README.md").read_bytes()) <= LARGEST_README
