"""A Python worker without its host: Microsoft's runtime library around the app, in a process of its own.

    python -m tests.runtime.worker RUNTIME_FOLDER APP_FOLDER

It indexes the app and says what it found; then it reads invocations, a line of JSON each,
and says what came of each.
"""

import asyncio
import base64
import importlib
import json
import logging
import os
import sys
from collections.abc import Callable
from typing import Any, Final
from uuid import uuid4

from tests.runtime import protos
from tests.runtime.protos import Message

OF_THE_SYSTEM: Final = ("azure.functions", "azure_functions")


class Log(logging.Handler):
    """Keeps the lines that a host would show as the app's, each with its logger.

    Those of the runtime itself are the system's, and those without an invocation belong to no function.
    """

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.setFormatter(logging.Formatter("%(name)s: %(message)s"))
        self.invocation: Callable[[], str | None] = lambda: None
        self._lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if self.invocation() is not None and not record.name.startswith(OF_THE_SYSTEM):
            self._lines.append(self.format(record))

    def take(self) -> list[str]:
        lines, self._lines = self._lines, []
        return lines


async def serve(runtime_folder: str, app_folder: str) -> None:
    answers, sys.stdout = sys.stdout, sys.stderr  # what the app prints is no answer
    log = Log()
    logging.basicConfig(level=logging.INFO, handlers=[log, logging.StreamHandler()])  # as the worker does
    sys.path.remove(os.getcwd())  # the worker may import from here, the app may not
    sys.path += [runtime_folder, app_folder]  # in Azure, too, the app's folder comes last

    def answer(found: dict[str, Any]) -> None:
        print(json.dumps({**found, "log": log.take()}), file=answers, flush=True)

    runtime = importlib.import_module("azure_functions_runtime")
    log.invocation = runtime.invocation_id_cv.get
    runtime.start_threadpool_executor()
    answer(await index(runtime, app_folder))
    for line in sys.stdin:
        answer(await invoke(runtime, json.loads(line)))
    runtime.stop_threadpool_executor()


async def index(runtime: Any, app_folder: str) -> dict[str, Any]:
    wanted = Message(worker_init_request=Message(capabilities={}, function_app_directory=app_folder))
    properties = {"host": "127.0.0.1", "protos": protos}
    begun = await runtime.worker_init_request(Message(request=wanted, properties=properties))
    found = await runtime.functions_metadata_request(None)
    return {
        "error": error(begun.result),
        "functions": [describe(function) for function in found.function_metadata_results or []],
        "shared": getattr(sys.modules.get("shared"), "__file__", None),
    }


def describe(function: Message) -> dict[str, Any]:
    bindings = [json.loads(binding) for binding in function.raw_bindings]
    return {"id": function.function_id, "name": function.name, "bindings": bindings}


async def invoke(runtime: Any, asked: dict[str, Any]) -> dict[str, Any]:
    inputs = [
        protos.ParameterBinding(name=name, data=read_typed(value)) for name, value in asked["inputs"].items()
    ]
    wanted = Message(
        invocation_id=str(uuid4()),
        function_id=asked["id"],
        input_data=inputs,
        trigger_metadata={name: read_typed(value) for name, value in asked["metadata"].items()},
        trace_context=Message(trace_parent="", trace_state="", attributes={}),
        retry_context=Message(retry_count=0, max_retry_count=0, exception=None),
    )
    done = await runtime.invocation_request(Message(request=Message(invocation_request=wanted)))
    returned = getattr(done, "return_value", None)
    return {"error": error(done.result), "returned": None if returned is None else write_http(returned.http)}


def read_typed(value: dict[str, Any]) -> Message:
    """Read {"string": ...}, {"json": ...} or {"http": ...}; bytes come as Base64."""
    (kind, content), *_ = value.items()
    if kind == "http":
        body = base64.b64decode(content["body"])
        typed_body = protos.TypedData(bytes=body) if body else protos.TypedData()
        content = protos.RpcHttp(**{**content, "body": typed_body})
    return protos.TypedData(**{kind: content})


def write_http(http: Message) -> dict[str, Any]:
    body = base64.b64encode(http.body.bytes).decode()
    return {"status": int(http.status_code), "headers": http.headers, "body": body}


def error(result: Message) -> str | None:
    if result.status == protos.StatusResult.Success:
        return None
    return f"{result.exception.message}\n{result.exception.stack_trace}"


if __name__ == "__main__":
    asyncio.run(serve(*sys.argv[1:]))
