"""What becomes of jobs and collections with policies, beside what is there."""

from dataclasses import replace
from typing import Any, Final

import pytest

from migrate.carry_out import collection_body, job_body, secrets_body
from migrate.found import Defaults, Found, FoundCollection, FoundJob, Json
from migrate.gather import gather
from migrate.planning.collection import PlannedCollection, Target, plan_collection
from migrate.planning.job import Outcome, PlannedJob, Wishes, WithoutSecrets, plan_job
from migrate.planning.whole_import import make_plan
from migrate.terminal import Problem
from shared.api.parse import BARE
from tests.migrate.exports import DAILY, HTTP, JOB, KEY, NOW, SECURED, a_found_collection, a_found_job
from tests.migrate.test_policies import ACTION, LATER, POLICIES, START, TAGS

SAS_TOKEN: Final = "defaults.errorAction.queueMessage.sasToken"
QUEUE: Final = {"storageAccount": "account1", "queueName": "failures", "message": "failed"}
ERROR_ACTION: Final = {"type": "StorageQueue", "queueMessage": QUEUE, "retryOptions": {"backoff": 2.0}}
DEFAULTS: Final = {
    "retryPolicy": {"retryType": "fixed", "retryInterval": "00:01:00", "retryCount": 3},
    "retryOptions": {"backoff": 2.0},
    "errorAction": ERROR_ACTION,
}
WITH_SECRET: Final = {**ERROR_ACTION, "queueMessage": {**QUEUE, "sasToken": "?sig=s3cret"}}
PAUSE: Final = {"note": "moved", "until": LATER}
ECHOES: Final = {"by": "ops", "since": "2026-02-01T00:00:00Z"}


def planned(found: FoundJob, existing: Json | None = None, **wishes: Any) -> PlannedJob:
    return plan_job(found, JOB, BARE, existing, Wishes(now=NOW, secrets={}, **wishes))


def found(**properties: Any) -> FoundJob:
    whole = {"startTime": START, "recurrence": DAILY, "state": "enabled", **properties}
    return replace(a_found_job(**whole), version="2026-11-01")


def there(tags: Json | None = None, **properties: Any) -> Json:
    """The job as the app answers it."""
    whole = {"startTime": START, "action": HTTP, "recurrence": DAILY, "state": "enabled", **properties}
    return {"name": "c/j", **({"tags": tags} if tags else {}), "properties": whole}


OFF: Final[Json] = {"state": "disabled"}


@pytest.mark.parametrize(
    ("job", "existing"),
    [
        pytest.param(found(action=ACTION, **POLICIES), there(action=ACTION, **POLICIES), id="all policies"),
        pytest.param(replace(found(), tags=TAGS), there(tags=TAGS), id="tags"),
        pytest.param(
            found(**OFF, disabled=PAUSE), there(**OFF, disabled={**PAUSE, **ECHOES}), id="the same pause"
        ),
        pytest.param(found(**OFF), there(**OFF, disabled=ECHOES), id="who disabled it is not its own"),
        pytest.param(
            a_found_job(startTime=START, recurrence=DAILY, action={**HTTP, "errorAction": HTTP}),
            there(tags=TAGS, action=ACTION, **POLICIES),
            id="a file of the original cannot say any of it",
        ),
        pytest.param(
            a_found_job(startTime=START, recurrence=DAILY, **OFF),
            there(**OFF, disabled=PAUSE),
            id="nor until when it is disabled",
        ),
        pytest.param(
            found(action=SECURED),
            there(**OFF, action=SECURED, disabled={"note": "no secret yet"}),
            id="a note on what only waits for its secret",
        ),
    ],
)
def test_what_is_there_already_is_the_same(job: FoundJob, existing: Json) -> None:
    again = planned(job, existing)

    assert (again.outcome, again.differences) == (Outcome.SAME, ())


def test_a_key_without_effect_there_is_no_difference() -> None:
    queue = {"type": "StorageQueue", "queueMessage": {**QUEUE}}
    stored = {**queue, "retryOptions": {"backoff": 2.0, "stopOn": [404]}}
    status = {"noEffect": ["action.retryOptions.stopOn"]}

    again = planned(found(action=stored, status=status), there(action=stored, status=status, state="enabled"))

    assert (again.outcome, again.differences) == (Outcome.SAME, ())


