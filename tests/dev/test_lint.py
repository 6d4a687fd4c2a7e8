from local.dev.environment import PYTHON, ROOT
from local.dev.lint import CHECKS, command


def test_the_portal_is_checked_by_its_own_compiler() -> None:
    assert "tsc -p portal" in CHECKS
    assert command("tsc -p portal", "node") == [
        "node",
        ROOT / "node_modules/typescript/bin/tsc",
        "-p",
        "portal",
    ]


def test_everything_else_is_checked_by_modules_of_python() -> None:
    assert command("ruff format --check .", "node") == [PYTHON, "-m", "ruff", "format", "--check", "."]
