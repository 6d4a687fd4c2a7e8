"""The official clients of the original service, and what is known of each."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from local.dev.node import ensure_node_with_packages
from local.dev.official_clients import PYTHON, ensure_clients, environment_with

Facts = dict[str, Any]

DRIVERS: Final = Path(__file__).parent


@dataclass(frozen=True, slots=True, kw_only=True)
class Client:
    """A client, by its package's version. What is its own fault stays one: it works as far as it ever did."""

    release: str
    of_npm: bool = False
    raised: str = "CloudError"
    """What it raises when the app refuses."""
    too_long: tuple[str, int | None] = ("ValidationError", None)
    """What it raises for a page that is too long, and the status if the app is asked."""
    premium: str = "P10Premium"
    """What its api-version calls that plan."""
    enabled: str = "Enabled"
    """How it spells this word, and all others of an enum, in what it has read: the app writes `enabled`."""
    reads_occurrence: bool = False
    """The service answered `occurrence`; most look for `Occurrence`."""
    reads_authentication: bool = True
    """It reads more of an authentication than its type. Without that, what it read cannot be put back."""
    tells_request_of_deletion: bool = True
    """Its error of a deletion has the request's id."""
    one_day: tuple[str, str] = ("1.00:00:00", "P1D")
    """What it stores for a day, and reads of that in lists. Its get reads a day."""
    knows_time_to_live: bool = True

    def command(self) -> list[str]:
        if self.of_npm:
            return [ensure_node_with_packages(), str(DRIVERS / "driver.cjs")]
        ensure_clients()
        return [
            str(PYTHON),
            "-W",
            "ignore",
            "-m",
            "tests.client.driver",
        ]  # it is old: its warnings are not ours

    def environment(self) -> Mapping[str, str]:
        return os.environ if self.of_npm else environment_with(self.release)

    def __str__(self) -> str:
        return f"npm {self.release}" if self.of_npm else self.release


THIRTY_FOLD: Final = ("30.00:00:00", "P30D")
CLIENTS: Final = (
    Client(
        release="7.0.0",
        raised="HttpResponseError",
        too_long=("HttpResponseError", 400),
        enabled="enabled",
    ),
    Client(release="2.0.0", one_day=THIRTY_FOLD),
    Client(release="1.1.3", one_day=THIRTY_FOLD, reads_authentication=False, tells_request_of_deletion=False),
    Client(
        release="0.30.0rc5",
        premium="Premium",
        too_long=("CloudError", 400),
        reads_authentication=False,
        knows_time_to_live=False,
    ),
    Client(
        release="1.2.0-preview",
        of_npm=True,
        raised="Error",
        too_long=("Error", None),
        enabled="enabled",
        reads_occurrence=True,
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    client: Client
    key: bool = True

    def __str__(self) -> str:
        return f"{self.client} {'with a key' if self.key else 'without keys'}"


KEYED: Final = [Caller(client=client) for client in CLIENTS]
CALLERS: Final = [*KEYED, *(Caller(client=client, key=False) for client in CLIENTS[:2])]
