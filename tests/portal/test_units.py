"""The unit tests of the portal's pure parts, by Node's own runner."""

import re
import subprocess

from local.dev.environment import ROOT
from local.dev.node import ensure_node_with_packages


def test_the_pure_parts_pass_their_own_tests() -> None:
    node = ensure_node_with_packages()

    run = subprocess.run([node, "portal/test.mjs"], cwd=ROOT, capture_output=True, text=True, check=False)

    assert run.returncode == 0, run.stdout + run.stderr
    passed = re.search(r"^\S pass (\d+)$", run.stdout, re.MULTILINE)
    assert passed, run.stdout
    assert int(passed[1]) > 30
