"""Bytes of a file → its documents, in whichever notation they are written."""

from pathlib import PurePath
from typing import Any, Final

from migrate.crontab_text import Crontab, read_crontab
from migrate.text import LARGEST_FILE, TOO_LARGE, NotJson, decoded, read_documents
from migrate.yaml_text import NotYaml, read_yaml

JSON_SUFFIXES: Final = (".json", ".jsonc", ".tfstate")
YAML_SUFFIXES: Final = (".yaml", ".yml")


class Unreadable(ValueError):
    """Says why nothing could be read, in words that follow the file's name."""


def documents_of(name: str, content: bytes) -> list[Any]:
    """Return the documents of a file; raise Unreadable. Its suffix tells the notation, else its content."""
    suffix = PurePath(name).suffix.lower()
    try:
        if suffix in YAML_SUFFIXES:
            return _yaml(content)
        return read_documents(content)
    except NotYaml as exc:
        raise Unreadable(str(exc)) from exc
    except NotJson as exc:
        other = [] if suffix in JSON_SUFFIXES else _otherwise(name, content)
        if not other:
            raise Unreadable(str(exc)) from exc
        return other


def _yaml(content: bytes) -> list[Any]:
    if len(content) > LARGEST_FILE:
        raise NotYaml(TOO_LARGE)
    try:
        documents = read_yaml(decoded(content))
    except NotJson as exc:  # the encoding
        raise NotYaml(str(exc)) from exc
    if not [document for document in documents if document is not None]:
        raise NotYaml("is empty")
    return documents


def _otherwise(name: str, content: bytes) -> list[Any]:
    """Return what is there if it is no JSON. Nearly every text is a YAML text, so only objects count."""
    try:
        documents = _yaml(content)
    except NotYaml:
        documents = []
    if documents and all(isinstance(document, dict | list) for document in documents):
        return documents
    crontab = _crontab(name, content)
    return [crontab] if crontab else []


def _crontab(name: str, content: bytes) -> Crontab | None:
    try:
        return read_crontab(name, decoded(content))
    except NotJson:  # the encoding
        return None
