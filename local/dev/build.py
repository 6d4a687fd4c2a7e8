"""Build the portal, the web page that the app serves, and the types that its code is checked with."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from local.dev import stamp
from local.dev.children import run_quietly
from local.dev.environment import ROOT
from local.dev.node import ensure_node_with_app_packages, ensure_node_with_packages
from local.dev.terminal import say
from migrate.usage import Parser, read_options


@dataclass(frozen=True, slots=True, kw_only=True)
class Product:
    """Files that Node makes from others. All paths count from the project's folder."""

    what: str
    arguments: tuple[str, ...]
    """The program and its arguments."""
    made_from: tuple[str, ...]
    """Files and folders."""
    makes: tuple[str, ...]
    stamp: str


PORTAL: Final = Product(
    what="the portal",
    # Without Node's stack, the end of the output is what esbuild says.
    arguments=("--stack-trace-limit=0", "portal/build.mjs", "shared/portal"),
    made_from=("portal/src", "portal/build.mjs", "package-lock.json"),
    makes=("shared/portal/index.html", "shared/portal/portal.js", "shared/portal/portal.css"),
    stamp="portal/made/portal-stamp",
)
TYPES: Final = Product(
    what="the portal's types of the API",
    arguments=(
        *("node_modules/openapi-typescript/bin/cli.js", "shared/api/openapi.json"),
        *("-o", "portal/made/openapi.d.ts"),
    ),
    made_from=("shared/api/openapi.json", "package-lock.json"),
    makes=("portal/made/openapi.d.ts",),
    stamp="portal/made/types-stamp",
)


def main(arguments: Sequence[str]) -> int:
    read_options(Parser(prog="python3 dev.py build", description=__doc__), arguments)
    ensure_all()
    return 0


def ensure_all() -> None:
    """Make the portal and its types, unless they are as they should be."""
    node = ensure_node_with_packages()
    for product in (TYPES, PORTAL):
        make(product, node, ROOT)


def ensure_portal() -> None:
    """Build the portal, unless it is as it should be. Without a change this needs no Node."""
    if not is_made(PORTAL, ROOT):
        make(PORTAL, ensure_node_with_app_packages(), ROOT)


def is_made(product: Product, root: Path) -> bool:
    """Say whether the product was made from the files as they are, and is as it was made."""
    outputs = [root / name for name in product.makes]
    return all(file.is_file() for file in outputs) and stamp.is_current(
        root / product.stamp, _fingerprint(product, root)
    )


def make(product: Product, node: str, root: Path) -> None:
    """Make a product, unless that is done. The stamp comes last, so that a broken attempt is repeated."""
    if is_made(product, root):
        return
    say(f"Building {product.what} …")
    mark = root / product.stamp
    mark.unlink(missing_ok=True)
    run_quietly(
        [node, *product.arguments],
        root,
        otherwise=f"Cannot build {product.what}: correct what is said here, then run the command again.",
    )
    mark.parent.mkdir(parents=True, exist_ok=True)
    mark.write_text(_fingerprint(product, root), encoding="utf-8")


def _fingerprint(product: Product, root: Path) -> str:
    """Return a text that changes with what the product is made from, and with the product itself."""
    names = (*product.made_from, *product.makes)
    return stamp.fingerprint([], *(fact for name in names for fact in _facts(root / name, root)))


def _facts(place: Path, root: Path) -> Iterator[str]:
    """Yield the name and the content of each file. Bytes, because a spoiled file may be no text."""
    files = [place] if place.is_file() else sorted(place.rglob("*"))
    for file in files:
        if file.is_file():
            digest = hashlib.sha256(file.read_bytes()).hexdigest()
            yield f"{file.relative_to(root).as_posix()} {digest}"
