"""The settings of the host itself, from host.json, local.settings.json and the environment."""

import json
import os
import re
from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from pathlib import Path

from local.host.errors import HostError, SettingError

MOST_MESSAGES_PER_FETCH = 32  # the queue service's own limit
SHORTEST_POLLING_INTERVAL = timedelta(milliseconds=100)
MOST_THREADS_BY_DEFAULT = 32


class MessageEncoding(StrEnum):
    BASE64 = "base64"
    NONE = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueTriggerSettings:
    """host.json's `extensions.queues`, with the real host's defaults."""

    batch_size: int = 16
    new_batch_threshold: int = 8
    max_polling_interval: timedelta = timedelta(minutes=1)
    visibility_timeout: timedelta = timedelta(0)
    max_dequeue_count: int = 5
    message_encoding: MessageEncoding = MessageEncoding.BASE64
    invisibility: timedelta = timedelta(minutes=10)  # of a message while a function works on it


@dataclass(frozen=True, slots=True, kw_only=True)
class HostSettings:
    route_prefix: str = "api"
    queues: QueueTriggerSettings = QueueTriggerSettings()


def read_host_settings(root: Path, environment: Mapping[str, str]) -> HostSettings:
    """Return what `host.json` in `root` and the environment ask for."""
    extensions = _Section("host.json: ", _read_json(root / "host.json")).section("extensions")
    seconds = positive_number(environment, "LOCAL_HOST_INVISIBILITY_SECONDS", default=600)
    return HostSettings(
        route_prefix=extensions.section("http").text("routePrefix", "api").strip("/"),
        queues=_read_queue_settings(extensions.section("queues"), invisibility=timedelta(seconds=seconds)),
    )


def apply_local_settings(root: Path, environment: MutableMapping[str, str]) -> None:
    """Put the `Values` of `local.settings.json` into the environment, except those that are set there."""
    path = root / "local.settings.json"
    if not path.exists():
        return
    values = _Section(f"{path.name}: ", _read_json(path)).section("Values")
    for name in values.content:
        environment.setdefault(name, values.text(name, ""))


def positive_number(environment: Mapping[str, str], name: str, *, default: int) -> int:
    """Return the whole number in the setting `name`, or `default` if it is missing or empty."""
    text = environment.get(name, "") or str(default)
    if not text.isdecimal() or int(text) < 1:
        raise HostError(f"The setting {name} must be a whole number of at least 1, but is '{text}'.")
    return int(text)


def thread_count(environment: Mapping[str, str]) -> int:
    """Return how many threads the Python worker would give to sync functions."""
    default = min(MOST_THREADS_BY_DEFAULT, (os.cpu_count() or 1) + 4)
    return positive_number(environment, "PYTHON_THREADPOOL_THREAD_COUNT", default=default)


def resolve(text: str, environment: Mapping[str, str], *, user: str) -> str:
    """Return `text` with every `%NAME%` replaced by that setting; `user` is named if one is missing."""

    def value_of(match: re.Match[str]) -> str:
        if match[1] not in environment:
            raise SettingError(f"{user} needs the setting {match[1]}, which is missing.")
        return environment[match[1]]

    return re.sub(r"%([^%]+)%", value_of, text)


def _read_queue_settings(section: "_Section", *, invisibility: timedelta) -> QueueTriggerSettings:
    batch_size = section.number("batchSize", 16, lowest=1, highest=MOST_MESSAGES_PER_FETCH)
    polling = section.duration("maxPollingInterval", timedelta(minutes=1))
    return QueueTriggerSettings(
        batch_size=batch_size,
        new_batch_threshold=section.number("newBatchThreshold", batch_size // 2, lowest=0),
        max_polling_interval=max(polling, SHORTEST_POLLING_INTERVAL),
        visibility_timeout=section.duration("visibilityTimeout", timedelta(0)),
        max_dequeue_count=section.number("maxDequeueCount", 5, lowest=1),
        message_encoding=section.encoding("messageEncoding"),
        invisibility=invisibility,
    )


_TIME_SPAN = r"(?:(\d+)\.)?([01]?\d|2[0-3]):([0-5]?\d):([0-5]?\d(?:\.\d{1,7})?)"


@dataclass(frozen=True, slots=True)
class _Section:
    """An object of a settings file, and where it stands, so that an error can name the place."""

    where: str
    content: dict[str, object]

    def section(self, key: str) -> "_Section":
        value = self.content.get(key, {})
        if not isinstance(value, dict):
            raise self._fault(key, "must be an object")
        return _Section(f"{self.where}{key}.", value)

    def text(self, key: str, default: str) -> str:
        value = self.content.get(key, default)
        if not isinstance(value, str):
            raise self._fault(key, "must be a string")
        return value

    def number(self, key: str, default: int, *, lowest: int, highest: int | None = None) -> int:
        value = self.content.get(key, default)
        span = f"between {lowest} and {highest}" if highest else f"of at least {lowest}"
        if type(value) is not int or value < lowest or (highest is not None and value > highest):
            raise self._fault(key, f"must be a whole number {span}")
        return value

    def duration(self, key: str, default: timedelta) -> timedelta:
        if key not in self.content:
            return default
        parts = re.fullmatch(_TIME_SPAN, self.text(key, ""), flags=re.ASCII)
        if parts is None:
            raise self._fault(key, "must be a duration such as 00:00:30")
        days, hours, minutes, seconds = (float(part or 0) for part in parts.groups())
        return timedelta(days=days, hours=hours, minutes=minutes, seconds=seconds)

    def encoding(self, key: str) -> MessageEncoding:
        value = self.text(key, MessageEncoding.BASE64).lower()
        if value not in list(MessageEncoding):
            raise self._fault(key, f"must be one of {', '.join(MessageEncoding)}")
        return MessageEncoding(value)

    def _fault(self, key: str, wish: str) -> HostError:
        return HostError(f"{self.where}{key} {wish}.")  # without the value, which may be a secret


def _read_json(path: Path) -> dict[str, object]:
    try:
        content = json.loads(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        raise HostError(f"{path.name} is missing in {path.parent}.") from None
    except json.JSONDecodeError as exc:
        where = f"line {exc.lineno}, column {exc.colno}"
        raise HostError(f"{path.name} is not valid JSON: it cannot be read at {where}.") from exc
    except ValueError as exc:  # the bytes are no text, or a number is too long
        raise HostError(f"{path.name} is not valid JSON.") from exc
    if not isinstance(content, dict):
        raise HostError(f"{path.name} must hold a JSON object.")
    return content
