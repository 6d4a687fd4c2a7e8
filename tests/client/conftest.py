"""The official clients against the running app: what each finds, with keys and without."""

import base64
import json
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any, Final

import pytest

from local.dev.azurite import Azurite
from tests.certificates import Pfx, a_pfx
from tests.client.clients import CALLERS, Caller, Client, Facts
from tests.client.in_berlin import IN_BERLIN
from tests.end_to_end.app_process import LONGEST_WAIT, ROOT, a_running_app
from tests.receiver import Answer, Received, a_receiver

KEY: Final = "write-" + "0123456789" * 3
READ_KEY: Final = "read--" + "0123456789" * 3
PASSWORD: Final = "of the PFX file"
SETTINGS: Final = {
    False: {"SCHEDULER_OPEN_LOOPBACK": "1", "SCHEDULER_KEYS": "", "SCHEDULER_READ_KEYS": ""},
    True: {"SCHEDULER_KEYS": f"test={KEY}", "SCHEDULER_READ_KEYS": f"reader={READ_KEY}"},
}
SCENARIOS: Final = [
    "collections",
    "long_running_operations",
    "actions",
    "recurrences",
    "patches",
    "job_lists",
    "runs",
    "errors",
    "durations",
    "local_time",
]
WORDS: Final = ("Enabled", "Disabled", "Hour", "Day", "Week", "Month", "Monday", "Friday", "None", "Fixed")
"""As clients spell them that make what they read a member of an enum."""


@pytest.fixture(scope="session")
def pfx() -> Pfx:
    expires = datetime.now(UTC).replace(microsecond=0) + timedelta(days=365)
    return a_pfx(expires=expires, password=PASSWORD)


@pytest.fixture(scope="session", params=CALLERS, ids=str)
def caller(request: pytest.FixtureRequest) -> Caller:
    assert isinstance(request.param, Caller)
    return request.param


@pytest.fixture(scope="session")
def client(caller: Caller) -> Client:
    return caller.client


@pytest.fixture(scope="session")
def receiver() -> Iterator[str]:
    with a_receiver(answer) as started:
        yield started.uri


@pytest.fixture(scope="session")
def app(azurite: Azurite) -> Iterator[Callable[[bool], str]]:
    """Return the address of the app with keys, or without; one serves all clients."""
    with ExitStack() as running:

        @cache
        def started(key: bool) -> str:
            settings = {
                **SETTINGS[key],
                "AzureWebJobsStorage": azurite.connection_string,
                "SCHEDULER_ENCRYPTION_KEYS": "test=" + base64.b64encode(bytes(range(32))).decode(),
                "SCAN_SCHEDULE": "* * * * * *",
            }
            return running.enter_context(a_running_app(settings))

        yield started


@pytest.fixture(scope="session")
def as_read(caller: Caller, app: Callable[[bool], str], receiver: str, pfx: Pfx) -> Facts:
    """What the client found, by scenario."""
    return drive(
        caller.client,
        base=app(caller.key),
        key=KEY if caller.key else None,
        other_keys={"read-only": READ_KEY, "wrong": "x" * 32, "none": None},
        receiver=receiver,
        pfx=pfx.text,
        pfx_password=PASSWORD,
        in_berlin=IN_BERLIN,
        scenarios=[*SCENARIOS, *(["access"] if caller.key else [])],
    )


@pytest.fixture(scope="session")
def facts(client: Client, as_read: Facts) -> Facts:
    """What the client found, with the words of enums as most spell them."""
    if client.enabled == "Enabled":
        return as_read
    spelled: Facts = respelled(as_read, {word.lower(): word for word in WORDS})
    return spelled


def respelled(read: Any, words: dict[str, str]) -> Any:
    match read:
        case dict():
            return {key: respelled(value, words) for key, value in read.items()}
        case list():
            return [respelled(value, words) for value in read]
        case "sharedAccessKey":
            return "SharedAccessKey"
        case str():
            return words.get(read, read)
    return read


def answer(request: Received) -> Answer:
    return Answer(status=503 if request.path == "/bad" else 200, body=b"done")


def drive(client: Client, **given: object) -> Facts:
    done = subprocess.run(
        client.command(),
        cwd=ROOT,
        env=client.environment(),
        input=json.dumps(given),
        stdout=subprocess.PIPE,
        text=True,
        timeout=LONGEST_WAIT,
        check=True,
    )
    found: Facts = json.loads(done.stdout)
    return found
