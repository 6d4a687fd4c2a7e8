"""What holds for a job: its own keys, or else the defaults of its collection."""

from typing import Any

import pytest

from shared.domain.action import ErrorAction
from shared.domain.attempt import Failed
from shared.domain.claiming import Claimed
from shared.domain.collection import Defaults, JobCollection
from shared.domain.in_force import action_of, error_action_of, retrying_of, taken_defaults
from shared.domain.local_time.local import DaylightSaving
from shared.domain.retry import Retrying, RetryOptions, RetryPolicy, RetryType
from shared.domain.ticket import TicketKind
from tests.builders import COLLECTION, KEY, a_collection, a_definition, an_action, at
from tests.domain.policies.scene import BAD, a_scene


def a_policy(count: int) -> RetryPolicy:
    return RetryPolicy(type=RetryType.FIXED, count=count)


def mourn(name: str, **retries: Any) -> ErrorAction:
    return ErrorAction(action=an_action(uri=f"http://{name}.example/"), **retries)


OWN, THEIRS, MOURNERS = a_policy(1), a_policy(2), a_policy(3)
OWN_OPTIONS, THEIR_OPTIONS, MOURNERS_OPTIONS = (RetryOptions(backoff=number) for number in (1.5, 2.5, 3.5))
MAIN, MOURNING = TicketKind.OCCURRENCE, TicketKind.ERROR_ACTION


def with_defaults(**defaults: Any) -> JobCollection:
    return a_collection(defaults=Defaults(**defaults))


ALL_DEFAULTS = with_defaults(retry_policy=THEIRS, retry_options=THEIR_OPTIONS, error_action=mourn("theirs"))


@pytest.mark.parametrize(
    ("own", "policy", "options"),
    [
        ({}, THEIRS, THEIR_OPTIONS),
        ({"retry_policy": OWN}, OWN, THEIR_OPTIONS),
        ({"retry_options": OWN_OPTIONS}, THEIRS, OWN_OPTIONS),
        ({"retry_policy": OWN, "retry_options": OWN_OPTIONS}, OWN, OWN_OPTIONS),
        ({"use_defaults": True}, THEIRS, THEIR_OPTIONS),
        ({"use_defaults": False}, None, None),
        ({"use_defaults": False, "retry_policy": OWN}, OWN, None),
    ],
    ids=["nothing own", "own policy", "own options", "both own", "told to", "told not to", "not to, own"],
)
@pytest.mark.parametrize("kind", [MAIN, TicketKind.RUN_NOW, TicketKind.RETRY])
def test_which_retries_hold_for_the_main_action(
    kind: TicketKind, own: dict[str, Any], policy: RetryPolicy | None, options: RetryOptions | None
) -> None:
    definition = a_definition(**own)

    assert retrying_of(kind, definition, ALL_DEFAULTS) == Retrying(policy=policy, options=options)


@pytest.mark.parametrize("collection", [None, a_collection()], ids=["no collection", "no defaults"])
def test_without_defaults_the_job_speaks_for_itself(collection: JobCollection | None) -> None:
    definition = a_definition(retry_policy=OWN, retry_options=OWN_OPTIONS)

    assert retrying_of(MAIN, definition, collection) == Retrying(policy=OWN, options=OWN_OPTIONS)
    assert retrying_of(MAIN, a_definition(), collection) == Retrying()
    assert error_action_of(a_definition(), collection) is None


@pytest.mark.parametrize(
    ("mourner", "policy", "options"),
    [
        (mourn("own"), OWN, OWN_OPTIONS),
        (mourn("own", retry_policy=MOURNERS), MOURNERS, None),
        (mourn("own", retry_options=MOURNERS_OPTIONS), OWN, MOURNERS_OPTIONS),
        (
            mourn("own", retry_policy=MOURNERS, retry_options=MOURNERS_OPTIONS),
            MOURNERS,
            MOURNERS_OPTIONS,
        ),
    ],
    ids=["nothing own", "own policy", "own options", "both own"],
)
def test_which_retries_hold_for_the_error_action(
    mourner: ErrorAction, policy: RetryPolicy | None, options: RetryOptions | None
) -> None:
    definition = a_definition(retry_policy=OWN, retry_options=OWN_OPTIONS, error_action=mourner)

    assert retrying_of(MOURNING, definition, None) == Retrying(policy=policy, options=options)


@pytest.mark.parametrize(
    ("mourner", "own", "policy", "options"),
    [
        (mourn("theirs"), {}, THEIRS, THEIR_OPTIONS),
        (mourn("theirs"), {"retry_policy": OWN}, OWN, THEIR_OPTIONS),
        (mourn("theirs", retry_policy=MOURNERS), {"retry_policy": OWN}, MOURNERS, None),
        (mourn("theirs", retry_options=MOURNERS_OPTIONS), {}, THEIRS, MOURNERS_OPTIONS),
    ],
    ids=["as the main action", "as the job's own", "its own policy", "its own options"],
)
def test_which_retries_hold_for_the_error_action_of_the_defaults(
    mourner: ErrorAction, own: dict[str, Any], policy: RetryPolicy, options: RetryOptions | None
) -> None:
    around = with_defaults(retry_policy=THEIRS, retry_options=THEIR_OPTIONS, error_action=mourner)

    assert retrying_of(MOURNING, a_definition(**own), around) == Retrying(policy=policy, options=options)


