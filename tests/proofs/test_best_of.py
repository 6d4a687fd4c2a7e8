from proofs.benchmarks.recurrence.figures import Figures, Pair, Row, best_of
from proofs.benchmarks.recurrence.workloads import EVERY_15_MINUTES


def a_turn(ours: float, theirs: float, young: float, old: float) -> Figures:
    row = Row(workload=EVERY_15_MINUTES, speeds={"this engine": ours, "cronsim": theirs})
    pair = Pair(workload=EVERY_15_MINUTES, easy=young, hard=old)
    return Figures(cold=[row], local_warm=[row], ages=[pair], changes_cold=[pair])


def test_each_ones_best_turn_counts() -> None:
    best = best_of([a_turn(10, 7, 5, 3), a_turn(8, 9, 4, 6)])

    assert best.cold[0].speeds == best.local_warm[0].speeds == {"this engine": 10, "cronsim": 9}
    assert best.warm == best.local_cold == []
    assert best.ages == best.changes_cold == [Pair(workload=EVERY_15_MINUTES, easy=5, hard=6)]
