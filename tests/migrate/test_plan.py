"""What becomes of a job: created, the same, different, left out or impossible."""

from dataclasses import replace
from typing import Any

import pytest

from migrate.found import FoundJob, Json
from migrate.planning.job import Outcome, PlannedJob, Wishes, WithoutSecrets, plan_job
from shared.domain.collection import JobCollection, Sku
from tests.migrate.exports import DAILY, HTTP, JOB, KEY, NOW, REQUEST, SECURED, a_found_job

COLLECTION = JobCollection(key=KEY, location="West US")
START = "2026-02-28T06:00:00Z"


def planned(
    found: FoundJob, existing: Json | None = None, collection: JobCollection = COLLECTION, **wishes: Any
) -> PlannedJob:
    asked = Wishes(**{"now": NOW, "secrets": {}, **wishes})
    return plan_job(found, JOB, collection, existing, asked)


def recurring(**properties: Any) -> FoundJob:
    return a_found_job(**{"startTime": START, "recurrence": DAILY, "state": "enabled", **properties})


def there(**properties: Any) -> Json:
    """The job as the app answers it."""
    whole = {"startTime": START, "action": HTTP, "recurrence": DAILY, "state": "enabled", **properties}
    return {"name": "c/j", "properties": {key: value for key, value in whole.items() if value is not None}}


def certified(**facts: str) -> Json:
    authentication = {"type": "ClientCertificate", **facts}
    return {"type": "Https", "request": {**REQUEST, "authentication": authentication}}


CERTIFIED = certified(certificateThumbprint="00ff")
RENEWED = certified(certificateThumbprint="AABB", certificateSubjectName="CN=x")


def test_what_is_not_there_will_be_created() -> None:
    assert planned(recurring()).outcome is Outcome.CREATE


@pytest.mark.parametrize(
    ("found", "existing"),
    [
        pytest.param(recurring(), there(), id="as it was imported"),
        pytest.param(recurring(), there(status={"executionCount": 3}), id="it has run since"),
        pytest.param(recurring(), there(state="completed"), id="it has been completed since"),
        pytest.param(recurring(), there(state="faulted"), id="it has been faulted since"),
        pytest.param(
            recurring(startTime=None),
            there(startTime="2026-01-01T00:00:00Z"),
            id="its start was made up then",
        ),
        pytest.param(
            a_found_job(startTime=START, state="enabled"),
            there(recurrence=None, state="enabled"),
            id="its time had not yet come when it was imported",
        ),
        pytest.param(
            a_found_job(startTime=START, action=SECURED),
            there(action=SECURED, recurrence=None, state="disabled"),
            id="its time has passed while it waited for its secret",
        ),
        pytest.param(
            a_found_job(status={"nextExecutionTime": START}),
            there(recurrence=None, state="completed"),
            id="it ran once, when the export said",
        ),
        pytest.param(
            recurring(startTime=None, status={"nextExecutionTime": "2026-03-02T06:00:00Z"}),
            there(startTime=None, status={"nextExecutionTime": "2026-03-02T06:00:00Z"}),
            id="it comes back from its own export, without a start",
        ),
        pytest.param(
            recurring(recurrence={**DAILY, "count": 10}, status={"executionCount": 3}),
            there(recurrence={**DAILY, "count": 10}, status={"executionCount": 3}),
            id="it comes back from its own export, with a count",
        ),
        pytest.param(recurring(action=CERTIFIED), there(action=RENEWED), id="its certificate was renewed"),
        pytest.param(recurring(action=SECURED), there(action=SECURED), id="it was enabled with its secret"),
        pytest.param(
            recurring(action=SECURED), there(action=SECURED, state="disabled"), id="or not, and is disabled"
        ),
    ],
)
def test_what_is_there_already_is_the_same(found: FoundJob, existing: Json) -> None:
    again = planned(found, existing)

    assert (again.outcome, again.differences) == (Outcome.SAME, ())
    assert again.prepared is not None
    assert again.prepared.changes == ()  # what was changed on arrival was told then
    assert planned(found, existing, replace=True).outcome is Outcome.SAME


@pytest.mark.parametrize(
    ("existing", "differences"),
    [
        pytest.param(
            there(recurrence={"frequency": "day", "interval": 2}),
            ["recurrence.interval: 2 there, 1 in the files"],
            id="another interval",
        ),
        pytest.param(
            there(recurrence=None),
            ['recurrence: absent there, {"frequency": "day", "interval": 1} in the files'],
            id="no recurrence",
        ),
        pytest.param(
            there(state="disabled"), ['state: "disabled" there, "enabled" in the files'], id="disabled"
        ),
        pytest.param(
            there(startTime="2026-02-27T06:00:00Z", state="disabled"),
            [
                'startTime: "2026-02-27T06:00:00Z" there, "2026-02-28T06:00:00Z" in the files',
                'state: "disabled" there, "enabled" in the files',
            ],
            id="several",
        ),
    ],
)
def test_what_differs_is_told_and_left_alone(existing: Json, differences: list[str]) -> None:
    found = planned(recurring(), existing)

    assert found.outcome is Outcome.DIFFERS
    assert [str(difference) for difference in found.differences] == differences


