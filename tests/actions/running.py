"""A runner of actions as the app has one, that may call loopback and opens the seals of the tests."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Any

import requests

from shared.actions.http.connections import Resolver, resolve
from shared.actions.http.request import Http, HttpSettings
from shared.actions.http.tokens import Tokens
from shared.actions.identity import ActionIdentity
from shared.actions.kept import Kept
from shared.actions.runner import Runner
from shared.actions.service_bus.bus import ServiceBus, ServiceBusSettings
from shared.actions.storage_queue import QueueSettings, StorageQueues
from shared.domain.action import Action
from shared.domain.attempt import Attempt
from shared.domain.errors import NotConfigured
from shared.domain.identity import NO_IDENTITY, IdentityRules
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.outbound import read_outbound
from shared.domain.secret import Secret
from tests.builders import KEY, NINE, an_action, at

LOOPBACK = read_outbound(["127.0.0.1", "::1"])
KEPT = Kept()
TAG = "0123456789abcdef0123456789abcdef"


def a_runner(
    *,
    clock: Callable[[], datetime] = lambda: NINE,
    resolver: Resolver = resolve,
    authority: str = "https://login.invalid",
    queues: QueueSettings | None = None,
    kept: Kept | None = None,
    bus: ServiceBusSettings | None = None,
    identity: IdentityRules = NO_IDENTITY,
    **http: Any,
) -> Runner:
    settings = replace(HttpSettings(outbound=LOOPBACK, time_limit=20.0), **http)

    def new_session() -> requests.Session:
        session = requests.Session()
        session.trust_env = False
        session.verify = settings.ca_file or True
        return session

    return Runner(
        http=Http(settings, clock, resolver, kept or KEPT),
        queues=StorageQueues(queues or QueueSettings(), kept or KEPT),
        bus=ServiceBus(bus or ServiceBusSettings()),
        tokens=Tokens(authority, new_session),
        identity=ActionIdentity(identity),
        open_secret=open_plain,
    )


def open_plain(owner: JobKey | CollectionKey, secret: Secret, target: str) -> str:
    """Open what the tests' plain vault has sealed."""
    if not secret.sealed.startswith("sealed:"):
        raise NotConfigured("SCHEDULER_ENCRYPTION_KEYS: the key 'lost' is missing.")
    return secret.sealed.removeprefix("sealed:")


def sealed(text: str) -> Secret:
    return Secret(f"sealed:{text}", size=len(text))


def an_attempt(action: Action, **changes: Any) -> Attempt:
    attempt = Attempt(
        job=KEY, action=action, expected=at("09:00:00.250000"), execution_tag=TAG, region="West Europe"
    )
    return replace(attempt, **changes)


def an_http_attempt(uri: str, **request: Any) -> Attempt:
    return an_attempt(an_action(uri=uri, **request))
