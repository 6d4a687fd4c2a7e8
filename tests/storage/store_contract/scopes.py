"""A store within a scope: what lies outside is not there, and cannot be written."""

from dataclasses import replace
from uuid import uuid4

import pytest

from shared.domain.callers import Scope
from shared.domain.changes import Insert
from shared.domain.collection import JobCollection
from shared.domain.history import Status, failure_note
from shared.domain.keys import CollectionKey, JobKey
from shared.domain.summaries import Bookmark
from shared.storage.store import Store
from tests.builders import NINE, a_collection, a_job, a_ticket, an_entry
from tests.storage.store_contract.ground import Ground


class ScopeContract(Ground):
    @pytest.mark.parametrize(
        ("group", "name", "expected"),
        [
            pytest.param("", "", ["A/Jobs", "A/Jobs 2", "A b/Jobs", "B/Jobs"], id="a subscription"),
            pytest.param("a", "", ["A/Jobs", "A/Jobs 2"], id="a group"),
            pytest.param("a", "JOBS", ["A/Jobs"], id="a collection"),
        ],
    )
    def test_only_what_lies_within_is_there(
        self, store: Store, group: str, name: str, expected: list[str]
    ) -> None:
        subscription = f"Sub-{uuid4()}"
        places = [
            _fill(store, subscription, *place.split("/"))
            for place in ("A/Jobs", "A/Jobs 2", "A b/Jobs", "B/Jobs")
        ]
        narrow = store.within(Scope(subscription=subscription.upper(), resource_group=group, collection=name))

        seen = {
            "named": [key for key in places if narrow.collection(key) is not None],
            "jobs named": [key for key in places if narrow.job(_job(key)) is not None],
            "jobs within": [key for key in places if narrow.jobs(key)],
            "listed": [one.key for one in narrow.collections(subscription)],
            **{
                kind: _over_shards(narrow, subscription, kind)
                for kind in ("c", "counted", "j", "d", "f", "r")
            },
            "paged": _paged(narrow, subscription),
        }

        found = {kind: sorted(map(_path, keys)) for kind, keys in seen.items()}
        assert found == dict.fromkeys(found, sorted(expected))
        assert narrow.collections("other") == [] == _paged(narrow, "other")
        assert _over_shards(narrow, "other", "f") == [] == _over_shards(narrow, "other", "r")

    def test_nothing_outside_is_written(self, store: Store, collection: JobCollection) -> None:
        narrow = store.within(Scope(subscription="sub-1", resource_group="other"))

        with pytest.raises(RuntimeError, match="outside of its caller's scope /sub-1/other"):
            narrow.commit([Insert(collection), Insert(a_ticket(a_job(_job(collection.key))))])

        assert store.collection(collection.key) is None

    def test_one_store_serves_a_scope(self, store: Store) -> None:
        scope = Scope(subscription="sub-1")

        assert store.within(scope) is store.within(Scope(subscription="sub-1"))
        assert store.within(scope) is not store


def _fill(store: Store, subscription: str, group: str, name: str) -> CollectionKey:
    key = CollectionKey(subscription=subscription, resource_group=group, name=name)
    job = a_job(_job(key))
    failure = failure_note(replace(an_entry(job), status=Status.FAILED))
    store.commit([Insert(one) for one in (a_collection(key), job, a_ticket(job), failure)])
    return key


def _over_shards(store: Store, subscription: str, kind: str) -> list[CollectionKey]:
    found: list[CollectionKey] = []
    for shard in range(store.shards):
        match kind:
            case "c":
                found += store.collections_in(shard, subscription)
            case "counted":
                found += [one.key for one in store.counted_collections(shard)]
            case "j":
                found += [job.key.collection for job in store.timed_jobs_in(shard, subscription)]
            case "d":
                found += [job.key.collection for job in store.definitions_in(shard, subscription)]
            case "f":
                failures = store.failures(shard, subscription, since=NINE.replace(year=2000), before=None)
                found += [note.entry.job.collection for note in failures]
            case "r":
                under_way = store.under_way(shard, subscription, now=NINE.replace(year=2100))
                found += [ticket.key.job.collection for ticket in under_way]
    return found


def _paged(store: Store, subscription: str) -> list[CollectionKey]:
    """Return the collections of all jobs, read page by page: none is empty but the last of a shard."""
    place: Bookmark | None = Bookmark()
    found: list[CollectionKey] = []
    while place is not None:
        page = store.jobs_behind(subscription, place, limit=1)
        found += [job.key.collection for job in page.jobs]
        place = page.behind
    return found


def _job(key: CollectionKey) -> JobKey:
    return JobKey(collection=key, name="Job")


def _path(key: CollectionKey) -> str:
    """Return group and name as they are spelled where a store tells the spelling."""
    spelled = {"a": "A", "a b": "A b", "b": "B", "jobs": "Jobs", "jobs 2": "Jobs 2"}
    return f"{spelled[key.resource_group.lower()]}/{spelled[key.name.lower()]}"
