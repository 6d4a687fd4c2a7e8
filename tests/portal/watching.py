"""What a browser reports while a test uses the portal, and what axe finds on a page."""

from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlsplit

from playwright.sync_api import ConsoleMessage, Page, Request

from local.dev.environment import ROOT
from local.pictures.camera import is_first_question

AXE: Final = ROOT / "node_modules" / "axe-core" / "axe.min.js"
GRAVE: Final = ("serious", "critical")
LANDMARKS: Final = ("region", "landmark-unique")
"""Rules that are as grave here: whoever listens goes from landmark to landmark."""
REPORT_VIOLATIONS: Final = """
addEventListener("securitypolicyviolation", (event) =>
  console.error(`CSP: ${event.violatedDirective} forbids ${event.blockedURI}`));
"""


@dataclass  # without slots: Playwright notes its listeners in it
class Watch:
    """Collects everything that must not happen. A test that expects some of it takes it out."""

    origin: str
    complaints: list[str] = field(default_factory=list)
    forgiven: list[str] = field(default_factory=list)

    def attend(self, page: Page) -> None:
        page.add_init_script(REPORT_VIOLATIONS)
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self._complain(f"error: {error}"))
        page.on("request", self._see)

    def forgive(self, part: str) -> None:
        """Take out what a test expects. Some of it must be there; more of it may still be on its way."""
        found = [one for one in self.complaints if part in one]
        assert found, f"{part!r} is not among {self.complaints}"
        self.complaints = [one for one in self.complaints if part not in one]
        self.forgiven.append(part)

    def _complain(self, text: str) -> None:
        if not any(part in text for part in self.forgiven):
            self.complaints.append(text)

    def _hear(self, said: ConsoleMessage) -> None:
        if said.type == "error" and not is_first_question(said):
            self._complain(f"console: {said.text} ({said.location['url']})")

    def _see(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if (
            parts.scheme in ("http", "https", "ws", "wss")
            and f"{parts.scheme}://{parts.netloc}" != self.origin
        ):
            self._complain(f"request to another origin: {request.url}")


def grave_findings(page: Page) -> list[str]:
    """Return what axe finds that is serious or critical on the page as it is shown.

    The debugger's protocol brings axe in: the policy of the page, which forbids it, stays in force.
    """
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = page.evaluate("() => axe.run({ resultTypes: ['violations'] })")
    return [
        f"{one['id']} ({one['impact']}): {node['html'][:200]}"
        for one in found["violations"]
        if one["impact"] in GRAVE or one["id"] in LANDMARKS
        for node in one["nodes"]
    ]
