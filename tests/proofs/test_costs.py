"""What a month costs on paper: the arithmetic, where its figures come from, and that the page is current."""

import re
from dataclasses import replace
from datetime import date

import pytest

from local.dev.terminal import Problem
from proofs.benchmarks.costs import __main__ as costs
from proofs.benchmarks.costs.figures import Calls, Measured, read_measured
from proofs.benchmarks.costs.model import MIX, Month
from proofs.benchmarks.costs.prices import Price, Source, read_prices
from proofs.harness.counting import CallKind
from tests.documents import text_of

QUERY, READ, WRITE, TRANSACTION = CallKind.QUERY, CallKind.READ, CallKind.WRITE, CallKind.TRANSACTION
PUT, GET, DELETE = CallKind.PUT, CallKind.GET, CallKind.DELETE
MEASURED = Measured(
    scan=Calls(by_kind={QUERY: 16, WRITE: 1}),
    alone=Calls(by_kind={READ: 3, TRANSACTION: 3, PUT: 1, GET: 1, DELETE: 1}),
    pack=Calls(by_kind={QUERY: 4, TRANSACTION: 4, PUT: 1, DELETE: 1}),
    pack_size=25,
    census=Calls(by_kind={QUERY: 10}),
    trim=Calls(by_kind={QUERY: 12}),
    cpu_alone=0.015,
    cpu_pack=0.05,
    taken="2026-03-02",
)
SOURCE = Source(
    address="https://prices.example", by="the seller", dated=date(2026, 3, 1), read=date(2026, 3, 2)
)


def a_month(jobs: int, *, together: bool = True) -> Month:
    return Month(jobs=jobs, measured=MEASURED, together=together)


def a_price(price: float | None, *, free: float = 0) -> Price:
    return Price(what="it", unit="call", price=price, free=free, source=None if price is None else SOURCE)


def test_the_shares_of_the_mix_are_all_of_the_jobs() -> None:
    assert sum(MIX.values()) == pytest.approx(1)


@pytest.mark.parametrize(
    ("jobs", "runs"),
    [
        pytest.param(10, 13_050, id="8,640 every 5 minutes, 4,320 every hour and 90 every day"),
        pytest.param(1_000, 1_305_000, id="a hundred times as many"),
    ],
)
def test_the_runs_of_a_month(jobs: int, runs: int) -> None:
    assert a_month(jobs).runs == pytest.approx(runs)


def test_the_calls_of_a_month_by_what_they_are_for() -> None:
    month = a_month(1_000)

    assert month.of_scans.total == 2_937_600  # 172,800 scans of 17 calls
    assert month.of_runs.total == pytest.approx(522_000)  # 52,200 packs of 10 calls
    assert month.of_upkeep.total == 820_800  # 46,080 censuses of 10 calls, 30,000 trims of 12
    assert month.executions == pytest.approx(301_080)


def test_the_host_looks_into_the_queue_in_those_seconds_in_which_it_is_empty() -> None:
    month = a_month(10)

    # 46,902 messages of 2.25 seconds: 0.0407135 at once on average, so 3.98958 % of the seconds are busy
    assert month.of_host.by_kind == {GET: pytest.approx(2_592_000 - 103_410, rel=1e-4)}
    assert month.active == pytest.approx(345_600 + 2 * 103_410, rel=1e-4)  # and 172,800 scans of a second


def test_two_instances_are_always_ready() -> None:
    assert a_month(10).ready == 10_368_000  # of 2 GB each, for 2,592,000 seconds


@pytest.mark.parametrize(
    ("jobs", "size"),
    [
        pytest.param(1, 1.0, id="alone"),
        pytest.param(100_000, 3.2881, id="3.1467 in a second and shard, and e ** -3.1467 is 0.042994"),
        pytest.param(10_000_000, 25.0, id="no larger than what was measured"),
    ],
)
def test_how_many_spread_jobs_share_a_pack(jobs: int, size: float) -> None:
    assert a_month(jobs, together=False).pack_size == pytest.approx(size, abs=2e-4)


def test_a_pack_lies_in_proportion_between_a_run_alone_and_a_large_one() -> None:
    month = a_month(10_000, together=False)
    half = replace(month, measured=replace(MEASURED, pack_size=2 * month.pack_size - 1))

    assert half.of_runs.total / half.packs == pytest.approx(9.5)


@pytest.mark.parametrize(
    ("jobs", "instances"),
    [
        pytest.param(10, 1, id="one at least"),
        pytest.param(1_000_000, 2, id="20.14 packs a second, 1.007 cores, of which 70 % are planned for"),
    ],
)
def test_there_are_cores_enough(jobs: int, instances: int) -> None:
    assert a_month(jobs).instances == instances


@pytest.mark.parametrize(
    ("price", "quantity", "cost"),
    [
        pytest.param(a_price(0.000025, free=4_000), 26_100, 0.5525, id="beyond what is free"),
        pytest.param(a_price(0.000025, free=4_000), 3_999, 0, id="all of it is free"),
        pytest.param(a_price(None), 26_100, None, id="not known"),
    ],
)
def test_the_price_of_a_quantity(price: Price, quantity: float, cost: float | None) -> None:
    found = price.of(quantity)

    assert found == (None if cost is None else pytest.approx(cost))


@pytest.mark.parametrize(("price", "source"), [(1.0, None), (None, SOURCE)], ids=["no source", "no price"])
def test_a_price_without_a_source_is_refused(price: float | None, source: Source | None) -> None:
    with pytest.raises(ValueError, match="a price has a source"):
        Price(what="it", unit="call", price=price, free=0, source=source)


def test_a_sum_is_not_known_if_any_part_of_it_is_not() -> None:
    prices = {id: a_price(0.01) for id in read_prices()}

    known = row(costs.render(MEASURED, prices), "10 jobs, together", of="**Money")
    unknown = row(
        costs.render(MEASURED, {**prices, "table-read": a_price(None)}), "10 jobs, together", of="**Money"
    )

    assert known[2:] == unknown[2:]
    assert (known[0] != "not known", unknown[0]) == (True, "not known")
    assert known[3:] == ["261.00", "130.50"]  # 26,100 operations and 13,050 invocations


def row(page: str, name: str, *, of: str) -> list[str]:
    (line,) = re.findall(rf"^\| {name} +\|(.+)\|$", page[page.index(of) :], re.MULTILINE)
    return [cell.strip() for cell in line.split("|")]


def test_the_figures_are_those_that_were_saved() -> None:
    measured = read_measured(text_of("docs/performance.md"))

    assert measured.scan.by_kind == {QUERY: 16, WRITE: 1} | dict.fromkeys(
        (READ, TRANSACTION, *costs.QUEUE), 0
    )
    assert (measured.alone.total, measured.pack_size, measured.trim.total) == (9, 25, 12)
    assert measured.census.total == 10.5625
    assert measured.cpu_alone < measured.cpu_pack < 1


def test_a_page_without_figures_is_told() -> None:
    with pytest.raises(Problem, match="no figures of `bench cost`"):
        read_measured("nothing")


def test_the_page_is_the_one_that_figures_and_prices_make() -> None:
    made = costs.render(read_measured(text_of("docs/performance.md")), read_prices())

    assert f"<!-- costs: begin -->\n\n{made}\n\n<!-- costs: end -->" in text_of("docs/costs.md"), (
        "run: python3 dev.py bench costs --save"
    )
