"""How many jobs will run, and what the others wait for."""

from dataclasses import replace
from typing import Any

import pytest

from migrate.reporting.fates import Fate, fates
from migrate.reporting.report import CollectionReport, JobReport
from tests.migrate.builders import a_report


def counted(*jobs: JobReport, state: str = "Enabled", nameless: tuple[dict[str, Any], ...] = ()) -> Any:
    collection = CollectionReport(id="/c", name="c", outcome="created", state=state, jobs=jobs)
    return fates(replace(a_report(), collections=(collection,), nameless=nameless))


def a_job(outcome: str = "created", state: str = "enabled", **told: Any) -> JobReport:
    return JobReport(id="/j", name="j", outcome=outcome, origin="a.json", state=state, **told)


@pytest.mark.parametrize(
    ("job", "fate"),
    [
        pytest.param(a_job(), Fate.RUNS, id="enabled"),
        pytest.param(a_job("exists and is the same"), Fate.RUNS, id="there already"),
        pytest.param(a_job(lost=("the zone",)), Fate.RUNS, id="a loss that was accepted"),
        pytest.param(a_job(state="disabled"), Fate.DISABLED, id="disabled in its file"),
        pytest.param(
            a_job(state="disabled", missing_secrets=("password",), lost=("the zone",)),
            Fate.LACKS_SECRET,
            id="without its secret, and more is lost",
        ),
        pytest.param(a_job(state="disabled", lost=("the zone",)), Fate.LOST, id="something is lost"),
        pytest.param(a_job(state="completed"), Fate.OVER, id="completed"),
        pytest.param(a_job(state="faulted"), Fate.OVER, id="faulted"),
        pytest.param(a_job("is left out", ""), Fate.LEFT_OUT, id="left out"),
        pytest.param(a_job("exists and differs"), Fate.DIFFERS, id="it differs"),
        pytest.param(a_job("cannot be imported", ""), Fate.NOT_THERE, id="it cannot be"),
        pytest.param(a_job("failed", ""), Fate.NOT_THERE, id="failed"),
        pytest.param(a_job("was not reached", ""), Fate.NOT_THERE, id="not reached"),
    ],
)
def test_a_job_has_one_fate(job: JobReport, fate: Fate) -> None:
    assert counted(job) == {fate: 1}


def test_in_a_collection_that_is_off_nothing_runs() -> None:
    assert counted(a_job(), a_job(state="disabled"), state="Disabled") == {
        Fate.COLLECTION_OFF: 1,
        Fate.DISABLED: 1,
    }


def test_jobs_without_a_usable_name_count_too() -> None:
    nameless = tuple({"origin": "a.json", "kind": kind, "reasons": ()} for kind in ("job", "collection", ""))

    assert counted(a_job(), nameless=nameless) == {Fate.RUNS: 1, Fate.NOT_THERE: 1}
