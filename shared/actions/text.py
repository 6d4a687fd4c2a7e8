"""Text that others have sent, made fit for the history."""

import re
from typing import Final

# Only these few are used. Other encodings of Python may take long, raise, or leave half characters.
_CHARSETS: Final = {
    **dict.fromkeys(("us-ascii", "ascii", "iso646-us", "ansi_x3.4-1968"), "ascii"),
    **dict.fromkeys(
        ("iso-8859-1", "iso8859-1", "iso_8859-1", "iso88591", "latin1", "latin-1", "l1"), "latin-1"
    ),
    **dict.fromkeys(("windows-1252", "cp1252", "cp-1252", "x-cp1252"), "cp1252"),
    **dict.fromkeys(("utf-16", "utf16", "unicode"), "utf-16"),
    "utf-16le": "utf-16-le",
    "utf-16be": "utf-16-be",
}
_UNFIT: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")


def decoded(content: bytes, charset: str | None) -> str:
    """Return the text. A charset that is not among the usual ones is read as UTF-8."""
    return content.decode(_CHARSETS.get((charset or "").strip().lower(), "utf-8"), errors="replace")


def fit(text: str) -> str:
    """Replace half characters, and control characters other than tabs and line ends."""
    return _UNFIT.sub("\ufffd", text)
