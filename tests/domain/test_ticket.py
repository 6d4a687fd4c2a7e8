from datetime import timedelta

import pytest

from shared.domain.ticket import Lease, Sent
from tests.builders import NINE, a_ticket, at


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
    ],
)
def test_when_a_hint_is_wanted(
    sent: tuple[int, str] | None, lease: str | None, now: str, wanted: bool
) -> None:
    ticket = a_ticket(
        sent=Sent(count=sent[0], at=at(sent[1])) if sent else None,
        lease=Lease(id="x", until=at(lease)) if lease else None,
    )

    assert ticket.key.due == NINE
    assert ticket.wants_sending(at(now)) is wanted


def test_a_lease_is_over_at_its_last_instant() -> None:
    ticket = a_ticket(lease=Lease(id="x", until=NINE))

    assert ticket.leased(NINE - timedelta(microseconds=1))
    assert not ticket.leased(NINE)
