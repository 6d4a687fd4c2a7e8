"""A sample of all comparisons, or with `--all-zones` all of them.

`python3 dev.py test tests/domain/local_time --all-zones -n 2` takes some fifteen minutes. It takes every zone
that changes its offset between 2005 and 2037, with jobs that no run before has seen, and says in the end how
many answers it compared. Zones that always changed alike are one test. `--examples` says how many jobs are
made up for each.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest

from tests.domain.local_time.strategies import TELLING_ZONES, zones_that_change
from tests.domain.local_time.trials import Trials

COMPARED: Final = "answers compared"


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("local time")
    group.addoption("--all-zones", action="store_true", help="compare all zones, not a sample")
    group.addoption("--examples", type=int, default=200, help="jobs made up for each test (200)")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "trials" in metafunc.fixturenames:
        everything = metafunc.config.getoption("--all-zones", default=False)
        sample: dict[str, tuple[str, ...]] = {"sample": TELLING_ZONES}
        zones = zones_that_change() if everything else sample
        metafunc.parametrize("trials", zones.values(), ids=zones.keys(), indirect=True)


@pytest.fixture
def trials(
    request: pytest.FixtureRequest, record_property: Callable[[str, object], None]
) -> Iterator[Trials]:
    everything = request.config.getoption("--all-zones", default=False)
    examples = request.config.getoption("--examples", default=0) if everything else 40
    made = Trials(zones=request.param, all=everything, examples=examples, compared=[])
    yield made
    record_property(COMPARED, sum(made.compared))


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    if config.getoption("--all-zones", default=False):
        reports = [report for reports in terminalreporter.stats.values() for report in reports]
        properties = [entry for report in reports for entry in getattr(report, "user_properties", ())]
        compared = sum(number for name, number in properties if name == COMPARED)
        terminalreporter.write_line(f"{compared:,} {COMPARED}")