@pytest.mark.parametrize(
    ("accept_loss", "state", "changes"),
    [
        pytest.param(
            False,
            "disabled",
            (
                "it arrives disabled: keys of it are not known here; "
                "--accept-loss brings it over without them",
            ),
            id="as it comes",
        ),
        pytest.param(True, "enabled", (), id="if the loss is accepted"),
    ],
)
def test_a_job_with_unknown_keys_arrives_disabled_unless_that_is_accepted(
    accept_loss: bool, state: str, changes: tuple[str, ...]
) -> None:
    found = recurring(recurrence={**DAILY, "timeZone": "Europe/Berlin"})

    job = planned(found, accept_loss=accept_loss).prepared

    assert job is not None
    assert (job.state, job.changes) == (state, changes)


def test_what_differs_is_replaced_if_that_is_wished() -> None:
    assert planned(recurring(), there(state="disabled"), replace=True).outcome is Outcome.REPLACE


FILLED_IN = {JOB: {"action.request.authentication.password": "open"}}


@pytest.mark.parametrize(
    ("state", "wishes", "outcome"),
    [
        pytest.param("enabled", {"replace": True}, Outcome.ADD_SECRETS, id="sent if replacing is wished"),
        pytest.param("enabled", {}, Outcome.SAME, id="else not: nobody sees what is stored"),
        pytest.param("completed", {"replace": True}, Outcome.SAME, id="not to a job that is over"),
    ],
)
def test_secrets_for_a_job_that_is_the_same(state: str, wishes: dict[str, Any], outcome: Outcome) -> None:
    existing = there(action=SECURED, state=state)

    assert planned(recurring(action=SECURED), existing, secrets=FILLED_IN, **wishes).outcome is outcome


def test_a_job_that_is_enabled_there_has_its_secret_there() -> None:
    changed = recurring(action=SECURED, recurrence={"frequency": "week", "interval": 1})

    found = planned(changed, there(action=SECURED), replace=True)

    assert found.prepared is not None
    assert (found.outcome, found.prepared.state) == (Outcome.REPLACE, "enabled")
    assert (found.prepared.missing, found.prepared.kept) == ((), ("action.request.authentication.password",))


def test_secrets_in_the_files_are_sent_again_as_well() -> None:
    basic = {"type": "Basic", "username": "clerk", "password": "from a state"}
    in_file = recurring(action={"type": "Http", "request": {**REQUEST, "authentication": basic}})

    assert planned(in_file, there(action=SECURED), replace=True).outcome is Outcome.ADD_SECRETS


def test_a_job_that_would_arrive_completed_cannot_replace_another() -> None:
    over = recurring(recurrence={**DAILY, "endTime": START}, startTime="2026-01-01T00:00:00Z")

    found = planned(over, there(state="disabled"), replace=True)

    assert found.outcome is Outcome.CANNOT
    assert found.reasons == (
        "it would arrive completed, and that cannot be set on a job that exists: delete it there",
    )


LOST = ("the retry policy",)


@pytest.mark.parametrize(
    ("state", "wishes", "arrives"),
    [
        pytest.param("enabled", {}, "disabled", id="disabled, for it may run at other times"),
        pytest.param("enabled", {"accept_loss": True}, "enabled", id="enabled if the loss is accepted"),
        pytest.param("completed", {}, "completed", id="what is over stays so"),
    ],
)
def test_a_job_of_which_part_is_lost(state: str, wishes: dict[str, Any], arrives: str) -> None:
    found = planned(replace(recurring(state=state), lost=LOST), **wishes)

    assert found.prepared is not None
    assert (found.outcome, found.prepared.state) == (Outcome.CREATE, arrives)
    assert found.prepared.lost == LOST


@pytest.mark.parametrize(
    ("state", "policy", "outcome", "arrives"),
    [
        ("enabled", WithoutSecrets.DISABLED, Outcome.CREATE, "disabled"),
        ("enabled", WithoutSecrets.SKIP, Outcome.SKIP, "enabled"),
        ("disabled", WithoutSecrets.SKIP, Outcome.CREATE, "disabled"),
        ("completed", WithoutSecrets.SKIP, Outcome.CREATE, "completed"),
    ],
)
def test_a_job_whose_secret_is_missing(
    state: str, policy: WithoutSecrets, outcome: Outcome, arrives: str
) -> None:
    found = planned(recurring(action=SECURED, state=state), without_secrets=policy)

    assert found.prepared is not None
    assert (found.outcome, found.prepared.state) == (outcome, arrives)


def test_that_and_why_it_arrives_disabled_is_told() -> None:
    found = planned(recurring(action=SECURED))

    assert found.prepared is not None
    assert found.prepared.changes == ("it arrives disabled: a secret is missing",)


def test_a_secret_that_was_filled_in_lets_it_run() -> None:
    found = planned(recurring(action=SECURED), secrets=FILLED_IN)

    assert found.prepared is not None
    assert found.prepared.state == "enabled"


def test_what_cannot_be_is_told_field_by_field() -> None:
    found = planned(recurring(recurrence={"frequency": "monthly"}, action={"type": "Mail"}))

    assert found.outcome is Outcome.CANNOT
    assert [reason.partition(":")[0] for reason in found.reasons] == [
        "properties.recurrence.frequency",
        "properties.action.type",
    ]


@pytest.mark.parametrize(
    ("properties", "reason"),
    [
        pytest.param(
            {"recurrence": {"frequency": "minute"}}, "would run again after 00:01:00", id="too often"
        ),
        pytest.param({"action": SECURED}, "has authentication", id="with authentication"),
    ],
)
def test_what_its_plan_does_not_allow_is_told(properties: dict[str, Any], reason: str) -> None:
    free = replace(COLLECTION, sku=Sku.FREE)

    found = planned(recurring(**properties), collection=free)

    assert found.outcome is Outcome.CANNOT
    assert reason in found.reasons[0]
