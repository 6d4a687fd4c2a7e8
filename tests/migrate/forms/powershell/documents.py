"""Documents as PowerShell wrote them, and what is found in them."""

import json
from typing import Any, Final

from migrate.forms.powershell.form import read
from migrate.found import FoundCollection, FoundJob, Origin
from tests.migrate.exports import FILES

ORIGIN: Final = Origin(file="jobs.json", place="[0]")
RETRIES: Final = (
    "the retry policy: PowerShell's export does not hold it; "
    "without one a failed run is tried 4 more times, 30 seconds apart"
)
SCHEDULE: Final = (
    "the schedule (minutes, hours, days): PowerShell's export does not hold it; "
    "if the job had one, it would run at other times"
)
HTTP: Final = {"RequestMethod": "GET", "Uri": "http://receiver.example/", "JobActionType": 0}


def documents(name: str, encoding: str = "utf-8") -> list[Any]:
    found: list[Any] = json.loads((FILES / name).read_bytes().decode(encoding))
    return found


def a_document(**changed: Any) -> dict[str, Any]:
    always = {"ResourceGroupName": "rg1", "JobCollectionName": "jc1", "JobName": "j1", "JobAction": HTTP}
    return {**always, "Recurrence": None, "EndSchedule": "Run once", **changed}


def job_in(document: dict[str, Any]) -> FoundJob:
    (found,) = read(document, ORIGIN)
    assert isinstance(found, FoundJob)
    return found


def collection_in(document: dict[str, Any]) -> FoundCollection:
    (found,) = read(document, ORIGIN)
    assert isinstance(found, FoundCollection)
    return found


def faults_of(document: dict[str, Any]) -> list[str]:
    (found,) = read(document, ORIGIN)
    return [str(fault) for fault in found.faults]
