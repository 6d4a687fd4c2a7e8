"""The portal's three files, for browsers.

They need neither settings nor storage: a page that opens can tell what is wrong with the app.
Only where readers sign in with Entra ID, the settings say whom else the page may talk to.
No path of a request reaches the file system; it only chooses from a table.
They are no part of the API, so neither the table of routes nor the API's document names them.
"""

import gzip
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

import azure.functions as func

from shared.domain.errors import MethodNotAllowed, NotFound
from shared.functions.routes import Content, Reply
from shared.functions.wiring import App

FOLDER: Final = Path(__file__).parents[1] / "portal"

_FILES: Final[Mapping[str, tuple[str, str]]] = {
    "": ("index.html", "text/html; charset=utf-8"),
    "portal.js": ("portal.js", "text/javascript; charset=utf-8"),
    "portal.css": ("portal.css", "text/css; charset=utf-8"),
}
"""By path: the file's name and its type."""

_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src {}; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"
)
_GUARDS: Final = {
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Vary": "Accept-Encoding",
}
_ALLOWED: Final = ("GET", "HEAD", "OPTIONS")
_NO_WEIGHT: Final = re.compile(r"\s*q\s*=\s*0(\.0*)?\s*", re.ASCII)
_UNBUILT: Final = """<!doctype html>
<html lang="en">
  <head><meta charset="utf-8" /><title>Scheduler</title></head>
  <body>
    <h1>The portal is not built</h1>
    <p>The REST API works without it. To build it, run <code>python3 dev.py build</code> in the
    project's folder; to have it in Azure, deploy the app again after that.</p>
  </body>
</html>
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class _File:
    """A file as it is sent. Plain and zipped it has two ETags, because they are different bytes."""

    plain: bytes
    zipped: bytes
    digest: str


def portal_reply(req: func.HttpRequest, path: str, folder: Path, wired: Callable[[], App]) -> Reply | None:
    """Return the reply if the path is one of the portal's, else None."""
    found = _FILES.get(path.strip("/").lower())
    if found is None:
        return None
    if req.method not in _ALLOWED:
        raise MethodNotAllowed(req.method, _ALLOWED)
    if req.method == "OPTIONS":
        return Reply(headers={"Allow": ", ".join(_ALLOWED)})
    name, kind = found
    guards = _guards(wired)
    try:
        return _file_reply(_read(folder / name), kind, req.headers, guards)
    except OSError:
        return _unbuilt(name, kind, guards)


def _guards(wired: Callable[[], App]) -> dict[str, str]:
    """Return the headers that guard the page. Let it talk to the authority only where its readers sign in."""
    try:
        entra = wired().settings.entra
    except Exception:  # whatever is wrong with the app, the page opens, and can tell
        entra = None
    origins = f"'self' {entra.authority}" if entra is not None and entra.portal_client else "'self'"
    return {"Content-Security-Policy": _POLICY.format(origins), **_GUARDS}


@cache
def _read(path: Path) -> _File:
    """Read and zip a file once. A missing file is looked for again, because it may be built meanwhile.

    The zipped bytes name no time: every instance of the app must send the same under one ETag.
    """
    plain = path.read_bytes()
    return _File(plain=plain, zipped=gzip.compress(plain, mtime=0), digest=sha256(plain).hexdigest())


def _file_reply(file: _File, kind: str, headers: Mapping[str, str], guards: Mapping[str, str]) -> Reply:
    zips = _takes_gzip(headers.get("accept-encoding", ""))
    etag = f'"{file.digest}-gzip"' if zips else f'"{file.digest}"'
    said = {**guards, "ETag": etag}
    if _has(headers.get("if-none-match", ""), etag):
        return Reply(status=304, content=Content(kind=kind, sent=b""), headers=said)
    if zips:
        return Reply(
            content=Content(kind=kind, sent=file.zipped), headers={**said, "Content-Encoding": "gzip"}
        )
    return Reply(content=Content(kind=kind, sent=file.plain), headers=said)


def _unbuilt(name: str, kind: str, guards: Mapping[str, str]) -> Reply:
    """Say how to build the portal: by a 503, like wrong settings, because the address is right."""
    if name != "index.html":
        raise NotFound(f"There is no '/{name}': the portal is not built. `python3 dev.py build` builds it.")
    return Reply(status=503, content=Content(kind=kind, sent=_UNBUILT.encode()), headers=guards)


def _takes_gzip(accepted: str) -> bool:
    """Say whether an Accept-Encoding header names gzip, or anything, with a weight other than zero."""
    takes = {}
    for part in accepted.lower().split(","):
        name, _, weight = part.partition(";")
        takes[name.strip()] = not _NO_WEIGHT.fullmatch(weight)
    return takes.get("gzip", takes.get("*", False))


def _has(if_none_match: str, etag: str) -> bool:
    given = [one.strip().removeprefix("W/") for one in if_none_match.split(",")]
    return "*" in given or etag in given
