"""Measure the project beside others; without a name, list what can be measured."""

from collections.abc import Sequence

from local.dev.benchmarks import BENCHMARKS, parse
from local.dev.browser import ensure_driver
from local.dev.children import run_in_foreground
from local.dev.environment import PYTHON, ROOT, ensure_pinned, ensure_python_packages
from local.dev.node import ensure_azurite
from local.dev.terminal import Misuse
from migrate.usage import did_you_mean


def main(arguments: Sequence[str]) -> int:
    if not arguments or arguments[0] in ("-h", "--help"):
        print(overview())
        return 0
    name, *options = arguments
    return run(name, options)


def ensure_peers() -> None:
    """Install the libraries to compare with, unless they are already there."""
    ensure_pinned([ROOT / "requirements-bench.txt"], "Installing the libraries to compare with …")


def overview() -> str:
    lines = [f"    {name:<12}{one.what}" for name, one in BENCHMARKS.items()]
    usage = "usage: python3 dev.py bench NAME [--save] [OPTIONS]; NAME --help lists its options"
    return "\n".join([usage, "", "benchmarks:", *lines])


def run(name: str, options: Sequence[str]) -> int:
    """Run a benchmark in `.venv` with its own options; return 0 if its goals are met."""
    if name not in BENCHMARKS:
        hint = did_you_mean(name, BENCHMARKS)
        raise Misuse(f"There is no benchmark '{name}': choose one of {', '.join(BENCHMARKS)}{hint or '.'}")
    parse(name, options)  # a mistake, or a cry for help, costs no installation
    ensure_python_packages()  # the app with its local host
    ensure_azurite()
    ensure_peers()
    if name == "portal":
        ensure_driver()
    return run_in_foreground([PYTHON, "-m", f"proofs.benchmarks.{name}", *options], ROOT)
