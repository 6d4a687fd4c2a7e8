import pytest

from shared.domain.errors import Invalid
from shared.domain.keys import CollectionKey, JobKey, checked_group, checked_job
from tests.builders import COLLECTION


def test_names_are_compared_without_regard_to_case() -> None:
    one = CollectionKey(subscription="S", resource_group="Group", name="Jobs")
    other = CollectionKey(subscription="s", resource_group="GROUP", name="jobs")

    assert one == other
    assert {JobKey(collection=one, name="Nightly")} == {JobKey(collection=other, name="nightly")}


@pytest.mark.parametrize(
    ("subscription", "resource_group", "name", "message"),
    [
        ("s_1", "g", "c", "subscription 's_1': a name is 1 to 64 ASCII letters, digits and '-'"),
        ("s", "", "c", "resource group '': a name is 1 to 90 of ASCII letters, digits, _ - . ( ) and space"),
        (
            "s",
            "g",
            "a|b",
            "job collection 'a|b': a name is 1 to 100 of ASCII letters, digits, _ - . ( ) and space",
        ),
        (
            "s",
            "g",
            "ä",
            "job collection 'ä': a name is 1 to 100 of ASCII letters, digits, _ - . ( ) and space",
        ),
    ],
)
def test_a_bad_name_is_refused_and_named(
    subscription: str, resource_group: str, name: str, message: str
) -> None:
    with pytest.raises(Invalid) as refused:
        CollectionKey(subscription=subscription, resource_group=resource_group, name=name)

    assert str(refused.value) == message


@pytest.mark.parametrize("name", ["", "x" * 101, "a/b", "a%2Fb", "line\n"])
def test_a_bad_job_name_is_refused(name: str) -> None:
    with pytest.raises(Invalid):
        JobKey(collection=COLLECTION, name=name)


@pytest.mark.parametrize("dots", [".", ".."])
def test_dots_alone_are_no_name_in_a_path(dots: str) -> None:
    rule = f"'{dots}': a name is neither '.' nor '..'"

    with pytest.raises(Invalid) as refused:
        checked_job("s", dots, dots, dots)

    assert str(refused.value) == f"resource group {rule}; job collection {rule}; job {rule}"
    with pytest.raises(Invalid, match="resource group"):
        checked_group(dots)


def test_what_was_stored_under_dots_can_still_be_read() -> None:
    key = CollectionKey(subscription="s", resource_group="..", name=".")

    assert JobKey(collection=key, name="..")


def test_names_that_only_hold_dots_among_others_are_fine() -> None:
    assert checked_job("s", "...", ".a", "a..b").name == "a..b"


def test_a_long_name_is_not_repeated_whole() -> None:
    with pytest.raises(Invalid) as refused:
        checked_job("s", "g", "c" * 5_000, "j")

    assert len(str(refused.value)) < 300
