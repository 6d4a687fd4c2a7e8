"""The version of the app, told by `/status` and by `dev.py --version`."""

from typing import Final

VERSION: Final = "0.2.0"
