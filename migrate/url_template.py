"""A template of addresses, with places for what a command is called and says. Needs no installed package."""

import string
from typing import Final

PLACES: Final = ("name", "namespace", "command")


def template_fault(template: str) -> str | None:
    """Say what is wrong with a template of addresses, or None if it can be used."""
    try:
        named = [name for _, name, _, _ in string.Formatter().parse(template) if name is not None]
    except ValueError:
        return "has a brace without its pair"
    unknown = next((name for name in named if name not in PLACES), None)
    if unknown is not None:
        return f"names {{{unknown}}}; there are {', '.join(f'{{{name}}}' for name in PLACES)}"
    return None if template.startswith(("http://", "https://")) else "is no address with http or https"
