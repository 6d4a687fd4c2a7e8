"""What local.settings.json.example must hold: all that the app reads, in the form that every reader takes."""

import json
from collections.abc import Callable, Iterator, Mapping, Set
from typing import Any, Final

OF_THE_HOST: Final = frozenset(
    {"FUNCTIONS_WORKER_RUNTIME", "PYTHON_THREADPOOL_THREAD_COUNT", "FUNCTIONS_REQUEST_BODY_SIZE_LIMIT"}
)
SPARE_THREADS: Final = 16  # for requests and the timer, while queue messages take all they may


def example_faults(text: str, read: Set[str]) -> list[str]:
    """Return what is wrong with the file, if the app reads these settings."""
    try:
        content = json.loads(text)
    except ValueError as exc:  # comments, too
        return [f"it is not JSON: {exc}"]
    return list(_form_faults(content)) or list(_name_faults(content["Values"], read))


def names_read(read_settings: Callable[[Mapping[str, str]], object], values: Mapping[str, str]) -> set[str]:
    """Return the names of all settings that are asked for, if those are their values."""
    recorder = _Recorder(values)
    read_settings(recorder)
    return recorder.asked


def enough_threads(values: Mapping[str, str], host_json: Any) -> bool:
    """Say whether messages being worked on leave threads for the other functions."""
    queues = host_json["extensions"]["queues"]
    messages = int(queues["batchSize"]) + int(queues["newBatchThreshold"])
    return int(values["PYTHON_THREADPOOL_THREAD_COUNT"]) >= messages + SPARE_THREADS


class _Recorder(dict[str, str]):
    """An environment that knows what it was asked for."""

    def __init__(self, values: Mapping[str, str]) -> None:
        super().__init__(values)
        self.asked: set[str] = set()

    def __getitem__(self, name: str) -> str:
        self.asked.add(name)
        return super().__getitem__(name)

    def __contains__(self, name: object) -> bool:
        self.asked.add(str(name))
        return super().__contains__(name)

    def get(self, name: str, default: Any = None) -> Any:
        self.asked.add(name)
        return super().get(name, default)


def _form_faults(content: Any) -> Iterator[str]:
    if not isinstance(content, dict) or not isinstance(content.get("Values"), dict):
        yield "it has no object Values"
        return
    if content.get("IsEncrypted") is not False:
        yield "IsEncrypted must be false"
    yield from (f"{name} is no text" for name, value in content["Values"].items() if type(value) is not str)
    yield from (f"{name} is not flat" for name in content["Values"] if ":" in name)


def _name_faults(values: Mapping[str, str], read: Set[str]) -> Iterator[str]:
    yield from (f"{name} is missing" for name in sorted({*read, *OF_THE_HOST} - set(values)))
    yield from (f"{name} is read by nobody" for name in sorted(set(values) - {*read, *OF_THE_HOST}))
    if values.get("FUNCTIONS_WORKER_RUNTIME", "python") != "python":
        yield "FUNCTIONS_WORKER_RUNTIME must be python"
