"""Take pictures of the portal, with the jobs of a made-up company and their past of three days."""

import signal
import sys
import time
from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final, NoReturn

from local.demo.settings import KEYS, VIEWER
from local.dev.environment import ROOT
from local.dev.pictures import parse
from local.dev.run import check_port, set_signals
from local.dev.terminal import Misuse, Problem, say
from local.pictures.browsing import a_browser
from local.pictures.camera import TALLEST, TALLEST_IN_DOCS, Camera
from local.pictures.pages import ALL, IN_DOCS, PAGES, Look, Page
from local.pictures.site import Site, a_site

FOLDER: Final = ROOT / "pictures"
DOCS: Final = ROOT / "docs" / "pictures"


def main(arguments: Sequence[str]) -> int:
    set_signals(signal.default_int_handler)  # all of them raise KeyboardInterrupt
    options = parse(arguments)
    try:
        if options.keep:
            _keep(options.port)
        return _take(options)
    except Problem as problem:
        say(str(problem))
        return problem.exit_code
    except KeyboardInterrupt:
        return 0 if options.keep else 130


def _keep(port: int) -> NoReturn:
    check_port(port, "--port")
    with a_site(port=port) as site:
        keys = "\n".join(f"    {name:<12}{key}" for name, key in {**KEYS, "viewer": VIEWER}.items())
        print(f"The portal is at {site.address}. Its keys, of which viewer only reads:\n{keys}", flush=True)
        say(f"Pictures: python3 dev.py pictures --only today --to pictures --at {site.address}")
        while True:
            time.sleep(3_600)


def _take(options: Namespace) -> int:
    pages = IN_DOCS if options.docs else _wanted(options.only, options.look)
    folder = options.to or (DOCS if options.docs else FOLDER)
    folder.mkdir(parents=True, exist_ok=True)
    complaints: list[str] = []
    with _site(options.at) as site, a_browser() as browser:
        for look in ALL:
            camera = Camera(browser, site, look, tallest=TALLEST_IN_DOCS if options.docs else TALLEST)
            for page in pages:
                if look in page.looks:
                    camera.take(page, folder)
            camera.close()
            complaints += camera.complaints
    for complaint in dict.fromkeys(complaints):
        say(f"The browser says: {complaint}")
    return 1 if complaints else 0


@contextmanager
def _site(address: str | None) -> Iterator[Site]:
    if address is not None:
        yield Site(address=address.rstrip("/"))
        return
    with a_site() as site:
        yield site


def _wanted(names: Sequence[str] | None, looks: Sequence[str] | None) -> list[Page]:
    known = {page.name: page for page in PAGES}
    unknown = [name for name in names or () if name not in known]
    if unknown:
        raise Misuse(f"There is no picture '{unknown[0]}': choose one of {', '.join(known)}.")
    return [_with(page, looks) for page in PAGES if not names or page.name in names]


def _with(page: Page, names: Sequence[str] | None) -> Page:
    looks: list[Look] = [look for look in page.looks if not names or look.name in names]
    return Page(name=page.name, address=page.address, clicks=page.clicks, looks=looks)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
