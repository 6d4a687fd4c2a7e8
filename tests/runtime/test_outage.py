"""While storage is out: a line for each scan, and a failure without its long way for each message."""

import json
from pathlib import Path

from tests.runtime.host import hosted
from tests.runtime.test_wrong_settings import GOOD

ROW = "d|2026-03-02T09:00:00.000000Z|s|g|c|j|r|occurrence|0|"


def test_an_outage_is_told_in_few_lines(runtime: Path, tmp_path: Path) -> None:
    with hosted(runtime, tmp_path, {**GOOD, "PYTHON_THREADPOOL_THREAD_COUNT": "256"}) as host:
        scanned = host.tick()
        ran = host.deliver(json.dumps({"due": "2026-03-02T09:00:00Z", "tickets": [ROW]}))

    assert scanned.error is None
    (line,) = scanned.log
    assert "scan ended, the next one catches up: Table storage at 127.0.0.1:1 cannot be reached: " in line
    assert ran.error is not None, "a message that fails comes back"
    assert ran.error.startswith("StorageUnavailable: Table storage at 127.0.0.1:1 cannot be reached: ")
    assert len(ran.error.splitlines()) < 30
    assert "urllib3" not in ran.error
    assert ran.log == []
