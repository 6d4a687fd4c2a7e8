"""The library of holidays: which countries, parts of countries and markets it knows, and their days."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from importlib import import_module
from typing import Any, Final

from holidays.registry import COUNTRIES, FINANCIAL  # type: ignore[import-not-found]  # in a folder of its own

from local.dev.terminal import Misuse
from shared.domain.alike import all_near

_NEAREST: Final = 3
_ENGLISH: Final = "en_US"


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A country, a part of one, or a market, with the library's class that knows its days."""

    code: str
    title: str
    days: Any
    part: str | None = None


def find_source(code: str) -> Source:
    """Return what a code means; raise Misuse with the nearest names if the library does not know it."""
    whole, _, part = code.strip().partition("-")
    source = _find_whole(whole)
    return _find_part(source, part) if part else source


def days_of(source: Source, years: range, categories: Sequence[str]) -> dict[date, str]:
    """Return the days of these years in order, with their names; raise Misuse if they are not known."""
    kinds = {kind.lower().replace("-", "_") for kind in categories}
    known = f"its categories are {', '.join(source.days.supported_categories)}"
    if unknown := kinds - set(source.days.supported_categories):
        raise Misuse(f"{source.code} has no days of the category '{min(unknown)}': {known}.")
    _check_years(source, years)
    # A day off may fall into the year before or after that of its holiday, as 2027-12-31 does in the US.
    around = range(years[0] - 1, years[-1] + 2)
    found = source.days(subdiv=source.part, years=around, categories=kinds, language=_language(source))
    days = {day: found[day] for day in sorted(found) if day.year in years}
    if not days:
        raise Misuse(f"{source.code} has no {' or '.join(sorted(kinds))} days in these years: {known}.")
    return days


def _find_whole(name: str) -> Source:
    known = {
        spelling.lower(): (f"holidays.{folder}.{module}", names)
        for folder, registry in (("countries", COUNTRIES), ("financial", FINANCIAL))
        for module, names in registry.items()
        for spelling in names
    }
    if name.lower() not in known:
        spellings = [s for registry in (COUNTRIES, FINANCIAL) for names in registry.values() for s in names]
        raise Misuse(
            f"There is no country and no market '{name}': give a country as DE, a part of one as DE-BY, "
            f"or a market as XNYS{_nearest(name, spellings)}"
        )
    module, names = known[name.lower()]
    title = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", names[0])
    return Source(code=names[1], title=title, days=getattr(import_module(module), names[0]))


def _find_part(whole: Source, part: str) -> Source:
    """Return the part of a country with this code or name."""
    codes: Sequence[str] = whole.days.subdivisions
    names: dict[str, str] = whole.days.subdivisions_aliases
    known = {name.lower(): code for name, code in [*names.items(), *zip(codes, codes, strict=True)]}
    if not codes:
        raise Misuse(f"The library knows no parts of {whole.code} ({whole.title}): leave out '-{part}'.")
    if part.lower() not in known:
        near = _nearest(part, [*codes, *names])
        raise Misuse(f"{whole.code} ({whole.title}) has no part '{part}'; it has {', '.join(codes)}{near}")
    code = known[part.lower()]
    title = next((name for name, named in names.items() if named == code), None)
    return Source(
        code=f"{whole.code}-{code}",
        title=f"{title}, {whole.title}" if title else whole.title,
        days=whole.days,
        part=code,
    )


def _check_years(source: Source, years: range) -> None:
    first, last = source.days.start_year, source.days.end_year
    if years[0] < first or years[-1] > last:
        raise Misuse(f"The library knows the days of {source.code} from {first} to {last}: take such years.")


def _language(source: Source) -> str | None:
    """Return English where the library has the names in it, and otherwise the country's own language."""
    own: str | None = source.days.default_language
    return _ENGLISH if _ENGLISH in source.days.supported_languages else own


def _nearest(word: str, known: Iterable[str]) -> str:
    alike = all_near(word, dict.fromkeys(known))[:_NEAREST]
    return f"; did you mean {' or '.join(alike)}?" if alike else "."
