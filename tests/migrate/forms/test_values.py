"""What several forms share."""

from migrate.forms.values import LONGEST_CALL
from shared.actions.http.request import TIME_LIMIT


def test_a_call_lasts_as_long_as_the_app_waits() -> None:
    assert LONGEST_CALL.total_seconds() == TIME_LIMIT
