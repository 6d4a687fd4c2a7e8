"""Samples as the original's documents printed them: an import reads what the API refuses."""

from pathlib import Path
from typing import Final

import pytest

from migrate.__main__ import main

SAMPLE: Final = """
// a job that tells a queue of Service Bus
{
  "properties": {
    "startTime": "2018-01-01T00:00:00Z", // the first run
    "action": {
      "type": "ServiceBusQueue",
      "serviceBusQueueMessage": {
        "queueName": "q1", "namespace": "mySBNamespace", "transportType": "netMessaging",
        "authentication": {"sasKeyName": "QPolicy", "type": "sharedAccessKey"}, /* its key is not shown */
        "message": "Some message",
      },
    },
    "recurrence": {"frequency": "day", "interval": 1},
  },
  "id": "/subscriptions/s/resourceGroups/g/providers/Microsoft.Scheduler/jobCollections/c/jobs/j",
}
"""


def test_comments_and_last_commas_are_read_and_a_key_is_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "sample.json"
    file.write_text(SAMPLE)

    code = main(["import", str(file), "--dry-run", "--location", "westus", "--sku", "standard"])

    assert code == 0
    printed = capsys.readouterr().out
    assert "j: will be created, disabled" in printed
    assert "secret missing: action.serviceBusQueueMessage.authentication.sasKey" in printed
