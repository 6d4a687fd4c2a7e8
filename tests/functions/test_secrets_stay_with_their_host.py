"""A password goes to the host that it was given for, by whatever door somebody tries to lead it elsewhere."""

import base64
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import pytest

from shared.actions.http.request import HttpSettings
from shared.domain.about import EXTENDED
from shared.domain.attempt import Attempt, Outcome
from shared.functions.action_settings import ActionSettings
from shared.functions.wiring import App
from shared.storage.vault import EncryptionKey, KeyedVault
from tests.actions.running import LOOPBACK, a_runner
from tests.functions.calls import COLLECTION, JOB, an_app, call, content
from tests.functions.policies.days import KEY
from tests.receiver import Answer, Received, Receiver, a_receiver
from tests.world import World

JOBS = "subscriptions/s/providers/Microsoft.Scheduler/jobs"
KEYS = (EncryptionKey("first", b"1" * 32),)
PASSWORD = "TOPSECRET-MARKER"
BASIC = {"type": "Basic", "username": "svc", "password": PASSWORD}
SENT = f"Basic {base64.b64encode(f'svc:{PASSWORD}'.encode()).decode()}"
ONCE = {"retryType": "none"}
TIMES = {"startTime": "2026-03-03T09:00:00Z", "recurrence": {"frequency": "month"}}
"""Tomorrow: today, jobs run when they are asked to."""
ASTRAY = [
    "http://{evil}/x",
    "http://{evil}\\@{good}/x",
    "http://{evil}\\x@{good}/x",
    "http://a@{evil}\\@{good}/x",
    "http://{evil}\\\\@{good}",
    "http:\\\\{evil}\\@{good}/x",
    "http://{good}\\@{evil}/x",
    "http://{good}@{evil}/x",
    "http://{evil}@{good}/x",
    "http://{evil}%5C@{good}/x",
    "http://{good}\t@{evil}/x",
    "http://{evil}\n@{good}/x",
    "http://{evil}\r\n/@{good}/x",
    "http://{evil}?@{good}/x",
    "http://{evil}#@{good}/x",
    "http://{evil}/@{good}/x",
    "http://{good}#@{evil}/x",
    "http://{evil};@{good}/x",
    "http://{evil}\u2044@{good}/x",
    "http://[{evil}]@{good}/x",
    "http://{good}:@{evil}/x",
    "//{evil}\\@{good}/x",
]
"""What two programs may read as an address of two hosts, and what is plainly another host's."""


@dataclass(frozen=True, slots=True)
class Place:
    """An app that keeps and opens secrets as it does in earnest, and two hosts that it may call."""

    world: World
    app: App
    good: Receiver
    evil: Receiver

    def written(self, address: str) -> str:
        good, evil = (one.uri.removeprefix("http://") for one in (self.good, self.evil))
        return address.format(good=good, evil=evil)

    def ask(self, method: str, path: str, properties: Any) -> int:
        beside = {"location": "West Europe"} if path == COLLECTION else {}
        body = {**beside, "properties": properties if path == COLLECTION else {**TIMES, **properties}}
        status: int = call(self.app, method, path, body, params={"api-version": EXTENDED}).status_code
        return status

    def run(self) -> int:
        """Run the job, and its error action; return what the app says of it."""
        status: int = call(self.app, "POST", f"{JOB}/run").status_code
        self.world.scan_and_run(at=self.world.now)
        self.world.scan_and_run(at=self.world.now)
        return status

    def secrets_at(self, receiver: Receiver) -> list[str]:
        seen = [receiver.requests.get() for _ in range(receiver.requests.qsize())]
        return [one.headers["authorization"] for one in seen if "authorization" in one.headers]


def a_call(uri: str, **more: Any) -> dict[str, Any]:
    return {"type": "Http", "request": {"uri": uri, "method": "GET", **more}, "retryPolicy": ONCE}


def failing(place: Place) -> dict[str, Any]:
    """Return a main action that needs its error action."""
    return a_call(f"{place.good.uri}/fails")


@contextmanager
def a_place(answer: Callable[[Received], Answer] | None = None) -> Iterator[Place]:
    def usual(request: Received) -> Answer:
        return Answer(status=500 if request.path == "/fails" else 200)

    with a_receiver(answer or usual) as good, a_receiver() as evil:
        runner = replace(
            a_runner(),
            open_secret=lambda owner, secret, target: KeyedVault(KEYS, owner).open(secret, target),
        )

        def perform(attempt: Attempt) -> Outcome:
            return runner.perform(attempt)

        world = World(vault=lambda owner: KeyedVault(KEYS, owner), answer=perform)
        app = an_app(world, actions=ActionSettings(http=HttpSettings(outbound=LOOPBACK)))
        place = Place(world, app, good, evil)
        assert place.ask("PUT", COLLECTION, {}) == 201
        yield place


def put_action(place: Place, uri: str, **more: Any) -> int:
    return place.ask("PUT", JOB, {"action": a_call(uri, **more)})


def put_error_action(place: Place, uri: str, **more: Any) -> int:
    return place.ask("PUT", JOB, {"action": {**failing(place), "errorAction": a_call(uri, **more)}})


def put_defaults(place: Place, uri: str, **more: Any) -> int:
    done = place.ask("PUT", COLLECTION, {"defaults": {"errorAction": a_call(uri, **more)}})
    place.ask("PUT", JOB, {"action": failing(place)})
    return done


