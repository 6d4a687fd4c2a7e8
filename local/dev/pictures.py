"""Take pictures of the portal with a made-up company's jobs; --keep leaves the app running."""

from collections.abc import Sequence

from local.dev.browser import ensure_driver
from local.dev.build import ensure_portal
from local.dev.children import run_in_foreground
from local.dev.environment import PYTHON, ROOT, ensure_python_packages
from local.dev.node import ensure_azurite


def main(arguments: Sequence[str]) -> int:
    ensure_python_packages()
    ensure_driver()
    ensure_azurite()
    if "-h" not in arguments and "--help" not in arguments:
        ensure_portal()
    return run_in_foreground([PYTHON, "-m", "local.pictures", *arguments], ROOT)
