"""The steps that stories are made of: calls of the API, and time that passes."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from proofs.crash.world import ERROR, FAILS, World

COLLECTION: Final = "subscriptions/s/resourceGroups/g/providers/Microsoft.Scheduler/jobCollections/c"
Act = Callable[[World], object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """Something that is done, and what is done instead when nobody knows whether it was."""

    name: str
    act: Act
    again: Act


def put_collection() -> Step:
    return _asked("put collection", "PUT", COLLECTION, {"location": "West Europe"})


def put(job: str, **properties: Any) -> Step:
    return _asked(f"put {job}", "PUT", _address(job), {"properties": properties})


def patch(job: str, **properties: Any) -> Step:
    return _asked(f"patch {job}", "PATCH", _address(job), {"properties": properties})


def delete(job: str) -> Step:
    return _asked(f"delete {job}", "DELETE", _address(job), done=404)


def disable_collection() -> Step:
    return _asked("disable collection", "POST", f"{COLLECTION}/disable")


def enable_collection() -> Step:
    return _asked("enable collection", "POST", f"{COLLECTION}/enable")


def delete_collection() -> Step:
    return _asked("delete collection", "DELETE", COLLECTION, done=404)


def run_now(job: str) -> Step:
    """To ask twice is to run twice: who got no answer looks first whether it has run."""

    def act(world: World) -> None:
        world.ask("POST", f"{_address(job)}/run")

    def again(world: World) -> None:
        world.let_pass(world.now, world.now + timedelta(minutes=1))
        if not world.ask("GET", f"{_address(job)}/history")["value"]:
            act(world)

    return Step(name=f"run {job}", act=act, again=again)


def hour(hour: int, *, losing: int = 0) -> Step:
    """Let half an hour from this hour on pass; what is due in it is done by then.

    After each of so many scans the queue is emptied.
    """
    instant = at(hour)

    def act(world: World) -> None:
        world.let_pass(instant - timedelta(minutes=1), instant + timedelta(minutes=30), losing=losing)

    return Step(name=f"{hour}:00", act=act, again=act)


def days_later(days: int) -> Step:
    """Let days pass, and then half an hour in which what has become due is done."""
    instant = at(9) + timedelta(days=days)

    def act(world: World) -> None:
        world.let_pass(instant, instant + timedelta(minutes=30))

    return Step(name=f"{days} days later", act=act, again=act)


def at(hour: int) -> datetime:
    return datetime(2026, 3, 2, hour, tzinfo=UTC)


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


def _asked(name: str, method: str, path: str, body: object = None, *, done: int | None = None) -> Step:
    """A call that may be made again; a deletion is done, too, when there is nothing to delete any more."""
    also = () if done is None else (done,)
    return Step(
        name=name,
        act=lambda world: world.ask(method, path, body),
        again=lambda world: world.ask(method, path, body, also=also),
    )
