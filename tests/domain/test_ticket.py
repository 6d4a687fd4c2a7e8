from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from shared.domain.keys import JobKey
from shared.domain.ticket import Lease, Sent, Ticket, TicketKind, Waiting, packs
from tests.builders import COLLECTION, NINE, a_ticket, at


@pytest.mark.parametrize(
    ("sent", "lease", "now", "wanted"),
    [
        pytest.param(None, None, "08:59:00", True, id="never sent"),
        pytest.param(
            (1, "08:58:00"), None, "09:00:59", False, id="a minute after its due instant is not over"
        ),
        pytest.param((1, "08:58:00"), None, "09:01:00", True, id="unclaimed a minute after its due instant"),
        pytest.param((1, "09:30:00"), None, "09:30:59", False, id="a minute after its last send is not over"),
        pytest.param((2, "09:01:00"), None, "09:02:59", False, id="the second wait is two minutes"),
        pytest.param((2, "09:01:00"), None, "09:03:00", True, id="the second wait is over"),
        pytest.param((3, "09:03:00"), None, "09:07:00", True, id="the third wait is four minutes"),
        pytest.param((9, "10:00:00"), None, "10:14:59", False, id="the longest wait is a quarter of an hour"),
        pytest.param((9, "10:00:00"), None, "10:15:00", True, id="the longest wait is over"),
        pytest.param((1, "08:58:00"), "09:02:30", "09:02:29", False, id="under a living lease"),
        pytest.param((1, "08:58:00"), "09:02:30", "09:02:30", True, id="its lease has run out"),
        pytest.param((2, "09:02:30"), "09:02:30", "09:04:29", False, id="sent since its lease ran out"),
        pytest.param(None, "09:02:30", "09:00:00", False, id="never sent, but someone is at it"),
        pytest.param((1, "11:00:00"), None, "09:00:59", False, id="sent by a clock that was ahead: not yet"),
        pytest.param((1, "11:00:00"), None, "09:01:00", True, id="sent by a clock that was ahead: again"),
        pytest.param((1, "08:58:00"), "11:00:00", "09:30:00", True, id="leased by a clock that was ahead"),
    ],
)
def test_when_a_hint_is_wanted(
    sent: tuple[int, str] | None, lease: str | None, now: str, wanted: bool
) -> None:
    waiting = Waiting(
        key=a_ticket().key,
        sent=Sent(count=sent[0], at=at(sent[1])) if sent else None,
        lease=Lease(id="x", until=at(lease)) if lease else None,
    )

    assert waiting.key.due == NINE
    assert waiting.wants_sending(at(now)) is wanted


def test_a_lease_is_over_at_its_last_instant() -> None:
    ticket = a_ticket(lease=Lease(id="x", until=NINE))

    assert ticket.leased(NINE - timedelta(microseconds=1))
    assert not ticket.leased(NINE)


def a_ticket_at(second: float, name: str = "job", **changes: Any) -> Ticket:
    key = replace(a_ticket().key, due=NINE + timedelta(seconds=second))
    key = replace(key, job=JobKey(collection=COLLECTION, name=name), kind=changes.pop("kind", key.kind))
    return a_ticket(key=key, **changes)


def test_a_pack_holds_what_is_due_within_the_same_second() -> None:
    first, within, later = a_ticket_at(0), a_ticket_at(0.999999), a_ticket_at(1)

    assert packs([first, within, later]) == [(first, within), (later,)]


def test_a_pack_holds_no_more_than_its_size() -> None:
    tickets = [a_ticket_at(0, f"job-{number:02d}") for number in range(70)]

    assert [len(pack) for pack in packs(tickets)] == [32, 32, 6]


def test_what_was_claimed_before_and_housekeeping_go_alone() -> None:
    lease = Lease(id="x", until=NINE)
    plain, also, tried = a_ticket_at(0, "a"), a_ticket_at(0, "b"), a_ticket_at(0, "c", lease=lease)
    trim = a_ticket_at(0, "d", kind=TicketKind.TRIM)

    assert packs([plain, tried, trim, also]) == [(plain, also), (tried,), (trim,)]
