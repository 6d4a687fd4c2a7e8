from proofs.benchmarks.recurrence.figures import Age, Figures, Row, best_of
from proofs.benchmarks.recurrence.workloads import EVERY_15_MINUTES


def a_turn(ours: float, theirs: float, young: float, old: float) -> Figures:
    row = Row(workload=EVERY_15_MINUTES, speeds={"this engine": ours, "cronsim": theirs})
    return Figures(cold=[row], warm=[row], ages=[Age(workload=EVERY_15_MINUTES, young=young, old=old)])


def test_each_ones_best_turn_counts() -> None:
    best = best_of([a_turn(10, 7, 5, 3), a_turn(8, 9, 4, 6)])

    assert best.cold[0].speeds == best.warm[0].speeds == {"this engine": 10, "cronsim": 9}
    assert (best.ages[0].young, best.ages[0].old) == (5, 6)
