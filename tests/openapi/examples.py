"""The examples of the document: calls made one after another, and what the app answers to each.

`python -m tests.openapi.examples` asks anew and writes the answers, after a change that is meant.
"""

import json
from pathlib import Path
from typing import Any, Final

from shared.domain.attempt import Completed
from tests.entra import A_TENANT
from tests.functions.calls import an_app, call
from tests.openapi.document import path_of
from tests.world import World

FILE: Final = Path(__file__).parents[2] / "local" / "openapi" / "examples.json"
REQUEST: Final = "0f8fad5b-d9cb-469f-a165-70867728950e"
MESSAGE: Final = "Http Action - Response from host 'receiver.example': 'OK' Response Headers:  Body: "

Example = dict[str, Any]


def read_examples() -> list[Example]:
    examples: list[Example] = json.loads(FILE.read_text(encoding="utf-8"))
    return examples


def replayed(examples: list[Example]) -> list[Example]:
    """Make the calls, running what is due after each, and return them with the answers they got."""
    world = World(answer=lambda attempt: Completed(MESSAGE))
    world.scan()
    app = an_app(world, entra=A_TENANT)
    found = []
    for example in examples:
        method, path = path_of(example["operation"], example["names"])
        response = call(app, method, path, example.get("body"), params=example["query"])
        world.run()
        asked = {key: value for key, value in example.items() if key != "answer"}
        body = response.get_body()
        own = example["operation"] == "openapi"  # an example of the document would hold itself
        answer = {"answer": _steady(json.loads(body))} if body and not own else {}
        found.append({**asked, "status": response.status_code, **answer})
    return found


def _steady(value: Any) -> Any:
    """Return an answer without the ids of requests, which are others each time."""
    if isinstance(value, list):
        return [_steady(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {key: REQUEST if key == "requestId" else _steady(item) for key, item in value.items()}


if __name__ == "__main__":
    FILE.write_text(
        json.dumps(replayed(read_examples()), indent=2, ensure_ascii=False) + "\n", encoding="utf-8"
    )
