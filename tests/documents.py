"""Reading the documents, so that tests can do what they tell a reader to do."""

import re
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
LOCAL: Final = "http://127.0.0.1:7071"
"""The address of the app in all examples."""


def text_of(document: str) -> str:
    return (ROOT / document).read_text(encoding="utf-8")


def section(document: str, title: str) -> str:
    """Return what stands under a heading of the second level."""
    return text_of(document).split(f"\n## {title}\n")[1].split("\n## ")[0]


def code_blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
