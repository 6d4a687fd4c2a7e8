"""The version of the app, as `/status` and `dev.py --version` show it."""

from typing import Final

VERSION: Final = "0.3.0"
