"""Faults in the words of the file that has them."""

from typing import Any

import pytest

from migrate.found import FoundJob
from migrate.planning.job import Wishes, plan_job
from migrate.spelling import told_in_words_of
from shared.domain.collection import JobCollection
from shared.domain.errors import Fault, Invalid
from tests.migrate.exports import JOB, KEY, NOW
from tests.migrate.forms.powershell.documents import HTTP, a_document, job_in
from tests.migrate.forms.terraform.files import read_job, web


def reasons(found: FoundJob) -> tuple[str, ...]:
    collection = JobCollection(key=KEY, location="West US")
    return plan_job(found, JOB, collection, None, Wishes(now=NOW, secrets={})).reasons


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("properties.action.request.uri", "Action.Uri: no"),
        ("properties.action.errorAction.request.uri", "Other.Uri: no"),
        ("properties.action.request.headers.a[0]", "Action.Headers.a[0]: no"),
        ("properties.action.request.urinal", "Action.request.urinal: no"),
        ("properties.state", "properties.state: no"),
        ("", "no"),
    ],
)
def test_the_longest_path_that_is_known_is_spelled(path: str, told: str) -> None:
    keys = {
        "properties.action": "Action",
        "properties.action.request.uri": "Action.Uri",
        "properties.action.request.headers": "Action.Headers",
        "properties.action.errorAction.request.uri": "Other.Uri",
    }

    assert told_in_words_of(keys, Invalid((Fault(path, "no"),), 2)) == (told, "and 2 more")


@pytest.mark.parametrize(
    ("changed", "key"),
    [
        pytest.param({"JobAction": {**HTTP, "Uri": "ftp://a"}}, "JobAction.Uri", id="address"),
        pytest.param(
            {"JobAction": {**HTTP, "RequestMethod": "SING"}}, "JobAction.RequestMethod", id="method"
        ),
        pytest.param({"JobErrorAction": {**HTTP, "Uri": "ftp://a"}}, "JobErrorAction.Uri", id="error action"),
        pytest.param({"Status": "asleep"}, "Status", id="state"),
        pytest.param({"Recurrence": "Every 2000 Days", "EndSchedule": "None"}, "Recurrence", id="interval"),
    ],
)
def test_faults_of_powershell_name_its_own_keys(changed: dict[str, Any], key: str) -> None:
    (reason,) = reasons(job_in(a_document(**changed)))

    assert reason.partition(":")[0] == key


@pytest.mark.parametrize(
    ("changed", "key"),
    [
        pytest.param({"action_web": web(url="ftp://a")}, "action_web.url", id="address"),
        pytest.param({"retry": [{"interval": "00:00:01"}]}, "retry.interval", id="retry"),
        pytest.param({"start_time": "soon"}, "start_time", id="start"),
        pytest.param(
            {"recurrence": [{"frequency": "week", "month_days": [3]}]}, "recurrence.month_days", id="schedule"
        ),
        pytest.param(
            {"error_action_storage_queue": [{"storage_account_name": "!", "storage_queue_name": "qqq"}]},
            "error_action_storage_queue.storage_account_name",
            id="error action",
        ),
    ],
)
def test_faults_of_terraform_name_its_own_keys(changed: dict[str, Any], key: str) -> None:
    told = reasons(read_job(**{"action_web": web(), **changed}))

    assert key in [reason.partition(":")[0] for reason in told]
