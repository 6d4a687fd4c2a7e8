"""The steps that stories are made of: calls of the API, and time that passes."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from proofs.crash.world import ERROR, EXTENDED, FAILS, OLD, World
from shared.domain.keys import CollectionKey

COLLECTION: Final = "subscriptions/s/resourceGroups/g/providers/Microsoft.Scheduler/jobCollections/c"
KEY: Final = CollectionKey(subscription="s", resource_group="g", name="c")
Act = Callable[[World], object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """Something that is done, and what is done instead when nobody knows whether it was."""

    act: Act
    again: Act


def put_collection(**extensions: Any) -> Step:
    body = {"location": "West Europe", **({"properties": extensions} if extensions else {})}
    return _asked("PUT", COLLECTION, body, version=EXTENDED if extensions else OLD)


def patch_collection(**extensions: Any) -> Step:
    return _asked("PATCH", COLLECTION, {"properties": extensions}, version=EXTENDED)


def put(job: str, *, version: str = OLD, **properties: Any) -> Step:
    return _asked("PUT", _address(job), {"properties": properties}, version=version)


def patch(job: str, *, version: str = OLD, **properties: Any) -> Step:
    return _asked("PATCH", _address(job), {"properties": properties}, version=version)


def delete(job: str) -> Step:
    return _asked("DELETE", _address(job), done=404)


def enable(job: str) -> Step:
    return _asked("POST", f"{_address(job)}/enable", version=EXTENDED)


def disable_collection(**pause: Any) -> Step:
    """A pause says why and until when, and so needs the later api-version."""
    version = EXTENDED if pause else OLD
    return _asked("POST", f"{COLLECTION}/disable", pause or None, version=version)


def enable_collection() -> Step:
    return _asked("POST", f"{COLLECTION}/enable")


def delete_collection() -> Step:
    return _asked("DELETE", COLLECTION, done=404)


def run_now(job: str) -> Step:
    """To ask twice is to run twice: who got no answer looks first whether it has run."""

    def act(world: World) -> None:
        world.ask("POST", f"{_address(job)}/run")

    def again(world: World) -> None:
        world.let_pass(world.now, world.now + timedelta(minutes=1))
        if not world.ask("GET", f"{_address(job)}/history")["value"]:
            act(world)

    return Step(act=act, again=again)


def hour(hour: int, minute: int = 0, *, lasting: int = 30, losing: int = 0) -> Step:
    """Let so many minutes from this time on pass; what is due in them is done by then, or waits to be woken.

    After each of so many scans the queue is emptied.
    """
    instant = at(hour, minute)

    def act(world: World) -> None:
        until = instant + timedelta(minutes=lasting)
        world.let_pass(instant - timedelta(minutes=1), until, losing=losing)

    return Step(act=act, again=act)


def tell() -> Step:
    """Have the app tell what became of the jobs' occurrences so far."""
    return Step(act=lambda world: world.tell(KEY), again=lambda world: world.tell(KEY))


def moments_later() -> Step:
    """Let as long pass as an action may take, while it is under way."""

    def act(world: World) -> None:
        world.look(later=timedelta(seconds=45))

    return Step(act=act, again=act)


def days_later(days: int) -> Step:
    """Let days pass, and then half an hour in which what has become due is done."""
    instant = at(9) + timedelta(days=days)

    def act(world: World) -> None:
        world.let_pass(instant, instant + timedelta(minutes=30))

    return Step(act=act, again=act)


def at(hour: int, minute: int = 0) -> datetime:
    return datetime(2026, 3, 2, hour, minute, tzinfo=UTC)


def an_action(path: str, **more: Any) -> dict[str, Any]:
    request = {"uri": f"http://receiver.example/{path}", "method": "GET"}
    return {"type": "Http", "request": request, "retryPolicy": {"retryType": "none"}, **more}


def once(path: str, start: int = 9) -> dict[str, Any]:
    return {"action": an_action(path), "startTime": at(start).isoformat()}


def hourly(path: str, count: int) -> dict[str, Any]:
    return {**once(path), "recurrence": {"frequency": "hour", "interval": 1, "count": count}}


def failing(path: str) -> dict[str, Any]:
    """Fails, is tried again once, fails again, and has an error action."""
    policy = {"retryType": "fixed", "retryInterval": "PT1M", "retryCount": 1}
    action = an_action(f"{path}?{FAILS}", retryPolicy=policy, errorAction=an_action(path + ERROR))
    return {"action": action, "startTime": at(9).isoformat()}


def _address(job: str) -> str:
    return f"{COLLECTION}/jobs/{job}"


def _asked(
    method: str, path: str, body: object = None, *, version: str = OLD, done: int | None = None
) -> Step:
    """A call that may be made again; a deletion is done, too, when there is nothing to delete any more."""
    also = () if done is None else (done,)
    return Step(
        act=lambda world: world.ask(method, path, body, version=version),
        again=lambda world: world.ask(method, path, body, version=version, also=also),
    )
