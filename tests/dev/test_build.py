import sys
from dataclasses import replace
from pathlib import Path

import pytest

from local.dev.build import PORTAL, TYPES, Product, is_made, make
from local.dev.environment import ROOT
from local.dev.terminal import Problem

PAGE = Product(
    what="the page",
    arguments=("build.py",),
    made_from=("src", "lock.json"),
    makes=("out/page.html",),
    stamp="made/page",
)
BUILD = """
import pathlib
pathlib.Path("out").mkdir(exist_ok=True)
pathlib.Path("out/page.html").write_bytes(pathlib.Path("src/deep/page.txt").read_bytes().upper())
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder whose page is built by Python, which stands in for Node."""
    (tmp_path / "src" / "deep").mkdir(parents=True)
    (tmp_path / "src" / "deep" / "page.txt").write_text("a page", encoding="utf-8")
    (tmp_path / "lock.json").write_text("{}", encoding="utf-8")
    (tmp_path / "build.py").write_text(BUILD, encoding="utf-8")
    return tmp_path


def test_a_product_is_made_and_then_remembered(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert not is_made(PAGE, project)

    make(PAGE, sys.executable, project)

    assert is_made(PAGE, project)
    assert (project / "out" / "page.html").read_text(encoding="utf-8") == "A PAGE"
    assert capsys.readouterr().err == "Building the page …\n"


def test_what_is_made_is_left_alone(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make(PAGE, sys.executable, project)
    capsys.readouterr()

    make(PAGE, str(project / "no such program"), project)

    assert capsys.readouterr().err == ""


def change_a_source(project: Path) -> None:
    (project / "src" / "deep" / "page.txt").write_text("another page", encoding="utf-8")


def add_a_source(project: Path) -> None:
    (project / "src" / "more.txt").touch()


def rename_a_source(project: Path) -> None:
    (project / "src" / "deep").rename(project / "src" / "deeper")


def change_a_pin(project: Path) -> None:
    (project / "lock.json").write_text('{"esbuild": 2}', encoding="utf-8")


def spoil_the_output(project: Path) -> None:
    (project / "out" / "page.html").write_bytes(b"\xff half a")


def remove_the_output(project: Path) -> None:
    (project / "out" / "page.html").unlink()


@pytest.mark.parametrize(
    "change",
    [change_a_source, add_a_source, rename_a_source, change_a_pin, spoil_the_output, remove_the_output],
)
def test_what_is_no_longer_as_it_was_made_is_made_anew(project: Path, change: object) -> None:
    make(PAGE, sys.executable, project)

    assert callable(change)
    change(project)

    assert not is_made(PAGE, project)


def test_a_failing_build_is_quoted_and_repeated(project: Path) -> None:
    (project / "build.py").write_text("raise SystemExit('ERROR: no such import')", encoding="utf-8")

    with pytest.raises(Problem, match=r"(?s)Cannot build the page.*ERROR: no such import"):
        make(PAGE, sys.executable, project)

    assert not is_made(PAGE, project)


def test_a_program_that_makes_nothing_has_made_nothing(project: Path) -> None:
    idle = replace(PAGE, arguments=("-c", ""))

    make(idle, sys.executable, project)

    assert not is_made(idle, project)


@pytest.mark.parametrize("product", [PORTAL, TYPES], ids=lambda product: product.what)
def test_the_products_are_made_from_files_that_exist(product: Product) -> None:
    assert [name for name in product.made_from if not (ROOT / name).exists()] == []


def test_what_is_made_is_not_committed() -> None:
    ignored = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()

    made = [name for product in (PORTAL, TYPES) for name in (*product.makes, product.stamp)]
    assert [name for name in made if f"{name.rpartition('/')[0]}/" not in ignored] == []
