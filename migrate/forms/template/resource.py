"""One resource of an ARM template. Its values are resolved as far as possible."""

from typing import Final

from migrate.forms.template.expressions import Expressions
from migrate.forms.template.values import Unknown
from migrate.found import Json
from migrate.versions import named_version
from shared.api.fields import Fields
from shared.domain.about import EXTENDED
from shared.domain.errors import Faults

MADE_UP: Final = "holds a value of uniqueString, which is made up here and differs from Azure's"
# A header or a tag may have these names too, but nobody is asked for their values later.
_SECRETS: Final = {
    "authentication": ("password", "pfx", "secret", "saskey"),
    "queuemessage": ("sastoken",),
}


class Resource:
    """A resource while it is read, with the faults of its values."""

    def __init__(self, fields: Fields, expressions: Expressions) -> None:
        self._fields = fields
        self._expressions = expressions
        self.faults = Faults()
        self.notes: list[str] = []
        self._made_up: list[str] = []

    def made_up_notes(self) -> list[str]:
        """Return a note for each value that is made up in part."""
        return [f"{key} {MADE_UP}" for key in dict.fromkeys(self._made_up)]

    def deployed(self) -> bool:
        """Say whether the condition holds. One that cannot be resolved counts as true, and is a fault."""
        condition = self.value("condition")
        fits = condition is None or isinstance(condition, bool)
        self.faults.check(fits, "condition", "is not true or false")
        return condition is not False

    def name(self) -> str | None:
        name = self._resolved("name")
        if isinstance(name, str):
            return name
        self.faults.add("name", _why_no_name(name))
        return None

    def version(self) -> str:
        return named_version(self._resolved("apiVersion"))

    def tags(self) -> object:
        """Return the tags. Those of an older api-version are dropped later, so they are not resolved."""
        old = "" < self.version() < EXTENDED
        return self._fields.raw("tags") if old else self.value("tags")

    def location(self) -> object:
        """Return the location if it can be resolved. A missing one is asked for later."""
        location = self._resolved("location")
        return None if isinstance(location, Unknown) else self._kept(location, "location")

    def properties(self) -> Json:
        properties = self.value("properties")
        if isinstance(properties, dict):
            return properties
        self.faults.check(properties is None, "properties", "is not an object")
        return {}

    def value(self, key: str) -> object:
        """Return what of a value can be resolved. The rest is left out, with a fault or a note."""
        resolved = self._resolved(key)
        return self._kept(resolved, key) if self._is_known(resolved, key, secret=False) else None

    def text(self, key: str) -> str | None:
        """Return a text, or None if it is missing or empty."""
        value = self.value(key)
        if value is None or isinstance(value, str):
            return value or None
        self.faults.add(key, "is not a text")
        return None

    def _resolved(self, key: str) -> object:
        known = self._expressions.known(self._fields.raw(key))
        self._made_up += [key] if known.made_up else []
        return known.value

    def _kept(self, value: object, path: str) -> object:
        match value:
            case dict():
                return self._kept_object(value, path)
            case list():
                parts = [(f"{path}[{index}]", part) for index, part in enumerate(value)]
                return [self._kept(part, at) for at, part in parts if self._is_known(part, at, secret=False)]
            case _:
                return value

    def _kept_object(self, value: Json, path: str) -> Json:
        secrets, kept = _SECRETS.get(path.rpartition(".")[2].lower(), ()), {}
        for key, part in value.items():
            at = f"{path}.{key}"
            if self._is_known(part, at, secret=key.lower() in secrets):
                kept[key] = self._kept(part, at)
        return kept

    def _is_known(self, value: object, path: str, *, secret: bool) -> bool:
        if not isinstance(value, Unknown):
            return True
        if secret:
            self.notes.append(f"{path}: {value.reason}")
        else:
            self.faults.add(path, value.reason)
        return False


def _why_no_name(name: object) -> str:
    if isinstance(name, Unknown):
        return name.reason
    return "is required" if name is None else "is not a text"
