"""Keys and instants for properties of rows."""

from datetime import UTC

from hypothesis import strategies as st

from shared.domain.keys import CollectionKey, JobKey
from shared.domain.ticket import TicketKey

names = st.from_regex(r"[A-Za-z0-9_.() -]{1,90}", fullmatch=True)
instants = st.datetimes(timezones=st.just(UTC))
ticket_keys = st.builds(
    TicketKey,
    due=instants,
    job=st.builds(
        JobKey,
        collection=st.builds(CollectionKey, subscription=st.just("s"), resource_group=names, name=names),
        name=names,
    ),
    revision=st.uuids().map(lambda uuid: uuid.hex),
    attempt=st.integers(0, 20),
)
