"""The engine against a reference that walks minute by minute, around the clock changes of all zones.

Here runs a sample. All zones: `python3 dev.py test tests/domain/local_time --all-zones -n 2`.
"""

from bisect import bisect_right
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Final

from hypothesis import strategies as st

from tests.domain.local_time.engine import found_runs, rule
from tests.domain.local_time.reference import expected_runs
from tests.domain.local_time.strategies import Case, cases, instants_of
from tests.domain.local_time.trials import Trials

RESOLUTION: Final = datetime.resolution


def test_runs_are_those_of_the_reference_one_by_one_and_from_any_instant(trials: Trials) -> None:
    def check(case_and_instants: tuple[Case, list[datetime]]) -> int:
        case, instants = case_and_instants
        expected = expected_runs(case.job, case.begin, case.end)

        local = rule(case.job)
        found = found_runs(local, case.begin, case.end)
        from_anywhere = [local.next(after) for after in instants]

        assert found == expected
        assert from_anywhere == [rule(case.job).next(after) for after in instants]  # these have kept nothing
        for after, run in zip(instants, from_anywhere, strict=True):
            if (at := bisect_right(expected, after)) < len(expected):
                assert run == expected[at]
            else:
                assert run is None or run >= case.end
        return len(found) + 1 + len(instants)

    trials.of(cases(zones=trials.zones).flatmap(with_instants), check)


def test_runs_come_one_after_the_other_and_are_the_same_from_any_instant(trials: Trials) -> None:
    def check(case: Case) -> int:
        local = rule(case.job)
        found = found_runs(local, case.begin, case.end)[:200]

        for run, later in pairwise(found):
            assert run < later
            between = [later - RESOLUTION, run + (later - run) / 3, run + (later - run) / 2, run]
            assert [local.next(after) for after in between] == [later] * 4
        return 4 * max(len(found) - 1, 0)

    trials.of(cases(zones=trials.zones), check, share=2)


def test_what_is_skipped_or_doubled_is_a_part_of_the_rest(trials: Trials) -> None:
    def check(case: Case) -> int:
        runs = {
            (skip, both): set(found_runs(rule(replace(case.job, skip=skip, both=both)), case.begin, case.end))
            for skip in (False, True)
            for both in (False, True)
        }

        for either in (False, True):
            assert runs[True, either] <= runs[False, either]
            assert runs[either, False] <= runs[either, True]
        return sum(len(some) for some in runs.values())

    trials.of(cases(zones=trials.zones), check, share=2)


def with_instants(case: Case) -> st.SearchStrategy[tuple[Case, list[datetime]]]:
    middle = case.begin + (case.end - case.begin) / 2
    near = instants_of(middle, timedelta(hours=4)) | instants_of(middle, (case.end - case.begin) / 2)
    return st.tuples(st.just(case), st.lists(near, min_size=6, max_size=6))
