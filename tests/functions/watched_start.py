"""The app in a process of its own that tells what it read of time zones: a job's life, in a zone or in none.

The hook comes before the app, so it sees everything the app loads.
"""

import json
import sys
from typing import Any, Final

read: Final[list[str]] = []


def note(event: str, arguments: tuple[Any, ...]) -> None:
    if event in ("import", "open") and any(name in str(arguments[0]) for name in ("zoneinfo", "tzdata")):
        read.append(str(arguments[0]))


def live_through_a_day(**zone: str) -> None:
    """Create a job, change it, show it, let it run, show its history, and remove it."""
    from datetime import timedelta

    from tests.functions.calls import COLLECTION, JOB, a_job_body, a_world_and_its_app, call

    world, app = a_world_and_its_app()
    times = {"frequency": "day", "schedule": {"hours": [9, 21], "minutes": [0, 30]}}
    version = {"api-version": "2026-11-01"}
    calls: list[tuple[str, str, object]] = [
        ("PUT", JOB, a_job_body(recurrence=times, **zone)),
        ("PATCH", JOB, {"properties": {"recurrence": {"frequency": "week"}}}),
        ("GET", JOB, None),
        ("GET", f"{COLLECTION}/jobs", None),
    ]
    answers = [call(app, method, path, body, params=version) for method, path, body in calls]
    for _ in range(8):
        world.scan_and_run(at=world.now + timedelta(days=1))
    answers += [call(app, "GET", f"{JOB}/history", params=version), call(app, "DELETE", JOB, params=version)]
    assert [answer.status_code for answer in answers] == [201, 200, 200, 200, 200, 200]
    assert world.receiver


if __name__ == "__main__":
    sys.addaudithook(note)
    import function_app

    assert function_app.app
    live_through_a_day(**json.loads(sys.argv[1]))
    loaded = [name for name in sys.modules if name.partition(".")[0] in ("zoneinfo", "tzdata")]
    print(json.dumps({"read": read, "loaded": loaded}))
