"""Query parameters of the paged lists."""

import pytest

from shared.api.query import Page, read_page
from shared.domain.errors import Invalid
from shared.domain.history import Status
from shared.domain.job import JobState

DISABLED = JobState.DISABLED


@pytest.mark.parametrize(
    ("params", "expected"),
    [
        ({}, Page()),
        ({"api-version": "2016-03-01"}, Page()),
        ({"$top": "1"}, Page(top=1)),
        ({"$top": "100", "$skip": "0"}, Page(top=100)),
        ({"$TOP": "5", "$Skip": "5"}, Page(top=5, skip=5)),
        ({"$skip": "1000"}, Page(skip=1000)),
        ({"$top": "", "$skip": " ", "$filter": ""}, Page()),
        ({"$orderby": "name", "$search": "x", "$select": "id"}, Page()),
        ({"$filter": "state eq Disabled"}, Page(only=DISABLED)),
        ({"$filter": "state eq 'disabled'"}, Page(only=DISABLED)),
        ({"$filter": " State  EQ  DISABLED "}, Page(only=DISABLED)),
    ],
)
def test_a_page(params: dict[str, str], expected: Page[JobState]) -> None:
    assert read_page(params, "state", JobState) == expected


TOP, SKIP = "is not a whole number between 1 and 100", "is not a whole number between 0 and 999999999"
FILTER = "is not 'state eq VALUE', with a VALUE of enabled, disabled, completed, faulted"


@pytest.mark.parametrize(
    ("params", "fault"),
    [
        ({"$top": "0"}, f"$top: '0' {TOP}"),
        ({"$top": "101"}, f"$top: '101' {TOP}"),
        ({"$top": "ten"}, f"$top: 'ten' {TOP}"),
        ({"$top": "1.5"}, f"$top: '1.5' {TOP}"),
        ({"$top": "٣"}, f"$top: '٣' {TOP}"),
        ({"$skip": "-1"}, f"$skip: '-1' {SKIP}"),
        ({"$skip": "x"}, f"$skip: 'x' {SKIP}"),
        ({"$skip": "9" * 5_000}, f"$skip: '{'9' * 100}…' {SKIP}"),
        ({"$filter": "state eq Sleeping"}, f"$filter: 'state eq Sleeping' {FILTER}"),
        ({"$filter": "state ne Enabled"}, f"$filter: 'state ne Enabled' {FILTER}"),
        ({"$filter": "state eq 'Enabled"}, f"$filter: 'state eq 'Enabled' {FILTER}"),
        ({"$filter": "status eq Completed"}, f"$filter: 'status eq Completed' {FILTER}"),
        (
            {"$filter": "state eq Enabled or state eq Disabled"},
            f"$filter: 'state eq Enabled or state eq Disabled' {FILTER}",
        ),
        ({"$top": "0", "$skip": "x"}, f"$top: '0' {TOP}; $skip: 'x' {SKIP}"),
    ],
)
def test_a_parameter_that_cannot_be_read_is_refused(params: dict[str, str], fault: str) -> None:
    with pytest.raises(Invalid) as refused:
        read_page(params, "state", JobState)

    assert str(refused.value) == fault


@pytest.mark.parametrize("status", list(Status))
def test_history_is_filtered_by_status(status: Status) -> None:
    assert read_page({"$filter": f"status eq {status}"}, "status", Status) == Page(only=status)


@pytest.mark.parametrize(
    ("page", "end"),
    [
        (Page(), None),
        (Page(skip=3), None),
        (Page(top=2), 2),
        (Page(top=2, skip=1), 3),
        (Page(only=Status.FAILED, top=1, skip=1), 2),
    ],
)
def test_no_more_is_read_than_is_skipped_and_counted(page: Page[Status], end: int | None) -> None:
    assert page.end == end


@pytest.mark.parametrize(
    ("page", "wanted"),
    [
        (Page(), [Status.COMPLETED, Status.FAILED, Status.POSTPONED]),
        (Page(only=Status.FAILED), [Status.FAILED]),
    ],
)
def test_a_filter_lets_one_member_through(page: Page[Status], wanted: list[Status]) -> None:
    members = [Status.COMPLETED, Status.FAILED, Status.POSTPONED]

    assert [member for member in members if page.wants(member)] == wanted
