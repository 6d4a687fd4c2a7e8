"""The receiver's log is read as it is written."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

from proofs.harness.receiver import Call, read_calls

NINE = datetime(2026, 3, 2, 9, tzinfo=UTC)


def test_a_line_that_is_still_being_written_is_left_for_later(tmp_path: Path) -> None:
    line = json.dumps(
        {"at": "2026-03-02T09:00:01.500000+00:00", "path": "/a", "expected": "2026-03-02T09:00:00"}
    )
    log = tmp_path / "calls.jsonl"
    log.write_text(f"{line}\n{line[:20]}", encoding="utf-8")

    assert read_calls(log) == [Call(path="/a", at=NINE + timedelta(seconds=1.5), expected=NINE)]
