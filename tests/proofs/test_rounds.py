"""Rounds of a measurement: what one leaves is taken away, and all of them make one row."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

import pytest

from local.dev.azurite import Azurite
from proofs.benchmarks.dispatch import apscheduler_app
from proofs.benchmarks.dispatch.findings import compared, nothing_wrong, stretches
from proofs.benchmarks.dispatch.history import Settled
from proofs.benchmarks.dispatch.neighbours import most_put_off
from proofs.benchmarks.dispatch.punctuality import Punctuality
from proofs.benchmarks.dispatch.race import Result
from proofs.benchmarks.dispatch.waves import Wave
from proofs.benchmarks.herd import load, unload
from proofs.harness.journal import read_notes
from shared.storage.account import StorageAccount
from shared.storage.azure_table import AzureTable
from shared.storage.store import Store

NINE = datetime(2126, 3, 2, 9, tzinfo=UTC)
URI = "http://receiver.example"
WAVES = (Wave(name="burst-1", jobs=60), Wave(name="burst-2", jobs=3))


def a_result(late: Sequence[float], *, wanted: int = 4, settled: int = 4, cpu: float = 0.04) -> Result:
    came = Punctuality(wanted=wanted, late=late, doubled=0, strange=0, rate=1)
    history = Settled(runs=settled, doubled=0, seconds=max(late) + 1)
    return Result(who="this app", wave=WAVES[0], punctuality=came, memory=70, cpu=cpu, settled=history)


def test_the_jobs_of_a_round_are_taken_out_of_storage(azurite: Azurite) -> None:
    storage, table = StorageAccount(connection_string=azurite.connection_string), f"rounds{uuid4().hex}"
    store = Store(AzureTable(storage.tables(), table), shards=4)
    store.check()
    herds = [wave.herd(URI, NINE) for wave in WAVES]
    for herd in herds:
        load(store, herd, now=NINE - timedelta(minutes=1))

    unload(storage, "burst-1", table=table)

    assert sum(len(store.due(shard, until=NINE)) for shard in range(4)) == 3
    assert not any(store.jobs(job.key.collection) for job in herds[0])
    assert len(store.jobs(herds[1][0].key.collection)) == 3


def test_the_jobs_of_a_round_are_taken_out_of_the_peers_database(tmp_path: Path) -> None:
    database = tmp_path / "jobs.sqlite"
    for wave in WAVES:
        apscheduler_app.fill(database, wave.herd(URI, NINE))

    apscheduler_app.clear(database, "burst-1")

    with closing(sqlite3.connect(database)) as connection:
        rows = connection.execute("SELECT id FROM apscheduler_jobs ORDER BY id").fetchall()
    assert rows == [("burst-2-000000",), ("burst-2-000001",), ("burst-2-000002",)]


def test_rounds_are_told_by_their_median_and_their_spread() -> None:
    rounds = [a_result([0.1, 0.1, 0.1, 0.5]), a_result([0.3, 0.3, 0.3, 0.9]), a_result([0.2, 0.2, 0.2, 0.6])]

    row = compared(rounds).splitlines()[2]

    assert [cell.strip() for cell in row.split("|")[1:-1]] == [
        *("this app", "12", "0", "0", "0"),
        "0.20 (0.10 to 0.30)",
        "0.59 (0.49 to 0.88)",
        "0.60 (0.50 to 0.90)",
        "1.60 (1.50 to 1.90)",
        *("10.0", "70"),
    ]


def test_what_goes_wrong_in_one_round_is_wrong() -> None:
    rounds = [a_result([0.1] * 4), a_result([0.1, -0.1, 0.1], settled=3)]

    goal = nothing_wrong("all", rounds)

    assert goal.missed == {"lost": 1, "early": 1, "unsettled": 1}


def test_a_long_wave_is_told_by_its_stretches() -> None:
    lines = stretches(a_result([0.001, 0.002, 0.003, 0.004, 0.005], wanted=5)).splitlines()

    assert [cell.strip() for cell in lines[2].split("|")[1:-1]] == ["this app, p50", "1", "2", "3", "4", "5"]


@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        pytest.param("", 0, id="nothing was run"),
        pytest.param('09:00 INFO run: {"event": "pack", "tickets": 1}\n', 0, id="none was put off"),
        pytest.param(
            'x {"event": "pack", "putOffTimes": 1}\nx {"event": "pack", "putOffTimes": 3}\n'
            'x {"event": "pack", "putOffTimes": 2}\n',
            3,
            id="the most often counts",
        ),
        pytest.param(
            'x {"event": "scan", "putOffTimes": 4}\nx {"event": "pack", "put', 0, id="others, and half lines"
        ),
    ],
)
def test_how_often_tickets_were_put_off_is_read_from_the_log(printed: str, expected: int) -> None:
    assert most_put_off(read_notes(printed, "pack")) == expected
