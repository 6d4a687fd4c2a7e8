"""What was measured, read from where `bench cost` and `bench scale` save it: there is no other copy."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from local.dev.terminal import Problem
from proofs.harness.counting import CallKind

SHARED = "1,000 runs, 40 collections"


@dataclass(frozen=True, slots=True, kw_only=True)
class Calls:
    """Calls to storage by kind, for each of so many things."""

    by_kind: Mapping[CallKind, float]

    @property
    def total(self) -> float:
        return sum(self.by_kind.values())

    def __add__(self, other: "Calls") -> "Calls":
        return Calls(by_kind=Counter(self.by_kind) + Counter(other.by_kind))

    def __mul__(self, times: float) -> "Calls":
        return Calls(by_kind={kind: count * times for kind, count in self.by_kind.items()})


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """The calls of an idle scan, a pack of one, a large pack, a shard's census, and a trim."""

    scan: Calls
    alone: Calls
    pack: Calls
    pack_size: float
    census: Calls
    trim: Calls
    cpu_alone: float
    """Seconds of one core that a run alone takes."""
    cpu_pack: float
    """Seconds of one core that a full pack takes, which is a little larger than `pack_size`."""
    taken: str


def read_measured(page: str) -> Measured:
    """Read the tables of docs/performance.md."""
    cost, scale = _section(page, "cost"), _section(page, "scale")
    rows = _table(cost, "**Calls to storage**")
    puts = int(rows[SHARED]["put"])
    times = _table(scale, "**Counted**")
    full = next(name for name in times if name.startswith("a pack of "))
    return Measured(
        scan=_calls(rows["idle scan, 2,000 jobs"], 1),
        alone=_calls(rows["run alone"], 1),
        pack=_calls(rows[SHARED], puts),
        pack_size=_number(rows[SHARED]["of"]) / puts,
        census=_calls(rows["census"], _number(rows["census"]["of"])),
        trim=_calls(rows["trimming"], 1),
        cpu_alone=_number(times["a run alone"]["CPU ms"]) / 1000,
        cpu_pack=_number(times[full]["CPU ms"]) / 1000,
        taken=cost.strip().partition(":")[0].removeprefix("Taken on "),
    )


def _section(page: str, name: str) -> str:
    found = re.search(rf"<!-- {name}: begin -->(.*)<!-- {name}: end -->", page, re.DOTALL)
    if found is None:
        raise Problem(f"docs/performance.md has no figures of `bench {name}`.")
    return found[1]


def _table(section: str, title: str) -> dict[str, dict[str, str]]:
    """Return the rows of the table under a title, by their names and then by the heads of the columns."""
    lines = section[section.index(title) :].split("\n\n")[1].splitlines()
    head, _, *rows = ([cell.strip() for cell in line.strip("|").split("|")] for line in lines)
    return {name: dict(zip(head[1:], cells, strict=True)) for name, *cells in rows}


def _calls(row: Mapping[str, str], things: float) -> Calls:
    return Calls(by_kind={kind: _number(row[kind]) / things for kind in CallKind if kind in row})


def _number(text: str) -> float:
    return float(text.replace(",", ""))
