"""A browser that programs drive: the one that is installed, or else the one that npm brings."""

import os
import platform
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from local.dev import stamp
from local.dev.children import run_quietly
from local.dev.environment import ROOT, ensure_pinned
from local.dev.node import ensure_node_with_packages
from local.dev.terminal import Problem

SETTING: Final = "SCHEDULER_BROWSER"
FOLDER: Final = ROOT / "node_modules" / ".chromium"
NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
USUAL_PLACES: Final = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
)
QUIET: Final = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--font-render-hinting=none",  # letters are as wide on every machine
)
PACKAGE: Final = ROOT / "node_modules" / "@sparticuz" / "chromium" / "package.json"
# The package unpacks into the temporary folder, wherever that is.
UNPACK: Final = 'import("@sparticuz/chromium").then((it) => it.default.executablePath())'
FONTS: Final = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>{folder}/fonts/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <cachedir>{folder}/font-cache</cachedir>
  <alias binding="strong"><family>sans-serif</family><prefer><family>Open Sans</family></prefer></alias>
  <alias binding="strong"><family>system-ui</family><prefer><family>Open Sans</family></prefer></alias>
  <alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
</fontconfig>
"""


class NoBrowser(Problem):
    """No browser is installed, and npm has none for this machine."""


def ensure_driver() -> None:
    """Install the library that drives a browser, unless it is already there."""
    ensure_pinned([ROOT / "requirements-browser.txt"], "Installing what drives a browser …")


def ensure_browser(environment: Mapping[str, str]) -> Path:
    """Return the path of a browser; raise NoBrowser if there is none and npm has none."""
    found = installed(environment)
    if found is not None:
        return found
    if not npm_has_one(sys.platform, platform.machine()):
        raise NoBrowser(
            f"There is no browser here: install Chromium, Chrome or Edge, or let {SETTING} name one, "
            "then run the command again."
        )
    return unpacked()


def installed(environment: Mapping[str, str]) -> Path | None:
    """Return the browser that the setting names, or else one that is installed."""
    if named := environment.get(SETTING, "").strip():
        if not Path(named).is_file():
            raise Problem(f"{SETTING} names no file: let it name a browser, or leave it out.")
        return Path(named)
    on_path = (shutil.which(name, path=environment.get("PATH")) for name in NAMES)
    places = (place for place in USUAL_PLACES if Path(place).is_file())
    found = next(filter(None, on_path), None) or next(places, None)
    return Path(found) if found else None


def npm_has_one(system: str, machine: str) -> bool:
    return system == "linux" and machine.lower() in ("x86_64", "amd64")


def launch_options() -> list[str]:
    """Return what keeps the browser quiet; root cannot have its sandbox."""
    is_root = sys.platform != "win32" and os.geteuid() == 0
    return [*QUIET, *(["--no-sandbox"] if is_root else [])]


def unpacked() -> Path:
    """Unpack the browser of the npm package, unless that is already done."""
    node = ensure_node_with_packages()
    wanted = stamp.fingerprint([PACKAGE])
    stamp.install_once(FOLDER / ".unpacked", wanted, "Unpacking a browser …", lambda: _unpack(node))
    return FOLDER / "chromium"


def with_fonts(environment: Mapping[str, str]) -> dict[str, str | float | bool]:
    """Return the environment of the browser: with the package's fonts, so that pictures look the same."""
    fonts = FOLDER / "fonts.conf"
    return {**environment, **({"FONTCONFIG_FILE": str(fonts)} if fonts.is_file() else {})}


def _unpack(node: str) -> None:
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    script = f"process.env.TMPDIR = {str(FOLDER)!r}; {UNPACK}"
    run_quietly([node, "--eval", script], ROOT, otherwise="Cannot unpack the browser. Node says:")
    (FOLDER / "fonts.conf").write_text(FONTS.format(folder=FOLDER), encoding="utf-8")
