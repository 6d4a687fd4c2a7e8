"""Text → the lines of a crontab, as `crontab -l` prints them or as they stand under /etc."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePath
from typing import Final

SUFFIXES: Final = (".crontab", ".cron")
FILE_NAME: Final = "crontab"
# All of these read a line without the blanks around it, in one go: files may come from anyone.
_SETTING: Final = re.compile(r"""(["']?)([A-Za-z_][A-Za-z0-9_]*)\1\s*=\s*(.*)""")
_FIELD: Final = r"[0-9*][0-9a-zA-Z*/,#?L-]*|[a-zA-Z]{3}[0-9a-zA-Z/,-]*"
_MACRO: Final = re.compile(r"(@[a-zA-Z_]+)\s+(\S.*)")
_FIVE: Final = re.compile(rf"((?:(?:{_FIELD})\s+){{4}}(?:{_FIELD}))\s+(\S.*)")
_HEAD_OF_A_SYSTEM: Final = tuple(map(re.compile, (r"\bdow\b", r"\buser\b", r"\bcommand\b")))
_ACCOUNTS: Final = frozenset(
    (
        *("root", "daemon", "bin", "sys", "www-data", "nobody", "backup"),
        *("postgres", "mysql", "nginx", "apache", "mail", "list", "news"),
    )
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CrontabLine:
    """A line that names a time and a command. `zone` is the one that the lines above it set."""

    number: int
    schedule: str
    command: str
    zone: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Crontab:
    """The lines of a crontab. Where `with_users`, each command has the name of an account before it.

    `unread` are the numbers of the lines that are no comment and mean nothing.
    """

    lines: tuple[CrontabLine, ...]
    unread: tuple[int, ...]
    with_users: bool


def is_crontab_name(name: str) -> bool:
    path = PurePath(name)
    return path.suffix.lower() in SUFFIXES or path.name == FILE_NAME


def read_crontab(name: str, text: str) -> Crontab | None:
    """Return the crontab in a text, or None if it is none: its first line, or all, mean nothing to cron."""
    stripped = enumerate(map(str.strip, text.splitlines()), 1)
    numbered = [(number, line) for number, line in stripped if line and not line.startswith("#")]
    lines = tuple(_lines(numbered))
    scheduled = {line.number for line in lines}
    unread = tuple(
        number for number, line in numbered if number not in scheduled and not _SETTING.fullmatch(line)
    )
    begins = bool(numbered) and numbered[0][0] not in unread
    if not lines or not (begins or is_crontab_name(name)):
        return None
    return Crontab(lines=lines, unread=unread, with_users=_has_users(name, text, lines))


def _lines(numbered: list[tuple[int, str]]) -> Iterator[CrontabLine]:
    zone = None
    for number, line in numbered:
        match = _scheduled(line)
        if match is not None:
            yield CrontabLine(number=number, schedule=match[1], command=match[2], zone=zone)
        elif (setting := _SETTING.fullmatch(line)) and setting[2] == "CRON_TZ":
            zone = setting[3].strip("\"'") or None


def _scheduled(line: str) -> re.Match[str] | None:
    return _MACRO.fullmatch(line) or _FIVE.fullmatch(line)


def _has_users(name: str, text: str, lines: tuple[CrontabLine, ...]) -> bool:
    """Say whether an account stands before each command, as in crontabs of a system."""
    if "cron.d" in PurePath(name).parts or any(map(_is_head_of_a_system, text.splitlines())):
        return True
    words = [line.command.split(maxsplit=1) for line in lines]
    return all(len(word) == 2 and word[0] in _ACCOUNTS for word in words)


def _is_head_of_a_system(line: str) -> bool:
    """Say whether a line is the comment above the columns of `/etc/crontab`, with one for the account."""
    if not line.startswith("#"):
        return False
    at, lower = 0, line.lower()
    for word in _HEAD_OF_A_SYSTEM:
        found = word.search(lower, at)
        if found is None:
            return False
        at = found.end()
    return True
