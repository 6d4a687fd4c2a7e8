"""A million jobs on paper: the arithmetic, and that what it is driven by is counted."""

import pytest

from local.dev.azurite import Azurite
from proofs.benchmarks.scale import __main__ as scale
from proofs.benchmarks.scale.counting import count
from proofs.benchmarks.scale.model import DAY, AtOnce, Bound, Counts, Limits, Pack, Spread, Work

COUNTS = Counts(
    alone=Pack(
        tickets=1,
        sending=Work(calls=2, rows=2),
        starting=Work(calls=5, rows=6),
        settling=Work(calls=2, rows=4),
        cpu=0.014,
    ),
    full=Pack(
        tickets=10,
        sending=Work(calls=2, rows=20),
        starting=Work(calls=5, rows=60),
        settling=Work(calls=3, rows=40),
        cpu=0.05,
    ),
    trim=Work(calls=9, rows=9),
)
LIMITS = Limits(slots=16, horizon=120, between_scans=15, shards_at_once=1)


def a_spread(jobs: int, period: float) -> Spread:
    return Spread(jobs=jobs, period=period, counts=COUNTS, limits=LIMITS)


def an_instant(jobs: int) -> AtOnce:
    return AtOnce(jobs=jobs, counts=COUNTS, limits=LIMITS)


def test_a_pack_lies_in_proportion_between_those_that_were_counted() -> None:
    pack = COUNTS.pack(4)

    assert pack.starting == Work(calls=5, rows=24)
    assert pack.settling.calls == pytest.approx(2 + 1 / 3)
    assert pack.cpu == pytest.approx(0.026)


def test_jobs_that_fill_their_packs() -> None:
    load = a_spread(96_000, 60)

    assert load.rate == 1_600
    assert load.calls(16) == pytest.approx(1_600 + 10 + 17 / 15)  # runs, trims, scans
    assert load.rows(16) == pytest.approx((1_600 * (12 + 3) + 10) / 16)  # three scans read a ticket again
    assert load.instances(16) == 12  # eight cores, of which 70 % are planned for


def test_a_lone_job_makes_little_more_than_the_scans() -> None:
    load = a_spread(1, DAY)

    assert load.calls(16) == pytest.approx(17 / 15, abs=0.001)
    assert load.rows(16) < 0.001
    assert load.instances(16) == 1


@pytest.mark.parametrize(
    ("jobs", "shards", "expected"),
    [
        pytest.param(96_000, 16, True, id="within"),
        pytest.param(192_000, 16, False, id="more rows than a partition takes"),
        pytest.param(192_000, 64, True, id="more shards"),
        pytest.param(1_920_000, 256, False, id="more calls than an account takes"),
    ],
)
def test_a_load_is_held_within_the_limits(jobs: int, shards: int, expected: bool) -> None:
    assert a_spread(jobs, 60).holds(shards) is expected


@pytest.mark.parametrize(
    ("jobs", "shards", "instances", "seconds", "bound"),
    [
        pytest.param(1_600, 16, 1, 8.0, Bound.CPU, id="one instance"),
        pytest.param(1_600, 16, 4, 2.0, Bound.CPU, id="four instances"),
        pytest.param(1_600, 16, 100, 0.5, Bound.ROWS, id="enough instances"),
        pytest.param(1_600, 64, 100, 0.125, Bound.ROWS, id="and more shards"),
        pytest.param(10, 64, 1, 0.14, Bound.CPU, id="each alone"),
        pytest.param(160_000, 16, 100, 375.0, Bound.HINTS, id="more than a scan sends in time"),
    ],
)
def test_a_herd_starts_as_soon_as_the_tightest_limit_lets_it(
    jobs: int, shards: int, instances: int, seconds: float, bound: Bound
) -> None:
    started, decides = an_instant(jobs).started(shards, instances)

    assert started == pytest.approx(seconds)
    assert decides is bound


def test_what_drives_the_model_is_counted(azurite: Azurite) -> None:
    counts = count(azurite.connection_string, packs=1)

    works = (counts.alone.sending, counts.alone.starting, counts.alone.settling)
    assert [work.calls for work in works] == [2, 5, 2]
    assert counts.full.tickets == 32
    assert counts.full.starting.calls < 32
    assert counts.trim.calls > 0


def test_every_load_is_in_the_tables() -> None:
    text = scale.render(COUNTS, LIMITS)

    assert (
        "| 1,000,000 jobs once a minute | 16,667 |    15,632 |     3,908 |        977 |    256 |  16,788 |"
        in text
    )
    assert "| 1,000,000 jobs |" in text
