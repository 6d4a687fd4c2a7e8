"""What the person at the terminal is told."""

import re
import sys
from typing import Final

_STEERING: Final = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def say(text: str) -> None:
    """Show progress and problems, on stderr: stdout is kept for the report."""
    print("\n".join(map(harmless, text.split("\n"))), file=sys.stderr, flush=True)


def harmless(line: str) -> str:
    """Show the characters that would steer a terminal: what the files hold may come from anyone."""
    return _STEERING.sub(lambda found: f"\\x{ord(found.group()):02x}", line)


def counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