@pytest.mark.parametrize(
    ("job", "existing", "differences"),
    [
        pytest.param(
            found(overlap="skip"),
            there(overlap="wait"),
            ['overlap: "wait" there, "skip" in the files'],
            id="another policy",
        ),
        pytest.param(
            found(),
            there(spread="00:10:00"),
            ['spread: "00:10:00" there, absent in the files'],
            id="a policy that is gone",
        ),
        pytest.param(
            found(action={**HTTP, "retryOptions": {"backoff": 2}}),
            there(action={**HTTP, "retryOptions": {"backoff": 3.0}}),
            ["action.retryOptions.backoff: 3.0 there, 2.0 in the files"],
            id="options for retries",
        ),
        pytest.param(
            replace(found(), tags={"team": "sales"}),
            there(tags=TAGS),
            ['tags.team: "billing" there, "sales" in the files'],
            id="a tag",
        ),
        pytest.param(
            found(**OFF, disabled={"note": "moved"}),
            there(**OFF, disabled={**ECHOES, **PAUSE, "note": "other"}),
            [
                'disabled.note: "other" there, "moved" in the files',
                f'disabled.until: "{LATER}" there, absent in the files',
            ],
            id="a pause",
        ),
    ],
)
def test_what_differs_is_told_and_replaced_if_that_is_wished(
    job: FoundJob, existing: Json, differences: list[str]
) -> None:
    told, done = planned(job, existing), planned(job, existing, replace=True)

    assert (told.outcome, done.outcome) == (Outcome.DIFFERS, Outcome.REPLACE)
    assert [str(difference) for difference in told.differences] == differences


def test_a_job_that_runs_there_and_is_disabled_in_the_files_differs_in_its_state_alone() -> None:
    told = planned(found(**OFF, disabled=PAUSE), there())

    assert [str(difference) for difference in told.differences] == [
        'state: "enabled" there, "disabled" in the files'
    ]


def test_a_file_of_the_original_is_sent_so_that_the_app_keeps_what_it_cannot_say() -> None:
    old = a_found_job(startTime=START, recurrence={**DAILY, "interval": 2}, **OFF)

    job = planned(
        old, there(tags=TAGS, action=ACTION, **POLICIES, **OFF, disabled=PAUSE), replace=True
    ).prepared

    assert job is not None
    assert job.version == "2016-03-01"
    assert {*job_body(job)} == {"properties"}
    assert {*job_body(job)["properties"]} == {"startTime", "action", "recurrence", "state"}
    assert {*job_body(job)["properties"]["action"]} == {"type", "request"}


def in_collection(*given: Found, existing: Json | None = None, **wishes: Any) -> PlannedCollection:
    (gathered,), _ = gather(given, Defaults())
    target = Target(collections={KEY: existing} if existing else {}, jobs={})
    options = Defaults(location="westus", sku="Standard")
    return plan_collection(gathered, options, target, [], Wishes(now=NOW, **{"secrets": {}, **wishes}))


def ours(**properties: Any) -> FoundCollection:
    return replace(a_found_collection(**properties), version="2026-11-01")


def a_collection_there(**properties: Any) -> Json:
    whole = {"sku": {"name": "Standard"}, "state": "Enabled", **properties}
    return {"id": "…", "name": "c", "location": "West US", "properties": whole}


def test_a_collection_whose_defaults_lack_a_secret_arrives_disabled() -> None:
    plan = in_collection(ours(defaults=DEFAULTS), found())

    assert (plan.outcome, plan.missing) == (Outcome.CREATE, (SAS_TOKEN,))
    assert plan.changes == ("it arrives disabled: a secret of its defaults is missing",)
    sent = collection_body(plan)["properties"]
    assert (sent["state"], sent["defaults"]) == ("Disabled", DEFAULTS)
    assert [job.outcome for job in plan.jobs] == [Outcome.CREATE]


