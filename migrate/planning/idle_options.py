"""Options that say what files lack: one that says nothing of anything is refused, never silently ignored."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from migrate.files import Source
from migrate.found import Defaults, Finding, FoundJob
from migrate.planning.whole_import import ImportPlan
from migrate.recognise import find_all
from migrate.terminal import Misuse

_SHOWN: Final = 3


def refuse_idle_options(
    defaults: Defaults, sources: Sequence[Source], findings: Sequence[Finding], plan: ImportPlan
) -> None:
    """Raise Misuse with each option whose value holds nowhere: who gave it wants something else."""
    idle = [*_idle_names(defaults, plan), *_idle_plans(defaults, plan), *_unread(defaults, sources, findings)]
    if idle:
        raise Misuse("\n".join(f"{one} Leave it out." for one in idle))


def _idle_names(defaults: Defaults, plan: ImportPlan) -> Iterator[str]:
    keys = [one.key for one in plan.collections]
    held = {
        ("--subscription", defaults.subscription): [key.subscription for key in keys],
        ("--resource-group", defaults.resource_group): [key.resource_group for key in keys],
        ("--collection", defaults.collection): [key.name for key in keys],
    }
    for (option, value), names in held.items():
        if value is not None and _holds_nowhere(value, names):
            said = f"everything in the files says it itself: {_some(names)}. To move that, change the files."
            yield f"{option} {value} has no effect, for {said}"


def _idle_plans(defaults: Defaults, plan: ImportPlan) -> Iterator[str]:
    """Yield those of new collections. Of what cannot be, nothing is known."""
    known = [one.collection for one in plan.collections if one.collection is not None]
    if len(known) < len(plan.collections):
        return
    held = {
        ("--location", defaults.location): [one.location for one in known],
        ("--sku", defaults.sku): [str(one.sku) for one in known],
    }
    for (option, value), values in held.items():
        if value is not None and _holds_nowhere(value, values):
            whose = "it is for new collections of which no file says it"
            yield f"{option} {value} has no effect: {whose}, and these have {_some(values)}."


def _unread(defaults: Defaults, sources: Sequence[Source], findings: Sequence[Finding]) -> Iterator[str]:
    """Yield the options without which the files read the same, unless they say it themselves."""
    zones = [str(one.properties.get("timeZone")) for one in findings if isinstance(one, FoundJob)]
    given = {
        "--time-zone": (defaults.time_zone, replace(defaults, time_zone=None), "that name no zone", zones),
        "--url-template": (
            defaults.url_template,
            replace(defaults, url_template=None),
            "that call a command",
            [],
        ),
    }
    for option, (value, without, whose, said) in given.items():
        if value is None or _plain(value) in map(_plain, said):
            continue
        if list(find_all(sources, without)[0]) == list(findings):
            yield f"{option} {value} has no effect: it is for jobs of crontab and Kubernetes {whose}."


def _holds_nowhere(value: str, held: Sequence[str]) -> bool:
    return bool(held) and _plain(value) not in map(_plain, held)


def _plain(text: str) -> str:
    """Return what tells texts apart: westus is West US."""
    return text.replace(" ", "").lower()


def _some(names: Iterable[str]) -> str:
    known = list(dict.fromkeys(names))
    more = f" and {len(known) - _SHOWN} more" if len(known) > _SHOWN else ""
    return f"{', '.join(known[:_SHOWN])}{more}"