@pytest.mark.parametrize(
    ("own", "held"),
    [
        ({}, mourn("theirs")),
        ({"error_action": mourn("own")}, mourn("own")),
        ({"use_defaults": False}, None),
        ({"use_defaults": False, "error_action": mourn("own")}, mourn("own")),
    ],
)
def test_which_error_action_holds(own: dict[str, Any], held: ErrorAction | None) -> None:
    definition = a_definition(**own)

    assert error_action_of(definition, ALL_DEFAULTS) == held
    expected = held.action if held else definition.action
    assert action_of(MOURNING, definition, ALL_DEFAULTS) == expected
    assert action_of(MAIN, definition, ALL_DEFAULTS) == definition.action


SAVING = DaylightSaving()
FULL = Defaults(
    time_zone="Europe/Berlin",
    daylight_saving=SAVING,
    retry_policy=THEIRS,
    retry_options=THEIR_OPTIONS,
    error_action=mourn("theirs"),
)


@pytest.mark.parametrize(
    ("own", "taken"),
    [
        ({}, FULL),
        ({"use_defaults": True}, FULL),
        ({"use_defaults": False}, Defaults()),
        (
            {"retry_policy": OWN, "error_action": mourn("own")},
            Defaults(time_zone="Europe/Berlin", daylight_saving=SAVING, retry_options=THEIR_OPTIONS),
        ),
        (
            {"time_zone": "UTC", "daylight_saving": SAVING, "retry_options": OWN_OPTIONS},
            Defaults(retry_policy=THEIRS, error_action=mourn("theirs")),
        ),
    ],
)
def test_what_a_job_takes_from_its_collection(own: dict[str, Any], taken: Defaults) -> None:
    assert taken_defaults(a_definition(**own), a_collection(defaults=FULL)) == taken


def test_a_job_takes_nothing_where_there_is_nothing() -> None:
    assert taken_defaults(a_definition(), a_collection()) == Defaults()


# In claim and settle


def test_a_claim_notes_what_the_defaults_add() -> None:
    scene = a_scene(collection=ALL_DEFAULTS, retry_policy=None)

    started = scene.run("09:00:00")

    assert started.retrying == Retrying(policy=THEIRS, options=THEIR_OPTIONS)
    assert started.mourned


@pytest.mark.parametrize(
    ("definition", "collection"),
    [({}, a_collection()), ({"use_defaults": False}, ALL_DEFAULTS)],
    ids=["no defaults", "told not to"],
)
def test_a_claim_notes_nothing_where_nothing_is_added(
    definition: dict[str, Any], collection: JobCollection
) -> None:
    started = a_scene(collection=collection, **definition).run("09:00:00")

    assert (started.retrying, started.mourned) == (None, False)


def test_a_later_claim_forgets_defaults_that_are_gone() -> None:
    scene = a_scene(collection=ALL_DEFAULTS, retry_policy=None)
    left_behind = scene.run("09:00:00")
    scene.collection = a_collection()

    again = scene.run("09:10:00", left_behind)

    assert (again.retrying, again.mourned) == (None, False)


def test_an_error_action_of_its_own_is_not_one_by_default() -> None:
    scene = a_scene(collection=ALL_DEFAULTS, error_action=mourn("own"))

    assert not scene.run("09:00:00").mourned


def test_an_attempt_is_tried_again_as_the_defaults_say() -> None:
    around = with_defaults(retry_policy=a_policy(1), retry_options=RetryOptions(stop_on=(404,)))
    scene = a_scene(collection=around, retry_policy=None)

    retry = scene.end(scene.run("09:00:00"), "09:00:10", BAD)

    assert retry is not None
    assert retry.key.due == at("09:00:40")
    assert scene.end(scene.run("09:00:40", retry), "09:00:50", Failed("gone", status=500)) is None


def test_the_error_action_of_the_defaults_is_opened_with_the_key_of_the_collection() -> None:
    around = with_defaults(retry_policy=a_policy(1), error_action=mourn("theirs", retry_policy=MOURNERS))
    scene = a_scene(collection=around)
    mourning = scene.end(scene.run("09:00:00"), "09:00:10", BAD)

    claimed = scene.claim("09:00:10", mourning)

    assert isinstance(claimed, Claimed)
    assert claimed.attempt.action == mourn("theirs").action
    assert claimed.attempt.keeps_secrets == COLLECTION
    assert claimed.ticket.retrying == Retrying(policy=MOURNERS)


def test_an_error_action_of_its_own_is_opened_with_the_key_of_the_job() -> None:
    scene = a_scene(collection=ALL_DEFAULTS, error_action=mourn("own"))
    mourning = scene.end(scene.run("09:00:00"), "09:00:10", BAD)

    claimed = scene.claim("09:00:10", mourning)

    assert isinstance(claimed, Claimed)
    assert claimed.attempt.action == mourn("own").action
    assert claimed.attempt.keeps_secrets == KEY


def test_an_error_action_that_is_no_more_is_dead() -> None:
    scene = a_scene(collection=with_defaults(error_action=mourn("theirs")))
    mourning = scene.end(scene.run("09:00:00"), "09:00:10", BAD)
    scene.collection = a_collection()

    scene.claim("09:00:10", mourning)

    assert scene.written == ["delete errorAction 09:00:10"]


def test_a_policy_of_its_own_goes_together_with_options_of_the_defaults() -> None:
    around = with_defaults(retry_options=RetryOptions(backoff=2.0))
    scene = a_scene(collection=around, retry_policy=RetryPolicy(type=RetryType.FIXED, count=2))

    first = scene.end(scene.run("09:00:00"), "09:00:10", BAD)
    second = scene.end(scene.run("09:00:40", first), "09:00:50", BAD)

    assert first is not None
    assert second is not None
    assert (first.key.due, second.key.due) == (at("09:00:40"), at("09:01:50"))