@pytest.mark.parametrize(
    ("defaults", "filled_in", "secret"),
    [
        pytest.param({**DEFAULTS, "errorAction": WITH_SECRET}, {}, "?sig=s3cret", id="of the file"),
        pytest.param(DEFAULTS, {SAS_TOKEN: "?sig=given"}, "?sig=given", id="of the file of secrets"),
        pytest.param(
            {**DEFAULTS, "errorAction": WITH_SECRET},
            {SAS_TOKEN: "?sig=given"},
            "?sig=given",
            id="of the latter if both have it",
        ),
    ],
)
def test_a_secret_of_defaults_is_sent_and_never_shown(
    defaults: Json, filled_in: dict[str, str], secret: str
) -> None:
    plan = in_collection(ours(defaults=defaults), secrets={KEY: filled_in})

    sent = collection_body(plan)["properties"]
    assert (sent["state"], plan.missing, plan.changes) == ("Enabled", (), ())
    assert sent["defaults"]["errorAction"]["queueMessage"]["sasToken"] == secret
    assert "?sig=" not in repr(plan)


def test_a_secret_of_defaults_that_is_no_text_is_a_fault() -> None:
    odd = {"type": "StorageQueue", "queueMessage": {**QUEUE, "sasToken": 5}}

    plan = in_collection(ours(defaults={"errorAction": odd}))

    assert (plan.outcome, plan.reasons) == (Outcome.CANNOT, (f"properties.{SAS_TOKEN}: is not a string",))


def test_a_certificate_of_defaults_must_be_right_if_it_is_given() -> None:
    request = {**HTTP["request"], "authentication": {"type": "ClientCertificate"}}  # type: ignore[dict-item]
    defaults = {"errorAction": {**HTTP, "request": request}}
    field = "defaults.errorAction.request.authentication"

    plan = in_collection(ours(defaults=defaults), secrets={KEY: {f"{field}.pfx": "bm9uZQ=="}})

    assert plan.outcome is Outcome.CANNOT
    assert plan.reasons[0].startswith(f"properties.{field}.pfx: ")


def test_defaults_that_a_free_collection_cannot_have_are_refused() -> None:
    plan = in_collection(ours(defaults={"errorAction": SECURED}, sku={"name": "Free"}))

    assert plan.outcome is Outcome.CANNOT
    assert "which a Free collection does not allow" in plan.reasons[0]


def test_a_target_of_defaults_that_is_not_public_is_pointed_out() -> None:
    action = {"type": "Http", "request": {"uri": "http://10.0.0.1/", "method": "GET"}}

    plan = in_collection(ours(defaults={"errorAction": action}))

    assert plan.notes == ("'10.0.0.1' is not public: the app must allow it (SCHEDULER_ALLOWED_TARGETS)",)


def test_missing_secrets_of_defaults_stop_everything_if_that_is_wished() -> None:
    wishes = Wishes(now=NOW, secrets={}, without_secrets=WithoutSecrets.FAIL)

    with pytest.raises(Problem, match="They are those of /subscriptions/s/resourceGroups/g/providers/"):
        make_plan([ours(defaults=DEFAULTS)], Defaults(), None, wishes)
    off = make_plan([ours(defaults=DEFAULTS, state="Disabled")], Defaults(), None, wishes)
    assert off.collections[0].outcome is Outcome.CREATE


@pytest.mark.parametrize(
    ("state", "missing"), [("Enabled", ()), ("Disabled", (SAS_TOKEN,))], ids=["has it", "may lack it"]
)
def test_a_collection_that_is_there_keeps_the_secret_of_its_defaults(
    state: str, missing: tuple[str, ...]
) -> None:
    plan = in_collection(ours(defaults=DEFAULTS), existing=a_collection_there(defaults=DEFAULTS, state=state))

    assert (plan.outcome, plan.differences, plan.missing) == (Outcome.SAME, (), missing)


