"""What became of an occurrence, in a sentence."""

import re
from datetime import datetime
from typing import Final

from shared.domain.history import Status
from shared.domain.local_time.zones import UTC_ZONE, Zone, text_at
from shared.domain.occurrences.story import Kind, Occurrence, Outcome

_LONGEST: Final = 200
_HTTP_ANSWER: Final = re.compile(
    r"Http Action - Response from host '[^']*': '([^']*)' Response Headers:.*? Body: (.*)", re.DOTALL
)
_SKIPPED: Final = {
    "overlap": "It was skipped, because an earlier run was still open.",
    "tooLate": "It was skipped, because it would have come too late.",
    "limit": "It was skipped, because too many were missed to make up for all of them.",
}


def sentence_of(occurrence: Occurrence, zone: Zone) -> str:
    """Return what became of an occurrence; times are by the clocks of the zone."""
    said = _SENTENCES[occurrence.outcome](occurrence, zone)
    return f"{said} {occurrence.note}" if occurrence.note and _is_plain(occurrence) else said


def _is_plain(occurrence: Occurrence) -> bool:
    """A note of somebody's is quoted; what a clock change did is said as it is."""
    return occurrence.who is None and occurrence.outcome not in (
        Outcome.DISABLED,
        Outcome.COLLECTION_DISABLED,
        Outcome.SUPERSEDED,
    )


def _ran(occurrence: Occurrence, zone: Zone) -> str:
    asked = "Somebody asked for it, and it ran" if occurrence.kind is Kind.RUN_NOW else "It ran"
    return f"{asked} at {_time(_started(occurrence), zone)}{_tries(occurrence)}."


def _late(occurrence: Occurrence, zone: Zone) -> str:
    return f"It ran late, at {_time(_started(occurrence), zone)}{_tries(occurrence)}."


def _faulted(occurrence: Occurrence, zone: Zone) -> str:
    return f"It failed{_tries(occurrence)}: {_last_message(occurrence)}"


def _failed(occurrence: Occurrence, zone: Zone) -> str:
    said = f"It failed, and {occurrence.reason or 'it was not tried again'}"
    return f"{said}: {_last_message(occurrence)}"


def _running(occurrence: Occurrence, zone: Zone) -> str:
    return f"It is running now{_tries(occurrence)}."


def _waiting(occurrence: Occurrence, zone: Zone) -> str:
    until = f", at {_time(occurrence.until, zone)}" if occurrence.until else ""
    return f"It waits {occurrence.reason or 'to be started'}{until}."


def _collapsed(occurrence: Occurrence, zone: Zone) -> str:
    into = f"the one of {_time(occurrence.into, zone)}" if occurrence.into else "an earlier one"
    return f"It was missed; {into} ran late, and stands for it."


def _skipped(occurrence: Occurrence, zone: Zone) -> str:
    return _SKIPPED.get(occurrence.reason or "", "It was skipped.")


def _disabled(occurrence: Occurrence, zone: Zone) -> str:
    return f"The job was disabled{_by(occurrence, zone)}."


def _collection_disabled(occurrence: Occurrence, zone: Zone) -> str:
    return f"The job collection was disabled{_by(occurrence, zone)}."


def _left_out(occurrence: Occurrence, zone: Zone) -> str:
    return occurrence.reason or "Its day does not count."


def _superseded(occurrence: Occurrence, zone: Zone) -> str:
    return f"The job was changed before it could run{_by(occurrence, zone)}."


def _ended(occurrence: Occurrence, zone: Zone) -> str:
    return "The job was over: it had made all its runs, or was finished."


def _upcoming(occurrence: Occurrence, zone: Zone) -> str:
    return f"It is to come, and is due at {_time(occurrence.due or occurrence.at, zone)}."


def _unknown(occurrence: Occurrence, zone: Zone) -> str:
    return f"It is not known: {occurrence.reason or 'nothing tells'}."


def _unexplained(occurrence: Occurrence, zone: Zone) -> str:
    return "Nothing tells why it did not run. That is a fault of this app; please report it."


_SENTENCES: Final = {
    Outcome.RAN: _ran,
    Outcome.LATE: _late,
    Outcome.FAILED: _failed,
    Outcome.FAULTED: _faulted,
    Outcome.RUNNING: _running,
    Outcome.WAITING: _waiting,
    Outcome.COLLAPSED: _collapsed,
    Outcome.SKIPPED: _skipped,
    Outcome.DISABLED: _disabled,
    Outcome.COLLECTION_DISABLED: _collection_disabled,
    Outcome.EXCLUDED: _left_out,
    Outcome.MOVED: _left_out,
    Outcome.SUPERSEDED: _superseded,
    Outcome.ENDED: _ended,
    Outcome.UPCOMING: _upcoming,
    Outcome.UNKNOWN: _unknown,
    Outcome.UNEXPLAINED: _unexplained,
}


def _by(occurrence: Occurrence, zone: Zone) -> str:
    who = f" by {occurrence.who}" if occurrence.who else ""
    since = f" at {_time(occurrence.since, zone)}" if occurrence.since else ""
    until = f", until {_time(occurrence.until, zone)}" if occurrence.until else ""
    note = f": “{occurrence.note.removesuffix('.')}”" if occurrence.note else ""
    return f"{who}{since}{until}{note}"


def _tries(occurrence: Occurrence) -> str:
    tries = len([entry for entry in occurrence.attempts if entry.action.value == "MainAction"])
    return f", after {tries} tries" if tries > 1 else ""


def _started(occurrence: Occurrence) -> datetime:
    return occurrence.attempts[0].started if occurrence.attempts else occurrence.at


def _last_message(occurrence: Occurrence) -> str:
    failed = [entry.message for entry in occurrence.attempts if entry.status is Status.FAILED]
    said = _without_headers(failed[-1]) if failed else ""
    return (said[:_LONGEST] + "…" if len(said) > _LONGEST else said) or "no message."


def _without_headers(message: str) -> str:
    """Return the status and the first line of what was answered; of another message, its first line."""
    answer = _HTTP_ANSWER.match(message)
    parts = map(_first_line, answer.groups() if answer else (message,))
    return " \N{EN DASH} ".join(filter(None, parts))


def _first_line(text: str) -> str:
    return next((line.strip() for line in text.splitlines() if line.strip()), "")


def _time(instant: datetime | None, zone: Zone) -> str:
    if instant is None:
        return "?"
    return f"{instant:%Y-%m-%d %H:%M:%S} UTC" if zone is UTC_ZONE else text_at(instant, zone)
