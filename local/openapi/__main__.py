"""Writes the document that the app serves, after a change that is meant: `python -m local.openapi`."""

import json

from local.openapi.generated import generated
from shared.functions.documentation import DOCUMENT

if __name__ == "__main__":
    text = json.dumps(generated(), indent=1, ensure_ascii=False)
    DOCUMENT.write_text(text + "\n", encoding="utf-8")