def patch_action(place: Place, **request: Any) -> int:
    return place.ask("PATCH", JOB, {"action": {"request": request}, "state": "enabled"})


def patch_error_action(place: Place, **request: Any) -> int:
    return place.ask("PATCH", JOB, {"action": {"errorAction": {"request": request}}})


def patch_defaults(place: Place, **request: Any) -> int:
    return place.ask("PATCH", COLLECTION, {"defaults": {"errorAction": {"request": request}}})


PARTS = {
    "action": (put_action, patch_action),
    "errorAction": (put_error_action, patch_error_action),
    "defaults": (put_defaults, patch_defaults),
}
WITHOUT_PASSWORD = {"type": "Basic", "username": "svc"}


def begun(part: str, place: Place) -> None:
    """Store the password for the good host, and see that it gets there."""
    put, _ = PARTS[part]
    assert put(place, f"{place.good.uri}/plain", authentication=BASIC) in (200, 201)
    assert place.run() == 200
    assert place.secrets_at(place.good) == [SENT]


@pytest.mark.parametrize("address", ASTRAY)
@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("method", ["PUT", "PATCH"])
def test_no_request_leads_a_password_elsewhere(method: str, part: str, address: str) -> None:
    with a_place() as place:
        begun(part, place)
        put, patch = PARTS[part]
        uri = place.written(address)

        if method == "PUT":
            put(place, uri, authentication=WITHOUT_PASSWORD)
        else:
            assert patch(place, uri=uri) in (200, 400)

        assert place.run() == 200
        assert place.secrets_at(place.evil) == []


@pytest.mark.parametrize("address", ASTRAY)
@pytest.mark.parametrize("part", PARTS)
def test_no_edited_row_leads_a_password_elsewhere(part: str, address: str) -> None:
    with a_place() as place:
        begun(part, place)

        edit(place, part, f"{place.good.uri}/plain", place.written(address))

        assert place.run() == (200 if "://" in address else 500)  # what is no address makes no job
        assert place.evil.requests.empty()


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize("address", [*ASTRAY, "\\\\{evil}\\@{good}", "/\\{evil}", "\\@{evil}/x"])
def test_no_redirect_leads_a_password_elsewhere(address: str, status: int) -> None:
    places: list[Place] = []

    def lead_astray(request: Received) -> Answer:
        to = places[0].written(address).replace("\r", "").replace("\n", "")
        return Answer(status=status, headers={"Location": to.encode().decode("latin-1")})

    with a_place(lead_astray) as place:
        places.append(place)

        assert put_action(place, f"{place.good.uri}/plain", authentication=BASIC) == 201

        assert place.run() == 200
        assert SENT in place.secrets_at(place.good)
        assert place.secrets_at(place.evil) == []


@pytest.mark.parametrize("name", ["Host", "host", "hOST"])
@pytest.mark.parametrize("part", PARTS)
def test_a_host_header_beside_a_secret_is_refused_and_sent_nowhere(part: str, name: str) -> None:
    with a_place() as place:
        put, patch = PARTS[part]
        assert put(place, f"{place.good.uri}/plain", authentication=BASIC, headers={name: "evil"}) == 400
        assert put(place, f"{place.good.uri}/plain", headers={name: "evil"}) in (200, 201)
        assert patch(place, authentication=BASIC) == 400
        begun(part, place)
        assert patch(place, headers={name: "evil"}) == 400
        assert patch(place, headers={"X-Tame": "evil"}) == 200

        edit(place, part, "X-Tame", name)

        assert place.run() == 200
        assert place.secrets_at(place.good) == []
        (message, *_) = [one for one in messages(place) if "nothing was sent" in one]
        refused = f"nothing was sent: headers.{name} is refused beside authentication: the uri names the host"
        assert message == f"Http Action - Request to host '127.0.0.1' failed: {refused}"


def test_a_host_header_without_a_secret_is_sent() -> None:
    with a_place() as place:
        put_action(place, f"{place.good.uri}/plain", headers={"Host": "intern.example"})

        assert place.run() == 200

        assert place.good.next_request(within=5).headers["host"] == "intern.example"


def test_no_list_names_a_host_for_an_address_that_has_two() -> None:
    with a_place() as place:
        begun("action", place)

        edit(place, "action", f"{place.good.uri}/plain", place.written("http://{evil}\\@{good}/x"))

        (listed,) = content(call(place.app, "GET", JOBS, params={"api-version": EXTENDED}))["value"]
        assert listed["properties"]["target"]["target"] == "an address that programs read in different ways"


def messages(place: Place) -> list[str]:
    entries = content(call(place.app, "GET", f"{JOB}/history"))["value"]
    return [one["properties"]["message"] for one in entries]


def edit(place: Place, part: str, before: str, after: str) -> None:
    """Change texts of a row by hand, as whoever may write the table could."""
    row = place.world.job(KEY) if part != "defaults" else place.world.store.collection(KEY.collection)
    assert row is not None
    where = place.world.store.place(row)
    stored = place.world.table.get(where.partition, where.row)
    assert stored is not None
    as_stored = json.dumps(after)[1:-1]
    fields = {
        name: value.replace(before, as_stored) if isinstance(value, str) else value
        for name, value in stored.fields.items()
        if name != "RowKey"
    }
    assert any(as_stored in str(value) for value in fields.values())
    place.world.table.overwrite(where.partition, where.row, fields)
