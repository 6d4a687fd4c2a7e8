"""What the app tells of a job's occurrences, in short."""

from typing import Any

from shared.functions.wiring import App
from tests.functions.calls import JOB, content
from tests.functions.extended import extended


def told(app: App, begin: str, end: str, path: str = JOB) -> list[str]:
    """Return the times of a day with what became of them, such as `09:01 ran`."""
    span = {"from": f"2026-03-02T{begin}Z", "to": f"2026-03-02T{end}Z"}
    answer = extended(app, "GET", f"{path}/occurrences", **span)
    assert answer.status_code == 200, answer.get_body()
    return [in_short(one["properties"]) for one in content(answer)["value"]]


def in_short(one: dict[str, Any]) -> str:
    time, kind = one["at"][11:].removesuffix("Z").removesuffix(":00"), one.get("kind")
    words = [time, *([kind] if kind else []), one["outcome"]]
    if one["outcome"] == "skipped":
        words.append(one["reason"])
    return " ".join(words)


def asked(app: App, at: str, path: str = JOB) -> dict[str, Any]:
    """Return what is told of one moment."""
    answer = extended(app, "GET", f"{path}/occurrences", at=at)
    assert answer.status_code == 200, answer.get_body()
    properties: dict[str, Any] = content(answer)["properties"]
    return properties
