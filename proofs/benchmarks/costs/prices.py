"""Prices: each with its source, or none at all."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, Final

PRICES: Final = Path(__file__).parent / "prices.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where a price could really be read, whose word it is, of when it is, and when it was read."""

    address: str
    by: str
    dated: date
    read: date


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """Dollars for one unit, of which some are free in a month. A price that nobody could read is None."""

    what: str
    unit: str
    price: float | None
    free: float
    source: Source | None

    def __post_init__(self) -> None:
        if (self.price is None) != (self.source is None):
            raise ValueError(f"{self.what}: a price has a source, and a source has a price")

    def of(self, quantity: float) -> float | None:
        """Return what a month's quantity costs, or None if the price is not known."""
        return None if self.price is None else max(quantity - self.free, 0) * self.price


def read_prices(file: Path = PRICES) -> dict[str, Price]:
    return {row["id"]: _price(row) for row in json.loads(file.read_text(encoding="utf-8"))}


def _price(row: Mapping[str, Any]) -> Price:
    source = row["source"]
    return Price(
        what=row["what"],
        unit=row["unit"],
        price=row["price"],
        free=row["free"],
        source=source and _source(source),
    )


def _source(row: Mapping[str, str]) -> Source:
    days = {name: date.fromisoformat(row[name]) for name in ("dated", "read")}
    return Source(address=row["address"], by=row["by"], **days)
