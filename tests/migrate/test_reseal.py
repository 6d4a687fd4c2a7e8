"""Stored secrets, sealed anew with the app's first encryption key."""

import json
from typing import Any, Final

import pytest

from migrate.__main__ import main
from migrate.secret_fields import may_hold_secrets
from tests.migrate.builders import ID
from tests.migrate.exports import HTTP, REQUEST, SECURED
from tests.migrate.moving import a_collection, a_job, ask, collection_id, get, migrate
from tests.migrate.test_remote_app import BUSY, VERSION, an_app_that_answers, an_error, calls
from tests.receiver import Answer

BASIC: Final = {"type": "Basic", "username": "clerk", "password": "open"}
QUEUE: Final = {
    "type": "StorageQueue",
    "queueMessage": {"storageAccount": "acct", "queueName": "qqq", "message": "m", "sasToken": "?sig=x"},
}
BUS: Final = {
    "type": "ServiceBusQueue",
    "serviceBusQueueMessage": {"authentication": {"type": "sharedAccessKey", "sasKeyName": "n"}},
}


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        pytest.param(HTTP, False, id="a plain call"),
        pytest.param(SECURED, True, id="a call with a password"),
        pytest.param(QUEUE, True, id="a storage queue"),
        pytest.param(BUS, True, id="a Service Bus queue"),
        pytest.param({**HTTP, "errorAction": QUEUE}, True, id="an error action"),
        pytest.param({**HTTP, "errorAction": HTTP}, False, id="a plain error action"),
    ],
)
def test_which_jobs_could_hold_secrets(action: dict[str, Any], expected: bool) -> None:
    assert may_hold_secrets({"action": action}) is expected


def test_every_job_with_a_secret_is_patched_and_nothing_changes(app: str) -> None:
    collection = collection_id("resealed", "c")
    secured = {**HTTP, "request": {**REQUEST, "authentication": BASIC}}
    ask("PUT", app, collection, a_collection(collection))
    for name, action, state in (
        ("plain", HTTP, "disabled"),
        ("secured", secured, "disabled"),
        ("queue", QUEUE, "disabled"),
        ("over", secured, "completed"),
    ):
        job = a_job(collection, name, action=action)
        job["properties"]["state"] = state
        assert ask("PUT", app, f"{collection}/jobs/{name}", job).status_code == 201
    before = get(app, f"{collection}/jobs")

    done = migrate("reseal", "--to", app, "--subscription", "resealed")

    assert done.returncode == 0, done.stderr
    assert done.stdout == (
        "3 jobs that could hold secrets: 2 sealed anew, "
        "1 finished, so that it keeps the old key until it is removed.\n"
    )
    assert "3 of 3 jobs" in done.stderr
    assert get(app, f"{collection}/jobs") == before


def an_answer(*found: dict[str, Any]) -> Answer:
    return Answer(body=json.dumps({"value": found}).encode())


WELL: Final = Answer(body=b'{"status": "Healthy"}')
COLLECTIONS: Final = an_answer({"id": ID, "name": "nightly"})
JOB: Final = {"name": "nightly/backup", "properties": {"action": SECURED}}


def reseal(
    *answers: Answer, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...] = ()
) -> tuple[int, str, str, list[tuple[str, str, bytes]]]:
    """Return the exit code, what is printed and said, and the calls that were made."""
    with an_app_that_answers(*answers) as (app, receiver):
        code = main(["reseal", "--to", app.address, "--subscription", "sub-1", *arguments])
    shown = capsys.readouterr()
    made = [(call.method, call.path.removesuffix(VERSION), call.body) for call in calls(receiver)]
    return code, shown.out, shown.err, made


def test_the_patch_is_empty(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _, made = reseal(WELL, COLLECTIONS, an_answer(JOB), Answer(body=b"{}"), capsys=capsys)

    path = ID.replace(" ", "%20").replace("(", "%28").replace(")", "%29")
    assert (code, out) == (0, "1 job that could hold secrets: 1 sealed anew.\n")
    assert (made[-1][0], made[-1][1], json.loads(made[-1][2])) == (
        "PATCH",
        f"{path}/jobs/backup",
        {"properties": {}},
    )


def a_state(state: str) -> Answer:
    return Answer(body=json.dumps({"properties": {"state": state}}).encode())


@pytest.mark.parametrize(
    ("answers", "code", "words"),
    [
        pytest.param([an_error(409), a_state("faulted")], 0, "1 finished, so that it keeps", id="finished"),
        pytest.param([an_error(409), a_state("enabled")], 1, "1 failed", id="another conflict"),
        pytest.param([an_error(404), an_error(404)], 0, "1 gone meanwhile", id="removed"),
        pytest.param([an_error(400)], 1, "1 failed", id="refused"),
        pytest.param([an_error(500)], 1, "1 failed", id="an error"),
    ],
)
def test_what_became_of_a_job_is_told(
    answers: list[Answer], code: int, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    ended, out, _, _ = reseal(WELL, COLLECTIONS, an_answer(JOB), *answers, capsys=capsys)

    assert ended == code
    assert words in out
    assert ("nightly/backup failed: No room." in out) is bool(code)


def test_without_secrets_there_is_nothing_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    plain = {"name": "nightly/plain", "properties": {"action": HTTP}}

    code, out, _, made = reseal(WELL, COLLECTIONS, an_answer(plain), capsys=capsys)

    assert (code, out, len(made)) == (0, "0 jobs that could hold secrets.\n", 3)


def test_an_app_that_goes_away_stops_it(capsys: pytest.CaptureFixture[str]) -> None:
    gone = an_error(401, "No such key.", **BUSY)

    code, out, err, _ = reseal(WELL, COLLECTIONS, an_answer(JOB), gone, capsys=capsys)

    assert (code, out) == (1, "")
    assert "Stopped: 0 jobs of 1 done; the same command begins anew." in err
    assert "refuses the key" in err


@pytest.mark.parametrize(
    ("answers", "arguments", "words"),
    [
        pytest.param(
            [COLLECTIONS],
            ("--collection", "weekly"),
            "There is no collection 'weekly'; there are: nightly.",
            id="collection",
        ),
    ],
)
@pytest.mark.parametrize("command", [["reseal", "--to"], ["export", "--from"]], ids=["reseal", "export"])
def test_a_name_that_is_misspelt_is_an_error(
    command: list[str],
    answers: list[Answer],
    arguments: tuple[str, ...],
    words: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with an_app_that_answers(WELL, *answers) as (app, _):
        code = main([*command, app.address, "--subscription", "sub-1", *arguments])

    shown = capsys.readouterr()
    assert (code, shown.out) == (1, "")
    assert shown.err == f"{words}\n"
