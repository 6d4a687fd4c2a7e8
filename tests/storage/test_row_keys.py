from datetime import datetime

from hypothesis import given

from shared.domain.keys import CollectionKey, JobKey
from shared.domain.ticket import TicketKey
from shared.storage.row_keys import due_range, read_ticket_row, row_key, shard_of, ticket_row
from tests.builders import COLLECTION, a_collection, a_job, a_ticket, an_entry
from tests.storage.strategies import instants, ticket_keys

LONGEST_KEY = 512  # characters: a key holds 1 KiB of UTF-16


@given(ticket_keys)
def test_a_row_key_brings_back_the_tickets_identity(key: TicketKey) -> None:
    assert read_ticket_row(ticket_row(key)) == key


@given(ticket_keys, ticket_keys)
def test_later_tickets_have_greater_keys(one: TicketKey, other: TicketKey) -> None:
    if one.due < other.due:
        assert ticket_row(one) < ticket_row(other)


@given(ticket_keys, instants)
def test_a_ticket_is_in_the_range_of_what_is_due_when_it_is_due(key: TicketKey, until: datetime) -> None:
    first, end = due_range(until)

    assert (first <= ticket_row(key) < end) == (key.due <= until)


def test_the_longest_names_still_fit_into_a_key() -> None:
    collection = CollectionKey(subscription="s" * 64, resource_group="g" * 90, name="c" * 100)
    job = a_job(
        JobKey(collection=collection, name="j" * 100),
        incarnation="i" * 32,
        revision="r" * 32,
        next_ticket=None,
    )
    ticket = a_ticket(a_job(job.key))

    for row in (a_collection(collection), job, ticket, an_entry(job)):
        assert len(row_key(row)) <= LONGEST_KEY - len("x|")


def test_a_collection_keeps_its_shard_for_ever() -> None:
    shouted = CollectionKey(subscription="SUB-1", resource_group="GROUP (A)", name="FIRST COLLECTION")

    assert shard_of(COLLECTION, 16) == shard_of(shouted, 16) == 15  # as gzip computes it too
