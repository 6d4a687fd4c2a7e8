"""Crontabs: each line that names a time and a command is a job."""

import re
import shlex
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import PurePath
from typing import Final

from migrate.crontab_text import Crontab, CrontabLine
from migrate.forms.commands.calling import Command, call_of
from migrate.found import (
    ClockRule,
    Defaults,
    Finding,
    FoundJob,
    Missing,
    Names,
    Origin,
    Repeated,
    Unusable,
)
from shared.api.shapes.writing import present
from shared.domain.about import EXTENDED
from shared.domain.errors import Fault

FORM: Final = "crontab"
# Jobs at set times run right after a gap and are not run twice; the others go by real time.
_CLOCK_RULE: Final = ClockRule(missing=Missing.AFTER_GAP, repeated=Repeated.FIRST)
_NO_ZONE: Final = (
    "the zone: a crontab goes by the clocks of its machine, and no CRON_TZ names them; "
    "--time-zone says it, and else it is UTC"
)
_INPUT: Final = "what follows % in its command was its standard input: it stands in the command as it was"
_MADE_UP: Final = "a crontab names no jobs: its name is made of its command"
_KEYS: Final = {"properties.recurrence.cron": "the time", "properties.timeZone": "CRON_TZ"}
_NOT_IN_NAMES: Final = re.compile(r"[^A-Za-z0-9_.()-]+")
_CHANGE_OF_FOLDER: Final = re.compile(r"^\s*cd\s+\S+\s*(?:&&|;)\s*")
_INTERPRETERS: Final = frozenset(
    ("sh", "bash", "php", "python", "python3", "node", "perl", "ruby", "sudo", "nice", "env", "flock")
)
_LONGEST_NAME: Final = 80
_REBOOT: Final = "@reboot"


def matches(document: object) -> bool:
    return isinstance(document, Crontab)


def read(document: Crontab, origin: Origin, defaults: Defaults) -> list[Finding]:
    here = replace(origin, form=FORM)
    return [
        *_jobs(document, here, defaults),
        *(
            Unusable(origin=here.at(f"line {number}"), faults=(Fault("", "is no line of a crontab"),))
            for number in document.unread
        ),
    ]


def _jobs(crontab: Crontab, origin: Origin, defaults: Defaults) -> Iterator[Finding]:
    seen: Counter[str] = Counter()
    for line in crontab.lines:
        command = _without_account(line.command) if crontab.with_users else line.command
        name = _name_of(command)
        seen[name.lower()] += 1
        number = seen[name.lower()]
        own = name if number == 1 else f"{name} ({number})"
        yield _job(replace(line, command=command), own, origin.at(f"line {line.number}"), defaults)


def _without_account(command: str) -> str:
    account, *rest = command.split(maxsplit=1)
    return rest[0] if rest else account


def _job(line: CrontabLine, name: str, origin: Origin, defaults: Defaults) -> Finding:
    if line.schedule.lower() == _REBOOT:
        rule = f"'{name}' runs when its machine starts, which is no time that a schedule could name"
        return Unusable(origin=origin, faults=(Fault("", rule),))
    zone = line.zone or defaults.time_zone
    call = call_of(Command(kind=FORM, name=name, text=line.command), defaults.url_template)
    return FoundJob(
        origin=origin,
        names=Names(collection=defaults.collection, job=name),
        properties={**present(timeZone=zone), **call.properties, "recurrence": {"cron": line.schedule}},
        version=EXTENDED,
        lost=(*call.lost, *([] if zone else [_NO_ZONE])),
        notes=(_MADE_UP, *call.notes, *([_INPUT] if "%" in line.command.replace("\\%", "") else [])),
        clock_rule=_CLOCK_RULE,
        keys=_KEYS,
    )


def _name_of(command: str) -> str:
    """Return a name for a job: that of the program in its command, or of the script that a program runs."""
    words = _words(_CHANGE_OF_FOLDER.sub("", command))
    programs = [PurePath(word).name for word in words if "=" not in word.partition("/")[0]]
    scripts = [name for name in programs if name not in _INTERPRETERS and not name.startswith("-")]
    name = _NOT_IN_NAMES.sub("-", (scripts or ["command"])[0]).strip("-. ")
    return name[:_LONGEST_NAME] or "command"


def _words(command: str) -> list[str]:
    try:
        return shlex.split(command, comments=False)
    except ValueError:  # a quote without its pair
        return command.split()
