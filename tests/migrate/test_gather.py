"""Everything that was found, each once, with full names."""

from dataclasses import replace

import pytest

from migrate.found import Defaults, Found, FoundJob, Names
from migrate.gather import GatheredCollection, gather
from migrate.terminal import Problem
from shared.domain.errors import Fault
from tests.migrate.exports import DAILY, KEY, NAMES, a_found_collection, a_found_job


def gathered(*found: Found, **defaults: str) -> list[GatheredCollection]:
    return gather(found, Defaults(**defaults))[0]


def test_jobs_come_to_their_collection_in_whatever_case_it_is_spelled() -> None:
    shouted = replace(NAMES, subscription="S", resource_group="G", collection="C", job="k")

    (collection,) = gathered(a_found_job(), a_found_collection(), a_found_job(names=shouted))

    assert collection.key == KEY
    assert collection.collection is not None
    assert [key.name for key, _ in collection.jobs] == ["j", "k"]


def test_what_a_form_lacks_comes_from_the_command_line() -> None:
    bare = a_found_job(names=Names(job="j"))

    (collection,) = gathered(bare, subscription="s", resource_group="g", collection="c")

    assert collection.key == KEY


def test_what_a_form_says_is_not_overruled() -> None:
    (collection,) = gathered(a_found_job(), subscription="t", resource_group="h", collection="d")

    assert collection.key == KEY


def test_a_subscription_that_only_the_collection_tells_holds_for_its_jobs() -> None:
    job = a_found_job(names=replace(NAMES, subscription=None))

    (collection,) = gathered(job, a_found_collection())

    assert collection.key == KEY


def test_a_subscription_is_asked_for_where_two_have_such_a_collection() -> None:
    job = a_found_job(names=replace(NAMES, subscription=None))
    other = replace(a_found_collection(), names=Names(subscription="t", resource_group="g", collection="c"))

    with pytest.raises(Problem, match="--subscription"):
        gathered(job, a_found_collection(), other)


def test_all_that_is_missing_is_asked_for_at_once() -> None:
    first, second = a_found_job(names=Names(job="j")), a_found_job(names=Names(job="k"), file="b.json")

    with pytest.raises(Problem) as asked:
        gathered(first, second)

    assert str(asked.value).splitlines() == [
        "The files do not say everything. Add",
        "    --subscription: it is not in jobs.json and 1 more",
        "    --resource-group: it is not in jobs.json and 1 more",
        "    --collection: it is not in jobs.json and 1 more",
    ]


@pytest.mark.parametrize("name", ["a/b", "a#b", "ä", "", "x" * 101, "a\nb", "<script>"])
def test_a_name_that_cannot_be_one_stops_only_its_job(name: str) -> None:
    odd = a_found_job(names=replace(NAMES, job=name))

    collections, (nameless,) = gather([odd, a_found_job()], Defaults())

    assert [key.name for collection in collections for key, _ in collection.jobs] == ["j"]
    assert "1 to 100 of ASCII letters" in str(nameless.faults[0])


def test_what_has_no_name_for_a_reason_is_not_asked_for() -> None:
    fault = Fault("name", "uniqueString() cannot be resolved")
    unresolved = replace(a_found_job(names=Names()), faults=(fault,))

    _, (nameless,) = gather([unresolved], Defaults())

    assert nameless.faults == (fault,)


def only_job(collections: list[GatheredCollection]) -> FoundJob:
    ((_, job),) = collections[0].jobs
    return job


def test_the_same_job_twice_is_one_and_the_later_export_counts() -> None:
    old = a_found_job(recurrence=DAILY, status={"executionCount": 3})
    new = a_found_job(recurrence=DAILY, status={"executionCount": 5}, file="new.json")

    job = only_job(gathered(old, new, old))

    assert (job.origin.file, job.faults) == ("new.json", ())


def test_two_definitions_of_a_job_are_a_fault_that_names_both_files() -> None:
    job = only_job(gathered(a_found_job(), a_found_job(recurrence=DAILY, file="b.json")))

    assert [str(fault) for fault in job.faults] == [
        "it is defined in two ways, in jobs.json and in b.json: give only one of them"
    ]


def test_two_definitions_of_a_collection_are_a_fault_too() -> None:
    (collection,) = gathered(a_found_collection(), a_found_collection(state="Disabled", file="b.json"))

    assert collection.collection is not None
    assert len(collection.collection.faults) == 1


def test_who_disabled_something_and_when_is_no_part_of_its_definition() -> None:
    pauses = [{"note": "moved", "by": who, "since": since} for who, since in (("a", "2026-01-01"), ("b", ""))]

    job = only_job(gathered(*(a_found_job(state="disabled", disabled=pause) for pause in pauses)))
    (found,) = gathered(*(a_found_collection(state="Disabled", disabled=pause) for pause in pauses))

    assert job.faults == ()
    assert found.collection is not None
    assert found.collection.faults == ()


def test_a_pause_without_a_word_is_as_good_as_none() -> None:
    silent = a_found_job(state="disabled", disabled={"by": "ops", "since": "2026-01-01"})

    assert only_job(gathered(silent, a_found_job(state="disabled"))).faults == ()


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(replace(a_found_job(), tags={"a": "b"}), id="tags"),
        pytest.param(a_found_job(disabled={"note": "moved"}), id="a note"),
    ],
)
def test_what_somebody_said_is_part_of_it(other: FoundJob) -> None:
    assert len(only_job(gathered(a_found_job(), other)).faults) == 1


@pytest.mark.parametrize("name", [".", ".."])
def test_dots_alone_are_no_name(name: str) -> None:
    _, (nameless,) = gather([a_found_job(names=replace(NAMES, job=name))], Defaults())

    assert str(nameless.faults[0]) == f"name '{name}': dots alone cannot be part of an address"


def test_a_list_of_resources_gives_way_to_whole_definitions() -> None:
    """`az resource list` tells where a collection is, but nothing of what it is."""
    stub = replace(a_found_collection(file="list.json"), body={"location": "westus"})

    (collection,) = gathered(stub, a_found_collection())

    assert collection.collection is not None
    assert (collection.collection.origin.file, collection.collection.faults) == ("collections.json", ())


def test_the_same_collection_twice_is_one() -> None:
    (collection,) = gathered(a_found_collection(), a_found_collection(file="b.json"))

    assert collection.collection is not None
    assert collection.collection.faults == ()


def test_names_that_differ_only_in_case_are_shown_in_both_spellings() -> None:
    shouted = a_found_job(names=replace(NAMES, job="J"), file="b.json", recurrence=DAILY)

    (collection,) = gathered(a_found_job(), shouted)

    ((_, job),) = collection.jobs
    assert [str(fault) for fault in job.faults] == [
        "it is defined in two ways, as 'j' in jobs.json and as 'J' in b.json: "
        "names that differ only in case are one name, so give only one of them"
    ]


def test_another_spelling_of_the_same_job_is_noted() -> None:
    (collection,) = gathered(a_found_job(), a_found_job(names=replace(NAMES, job="J"), file="b.json"))

    ((_, job),) = collection.jobs
    assert job.notes == ("it is spelled 'J' in b.json, which is the same name",)
