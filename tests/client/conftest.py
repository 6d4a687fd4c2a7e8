"""The official client against the running app: what it finds, once without keys and once with them."""

import base64
import json
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import pytest

from local.dev.azurite import Azurite
from local.dev.official_client import ensure_client
from tests.certificates import Pfx, a_pfx
from tests.end_to_end.app_process import LONGEST_WAIT, ROOT, a_running_app
from tests.receiver import Answer, Received, a_receiver

KEY: Final = "write-" + "0123456789" * 3
READ_KEY: Final = "read--" + "0123456789" * 3
PASSWORD: Final = "of the PFX file"
SETTINGS: Final = {
    "open": {"SCHEDULER_OPEN_LOOPBACK": "1", "SCHEDULER_KEYS": "", "SCHEDULER_READ_KEYS": ""},
    "keyed": {"SCHEDULER_KEYS": f"test={KEY}", "SCHEDULER_READ_KEYS": f"reader={READ_KEY}"},
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
    "what_lists_cannot_read",
    "local_time",
]

Facts = dict[str, Any]


@pytest.fixture(scope="session")
def client_python() -> Path:
    return ensure_client()


@pytest.fixture(scope="session")
def pfx() -> Pfx:
    expires = datetime.now(UTC).replace(microsecond=0) + timedelta(days=365)
    return a_pfx(expires=expires, password=PASSWORD)


@pytest.fixture(scope="session", params=["open", "keyed"])
def access(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="session")
def facts(azurite: Azurite, client_python: Path, pfx: Pfx, access: str) -> Facts:
    """What the client found, by scenario."""
    settings = {
        **SETTINGS[access],
        "AzureWebJobsStorage": azurite.connection_string,
        "SCHEDULER_ENCRYPTION_KEYS": "test=" + base64.b64encode(bytes(range(32))).decode(),
        "SCAN_SCHEDULE": "* * * * * *",
    }
    with a_receiver(answer) as receiver, a_running_app(settings) as base:
        return drive(
            client_python,
            base=base,
            key=KEY if access == "keyed" else None,
            other_keys={"read-only": READ_KEY, "wrong": "x" * 32, "none": None},
            receiver=receiver.uri,
            pfx=pfx.text,
            pfx_password=PASSWORD,
            scenarios=[*SCENARIOS, *(["access"] if access == "keyed" else [])],
        )


def answer(request: Received) -> Answer:
    return Answer(status=503 if request.path == "/bad" else 200, body=b"done")


def drive(python: Path, **given: object) -> Facts:
    done = subprocess.run(
        [python, "-W", "ignore", "-m", "tests.client.driver"],  # the client is old: its warnings are not ours
        cwd=ROOT,
        input=json.dumps(given),
        stdout=subprocess.PIPE,
        text=True,
        timeout=LONGEST_WAIT,
        check=True,
    )
    found: Facts = json.loads(done.stdout)
    return found
