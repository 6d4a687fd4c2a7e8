"""What callers are told: all faults at once, but never more than they sent."""

import pytest

from shared.domain.errors import Faults, Invalid, cut


@pytest.mark.parametrize(
    ("sent", "shown"),
    [
        pytest.param("short", "short", id="as it is"),
        pytest.param("x" * 100, "x" * 100, id="as long as may be"),
        pytest.param("x" * 101, "x" * 100 + "…", id="longer"),
        pytest.param(10**200, "1" + "0" * 99 + "…", id="a long number"),
        pytest.param("a\r\nb\0c\u202ed", "a��b�c�d", id="what cannot be seen"),
        pytest.param("größer 🎉", "größer 🎉", id="beyond ASCII"),
    ],
)
def test_what_was_sent_is_quoted_shortly(sent: object, shown: str) -> None:
    assert cut(sent) == shown


def test_fifty_faults_are_told_and_the_others_counted() -> None:
    faults, inner = Faults(), Faults()
    for number in range(40):
        inner.add(f"k{number}", "is wrong")

    for name in ("a", "b", "c"):
        with faults.under(name):
            inner.raise_any()
    with pytest.raises(Invalid) as refused:
        faults.raise_any()

    assert [str(fault) for fault in refused.value.faults][39:41] == ["a.k39: is wrong", "b.k0: is wrong"]
    assert len(refused.value.faults) == 50
    assert str(refused.value).endswith("; b.k9: is wrong; and 70 more")


def test_what_was_only_counted_stays_counted_further_out() -> None:
    faults, inner = Faults(), Faults()
    for number in range(60):
        inner.add(str(number), "is wrong")

    with faults.under("a"):
        inner.raise_any()

    with pytest.raises(Invalid, match=r"and 10 more$"):
        faults.raise_any()
