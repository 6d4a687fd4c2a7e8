"""A command → a call. The app runs no commands, so an address must do what the command did."""

from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import quote

from migrate.forms.no_counterpart import Call, stand_in
from migrate.found import Json, http_action
from migrate.url_template import PLACES
from shared.domain.action import LONGEST_BODY
from shared.domain.cron import read_cron
from shared.domain.local_time.rules import is_beat
from shared.domain.policies import LONGEST_DESCRIPTION
from shared.domain.recurrence import Recurrence

_SLOW: Final = "a call may last 60 seconds: for longer work, let the address answer 202 and go on by itself"
_WAY_OUT: Final = "is a command, which nothing runs here; --url-template makes a call of it"


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A command with its name. `kind` says what it was, for people."""

    kind: str
    name: str
    text: str
    namespace: str = ""


def call_of(command: Command, template: str | None) -> Call:
    """Return the call that stands for a command; without a template, one to nowhere."""
    described = {"description": command.text[:LONGEST_DESCRIPTION]} if command.text else {}
    if template is None:
        nowhere = stand_in(command.kind, f"'{command.name}'", None, why=_WAY_OUT)
        return replace(nowhere, properties={**nowhere.properties, **described})
    values = {
        name: quote(value, safe="")
        for name, value in zip(PLACES, (command.name, command.namespace, command.text), strict=True)
    }
    request: Json = {"method": "POST", "uri": template.format(**values)}
    if command.text:
        request["body"] = command.text[:LONGEST_BODY]
    return Call(
        properties={"action": http_action(request), **described},
        lost=_cut(command.text),
        notes=(_SLOW,),
    )


def _cut(text: str) -> tuple[str, ...]:
    if len(text) <= LONGEST_BODY:
        return ()
    return (f"the end of the command: a body holds {LONGEST_BODY:,} characters",)


def names_times_of_day(cron: str) -> bool:
    """Say whether an expression names hours, so that clock changes concern it; not if it cannot be read."""
    try:
        read = read_cron(cron)
    except ValueError:
        return False
    return not is_beat(Recurrence(frequency=read.frequency, schedule=read.schedule))