@pytest.mark.parametrize(("replacing", "outcome"), [(False, Outcome.SAME), (True, Outcome.ADD_SECRETS)])
def test_a_secret_is_added_to_defaults_that_are_the_same_otherwise(replacing: bool, outcome: Outcome) -> None:
    plan = in_collection(
        ours(defaults=DEFAULTS),
        existing=a_collection_there(defaults=DEFAULTS),
        replace=replacing,
        secrets={KEY: {SAS_TOKEN: "?sig=given"}},
    )

    assert plan.outcome is outcome
    assert secrets_body(plan) == {
        "properties": {"defaults": {"errorAction": {"queueMessage": {"sasToken": "?sig=given"}}}}
    }


def test_what_differs_in_defaults_is_told() -> None:
    other = {**DEFAULTS, "retryOptions": {"backoff": 3.0}, "errorAction": HTTP}

    plan = in_collection(ours(defaults=DEFAULTS), existing=a_collection_there(defaults=other))

    assert plan.outcome is Outcome.DIFFERS
    assert {one.field for one in plan.differences} == {
        "properties.defaults.retryOptions.backoff",
        *(f"properties.defaults.errorAction.{key}" for key in ("type", "request", "queueMessage")),
        "properties.defaults.errorAction.retryOptions",
    }


def test_a_collection_that_is_disabled_for_a_while_arrives_so() -> None:
    plan = in_collection(ours(state="Disabled", disabled={**PAUSE, **ECHOES}))

    assert collection_body(plan)["properties"]["disabled"] == PAUSE
    assert plan.changes == ()


@pytest.mark.parametrize(
    ("until", "wishes", "change"),
    [
        pytest.param(
            "2026-02-01T00:00:00Z",
            {},
            "disabled.until is left out: 2026-02-01T00:00:00Z is over, and it stays disabled",
            id="at a time that is over",
        ),
        pytest.param(
            LATER,
            {"disabled": True},
            "disabled.until is left out: --disabled is to last until somebody enables it",
            id="if it is to arrive disabled",
        ),
    ],
)
def test_no_time_enables_a_collection(until: str, wishes: dict[str, Any], change: str) -> None:
    plan = in_collection(ours(state="Disabled", disabled={"note": "moved", "until": until}), **wishes)

    assert collection_body(plan)["properties"]["disabled"] == {"note": "moved"}
    assert plan.changes == (change,)


@pytest.mark.parametrize(
    ("here", "existing", "fields"),
    [
        pytest.param(
            {"state": "Disabled", "disabled": PAUSE},
            {"state": "Disabled", "disabled": {**PAUSE, **ECHOES}},
            [],
            id="the same pause",
        ),
        pytest.param(
            {"state": "Disabled", "disabled": PAUSE},
            {"state": "Suspended", "disabled": {"note": "other"}},
            ["properties.disabled.note", "properties.disabled.until"],
            id="another",
        ),
        pytest.param({}, {"state": "Disabled", "disabled": PAUSE}, [], id="one that is off only there"),
        pytest.param(
            {"state": "Disabled", "disabled": PAUSE}, {}, ["properties.state"], id="one that is off only here"
        ),
    ],
)
def test_how_pauses_of_collections_differ(here: Json, existing: Json, fields: list[str]) -> None:
    plan = in_collection(ours(**here), existing=a_collection_there(**existing), replace=True)

    assert [one.field for one in plan.differences] == fields
    assert plan.outcome is (Outcome.REPLACE if len(fields) > 1 else Outcome.SAME)


def test_a_collection_of_the_original_leaves_a_pause_and_defaults_alone() -> None:
    existing = a_collection_there(state="Disabled", disabled=PAUSE, defaults=DEFAULTS)

    same = in_collection(a_found_collection(state="Disabled"), existing=existing)

    assert (same.outcome, same.differences, same.version) == (Outcome.SAME, (), "2016-03-01")


def test_keys_of_a_collection_in_a_form_that_cannot_have_them_are_dropped() -> None:
    old = a_found_collection(defaults={"errorAction": WITH_SECRET}, state="Disabled", disabled=PAUSE)

    plan = in_collection(replace(old, version="2016-03-01"))

    assert sorted(said.partition(":")[0] for said in plan.dropped) == [
        "properties.defaults",
        "properties.disabled",
    ]
    assert {*collection_body(plan)["properties"]} == {"sku", "state"}
