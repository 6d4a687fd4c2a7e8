"""The policies of a job in plain English, to be added to the sentence that says when it runs."""

from datetime import timedelta

from shared.domain.definition import Definition
from shared.domain.policies import MissedPolicy, MissedRuns, Overlap

_UNITS = (("day", timedelta(days=1)), ("hour", timedelta(hours=1)), ("minute", timedelta(minutes=1)))


def policies_in_words(definition: Definition) -> str:
    """Return what is to be added to the sentence; nothing for a job without policies."""
    words = [
        f"spread over {span_in_words(definition.spread)}" if definition.spread else "",
        _overlap(definition.overlap),
        _missed(definition.missed_runs),
        _faults(definition.disable_after_faults),
    ]
    return "".join(f", {one}" for one in words if one)


def span_in_words(span: timedelta) -> str:
    """Return a time span as people say it: 1 day, 90 minutes, 10 seconds."""
    for name, unit in _UNITS:
        if span >= unit and not span % unit:
            return _counted(span // unit, name)
    return _counted(span / timedelta(seconds=1), "second")


def _counted(number: float, unit: str) -> str:
    return f"{number:g} {unit}{'' if number == 1 else 's'}"


def _overlap(overlap: Overlap | None) -> str:
    match overlap:
        case Overlap.SKIP:
            return "skipped while an earlier run is open"
        case Overlap.WAIT:
            return "waiting while an earlier run is open"
        case _:
            return ""


def _missed(missed: MissedRuns | None) -> str:
    if missed is None or missed.within is None:
        return ""
    within = span_in_words(missed.within)
    if missed.policy is MissedPolicy.NONE:
        return f"skipped if more than {within} late"
    return f"made up for if missed and no more than {within} late"


def _faults(most: int | None) -> str:
    if most is None:
        return ""
    return "disabled after a run that failed" if most == 1 else f"disabled after {most} failed runs in a row"
