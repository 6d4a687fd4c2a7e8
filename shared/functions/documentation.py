"""The API's document, which was made from the routes and is stored beside the code."""

import json
from functools import cache
from pathlib import Path
from typing import Final

from shared.api.shapes.writing import Json
from shared.functions.routes import Call, Reply
from shared.functions.wiring import App

DOCUMENT: Final = Path(__file__).parents[1] / "api" / "openapi.json"


def openapi(app: App, call: Call) -> Reply:
    return Reply(body=_document())


@cache
def _document() -> Json:
    document: Json = json.loads(DOCUMENT.read_text(encoding="utf-8"))
    return document
